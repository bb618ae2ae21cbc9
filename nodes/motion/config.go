package motion

import (
	"fmt"
	"strings"
	"time"

	"gonao/motion"
	"gonao/motion/head"
	"gonao/motion/kick"
	"gonao/motion/paper/omni"
	"gonao/motion/paper/tfs"
	"gonao/motion/slot"
	"gonao/motion/walk"
	"gonao/nao"
)

// Config holds the node's parameters.
type Config struct {
	MotionDir        string  `yaml:"motion_dir" readonly:"true"`
	StandSec         float64 `yaml:"stand_sec" unit:"s" min:"0.1" max:"60" desc:"shortest time from the measured posture to the stand when motion begins"`
	StiffnessSec     float64 `yaml:"stiffness_sec" unit:"s" min:"0.1" max:"60" desc:"from limp to full stiffness when motion begins; stiff joints stay stiff"`
	GapSec           float64 `yaml:"gap_sec" unit:"s" min:"0.1" max:"60"`
	ReadyWaitSec     float64 `yaml:"ready_wait_sec" unit:"s" min:"0" max:"60" desc:"how long a goal of play_motion waits for a robot that does not stand yet"`
	CmdVelTimeoutSec float64 `yaml:"cmd_vel_timeout_sec" unit:"s" min:"0.1" max:"60" desc:"without a cmd_vel after which the robot stops"`
	AutoGetUp        bool    `yaml:"auto_get_up" desc:"a robot that fell gets up without being asked; else it lies until get_up"`
	AutoReengage     bool    `yaml:"auto_reengage"`
	FallenSec        float64 `yaml:"fallen_sec" unit:"s" min:"0.1" max:"60" desc:"how long a robot that fell lies before it gets up"`
	FramePrefix      string  `yaml:"frame_prefix" readonly:"true" desc:"before the names odom, base_footprint and base_link, nao2/ say, where several robots share one /tf"`
	RealtimePriority int     `yaml:"realtime_priority" min:"0" max:"99" readonly:"true"`
	Head             Head    `yaml:"head" desc:"the neck"`
	Gait             string  `yaml:"gait" enum:"walk|cpg|omni|tfs"`
	Walk             Walk    `yaml:"walk" desc:"how it walks and stands, from the next step on; docs/motion/walk.md"`
	Omni             Omni    `yaml:"omni" desc:"the OmnidirectionalWalk of gait omni, from the next stand on; docs/motion/paper-engines.md"`
	TFS              TFS     `yaml:"tfs" desc:"the TFSWalk of gait tfs, from the next stand on; docs/motion/paper-engines.md"`
	Kick             Kick    `yaml:"kick" desc:"how it kicks, from the next kick on; docs/motion/kick.md"`
	GetUp            GetUp   `yaml:"get_up" desc:"how it gets up, from the next time on; docs/motion/getup.md"`
}

// Head holds the parameters of the neck.
type Head struct {
	MaxSpeed   float64 `yaml:"max_speed" min:"0.01" max:"1" desc:"share of the motors' no-load speeds (474 and 412 deg/s) that commands may use"`
	MaxAccel   float64 `yaml:"max_accel" unit:"rad/s2" min:"1" max:"10000"`
	LeadSec    float64 `yaml:"lead_sec" unit:"s" min:"0" max:"0.5"`
	TimeoutSec float64 `yaml:"timeout_sec" unit:"s" min:"0.05" max:"10" desc:"without a head command after which the head is free, and stays where it is"`
}

