package trace

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gonao/hfsm"
)

// snapshotNone is not a state and no transition.
const snapshotNone = -1

// maxEvents is the number of events that a machine keeps.
const maxEvents = 64

// RestoreSnapshot sets a machine that has not been ticked to the state of a snapshot of the same machine. Its time
// continues from there at now; what was active is started again, as after an interruption. After an error the machine is
// unchanged.
func RestoreSnapshot(m *hfsm.Machine, s *Snapshot, now time.Duration) error {
	memory, err := s.Memory(m.Model())
	if err != nil {
		return err
	}
	return m.Restore(memory, now)
}

// Memory returns the snapshot by the ids of a model. The error names a part that does not belong to that model.
func (s *Snapshot) Memory(model *hfsm.Model) (*hfsm.Memory, error) {
	if err := s.fits(model); err != nil {
		return nil, fmt.Errorf("machine %s: snapshot: %w", model.Name(), err)
	}
	status, _ := hfsm.ParseStatus(s.Status)
	out := &hfsm.Memory{
		Started: s.Started, Start: time.Duration(s.Start), Now: time.Duration(s.Now), At: time.Duration(s.At),
		Epoch: s.Epoch, Tick: s.Tick, Status: status, Sequence: s.Sequence, Transition: s.Transition, LastEdge: time.Duration(s.LastEdge),
		On: make([]bool, model.States()), Acted: make([]time.Duration, model.Edges()),
		NextEvent: s.NextEvent, OldEvent: s.OldEvent, Posted: s.Posted, Scripts: make([]json.RawMessage, len(model.Charts())), Partial: s.Partial,
	}
	if s.Cause != "" {
		out.Cause = errors.New(s.Cause)
	}
	out.On[0] = s.Started
	for _, path := range s.Active {
		id, _ := model.Find(path)
		out.On[id] = true
	}
	r := restoring{model, s, out}
	r.automata()
	r.activities()
	r.values()
	r.events()
	for i, path := range model.Charts() {
		out.Scripts[i] = s.Sessions[path]
	}
	return out, nil
}

// fits returns an error for the parts of a snapshot that are not in a model.
func (s *Snapshot) fits(model *hfsm.Model) error {
	known := func(path string) error {
		if _, ok := model.Find(path); !ok && path != "" {
			return fmt.Errorf("the machine has no state %q", path)
		}
		return nil
	}
	if _, err := hfsm.ParseStatus(s.Status); err != nil {
		return err
	}
	for _, path := range s.Active {
		if err := known(path); err != nil {
			return err
		}
	}
	automata := model.Automata()
	if len(s.Automata) != len(automata) {
		return fmt.Errorf("%d automata; expected %d", len(s.Automata), len(automata))
	}
	for i := range s.Automata {
		a := &s.Automata[i]
		if want := model.PathOf(automata[i].State); a.Path != want {
			return fmt.Errorf("automaton %q; expected %q", a.Path, want)
		}
		if a.State != "" {
			if id, ok := model.Find(a.State); !ok || model.State(id).Around != i {
				return fmt.Errorf("automaton %q has no state %q", a.Path, a.State)
			}
		}
		if a.Waiting != nil {
			if _, ok := findEdge(model, a.Waiting); !ok {
				return fmt.Errorf("automaton %q waits for a transition of %q that is not there", a.Path, a.Waiting.Source)
			}
		}
		if err := known(a.From); err != nil {
			return err
		}
	}
	slots := model.Slots()
	for i := range s.Values {
		v := &s.Values[i]
		if slot, ok := model.Slot(v.Name); !ok || slots[slot].Type != v.Value.Type {
			return fmt.Errorf("the machine has no %s %q of type %s", v.Role, v.Name, v.Value.Type)
		}
	}
	if uses := len(model.ActivityUses()); len(s.Activities) != uses {
		return fmt.Errorf("%d uses of activities; expected %d", len(s.Activities), uses)
	}
	if len(s.Events) > maxEvents || s.NextEvent == 0 {
		return fmt.Errorf("%d events; expected at most %d, and the number of the next one", len(s.Events), maxEvents)
	}
	return nil
}

// findEdge returns the id of the transition that a snapshot names.
func findEdge(model *hfsm.Model, e *Edge) (id int, ok bool) {
	source, ok := model.Find(e.Source)
	if !ok && e.Source != "" {
		return snapshotNone, false
	}
	return model.FindEdge(source, e.Index, e.Failure)
}

// stateAt returns the state with a path, or none for "".
func stateAt(model *hfsm.Model, path string) int {
	if id, ok := model.Find(path); ok && path != "" {
		return id
	}
	return snapshotNone
}

