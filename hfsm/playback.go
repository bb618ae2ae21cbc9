package hfsm

import (
	"fmt"
	"time"
)

// Playback runs a machine again from its records. A [Recording] replaces the host: it reports what the activities did,
// and package trace, which reads the records from a file, compares the results.
type Playback struct {
	m      *Machine
	record Recording
}

// Recording is read by a Playback while a tick runs. call counts the calls of activities and of the host within the tick,
// as records do.
type Recording interface {
	// Recorded receives each record of the machine that runs again.
	Recorded(model *Model, r *Record)
	// Called is called within a call: it sets the inputs and posts the events that were
	// set and posted there.
	Called(call uint32)
	// Ended returns how an activity ended in a call, false when it went on, and the
	// error with which it ended.
	Ended(call uint32) (how Status, ended bool, cause error)
	// Stopping returns the status of an activity's record of stopping in a call; ok is false if there is none.
	Stopping(call uint32) (Status, bool)
}

// NewPlayback returns a Playback of a machine that has not begun.
func NewPlayback(model *Model, r Recording) (*Playback, error) {
	p := &Playback{record: r}
	if err := p.use(model); err != nil {
		return nil, err
	}
	return p, nil
}

// use makes the machine.
func (p *Playback) use(model *Model) error {
	m, err := New(model, nil)
	if err != nil {
		return err
	}
	for i := range m.activities.of {
		m.activities.of[i] = &played{p, i}
	}
	m.OnTransition = func(Transition) { p.called() }
	m.trace.listen = func(rec *Record) { p.record.Recorded(m.model, rec) }
	p.m = m
	return nil
}

// Close ends the sessions of the machine's scripts.
func (p *Playback) Close() { p.m.Close() }

// Machine returns the machine, to be looked at between two ticks.
func (p *Playback) Machine() *Machine { return p.m }

// Model returns the machine's model.
func (p *Playback) Model() *Model { return p.m.model }

// Epoch returns the number of the machine's restarts.
func (p *Playback) Epoch() uint32 { return p.m.clock.epoch }

// Ticking reports whether a tick is under way.
func (p *Playback) Ticking() bool { return p.m.trace.ticking }

// Restore replaces the machine by one in the state of a snapshot. Its inputs have the values recorded by then: later values
// from the host are in the records of the next tick that has any, unless the host has set them back.
func (p *Playback) Restore(s *Snapshot) error {
	model := p.m.model
	if err := s.fits(model); err != nil {
		return fmt.Errorf("machine %s: snapshot: %w", model.name, err)
	}
	p.m.Close()
	if err := p.use(model); err != nil {
		return err
	}
	if err := s.restore(p.m); err != nil {
		return err
	}
	p.untouch()
	m := p.m
	for slot := range m.trace.inputs.known {
		if was := &m.trace.inputs.known[slot]; m.model.slots[slot].role == InputRole {
			m.values.of[slot], m.values.stamps[slot] = was.value, was.stamp
			m.values.changed()
		}
	}
	return nil
}

// Reset restarts the machine in a later epoch.
func (p *Playback) Reset(epoch uint32) {
	p.m.Reset(p.m.clock.now)
	p.m.clock.epoch = epoch
}

// Post posts an event that came at a time since the first entry, or 0 without a time.
func (p *Playback) Post(e Event, at time.Duration) {
	if at != 0 {
		p.m.PostAt(e, p.m.clock.origin()+at)
		return
	}
	p.m.Post(e)
}

// Stop ends the machine from outside.
func (p *Playback) Stop(now time.Duration) { p.m.Stop(now) }

// Pause records that time stands still between two ticks.
func (p *Playback) Pause() { p.m.trace.recordPause(p.m, 0) }

// Resume records that time goes on after it stood still for a while.
func (p *Playback) Resume(stood time.Duration) { p.m.trace.recordResume(p.m, stood) }

