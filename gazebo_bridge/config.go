package gazebobridge

import (
	"time"

	"gonao/nao"
	"gonao/nao/body"
)

// Config selects the robot and its world, and holds the numbers of the cycle.
type Config struct {
	Names        nao.GazeboNames `yaml:",inline"`
	Lockstep     bool            `yaml:"lockstep" readonly:"true" desc:"the world is stepped by 12 ms and waits for each command; false: it runs by itself, and must be playing"`
	MostRealTime float64         `yaml:"most_real_time" min:"0" max:"1000" desc:"in lockstep: largest speed, as a multiple of real time; 0: unlimited"`

	body.Config `yaml:",inline" only:"answer_within_sec|silent_for_sec|retry_every_sec|hold_after_sec|let_down_after_sec|first_command_within_sec|engage_rad_per_sec|engage_in_sec"`
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

// withoutBattery returns the configuration without the safety rules for sensors that Gazebo does not have.
func (c Config) withoutBattery() Config {
	c.Safety.EmptyCharge = 0
	return c
}

// Capabilities are the capabilities of a NAO in Gazebo. Sonars are missing if the world renders nothing.
const Capabilities = nao.CanPosition | nao.CanHands | nao.SensesFSR | nao.SensesIMU | nao.SensesSonar |
	nao.SensesTouch | nao.EveryCycle
