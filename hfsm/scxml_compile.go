package hfsm

import (
	"strings"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// initialSCXML sets a preliminary initial state for an automaton of the profile scxml, for callers that only inspect the
// model; the real one is determined when all states are known.
func (b *treeBuilder) initialSCXML(id int, _ *chart.State, _ *frame) {
	s := &b.model.states[id]
	for _, child := range s.children {
		if !isMemory(b.model.states[child].kind) {
			b.model.automata[s.automaton].initial = child
			return
		}
	}
	b.fault(b.model.frames[s.frame], s.source.Place, "no state; expected at least one that is not a history")
}

func isMemory(k StateKind) bool { return k == ShallowMemory || k == DeepMemory }

// scxml makes the part of a model that the profile scxml needs. The tree stands.
func (b *documentCompiler) scxml() {
	m, f := b.model, b.model.frames[0]
	c := &scxmlModel{nodes: make([]scxmlNode, len(m.states)), late: m.chart.LateBinding}
	m.scxml = c
	m.limit = scxmlLimit
	if m.chart.MaxTransitions > 0 {
		m.limit = m.chart.MaxTransitions
	}
	b.texts.here = here{}
	b.data(f)
	c.begin = b.content(f, none, m.chart.Begin)
	for i := range m.states {
		if b.full() {
			return
		}
		b.node(f, i)
	}
}

// data prepares the variables.
func (b *documentCompiler) data(f *frame) {
	c := b.model.scxml
	for i := range f.chart.Variables {
		d := &f.chart.Variables[i]
		at, ok := 0, d.State == ""
		if !ok {
			at, ok = b.model.named(d.State, none)
		}
		if !ok {
			b.fault(f, d.Place, "of a state %q, which is not there; expected a path from the top", d.State)
			continue
		}
		v := datum{name: d.Name, write: b.texts.location(f, d.Place, d.Name)}
		switch {
		case d.Literal != nil:
			v.value = b.texts.literal(f, *d.Literal)
		case d.Expression != nil:
			v.value = b.texts.quantity(f, none, *d.Expression)
		case d.Initial != nil && d.Type == 0:
			v.value = b.texts.quantity(f, none, chart.Expression{Place: d.Place, Text: d.Initial.Text()})
		}
		c.nodes[at].data = append(c.nodes[at].data, len(c.data))
		c.data = append(c.data, v)
	}
}

// location prepares a place that can be assigned to; nil with a finding.
func (b *textCompiler) location(f *frame, at chart.Place, name string) location {
	if to, ok := f.names[name]; ok && to.writable {
		return func(m *Machine, v any) error { return m.values.assign(m, to.slot, v) }
	}
	if !f.scripted(&chart.Expression{}) {
		names := f.writable()
		b.fault(f, at, "no variable %q%s; expected one of %s", name, wording.DidYouMean(name, names), chart.Listed(names))
		return nil
	}
	id, ok := b.piece(f, chart.Expression{Place: at, Text: name}, Location)
	if !ok {
		return nil
	}
	n := f.id
	return func(m *Machine, v any) error { return m.scripts.sessions[n].Assign(id, v) }
}

// literal prepares inline content: its language decides its type. Typed expressions and machines without data read it as
// a constant if possible, otherwise as a text.
func (b *textCompiler) literal(f *frame, e chart.Expression) quantity {
	if f.scripted(&e) {
		id, ok := b.piece(f, e, Content)
		if !ok {
			return nil
		}
		n := f.id
		return func(m *Machine) (any, error) { return m.scripts.sessions[n].Value(id) }
	}
	constant, _ := chart.Constant(e.Text)
	value := anyOf(constant)
	return func(*Machine) (any, error) { return value, nil }
}

func (b *textCompiler) word(f *frame, at chart.Place, text, expression string) word {
	if expression == "" {
		return word{text: text}
	}
	return word{text, b.quantity(f, none, chart.Expression{Place: at, Text: expression})}
}

// node prepares a state.
func (b *documentCompiler) node(f *frame, i int) {
	s := &b.model.states[i]
	n := &b.model.scxml.nodes[i]
	w := s.source
	b.texts.here = here{state: i}
	n.memory = none
	inside := i
	if isMemory(s.kind) {
		n.memory, inside = b.model.scxml.memory, s.parent
		b.model.scxml.memory++
	}
	n.initial = b.targets(f, f.chart.At(w.Place, "initial"), w.Initial, inside)
	if len(n.initial) == 0 && s.automaton != none {
		n.initial = []int{b.model.automata[s.automaton].initial}
	}
	for _, target := range n.initial {
		if target <= inside || target > b.model.states[inside].last {
			b.fault(f, f.chart.At(w.Place, "initial"), "%q is not inside %q; expected a state that is", b.model.states[target].path, b.model.states[inside].path)
		}
	}
	b.texts.here.begins = true
	n.entry = b.blocks(f, i, w.Entry)
	s.do, s.steps = b.acts.activities(f, i, w.Do)
	b.texts.here.begins = false
	n.arrive, n.exit = b.content(f, i, w.InitialActions), b.blocks(f, i, w.Exit)
	if w.Done != nil {
		n.done = b.payload(f, w.Place, w.Done)
	}
	for k := range w.Invokes {
		n.invokes = append(n.invokes, b.invocation(f, i, &w.Invokes[k]))
	}
	for k := range s.trans {
		n.edges = append(n.edges, b.edge(f, i, &s.trans[k]))
	}
	if w.Call != nil {
		b.fault(f, w.Call.Place, "a called machine; expected an invoke in the profile scxml")
	}
}

func (b *documentCompiler) edge(f *frame, source int, t *transition) scxmlEdge {
	w := t.written
	e := scxmlEdge{
		transition: t, events: descriptors(w.Events), internal: w.Internal,
		targets: b.targets(f, f.chart.At(w.Place, "to"), w.To, b.model.states[source].parent),
		then:    b.content(f, source, w.Then),
	}
	if w.If != nil {
		g := b.texts.guard(f, source, *w.If)
		t.guard, t.node, t.script, t.text = g.bool, g.node, f.scripted(w.If), w.If.Text
	}
	t.events, t.domain = w.Events, max(b.model.states[source].around, 0)
	t.target = strings.Join(w.To, " ")
	if w.After > 0 {
		b.fault(f, f.chart.At(w.Place, "after"), "no such thing in the profile scxml; expected an event that is sent with a delay")
	}
	return e
}

// descriptors returns the events of a transition without the ".*" that "a.*" may have.
func descriptors(events []string) []string {
	var list []string
	for _, e := range events {
		if e = strings.TrimSuffix(strings.TrimSuffix(e, "*"), "."); e == "" {
			e = "*"
		}
		list = append(list, e)
	}
	return list
}

// targets finds states by the name of a sibling, by their paths, or by a name
// that no other state has.
func (b *documentCompiler) targets(f *frame, at chart.Place, names []string, around int) []int {
	var ids []int
	for _, name := range names {
		id, ok := b.model.named(name, around)
		if !ok {
			b.fault(f, at, "no state %q%s; expected a sibling's name, or a path from the top", name, wording.DidYouMean(name, f.paths(b.model)))
			continue
		}
		ids = append(ids, id)
	}
	return ids
}

// named finds a state by the name it has inside another, by its path, or by a name
// that no other state has.
func (m *Model) named(name string, around int) (int, bool) {
	if around != none {
		for _, child := range m.states[around].children {
			if m.states[child].name == name {
				return child, true
			}
		}
	}
	if id, ok := m.byPath[name]; ok && id != 0 {
		return id, true
	}
	found := none
	for i := 1; i < len(m.states) && !strings.Contains(name, "/"); i++ {
		if m.states[i].name != name {
			continue
		}
		if found != none {
			return none, false
		}
		found = i
	}
	return found, found != none
}

func (b *documentCompiler) invocation(f *frame, state int, w *chart.Invoke) invocation {
	v := invocation{
		kind: b.texts.word(f, w.Place, w.Type, w.TypeExpression), source: b.texts.word(f, w.Place, w.Source, w.SourceExpression),
		id: w.ID, forward: w.AutoForward, finalize: b.content(f, state, w.Finalize),
		assigns: w.HasFinalize && len(w.Finalize) == 0,
		payload: b.payload(f, w.Place, &w.Payload), machine: w.Machine,
	}
	if w.IDLocation != "" {
		v.idLocation = b.texts.location(f, w.Place, w.IDLocation)
	}
	return v
}
