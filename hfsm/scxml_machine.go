package hfsm

import (
	"time"
)

// maxQueued bounds each of the two queues of a machine of the profile scxml.
const maxQueued = 4096

// scxmlState is the mutable part that the profile scxml adds to a machine.
type scxmlState struct {
	processor Processor
	given     map[string]any // by who invoked it: first values of its data
	internal  fifo
	external  fifo
	delayed   []delayedSend
	order     uint64 // of delayed sends
	ids       int    // made so far
	memory    [][]int
	seen      []bool // states whose late data have their values
	invoked   []running
	pending   []bool // states whose services are to be invoked
	done      int    // the final state that ended it, or none
	result    any    // its data
	cancelled bool   // by who invoked it, and is not told
	scratch   scxmlScratch
}

// scxmlScratch is memory of a microstep.
type scxmlScratch struct {
	enabled []*scxmlEdge
	kept    []*scxmlEdge
	enter   []bool // by state
	arrives []bool // by state: entered by its initial transition
	recalls []int  // by state: history whose default content runs after it, or none
	other   []bool
	leave   []bool
	targets []int
}

// running is a service that has been invoked.
type running struct {
	state int
	with  *invocation
	id    string
}

// makeSCXML makes what a machine of the profile scxml needs.
func (m *Machine) makeSCXML() {
	states := len(m.model.states)
	s := &m.scxml
	s.processor, _ = m.host.(Processor)
	s.memory = make([][]int, m.model.scxml.memory)
	s.seen, s.pending = make([]bool, states), make([]bool, states)
	c := &s.scratch
	c.enter, c.arrives, c.leave, c.other = make([]bool, states), make([]bool, states), make([]bool, states), make([]bool, states)
	c.recalls = make([]int, states)
}

// clearSCXML brings it to where it stands before the first entry.
func (m *Machine) clearSCXML() {
	s := &m.scxml
	s.internal.clear()
	s.external.clear()
	s.delayed, s.order, s.ids = s.delayed[:0], 0, 0
	for i := range s.memory {
		s.memory[i] = s.memory[i][:0]
	}
	clear(s.seen)
	clear(s.pending)
	s.invoked, s.done, s.result, s.cancelled = s.invoked[:0], none, nil, false
}

// postSCXML puts an event into the external queue.
func (m *Machine) postSCXML(e Event) bool {
	if !m.scxml.external.push(e) {
		return false
	}
	m.trace.recordEvent(m, &e)
	return true
}

// tickSCXML brings a machine of the profile scxml to now: it runs to completion
// for what has come since, one macrostep after the other.
func (m *Machine) tickSCXML() error {
	s := &m.scxml
	if !m.clock.started {
		m.beginSCXML()
	}
	m.clock.at = m.clock.now - m.clock.start
	m.clock.entry = m.clock.at
	if m.turn.quiet {
		return nil
	}
	m.dispatch()
	m.work()
	for m.status == Running {
		if !m.macrostep() {
			return &LoopError{m.model.name, m.Path(), m.model.limit}
		}
		if m.status != Running {
			break
		}
		m.invokePending()
		if s.internal.head < len(s.internal.events) {
			continue
		}
		if m.turn.budget <= 0 {
			break // what waits is for the next tick
		}
		e, ok := s.external.pop()
		if !ok {
			break
		}
		m.external(&e)
	}
	return nil
}

// work goes on with the activities of the active states.
func (m *Machine) work() {
	for i := range m.model.states {
		if s := &m.model.states[i]; m.tree.on[i] && (len(s.do) > 0 || s.steps != nil) {
			m.activities.step(m, i)
		}
	}
}

// beginSCXML enters the machine for the first time.
func (m *Machine) beginSCXML() {
	m.clock.started, m.clock.start = true, m.clock.now
	c := m.model.scxml
	for i := range c.nodes {
		if i == 0 || !c.late {
			m.initialize(i)
		}
	}
	m.block(c.begin)
	m.scxml.scratch.kept = m.scxml.scratch.kept[:0]
	m.enterSet(nil)
	m.trace.record(m, none, none, nil)
	if m.scxml.done != none {
		m.endSCXML(Final)
	}
}

