package gazebobridge

import (
	"context"
	"time"

	"gonao/body/safety"
	"gonao/nao"
)

// Clock is wall time; a *ros.Clock on system time is one.
type Clock interface {
	Now() time.Time
	Sleep(ctx context.Context, d time.Duration) error
}

// Config says which robot in which world to drive.
type Config struct {
	Names        nao.GazeboNames // an empty world is the only one there is
	Lockstep     bool            // the world is paused and stepped by 12 ms, each a command later
	MostRealTime float64         // in lockstep: so many times as fast as real time at most; 0: as fast as it goes
	AnswerWithin time.Duration   // a commander's wall time to answer a state; then his last word counts
	SilentFor    time.Duration   // wall time without a joint state: look for the server again
	RetryEvery   time.Duration   // wall time between looks
	EndWithin    time.Duration   // bound of the safe ending in wall time
	Safety       safety.Config
}

// DefaultConfig is for our own worlds.
func DefaultConfig() Config {
	c := Config{
		Names:        nao.DefaultGazeboNames(),
		Lockstep:     true,
		MostRealTime: 1,
		AnswerWithin: 100 * time.Millisecond,
		SilentFor:    2 * time.Second,
		RetryEvery:   250 * time.Millisecond,
		EndWithin:    3800 * time.Millisecond,
		Safety:       safety.DefaultConfig(),
	}
	return c.withoutBattery()
}

// withoutBattery switches off the rules about what Gazebo has not.
func (c Config) withoutBattery() Config {
	c.Safety.EmptyCharge = 0
	return c
}

// Capabilities are what a NAO in Gazebo can do and tell; without sonars when the world renders
// nothing.
const Capabilities = nao.CanPosition | nao.CanHands | nao.TellsFSR | nao.TellsIMU | nao.TellsSonar |
	nao.TellsTouch | nao.EveryCycle
