package sim

import (
	"fmt"
	"math"
	"strings"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// maxForces is how many pushes and pulls may last at a time.
const maxForces = 8

// maxPush bounds an impulse, N·s, and maxPull the strength of a pull, N.
const (
	maxPush = 1000.0
	maxPull = 1000.0
)

// force is what acts on one body for a while: an even force, or a spring to a point.
type force struct {
	body  int
	steps int    // of the physics that are left
	even  r3.Vec // in the world, N

	pull     bool
	to       r3.Vec  // where the spring ends, in the world, m
	strength float64 // N at most
	mass     float64 // of all that hangs on the body, kg
}

// Push gives the torso an impulse, N·s in the world's axes, at its own centre of mass:
// an even force from the next Step on, for d, rounded up to whole steps of the
// physics. A push of the torso that still lasts is replaced.
func (s *Simulation) Push(impulse r3.Vec, d time.Duration) error {
	return s.PushObject("torso", impulse, d)
}

// PushObject does the same to a link of the robot, "robot" for its torso, or to a free
// ball. See Objects.
func (s *Simulation) PushObject(name string, impulse r3.Vec, d time.Duration) error {
	if !(r3.Norm(impulse) <= maxPush) {
		return fmt.Errorf("push %s: (%g, %g, %g) N s: expected numbers, %g N s at most", name, impulse.X, impulse.Y, impulse.Z, maxPush)
	}
	body, _, err := s.movable(name)
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	steps, err := s.stepsOf(d)
	if err != nil {
		return fmt.Errorf("push %s: %w", name, err)
	}
	return s.apply(force{body: body, steps: steps, even: r3.Scale(1/(float64(steps)*s.stepSec), impulse)})
}

// Pull draws a link of the robot or a free ball towards a point of the world for d, as a
// damped spring does that reaches it within a third of a second, but with strength N at
// most. Pulled by the head to where it was while standing, a robot hangs on its feet.
func (s *Simulation) Pull(name string, to r3.Vec, strength float64, d time.Duration) error {
	if !(r3.Norm(to) <= farM) {
		return fmt.Errorf("pull %s: to (%g, %g, %g) m: expected a point within %g m", name, to.X, to.Y, to.Z, farM)
	}
	if !(strength > 0 && strength <= maxPull) {
		return fmt.Errorf("pull %s: with %g N: expected more than 0, %g at most", name, strength, maxPull)
	}
	body, mass, err := s.movable(name)
	if err != nil {
		return fmt.Errorf("pull: %w", err)
	}
	steps, err := s.stepsOf(d)
	if err != nil {
		return fmt.Errorf("pull %s: %w", name, err)
	}
	return s.apply(force{body: body, steps: steps, pull: true, to: to, strength: strength, mass: mass})
}

// farM is how far from the origin things may be put or drawn to.
const farM = 100.0

// maxPushTime bounds how long a push or a pull lasts.
const maxPushTime = time.Hour

func (s *Simulation) stepsOf(d time.Duration) (int, error) {
	if d < 0 || d > maxPushTime {
		return 0, fmt.Errorf("for %v: expected 0 to %v", d, maxPushTime)
	}
	return max(1, int(math.Ceil(d.Seconds()/s.stepSec-1e-9))), nil
}

// apply takes a force on, in place of another on the same body.
func (s *Simulation) apply(f force) error {
	free := -1
	for i := range s.forces {
		switch {
		case s.forces[i].steps > 0 && s.forces[i].body == f.body:
			s.forces[i] = f
			return nil
		case s.forces[i].steps == 0 && free < 0:
			free = i
		}
	}
	if free < 0 {
		return fmt.Errorf("push or pull: %d others still last: expected fewer at a time", maxForces)
	}
	s.forces[free] = f
	return nil
}

// Objects names what can be pushed and pulled: robot, the robot's links, the free balls.
func (s *Simulation) Objects() []string {
	names := []string{"robot"}
	for l := range nao.Link(nao.NumLinks) {
		names = append(names, l.String())
	}
	for _, b := range s.cfg.World.Balls {
		names = append(names, b.Name)
	}
	return names
}

// movable finds a body by its name, and the mass of the whole thing it is part of.
func (s *Simulation) movable(name string) (body int, mass float64, err error) {
	for _, b := range s.cfg.World.Balls {
		if b.Name == name {
			body, err = s.model.ID(mujoco.Body, name)
			return body, b.MassKg, err
		}
	}
	if name == "robot" {
		name = nao.LinkTorso.String()
	}
	for l := range nao.Link(nao.NumLinks) {
		if strings.EqualFold(l.String(), name) {
			if s.body.rootQPos < 0 {
				return 0, 0, fmt.Errorf("%s: the torso is held: expected a free robot", name)
			}
			body, err = s.model.ID(mujoco.Body, l.String())
			return body, nao.TotalMass(), err
		}
	}
	for _, c := range s.carriers {
		if c.name == name {
			return 0, 0, fmt.Errorf("object %q hangs on a carrier, which carrier_command moves", name)
		}
	}
	return 0, 0, fmt.Errorf("object %q: no such object (there are %s)", name, strings.Join(s.Objects(), ", "))
}

// pullRate is how fast a pull draws, rad/s: a spring of mass · pullRate², critically damped.
const pullRate = 12.0

// stepForces applies what slows the balls, and all pushes and pulls, for one step of the
// physics.
func (s *Simulation) stepForces() {
	for i := range s.balls {
		s.balls[i].slow(s.data, s.stepSec)
	}
	for i := range s.forces {
		f := &s.forces[i]
		if f.body == 0 {
			continue
		}
		wrench := s.data.AppliedWrench[6*f.body : 6*f.body+3]
		if int(s.model.BodyRoot[f.body]) == s.body.torso {
			wrench[0], wrench[1], wrench[2] = 0, 0, 0
		}
		if f.steps == 0 {
			f.body = 0
			continue
		}
		f.steps--
		v := f.even
		if f.pull {
			v = f.spring(s.data)
		}
		wrench[0], wrench[1], wrench[2] = wrench[0]+v.X, wrench[1]+v.Y, wrench[2]+v.Z
	}
}

// spring gives the force of a pull; the body's speed is taken from its last two places.
func (f *force) spring(d *mujoco.Data) r3.Vec {
	at := r3.Vec{X: d.BodyCom[3*f.body], Y: d.BodyCom[3*f.body+1], Z: d.BodyCom[3*f.body+2]}
	v := d.BodyVelocity(f.body)
	velocity := r3.Vec{X: v[0], Y: v[1], Z: v[2]}
	pull := r3.Sub(r3.Scale(f.mass*pullRate*pullRate, r3.Sub(f.to, at)), r3.Scale(2*f.mass*pullRate, velocity))
	if n := r3.Norm(pull); n > f.strength {
		pull = r3.Scale(f.strength/n, pull)
	}
	return pull
}
