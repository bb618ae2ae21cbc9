package history

import (
	"slices"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/trace"
)

// mostEntries is how many intervals and how many events the index holds: with more, the oldest are dropped.
// At five transitions a second they reach back half an hour, in less than 2 MB. Moments before are found by their time all the same.
const mostEntries = 8192

// Part is one epoch of one run.
type Part struct {
	Number   uint32 // from 1
	Run      uint32
	Epoch    uint32
	Revision uint32 // of the model at its beginning
	Machine  string
	Hash     string
	Begin    float64 // s of the machine's time, of the first moment that is remembered
	End      float64 // of the last moment
}

// Interval is a time that an automaton was in a state.
type Interval struct {
	Part  uint32
	State string
	Begin float64 // s
	End   float64
	Open  bool // it has not ended
}

// Lane is one automaton over time: a level, or a region.
type Lane struct {
	Path      string // path of the state that contains it, "" for the outermost
	Intervals []Interval
}

// Event is something that happened.
type Event struct {
	Part uint32
	Tick float64 // s, time of its tick: moments from then on include it
	Line trace.Line
}

// event is an [Event] as stored in the index: a record needs a third of the bytes of its line.
type event struct {
	part   uint32
	tick   float64
	model  *hfsm.Model // model of the record
	record hfsm.Record
}

// index holds the data of a timeline. mostEntries limits its memory.
type index struct {
	parts  []Part
	lanes  []*Lane
	byPath map[string]*Lane
	events []event
	entry  int // intervals in all lanes
	model  *hfsm.Model
	run    uint32
	rev    uint32
	tick   float64 // time of the present tick
}

// begin notes where a machine stands.
func (x *index) begin(model *hfsm.Model, run, revision uint32, standing *hfsm.Snapshot) {
	x.model, x.rev = model, revision
	if x.byPath == nil {
		x.byPath = map[string]*Lane{}
	}
	epoch, at := uint32(0), 0.0
	if standing != nil {
		epoch, at = standing.Epoch, time.Duration(standing.Now).Seconds()
	}
	x.run = run
	p := x.part(epoch, at)
	if standing == nil {
		return
	}
	x.tick = at
	for i := range standing.Automata {
		a := &standing.Automata[i]
		state := ""
		if a.Live && a.Ended == "" {
			state = a.State
		}
		x.enter(p, a.Path, state, at)
	}
}

// part returns the number of the part of an epoch of the run, which a moment in it prolongs.
func (x *index) part(epoch uint32, at float64) uint32 {
	if n := len(x.parts); n > 0 {
		if p := &x.parts[n-1]; p.Run == x.run && p.Epoch == epoch {
			p.End = max(p.End, at)
			return p.Number
		}
	}
	number := uint32(1)
	if n := len(x.parts); n > 0 {
		number = x.parts[n-1].Number + 1
		x.close(x.parts[n-1].End)
	}
	x.parts = append(x.parts, Part{
		Number: number, Run: x.run, Epoch: epoch, Revision: x.rev, Machine: x.model.Name(), Hash: x.model.Hash(), Begin: at, End: at,
	})
	return number
}

// close ends all open intervals.
func (x *index) close(at float64) {
	for _, l := range x.lanes {
		if n := len(l.Intervals); n > 0 && l.Intervals[n-1].Open {
			l.Intervals[n-1].Open, l.Intervals[n-1].End = false, at
		}
	}
}

// enter records that an automaton is in a state from now on, "" for none.
func (x *index) enter(part uint32, path, state string, at float64) {
	l := x.byPath[path]
	if l == nil {
		l = &Lane{Path: path}
		x.byPath[path] = l
		x.lanes = append(x.lanes, l)
	}
	if n := len(l.Intervals); n > 0 && l.Intervals[n-1].Open {
		last := &l.Intervals[n-1]
		if last.State == state && last.Part == part {
			return
		}
		last.Open, last.End = false, at
	}
	if state == "" {
		return
	}
	l.Intervals = append(l.Intervals, Interval{Part: part, State: state, Begin: at, End: at, Open: true})
	if x.entry++; x.entry > mostEntries {
		x.halve()
	}
}

// note notes a record.
func (x *index) note(r *hfsm.Record) {
	if next, ok := r.Data.(*hfsm.Model); ok && r.Kind == hfsm.RecordReload {
		x.model = next
		x.rev++
	}
	switch r.Kind { //nolint:exhaustive // the others are events, or nothing of a timeline
	case hfsm.RecordTick:
		x.tick = r.Time.Seconds()
		x.part(r.Epoch, x.tick)
		return
	case hfsm.RecordActive:
		x.tick = r.Time.Seconds()
		x.enter(x.part(r.Epoch, x.tick), x.path(r.From), x.path(r.To), x.tick)
		return
	case hfsm.RecordSeen:
		x.part(r.Epoch, r.Last.Seconds())
		return
	case hfsm.RecordInput:
		return
	}
	if r.Last > 0 {
		x.tick = r.Last.Seconds()
	}
	x.events = append(x.events, event{part: x.part(r.Epoch, x.tick), tick: x.tick, model: x.model, record: *r})
	if len(x.events) > mostEntries {
		x.events = slices.Delete(x.events, 0, mostEntries/2)
	}
}

