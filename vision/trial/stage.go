// Package trial measures vision on rendered pictures: a simulated robot stands or walks on a field, its cameras take
// images, and vision's results are compared with the truth of the simulator.
//
// Everything follows from seeds. Frame W is the world, R base_footprint, C the camera's optical frame; m, rad, s, px.
package trial

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion"
	"gonao/nao"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/sim/mujoco"
	"gonao/sim/scenery"
	"gonao/sim/world"
	"gonao/vision"
	"gonao/vision/view"
)

// Setup describes a robot on its field.
type Setup struct {
	World   string      // a world's name
	Scene   uint64      // seed of the hall, of its light and of the robots that stand in it (package sim/scenery); 0: the plain world
	Shadows bool        // the scene's lamps and sun cast shadows, at five times the cost of an image
	Profile sim.Profile // of the body
	Seed    uint64      // of the body, its start and its way
	Camera  camera.Options
	Blind   bool // no pictures: only poses are measured
}

// Stage is a robot that walks from place to place and looks around. The caller must call Close.
type Stage struct {
	Sim    *sim.Simulation
	Motion *motion.Motion
	State  nao.State
	Truth  sim.Truth
	Lens   nao.Intrinsics
	Size   view.Size
	Field  *field.Map
	Image  camera.Image
	Others []world.Puppet // as in the world's file
	Balls  []world.Ball

	setup    Setup
	renderer *camera.Renderer
	history  view.History
	command  nao.Command
	pose     mujoco.Pose
	rng      *rand.Rand
	goal     plane.Pose
	cycle    int
}

// Open puts a robot onto its field.
func Open(setup Setup) (*Stage, error) {
	w, err := place(&setup)
	if err != nil {
		return nil, err
	}
	s := &Stage{setup: setup, rng: rand.New(rand.NewPCG(setup.Seed, 715)), Others: w.Puppets, Balls: w.Balls}
	f, err := field.Load(w.FieldName)
	if err != nil {
		return nil, err
	}
	s.Field = f.Map()
	start := s.free()
	w.Robot.XM, w.Robot.YM, w.Robot.YawDeg = start.X, start.Y, start.Theta*180/math.Pi
	s.goal = s.way(start)
	cfg := sim.DefaultConfig(w)
	cfg.Profile, cfg.Seed = setup.Profile, setup.Seed
	if s.Sim, err = sim.New(cfg); err != nil {
		return nil, err
	}
	return s, s.equip()
}

// place returns the world of a setup, and sets its cameras if a scene has its own.
func place(setup *Setup) (world.World, error) {
	if setup.Scene == 0 {
		w, err := world.Load(setup.World)
		w.Carriers = nil
		return w, err
	}
	o := scenery.Options{World: setup.World, Camera: setup.Camera, Samples: 1, ShadowSize: -1}
	if setup.Shadows {
		o.ShadowSize = 2048
	}
	w, cam, err := scenery.Draw(setup.Scene, o)
	setup.Camera = cam
	return w, err
}

// equip adds motion and the cameras.
func (s *Stage) equip() error {
	library, err := motion.Builtin()
	if err == nil {
		s.Motion, err = motion.New(motion.DefaultConfig(), library)
	}
	k, kerr := s.setup.Camera.Intrinsics()
	if err == nil {
		err = kerr
	}
	if err == nil && !s.setup.Blind {
		s.renderer, err = camera.NewRenderer(s.Sim.Model(), "", s.setup.Camera)
	}
	if err != nil {
		s.Close()
		return fmt.Errorf("trial: %w", err)
	}
	// A pixel's centre is at half in vision's coordinates.
	s.Lens = nao.Intrinsics{Fx: k.FX, Fy: k.FY, Cx: k.CX + 0.5, Cy: k.CY + 0.5}
	s.Size = view.Size{Width: k.Width, Height: k.Height}
	return nil
}

// Close frees the simulation.
func (s *Stage) Close() {
	if s.renderer != nil {
		s.renderer.Close()
	}
	s.Sim.Close()
}

// anywhere returns a random pose on the field.
func (s *Stage) anywhere() plane.Pose {
	return plane.Pose{
		X: (s.rng.Float64() - 0.5) * s.Field.Length, Y: (s.rng.Float64() - 0.5) * s.Field.Width, Theta: (s.rng.Float64() - 0.5) * 2 * math.Pi,
	}
}

// clearM is how far from robots and balls the robot stays, m.
const clearM = 0.6

// free returns a random pose on the field at which nothing stands.
func (s *Stage) free() plane.Pose {
	const tries = 100
	var p plane.Pose
	for range tries {
		if p = s.anywhere(); s.distance(p, p) > clearM {
			break
		}
	}
	return p
}