// Set sets a value as a debugger does: hold is Final to hold an input from now on, Failed to release it.
func (p *Playback) Set(slot int, v Value, hold Status) error {
	if err := p.m.Control().Set(slot, v, hold); err != nil {
		return err
	}
	p.m.values.pinned[slot] = false // values from the host while the input was held were not recorded
	p.untouch()
	return nil
}

// untouch keeps the next tick, which need not be among the records, from stamping
// inputs: the record of an input holds the time at which it was set.
func (p *Playback) untouch() {
	for _, in := range p.m.values.touched {
		p.m.values.fresh[in] = false
	}
	p.m.values.touched = p.m.values.touched[:0]
}

// SetInput sets an input with the time at which it was set, on the caller's clock, or
// [Never]. A value of another type than the slot's is ignored.
func (p *Playback) SetInput(slot int, v Value, at time.Duration) {
	if p.m.model.slots[slot].value.Type != v.Type {
		return
	}
	if at != never {
		at -= p.m.clock.origin()
	}
	p.m.values.write(p.m, slot, v, at)
}

// Start returns the time of the machine's first entry on the caller's clock; false
// before that.
func (p *Playback) Start() (time.Duration, bool) { return p.m.clock.start, p.m.clock.started }

// Reload replaces the machine's model.
func (p *Playback) Reload(model *Model) error {
	_, err := p.m.reload(model, func(use int) Activity { return &played{p, use} })
	return err
}

// Skip passes over the ticks before tick, which left no record; the last of them was at time last
// since the first entry. Nothing happened in them: all they change is where each automaton stands
// on its grid.
func (p *Playback) Skip(tick uint64, last time.Duration) {
	m := p.m
	if !m.clock.started || m.clock.tick+1 >= tick || m.status != Running {
		return
	}
	m.clock.tick, m.clock.now = tick-1, m.clock.start+last
	m.events.posted, m.trace.time = 0, last
	m.values.stamp(m)
	m.profile.skip(m, last)
}

// Rest brings the automata of a machine to where a later time, at which nothing happened, left them on
// their grids.
func (p *Playback) Rest(at time.Duration) {
	if m := p.m; len(m.events.delayed) == 0 && m.clock.start+at > m.clock.now {
		p.Skip(m.clock.tick+2, at)
	}
}

// Tick performs a tick. cut, when not 0, is one more than the transitions after which
// a debugger cut it.
func (p *Playback) Tick(tick uint64, now time.Duration, cut int) {
	p.m.clock.tick = tick - 1
	p.m.Control().Limit(cut - 1)
	_ = p.m.Tick(now) // its error is among the records
	p.m.Control().Limit(none)
}

// called reports a call of an activity or of OnTransition to the recording.
func (p *Playback) called() {
	if p.inTick() {
		p.record.Called(uint32(p.m.activities.calls))
	}
}

// inTick reports whether a tick is under way.
func (p *Playback) inTick() bool { return p.m.trace.ticking }

// played is an activity that follows the recording.
type played struct {
	p   *Playback
	use int
}

// Start sets the inputs that the activity set when it started.
func (a *played) Start(time.Duration, Entry) { a.p.called() }

// Stop sets the inputs that the activity set when it stopped.
func (a *played) Stop(time.Duration) { a.p.called() }

// Step returns the recorded status.
func (a *played) Step(time.Duration) (Status, error) {
	a.p.called()
	if a.p.inTick() {
		if status, ok, cause := a.p.record.Ended(uint32(a.p.m.activities.calls)); ok {
			return status, cause
		}
	}
	return Running, nil
}

// Stopping reports whether the activity had stopped.
func (a *played) Stopping(time.Duration) bool {
	a.p.called()
	status, ok := Running, false
	if a.p.inTick() {
		status, ok = a.p.record.Stopping(uint32(a.p.m.activities.calls))
	}
	if a.p.m.activities.runs[a.use].phase == stopping {
		return ok && status == Final
	}
	return !ok // an activity that stopped at once left no record
}
