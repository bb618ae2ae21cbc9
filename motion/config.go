package motion

import (
	"gonao/motion/getup"
	"gonao/motion/head"
	"gonao/motion/kick"
	"gonao/motion/paper/gait"
	"gonao/motion/walk"
	"gonao/nao"
)

// Config is how the robot is moved.
type Config struct {
	Stand              nao.Joints `yaml:"-"` // the posture to begin with
	StandSec           float64    `yaml:"stand_sec" unit:"s" min:"0.1" max:"60" desc:"shortest time from the measured posture to the stand when motion begins"`
	StiffnessSec       float64    `yaml:"stiffness_sec" unit:"s" min:"0.1" max:"60" desc:"time from limp to full stiffness when motion begins; stiff joints stay stiff"`
	GapSec             float64    `yaml:"gap_sec" unit:"s" min:"0.1" max:"60" desc:"After a longer gap between two robot states motion restarts at the measured posture if the driver let the robot down during the gap: if it is softer than commanded, or its legs are elsewhere."`
	VelocityTimeoutSec float64    `yaml:"cmd_vel_timeout_sec" unit:"s" min:"0.1" max:"60" desc:"time without a cmd_vel after which the robot stops"`
	AutoGetUp          bool       `yaml:"auto_get_up" desc:"a fallen robot gets up without a request; otherwise it lies until get_up"`
	AutoReengage       bool       `yaml:"auto_reengage" desc:"A robot that the driver let down, or took from this node, is moved again from its present posture without a request: it stands up, or gets up (auto_get_up). Otherwise it stays down until get_up or set_posture stand. Its earlier task is aborted in either case."`
	FallenSec          float64    `yaml:"fallen_sec" unit:"s" min:"0.1" max:"60" desc:"time that a fallen robot lies before it gets up"`

	Head  head.Config      `yaml:"head" desc:"the neck"`
	Gait  Gait             `yaml:"gait" enum:"walk|cpg|omni|tfs" desc:"How cmd_vel, walk_goal and walk_to walk: by the walk of this project, or by one of the paper's, the CPG behaviours, the OmnidirectionalWalk or the TFSWalk. It is changed only while the robot stands, sits, rests or lies, and has no task for its legs. docs/motion/gaits.md has what each gait can do."`
	Walk  walk.Config      `yaml:"walk" desc:"how it walks and stands, from the next step on; docs/motion/walk.md"`
	Omni  gait.OmniConfig  `yaml:"omni" desc:"the OmnidirectionalWalk of gait omni, from the next stand on; docs/motion/paper-engines.md"`
	TFS   gait.TFSConfig   `yaml:"tfs" desc:"the TFSWalk of gait tfs, from the next stand on; docs/motion/paper-engines.md"`
	Kick  kick.Config      `yaml:"kick" desc:"how it kicks, from the next kick on; docs/motion/kick.md"`
	Fall  getup.FallConfig `yaml:"-"`
	GetUp getup.Config     `yaml:"get_up" desc:"how it gets up, from the next time on; docs/motion/getup.md"`
}

// DefaultConfig returns a configuration that stands at ease after 1.2 s.
func DefaultConfig() Config {
	return Config{
		Stand: nao.StandPosture(), StandSec: 1.2, StiffnessSec: 1, GapSec: 0.3, Head: head.DefaultConfig(),
		VelocityTimeoutSec: 0.5, AutoGetUp: true, AutoReengage: true, FallenSec: 0.5,
		Gait: WalkGait, Omni: gait.OmniAdapted(), TFS: gait.TFSJointsAdapted(),
		Walk: walk.DefaultConfig(), Kick: kick.DefaultConfig(),
		Fall: getup.DefaultFallConfig(), GetUp: getup.DefaultConfig(),
	}
}
