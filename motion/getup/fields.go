package getup

import (
	"errors"
	"fmt"

	"gonao/motion/tunable"
)

// ErrBusy is returned by Tune during a get-up.
var ErrBusy = errors.New("a get-up is under way")

// Fields lists every number by name.
func (c *Config) Fields() []tunable.Field {
	return []tunable.Field{
		tunable.Of("limp_sec", &c.LimpSec, 0, 10, "s", "at least, after an attempt that failed"),
		tunable.Of("still_rate", &c.StillRate, 0.01, 10, "rad/s", "a trunk that turns slower lies still"),
		tunable.Of("still_sec", &c.StillSec, 0, 30, "s", "at most waited for that"),
		tunable.Of("gyro_gain", &c.GyroGain, 0, 1, "s", "ankles per rate of the trunk, rising"),
		tunable.Of("lean_gain", &c.LeanGain, 0, 1, "", "ankles per lean of the trunk, rising"),
		tunable.Of("stand_sec", &c.StandSec, 0, 10, "s", "upright for so long: it stands"),
		tunable.Of("slower", &c.Slower, 0, 1, "", "share by which a later attempt is slower"),
		tunable.Of("linger", &c.Linger, 0, 3, "", "share by which the second attempt takes longer to draw the feet in"),
		tunable.Of("wait_sec", &c.WaitSec, 0, 5, "s", "at most waited after a slot until the trunk is where it belongs"),
		tunable.Of("lag_rad", &c.LagRad, 0.05, 3, "rad", "error of a leg joint beyond which a robot that rises slows down"),
		tunable.Of("helping", &c.Helping, 0, 2, "", "part of the errors of weak joints that others take over, rising"),
		tunable.Of("com_x", &c.ComX, -0.03, 0.08, "m", "centre of mass ahead of the ankles, rising"),
		tunable.Of("com_rate", &c.ComRate, 0, 50, "rad/(m s)", "turn of the hips per error of that"),
		tunable.Of("raise_arms", &c.RaiseArms, 0, 5, "", "push of the arms per lean that is too far forward for the slot"),
		tunable.Of("raise_hips", &c.RaiseHips, 0, 5, "", "the same, for the hips"),
		tunable.Of("rock_rad", &c.RockRad, 0, 0.4, "rad", "by which the ankles rock while the legs' turn sticks"),
	}
}

// Tune sets other numbers between two get-ups; the motions stay those of New.
func (e *Engine) Tune(cfg Config) error {
	if err := cfg.Check(); err != nil {
		return fmt.Errorf("get up: %w", err)
	}
	if e.status == Running {
		return fmt.Errorf("get up: %w", ErrBusy)
	}
	cfg.Front, cfg.Back = e.cfg.Front, e.cfg.Back
	e.cfg = cfg
	return nil
}