// restoring is a memory that is being made of a snapshot.
type restoring struct {
	model *hfsm.Model
	in    *Snapshot
	out   *hfsm.Memory
}

func (r *restoring) automata() {
	for i := range r.in.Automata {
		in := &r.in.Automata[i]
		a := hfsm.AutomatonMemory{
			Active: stateAt(r.model, in.State), Live: in.Live, Entered: time.Duration(in.Entered), Spent: time.Duration(in.Spent),
			Left: in.Left, Next: time.Duration(in.Next), Last: time.Duration(in.Last), Over: in.Over, Seen: in.Seen,
			Waiting: snapshotNone, From: stateAt(r.model, in.From),
		}
		if in.Ended != "" {
			a.Ended, _ = hfsm.ParseStatus(in.Ended)
		}
		if in.Waiting != nil {
			a.Waiting, _ = findEdge(r.model, in.Waiting)
			if e := in.Event; e != nil {
				a.Event = e.event()
			}
		}
		r.out.Automata = append(r.out.Automata, a)
	}
	for id := range r.out.Acted {
		r.out.Acted[id] = -1
	}
	for i := range r.in.Acted {
		if id, ok := findEdge(r.model, &r.in.Acted[i].Edge); ok && id >= 0 {
			r.out.Acted[id] = time.Duration(r.in.Acted[i].Elapsed)
		}
	}
}

func (r *restoring) activities() {
	for i := range r.in.Activities {
		in := &r.in.Activities[i]
		a := hfsm.ActivityMemory{}
		if status, err := hfsm.ParseStatus(in.Status); err == nil {
			a.Status = status
		}
		switch in.Phase {
		case "acting":
			a.Phase = hfsm.Acting
		case "stopping":
			a.Phase, a.By = hfsm.Stopping, time.Duration(in.By)
		}
		for name, v := range in.Args {
			if a.Args == nil {
				a.Args = hfsm.Args{}
			}
			a.Args[name] = hfsm.Value(v)
		}
		r.out.Activities = append(r.out.Activities, a)
	}
}

func (r *restoring) values() {
	for _, slot := range r.model.Slots() { // those that the snapshot does not have
		r.out.Values = append(r.out.Values, hfsm.ValueMemory{Value: slot.Initial, Set: hfsm.Never, Recorded: slot.Initial, RecordedSet: hfsm.Never})
	}
	for i := range r.in.Values {
		in := &r.in.Values[i]
		slot, _ := r.model.Slot(in.Name)
		v := &r.out.Values[slot]
		v.Value, v.Set, v.Fresh, v.Held = hfsm.Value(in.Value), r.at(in.Set), in.Fresh, in.Held
		v.Recorded, v.RecordedSet = v.Value, v.Set
		if in.Known != nil && in.Known.Type == in.Value.Type {
			v.Recorded, v.RecordedSet = hfsm.Value(*in.Known), r.at(in.KnownSet)
		}
	}
}

// at converts to a time on the caller's clock.
func (r *restoring) at(since *SnapshotSeconds) time.Duration {
	if since == nil {
		return hfsm.Never
	}
	return time.Duration(*since + r.in.Start)
}

func (r *restoring) events() {
	first := r.in.NextEvent - uint64(len(r.in.Events))
	r.out.Events = make([]hfsm.EventMemory, len(r.in.Events))
	for i := range r.in.Events {
		e := &r.in.Events[i]
		if e.Sequence >= first && e.Sequence < r.in.NextEvent {
			r.out.Events[e.Sequence-first] = e.memory(r.model)
		}
	}
	for i := range r.in.Delayed {
		d := &r.in.Delayed[i]
		r.out.Delayed = append(r.out.Delayed, hfsm.DelayedEvent{Due: time.Duration(d.Due + r.in.Start), Event: d.event(), Posted: d.Posted})
	}
}

// event returns the event.
func (e *Event) event() hfsm.Event {
	return hfsm.Event{Name: e.Name, Kind: e.Origin, Data: e.Data, SendID: e.SendID}
}

// memory returns an event that has come.
func (e *Event) memory(model *hfsm.Model) hfsm.EventMemory {
	out := hfsm.EventMemory{Event: e.event(), At: time.Duration(e.At), Consumed: e.Consumed, Edge: snapshotNone}
	out.Missed, _ = hfsm.ParseMissed(e.Missed)
	if e.Edge != nil {
		if id, ok := findEdge(model, e.Edge); ok {
			out.Edge = id
		}
	}
	return out
}