// path returns the path of a state, "" for none.
func (x *index) path(state int32) string {
	if state < 0 {
		return ""
	}
	return x.model.State(int(state)).Path
}

// halve drops the older half of the intervals.
func (x *index) halve() {
	x.entry = 0
	for _, l := range x.lanes {
		l.Intervals = slices.Delete(l.Intervals, 0, len(l.Intervals)/2)
		x.entry += len(l.Intervals)
	}
}

// forget drops entries that ended before a moment.
func (x *index) forget(first moment) {
	over := func(part uint32, end float64) bool {
		i := slices.IndexFunc(x.parts, func(p Part) bool { return p.Number == part })
		return i < 0 || !first.before(moment{x.parts[i].Run, x.parts[i].Epoch, end})
	}
	x.entry = 0
	for _, l := range x.lanes {
		n := 0
		for n < len(l.Intervals) && !l.Intervals[n].Open && over(l.Intervals[n].Part, l.Intervals[n].End) {
			n++
		}
		l.Intervals = slices.Delete(l.Intervals, 0, n)
		x.entry += len(l.Intervals)
	}
	n := 0
	for n < len(x.events) && over(x.events[n].part, x.events[n].tick) {
		n++
	}
	x.events = slices.Delete(x.events, 0, n)
	x.parts = slices.DeleteFunc(x.parts, func(p Part) bool { return !first.before(moment{p.Run, p.Epoch, p.End}) })
	if len(x.parts) > 0 {
		if p := &x.parts[0]; p.Run == first.run && p.Epoch == first.epoch {
			p.Begin = max(p.Begin, first.at)
		}
	}
}

// hashes returns those of the models of all parts.
func (x *index) hashes() map[string]bool {
	out := map[string]bool{}
	for _, p := range x.parts {
		out[p.Hash] = true
	}
	for i := range x.events {
		if next, ok := x.events[i].record.Data.(*hfsm.Model); ok && x.events[i].record.Kind == hfsm.RecordReload {
			out[next.Hash()] = true
		}
	}
	return out
}

// Query selects the part of a history to return.
type Query struct {
	Part     uint32  // 0: all
	From, To float64 // s, of one part; To 0: to its end
	Limit    int     // of intervals and of events, the newest; 0: all
}

// Shown is the data of a timeline.
type Shown struct {
	Parts  []Part
	Lanes  []Lane
	Events []Event
	Cut    bool // there is more than the limit
}

// Show returns the parts, and the lanes and the events of a query.
func (r *Ring) Show(q Query) Shown {
	r.mu.Lock()
	defer r.mu.Unlock()
	x := &r.index
	out := Shown{Parts: slices.Clone(x.parts)}
	within := func(part uint32, begin, end float64) bool {
		return (q.Part == 0 || part == q.Part) && (q.Part == 0 || end >= q.From && (q.To == 0 || begin <= q.To))
	}
	var left int
	for _, l := range x.lanes {
		lane := Lane{Path: l.Path}
		for i := range l.Intervals {
			v := l.Intervals[i]
			if v.Open {
				v.End = x.parts[len(x.parts)-1].End
			}
			if within(v.Part, v.Begin, v.End) {
				lane.Intervals = append(lane.Intervals, v)
			}
		}
		if len(lane.Intervals) > 0 {
			out.Lanes = append(out.Lanes, lane)
			left += len(lane.Intervals)
		}
	}
	for i := range x.events {
		if e := &x.events[i]; within(e.part, e.tick, e.tick) {
			out.Events = append(out.Events, Event{Part: e.part, Tick: e.tick, Line: trace.NewLine(e.model, &e.record)})
		}
	}
	if q.Limit > 0 {
		out.limit(q.Limit, left)
	}
	return out
}

// limit leaves the newest intervals and events.
func (s *Shown) limit(most, intervals int) {
	if n := len(s.Events); n > most {
		s.Events, s.Cut = s.Events[n-most:], true
	}
	if intervals <= most {
		return
	}
	s.Cut = true
	var ends []moment
	for _, l := range s.Lanes {
		for _, v := range l.Intervals {
			ends = append(ends, moment{run: v.Part, at: v.End})
		}
	}
	slices.SortFunc(ends, func(a, b moment) int {
		if a == b {
			return 0
		}
		if a.before(b) {
			return -1
		}
		return 1
	})
	from := ends[len(ends)-most]
	for i := range s.Lanes {
		l := &s.Lanes[i]
		l.Intervals = slices.DeleteFunc(l.Intervals, func(v Interval) bool { return !from.before(moment{run: v.Part, at: v.End}) })
	}
}

// sequenceTime returns the part and the time of the tick of a record.
func (x *index) sequenceTime(part uint32, sequence uint64) (time.Duration, bool) {
	for i := range x.events {
		if e := &x.events[i]; e.part == part && e.record.Sequence == sequence {
			return durationOf(e.tick), true
		}
	}
	return 0, false
}

func durationOf(sec float64) time.Duration {
	return time.Duration(sec*float64(time.Second) + 0.5)
}
