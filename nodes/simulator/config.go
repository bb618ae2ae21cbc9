package simulator

import (
	"cmp"
	"fmt"

	"gonao/internal/si"
	"gonao/nao/lola"
	"gonao/nodes/internal/images"
	"gonao/ros"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/sim/world"
)

// Config holds the node's parameters. The noise of the sensors, the carriers' limits
// and the cameras' rate, noise and exposure can be set while it runs.
type Config struct {
	_ struct{} `desc:"The simulator: NAOs in a MuJoCo world, each behind the robot's own LoLA socket."`

	World            string          `yaml:"world" readonly:"true" desc:"spl (9 x 6 m), hsl_small (field of 2026), field2010 (6 x 4 m, coloured goals), empty, or the path of a world file"`
	Look             string          `yaml:"look" enum:"skin|blocks" readonly:"true" desc:"the robot's shape: skin is rounded, blocks plain, as in the papers"`
	Body             string          `yaml:"body" readonly:"true" desc:"figures of the robot and the ground that replace the profile's: a body file, or its text, such as 'strength: {knees: 0.7}'; docs/motion/body.md has the keys; empty: none"`
	Without          string          `yaml:"without" readonly:"true" desc:"what is left out of the real or worn profile, with commas: latency, backlash, offsets, masses, friction, carpet, sensors, torque_cap, voltage, heat, weakness, sticking, cells, angle_filter, slope, turf, bumps, or all"`
	Simulation       sim.Config      `yaml:",inline"`
	Socket           string          `yaml:"socket" readonly:"true" desc:"Unix socket that serves LoLA, /tmp/robocup is where the robot has it; or tcp://HOST:PORT"`
	BodyID           string          `yaml:"body_id" readonly:"true" desc:"the id in LoLA's RobotConfig, for software that looks a robot up; 20 characters"`
	BodyVersion      string          `yaml:"body_version" readonly:"true" desc:"5 characters"`
	HeadID           string          `yaml:"head_id" readonly:"true" desc:"20 characters"`
	HeadVersion      string          `yaml:"head_version" readonly:"true" desc:"5 characters"`
	FramePrefix      ros.FramePrefix `yaml:"frame_prefix" readonly:"true" desc:"before the frames' names, nao2/ say, where several robots share one /tf; with robots.names or robots.per_team each robot's name stands there"`
	Robots           Robots          `yaml:"robots" desc:"several robots in one world"`
	Lockstep         bool            `yaml:"lockstep" readonly:"true" desc:"each cycle waits for the command of every robot's client, physics never runs ahead of control"`
	DeadlineSec      float64         `yaml:"deadline_sec" unit:"s" min:"0" max:"3600" readonly:"true" desc:"in lockstep with several robots, how long after the first command of a cycle the world waits for the others; a later one is missed, the robot's last one is kept, and the run is not reproducible; 0: no limit"`
	FirstWithinSec   float64         `yaml:"first_clients_within_sec" unit:"s" min:"0" max:"3600" readonly:"true" desc:"in lockstep, how long the world waits for the first clients of all robots once one is there; later a robot without one is not waited for; 0: for ever"`
	Speed            float64         `yaml:"speed" min:"0" max:"100" readonly:"true" desc:"of the world by real time, at the start; 0: 1, and in lockstep as fast as the commands come"`
	RealtimePriority int             `yaml:"realtime_priority" min:"0" max:"99" readonly:"true" desc:"SCHED_FIFO priority of the physics, half of it for publishing, where granted; 0: do not ask" constraints:"not 1"`
	LingerSec        float64         `yaml:"linger_sec" unit:"s" min:"0" max:"60" readonly:"true" desc:"how long the simulator goes on after Ctrl-C while a driver is connected, which brings the robot down; 0: not at all"`
	Sonar            string          `yaml:"sonar" enum:"v6|naoisis" readonly:"true" desc:"the two sonars: v6, the robot's own (60 deg wide); naoisis, those of the NaOISIS document (18 deg wide, 0.15 to 0.75 m)"`
	Camera           Camera          `yaml:"camera" desc:"both head cameras; drawn only while there are subscriptions"`
	images.Outputs   `yaml:",inline"`
	Percepts         Percepts `yaml:"percepts" desc:"percepts instead of pixels"`
}

