package graph

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// plan is the part of a machine that every kind of drawing needs.
type plan struct {
	m       *chart.Machine
	options Options
	root    *node
	byPath  map[string]*node
	nodes   []*node
}

// node is a state in the drawing.
type node struct {
	*chart.State
	id     int // in document order; 0 is the machine
	path   string
	up     *node
	inside []*node
	active bool
	folded []*chart.State // states inside that are not drawn
	edges  []edge
}

// edge is a transition that leads somewhere.
type edge struct {
	*chart.Transition
	to    *node  // nil: an exit
	exit  string // FINAL or FAILED, of the automaton the state is in
	taken []int  // its numbers in the trace, from 1
}

// stateAt returns the state at a path; nil if it does not exist.
func stateAt(s *chart.State, path string) *chart.State {
	for path != "" {
		var name string
		name, path, _ = strings.Cut(path, "/")
		i := slices.IndexFunc(s.States, func(inner *chart.State) bool { return inner.Name == name })
		if i < 0 {
			return nil
		}
		s = s.States[i]
	}
	return s
}

// maxStates limits a drawing: a larger one is unreadable, and its layout needs very long.
const maxStates = 5000

// newPlan looks a machine over.
func newPlan(m *chart.Machine, options Options) (*plan, error) {
	p := &plan{m: m, options: options, byPath: map[string]*node{}}
	top := stateAt(m.Root, options.Inside)
	if top == nil || options.Inside != "" && len(top.States) == 0 {
		return nil, fmt.Errorf("draw %q: no state %q with states inside", m.Name, options.Inside)
	}
	p.root = p.add(top, options.Inside, nil, 1)
	if len(p.nodes) > maxStates {
		return nil, fmt.Errorf("draw %q: %d states; expected at most %d", m.Name, len(p.nodes), maxStates)
	}
	for _, path := range options.Active {
		n, ok := p.byPath[path]
		if !ok && options.Inside != "" && stateAt(m.Root, path) != nil {
			continue // elsewhere in the machine
		}
		if !ok {
			return nil, fmt.Errorf("draw %q: no state %q to show as active", m.Name, path)
		}
		for ; n != nil; n = n.up {
			n.active = true
		}
	}
	for _, n := range p.nodes[1:] { // the machine itself is not drawn as a node
		for _, t := range n.Transitions {
			if staysInside(n.State, t) {
				continue
			}
			for _, to := range t.To {
				p.link(n, t, to)
			}
		}
		for _, below := range n.folded {
			p.linkFolded(n, below)
		}
	}
	for i, step := range options.Trace {
		if p.take(i+1, step) || !step.Must {
			continue
		}
		return nil, fmt.Errorf("draw %q: %s -> %s%s: no such transition is drawn%s", m.Name, step.From, step.To, colon(step.Name), p.like(step))
	}
	return p, nil
}

// lines returns the text in the box of a state below its name.
func (n *node) lines(plain bool) []string {
	lines := stateLines(n.State, plain)
	if inside := len(n.folded); inside > 0 {
		lines = append(lines, fmt.Sprintf("(%s inside)", wording.Count(inside, "state")))
	}
	return lines
}

// linkFolded adds the edges of a state that is not drawn, from the state n that stands for it, where they lead out of n.
func (p *plan) linkFolded(n *node, s *chart.State) {
	for _, t := range s.Transitions {
		for _, to := range t.To {
			if out := p.byPath[to]; out != nil && out != n && strings.Contains(to, "/") {
				n.edges = append(n.edges, edge{Transition: t, to: out})
			}
		}
	}
}

// fold makes n represent all states inside s, which are not drawn.
func (p *plan) fold(n *node, s *chart.State, path string) {
	for _, inner := range s.States {
		below := path + "/" + inner.Name
		p.byPath[below] = n
		n.folded = append(n.folded, inner)
		p.fold(n, inner, below)
	}
}

func (p *plan) add(s *chart.State, path string, up *node, depth int) *node {
	n := &node{State: s, id: len(p.nodes), path: path, up: up}
	p.nodes = append(p.nodes, n)
	p.byPath[path] = n
	if p.options.Depth > 0 && depth > p.options.Depth && len(s.States) > 0 {
		p.fold(n, s, path)
		leaf := *s
		leaf.States, leaf.Initial, leaf.History, leaf.Kind = nil, nil, chart.Inherit, chart.Plain
		n.State = &leaf
		return n
	}
	for _, inner := range s.States {
		below := inner.Name
		if path != "" {
			below = path + "/" + inner.Name
		}
		n.inside = append(n.inside, p.add(inner, below, n, depth+1))
	}
	return n
}

