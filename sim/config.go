package sim

import (
	"fmt"
	"math"

	"gonao/nao"
	"gonao/sim/carrier"
	"gonao/sim/world"
)

// Config says what is simulated. Take [DefaultConfig] and change what differs.
type Config struct {
	World   world.World
	Profile Profile    // ideal, paper or real
	Body    *Body      // what this robot is like; nil: as DrawBody draws it from the seed
	Without Realism    // what is left out of it
	Seed    uint64     // of the body and of all noise
	StepSec float64    // of the physics; 0: as the world says. A whole number of them makes a cycle
	Delay   int        // cycles from a command to the motors, 0 to 8; AsDrawn: as the body has it
	Noise   Noise      // of the sensors
	FOVY    float64    // vertical opening of the cameras, rad; 0: nao.CameraFOVY
	Start   nao.Joints // posture at the start, rad; held until the first command comes through
	Fixed   bool       // hold the torso in the air: a test stand

	AmbientCelsius float64        // temperature of the hall, and of the motors at the start
	Charge         float64        // of the battery at the start, 0 to 1; AsDrawn: as the body has it
	Turn, Lift     carrier.Limits // of the ball carriers: rad/s, rad/s²; m/s, m/s²
}

// Capabilities is what the simulated body can do and tell: all that a V6 does.
const Capabilities = nao.CanPosition | nao.CanStiffness | nao.CanLimp | nao.CanHands | nao.CanLights |
	nao.TellsCurrent | nao.TellsTemperature | nao.TellsFSR | nao.TellsIMU | nao.TellsSonar |
	nao.TellsTouch | nao.TellsBattery | nao.EveryCycle

// AsDrawn leaves a number to the body.
const AsDrawn = -1

// DefaultConfig gives an ideal robot that stands in a world: two cycles of delay as on
// the robot, small noise.
func DefaultConfig(w world.World) Config {
	turn, lift := carrier.DemoLimits()
	return Config{
		World: w, Profile: Ideal, Seed: 1, Delay: AsDrawn, Noise: DefaultNoise(), Start: nao.StandPosture(),
		AmbientCelsius: 27, Charge: AsDrawn, Turn: turn, Lift: lift,
	}
}

// steps gives the number of physics steps of a cycle and the length of one.
func (c *Config) steps() (int, float64, error) {
	sec := c.StepSec
	if sec == 0 {
		sec = c.World.TimestepSec
	}
	cycle := nao.CyclePeriod.Seconds()
	n := math.Round(cycle / sec)
	if !(sec > 0) || n < 1 || math.Abs(n*sec-cycle) > 1e-9 {
		return 0, 0, fmt.Errorf("physics step %g s: expected a whole part of the cycle of %g s, such as 0.002", sec, cycle)
	}
	return int(n), cycle / n, nil
}

// body gives the robot that is simulated.
func (c *Config) body() (Body, error) {
	b := DrawBody(c.Profile, c.Seed)
	if c.Body != nil {
		b = *c.Body
	}
	b = b.Less(c.Without)
	if c.Delay != AsDrawn {
		b.Delay = c.Delay
	}
	if c.Charge != AsDrawn {
		b.Charge = c.Charge
	}
	return b, b.validate()
}

func (c *Config) validate() error {
	if err := c.Profile.Validate(); err != nil {
		return err
	}
	if c.Delay < AsDrawn || c.Delay > maxDelay {
		return fmt.Errorf("command delay of %d cycles: expected 0 to %d", c.Delay, maxDelay)
	}
	if !(c.FOVY >= 0 && c.FOVY < math.Pi) {
		return fmt.Errorf("vertical camera opening %g rad: expected 0 to π", c.FOVY)
	}
	if !(c.AmbientCelsius >= -50 && c.AmbientCelsius <= 100) {
		return fmt.Errorf("temperature of the hall %g °C: expected -50 to 100", c.AmbientCelsius)
	}
	if err := c.Noise.validate(); err != nil {
		return err
	}
	for _, l := range []carrier.Limits{c.Turn, c.Lift} {
		if !(l.Speed > 0) || !(l.Acceleration > 0) {
			return fmt.Errorf("carrier limits %g, %g: expected positive speeds and accelerations", l.Speed, l.Acceleration)
		}
	}
	for j := range nao.Joint(nao.NumJoints) {
		if j.Clamp(c.Start[j]) != c.Start[j] {
			return fmt.Errorf("start posture: %s at %g rad: outside the joint's range", j, c.Start[j])
		}
	}
	return nil
}
