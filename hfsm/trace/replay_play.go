package trace

import (
	"errors"
	"fmt"
	"time"

	"gonao/hfsm"
)

// before repeats an action from outside that a line records, or ticks the machine.
func (r *replay) before(l *placed) error {
	p := r.p
	if epoch := p.Epoch(); l.Epoch != epoch {
		if l.Epoch < epoch {
			return r.fault(l, fmt.Errorf("field \"epoch\": %d after %d", l.Epoch, epoch))
		}
		p.Reset(l.Epoch)
	}
	switch l.Kind { //nolint:exhaustive // all others come from the machine itself
	case hfsm.RecordTick:
		r.tick(l)
	case hfsm.RecordEvent:
		if l.Call == 0 && !p.Ticking() {
			p.Post(l.event(), l.Time)
		}
	case hfsm.RecordSet:
		return r.set(l)
	case hfsm.RecordReload:
		return r.reload(l)
	case hfsm.RecordStop:
		p.Stop(l.Time)
	case hfsm.RecordPause:
		if l.Index == 0 { // otherwise the machine's tick was cut there, and is cut again
			p.Pause()
		}
	case hfsm.RecordResume:
		p.Resume(l.Time)
	}
	return nil
}

func (e *Line) event() hfsm.Event { return hfsm.Event{Name: e.Name, Data: e.Data, Kind: e.Origin} }

// set sets a value as a debugger did.
func (r *replay) set(l *placed) error {
	slot, ok := r.p.Model().Slot(l.Name)
	if !ok {
		return r.fault(l, fmt.Errorf("field \"name\": the machine has no %q", l.Name))
	}
	if err := r.p.Set(slot, l.Value, l.Status); err != nil {
		return r.fault(l, err)
	}
	return nil
}

// reload replaces the model by the one the trace names.
func (r *replay) reload(l *placed) error {
	if r.options.Models == nil {
		return r.fault(l, errors.New("the machine was reloaded here; name the file of the new model"))
	}
	next, err := r.options.Models(l.Text)
	if err != nil {
		return r.fault(l, err)
	}
	if err := r.p.Reload(next); err != nil {
		return r.fault(l, err)
	}
	return nil
}

// tick ticks the machine with the inputs that were set before the tick.
func (r *replay) tick(l *placed) {
	start, started := r.p.Start()
	cut := 0
	for i := range r.lines {
		switch line := &r.lines[i]; {
		case line.Kind == hfsm.RecordStart && !started:
			start = line.Time
		case line.Kind == hfsm.RecordPause && line.Index > 0:
			cut = line.Index
		}
	}
	for i := range r.lines {
		if in := &r.lines[i]; in.Kind == hfsm.RecordInput && in.Call == 0 {
			r.input(in, start)
		}
	}
	r.p.Tick(l.Tick, start+l.Time, cut)
	r.out.Ticks++
}

// input sets an input as it was set. An input that the machine no longer has is left out: the comparison reports it.
func (r *replay) input(l *placed, start time.Duration) {
	slot, ok := r.p.Model().Slot(l.Name)
	if !ok {
		return
	}
	at := hfsm.Never
	if l.Time != hfsm.Never {
		at = start + l.Time
	}
	r.p.SetInput(slot, l.Value, at)
}

// Recorded keeps a record of the machine that runs again.
func (r *replay) Recorded(m *hfsm.Model, rec *hfsm.Record) {
	r.fresh = append(r.fresh, NewLine(m, rec))
}

// Called sets the inputs and posts the events that the trace has of a call.
func (r *replay) Called(call uint32) {
	start, _ := r.p.Start()
	for i := range r.lines {
		l := &r.lines[i]
		if l.Call != call {
			continue
		}
		switch l.Kind { //nolint:exhaustive // the others are not done by activities
		case hfsm.RecordInput:
			r.input(l, start)
		case hfsm.RecordEvent:
			r.p.Post(l.event(), l.Time)
		}
	}
}

// Ended returns the outcome that the trace has of an activity in a call.
func (r *replay) Ended(call uint32) (how hfsm.Status, ended bool, cause error) {
	l := r.find(hfsm.RecordActivity, call)
	if l == nil {
		return hfsm.Running, false, nil
	}
	if l.Text != "" {
		cause = errors.New(l.Text)
	}
	return l.Status, true, cause
}

// Stopping returns the status that the trace has of a stopping activity in a call.
func (r *replay) Stopping(call uint32) (hfsm.Status, bool) {
	if l := r.find(hfsm.RecordStopping, call); l != nil {
		return l.Status, true
	}
	return hfsm.Running, false
}

// find returns the line of a kind that an activity caused in a call, or nil.
func (r *replay) find(kind hfsm.RecordKind, call uint32) *placed {
	for i := range r.lines {
		if l := &r.lines[i]; l.Kind == kind && l.Call == call {
			return l
		}
	}
	return nil
}
