package body

import (
	"time"

	"gonao/body/safety"
)

// Config holds the figures that every body has. The drivers embed it in their own.
type Config struct {
	AnswerWithin time.Duration // a commander's wall time to answer a state; then its last command counts
	SilentFor    time.Duration // wall time without a state after which the connection is lost
	RetryEvery   time.Duration // wall time between attempts to connect
	EndWithin    time.Duration // bound of the safe ending in wall time, whatever the robot does
	Safety       safety.Config
}

// DefaultConfig is for a robot, and for a simulation that runs in real time.
func DefaultConfig() Config {
	return Config{
		AnswerWithin: 10 * time.Millisecond,
		SilentFor:    2 * time.Second,
		RetryEvery:   250 * time.Millisecond,
		EndWithin:    3800 * time.Millisecond,
		Safety:       safety.DefaultConfig(),
	}
}