// initialize gives the data of a state their first values: those that came from
// who invoked the machine, else their own.
func (m *Machine) initialize(state int) {
	s := &m.scxml
	if s.seen[state] {
		return
	}
	s.seen[state] = true
	for _, i := range m.model.scxml.nodes[state].data {
		d := &m.model.scxml.data[i]
		value, ok := s.given[d.name]
		ok = ok && state == 0
		if !ok && d.value == nil {
			continue
		}
		var err error
		if !ok {
			value, err = d.value(m)
		}
		if err == nil {
			err = d.write(m, value)
		}
		if err != nil {
			m.faulty(errorExecution, "", err)
		}
	}
}

// macrostep takes transitions until only an external event could enable one. It is
// false when the microsteps of this tick are used up.
func (m *Machine) macrostep() bool {
	for m.status == Running {
		if m.turn.budget <= 0 {
			m.turn.looped = true
			return false
		}
		enabled := m.selectEdges(nil)
		if len(enabled) == 0 {
			e, ok := m.scxml.internal.pop()
			if !ok {
				return true
			}
			m.trace.openForEvent(m) // also where it changes nothing
			m.events.see(m, &e)
			enabled = m.selectEdges(&e)
		}
		if len(enabled) > 0 {
			m.microstep(enabled)
		}
	}
	return true
}

// external deals with an event of the external queue.
func (m *Machine) external(e *Event) {
	m.trace.openForEvent(m) // also where it changes nothing
	m.events.see(m, e)
	for i := range m.scxml.invoked {
		v := &m.scxml.invoked[i]
		if v.id == e.InvokeID {
			m.finalize(v, e)
		}
		if v.with.forward {
			m.scxml.processor.Forward(m, v.id, *e)
		}
	}
	if enabled := m.selectEdges(e); len(enabled) > 0 {
		m.microstep(enabled)
	}
}

// Next gives the time at which the machine has something to do by itself, on the
// caller's clock: a delayed event. It is false when there is nothing.
func (m *Machine) Next() (time.Duration, bool) {
	first := none
	for i := range m.scxml.delayed {
		if first == none || m.scxml.delayed[i].due < m.scxml.delayed[first].due {
			first = i
		}
	}
	if first == none {
		return 0, false
	}
	return m.scxml.delayed[first].due, true
}

// Waiting says whether events wait for the next tick.
func (m *Machine) Waiting() bool {
	return m.scxml.external.head < len(m.scxml.external.events) || m.scxml.internal.head < len(m.scxml.internal.events)
}

// endSCXML ends a machine that has entered a final state of its own, or that has
// been cancelled by who invoked it: its states are left, innermost first.
func (m *Machine) endSCXML(status Status) {
	for i := len(m.model.states) - 1; i >= 0; i-- {
		if m.tree.on[i] {
			m.leaveSCXML(i)
		}
	}
	m.scxml.delayed = m.scxml.delayed[:0]
	m.status = status
	if p := m.scxml.processor; p != nil && !m.scxml.cancelled {
		p.Ended(m, m.scxml.result)
	}
}

// Quit ends a machine of the profile scxml as a cancelled invocation ends: its
// states are left with their exit actions. Any other machine is stopped.
func (m *Machine) Quit(now time.Duration) {
	if m.model.scxml == nil || !m.clock.started || m.status != Running {
		m.Stop(now)
		return
	}
	m.clock.now = max(m.clock.now, now)
	m.scxml.cancelled = true
	m.endSCXML(Final)
}

// Ended gives the name of the final state that ended a machine of the profile
// scxml and the data it left; "" when it still runs.
func (m *Machine) Ended() (state string, data any) {
	if m.model.scxml == nil || m.scxml.done == none {
		return "", nil
	}
	return m.model.states[m.scxml.done].name, m.scxml.result
}
