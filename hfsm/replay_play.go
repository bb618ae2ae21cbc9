package hfsm

import (
	"errors"
	"fmt"
	"time"
)

// before does what a line says was done from outside, or ticks the machine.
func (r *replay) before(l *placed) error {
	m := r.m
	if l.Epoch != m.epoch {
		if l.Epoch < m.epoch {
			return r.fault(l, fmt.Errorf("field \"epoch\": %d after %d", l.Epoch, m.epoch))
		}
		m.Reset(m.now)
		m.epoch = l.Epoch
	}
	switch l.Kind { //nolint:exhaustive // all others come from the machine itself
	case RecordTick:
		r.tick(l)
	case RecordEvent:
		if l.Call == 0 && !m.trace.ticking {
			m.Post(l.event())
		}
	case RecordSet:
		return r.set(l)
	case RecordReload:
		return r.reload(l)
	case RecordStop:
		m.Stop(l.Time)
	case RecordPause:
		if l.Index == 0 { // else the machine's tick was cut there, and is again
			m.recordPause(0)
		}
	case RecordResume:
		m.recordResume(l.Time)
	}
	return nil
}

func (l *TraceLine) event() Event { return Event{Name: l.Name, Data: l.Data, Kind: l.Origin} }

// set does what a debugger did.
func (r *replay) set(l *placed) error {
	slot, ok := r.m.model.Slot(l.Name)
	if !ok {
		return r.fault(l, fmt.Errorf("field \"name\": the machine has no %q", l.Name))
	}
	if err := r.m.set(slot, l.Value, l.Status); err != nil {
		return r.fault(l, err)
	}
	r.m.unpin(slot) // what the host set in vain is not in the trace
	r.m.untouch()
	return nil
}

// untouch leaves no input to be stamped by the next tick, which need not be among the
// records: when an input was set comes with the record of the input.
func (m *Machine) untouch() {
	for _, in := range m.touched {
		m.fresh[in] = false
	}
	m.touched = m.touched[:0]
}

// recall brings the inputs to what the trace has told of them so far. What the host had set
// besides, the next tick that has records tells, unless the host has taken it back by then.
func (m *Machine) recall() {
	m.untouch()
	for slot := range m.trace.known {
		if m.model.slots[slot].role == InputRole {
			m.values[slot], m.stamps[slot] = m.trace.known[slot].value, m.trace.known[slot].stamp
		}
	}
}

// reload gives the machine the model the trace names.
func (r *replay) reload(l *placed) error {
	if r.options.Models == nil {
		return r.fault(l, errors.New("the machine was given a new model here; say which file has it"))
	}
	next, err := r.options.Models(l.Text)
	if err != nil {
		return r.fault(l, err)
	}
	if _, err := r.m.reload(next, func(use int) (Activity, Stopper, error) {
		a := &played{r, use}
		return a, a, nil
	}); err != nil {
		return r.fault(l, err)
	}
	return nil
}

// skip goes over the ticks that left no record before a line: the last of them is
// done without a look at guards.
func (r *replay) skip(l *placed) {
	m := r.m
	if !m.started || l.Epoch != m.epoch || m.tick+1 >= l.Tick || m.status != Running {
		return
	}
	m.tick = l.Tick - 2
	m.quiet = true
	_ = m.Tick(m.start + l.Last) // without guards there is nothing to go wrong
	m.quiet = false
}

// tick ticks the machine as it was.
func (r *replay) tick(l *placed) {
	m := r.m
	start := m.start
	if !m.started {
		for i := range r.lines {
			if r.lines[i].Kind == RecordStart {
				start = r.lines[i].Time
			}
		}
	}
	for i := range r.lines {
		if in := &r.lines[i]; in.Kind == RecordInput && in.Call == 0 {
			r.input(in, start)
		}
	}
	m.tick = l.Tick - 1
	for i := range r.lines {
		if cut := &r.lines[i]; cut.Kind == RecordPause && cut.Index > 0 {
			m.limited = cut.Index
		}
	}
	_ = m.Tick(start + l.Time) // its error is among the records
	m.limited = 0
	r.out.Ticks++
}

// input sets an input as it was. One that the machine does not have any more is
// left out: the comparison tells.
func (r *replay) input(l *placed, start time.Duration) {
	slot, ok := r.m.model.Slot(l.Name)
	if !ok || r.m.model.slots[slot].value.Type != l.Value.Type {
		return
	}
	_ = r.m.writing(slot)
	r.m.values[slot], r.m.stamps[slot] = l.Value, never
	if l.Time != never {
		r.m.stamps[slot] = start + l.Time
	}
}

// called does what the trace says was done within the call of an activity, or of
// OnTransition, that is under way.
func (r *replay) called() {
	call := uint32(r.m.calls)
	if !r.m.trace.ticking || r.m.quiet {
		return
	}
	for i := range r.lines {
		l := &r.lines[i]
		if l.Call != call {
			continue
		}
		switch l.Kind { //nolint:exhaustive // the others are not done by activities
		case RecordInput:
			r.input(l, r.m.start)
		case RecordEvent:
			r.m.Post(l.event())
		}
	}
}

// said gives the line of a kind that an activity has caused in the call under way.
func (r *replay) said(kind RecordKind) *placed {
	call := uint32(r.m.calls)
	for i := range r.lines {
		if l := &r.lines[i]; r.m.trace.ticking && !r.m.quiet && l.Kind == kind && l.Call == call {
			return l
		}
	}
	return nil
}

// played is an activity that does what the trace says.
type played struct {
	r   *replay
	use int
}

// Start sets what it has set.
func (p *played) Start(time.Duration, Entry) { p.r.called() }

// Stop sets what it has set.
func (p *played) Stop(time.Duration) { p.r.called() }

// Step ends as it has ended.
func (p *played) Step(time.Duration) (Status, error) {
	p.r.called()
	l := p.r.said(RecordActivity)
	switch {
	case l == nil:
		return Running, nil
	case l.Text != "":
		return l.Status, errors.New(l.Text)
	}
	return l.Status, nil
}

// Stopping takes as long as it took.
func (p *played) Stopping(time.Duration) bool {
	p.r.called()
	l := p.r.said(RecordStopping)
	if p.r.m.runs[p.use].phase == stopping {
		return l != nil && l.Status == Final
	}
	return l == nil // what stopped at once has left no record
}
