package hfsm

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"

	"gonao/hfsm/chart"
	"gonao/internal/suggest"
)

// resolve binds the transitions and actions of a state to ids.
func (b *builder) resolve(id int) {
	raw := &b.raw[id]
	s := &b.model.states[id]
	words := b.stateScope(id)
	for _, part := range []struct {
		name string
		to   *[]action
	}{{"entry", &s.entry}, {"exit", &s.exit}} {
		if f, ok := raw.fields[part.name]; ok {
			*part.to = b.actions(f.val, join(raw.key, part.name), true)
		}
	}
	if f, ok := raw.fields["do"]; ok {
		for _, a := range b.actions(f.val, join(raw.key, "do"), false) {
			s.do = append(s.do, a.use)
		}
	}
	f, ok := raw.fields["transitions"]
	if !ok {
		return
	}
	key := join(raw.key, "transitions")
	if f.val.Kind != yaml.SequenceNode {
		b.fault(f.val, key, "%s; expected a list of transitions", kindOf(f.val))
		return
	}
	for i, n := range f.val.Content {
		if b.full() {
			return
		}
		b.transition(id, n, fmt.Sprintf("%s[%d]", key, i), words)
	}
}

// stateScope gives the names a guard of the state may use.
func (b *builder) stateScope(id int) scope {
	words := maps.Clone(b.scope)
	a := b.model.states[id].automaton
	words["elapsed"] = name{Float, compiled{typ: Float, float: func(m *Machine) float64 { return m.elapsed(a).Seconds() }}}
	words["final"] = name{Bool, compiled{typ: Bool, bool: func(m *Machine) bool { return m.outcome(id) == Final }}}
	words["failed"] = name{Bool, compiled{typ: Bool, bool: func(m *Machine) bool { return m.outcome(id) == Failed }}}
	return words
}

// transition reads one transition of state id.
func (b *builder) transition(id int, n *yaml.Node, key string, words scope) {
	fields := b.record(n, key, "a transition: to, after, if, name", transitionKeys...)
	if n.Kind != yaml.MappingNode {
		return
	}
	t := transition{}
	raw := rawTransition{key: key, node: n, unconditional: true}
	if f, ok := fields["name"]; ok {
		t.name, _ = b.text(f.val, join(key, "name"), "a name")
	}
	if f, ok := fields["after"]; ok {
		t.after = b.duration(f.val, join(key, "after"))
		raw.unconditional = false
	}
	if f, ok := fields["if"]; ok {
		guard := b.guard(f.val, join(key, "if"), words)
		t.guard = guard.bool
		if !guard.constant {
			raw.unconditional = false
		} else if guard.bool != nil && !guard.bool(nil) {
			b.fault(f.val, join(key, "if"), "never true; expected a guard that can be")
		}
	}
	f, ok := fields["to"]
	if !ok {
		b.fault(n, join(key, "to"), "missing; expected the name of a state")
		return
	}
	word, ok := b.text(f.val, join(key, "to"), "the name of a state")
	if !ok || !b.target(id, word, f.val, join(key, "to"), &t) {
		return
	}
	t.id = len(b.model.states[id].trans)
	b.model.states[id].trans = append(b.model.states[id].trans, t)
	b.raw[id].trans = append(b.raw[id].trans, raw)
}

// target finds what a transition goes to: a sibling, a path from the top, an exit.
func (b *builder) target(from int, word string, n *yaml.Node, key string, t *transition) bool {
	m := b.model
	source := m.states[from]
	t.target = word
	switch word {
	case finalName, failedName:
		t.domain, t.exit = source.automaton, Final
		if word == failedName {
			t.exit = Failed
		}
		return true
	}
	to := none
	var siblings []string
	for id, s := range m.states {
		if s.automaton == source.automaton {
			siblings = append(siblings, s.name)
			if s.name == word {
				to = id
				break
			}
		}
		if s.path == word {
			to = id
		}
	}
	if to == none {
		b.fault(n, key, "no state %q%s; expected one of %s, a path from the top, %s or %s",
			word, suggest.DidYouMean(word, append(siblings, m.Paths()...)), chart.Listed(siblings), finalName, failedName)
		return false
	}
	t.domain, t.enter = m.way(from, to)
	t.target = m.states[to].path
	return true
}

// way gives the innermost automaton around both states and the states to enter
// in it to come to the second one.
func (m *Model) way(from, to int) (domain int, enter []int) {
	a := m.states[from].automaton
	enter = []int{to}
	for at := m.states[to].automaton; at != a; {
		if m.automata[a].depth > m.automata[at].depth {
			a = m.automata[a].parent
			continue
		}
		owner := m.automata[at].owner
		if m.automata[a].depth == m.automata[at].depth {
			a = m.automata[a].parent
		}
		enter = append(enter, owner)
		at = m.automata[at].parent
	}
	slices.Reverse(enter)
	return a, enter
}

// guard compiles a condition.
func (b *builder) guard(n *yaml.Node, key string, words scope) compiled {
	c := b.expression(n, key, words)
	if c.typ != 0 && c.typ != Bool {
		b.fault(n, key, "a guard of type %s; expected a bool", c.typ)
		return compiled{}
	}
	return c
}

// expression compiles a scalar. The zero value comes with a finding.
func (b *builder) expression(n *yaml.Node, key string, words scope) compiled {
	text, ok := b.text(n, key, "an expression")
	if !ok {
		return compiled{}
	}
	c, err := compile(text, words)
	if err == nil {
		return c
	}
	var at *expressionError
	if errors.As(err, &at) {
		b.faultAt(n, at.column, key, "%s in %q", at.text, text)
	} else {
		b.fault(n, key, "%v", err)
	}
	return compiled{}
}
