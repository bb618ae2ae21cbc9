package hfsm

import "github.com/stretchr/testify/require"

// RequireLegal checks that exactly those states are active that may be together.
func RequireLegal(t require.TestingT, m *Machine) {
	for i := range m.model.states {
		s := &m.model.states[i]
		active := 0
		for _, child := range s.children {
			if m.tree.on[child] {
				active++
				require.True(t, m.tree.on[i], "%s is active and what is around it is not", m.model.states[child].path)
			}
		}
		require.False(t, m.tree.on[i] && isMemory(s.kind), "a memory is active: %s", s.path)
		switch {
		case !m.tree.on[i]:
		case s.kind == CompoundState:
			require.Equal(t, 1, active, "states active in %q", s.path)
		case s.kind == ParallelState:
			for _, child := range s.children {
				require.Equal(t, !isMemory(m.model.states[child].kind), m.tree.on[child], "region %s", m.model.states[child].path)
			}
		}
	}
}

// RequireWhole checks that each active automaton is in one of its states, and that
// nothing is active in what is not.
func RequireWhole(t require.TestingT, m *Machine) {
	if m.Status() != Running {
		return
	}
	waiting := false
	for i := range m.tree.autos {
		waiting = waiting || m.tree.autos[i].waiting != nil
	}
	for s := 1; s < len(m.tree.on); s++ {
		state := &m.model.states[s]
		if m.tree.on[s] {
			require.True(t, m.tree.on[state.parent], "%s is active and what is around it is not", state.path)
		}
		if m.tree.on[s] && state.kind == ParallelState && !waiting {
			for _, region := range state.children {
				require.True(t, m.tree.on[region], "region %s", m.model.path(region))
			}
		}
	}
	for i := range m.tree.autos {
		a := &m.tree.autos[i]
		if s := m.model.automata[i].state; !m.tree.on[s] || a.ended != Running || waiting {
			continue
		}
		active := 0
		for _, child := range m.model.states[m.model.automata[i].state].children {
			if m.tree.on[child] {
				active++
				require.Equal(t, a.active, child)
			}
		}
		require.Equal(t, 1, active, "states of %q that are active", m.model.path(m.model.automata[i].state))
	}
}

// RestoreExactly brings a machine to a snapshot on the snapshot's own clock.
func (m *Machine) RestoreExactly(in *Snapshot) error { return in.restore(m) }
