package trace

import (
	"errors"
	"fmt"
	"time"

	"gonao/hfsm"
)

// Moment is a machine as it stood at a moment of a trace.
type Moment struct {
	// Machine stands where the last tick at or before the moment left it. It is to be looked at only,
	// until Close.
	Machine *hfsm.Machine
	Now     time.Duration // the moment on the machine's clock
	Next    uint64        // sequence of the first record that was not replayed

	play *replay
}

// Close frees the machine.
func (m *Moment) Close() { m.play.p.Close() }

// ErrNoMoment is the error of a moment before the first that a trace holds.
var ErrNoMoment = errors.New("the recording begins later")

// At replays a trace up to a moment: the time since the first entry in an epoch. If the trace has samples, inputs are
// those that the last tick read; see [hfsm.RecordSeen].
func At(t *Reader, model *hfsm.Model, epoch uint32, at time.Duration, models func(hash string) (*hfsm.Model, error)) (*Moment, error) {
	r := &replay{reader: t, options: ReplayOptions{Models: models}, until: &until{epoch: epoch, at: at, inputs: map[string]Line{}}}
	p, err := hfsm.NewPlayback(model, r)
	if err != nil {
		return nil, err
	}
	r.p = p
	next, err := r.playUntil()
	if err != nil {
		p.Close()
		return nil, err
	}
	p.Rest(at)
	r.applySamples()
	start, _ := p.Start()
	return &Moment{Machine: p.Machine(), Now: start + at, Next: next, play: r}, nil
}

// until is the moment at which a replay ends, and the samples before it.
type until struct {
	epoch  uint32
	at     time.Duration
	inputs map[string]Line // by name, those that no record has set since
}

// before reports whether a time of an epoch is not after the moment.
func (u *until) before(epoch uint32, at time.Duration) bool {
	return epoch < u.epoch || epoch == u.epoch && at <= u.at
}

// playUntil replays the groups of records up to the moment and returns the sequence of the next.
func (r *replay) playUntil() (next uint64, err error) {
	for {
		more, err := r.group()
		if err != nil {
			return 0, err
		}
		if len(r.lines) == 0 {
			return next, r.known()
		}
		first := &r.lines[0]
		if !r.until.before(first.Epoch, r.timeOf()) {
			return first.Sequence, r.known()
		}
		if err := r.play(); err != nil {
			return 0, err
		}
		if d := r.out.Difference; d != nil {
			return 0, fmt.Errorf("the replay differs from the recording: %w", d)
		}
		last := &r.lines[len(r.lines)-1]
		if next = last.Sequence + 1; last.Kind == hfsm.RecordSnapshot {
			next = last.Sequence
		}
		if !more {
			return next, r.known()
		}
	}
}

// known returns an error when nothing is known of the machine at the moment.
func (r *replay) known() error {
	switch {
	case r.lost:
		return errors.New("records were lost before this moment: expected one after the next whole state")
	case !r.begun:
		return ErrNoMoment
	}
	return nil
}

// timeOf returns the time of a group: that of its tick. A line from between two ticks counts as just after the first.
func (r *replay) timeOf() time.Duration {
	at := time.Duration(0)
	for i := range r.lines {
		switch l := &r.lines[i]; {
		case l.Kind == hfsm.RecordTick:
			return l.Time
		case l.Kind == hfsm.RecordSnapshot:
			if s, ok := l.Data.(*hfsm.Snapshot); ok {
				return time.Duration(s.Now)
			}
		case l.Last >= at:
			at = l.Last + 1
		}
	}
	return at
}

// sample keeps a sample if it is not after the moment.
func (r *replay) sample(l *Line) {
	if r.until == nil || l.Kind != hfsm.RecordSeen || !r.until.before(l.Epoch, l.Last) {
		return
	}
	r.until.inputs[l.Name] = *l
}

// noted is called with each line of a group when it is read: an input that is recorded is as recorded,
// whatever the samples before have shown; one in a snapshot is as there.
func (r *replay) noted(l *Line) {
	if r.until == nil {
		return
	}
	switch l.Kind { //nolint:exhaustive // the others set no inputs
	case hfsm.RecordInput, hfsm.RecordSet:
		if r.until.before(l.Epoch, r.timeOf()) {
			delete(r.until.inputs, l.Name)
		}
	case hfsm.RecordSnapshot:
		s, ok := l.Data.(*hfsm.Snapshot)
		if !ok || !r.until.before(l.Epoch, time.Duration(s.Now)) {
			return
		}
		clear(r.until.inputs)
		for i := range s.Values {
			v := &s.Values[i]
			if v.Known == nil {
				continue
			}
			seen := Line{Kind: hfsm.RecordSeen, Name: v.Name, Value: hfsm.Value(v.Value), Time: hfsm.Never}
			if v.Set != nil {
				seen.Time = time.Duration(*v.Set)
			}
			r.until.inputs[v.Name] = seen
		}
	}
}

// applySamples sets the inputs that no record has, as the last tick saw them.
func (r *replay) applySamples() {
	start, _ := r.p.Start()
	for _, l := range r.until.inputs {
		r.input(&placed{Line: l}, start)
	}
}
