package sim

import (
	"errors"
	"fmt"
	"math"
	"time"

	"gonao/nao"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// Simulation is one robot in its world. It belongs to one goroutine at a time.
type Simulation struct {
	// The constant model.
	cfg      Config
	model    *mujoco.Model
	substeps int
	stepSec  float64
	is       Body // what this robot is like
	body     *limbs
	servos   [nao.NumJoints]servo
	windings [nao.NumJoints]winding
	things   []thing // the balls
	balls    []freeBall

	// The mutable state.
	data     *mujoco.Data
	cycle    uint64
	command  nao.Command // the last one that was whole
	delay    delayLine
	hip      hip
	gears    [nao.NumJoints]gear
	power    power
	effort   effort
	scatter  *scatter
	feet     feet
	sonars   sonars
	carriers []ballCarrier
	leds     [nao.NumLEDs]int // their geoms; -1: the skin has none
	shone    bool             // somebody has lit an LED
	forces   [maxForces]force
	exact    nao.State // what is, as far as the sensors look at it
	sensed   nao.State // what they say
}

// New builds the world and puts the robot into it, standing. Close it.
func New(cfg Config) (*Simulation, error) {
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("simulation: %w", err)
	}
	s := &Simulation{cfg: cfg, scatter: newScatter(cfg.Noise, cfg.Seed)}
	var err error
	if s.is, err = cfg.body(); err != nil {
		return nil, fmt.Errorf("simulation: %w", err)
	}
	s.delay.cycles = s.is.Delay
	if s.substeps, s.stepSec, err = cfg.steps(); err != nil {
		return nil, fmt.Errorf("simulation: %w", err)
	}
	if err := s.build(); err != nil {
		s.Close()
		return nil, fmt.Errorf("simulation: %w", err)
	}
	for j := range nao.Joint(nao.NumJoints) {
		s.servos[j] = servoOf(j, cfg.Profile, &s.is)
		s.windings[j] = windingOf(j)
	}
	if err := s.Reset(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Tune takes another noise of every cycle and other limits of the carriers, from the
// next Step on. What is drawn once stays; all else of cfg is left alone.
func (s *Simulation) Tune(cfg Config) error {
	if err := cfg.validate(); err != nil {
		return fmt.Errorf("simulation: %w", err)
	}
	s.scatter.noise = cfg.Noise
	for i := range s.carriers {
		s.carriers[i].servo.Turn, s.carriers[i].servo.Lift = cfg.Turn, cfg.Lift
	}
	return nil
}

// build compiles the world with the robot and finds its parts.
func (s *Simulation) build() error {
	scene, err := sceneOf(&s.cfg)
	if err != nil {
		return err
	}
	if s.model, err = mujoco.Load(scene.XML, scene.Files); err != nil {
		return err
	}
	s.model.SetTimestep(s.stepSec)
	s.model.UseSparse()
	if s.data, err = mujoco.NewData(s.model); err != nil {
		return err
	}
	if s.body, err = find(s.model, ""); err != nil {
		return err
	}
	if s.carriers, err = findCarriers(s.model, &s.cfg); err != nil {
		return err
	}
	if s.things, err = findThings(s.model, &s.cfg.World); err != nil {
		return err
	}
	if s.balls, err = findBalls(s.model, &s.cfg.World); err != nil {
		return err
	}
	s.findHip()
	s.findLEDs()
	s.feet = newFeet(s.model)
	s.sonars = newSonars(echoGroups)
	return s.shape()
}

// sceneOf writes the model of a world with the robot.
func sceneOf(cfg *Config) (world.Scene, error) {
	options := cfg.World.RobotOptions()
	options.Motor = func(j nao.Joint) nao.Motor { return MotorOf(j, cfg.Profile) }
	options.FOVY = cfg.FOVY
	options.Fixed = cfg.Fixed
	options.TwoHipMotors, options.NoSelfContact = cfg.Profile == Paper, cfg.Profile == Paper
	if cfg.Fixed {
		options.Base.P.Z += standHeightM
	}
	parts := nao.MJCF(options)
	parts.Sensor = inertialUnit // soles and sonars are felt once a cycle, not at every step
	return cfg.World.MJCF(parts)
}

// standHeightM is how high above its place a robot on the test stand hangs.
const standHeightM = 0.5

// inertialUnit is what the robot has of MuJoCo's sensors.
const inertialUnit = `<accelerometer name="accelerometer" site="accelerometer"/>
<gyro name="gyroscope" site="gyroscope"/>
`

// Close frees the world.
func (s *Simulation) Close() {
	if s.data != nil {
		s.data.Close()
	}
	if s.model != nil {
		s.model.Close()
	}
	s.data, s.model = nil, nil
}

// Reset puts everything back to the start, at time 0.
func (s *Simulation) Reset() error {
	if err := s.data.Reset(); err != nil {
		return fmt.Errorf("simulation: %w", err)
	}
	s.shone, s.data.Glow = false, s.data.Glow[:0]
	s.cycle, s.forces, s.hip.wanted = 0, [maxForces]force{}, math.NaN()
	s.command = nao.Command{Position: s.cfg.Start}
	for j := range s.command.Stiffness {
		s.command.Stiffness[j] = 1
	}
	s.delay.reset(&s.command)
	s.effort.reset(s.cfg.AmbientCelsius, &s.is.Warm)
	for j := range nao.Joint(nao.NumJoints) {
		s.gears[j] = gearOf(j, s.is.Backlash[j])
	}
	s.scatter.reset()
	s.exact = nao.State{Capabilities: Capabilities, Stiffness: s.command.Stiffness, Battery: nao.Battery{Charge: s.is.Charge, Temperature: s.cfg.AmbientCelsius}}
	s.exact.Temperature = s.effort.celsius
	s.supply()
	s.place()
	for i := range s.carriers {
		s.carriers[i].reset(s.data)
	}
	if err := s.data.Forward(); err != nil {
		return fmt.Errorf("simulation: %w", err)
	}
	s.effort.begin()
	s.effort.sample(s.data, s.body)
	s.sense()
	return nil
}

// place puts the robot on its feet in its start posture.
func (s *Simulation) place() {
	for j, at := range s.body.qpos {
		s.data.QPos[at] = s.cfg.Start[j] + s.is.Offset[j]
	}
	s.data.QPos[s.body.followQPos] = s.data.QPos[s.body.qpos[nao.LHipYawPitch]]
	if s.body.rootQPos >= 0 {
		lowest := math.Inf(1)
		for leg := range nao.Leg(nao.NumLegs) {
			lowest = min(lowest, nao.SoleInTorso(leg, &s.cfg.Start).P.Z)
		}
		s.data.QPos[s.body.rootQPos+2] = -lowest
	}
}

// Step advances the world by one cycle under a command. A target that is not a
// number is taken as the last one that was. It does not allocate. After an error,
// which means that the physics diverged, only Reset and Close are of use.
func (s *Simulation) Step(command *nao.Command) error {
	s.take(command)
	active := s.delay.pass(&s.command)
	for j, wanted := range active.Stiffness {
		s.exact.Stiffness[j] = coolDown(min(max(wanted, 0), 1), s.exact.Status[j])
	}
	s.effort.begin()
	for range s.substeps {
		s.drive(active)
		s.stepForces()
		if err := s.data.Step(1); err != nil {
			return fmt.Errorf("simulation at %v: %w", s.Time(), err)
		}
		s.effort.sample(s.data, s.body)
	}
	s.cycle++
	s.data.SetTime(s.Time().Seconds()) // a sum of steps would drift off the cycles' grid
	if w := s.data.Warnings(); w.BadPosition+w.BadVelocity+w.BadAcceleration+w.BadControl > 0 {
		return fmt.Errorf("simulation at %v: %w", s.Time(), errDiverged)
	}
	if err := s.data.Kinematics(); err != nil {
		return fmt.Errorf("simulation at %v: %w", s.Time(), err)
	}
	s.spend()
	s.sense()
	return nil
}

var errDiverged = errors.New("the physics diverged")

// take keeps what is a number of a command.
func (s *Simulation) take(command *nao.Command) {
	s.command.Cycle = command.Cycle
	for j := range command.Position {
		if p := command.Position[j]; finite(p) {
			s.command.Position[j] = nao.Joint(j).Clamp(p)
		}
		if k := command.Stiffness[j]; finite(k) {
			s.command.Stiffness[j] = k
		}
	}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Time is the simulated time since the start.
func (s *Simulation) Time() time.Duration { return time.Duration(s.cycle) * nao.CyclePeriod }

// State tells what the body's sensors say.
func (s *Simulation) State(out *nao.State) { *out = s.sensed }

// Press holds a button or touch pad, and Release lets it go. Bumpers are pressed
// by what they meet, not by this.
func (s *Simulation) Press(t nao.Touch) { s.exact.Touch[t] = true }

// Release lets a button or touch pad go.
func (s *Simulation) Release(t nao.Touch) { s.exact.Touch[t] = false }

// Model gives the compiled model, for cameras; it lives until Close.
func (s *Simulation) Model() *mujoco.Model { return s.model }

// Data gives the state of the physics, for cameras to copy between two steps. Its
// time is the simulation's, and its poses fit its positions.
func (s *Simulation) Data() *mujoco.Data { return s.data }
