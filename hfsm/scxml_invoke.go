package hfsm

import (
	"errors"

	"gonao/hfsm/chart"
)

// Invocation is the request for a service.
type Invocation struct {
	ID      string
	Type    string         // "" and http://www.w3.org/TR/scxml/ are SCXML
	Source  string         // a file, or ""
	Machine *chart.Machine // inline, or nil
	Content any            // from content, instead of both
	Data    map[string]any // first values of its data
	File    string         // file of the invoking machine: sources are relative to it
}

// services are the services that a machine of the profile scxml has invoked.
type services struct {
	invoked []running
	pending []bool // by state: its services are to be invoked
}

// clear forgets them.
func (svc *services) clear() {
	clear(svc.pending)
	svc.invoked = svc.invoked[:0]
}

// begin begins the services of the states entered since the last
// macrostep, in the order of the document.
func (svc *services) begin(m *Machine) {
	for i, pending := range svc.pending {
		if !pending {
			continue
		}
		svc.pending[i] = false
		invokes := m.model.scxml.nodes[i].invokes
		for k := range invokes {
			if err := svc.invoke(m, i, &invokes[k]); err != nil {
				event := errorCommunication
				if errors.As(err, &executionFault{}) || errors.Is(err, ErrType) {
					event = errorExecution
				}
				m.scxml.faulty(m, event, "", err)
			}
		}
	}
}

// executionFault is a fault in the data of an invocation, not in the service.
type executionFault struct{ error }

func (svc *services) invoke(m *Machine, state int, w *invocation) error {
	v, err := svc.invocation(m, state, w)
	if err != nil {
		return executionFault{err}
	}
	if m.scxml.processor == nil {
		return executionFault{ErrType}
	}
	svc.invoked = append(svc.invoked, running{state: state, with: w, id: v.ID})
	if err := m.scxml.processor.Invoke(m, v); err != nil {
		svc.invoked = svc.invoked[:len(svc.invoked)-1]
		return err
	}
	return nil
}

// invocation evaluates the request for a service.
func (svc *services) invocation(m *Machine, state int, w *invocation) (v Invocation, err error) {
	v = Invocation{Machine: w.machine, File: m.model.file}
	if v.Type, err = m.scxml.word(m, w.kind); err != nil {
		return v, err
	}
	if v.Source, err = m.scxml.word(m, w.source); err != nil {
		return v, err
	}
	data, err := m.scxml.pack(m, w.payload, strict)
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
		v.ID = m.scxml.newID(m.model.states[state].name)
	}
	if w.idLocation != nil {
		err = w.idLocation(m, v.ID)
	}
	return v, err
}

// end ends the services of a state.
func (svc *services) end(m *Machine, state int) {
	kept := svc.invoked[:0]
	for _, v := range svc.invoked {
		if v.state == state {
			m.scxml.processor.Cancel(m, v.id)
			continue
		}
		kept = append(kept, v)
	}
	clear(svc.invoked[len(kept):])
	svc.invoked = kept
}

// finalize processes an event of a service before all other uses.
func (svc *services) finalize(m *Machine, v *running, e *Event) {
	m.scxml.block(m, none, v.with.finalize)
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
			m.scxml.faulty(m, errorExecution, "", err)
		}
	}
}