// Explain returns the texts that are too long for tags; see [param.About].
func (Config) Explain() map[string]string {
	return map[string]string{
		"": "motion: robot_state, cmd_vel, head_command and the actions -> joint_command, every 12 ms.",
		"motion_dir": `A directory whose *.xml slot motions are added to the built-in ones (dance_left,
			dance_right, stand) and take their place where names are equal. An empty name is none.`,
		"gap_sec": `After a longer gap between two robot states motion begins anew at the measured posture if the
			driver let the robot down meanwhile: if it is softer than it was commanded to be, or its legs are elsewhere.`,
		"auto_reengage": `A robot that the driver let down, or took from this node, is taken up again from where it is without a
			request: it stands up, or gets up (auto_get_up). Otherwise it stays down until get_up or set_posture stand.
			What it did before is aborted in either case.`,
		"gait": `How cmd_vel, walk_goal and walk_to walk: by the walk of this project, or by one of the paper's, the CPG
			behaviours, the OmnidirectionalWalk or the TFSWalk. It is changed only while the robot stands, sits, rests or
			lies, and has no task for its legs. docs/motion/gaits.md has what each gait can do.`,
		"realtime_priority": `SCHED_FIFO priority that is asked for; 0 asks for none. Below the simulator's and the
			driver's, whose cycle this node is a part of.`,
		"head.max_accel": `Of the head on its way to a position: the motors reach about 200, and gears wear at that.
			Commanded speeds are taken at once.`,
		"head.lead_sec": `How far position targets are led by their rates: the body does a command two cycles after
			it was given.`,
	}
}

// DefaultConfig returns the parameters of [motion.DefaultConfig].
func DefaultConfig() Config {
	room := motion.DefaultConfig()
	return Config{
		StandSec:         room.StandSec,
		StiffnessSec:     room.StiffnessSec,
		GapSec:           room.GapSec,
		ReadyWaitSec:     5,
		CmdVelTimeoutSec: room.VelocityTimeoutSec,
		AutoGetUp:        room.AutoGetUp,
		AutoReengage:     room.AutoReengage,
		FallenSec:        room.FallenSec,
		RealtimePriority: 16,
		Head: Head{
			MaxSpeed: 0.9, MaxAccel: room.Head.MaxAccel,
			LeadSec: room.Head.LeadSec, TimeoutSec: room.Head.TimeoutSec,
		},
		Gait: string(room.Gait), Omni: Omni(room.Omni), TFS: TFS(room.TFS),
		Walk: Walk(room.Walk), Kick: Kick(room.Kick),
		GetUp: GetUp{Attempts: room.GetUp.Attempts, Numbers: GetUpNumbers(room.GetUp)},
	}
}

// Validate checks the ranges that the room has, and the prefix.
func (c Config) Validate() error {
	if strings.HasPrefix(c.FramePrefix, "/") {
		return fmt.Errorf("frame_prefix %q: expected no slash at the beginning, frames are not topics", c.FramePrefix)
	}
	return c.room().Check()
}

// CheckFiles returns what is wrong with the user's motions.
func (c Config) CheckFiles() error {
	_, err := c.library()
	return err
}

// library returns our motions and those of the user.
func (c Config) library() (slot.Library, error) {
	library, err := motion.LoadMotions(c.MotionDir)
	if err != nil {
		return nil, fmt.Errorf("motion_dir %q: %w", c.MotionDir, err)
	}
	return library, nil
}

// room returns the parameters as the room's configuration.
func (c Config) room() motion.Config {
	room := motion.DefaultConfig()
	room.StandSec, room.StiffnessSec, room.GapSec = c.StandSec, c.StiffnessSec, c.GapSec
	room.VelocityTimeoutSec, room.AutoGetUp, room.FallenSec = c.CmdVelTimeoutSec, c.AutoGetUp, c.FallenSec
	room.AutoReengage = c.AutoReengage
	room.Gait, room.Omni, room.TFS = motion.Gait(c.Gait), omni.Config(c.Omni), tfs.Config(c.TFS)
	room.Walk, room.Kick, room.GetUp = walk.Config(c.Walk), kick.Config(c.Kick), c.GetUp.room()
	room.Head = head.Config{
		MaxYawSpeed:   c.Head.MaxSpeed * nao.HeadYaw.MaxSpeed(),
		MaxPitchSpeed: c.Head.MaxSpeed * nao.HeadPitch.MaxSpeed(),
		MaxAccel:      c.Head.MaxAccel,
		LeadSec:       c.Head.LeadSec,
		TimeoutSec:    c.Head.TimeoutSec,
	}
	return room
}

func (c Config) readyWait() time.Duration {
	return time.Duration(c.ReadyWaitSec * float64(time.Second))
}
