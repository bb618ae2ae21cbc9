package sim

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/wording"
	"gonao/nao"
	"gonao/sim/mujoco"
)

// maxPush bounds an impulse, N·s, and maxPull the strength of a pull, N.
const (
	maxPush = 1000.0
	maxPull = 1000.0
)

// farM is the largest distance from the origin to which things may be put or pulled.
const farM = 100.0

// maxPushTime is the longest duration of a push or a pull.
const maxPushTime = time.Hour

// anyRobot is the name of the only robot of a world as an object.
const anyRobot = "robot"

// PushObject applies an impulse, N·s in the world's axes, to an object at its centre of
// mass: an even force from the next Step on, for d, rounded up to whole steps of the
// physics. A push of the same object that still lasts is replaced. The object is one of
// Objects.
func (w *World) PushObject(name string, impulse r3.Vec, d time.Duration) error {
	if !(r3.Norm(impulse) <= maxPush) {
		return fmt.Errorf("push %s: (%g, %g, %g) N s: expected numbers, %g N s at most", name, impulse.X, impulse.Y, impulse.Z, maxPush)
	}
	o, err := w.movable(name)
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	steps, err := w.forces.stepsOf(d)
	if err != nil {
		return fmt.Errorf("push %s: %w", name, err)
	}
	return w.forces.apply(force{object: o, steps: steps, even: r3.Scale(1/(float64(steps)*w.stepSec), impulse)})
}

// Pull pulls an object towards a point of the world for d, as a damped spring that
// reaches it within a third of a second, but with strength N at most. Pulled by the head
// to where that was while standing, a robot hangs on its feet.
func (w *World) Pull(name string, to r3.Vec, strength float64, d time.Duration) error {
	if !(r3.Norm(to) <= farM) {
		return fmt.Errorf("pull %s: to (%g, %g, %g) m: expected a point within %g m", name, to.X, to.Y, to.Z, farM)
	}
	if !(strength > 0 && strength <= maxPull) {
		return fmt.Errorf("pull %s: with %g N: expected more than 0, %g at most", name, strength, maxPull)
	}
	o, err := w.movable(name)
	if err != nil {
		return fmt.Errorf("pull: %w", err)
	}
	steps, err := w.forces.stepsOf(d)
	if err != nil {
		return fmt.Errorf("pull %s: %w", name, err)
	}
	return w.forces.apply(force{object: o, steps: steps, pull: true, to: to, strength: strength})
}

// Objects returns the names of the objects that can be pushed and pulled: the robots, their links and the free balls. A
// single robot is "robot" and its links have their own names, such as "Head"; several robots have their names, and their
// links are "nao1/Head".
func (w *World) Objects() []string {
	var names []string
	for _, b := range w.bodies {
		names = append(names, b.object())
		for l := range nao.Link(nao.NumLinks) {
			names = append(names, b.Prefix()+l.String())
		}
	}
	for _, b := range w.cfg.World.Balls {
		names = append(names, b.Name)
	}
	return names
}

// object returns the robot's name as an object.
func (b *Body) object() string {
	return cmp.Or(b.cfg.Name, anyRobot)
}

// object is a body of the model that forces act on.
type object struct {
	body int
	root int     // the torso of the robot it is part of; 0: a ball
	mass float64 // of all bodies attached to it, kg
}

// movable finds an object by its name.
func (w *World) movable(name string) (object, error) {
	for _, b := range w.cfg.World.Balls {
		if b.Name == name {
			id, err := w.model.ID(mujoco.Body, name)
			return object{body: id, mass: b.MassKg}, err
		}
	}
	for _, b := range w.bodies {
		link, ok := b.linkOf(name)
		if !ok {
			continue
		}
		if b.limbs.rootQPos < 0 {
			return object{}, fmt.Errorf("%s: the torso is held: expected a free robot", link)
		}
		id, err := w.model.ID(mujoco.Body, b.Prefix()+link.String())
		return object{body: id, root: b.limbs.torso, mass: nao.TotalMass()}, err
	}
	for _, c := range w.carriers {
		if c.name == name {
			return object{}, fmt.Errorf("object %q hangs on a carrier, which carrier_command moves", name)
		}
	}
	return object{}, fmt.Errorf("object %q: no such object (there are %s)%s", name, strings.Join(w.Objects(), ", "), wording.DidYouMean(name, w.Objects()))
}