// Robots holds the differences between several robots of one world. The lists are as long as Names, or empty.
type Robots struct {
	Names    []string  `yaml:"names" readonly:"true" desc:"each is a namespace below the node's for the robot's topics and services, and the prefix of its frames; none: one robot, in the node's own namespace"`
	XM       []float64 `yaml:"x_m" unit:"m" min:"-50" max:"50" readonly:"true" desc:"where each starts; none: where the world has its robot"`
	YM       []float64 `yaml:"y_m" unit:"m" min:"-50" max:"50" readonly:"true" desc:"none: side by side, a metre apart"`
	YawDeg   []float64 `yaml:"yaw_deg" unit:"deg" min:"-360" max:"360" readonly:"true" desc:"where each looks; none: where the world's robot looks"`
	Sockets  []string  `yaml:"sockets" readonly:"true" desc:"of LoLA, as socket is; none: socket with _ and the robot's name behind it"`
	Profiles []string  `yaml:"profiles" readonly:"true" desc:"none: profile"`
	PerTeam  int       `yaml:"per_team" min:"0" max:"11" readonly:"true" desc:"in place of names: so many robots a team, red1, blue1 and so on, beside the field with jerseys and numbers, and one free ball"`
}

// framePrefix returns the prefix of a robot's frames.
func (c Config) framePrefix(b *sim.Body) ros.FramePrefix {
	return cmp.Or(ros.FramePrefix(b.Prefix()), c.FramePrefix)
}

// Camera holds the parameters of both head cameras.
type Camera struct {
	camera.Options `yaml:",inline"`

	Effects string `yaml:"effects" enum:"none|v6" readonly:"true" desc:"faults of a real camera: none, or v6, estimates of a NAO V6's: lens, rolling shutter and motion blur by the head's own speed, vignetting, shot noise, flicker; about 2 to 4 times the cost"`
}

// standingFSR is the noise of a force cell in N. It is larger than the laboratory's (sim.DefaultNoise), whose figures
// were measured with that: with 0.05 N, the more loaded sole never changed on 5 of 12 standing robots, and a phase
// provider that compares the soles never began.
const standingFSR = 0.4

// DefaultConfig is a robot in good order on the SPL field, with the cameras of a V6.
func DefaultConfig() Config {
	room, robot := sim.DefaultConfig(world.World{}), lola.SimulatedRobotConfig()
	room.StepSec, room.Noise.FSR = 0.002, standingFSR
	room.Carriers.TurnSpeed, room.Carriers.TurnAcceleration = 37.8*si.Degree, 68.8*si.Degree // round numbers in a file
	return Config{
		World: "spl", Look: world.LookSkin, Simulation: room, Sonar: "v6",
		Socket: lola.SocketPath, BodyID: robot[0], BodyVersion: robot[1], HeadID: robot[2], HeadVersion: robot[3],
		DeadlineSec: 1, RealtimePriority: 20, LingerSec: 4,
		Camera:   Camera{Options: camera.Options{RateHz: 30, Noise: 2, Exposure: 1, Nice: 10}, Effects: "none"},
		Outputs:  images.DefaultOutputs(),
		Percepts: Percepts{Source: "off", Table: "nao", RateHz: 10},
	}
}

// Validate checks what the rooms do not check themselves.
func (c Config) Validate() error {
	switch {
	case c.RealtimePriority == 1:
		return fmt.Errorf("realtime_priority 1: expected 0, or 2 to 99")
	case (c.Camera.Width == 0) != (c.Camera.Height == 0):
		return fmt.Errorf("camera.width %d and camera.height %d: expected both or, for the robot's own size, neither", c.Camera.Width, c.Camera.Height)
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
