package hfsm

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gonao/internal/wording"
)

// here is the state to which a text belongs, or none.
type here struct {
	state  int
	begins bool // it may start activities: it is part of the entry, or runs in the state
}

// Names returns the names of the scope's inputs, variables, outputs and parameters.
func (s *Scope) Names() []string { return slices.Sorted(maps.Keys(s.names)) }

// Value returns the value of a slot.
func (s *Scope) Value(slot int) Value { return s.Machine.values.of[slot] }

// Set writes a variable or an output, as the action of that name does.
func (s *Scope) Set(slot int, v Value) error {
	at := &s.Machine.model.slots[slot]
	switch {
	case at.role != VariableRole && at.role != OutputRole:
		return fmt.Errorf("machine %s: %s: expected a variable or an output", s.Machine.model.name, at.name)
	case v.Type != at.value.Type:
		return fmt.Errorf("machine %s: %s: a %s; expected a %s", s.Machine.model.name, at.name, v.Type, at.value.Type)
	}
	return s.Machine.values.put(s.Machine, slot, v)
}

// Age returns how old an input is, s, and whether that is more than it may be.
func (s *Scope) Age(slot int) (age float64, stale bool) {
	age = s.Machine.values.age(s.Machine, slot)
	d := s.Machine.model.slots[slot].written
	return age, d != nil && d.StaleAfter > 0 && age > d.StaleAfter.Seconds()
}

// Elapsed returns the time in the state of the running text.
func (s *Scope) Elapsed() time.Duration {
	if at := s.Machine.scripts.here.state; at > 0 && s.Machine.model.states[at].around != none {
		return s.Machine.tree.elapsed(s.Machine.clock.at, s.Machine.model.states[at].around)
	}
	return 0
}

// Outcome returns the outcome of the state of the running text.
func (s *Scope) Outcome() Status {
	if at := s.Machine.scripts.here.state; at > 0 {
		return s.Machine.activities.outcome(s.Machine, at)
	}
	return Running
}

// Active reports whether a state of the scope's chart is active. In the profile scxml
// its name, SCXML's id, will do.
func (s *Scope) Active(path string) bool {
	if s.Path != "" {
		path = s.Path + "/" + path
	}
	return s.Machine.profile.isIn(s.Machine, path)
}

// Raise is the action of that name, with data.
func (s *Scope) Raise(e Event) {
	s.Machine.profile.raise(s.Machine, e)
}

// SessionID returns the id of the session of an SCXML document; that of any other
// machine is its name.
func (s *Scope) SessionID() string {
	return s.Machine.SCXML().SessionID()
}

// Log sends a value to the host, which logs it.
func (s *Scope) Log(label string, value any) {
	if logger, ok := s.Machine.host.(Logger); ok {
		logger.Log(s.Machine, label, value)
	}
}

// Start starts an activity that a script of its state may start. A running activity with the same arguments continues;
// with other arguments, or after its end, it starts again.
func (s *Scope) Start(kind string, args map[string]Value) error {
	m := s.Machine
	u := none
	if m.scripts.here.begins {
		for _, at := range m.model.states[m.scripts.here.state].do {
			if use := &m.model.uses[at]; use.onDemand && use.kind == kind {
				u = at
			}
		}
	}
	if u == none {
		return fmt.Errorf("%s cannot be begun here; expected it when its state is entered or active", kind)
	}
	full, err := m.model.uses[u].complete(args)
	if err != nil {
		return err
	}
	r := &m.activities.runs[u]
	if r.phase == acting && r.status == Running && maps.Equal(full, m.activities.args[u]) {
		return nil
	}
	if r.phase != idle && !m.activities.stopped(m, u) {
		m.activities.calls++
		m.activities.stop(m, u)
	}
	maps.Copy(m.activities.args[u], full)
	r.status, r.phase = Running, acting
	m.activities.calls++
	m.activities.start(m, u, Anew)
	return nil
}

// complete checks the arguments of a script and adds missing ones.
func (u *use) complete(args map[string]Value) (Args, error) {
	if u.params == nil {
		return args, nil // without a vocabulary they cannot be checked
	}
	full := Args{}
	for _, p := range u.params {
		v, given := args[p.Name]
		switch {
		case !given && p.Default == nil:
			return nil, fmt.Errorf("%s: %s is missing; expected a value of type %s", u.kind, p.Name, p.Type)
		case !given:
			v = *p.Default
		}
		v, ok := fitted(v, p.Type)
		if !ok {
			return nil, fmt.Errorf("%s: %s = %s; expected a value of type %s", u.kind, p.Name, v.Text(), p.Type)
		}
		if p.Check != nil {
			if expected := p.Check(v); expected != "" {
				return nil, fmt.Errorf("%s: %s = %s; expected %s", u.kind, p.Name, v.Text(), expected)
			}
		}
		full[p.Name] = v
	}
	for name := range args {
		if _, ok := full[name]; !ok {
			known := make([]string, len(u.params))
			for i, p := range u.params {
				known[i] = p.Name
			}
			return nil, fmt.Errorf("%s: no such argument: %s%s; expected one of %s", u.kind, name, wording.DidYouMean(name, known), strings.Join(known, ", "))
		}
	}
	return full, nil
}
