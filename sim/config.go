package sim

import (
	"cmp"
	"fmt"
	"math"
	"regexp"

	"gonao/internal/declared"
	"gonao/nao"
	"gonao/sim/carrier"
	"gonao/sim/world"
)

// Config describes a world and the robots in it. Start from [DefaultConfig].
type Config struct {
	World world.World `yaml:"-"`

	RobotConfig    `yaml:",inline"` // the only robot; not used when Robots is not empty
	StepSec        float64          `yaml:"physics_step_sec" unit:"s" min:"0" max:"0.012" readonly:"true" desc:"a whole part of the 12 ms cycle; 0.001 is finer and half as fast; 0.004 is the opposite, and friction holds less hard; 0: as in the world's file"`
	AmbientCelsius float64          `yaml:"ambient_celsius" unit:"degrees Celsius" min:"-50" max:"100" readonly:"true" desc:"temperature of the hall, and of the motors at the start"`
	Carriers       carrier.Capacity `yaml:"carriers" desc:"the arms that carry the balls"`
	Robots         []RobotConfig    `yaml:"-"` // several robots; each needs a name
}

// RobotConfig describes one robot.
type RobotConfig struct {
	Profile Profile `yaml:"profile" enum:"ideal|paper|real|worn" readonly:"true" desc:"ideal: a NAO without faults; real: one in good order, with faults drawn from the seed; worn: an old one on bad ground; paper: the RoboCup 3-D simulator's"`
	Seed    uint64  `yaml:"seed" min:"0" readonly:"true" desc:"seed of the robot in the profiles real and worn, and of all noise; the same seed leads to the same robot and the same sensor values"`
	Delay   int     `yaml:"command_delay_cycles" min:"-1" max:"8" readonly:"true" desc:"cycles of 12 ms from a command to the motors; -1: as in the profile, ideal 2, real and worn 2 or 3, paper 0"`
	Charge  float64 `yaml:"battery_charge" min:"-1" max:"1" readonly:"true" desc:"share of a full battery, at the start; -1: as in the profile, ideal 0.99, real 0.6 to 1, worn 0.35 to 1"`
	Noise   Noise   `yaml:"noise" desc:"standard deviations; 0: exact. Biases and gains are drawn once, from the seed"`

	Name    string       `yaml:"-"`                      // lower_snake: with a slash, the prefix of all its names in the model; "": no prefix
	Robot   *world.Robot `yaml:"-"`                      // start and appearance; nil: as in the world's file
	Traits  *Traits      `yaml:"-"`                      // nil: drawn from the seed by DrawTraits
	Body    *Figures     `yaml:"-"`                      // figures that replace those of the traits; may be nil
	Without Realism      `yaml:"-"`                      // parts left out of the traits
	FOVY    float64      `yaml:"-" min:"0" max:"3.1415"` // vertical opening of the cameras, rad; 0: nao.CameraFOVY
	Start   nao.Joints   `yaml:"-"`                      // posture at the start, rad; held until the first command comes through
	Fixed   bool         `yaml:"-"`                      // hold the torso in the air: a test stand
	Sonars  *SonarModel  `yaml:"-"`                      // nil: those of a V6
}

// capabilities are those of the simulated body: all of a V6's.
const capabilities = nao.CanPosition | nao.CanStiffness | nao.CanLimp | nao.CanHands | nao.CanLights |
	nao.SensesCurrent | nao.SensesTemperature | nao.SensesFSR | nao.SensesIMU | nao.SensesSonar |
	nao.SensesTouch | nao.SensesBattery | nao.EveryCycle

// asDrawn is the value of Delay and Charge with which the traits' own number holds.
const asDrawn = -1

// maxRobots is the largest number of robots in a world.
const maxRobots = 22

// nearestM is how near to each other the torsos of two robots may start, m.
const nearestM = 0.3

// DefaultConfig returns one ideal robot that stands in a world: two cycles of delay as
// on the robot, small noise.
func DefaultConfig(w world.World) Config {
	return Config{World: w, AmbientCelsius: 27, Carriers: carrier.DemoCapacity(), RobotConfig: DefaultRobot()}
}

