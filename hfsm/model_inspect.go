package hfsm

import (
	"slices"
	"time"

	"gonao/hfsm/chart"
)

// State is a state of a model.
type State struct {
	Parent   int // -1 for the machine itself, state 0
	Last     int // last of the states inside it, which have the ids after its own
	Name     string
	Path     string
	Children []int // must not be changed
	// Source is the state as it is written, of the called machine's chart where it
	// was called. It is not to be changed.
	Source *chart.State
}

// States returns how many states there are, the machine itself among them.
func (m *Model) States() int { return len(m.states) }

// State returns a state by its id.
func (m *Model) State(id int) State {
	s := &m.states[id]
	return State{Parent: s.parent, Last: s.last, Name: s.name, Path: s.path, Children: s.children, Source: s.source}
}

// Find returns the id of the state with this path.
func (m *Model) Find(path string) (id int, ok bool) {
	id, ok = m.byPath[path]
	return id, ok
}

// Period returns the shortest period of its automata, with which to tick it.
func (m *Model) Period() time.Duration {
	shortest := m.automata[0].grid.time(1)
	for _, a := range m.automata {
		shortest = min(shortest, a.grid.time(1))
	}
	return shortest
}

// Paths returns the paths of all states, in the order of the file.
func (m *Model) Paths() []string {
	paths := make([]string, 0, len(m.states))
	for _, s := range m.states[1:] {
		paths = append(paths, s.path)
	}
	return paths
}

// path returns a state's path, "" for none.
func (m *Model) path(s int) string {
	if s == none {
		return ""
	}
	return m.states[s].path
}

// Slot is an input, a variable, an output or a parameter of a model: where its
// value is held.
type Slot struct {
	ID   int
	Name string
	Path string // path of the state that calls its machine, "" for the machine's own
	Role Role
	Type Type
	// Initial is its value before the first entry.
	Initial Value
	// Declaration is the declaration as written; nil if there is none. It must not be changed.
	Declaration *chart.Declaration
}

// Slots returns all values there are, by their ids.
func (m *Model) Slots() []Slot {
	all := make([]Slot, len(m.slots))
	for i := range m.slots {
		s := &m.slots[i]
		all[i] = Slot{i, s.name, s.path, s.role, s.value.Type, s.value, s.written}
	}
	return all
}

// Missing returns the parameters of the machine itself that have no default: the host
// must set them before the first entry. Where the machine is called, the caller sets
// them.
func (m *Model) Missing() []string {
	var names []string
	for i := range m.chart.Parameters {
		if p := &m.chart.Parameters[i]; p.Initial == nil && p.Expression == nil {
			names = append(names, p.Name)
		}
	}
	return names
}

// Slot returns the slot of an input, a variable, an output or a parameter of the
// machine itself; one of a called machine is named with the path of the state that
// calls it: "play/kick.power".
func (m *Model) Slot(name string) (slot int, ok bool) {
	for i := range m.slots {
		s := &m.slots[i]
		if s.path == "" && s.name == name || s.path != "" && s.path+"."+s.name == name {
			return i, true
		}
	}
	return 0, false
}

// Input returns the handle of a declared input.
func (m *Model) Input(name string) (Input, bool) {
	slot, ok := m.inputs[name]
	return Input(slot), ok
}

// Input is the handle of an input of one model: its slot.
type Input int

// Uses reports whether a state of the machine uses the activity of this name.
func (m *Model) Uses(activity string) bool {
	return slices.ContainsFunc(m.uses, func(u use) bool { return u.kind == activity })
}

// ExternalUse is one place where a model uses an activity that another program does.
type ExternalUse struct {
	Name string // name of the activity
	Key  string // key in the document
	Args Args   // those with an expression have no value
}

// ExternalUses returns the uses of activities that other programs do; see
// [Kind.External].
func (m *Model) ExternalUses() []ExternalUse {
	var all []ExternalUse
	for i := range m.uses {
		if u := &m.uses[i]; u.external {
			all = append(all, ExternalUse{u.kind, u.key, u.args})
		}
	}
	return all
}

// ActivityUse is one place where a model uses an activity.
type ActivityUse struct {
	State string // path of the state it belongs to
	Name  string // name of the activity
	Key   string // key in the document
	Args  Args   // must not be changed
	// Evaluated names the arguments that are expressions.
	Evaluated []string
}

// ActivityUse returns the use of an activity that a record names by its id, without Evaluated.
func (m *Model) ActivityUse(id int) ActivityUse {
	u := &m.uses[id]
	return ActivityUse{State: m.path(u.state), Name: u.kind, Key: u.key, Args: u.args}
}
