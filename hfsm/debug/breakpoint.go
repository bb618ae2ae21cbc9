package debug

import (
	"fmt"
	"time"

	"gonao/hfsm"
)

// Breakpoint pauses a machine after a transition. Empty fields match anything; an entirely empty breakpoint matches
// nothing.
type Breakpoint struct {
	State  string // path of a state that is entered
	Source string // source state of the transition
	Name   string // name of the transition
	// Transition is a transition as [hfsm.Written.EdgeID] names it: "followBall/red#0".
	Transition string
	Left       string // path of a state that is left
	Ended      string // path of a state whose content ends
	Any        bool   // it matches any transition
	Once       bool   // it is removed once it was hit
}

// Break adds a breakpoint.
func (d *Debugger) Break(b Breakpoint) error {
	model := d.m.Model()
	for _, path := range []string{b.State, b.Source, b.Left, b.Ended} {
		if _, ok := model.Find(path); path != "" && !ok {
			return fmt.Errorf("machine %s: no state %q", model.Name(), path)
		}
	}
	if _, ok := model.Written().FindEdgeID(b.Transition); b.Transition != "" && !ok {
		return fmt.Errorf("machine %s: no transition %q; expected the path of a state, # and a number from 0", model.Name(), b.Transition)
	}
	if b == (Breakpoint{Once: b.Once}) {
		return fmt.Errorf("machine %s: a breakpoint without state, source and name; expected one of them", model.Name())
	}
	d.points = append(d.points, b)
	return nil
}

// Clear removes all breakpoints.
func (d *Debugger) Clear() { d.points = nil }

// RunUntil resumes the machine until a breakpoint is hit, which is gone then.
func (d *Debugger) RunUntil(b Breakpoint, now time.Duration) error {
	b.Once = true
	if err := d.Break(b); err != nil {
		return err
	}
	d.Resume(now)
	return nil
}

// saw is called at each transition; true ends the tick. If several breakpoints match, a breakpoint with Once counts
// first.
func (d *Debugger) saw(r *hfsm.Record) bool {
	d.edges++
	left := d.points[:0]
	for i := range d.points {
		p := &d.points[i]
		if !d.fits(p, r) {
			left = append(left, *p)
			continue
		}
		if d.hit == nil || p.Once {
			point := *p
			d.hit = &point
		}
		if !p.Once {
			left = append(left, *p)
		}
	}
	d.points = left
	return d.hit != nil
}

// fits reports whether a transition hits a breakpoint.
func (d *Debugger) fits(p *Breakpoint, r *hfsm.Record) bool {
	if p.Any {
		return true
	}
	model := d.m.Model()
	t := model.Transition(r)
	if p.Transition != "" {
		id, ok := model.Written().FindEdgeID(p.Transition)
		if !ok || r.ID != int32(id) {
			return false
		}
	}
	return (p.State == "" || r.Kind != hfsm.RecordInternal && d.control.Entered(p.State)) &&
		(p.Left == "" || d.control.Left(r, p.Left)) && (p.Ended == "" || d.control.Ended(p.Ended)) &&
		(p.Source == "" || p.Source == t.Source) && (p.Name == "" || p.Name == t.Name)
}
