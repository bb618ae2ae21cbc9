package gazebobridge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	bridge "gonao/gazebo_bridge"
	"gonao/msgs"
	"gonao/nao"
)

// pull is a force that draws a link of the robot towards a point for some cycles.
type pull struct {
	link     nao.Link
	number   uint32 // of the link in Gazebo
	to       r3.Vec // m in the world
	strength float64
	cycles   int // still to come
	last     r3.Vec
}

// pushObject serves simulator/push: it pushes the robot by an impulse.
func (w *world) pushObject(_ context.Context, q msgs.PushObjectRequest) (a msgs.PushObjectResponse, _ error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return a, w.push(&q)
}

func (w *world) push(q *msgs.PushObjectRequest) error {
	_, number, err := w.linkOf("push", q.Object)
	if err != nil {
		return err
	}
	cycles, err := cyclesOf(q.DurationSec)
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	x, err := w.frame(q.Frame, "robot")
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	impulse := x.Rotate(r3.Vec(q.Impulse))
	if !(r3.Norm(impulse) <= maxPush) {
		return fmt.Errorf("push: impulse (%g, %g, %g) N s: expected %g at most", impulse.X, impulse.Y, impulse.Z, maxPush)
	}
	w.pulling.cycles = 0
	w.driver.Push(number, r3.Scale(1/(float64(cycles)*w.driver.PhysicsStep().Seconds()), impulse), cycles)
	return nil
}

// pullObject serves simulator/pull: it draws the robot towards a point.
func (w *world) pullObject(_ context.Context, q msgs.PullObjectRequest) (a msgs.PullObjectResponse, _ error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return a, w.beginPull(&q)
}

func (w *world) beginPull(q *msgs.PullObjectRequest) error {
	link, number, err := w.linkOf("pull", q.Object)
	if err != nil {
		return err
	}
	cycles, err := cyclesOf(q.DurationSec)
	if err != nil {
		return fmt.Errorf("pull: %w", err)
	}
	x, err := w.frame(q.Frame, "robot")
	if err != nil {
		return fmt.Errorf("pull: %w", err)
	}
	to := x.Apply(r3.Vec(q.To))
	switch {
	case !(r3.Norm(to) <= farM):
		return fmt.Errorf("pull: to (%g, %g, %g) m: expected a point within %g m", to.X, to.Y, to.Z, farM)
	case !(q.Strength > 0 && q.Strength <= maxPull):
		return fmt.Errorf("pull: with %g N: expected more than 0, %g at most", q.Strength, maxPull)
	}
	at, _ := w.linkAt(link)
	w.pulling = pull{link: link, number: number, to: to, strength: q.Strength, cycles: cycles, last: at}
	return nil
}

// Bounds of pushes and pulls, as in the embedded simulator.
const (
	maxPush = 1000.0 // N s
	maxPull = 1000.0 // N
	farM    = 100.0
)

// pullRate is the natural frequency of a pull, rad/s: a spring of mass · pullRate², critically damped.
const pullRate = 12.0

// applyPull sets the force of the next cycle to that of the pull; the caller holds mu.
func (w *world) applyPull() {
	p := &w.pulling
	at, ok := w.linkAt(p.link)
	if p.cycles == 0 || !ok {
		return
	}
	p.cycles--
	speed := r3.Scale(1/nao.CyclePeriod.Seconds(), r3.Sub(at, p.last))
	p.last = at
	mass := nao.TotalMass()
	f := r3.Sub(r3.Scale(mass*pullRate*pullRate, r3.Sub(p.to, at)), r3.Scale(2*mass*pullRate, speed))
	if n := r3.Norm(f); n > p.strength {
		f = r3.Scale(p.strength/n, f)
	}
	w.driver.Push(p.number, r3.Scale(nao.CyclePeriod.Seconds()/w.driver.PhysicsStep().Seconds(), f), 1)
}

// linkAt returns the position of a link's origin in the world; the caller holds mu.
func (w *world) linkAt(link nao.Link) (r3.Vec, bool) {
	torso, ok := w.poseOf(w.model)
	return torso.Mul(link.InTorso(&w.state.Position)).P, ok
}

// cyclesOf returns the number of cycles in which a force of a duration acts.
func cyclesOf(sec float64) (int, error) {
	if !(sec >= 0 && sec <= 3600) {
		return 0, fmt.Errorf("for %g s: expected 0 to 3600", sec)
	}
	return max(1, int(math.Round(sec/nao.CyclePeriod.Seconds()))), nil
}

// linkOf returns the robot's link to push or pull, and its number in Gazebo; the caller holds mu.
func (w *world) linkOf(what, object string) (nao.Link, uint32, error) {
	switch {
	case w.found == (bridge.World{}):
		return 0, 0, errNoWorld
	case w.driver.PhysicsStep() == 0:
		return 0, 0, errors.New(what + ": the length of a physics step is known in lockstep only; see the parameter lockstep")
	}
	if object == "" || object == "robot" {
		object = nao.LinkTorso.String()
	}
	var names []string
	for l := range nao.Link(nao.NumLinks) {
		names = append(names, l.String())
		if l.String() != object {
			continue
		}
		for _, p := range w.poses.GetPose() {
			if p.GetName() == l.SDFName() {
				return l, p.GetId(), nil
			}
		}
		return 0, 0, fmt.Errorf("%s %s: its pose has not come yet", what, object)
	}
	return 0, 0, fmt.Errorf("%s %q: expected robot or one of its links %s; other things cannot be pushed or pulled in Gazebo", what, object, strings.Join(names, ", "))
}
