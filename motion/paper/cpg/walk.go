package cpg

import (
	"fmt"
	"math"

	"gonao/motion/paper/gait"
	"gonao/motion/slot"
	"gonao/nao"
)

// behaviours are the behaviours of a [Walk], each with its velocity, as measured in the profile real.
var behaviours = [...]struct {
	name string
	v    gait.Velocity
}{
	{"cpg_walk", gait.Velocity{X: 0.14}},
	{"cpg_turn", gait.Velocity{Yaw: 0.85}},
	{"cpg_turn@" + slot.Mirrored, gait.Velocity{Yaw: -0.85}},
	{"cpg_rotate", gait.Velocity{Y: -0.07, Yaw: 0.48}},
	{"cpg_rotate@" + slot.Mirrored, gait.Velocity{Y: 0.07, Yaw: -0.48}},
}

// Walk walks with behaviours: it plays the one whose direction is nearest to the wanted velocity, at its own speed.
// Between two of them the robot stands for a moment.
type Walk struct {
	players [len(behaviours)]*Player
	now     int  // the playing one, or the last one
	next    int  // the wanted one
	going   bool // one is wanted
	moves   bool // one plays
}

// NewWalk returns a walk that stands, with the behaviours of a library.
func NewWalk(library Library) (*Walk, error) {
	w := &Walk{}
	for i, b := range behaviours {
		m, ok := library.Find(b.name)
		if !ok {
			return nil, fmt.Errorf("cpg walk: %q: no such behaviour; there are %q", b.name, library.Names())
		}
		w.players[i] = NewPlayer(m)
	}
	return w, nil
}

// Least shares of a behaviour's velocity that a wanted one must have, and of their directions that must agree.
const (
	leastShare  = 0.1
	leastCosine = 0.7
)

// choose returns the behaviour for a velocity; ok is false if none fits.
func choose(v gait.Velocity) (i int, ok bool) {
	top := gait.Velocity{X: 0.14, Y: 0.14, Yaw: 0.85} // equivalent speeds
	length := func(v gait.Velocity) float64 {
		return math.Sqrt(v.X*v.X/(top.X*top.X) + v.Y*v.Y/(top.Y*top.Y) + v.Yaw*v.Yaw/(top.Yaw*top.Yaw))
	}
	most := leastCosine
	for k, b := range behaviours {
		dot := v.X*b.v.X/(top.X*top.X) + v.Y*b.v.Y/(top.Y*top.Y) + v.Yaw*b.v.Yaw/(top.Yaw*top.Yaw)
		share := dot / (length(b.v) * length(b.v))
		if cosine := dot / max(length(v)*length(b.v), 1e-9); share > leastShare && cosine > most {
			i, ok, most = k, true, cosine
		}
	}
	return i, ok
}

// Limit returns the velocity that the robot walks with when v is wanted; 0 when no behaviour walks it.
func (w *Walk) Limit(v gait.Velocity) gait.Velocity {
	if i, ok := choose(v); ok {
		return behaviours[i].v
	}
	return gait.Velocity{}
}

// Begin starts at the last commanded posture.
func (w *Walk) Begin(*nao.State, *nao.Command) { w.going, w.moves = false, false }

// SetVelocity selects the behaviour that plays from now on; none if there is none for the velocity.
func (w *Walk) SetVelocity(v gait.Velocity) error {
	if err := v.Check(); err != nil {
		return fmt.Errorf("cpg walk: %w", err)
	}
	if w.next, w.going = choose(v); !w.going {
		w.Stop()
	}
	return nil
}

// Stop ends the behaviour: the robot stands.
func (w *Walk) Stop() {
	w.going = false
	if w.moves {
		w.players[w.now].Stop()
	}
}

// Phase returns what the walk does.
func (w *Walk) Phase() gait.Phase {
	switch {
	case w.moves && w.going && w.now != w.next:
		return gait.Stopping
	case w.moves:
		return w.players[w.now].Phase()
	case w.going:
		return gait.Starting
	default:
		return gait.Standing
	}
}

// Step writes the targets of one cycle.
func (w *Walk) Step(state *nao.State, out *nao.Command) {
	if w.moves && w.going {
		p := w.players[w.now]
		if w.now != w.next {
			p.Stop()
		} else if p.Phase() == gait.Stopping {
			p.phase = gait.Starting
		}
	}
	if !w.moves && w.going {
		w.now, w.moves = w.next, true
		w.players[w.now].Begin(state, out)
	}
	if !w.moves {
		out.Cycle = state.Cycle
		return
	}
	p := w.players[w.now]
	p.Step(state, out)
	if p.Phase() == gait.Standing {
		w.moves = false
	}
}
