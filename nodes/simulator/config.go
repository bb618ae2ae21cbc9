package simulator

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"gonao/internal/claim"
	"gonao/internal/si"
	"gonao/nao"
	"gonao/nao/lola"
	"gonao/nodes/internal/images"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/sim/carrier"
	"gonao/sim/world"
)

// Config holds the node's parameters. The noise of the sensors, the carriers' limits
// and the cameras' rate, noise and exposure can be set while it runs.
type Config struct {
	_ struct{} `desc:"The simulator: NAOs in a MuJoCo world, each behind the robot's own LoLA socket."`

	World              string             `yaml:"world" readonly:"true" desc:"spl (9 x 6 m), hsl_small (field of 2026), field2010 (6 x 4 m, coloured goals), empty, or the path of a world file"`
	Look               string             `yaml:"look" enum:"skin|blocks" readonly:"true" desc:"the robot's shape: skin is rounded, blocks plain, as in the papers"`
	Profile            string             `yaml:"profile" enum:"ideal|paper|real|worn" readonly:"true" desc:"ideal: a NAO without faults; real: one in good order, with all its faults drawn from the seed; worn: an old one on a bad ground; paper: the RoboCup 3-D simulator's"`
	Body               string             `yaml:"body" readonly:"true" desc:"figures of the robot and the ground that replace the profile's: a body file, or its text, such as 'strength: {knees: 0.7}'; docs/motion/body.md has the keys; empty: none"`
	Without            string             `yaml:"without" readonly:"true" desc:"what is left out of the real or worn profile, with commas: latency, backlash, offsets, masses, friction, carpet, sensors, torque_cap, voltage, heat, weakness, sticking, cells, angle_filter, slope, turf, bumps, or all"`
	Seed               int                `yaml:"seed" min:"0" readonly:"true" desc:"of the robot of the profiles real and worn, and of all noise; the same seed leads to the same robot and the same sensor values"`
	PhysicsStepSec     float64            `yaml:"physics_step_sec" unit:"s" min:"0" max:"0.012" readonly:"true" desc:"a whole part of the 12 ms cycle; 0.001 is finer and half as fast, 0.004 the opposite; 0: as the world has it"`
	CommandDelayCycles int                `yaml:"command_delay_cycles" min:"-1" max:"8" readonly:"true" desc:"cycles of 12 ms from a command to the motors; -1: as the profile has it, ideal 2, real and worn 2 or 3, paper 0"`
	AmbientCelsius     float64            `yaml:"ambient_celsius" unit:"degrees Celsius" min:"-50" max:"100" readonly:"true" desc:"of the hall, and of the motors at the start"`
	BatteryCharge      float64            `yaml:"battery_charge" min:"-1" max:"1" readonly:"true" desc:"share of a full battery, at the start; -1: as the profile has it, ideal 0.99, real 0.6 to 1, worn 0.35 to 1"`
	Socket             string             `yaml:"socket" readonly:"true" desc:"Unix socket that serves LoLA, /tmp/robocup is where the robot has it; or tcp://HOST:PORT"`
	BodyID             string             `yaml:"body_id" readonly:"true" desc:"the id in LoLA's RobotConfig, for software that looks a robot up; 20 characters"`
	BodyVersion        string             `yaml:"body_version" readonly:"true" desc:"5 characters"`
	HeadID             string             `yaml:"head_id" readonly:"true" desc:"20 characters"`
	HeadVersion        string             `yaml:"head_version" readonly:"true" desc:"5 characters"`
	Robots             Robots             `yaml:"robots" desc:"several robots in one world"`
	Lockstep           bool               `yaml:"lockstep" readonly:"true" desc:"each cycle waits for the command of every robot's client, physics never runs ahead of control"`
	DeadlineSec        float64            `yaml:"deadline_sec" unit:"s" min:"0" max:"3600" readonly:"true" desc:"in lockstep with several robots, how long after the first command of a cycle the world waits for the others; a later one is missed, the robot's last one is kept, and the run is not reproducible; 0: no limit"`
	FirstWithinSec     float64            `yaml:"first_clients_within_sec" unit:"s" min:"0" max:"3600" readonly:"true" desc:"in lockstep, how long the world waits for the first clients of all robots once one is there; later a robot without one is not waited for; 0: for ever"`
	Speed              float64            `yaml:"speed" min:"0" max:"100" readonly:"true" desc:"of the world by real time, at the start; 0: 1, and in lockstep as fast as the commands come"`
	RealtimePriority   int                `yaml:"realtime_priority" min:"0" max:"99" readonly:"true" desc:"SCHED_FIFO priority of the physics, half of it for publishing, where granted; 0: do not ask" constraints:"not 1"`
	LingerSec          float64            `yaml:"linger_sec" unit:"s" min:"0" max:"60" readonly:"true" desc:"how long the simulator goes on after Ctrl-C while a driver is connected, which brings the robot down; 0: not at all"`
	Sonar              string             `yaml:"sonar" enum:"v6|naoisis" readonly:"true" desc:"the two sonars: v6, the robot's own (60 deg wide); naoisis, those of the NaOISIS document (18 deg wide, 0.15 to 0.75 m)"`
	Camera             Camera             `yaml:"camera" desc:"both head cameras; drawn only while there are subscriptions"`
	Compressed         images.Compression `yaml:"compressed" desc:"camera/…/image_raw/compressed: JPEG images, for viewers; encoded once for all who subscribe"`
	Store              images.Files       `yaml:"store" desc:"images that are kept as files"`
	Carriers           Carriers           `yaml:"carriers" desc:"the arms that carry the balls"`
	Percepts           Percepts           `yaml:"percepts" desc:"percepts instead of pixels"`
	Noise              Noise              `yaml:"noise" desc:"standard deviations; 0: exact. Biases and gains are drawn once, from the seed"`
}