// linkOf returns the link that an object's name stands for, and whether it is one of this
// robot's: its torso for the robot itself.
func (b *Body) linkOf(object string) (nao.Link, bool) {
	if object == b.object() {
		return nao.LinkTorso, true
	}
	name, ok := strings.CutPrefix(object, b.Prefix())
	if !ok {
		return 0, false
	}
	for l := range nao.Link(nao.NumLinks) {
		if strings.EqualFold(l.String(), name) {
			return l, true
		}
	}
	return 0, false
}

// forcesPerRobot is the number of pushes and pulls that may act at a time, per robot.
const forcesPerRobot = 8

// force is a push or pull that lasts: an even force, or a spring to a point.
type force struct {
	object
	steps int    // remaining steps of the physics
	even  r3.Vec // in the world, N

	pull     bool
	to       r3.Vec  // end of the spring, in the world, m
	strength float64 // N at most
}

// forces are the pushes and pulls of a world.
type forces struct {
	stepSec float64
	slots   []force
}

func (f *forces) reset() { clear(f.slots) }

func (f *forces) stepsOf(d time.Duration) (int, error) {
	if d < 0 || d > maxPushTime {
		return 0, fmt.Errorf("for %v: expected 0 to %v", d, maxPushTime)
	}
	return max(1, int(math.Ceil(d.Seconds()/f.stepSec-1e-9))), nil
}

// apply adds a force, in place of another one on the same body.
func (f *forces) apply(added force) error {
	free := -1
	for i := range f.slots {
		switch {
		case f.slots[i].steps > 0 && f.slots[i].body == added.body:
			f.slots[i] = added
			return nil
		case f.slots[i].steps == 0 && free < 0:
			free = i
		}
	}
	if free < 0 {
		return fmt.Errorf("push or pull: %d others still last: expected fewer at a time", len(f.slots))
	}
	f.slots[free] = added
	return nil
}

// forget ends the forces on an object that is put elsewhere, for a robot's torso those on
// all of the robot.
func (f *forces) forget(body int) {
	for i := range f.slots {
		if s := &f.slots[i]; s.body == body || s.root > 0 && s.root == body {
			s.steps = 0
		}
	}
}

// pullRate is the rate of a pull, rad/s: a spring of mass · pullRate², critically damped.
const pullRate = 12.0

// step applies all forces for one step of the physics. The balls' wrenches were set before by their braking; those of the
// robots are set here.
func (f *forces) step(d *mujoco.Data) {
	for i := range f.slots {
		s := &f.slots[i]
		if s.body == 0 {
			continue
		}
		wrench := d.AppliedWrench[6*s.body : 6*s.body+3]
		if s.root > 0 {
			wrench[0], wrench[1], wrench[2] = 0, 0, 0
		}
		if s.steps == 0 {
			s.body = 0
			continue
		}
		s.steps--
		v := s.even
		if s.pull {
			v = s.spring(d)
		}
		wrench[0], wrench[1], wrench[2] = wrench[0]+v.X, wrench[1]+v.Y, wrench[2]+v.Z
	}
}

// spring returns the force of a pull; the body's speed is computed from its last two places.
func (f *force) spring(d *mujoco.Data) r3.Vec {
	at := r3.Vec{X: d.BodyCom[3*f.body], Y: d.BodyCom[3*f.body+1], Z: d.BodyCom[3*f.body+2]}
	velocity := vec(d.BodyVelocity(f.body))
	pull := r3.Sub(r3.Scale(f.mass*pullRate*pullRate, r3.Sub(f.to, at)), r3.Scale(2*f.mass*pullRate, velocity))
	if n := r3.Norm(pull); n > f.strength {
		pull = r3.Scale(f.strength/n, pull)
	}
	return pull
}
