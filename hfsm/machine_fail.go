package hfsm

import "gonao/hfsm/chart"

// blame notes that an automaton is to fail. settle does it, once what is being
// entered or left has been.
func (m *Machine) blame(a int, err error) {
	if m.model.profile == chart.SCXML {
		m.faulty(errorExecution, "", err)
		return
	}
	if m.autos[a].fault != nil {
		return
	}
	m.autos[a].fault = err
	m.faults++
	m.cause = err
	m.recordError(a, err)
}

// settle ends the automata that have a fault as failed, outermost first.
func (m *Machine) settle() {
	for a := 0; m.faults > 0 && a < len(m.autos); {
		auto := &m.autos[a]
		if auto.fault == nil {
			a++
			continue
		}
		auto.fault = nil
		m.faults--
		switch {
		case !auto.live: // nobody sees it any more; it begins anew
			auto.ended = Failed
		case auto.ended == Running:
			m.entry = m.at
			m.see(nil)
			m.take(&m.model.automata[a].failure)
		}
		a = 0 // leaving may have failed as well
	}
}
