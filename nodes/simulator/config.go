package simulator

import (
	"fmt"
	"math"

	"gonao/nao"
	"gonao/nao/lola"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/sim/carrier"
	"gonao/sim/world"
)

// Config holds the node's parameters. launch/params/simulator.yaml explains each.
type Config struct {
	World              string   `yaml:"world"`
	Look               string   `yaml:"look"`
	Profile            string   `yaml:"profile"`
	Seed               int      `yaml:"seed"`
	PhysicsStepSec     float64  `yaml:"physics_step_sec"`
	CommandDelayCycles int      `yaml:"command_delay_cycles"`
	AmbientCelsius     float64  `yaml:"ambient_celsius"`
	BatteryCharge      float64  `yaml:"battery_charge"`
	Socket             string   `yaml:"socket"`
	Lockstep           bool     `yaml:"lockstep"`
	RealtimePriority   int      `yaml:"realtime_priority"`
	LingerSec          float64  `yaml:"linger_sec"`
	Camera             Camera   `yaml:"camera"`
	Carriers           Carriers `yaml:"carriers"`
	Noise              Noise    `yaml:"noise"`
}

// Camera holds the parameters of both head cameras.
type Camera struct {
	Width    int     `yaml:"width"`
	Height   int     `yaml:"height"`
	RateHz   float64 `yaml:"rate_hz"`
	FovXDeg  float64 `yaml:"fov_x_deg"`
	Noise    float64 `yaml:"noise"`
	Exposure float64 `yaml:"exposure"`
	Nice     int     `yaml:"nice"`
}

// Carriers holds what the ball carriers are capable of.
type Carriers struct {
	TurnDegPerSec  float64 `yaml:"turn_deg_per_sec"`
	TurnDegPerSec2 float64 `yaml:"turn_deg_per_sec2"`
	LiftMPerSec    float64 `yaml:"lift_m_per_sec"`
	LiftMPerSec2   float64 `yaml:"lift_m_per_sec2"`
}

// Noise holds the sensors' scatter; see sim.Noise.
type Noise struct {
	Position          float64 `yaml:"position_rad"`
	Accelerometer     float64 `yaml:"accelerometer_m_per_sec2"`
	AccelerometerBias float64 `yaml:"accelerometer_bias_m_per_sec2"`
	Gyroscope         float64 `yaml:"gyroscope_rad_per_sec"`
	GyroscopeBias     float64 `yaml:"gyroscope_bias_rad_per_sec"`
	Angles            float64 `yaml:"angles_rad"`
	FSR               float64 `yaml:"fsr_n"`
	FSRGain           float64 `yaml:"fsr_gain"`
	Sonar             float64 `yaml:"sonar_m"`
}

// DefaultConfig is a robot in good order on the SPL field, with the cameras of a V6.
func DefaultConfig() Config {
	d := sim.DefaultConfig(world.World{})
	n := d.Noise
	return Config{
		World: "spl", Look: world.LookSkin, Profile: string(d.Profile), Seed: int(d.Seed),
		PhysicsStepSec: 0.002, CommandDelayCycles: d.Delay,
		AmbientCelsius: d.AmbientCelsius, BatteryCharge: d.Charge,
		Socket: lola.SocketPath, RealtimePriority: 20, LingerSec: 4,
		Camera: Camera{RateHz: 30, Noise: 2, Exposure: 1, Nice: 10},
		Carriers: Carriers{
			TurnDegPerSec: inDegrees(d.Turn.Speed), TurnDegPerSec2: inDegrees(d.Turn.Acceleration),
			LiftMPerSec: d.Lift.Speed, LiftMPerSec2: d.Lift.Acceleration,
		},
		Noise: Noise{
			Position: n.Position, Accelerometer: n.Accelerometer, AccelerometerBias: n.AccBias,
			Gyroscope: n.Gyroscope, GyroscopeBias: n.GyroBias, Angles: n.Angles,
			FSR: n.FSR, FSRGain: n.FSRGain, Sonar: n.Sonar,
		},
	}
}

const degree = math.Pi / 180

func inDegrees(rad float64) float64 { return math.Round(rad/degree*10) / 10 }

// Validate checks what the rooms do not check themselves.
func (c Config) Validate() error {
	switch {
	case c.Look != world.LookSkin && c.Look != world.LookBlocks:
		return fmt.Errorf("look %q: expected %q or %q", c.Look, world.LookSkin, world.LookBlocks)
	case c.Seed < 0:
		return fmt.Errorf("seed %d: expected 0 or more", c.Seed)
	case c.RealtimePriority < 0 || c.RealtimePriority == 1 || c.RealtimePriority > 99:
		return fmt.Errorf("realtime_priority %d: expected 0, or 2 to 99", c.RealtimePriority)
	case !(c.LingerSec >= 0 && c.LingerSec <= 60):
		return fmt.Errorf("linger_sec %g: expected 0 to 60", c.LingerSec)
	case !(c.BatteryCharge >= 0 && c.BatteryCharge <= 1):
		return fmt.Errorf("battery_charge %g: expected 0 to 1", c.BatteryCharge)
	case (c.Camera.Width == 0) != (c.Camera.Height == 0):
		return fmt.Errorf("camera.width %d and camera.height %d: expected both or, for the robot's own size, neither", c.Camera.Width, c.Camera.Height)
	}
	_, err := c.cameraOptions(true).Intrinsics()
	return err
}

// simulation gives what the room needs to know.
func (c Config) simulation() (sim.Config, error) {
	w, err := world.Load(c.World)
	if err != nil {
		return sim.Config{}, err
	}
	w.Robot.Look = c.Look
	s := sim.DefaultConfig(w)
	s.Profile, s.Seed = sim.Profile(c.Profile), uint64(c.Seed)
	s.StepSec, s.Delay = c.PhysicsStepSec, c.CommandDelayCycles
	s.AmbientCelsius, s.Charge = c.AmbientCelsius, c.BatteryCharge
	s.Turn = carrier.Limits{Speed: c.Carriers.TurnDegPerSec * degree, Acceleration: c.Carriers.TurnDegPerSec2 * degree}
	s.Lift = carrier.Limits{Speed: c.Carriers.LiftMPerSec, Acceleration: c.Carriers.LiftMPerSec2}
	n := c.Noise
	s.Noise = sim.Noise{
		Position: n.Position, Accelerometer: n.Accelerometer, AccBias: n.AccelerometerBias,
		Gyroscope: n.Gyroscope, GyroBias: n.GyroscopeBias, Angles: n.Angles,
		FSR: n.FSR, FSRGain: n.FSRGain, Sonar: n.Sonar,
	}
	return s, nil
}

// cameraOptions gives the cameras' settings. Where the kernel's receive buffer does
// not hold full images and nobody has asked for a size, they are smaller.
func (c Config) cameraOptions(holdsImages bool) camera.Options {
	o := camera.Options{
		Width: c.Camera.Width, Height: c.Camera.Height, RateHz: c.Camera.RateHz, FovXDeg: c.Camera.FovXDeg,
		Noise: c.Camera.Noise, Exposure: c.Camera.Exposure, Seed: uint64(c.Seed), Nice: c.Camera.Nice,
	}
	if o.Width == 0 && !holdsImages {
		o.Width, o.Height = 320, 240
	}
	return o
}

// standing is the command that holds the robot as it starts, until a client commands.
func standing(posture nao.Joints) nao.Command {
	c := nao.Command{Position: posture}
	for j := range c.Stiffness {
		c.Stiffness[j] = 1
	}
	return c
}