// Robots holds what several robots of one world differ by. The lists are as long as Names,
// or empty.
type Robots struct {
	Names    []string  `yaml:"names" readonly:"true" desc:"each is a namespace below the node's for the robot's topics and services, and the prefix of its frames; none: one robot, in the node's own namespace"`
	XM       []float64 `yaml:"x_m" unit:"m" min:"-50" max:"50" readonly:"true" desc:"where each starts; none: where the world has its robot"`
	YM       []float64 `yaml:"y_m" unit:"m" min:"-50" max:"50" readonly:"true" desc:"none: side by side, a metre apart"`
	YawDeg   []float64 `yaml:"yaw_deg" unit:"deg" min:"-360" max:"360" readonly:"true" desc:"where each looks; none: where the world's robot looks"`
	Sockets  []string  `yaml:"sockets" readonly:"true" desc:"of LoLA, as socket is; none: socket with _ and the robot's name behind it"`
	Profiles []string  `yaml:"profiles" readonly:"true" desc:"none: profile"`
	PerTeam  int       `yaml:"per_team" min:"0" max:"11" readonly:"true" desc:"in place of names: so many robots a team, red1, blue1 and so on, beside the field with jerseys and numbers, and one free ball"`
}

// Camera holds the parameters of both head cameras.
type Camera struct {
	Width    int     `yaml:"width" unit:"px" min:"0" max:"4096" step:"2" readonly:"true" desc:"0: 640, or 320 where net.core.rmem_max is under 4 MB and images would be lost"`
	Height   int     `yaml:"height" unit:"px" min:"0" max:"4096" readonly:"true" desc:"0: 480 or 240, as the width; set both or neither"`
	RateHz   float64 `yaml:"rate_hz" unit:"Hz" min:"0.01" max:"1000" desc:"images per second of simulated time; the paper's camera has 10"`
	FovXDeg  float64 `yaml:"fov_x_deg" unit:"deg" min:"0" max:"150" readonly:"true" desc:"horizontal opening; 0: the V6's own (42.5 vertically); the paper's camera has 60"`
	Noise    float64 `yaml:"noise" unit:"grey levels of 255" min:"0" max:"40" desc:"standard deviation of the brightness"`
	Exposure float64 `yaml:"exposure" min:"0.05" max:"10" desc:"factor on the brightness"`
	Effects  string  `yaml:"effects" enum:"none|v6" readonly:"true" desc:"faults of a real camera: none, or v6, estimates of a NAO V6's: lens, rolling shutter and motion blur by the head's own speed, vignetting, shot noise, flicker; about 2 to 4 times the cost"`
	Nice     int     `yaml:"nice" min:"0" max:"20" readonly:"true" desc:"scheduling of the drawing: 0 normal to 19 low, 20 only when all else is idle"`
}

// Carriers holds what the ball carriers are capable of.
type Carriers struct {
	TurnDegPerSec  float64 `yaml:"turn_deg_per_sec" unit:"deg/s" min:"0.1" max:"3600" desc:"fastest turn round the robot; a head follows 45 well"`
	TurnDegPerSec2 float64 `yaml:"turn_deg_per_sec2" unit:"deg/s2" min:"0.1" max:"36000" desc:"acceleration of the turn: how hard a ball turns round"`
	LiftMPerSec    float64 `yaml:"lift_m_per_sec" unit:"m/s" min:"0.001" max:"100" desc:"fastest lift; 0.25 is 13 deg/s seen from 1.1 m"`
	LiftMPerSec2   float64 `yaml:"lift_m_per_sec2" unit:"m/s2" min:"0.001" max:"1000" desc:"acceleration of the lift"`
}