// DefaultRobot returns the ideal robot of DefaultConfig, without a name.
func DefaultRobot() RobotConfig {
	return RobotConfig{
		Profile: Ideal, Seed: 1, Delay: asDrawn, Noise: defaultNoise(), Start: nao.StandPosture(), Charge: asDrawn,
	}
}

// steps returns the number of physics steps of a cycle and the length of one.
func (c *Config) steps() (int, float64, error) {
	sec := cmp.Or(c.StepSec, c.World.TimestepSec)
	cycle := nao.CyclePeriod.Seconds()
	n := math.Round(cycle / sec)
	if !(sec > 0) || n < 1 || math.Abs(n*sec-cycle) > 1e-9 {
		return 0, 0, fmt.Errorf("physics step %g s: expected a whole part of the cycle of %g s, such as 0.002", sec, cycle)
	}
	return int(n), cycle / n, nil
}

// robots returns the robots of the world.
func (c *Config) robots() []RobotConfig {
	if len(c.Robots) == 0 {
		return []RobotConfig{c.RobotConfig}
	}
	return c.Robots
}

func (c *Config) validate() error {
	if err := declared.Check(c); err != nil {
		return err
	}
	robots := c.robots()
	for i := range robots {
		if err := robots[i].validate(); err != nil {
			if robots[i].Name != "" {
				return fmt.Errorf("robot %q: %w", robots[i].Name, err)
			}
			return err
		}
	}
	return c.validateTogether(robots)
}

// validateTogether checks the number, names and places of several robots.
func (c *Config) validateTogether(robots []RobotConfig) error {
	if len(robots) > maxRobots {
		return fmt.Errorf("%d robots: expected %d at most", len(robots), maxRobots)
	}
	names := map[string]string{}
	for _, name := range objectNames(&c.World) {
		names[name] = "a ball"
	}
	for i, r := range robots {
		if len(robots) > 1 && r.Name == "" {
			return fmt.Errorf("robot %d: it has no name: expected one, as there are several", i)
		}
		if other, taken := names[r.Name]; taken && r.Name != "" {
			return fmt.Errorf("robot %q: %s has that name already", r.Name, other)
		}
		names[r.Name] = "a robot"
		place := c.placeOf(&r)
		for _, other := range robots[:i] {
			if at := c.placeOf(&other); math.Hypot(at.XM-place.XM, at.YM-place.YM) < nearestM {
				return fmt.Errorf("robots %q and %q start at (%g, %g) and (%g, %g) m: expected at least %g m between them",
					other.Name, r.Name, at.XM, at.YM, place.XM, place.YM, nearestM)
			}
		}
	}
	return nil
}

// placeOf returns the start and the appearance of a robot.
func (c *Config) placeOf(r *RobotConfig) world.Robot {
	if r.Robot != nil {
		return *r.Robot
	}
	return c.World.Robot
}

// robotName is the form of a robot's name, which is also a ROS namespace.
var robotName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func (c *RobotConfig) validate() error {
	if c.Name != "" && (!robotName.MatchString(c.Name) || c.Name == anyRobot) {
		return fmt.Errorf("name: expected lower_snake_case, and not %q", anyRobot)
	}
	if err := declared.Check(c); err != nil {
		return err
	}
	if c.Charge < 0 && c.Charge != asDrawn {
		return fmt.Errorf("battery_charge %g: expected 0 to 1, or -1", c.Charge)
	}
	for j := range nao.Joint(nao.NumJoints) {
		if j.Clamp(c.Start[j]) != c.Start[j] {
			return fmt.Errorf("start posture: %s at %g rad: outside the joint's range", j, c.Start[j])
		}
	}
	return nil
}

// prefix returns the prefix of the robot's names in the model.
func (c *RobotConfig) prefix() string {
	if c.Name == "" {
		return ""
	}
	return c.Name + "/"
}

// traits returns the traits of the robot that is simulated.
func (c *RobotConfig) traits() (Traits, error) {
	t := DrawTraits(c.Profile, c.Seed)
	if c.Traits != nil {
		t = *c.Traits
	}
	if c.Body != nil {
		c.Body.Apply(&t)
	}
	t = t.Without(c.Without)
	if c.Delay != asDrawn {
		t.Delay = c.Delay
	}
	if c.Charge != asDrawn {
		t.Charge = c.Charge
	}
	return t, t.validate()
}
