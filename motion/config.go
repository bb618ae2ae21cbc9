package motion

import (
	"fmt"

	"gonao/motion/fall"
	"gonao/motion/getup"
	"gonao/motion/head"
	"gonao/motion/kick"
	"gonao/motion/paper/omni"
	"gonao/motion/paper/tfs"
	"gonao/motion/tunable"
	"gonao/motion/walk"
	"gonao/nao"
)

// Config is how the robot is moved.
type Config struct {
	Stand        nao.Joints // the posture to begin with
	StandSec     float64    // shortest time to it
	StiffnessSec float64    // from limp to full stiffness
	GapSec       float64    // after a longer gap between two states a body that was let down begins anew
	Head         head.Config

	VelocityTimeoutSec float64 // how long a velocity holds after it was set
	AutoGetUp          bool    // a robot that fell gets up without a request
	AutoReengage       bool    // a robot that the driver let down is taken up again without a request
	FallenSec          float64 // how long it lies before

	Gait Gait // how it walks; empty is walk. Changed only while the robot stands
	Walk walk.Config
	Omni omni.Config // of the gait omni
	TFS  tfs.Config  // of the gait tfs
	Kick kick.Config

	Fall  fall.Config // not tuned while motion runs
	GetUp getup.Config
}

// DefaultConfig returns a configuration that stands at ease after 1.2 s.
func DefaultConfig() Config {
	return Config{
		Stand: nao.StandPosture(), StandSec: 1.2, StiffnessSec: 1, GapSec: 0.3, Head: head.DefaultConfig(),
		VelocityTimeoutSec: 0.5, AutoGetUp: true, AutoReengage: true, FallenSec: 0.5,
		Gait: WalkGait, Omni: omni.Adapted(), TFS: tfs.JointsAdapted(),
		Walk: walk.DefaultConfig(), Kick: kick.DefaultConfig(),
		Fall: fall.DefaultConfig(), GetUp: getup.DefaultConfig(),
	}
}

// Check returns nil when every value is in its range, and otherwise names one that is not.
func (c Config) Check() error {
	for _, f := range []struct {
		key   string
		value float64
	}{
		{"stand_sec", c.StandSec},
		{"stiffness_sec", c.StiffnessSec},
		{"gap_sec", c.GapSec},
		{"velocity_timeout_sec", c.VelocityTimeoutSec},
		{"fallen_sec", c.FallenSec},
	} {
		if !(f.value >= 0.1 && f.value <= 60) {
			return fmt.Errorf("%s %g: expected 0.1 to 60", f.key, f.value)
		}
	}
	if err := c.Head.Check(); err != nil {
		return fmt.Errorf("head.%w", err)
	}
	if err := c.Gait.Check(); err != nil {
		return err
	}
	if err := tunable.Check(c.Omni.Fields()); err != nil {
		return fmt.Errorf("omni: %w", err)
	}
	if err := tunable.Check(c.TFS.Fields()); err != nil {
		return fmt.Errorf("tfs: %w", err)
	}
	if err := c.Walk.Check(); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	if err := c.GetUp.Check(); err != nil {
		return fmt.Errorf("get_up: %w", err)
	}
	return c.Kick.Check()
}