// Noise holds the sensors' scatter; see sim.Noise.
type Noise struct {
	Position          float64 `yaml:"position_rad" unit:"rad" min:"0" max:"100" desc:"joint encoders (12 bits are 0.0015 rad)"`
	Accelerometer     float64 `yaml:"accelerometer_m_per_sec2" unit:"m/s2" min:"0" max:"100" desc:"each axis"`
	AccelerometerBias float64 `yaml:"accelerometer_bias_m_per_sec2" unit:"m/s2" min:"0" max:"100" readonly:"true" desc:"each axis, constant"`
	Gyroscope         float64 `yaml:"gyroscope_rad_per_sec" unit:"rad/s" min:"0" max:"100" desc:"each axis"`
	GyroscopeBias     float64 `yaml:"gyroscope_bias_rad_per_sec" unit:"rad/s" min:"0" max:"100" readonly:"true" desc:"each axis, constant"`
	Angles            float64 `yaml:"angles_rad" unit:"rad" min:"0" max:"100" desc:"roll and pitch of the body's own filter"`
	FSR               float64 `yaml:"fsr_n" unit:"N" min:"0" max:"100" desc:"each force cell; enough that the soles of a robot that stands still take turns in carrying more, which other walks wait for"`
	FSRGain           float64 `yaml:"fsr_gain" min:"0" max:"100" readonly:"true" desc:"share, each force cell has its own"`
	Sonar             float64 `yaml:"sonar_m" unit:"m" min:"0" max:"100" desc:"each echo"`
}

// standingFSR is the noise of a force cell in N. It is larger than the laboratory's (sim.DefaultNoise), whose figures were measured with
// that: with 0.05 N, the soles of 5 standing robots in 12 never changed which carries more, and a phase provider that
// compares the soles never began.
const standingFSR = 0.4

// DefaultConfig is a robot in good order on the SPL field, with the cameras of a V6.
func DefaultConfig() Config {
	d := sim.DefaultConfig(world.World{})
	n, robot := d.Noise, lola.SimulatedRobotConfig()
	return Config{
		World: "spl", Look: world.LookSkin, Profile: string(d.Profile), Seed: int(d.Seed),
		PhysicsStepSec: 0.002, CommandDelayCycles: d.Delay,
		AmbientCelsius: d.AmbientCelsius, BatteryCharge: d.Charge,
		Socket: lola.SocketPath, BodyID: robot[0], BodyVersion: robot[1], HeadID: robot[2], HeadVersion: robot[3],
		Robots: Robots{
			Names: []string{}, XM: []float64{}, YM: []float64{}, YawDeg: []float64{}, Sockets: []string{}, Profiles: []string{},
		},
		DeadlineSec: 1, RealtimePriority: 20, LingerSec: 4,
		Camera: Camera{RateHz: 30, Noise: 2, Exposure: 1, Effects: "none", Nice: 10}, Sonar: "v6",
		Compressed: images.DefaultCompression(), Store: images.DefaultFiles(),
		Carriers: Carriers{
			TurnDegPerSec: inDegrees(d.Turn.Speed), TurnDegPerSec2: inDegrees(d.Turn.Acceleration),
			LiftMPerSec: d.Lift.Speed, LiftMPerSec2: d.Lift.Acceleration,
		},
		Percepts: Percepts{Source: "off", Table: "nao", RateHz: 10},
		Noise: Noise{
			Position: n.Position, Accelerometer: n.Accelerometer, AccelerometerBias: n.AccBias,
			Gyroscope: n.Gyroscope, GyroscopeBias: n.GyroBias, Angles: n.Angles,
			FSR: standingFSR, FSRGain: n.FSRGain, Sonar: n.Sonar,
		},
	}
}

func inDegrees(rad float64) float64 { return math.Round(rad/si.Degree*10) / 10 }

// Validate checks what the rooms do not check themselves.
func (c Config) Validate() error {
	switch {
	case c.RealtimePriority == 1:
		return fmt.Errorf("realtime_priority 1: expected 0, or 2 to 99")
	case (c.Camera.Width == 0) != (c.Camera.Height == 0):
		return fmt.Errorf("camera.width %d and camera.height %d: expected both or, for the robot's own size, neither", c.Camera.Width, c.Camera.Height)
	}
	if c.BatteryCharge < 0 && c.BatteryCharge != sim.AsDrawn {
		return fmt.Errorf("battery_charge %g: expected 0 to 1, or -1", c.BatteryCharge)
	}
	if _, err := sim.ParseRealism(c.Without); err != nil {
		return fmt.Errorf("without: %w", err)
	}
	if _, err := sim.SonarPreset(c.Sonar); err != nil {
		return fmt.Errorf("sonar: %w", err)
	}
	if _, err := c.figures(); err != nil {
		return err
	}
	if err := c.Robots.validate(c.Socket); err != nil {
		return err
	}
	if err := c.Percepts.validate(); err != nil {
		return fmt.Errorf("percepts.table: %w", err)
	}
	_, err := c.cameraOptions(true).Intrinsics()
	return err
}

