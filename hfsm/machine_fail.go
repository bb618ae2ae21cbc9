package hfsm

// blame marks an automaton as failed. settle handles it, once the present entering or leaving is done.
func (r *robot) blame(m *Machine, a int, err error) {
	if m.tree.autos[a].fault != nil {
		return
	}
	m.tree.autos[a].fault = err
	r.faults++
	m.cause = err
	m.trace.recordError(m, a, err)
}

// settle ends the automata that have a fault as failed, outermost first.
func (r *robot) settle(m *Machine) {
	for a := 0; r.faults > 0 && a < len(m.tree.autos); {
		auto := &m.tree.autos[a]
		if auto.fault == nil {
			a++
			continue
		}
		auto.fault = nil
		r.faults--
		switch {
		case !auto.live: // its state is not active any more; it begins from the start
			auto.ended = Failed
		case auto.ended == Running:
			m.events.see(m, nil)
			r.take(m, &m.model.automata[a].failure)
		}
		a = 0 // leaving may have failed as well
	}
}
