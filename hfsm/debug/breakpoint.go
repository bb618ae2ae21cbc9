package debug

import (
	"fmt"
	"time"

	"gonao/hfsm"
)

// Breakpoint pauses a machine after a transition. What is empty fits any; a
// breakpoint that is empty altogether fits none.
type Breakpoint struct {
	State  string // path of a state that is entered
	Source string // path of the state whose transition is taken
	Name   string // of the transition
	Once   bool   // it is gone once it was hit
}

// Break adds a breakpoint.
func (d *Debugger) Break(b Breakpoint) error {
	for _, path := range []string{b.State, b.Source} {
		if _, ok := d.m.Model().Find(path); path != "" && !ok {
			return fmt.Errorf("machine %s: no state %q", d.m.Model().Name(), path)
		}
	}
	if b == (Breakpoint{Once: b.Once}) {
		return fmt.Errorf("machine %s: a breakpoint without state, source and name; expected one of them", d.m.Model().Name())
	}
	d.points = append(d.points, b)
	return nil
}

// Clear removes all breakpoints.
func (d *Debugger) Clear() { d.points = nil }

// Breakpoints returns all breakpoints.
func (d *Debugger) Breakpoints() []Breakpoint { return append([]Breakpoint(nil), d.points...) }

// RunTo resumes the machine until a state is entered.
func (d *Debugger) RunTo(path string, now time.Duration) error {
	if err := d.Break(Breakpoint{State: path, Once: true}); err != nil {
		return err
	}
	d.Resume(now)
	return nil
}

// saw is called at each transition; true cuts the tick.
func (d *Debugger) saw(r *hfsm.Record) bool {
	d.edges++
	for i := range d.points {
		p := &d.points[i]
		if !d.fits(p, r) {
			continue
		}
		point := *p
		d.hit = &point
		if p.Once {
			d.points = append(d.points[:i], d.points[i+1:]...)
		}
		return true
	}
	return false
}

func (d *Debugger) fits(p *Breakpoint, r *hfsm.Record) bool {
	t := d.m.Model().Transition(r)
	return (p.State == "" || r.Kind != hfsm.RecordInternal && d.control.Entered(p.State)) &&
		(p.Source == "" || p.Source == t.Source) && (p.Name == "" || p.Name == t.Name)
}
