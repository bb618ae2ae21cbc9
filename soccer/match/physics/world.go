package physics

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion"
	"gonao/motion/slot"
	"gonao/nao"
	"gonao/robot/mover"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/sim"
	"gonao/sim/kinematic"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// StepSec is the physics' step in matches, s.
const StepSec = 0.004

// Config describes a world of robots.
type Config struct {
	World   string        // of package sim/world, with a field and a ball
	Robots  []Robot       // in the order of the plane's
	Profile sim.Profile   // of all bodies
	Seed    uint64        // for the bodies' traits and noise
	StepSec float64       // of the physics; 0: StepSec
	Motion  motion.Config // of all robots
}

// A Robot is a robot of a team.
type Robot struct {
	Name   string // such as red1
	Color  string // colour of the jersey
	Number int    // on the jersey
}

// A World steps the bodies. It is not safe for concurrent use. Close it.
type World struct {
	Plane *kinematic.World // the true state on the ground

	sim      *sim.World
	library  slot.Library
	motion   motion.Config
	bodies   []*body
	shapes   *sim.Silhouettes
	ball     string
	ballAt   int // in the truth's balls
	ballBody int // in the model
	ballZ    float64
	before   kinematic.Ball // the ball a cycle ago
	contacts []sim.Contact
	touches  []sim.Touch
	truth    sim.Truth
}

// New returns a world whose robots stand beside the field. It updates plane, the world on the ground.
func New(c Config, p *kinematic.World) (_ *World, err error) {
	w := &World{Plane: p, motion: c.Motion}
	if w.library, err = motion.Builtin(); err != nil {
		return nil, fmt.Errorf("physics: %w", err)
	}
	if w.sim, w.ball, err = NewSimulator(&c); err != nil {
		return nil, err
	}
	if err := w.populate(); err != nil {
		w.Close()
		return nil, fmt.Errorf("physics: %w", err)
	}
	return w, nil
}

// NewSimulator returns the field with one ball, whose name it returns, and the robots beside the field.
func NewSimulator(c *Config) (*sim.World, string, error) {
	ground, err := world.Load(c.World)
	if err != nil {
		return nil, "", fmt.Errorf("physics: %w", err)
	}
	if ground.Map == nil || len(ground.Balls) == 0 {
		return nil, "", fmt.Errorf("physics: world %s: expected one with a field and a ball", c.World)
	}
	ground.Carriers, ground.Balls = nil, ground.Balls[:1]
	w, err := sim.NewWorld(config(c, ground))
	if err != nil {
		return nil, "", fmt.Errorf("physics: %w", err)
	}
	return w, ground.Balls[0].Name, nil
}

// config returns the simulator's configuration.
func config(c *Config, ground world.World) sim.Config {
	cfg := sim.DefaultConfig(ground)
	if cfg.StepSec = c.StepSec; cfg.StepSec == 0 {
		cfg.StepSec = StepSec
	}
	for i, r := range c.Robots {
		robot := sim.DefaultRobot()
		robot.Name, robot.Profile, robot.Seed = r.Name, c.Profile, c.Seed*1000+uint64(i)
		look := ground.Robot
		look.Jersey, look.Number = r.Color, r.Number
		at := Parking(ground.Map, i)
		look.XM, look.YM, look.YawDeg = at.X, at.Y, at.Theta*180/math.Pi
		robot.Robot = &look
		cfg.Robots = append(cfg.Robots, robot)
	}
	return cfg
}

// populate finds the ball and makes the bodies.
func (w *World) populate() error {
	names := w.sim.BallNames()
	for w.ballAt = 0; names[w.ballAt] != w.ball; w.ballAt++ {
	}
	var err error
	if w.ballBody, err = w.sim.Model().ID(mujoco.Body, w.ball); err != nil {
		return err
	}
	for i, s := range w.sim.Bodies() {
		b, err := newBody(w, i, s)
		if err != nil {
			return err
		}
		w.bodies = append(w.bodies, b)
	}
	if w.shapes, err = sim.NewSilhouettes(w.sim); err != nil {
		return err
	}
	if len(w.bodies) != len(w.Plane.Robots) {
		return fmt.Errorf("%d robots: expected %d, as on the ground", len(w.bodies), len(w.Plane.Robots))
	}
	w.project(0)
	return nil
}

// Close frees the simulator.
func (w *World) Close() { w.sim.Close() }

// Mover returns the mover of a robot.
func (w *World) Mover(i int) mover.Mover { return w.bodies[i].mover }

// State returns the measurements of a robot's joints and sensors in the last cycle. It is valid until the next one.
func (w *World) State(i int) *nao.State { return &w.bodies[i].state }

// Simulator returns the world with its physics, for cameras and films.
func (w *World) Simulator() *sim.World { return w.sim }

