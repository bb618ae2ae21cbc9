package sim

import (
	"errors"
	"fmt"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// World is a ground with balls and one or more robots. It owns the model, the state of
// the physics, and the time. It belongs to one goroutine at a time, and its bodies with
// it.
type World struct {
	// The constant model.
	cfg      Config
	model    *mujoco.Model
	substeps int
	stepSec  float64
	balls    []ball     // those on carriers, then the free ones
	rolling  []freeBall // the free ones

	// The mutable state.
	data     *mujoco.Data
	cycle    uint64
	bodies   []*Body
	carriers []ballCarrier
	bumps    bumpField
	forces   forces
	contacts contacts
	touches  touches
	lights   lights
	meter    meter
}

// NewWorld builds a world and puts its robots into it, standing. Close it.
func NewWorld(cfg Config) (*World, error) {
	w := &World{cfg: cfg}
	if err := w.build(); err != nil {
		w.Close()
		return nil, fmt.Errorf("simulation: %w", err)
	}
	if err := w.Reset(); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// The harder friction holds, the more processor time a step takes. With steps up to fineStepSec the world's own impratio
// counts: a robot that stands turns by 0.02° in 8 s. Longer steps are for many robots at once and have coarseImpRatio:
// robots turn ten times as far, and a match takes half the time.
const (
	fineStepSec    = 0.002
	coarseImpRatio = 20
)

// build compiles the world with the robots and finds its parts.
func (w *World) build() (err error) {
	if err := w.cfg.validate(); err != nil {
		return err
	}
	if w.substeps, w.stepSec, err = w.cfg.steps(); err != nil {
		return err
	}
	scene, err := sceneOf(&w.cfg)
	if err != nil {
		return err
	}
	if w.model, err = mujoco.Load(scene.XML, scene.Files, scene.Pictures); err != nil {
		return err
	}
	w.model.SetTimestep(w.stepSec)
	if w.stepSec > fineStepSec {
		w.model.SetImpRatio(coarseImpRatio)
	}
	w.model.UseSparse()
	if w.data, err = mujoco.NewData(w.model); err != nil {
		return err
	}
	if w.carriers, err = findCarriers(w.model, &w.cfg); err != nil {
		return err
	}
	if w.balls, err = findBalls(w.model, &w.cfg.World); err != nil {
		return err
	}
	if w.rolling, err = findFreeBalls(w.model, &w.cfg.World); err != nil {
		return err
	}
	if err := w.buildBodies(); err != nil {
		return err
	}
	if w.touches, err = newTouches(w.model, w.BallNames(), len(w.rolling)); err != nil {
		return err
	}
	w.forces = forces{stepSec: w.stepSec, slots: make([]force, forcesPerRobot*len(w.bodies))}
	first, place := w.bodies[0], w.cfg.placeOf(&w.cfg.robots()[0])
	bumps := drawBumps(&first.traits.Uneven, w.cfg.robots()[0].Seed, r3.Vec{X: place.XM, Y: place.YM})
	w.bumps = newBumpField(w.model, bumps)
	return shape(w.model, w.data, w.bodies)
}

// buildBodies creates the bodies and their shared parts.
func (w *World) buildBodies() error {
	robots := w.cfg.robots()
	for i := range robots {
		b, err := newBody(w.model, &robots[i], w.cfg.AmbientCelsius)
		if err != nil {
			return err
		}
		w.bodies = append(w.bodies, b)
	}
	w.contacts = newContacts(w.model, w.bodies)
	w.lights = newLights(w.model, w.data, w.bodies)
	echoes := findEchoes(w.model, w.bodies)
	for i, b := range w.bodies {
		b.number, b.lights = i, &w.lights
		b.sonars = newSonars(echoes, i, b.cfg.Sonars)
	}
	return nil
}

// Close frees the world.
func (w *World) Close() {
	if w.data != nil {
		w.data.Close()
	}
	if w.model != nil {
		w.model.Close()
	}
	w.data, w.model = nil, nil
}

// Reset puts everything back to the start, at time 0.
func (w *World) Reset() error {
	if err := w.data.Reset(); err != nil {
		return fmt.Errorf("simulation: %w", err)
	}
	w.bumps.clear()
	w.lights.reset()
	w.forces.reset()
	w.cycle = 0
	for _, b := range w.bodies {
		b.reset(w.data)
	}
	for i := range w.carriers {
		w.carriers[i].reset(w.data)
	}
	if err := w.data.Forward(); err != nil {
		return fmt.Errorf("simulation: %w", err)
	}
	for _, b := range w.bodies {
		b.effort.begin()
		b.effort.sample(w.data, b.limbs)
	}
	w.sense()
	return nil
}

// Restart puts everything back to the start, as Reset does, but time continues.
func (w *World) Restart() error {
	cycle := w.cycle
	if err := w.Reset(); err != nil {
		return err
	}
	w.cycle = cycle
	w.data.SetTime(w.Time().Seconds())
	for _, b := range w.bodies {
		b.exact.Time, b.exact.Cycle = w.Time(), cycle
		b.sensed.Time, b.sensed.Cycle = w.Time(), cycle
	}
	return nil
}

// Step advances the world by one cycle, each body under its last command. It does not
// allocate. After an error, which means that the physics diverged, only Reset and Close
// may be called.
func (w *World) Step() error {
	w.touches.found = w.touches.found[:0]
	w.bumps.near(w.data)
	for _, b := range w.bodies {
		b.begin()
	}
	for range w.substeps {
		for _, b := range w.bodies {
			b.drive(w.data, w.stepSec)
		}
		for i := range w.carriers {
			w.carriers[i].step(w.data, w.stepSec)
		}
		for i := range w.rolling {
			w.rolling[i].slow(w.data, w.stepSec)
		}
		for _, b := range w.bodies {
			b.turf.clear(w.data)
		}
		w.forces.step(w.data)
		for _, b := range w.bodies {
			b.turf.brake(w.data)
		}
		w.meter.start()
		if err := w.data.Step(1); err != nil {
			return fmt.Errorf("simulation at %v: %w", w.Time(), err)
		}
		w.meter.stop()
		w.touches.collect(w.data, w.contacts.parts)
		for _, b := range w.bodies {
			b.effort.sample(w.data, b.limbs)
		}
	}
	w.cycle++
	w.data.SetTime(w.Time().Seconds()) // a sum of steps would drift off the cycles' grid
	if n := w.data.Warnings(); n.BadPosition+n.BadVelocity+n.BadAcceleration+n.BadControl > 0 {
		return fmt.Errorf("simulation at %v: %w", w.Time(), errDiverged)
	}
	if err := w.data.Kinematics(); err != nil {
		return fmt.Errorf("simulation at %v: %w", w.Time(), err)
	}
	for _, b := range w.bodies {
		b.spend(w.cfg.AmbientCelsius)
	}
	w.sense()
	return nil
}

var errDiverged = errors.New("the physics diverged")

// sense reads the sensors of all bodies at the end of a cycle.
func (w *World) sense() {
	for _, b := range w.bodies {
		b.senseMotion(w.data, w.Time(), w.cycle)
	}
	w.contacts.read(w.data, w.bodies)
	for _, b := range w.bodies {
		if w.cycle%sonarEvery == 0 {
			b.sonars.listen(w.data, b.limbs.torso, &b.exact.Sonar)
		}
		b.disturb()
	}
}

// Time returns the simulated time since the start.
func (w *World) Time() time.Duration { return time.Duration(w.cycle) * nao.CyclePeriod }

// Bodies returns the robots, in the order of Config.Robots. The slice must not be
// changed.
func (w *World) Bodies() []*Body { return w.bodies }

// Model returns the compiled model, for cameras; it lives until Close.
func (w *World) Model() *mujoco.Model { return w.model }

// Data returns the state of the physics, for cameras to copy between two steps. Its
// time is the world's, and its poses fit its positions.
func (w *World) Data() *mujoco.Data { return w.data }

// Tune replaces the noise of every cycle and the limits of the carriers by those of cfg, from the next Step on. Errors
// drawn once stay, and everything else in cfg is ignored.
func (w *World) Tune(cfg Config) error {
	if err := cfg.validate(); err != nil {
		return fmt.Errorf("simulation: %w", err)
	}
	robots := cfg.robots()
	if len(robots) != len(w.bodies) {
		return fmt.Errorf("simulation: noise of %d robots: expected that of %d", len(robots), len(w.bodies))
	}
	for i, b := range w.bodies {
		b.scatter.noise = robots[i].Noise
	}
	for i := range w.carriers {
		w.carriers[i].servo.Turn, w.carriers[i].servo.Lift = cfg.Carriers.Limits()
	}
	return nil
}
