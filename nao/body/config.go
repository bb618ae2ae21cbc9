package body

import (
	"time"

	"gonao/nao/body/safety"
)

// Config holds the figures that every body has. The drivers embed it in their own.
type Config struct {
	AnswerWithin time.Duration `yaml:"answer_within_sec" min:"0" max:"10" desc:"longest wall time from a state to its joint_command; LoLA waits 0.012 s; more in lockstep"`
	SilentFor    time.Duration `yaml:"silent_for_sec" min:"0.1" max:"3600" desc:"time without a state until the driver connects again; with LoLA, a simulation's time"`
	RetryEvery   time.Duration `yaml:"retry_every_sec" min:"0.001" max:"60" desc:"time between attempts to connect; the socket appears tens of seconds after the robot boots"`
	EndWithin    time.Duration `yaml:"-"` // bound of the safe ending in wall time, whatever the robot does
	Safety       safety.Config `yaml:",inline"`
}

// DefaultConfig returns the figures for a robot, and for a simulation that runs in real time.
func DefaultConfig() Config {
	return Config{
		AnswerWithin: 10 * time.Millisecond,
		SilentFor:    2 * time.Second,
		RetryEvery:   250 * time.Millisecond,
		EndWithin:    3800 * time.Millisecond,
		Safety:       safety.DefaultConfig(),
	}
}