// Prefix returns the prefix of a robot's names in the model, such as those of its cameras.
func (w *World) Prefix(i int) string { return w.bodies[i].body.Prefix() }

// Meter measures with a clock the time of MuJoCo's own steps from now on; see [sim.World.Meter].
func (w *World) Meter(clock func() time.Duration) { w.sim.Meter(clock) }

// Spent returns the time that MuJoCo's own steps have needed since Meter.
func (w *World) Spent() time.Duration { return w.sim.Spent() }

// Parking returns where a robot stands that is not on the field.
func Parking(f *field.Map, i int) plane.Pose {
	return plane.Pose{X: -f.Length/2 + 0.6 + 0.7*float64(i), Y: f.Width/2 + f.Border + 1.5, Theta: -math.Pi / 2}
}

var errCycle = errors.New("physics: expected a step of one cycle, 12 ms")

// Step advances the bodies by a cycle, and updates the ground.
func (w *World) Step(dt time.Duration) error {
	if dt != nao.CyclePeriod {
		return errCycle
	}
	for _, b := range w.bodies {
		b.step()
	}
	if err := w.sim.Step(); err != nil {
		return err
	}
	w.Plane.Now += dt
	w.project(dt)
	return nil
}

// Ping is there for the ground's sonars: the bodies have their own.
func (w *World) Ping() {}

// farFromOthers is how near to another robot one is placed, m.
const farFromOthers = 0.45

// Place puts a robot upright at a pose, or beside it where another one stands.
func (w *World) Place(i int, p plane.Pose) error {
	at := p
	for k := 1; w.taken(i, at) && k < 40; k++ { // alternating to both sides
		at = p.Mul(plane.Pose{Y: 0.15 * float64(k/2+1) * float64(1-2*(k%2))})
	}
	w.Plane.Place(i, at)
	w.bodies[i].rest()
	return w.bodies[i].place(at)
}

// Lay puts a robot down standing or lying, with a restarted motion, which gets it up.
func (w *World) Lay(i int, p plane.Pose, lie sim.Lie) error {
	w.Plane.Place(i, p)
	w.bodies[i].rest()
	return w.bodies[i].lay(p, lie)
}

// Reach returns how far to the left and to the right of a pose a robot's links reach below a height, m.
func (w *World) Reach(i int, from plane.Pose, belowM float64) (left, right float64) {
	d, b := w.sim.Data(), w.bodies[i]
	for _, id := range b.links.All {
		p := d.BodyPosition[3*id : 3*id+3]
		if p[2] > belowM {
			continue
		}
		_, y := from.Local(p[0], p[1])
		left, right = max(left, y), max(right, -y)
	}
	return left, right
}

// Falls returns how often a robot has fallen.
func (w *World) Falls(i int) int { return w.bodies[i].mover.Falls() }

// taken reports whether another robot stands where one is to be placed.
func (w *World) taken(i int, at plane.Pose) bool {
	for j := range w.bodies {
		if j != i && w.bodies[j].at.Distance(at) < farFromOthers {
			return true
		}
	}
	return false
}

// Remove removes a robot from the field and places it beside it.
func (w *World) Remove(i int) error {
	w.Plane.Remove(i)
	return w.bodies[i].place(Parking(w.Plane.Field, i))
}

// clearOfBall is how near to a robot's middle the ball is placed, m.
const clearOfBall = 0.155

// PlaceBall puts the ball at rest at a point, or beside it where a robot stands.
func (w *World) PlaceBall(x, y float64) error {
	atX, atY := x, y
	for k := 0; k < 64 && w.covered(atX, atY); k++ {
		sin, cos := math.Sincos(float64(k) * math.Pi / 4)
		r := 0.08 * float64(k/8+1)
		atX, atY = x+r*cos, y+r*sin
	}
	w.Plane.PlaceBall(atX, atY)
	return w.sim.PlaceBall(w.ball, r3.Vec{X: atX, Y: atY})
}

func (w *World) covered(x, y float64) bool {
	for i, b := range w.bodies {
		reach := clearOfBall
		if r := &w.Plane.Robots[i]; r.Posture == kinematic.Fallen || r.Posture == kinematic.GettingUp {
			reach = 0.4
		}
		if math.Hypot(b.at.X-x, b.at.Y-y) < reach {
			return true
		}
	}
	return false
}

// BallHeight returns the height of the ball's centre, m.
func (w *World) BallHeight() float64 { return w.ballZ }

// Append appends the state of the physics to bytes, for a digest.
func (w *World) Append(b []byte) []byte {
	d := w.sim.Data()
	for _, values := range [][]float64{d.QPos, d.QVel} {
		for _, v := range values {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
	}
	return w.Plane.Append(b)
}
