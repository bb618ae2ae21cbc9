package gazebobridge

import (
	"time"

	"gonao/body"
	"gonao/nao"
)

// Config holds which robot in which world to drive, and the figures of the cycle.
type Config struct {
	body.Config
	Names        nao.GazeboNames // an empty world is the only one there is
	Lockstep     bool            // the world is paused and stepped by 12 ms, each a command later
	MostRealTime float64         // in lockstep: so many times as fast as real time at most; 0: as fast as it goes
}

// DefaultConfig is for our own worlds.
func DefaultConfig() Config {
	c := Config{
		Config:       body.DefaultConfig(),
		Names:        nao.DefaultGazeboNames(),
		Lockstep:     true,
		MostRealTime: 1,
	}
	c.AnswerWithin = 100 * time.Millisecond
	return c.withoutBattery()
}

// withoutBattery returns the figures without the rules about what Gazebo does not have.
func (c Config) withoutBattery() Config {
	c.Safety.EmptyCharge = 0
	return c
}

// Capabilities are those of a NAO in Gazebo; without sonars when the world renders nothing.
const Capabilities = nao.CanPosition | nao.CanHands | nao.SensesFSR | nao.SensesIMU | nao.SensesSonar |
	nao.SensesTouch | nao.EveryCycle
