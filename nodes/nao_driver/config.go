package naodriver

import (
	"fmt"
	"time"

	driver "gonao/nao_driver"
)

// Config holds the node's parameters, see launch/params/nao_driver.yaml.
type Config struct {
	Socket           string  `yaml:"socket"`
	AnswerWithinSec  float64 `yaml:"answer_within_sec"`
	SilentForSec     float64 `yaml:"silent_for_sec"`
	RetryEverySec    float64 `yaml:"retry_every_sec"`
	RealtimePriority int     `yaml:"realtime_priority"`

	HoldAfterSec    float64 `yaml:"hold_after_sec"`
	LetDownAfterSec float64 `yaml:"let_down_after_sec"`
	FirstWithinSec  float64 `yaml:"first_command_within_sec"`
	StiffnessPerSec float64 `yaml:"stiffness_per_sec"`
	EngageRadPerSec float64 `yaml:"engage_rad_per_sec"`
	EngageInSec     float64 `yaml:"engage_in_sec"`
}

// DefaultConfig is for the robot, and for a simulation that runs in real time.
func DefaultConfig() Config {
	d := driver.DefaultConfig()
	return Config{
		Socket:           d.Path,
		AnswerWithinSec:  d.AnswerWithin.Seconds(),
		SilentForSec:     d.SilentFor.Seconds(),
		RetryEverySec:    d.RetryEvery.Seconds(),
		RealtimePriority: 18,

		HoldAfterSec:    d.Safety.HoldAfter.Seconds(),
		LetDownAfterSec: d.Safety.LetDownAfter.Seconds(),
		FirstWithinSec:  d.Safety.FirstWithin.Seconds(),
		StiffnessPerSec: d.Safety.StiffnessPerSec,
		EngageRadPerSec: d.Safety.EngageRadPerSec,
		EngageInSec:     d.Safety.EngageIn.Seconds(),
	}
}

// Validate names the parameter that is wrong and what was expected.
func (c Config) Validate() error {
	if c.Socket == "" {
		return fmt.Errorf("socket: expected the path of LoLA's socket")
	}
	if c.RealtimePriority < 0 || c.RealtimePriority > 99 {
		return fmt.Errorf("realtime_priority %d: expected 0 (none) to 99", c.RealtimePriority)
	}
	for _, p := range []struct {
		name           string
		value, low, up float64
	}{
		{"answer_within_sec", c.AnswerWithinSec, 0, 10},
		{"silent_for_sec", c.SilentForSec, 0.1, 3600},
		{"retry_every_sec", c.RetryEverySec, 0.001, 60},
		{"hold_after_sec", c.HoldAfterSec, 0.012, 10},
		{"let_down_after_sec", c.LetDownAfterSec, c.HoldAfterSec, 60},
		{"first_command_within_sec", c.FirstWithinSec, 0, 3600},
		{"stiffness_per_sec", c.StiffnessPerSec, 0.1, 10},
		{"engage_rad_per_sec", c.EngageRadPerSec, 0.1, 5},
		{"engage_in_sec", c.EngageInSec, 0, 10},
	} {
		if !(p.value >= p.low && p.value <= p.up) {
			return fmt.Errorf("%s %g: expected %g to %g", p.name, p.value, p.low, p.up)
		}
	}
	return nil
}

// driver gives the room's configuration.
func (c Config) driver() driver.Config {
	d := driver.DefaultConfig()
	d.Path = c.Socket
	d.AnswerWithin = seconds(c.AnswerWithinSec)
	d.SilentFor = seconds(c.SilentForSec)
	d.RetryEvery = seconds(c.RetryEverySec)
	d.Safety.HoldAfter = seconds(c.HoldAfterSec)
	d.Safety.LetDownAfter = seconds(c.LetDownAfterSec)
	d.Safety.FirstWithin = seconds(c.FirstWithinSec)
	d.Safety.StiffnessPerSec = c.StiffnessPerSec
	d.Safety.EngageRadPerSec = c.EngageRadPerSec
	d.Safety.EngageIn = seconds(c.EngageInSec)
	return d
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
