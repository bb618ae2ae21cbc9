package hfsm

import (
	"errors"

	"gonao/hfsm/chart"
)

// Invocation asks for a service.
type Invocation struct {
	ID      string
	Type    string         // "" and http://www.w3.org/TR/scxml/ are SCXML
	Source  string         // a file, or ""
	Machine *chart.Machine // inline, or nil
	Content any            // what content gave in place of both
	Data    map[string]any // first values of its data
	File    string         // of who invokes it: sources are relative to it
}

// invokePending begins the services of the states entered since the last
// macrostep, in the order of the document.
func (m *Machine) invokePending() {
	for i, pending := range m.scxml.pending {
		if !pending {
			continue
		}
		m.scxml.pending[i] = false
		invokes := m.model.scxml.nodes[i].invokes
		for k := range invokes {
			if err := m.invoke(i, &invokes[k]); err != nil {
				event := errorCommunication
				if errors.As(err, &executionFault{}) || errors.Is(err, ErrType) {
					event = errorExecution
				}
				m.faulty(event, "", err)
			}
		}
	}
}

// executionFault is a fault in the data of an invocation, not in the service.
type executionFault struct{ error }

func (m *Machine) invoke(state int, w *invocation) error {
	v, err := m.invocation(state, w)
	if err != nil {
		return executionFault{err}
	}
	if m.scxml.processor == nil {
		return executionFault{ErrType}
	}
	m.scxml.invoked = append(m.scxml.invoked, running{state: state, with: w, id: v.ID})
	if err := m.scxml.processor.Invoke(m, v); err != nil {
		m.scxml.invoked = m.scxml.invoked[:len(m.scxml.invoked)-1]
		return err
	}
	return nil
}

// invocation evaluates what a service is asked with.
func (m *Machine) invocation(state int, w *invocation) (v Invocation, err error) {
	v = Invocation{Machine: w.machine, File: m.model.file}
	if v.Type, err = m.say(w.kind); err != nil {
		return v, err
	}
	if v.Source, err = m.say(w.source); err != nil {
		return v, err
	}
	data, err := m.pack(w.payload, strict)
	if err != nil {
		return v, err
	}
	if w.payload.content != nil {
		v.Content = data
	} else if named, ok := data.(map[string]any); ok {
		v.Data = named
	}
	v.ID = w.id
	if v.ID == "" {
		v.ID = m.newID(m.model.states[state].name)
	}
	if w.idLocation != nil {
		err = w.idLocation(m, v.ID)
	}
	return v, err
}

// uninvoke ends the services of a state.
func (m *Machine) uninvoke(state int) {
	kept := m.scxml.invoked[:0]
	for _, v := range m.scxml.invoked {
		if v.state == state {
			m.scxml.processor.Cancel(m, v.id)
			continue
		}
		kept = append(kept, v)
	}
	clear(m.scxml.invoked[len(kept):])
	m.scxml.invoked = kept
}

// finalize deals with what a service has sent before anything else sees it.
func (m *Machine) finalize(v *running, e *Event) {
	m.block(v.with.finalize)
	data, ok := e.Data.(map[string]any)
	if !v.with.assigns || !ok {
		return
	}
	for _, p := range v.with.payload.parts {
		value, there := data[p.name]
		if !there || p.write == nil {
			continue
		}
		if err := p.write(m, value); err != nil {
			m.faulty(errorExecution, "", err)
		}
	}
}

// Invoked says whether a service of this id runs.
func (m *Machine) Invoked(id string) bool {
	for _, v := range m.scxml.invoked {
		if v.id == id {
			return true
		}
	}
	return false
}

// Give sets first values for data of a machine of the profile scxml, for the next
// time it begins. Names that it does not have are left out.
func (m *Machine) Give(data map[string]any) { m.scxml.given = data }
