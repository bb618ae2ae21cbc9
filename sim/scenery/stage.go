package scenery

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/num/quat"

	"gonao/sim"
	"gonao/sim/camera"
	"gonao/sim/label"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// selfName is the name of the robot that looks.
const selfName = "self"

// Stage is the world of one seed. It belongs to one goroutine at a time. Close it.
type Stage struct {
	Seed    uint64
	Purpose Purpose
	World   world.World // as drawn

	options  Options
	robots   []label.Identity // self first
	sim      *sim.World
	renderer *camera.Renderer
	labeller *label.Labeller
	pose     mujoco.Pose
	leans    []quat.Number // of the puppets in the world's file
}

// Shot is one image with its labels. Its memory is reused by the next Shoot into it.
type Shot struct {
	Seed, Number uint64
	Image        camera.Image
	Labels       label.Labels
}

// Open makes the world of a seed.
func Open(seed uint64, o Options) (*Stage, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("scenery: %w", err)
	}
	s := &Stage{Seed: seed, Purpose: purposeOf(seed), options: o}
	if err := s.open(); err != nil {
		s.Close()
		return nil, fmt.Errorf("scenery: world %d: %w", seed, err)
	}
	return s, nil
}

func (s *Stage) open() (err error) {
	if s.World, err = world.Load(s.options.World); err != nil {
		return err
	}
	d := newDice(s.Seed, s.Purpose)
	cfg := s.draw(d)
	if s.sim, err = sim.NewWorld(cfg); err != nil {
		return err
	}
	for i := range s.World.Puppets {
		q := s.sim.Data().MocapQuaternion[4*i:]
		s.leans = append(s.leans, quat.Number{Real: q[0], Imag: q[1], Jmag: q[2], Kmag: q[3]})
	}
	prefix := selfName + "/"
	o := s.options.Camera
	o.Samples = s.options.Samples
	o.ShadowSize = s.options.ShadowSize
	if s.renderer, err = camera.NewRenderer(s.sim.Model(), prefix, o); err != nil {
		return err
	}
	s.labeller, err = label.New(s.sim.Model(), &s.World, prefix, s.robots, o)
	return err
}

// Close frees the world.
func (s *Stage) Close() {
	if s.labeller != nil {
		s.labeller.Close()
	}
	if s.renderer != nil {
		s.renderer.Close()
	}
	if s.sim != nil {
		s.sim.Close()
	}
}

// Shoot makes the image of a number with its labels.
func (s *Stage) Shoot(number uint64, shot *Shot) error {
	r := rand.New(rand.NewPCG(s.Seed, 0x73686f74<<32|number))
	m := s.moment(r)
	if err := s.place(&m); err != nil {
		return fmt.Errorf("scenery: world %d, image %d: %w", s.Seed, number, err)
	}
	d := s.sim.Data()
	d.SetTime(float64(number)) // the sensor's noise depends on the time
	d.CopyPose(&s.pose)
	if err := s.renderer.Capture(m.camera, &s.pose, m.turning, &shot.Image); err != nil {
		return fmt.Errorf("scenery: world %d, image %d: %w", s.Seed, number, err)
	}
	stance := label.Stance{Torso: m.robots[0].torso, Joints: m.robots[0].joints}
	if err := s.labeller.Label(d, m.camera, stance, m.turning, &shot.Labels); err != nil {
		return fmt.Errorf("scenery: world %d, image %d: %w", s.Seed, number, err)
	}
	shot.Seed, shot.Number = s.Seed, number
	return nil
}