// way returns a goal that can be reached on a straight path without obstacles, or the best one of many.
func (s *Stage) way(from plane.Pose) plane.Pose {
	const tries = 60
	best, most := from, -1.0
	for range tries {
		p := s.free()
		d := s.distance(from, p)
		if d > most {
			best, most = p, d
		}
		if d > clearM {
			break
		}
	}
	return best
}

// distance returns how far the nearest robot or ball is from a straight way.
func (s *Stage) distance(from, to plane.Pose) float64 {
	nearest := math.Inf(1)
	check := func(x, y float64) {
		dx, dy := to.X-from.X, to.Y-from.Y
		along := 0.0
		if l2 := dx*dx + dy*dy; l2 > 0 {
			along = min(max(((x-from.X)*dx+(y-from.Y)*dy)/l2, 0), 1)
		}
		nearest = min(nearest, math.Hypot(from.X+along*dx-x, from.Y+along*dy-y))
	}
	for i := range s.Others {
		check(s.Others[i].XM, s.Others[i].YM)
	}
	for i := range s.Balls {
		check(s.Balls[i].XM, s.Balls[i].YM)
	}
	return nearest
}

// Pose returns where base_footprint is in the world.
func (s *Stage) Pose() plane.Pose {
	s.Sim.Truth(&s.Truth)
	x := s.Truth.Torso
	left := x.Apply(nao.SoleInTorso(nao.LeftLeg, &s.State.Position).P)
	right := x.Apply(nao.SoleInTorso(nao.RightLeg, &s.State.Position).P)
	_, _, yaw := x.RollPitchYaw()
	return plane.Pose{X: (left.X + right.X) / 2, Y: (left.Y + right.Y) / 2, Theta: yaw}
}

// Step runs one cycle of the body. The robot walks towards its goal once it stands.
func (s *Stage) Step() error {
	s.Sim.State(&s.State)
	p := view.Of(&s.State)
	s.history.Add(&p)
	if s.Motion.CanWalk() {
		if err := s.walk(); err != nil {
			return err
		}
		if err := s.Motion.SetHead(s.look()); err != nil {
			return err
		}
	}
	s.Motion.Step(&s.State, &s.command)
	s.cycle++
	return s.Sim.Step(&s.command)
}

// walk sets the velocity towards the goal, or chooses the next one.
func (s *Stage) walk() error {
	here := s.Pose()
	x, y := here.Local(s.goal.X, s.goal.Y)
	if math.Hypot(x, y) < 0.25 {
		s.goal = s.way(here)
	}
	toward := math.Atan2(y, x)
	return s.Motion.SetVelocity(motion.Velocity{
		X: 0.2 * max(0, math.Cos(toward)), Yaw: min(max(toward, -0.4), 0.4),
	})
}

// look returns the head's command: from side to side within ±60° in 4 s, a little down.
func (s *Stage) look() nao.HeadCommand {
	t := s.State.Time.Seconds()
	return nao.HeadCommand{Stamp: s.State.Time, Yaw: math.Pi / 3 * math.Sin(2*math.Pi*t/4), Pitch: 0.15 + 0.1*math.Sin(2*math.Pi*t/9)}
}

// Run steps for a simulated time.
func (s *Stage) Run(d time.Duration) error {
	for end := s.State.Time + d; s.State.Time < end; {
		if err := s.Step(); err != nil {
			return err
		}
	}
	return nil
}

// View returns the view of a camera as the body's sensors report it.
func (s *Stage) View(cam nao.Camera) (view.View, error) {
	p := view.Of(&s.State)
	v, err := view.New(s.Lens, s.Size, cam, &p)
	v.K1 = s.setup.Camera.Effects.Distortion
	return v, err
}

// TrueView returns the true view of a camera.
func (s *Stage) TrueView(cam nao.Camera) (view.View, error) {
	base := s.Pose()
	x_RW := nao.Rotation(up, -base.Theta).Mul(nao.Translation(scaled(-base.X, -base.Y)))
	return view.At(s.Lens, s.Size, cam, s.State.Time, x_RW.Mul(s.Truth.Cameras[cam]), 0)
}

// Look draws a camera's view into Image.
func (s *Stage) Look(cam nao.Camera) error {
	d := s.Sim.Data()
	d.CopyPose(&s.pose)
	w := d.CameraTurning(s.renderer.ID(cam))
	return s.renderer.Capture(cam, &s.pose, r3.Vec{X: w[0], Y: w[1], Z: w[2]}, &s.Image)
}

// Picture returns the last image as vision reads it.
func (s *Stage) Picture() vision.Image {
	return vision.Image{Width: s.Image.Width, Height: s.Image.Height, Step: 2 * s.Image.Width, Encoding: vision.EncodingYUYV, Data: s.Image.YUYV}
}
