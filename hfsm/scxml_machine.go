package hfsm

import "gonao/hfsm/chart"

// maxQueued bounds each of the two queues of a machine of the profile scxml.
const maxQueued = 4096

// scxmlProfile holds the state of the profile scxml in addition to the tree, and its step.
type scxmlProfile struct {
	queue     scxmlQueue
	selection selection
	services  services
	processor Processor
	given     map[string]any // first values of its data, from the machine that invoked it
	ids       int            // made so far
	seen      []bool         // states whose late data have their values
	done      int            // the final state that ended it, or none
	result    any            // its data
	cancelled bool           // by the invoking machine, which is not informed of the end
}

// running is a service that has been invoked.
type running struct {
	state int
	with  *invocation
	id    string
}

// advance brings a machine of the profile scxml to now: it runs to completion at the time of each delayed event and then
// at now.
func (x *scxmlProfile) advance(m *Machine) error {
	if !m.clock.started {
		m.scripts.begin()
		x.begin(m)
	}
	now := m.clock.now - m.clock.start
	for {
		m.clock.at = now
		if i := x.queue.delayed.first(now); i != none {
			m.clock.at = max(m.trace.before, x.queue.delayed[i].due)
		}
		m.scripts.begin()
		m.turn.budget = m.model.limit
		x.queue.dispatch(m)
		if m.clock.at == now {
			x.work(m)
		}
		if !x.run(m) {
			return &LoopError{m.model.name, m.Path(), m.model.limit}
		}
		if m.clock.at == now || m.status != Running {
			return nil
		}
	}
}

// run runs to completion, one macrostep after the other. It is false when the microsteps of this
// time are used up.
func (x *scxmlProfile) run(m *Machine) bool {
	for m.status == Running {
		if !x.macrostep(m) {
			return false
		}
		if m.status != Running {
			break
		}
		x.services.begin(m)
		if !x.queue.internal.empty() {
			continue
		}
		if m.turn.spent() {
			break // the rest waits for the next tick
		}
		e, ok := x.queue.external.pop()
		if !ok {
			break
		}
		x.take(m, &e)
	}
	return true
}

// work goes on with the activities of the active states.
func (x *scxmlProfile) work(m *Machine) {
	for i := range m.model.states {
		if s := &m.model.states[i]; m.tree.on[i] && (len(s.do) > 0 || s.steps != nil) {
			m.activities.step(m, i, false)
		}
	}
}

// begin enters the machine for the first time.
func (x *scxmlProfile) begin(m *Machine) {
	m.enter()
	c := m.model.scxml
	for i := range c.nodes {
		if i == 0 || !c.late {
			x.initialize(m, i)
		}
	}
	x.block(m, none, c.begin)
	x.selection.kept = x.selection.kept[:0]
	x.enterSet(m, nil)
	m.trace.recordEdge(m, none, nil)
	if x.done != none {
		x.end(m, Final)
	}
}

// initialize sets the data of a state to their first values: those from the invoking machine, otherwise their own.
func (x *scxmlProfile) initialize(m *Machine, state int) {
	if x.seen[state] {
		return
	}
	x.seen[state] = true
	for _, i := range m.model.scxml.nodes[state].data {
		d := &m.model.scxml.data[i]
		value, ok := x.given[d.name]
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
			x.faulty(m, errorExecution, "", err)
		}
	}
}

// macrostep takes transitions until only an external event could enable one. It returns false when the microsteps of this
// tick are used up.
func (x *scxmlProfile) macrostep(m *Machine) bool {
	for m.status == Running {
		if m.turn.spent() {
			m.turn.blocked = true
			return false
		}
		enabled := x.selection.choose(m, nil)
		if len(enabled) == 0 {
			e, ok := x.queue.internal.pop()
			if !ok {
				return true
			}
			m.trace.openForEvent(m) // even if it changes nothing
			m.events.see(m, &e)
			enabled = x.selection.choose(m, &e)
		}
		if len(enabled) > 0 {
			x.microstep(m, enabled)
		} else if e := m.events.event(); e != nil {
			x.missed(m, e)
		}
	}
	return true
}

// take processes an event of the external queue.
func (x *scxmlProfile) take(m *Machine, e *Event) {
	m.trace.openForEvent(m) // even if it changes nothing
	m.events.see(m, e)
	handled := false
	for i := range x.services.invoked {
		v := &x.services.invoked[i]
		if v.id == e.InvokeID {
			handled = true
			x.services.finalize(m, v, e)
		}
		if v.with.forward {
			handled = true
			x.processor.Forward(m, v.id, *e)
		}
	}
	if enabled := x.selection.choose(m, e); len(enabled) > 0 {
		x.microstep(m, enabled)
	} else if !handled {
		x.missed(m, e)
	}
}

// missed records an event that enabled no transition, except events of the platform, which machines need not consume.
func (x *scxmlProfile) missed(m *Machine, e *Event) {
	if e.Kind == Platform {
		return
	}
	why := fate{missed: MissedUnawaited, edge: none}
	for i := range m.model.states {
		if !m.tree.on[i] {
			continue
		}
		for k := range m.model.scxml.nodes[i].edges {
			if edge := &m.model.scxml.nodes[i].edges[k]; edge.events != nil && chart.MatchesEvent(edge.events, e.Name) {
				why = fate{missed: MissedGuard, edge: int32(edge.id)}
			}
		}
	}
	m.trace.recordMissed(m, e, &why)
}

// end ends a machine that has entered a top-level final state, or was canceled by the invoking machine: its states are
// left, innermost first.
func (x *scxmlProfile) end(m *Machine, status Status) {
	for i := len(m.model.states) - 1; i >= 0; i-- {
		if m.tree.on[i] {
			x.leave(m, i)
		}
	}
	x.queue.delayed = x.queue.delayed[:0]
	m.status = status
	if p := x.processor; p != nil && !x.cancelled {
		p.Ended(m, x.result)
	}
}
