package getup

import (
	"errors"
	"fmt"

	"gonao/motion/tunable"
)

// ErrBusy is why a get-up is not tuned.
var ErrBusy = errors.New("a get-up is under way")

// Fields lists every number by name.
func (c *Config) Fields() []tunable.Field {
	return []tunable.Field{
		{Name: "limp_sec", Value: &c.LimpSec, Min: 0, Max: 10, Unit: "s", Doc: "at least, after an attempt that failed"},
		{Name: "still_rate", Value: &c.StillRate, Min: 0.01, Max: 10, Unit: "rad/s", Doc: "a trunk that turns slower lies still"},
		{Name: "still_sec", Value: &c.StillSec, Min: 0, Max: 30, Unit: "s", Doc: "at most waited for that"},
		{Name: "gyro_gain", Value: &c.GyroGain, Min: 0, Max: 1, Unit: "s", Doc: "ankles per rate of the trunk, rising"},
		{Name: "lean_gain", Value: &c.LeanGain, Min: 0, Max: 1, Doc: "ankles per lean of the trunk, rising"},
		{Name: "stand_sec", Value: &c.StandSec, Min: 0, Max: 10, Unit: "s", Doc: "upright for so long: it stands"},
	}
}

// Tune takes other numbers between two get-ups; the motions stay those of New.
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