// link adds the edge of a transition, if its target is there: a drawing shows
// machines with faults too.
func (p *plan) link(n *node, t *chart.Transition, to string) {
	e := edge{Transition: t}
	switch to {
	case "FINAL", "FAILED":
		e.exit = to
	case "itself":
		e.to = n
	default:
		if e.to = p.find(n, to); e.to == nil {
			return
		}
	}
	n.edges = append(n.edges, e)
}

// find finds a target as a state sees it: beside it, by its path from the top, or,
// as SCXML's ids, anywhere.
func (p *plan) find(from *node, name string) *node {
	if from.up != nil {
		for _, beside := range from.up.inside {
			if beside.Name == name {
				return beside
			}
		}
	}
	if n := p.byPath[name]; n != nil && name != "" {
		return n
	}
	if p.m.Profile == chart.SCXML {
		for _, n := range p.nodes {
			if n.Name == name && n.id > 0 {
				return n
			}
		}
	}
	return nil
}

// colon returns a colon and a transition's name, "" without a name.
func colon(name string) string {
	if name == "" {
		return ""
	}
	return ": " + name
}

// like returns a hint for a step that matches no transition: another state, or the transitions of its state.
func (p *plan) like(step Step) string {
	from := p.byPath[step.From]
	if from == nil {
		return wording.DidYouMean(step.From, slices.Sorted(maps.Keys(p.byPath)))
	}
	var has []string
	for i := range from.edges {
		has = append(has, fmt.Sprintf("%s -> %s%s", step.From, p.target(&from.edges[i]), colon(from.edges[i].Name)))
	}
	if len(has) == 0 {
		return "; " + step.From + " has no transitions"
	}
	return "; " + step.From + " has " + strings.Join(has, ", ")
}

// target returns the path of the state that an edge leads to, or its exit.
func (*plan) target(e *edge) string {
	if e.to != nil {
		return e.to.path
	}
	return e.exit
}

// take numbers the first edge that matches a step of the trace, and reports whether there is one.
func (p *plan) take(number int, step Step) bool {
	from := p.byPath[step.From]
	if from == nil {
		return false
	}
	for i := range from.edges {
		e := &from.edges[i]
		if e.Name == step.Name && (step.To == p.target(e) || step.To == "" || e.to != nil && step.To == e.to.Name) {
			e.taken = append(e.taken, number)
			return true
		}
	}
	return false
}

// label returns the lines of an edge, its numbers first.
func (p *plan) label(e edge) []string {
	lines := transitionLines(e.Transition, p.options.Plain)
	if len(e.taken) == 0 {
		return lines
	}
	numbers := make([]string, len(e.taken))
	for i, n := range e.taken {
		numbers[i] = strconv.Itoa(n)
	}
	const shown = 6
	if len(numbers) > shown {
		numbers = append([]string{"…"}, numbers[len(numbers)-shown:]...)
	}
	return append([]string{"(" + strings.Join(numbers, ", ") + ")"}, lines...)
}

// begins returns the initial state of an automaton, nil if it has none.
func (n *node) begins(p *plan) *node {
	if len(n.inside) == 0 || n.Kind == chart.Parallel {
		return nil
	}
	if len(n.Initial) > 0 {
		for _, inside := range n.inside {
			if inside.Name == n.Initial[0] {
				return inside
			}
		}
		return p.find(n.inside[0], n.Initial[0])
	}
	return n.inside[0]
}

// within reports whether a state is the other or inside it.
func (n *node) within(other *node) bool {
	for ; n != nil; n = n.up {
		if n == other {
			return true
		}
	}
	return false
}

// exits returns which exits the transitions of an automaton's states lead to.
func (n *node) exits() (final, failed bool) {
	for _, inside := range n.inside {
		for _, e := range inside.edges {
			final = final || e.exit == "FINAL"
			failed = failed || e.exit == "FAILED"
		}
	}
	return final, failed
}