// CheckFiles returns what is wrong with the world, and which other simulator has the sockets.
func (c Config) CheckFiles() error {
	ground, err := world.Load(c.World)
	if err != nil {
		return err
	}
	if err := c.Robots.setTeams(&ground); err != nil {
		return err
	}
	for _, socket := range c.sockets() {
		if err := served(socket, claim.Check(claimed(socket))); err != nil {
			return err
		}
	}
	return nil
}

// served adds what to do to an error of a claim.
func served(socket string, err error) error {
	taken, ok := errors.AsType[*claim.TakenError](err)
	if !ok || claim.Forced() {
		return nil
	}
	return fmt.Errorf("socket: %s is served already, by %v: end that one first, or choose another socket", socket, taken.Holder)
}

// sockets returns the robots' sockets.
func (c Config) sockets() []string {
	if len(c.Robots.Names) == 0 {
		return []string{c.Robots.socket("", c.Socket)}
	}
	var out []string
	for _, name := range c.Robots.Names {
		out = append(out, c.Robots.socket(name, c.Socket))
	}
	return out
}

// claimed returns the name that one simulator of a machine has for each socket.
func claimed(socket string) string {
	if path, err := filepath.Abs(socket); err == nil && !strings.Contains(socket, "://") {
		socket = path
	}
	return "the simulator at " + socket
}

// figures reads the parameter body; nil when it is empty.
func (c Config) figures() (*sim.Figures, error) {
	if c.Body == "" {
		return nil, nil
	}
	return sim.LoadFigures(c.Body)
}

// simulation returns the configuration of the world with its robots.
func (c Config) simulation(w world.World) sim.Config {
	w.Robot.Look = c.Look
	s := sim.DefaultConfig(w)
	s.Profile, s.Seed = sim.Profile(c.Profile), uint64(c.Seed)
	s.Without, _ = sim.ParseRealism(c.Without) // Validate has seen it
	s.Body, _ = c.figures()                    // and this
	s.StepSec, s.Delay = c.PhysicsStepSec, c.CommandDelayCycles
	s.AmbientCelsius, s.Charge = c.AmbientCelsius, c.BatteryCharge
	s.Turn = carrier.Limits{Speed: c.Carriers.TurnDegPerSec * si.Degree, Acceleration: c.Carriers.TurnDegPerSec2 * si.Degree}
	s.Lift = carrier.Limits{Speed: c.Carriers.LiftMPerSec, Acceleration: c.Carriers.LiftMPerSec2}
	if model, err := sim.SonarPreset(c.Sonar); err == nil { // Validate has seen it
		s.Sonars = &model
	}
	n := c.Noise
	s.Noise = sim.Noise{
		Position: n.Position, Accelerometer: n.Accelerometer, AccBias: n.AccelerometerBias,
		Gyroscope: n.Gyroscope, GyroBias: n.GyroscopeBias, Angles: n.Angles,
		FSR: n.FSR, FSRGain: n.FSRGain, Sonar: n.Sonar,
	}
	s.Robots = c.Robots.configs(&s)
	return s
}

// cameraOptions returns the cameras' settings. Where the kernel's receive buffer does
// not hold full images and no size is set, they are smaller.
func (c Config) cameraOptions(holdsImages bool) camera.Options {
	o := camera.Options{
		Width: c.Camera.Width, Height: c.Camera.Height, RateHz: c.Camera.RateHz, FovXDeg: c.Camera.FovXDeg,
		Noise: c.Camera.Noise, Exposure: c.Camera.Exposure, Seed: uint64(c.Seed), Nice: c.Camera.Nice,
	}
	if c.Camera.Effects == "v6" {
		o.Effects = camera.LikeV6()
	}
	if o.Width == 0 && !holdsImages {
		o.Width, o.Height = 320, 240
	}
	return o
}

// standing returns the command that holds the robot in its first posture until a client
// commands.
func standing(posture nao.Joints) nao.Command {
	c := nao.Command{Position: posture}
	for j := range c.Stiffness {
		c.Stiffness[j] = 1
	}
	return c
}
