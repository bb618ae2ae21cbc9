package hfsm

// samples holds the part of a machine that a stream has already sent: the inputs as ticks read them and the states of the
// automata. Records hold inputs only for ticks in which something happened; samples complete them.
type samples struct {
	inputs []known // by slot
	active []int32 // by automaton
	draft  Record
	stale  bool // the machine has another model, or was restarted
}

// Sampled returns a stream as [Machine.Stream] does, which receives samples besides: see
// [RecordSeen] and [RecordActive]. The first tick from now on samples every automaton.
func (c Control) Sampled(size int) *Stream {
	m := c.m
	s := m.Stream(size)
	s.samples = &samples{inputs: make([]known, len(m.values.of)), active: make([]int32, len(m.tree.autos))}
	for i := range s.samples.inputs {
		s.samples.inputs[i] = m.values.known(i)
	}
	for i := range s.samples.active {
		s.samples.active[i] = none - 1
	}
	if !m.trace.off {
		m.trace.sampled = true
	}
	return s
}

// sample sends the changes of a tick to the streams that requested samples.
func (t *recorder) sample(m *Machine) {
	for _, s := range t.streams {
		if s.samples == nil {
			continue
		}
		if s.samples.stale {
			s.samples.resize(m)
		}
		s.samples.inputsOf(m, s)
		s.samples.activeOf(m, s)
	}
}

// renewSamples makes the next tick sample everything.
func (t *recorder) renewSamples() {
	for _, s := range t.streams {
		if s.samples != nil {
			s.samples.stale = true
		}
	}
}

// resize adapts to the present machine; everything is then sampled again.
func (p *samples) resize(m *Machine) {
	p.stale = false
	p.inputs = make([]known, len(m.values.of))
	p.active = make([]int32, len(m.tree.autos))
	for i := range p.active {
		p.active[i] = none - 1
	}
}

// inputsOf sends the inputs that differ from the stream's.
func (p *samples) inputsOf(m *Machine, s *Stream) {
	for slot := range p.inputs {
		if m.model.slots[slot].role != InputRole {
			continue
		}
		was, stamp := &p.inputs[slot], m.values.stamps[slot]
		if was.stamp == stamp && was.value.Same(m.values.of[slot]) {
			continue
		}
		*was = known{m.values.of[slot], stamp}
		r := p.fresh(m, RecordSeen)
		r.ID, r.Time, r.Last = int32(slot), stamp, m.clock.now-m.clock.start
		r.setValue(&was.value)
		s.push(r)
	}
}

// activeOf sends the automata that are in other states than the stream has.
func (p *samples) activeOf(m *Machine, s *Stream) {
	for i := range p.active {
		auto, now := &m.tree.autos[i], int32(none)
		if auto.live && auto.ended == Running {
			now = int32(auto.active)
		}
		if p.active[i] == now {
			continue
		}
		p.active[i] = now
		r := p.fresh(m, RecordActive)
		r.From, r.To, r.Time = int32(m.model.automata[i].state), now, m.clock.now-m.clock.start
		s.push(r)
	}
}

func (p *samples) fresh(m *Machine, kind RecordKind) *Record {
	p.draft = Record{
		Kind: kind, Sequence: m.trace.next, Tick: m.clock.tick, Epoch: m.clock.epoch, At: m.clock.at, ID: none, From: none, To: none,
	}
	return &p.draft
}

// note keeps an input that a record has: it need not be sampled.
func (p *samples) note(r *Record) {
	if r.Kind == RecordInput && int(r.ID) < len(p.inputs) {
		p.inputs[r.ID] = known{r.Value(), r.Time}
	}
}
