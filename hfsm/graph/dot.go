package graph

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"gonao/hfsm/chart"
)

// The colours: a light page, inner automata slightly darker, active parts in orange.
const (
	ink      = "#334155"
	faint    = "#94a3b8"
	paper    = "#ffffff"
	active   = "#c2410c"
	activeBg = "#fff7ed"
	failing  = "#b91c1c"
)

// shades are the grounds of automata, by how deep they are.
var shades = []string{"#ffffff", "#f1f5f9", "#e2e8f0", "#f8fafc"}

// DOT writes a machine as a graph for Graphviz.
func DOT(w io.Writer, m *chart.Machine, options Options) error {
	text, err := dot(m, options)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

func dot(m *chart.Machine, options Options) ([]byte, error) {
	p, err := newPlan(m, options)
	if err != nil {
		return nil, err
	}
	d := &dotWriter{plan: p}
	d.line("digraph %s {", quote(clean(m.Name)))
	d.indent++
	direction := "TB"
	if options.Across {
		direction = "LR"
	}
	d.line(`graph [compound=true rankdir=%s fontname="Helvetica" fontsize=12 fontcolor=%q color=%q bgcolor=%q nodesep=0.35 ranksep=0.45 pad=0.2 labeljust=l label=%s labelloc=t]`,
		direction, ink, faint, paper, quote(strings.TrimSpace(clean(m.Name)+"  "+automatonWords(p.root.State))))
	if options.PageWidth > 0 && options.PageHeight > 0 {
		d.line(`graph [size="%g,%g" ratio=compress]`, options.PageWidth, options.PageHeight)
	}
	d.defaults()
	d.inside(p.root, 0)
	for _, n := range p.nodes {
		for i, e := range n.edges {
			d.edge(n, i, e)
		}
	}
	d.indent--
	d.line("}")
	return d.out.Bytes(), nil
}

type dotWriter struct {
	*plan
	lineWriter
}

// lineWriter writes indented lines.
type lineWriter struct {
	out    bytes.Buffer
	indent int
}

func (d *lineWriter) line(format string, args ...any) {
	d.out.WriteString(strings.Repeat("  ", d.indent))
	fmt.Fprintf(&d.out, format, args...)
	d.out.WriteByte('\n')
}

// defaults writes the default style of states and edges.
func (d *dotWriter) defaults() {
	d.line(`node [shape=box style="rounded,filled" fontname="Helvetica" fontsize=11 fontcolor=%q color=%q fillcolor=%q margin="0.16,0.07" height=0.35]`, ink, ink, paper)
	d.line(`edge [fontname="Helvetica" fontsize=10 fontcolor=%q color=%q arrowsize=0.7]`, ink, ink)
}

// history writes the sign of an automaton's history, if it has one.
func (d *dotWriter) history(n *node) {
	if sign := historySign(n.State); sign != "" {
		d.line(`h%d [shape=circle style=filled label=%s width=0.25 height=0.25 fixedsize=true fontsize=9 fillcolor=%q color=%q]`, n.id, quote(sign), paper, faint)
	}
}

// exits writes the ends of an automaton that its states lead to.
func (d *dotWriter) exits(n *node) {
	final, failed := n.exits()
	if final {
		d.line(`f%d [shape=doublecircle style=filled label=" " width=0.12 height=0.12 fixedsize=true fillcolor=%q color=%q tooltip="FINAL"]`, n.id, ink, ink)
	}
	if failed {
		d.line(`x%d [shape=circle style=filled label="×" width=0.2 height=0.2 fixedsize=true fontsize=12 fontcolor=%q fillcolor=%q color=%q tooltip="FAILED"]`, n.id, failing, paper, failing)
	}
}

// inside writes the content of an automaton, or the regions of a parallel state.
func (d *dotWriter) inside(n *node, depth int) {
	if first := n.begins(d.plan); first != nil {
		d.line(`i%d [shape=circle style=filled label=" " width=0.12 height=0.12 fixedsize=true fillcolor=%q color=%q]`, n.id, ink, ink)
		d.line(`i%d -> %s [%s]`, n.id, d.point(first), strings.TrimSpace(d.cut("lhead", first, nil)))
	}
	d.history(n)
	for _, s := range n.inside {
		d.state(s, depth)
	}
	for _, s := range n.inside {
		for i, e := range s.edges {
			if lines := d.label(e); len(lines) > 0 && apart(s, e) {
				d.line("%s [shape=plain style=solid margin=0.03 fontsize=10 fontcolor=%q label=%s]", labelNode(s, i), edgeColour(e), leftLabel(lines))
			}
		}
	}
	d.exits(n)
}

// state writes a state: a box, or a box around its content.
func (d *dotWriter) state(n *node, depth int) {
	if len(n.inside) == 0 {
		d.leaf(n, "")
		return
	}
	shade := shades[(depth+1)%len(shades)]
	style, colour, text := "rounded,filled", faint, ink
	if n.up.Kind == chart.Parallel {
		style = "rounded,filled,dashed"
	}
	if n.active {
		style, colour, text = "rounded,filled,dotted", active, active
	}
	d.line("subgraph cluster%d {", n.id)
	d.indent++
	title := []string{strings.TrimSpace(clean(n.Name) + "  " + automatonWords(n.State))}
	d.line(`graph [style=%q color=%q fillcolor=%q fontcolor=%q penwidth=%s labeljust=l label=%s]`,
		style, colour, shade, text, lineWidth(n.active), leftLabel(append(title, n.lines(d.options.Plain)...)))
	d.inside(n, depth+1)
	d.indent--
	d.line("}")
}

func lineWidth(active bool) string {
	if active {
		return "2"
	}
	return "1"
}

// leaf writes a state without others inside it, with more attributes.
func (d *dotWriter) leaf(n *node, more string) {
	var marks []string
	lines := n.lines(d.options.Plain)
	label := leafLabel(clean(n.Name), lines)
	switch n.Kind {
	case chart.FinalState:
		marks = append(marks, "peripheries=2")
		if n.Failed {
			marks = append(marks, fmt.Sprintf("color=%q fontcolor=%q", failing, failing))
		}
	case chart.ShallowMemory, chart.DeepMemory:
		label = quote("H")
		if n.Kind == chart.DeepMemory {
			label = quote("H*")
		}
		marks = append(marks, "shape=circle style=filled width=0.3 height=0.3 fixedsize=true")
	case chart.Plain, chart.Parallel:
	}
	if n.active {
		marks = append(marks, fmt.Sprintf(`style="rounded,filled,dotted" color=%q fontcolor=%q fillcolor=%q penwidth=2`, active, active, activeBg))
	}
	d.line("s%d [label=%s tooltip=%s%s%s]", n.id, label, quote(clean(n.path)), strings.Join(append([]string{""}, marks...), " "), more)
}

// marks returns the attributes of a transition that has been taken, or "".
func (e edge) marks() string {
	if len(e.taken) == 0 {
		return ""
	}
	return fmt.Sprintf(" style=dashed color=%q fontcolor=%q penwidth=1.6", active, active)
}

// edge writes a transition.
func (d *dotWriter) edge(n *node, index int, e edge) {
	var to string
	switch {
	case e.to != nil:
		to = d.point(e.to)
	case e.exit == "FINAL":
		to = fmt.Sprintf("f%d", n.up.id)
	default:
		to = fmt.Sprintf("x%d", n.up.id)
	}
	marks := e.marks()
	head, tail := d.cut("lhead", e.to, n), d.cut("ltail", n, e.to)
	lines := d.label(e)
	if len(lines) > 0 && apart(n, e) {
		label := labelNode(n, index)
		d.line("%s -> %s [arrowhead=none%s%s]", d.point(n), label, tail, marks)
		d.line("%s -> %s [%s]", label, to, strings.TrimSpace(head+marks))
		return
	}
	for i := range lines {
		lines[i] = "\u00a0" + lines[i] // off the line
	}
	d.line("%s -> %s [label=%s%s%s%s]", d.point(n), to, leftLabel(lines), head, tail, marks)
}

// apart reports whether an edge's label is a node of its own: Graphviz puts the label of an edge that is cut off at a box
// inside the box.
func apart(n *node, e edge) bool {
	return len(n.inside) > 0 || e.to != nil && len(e.to.inside) > 0
}

func labelNode(n *node, index int) string { return fmt.Sprintf("t%d_%d", n.id, index) }

func edgeColour(e edge) string {
	if len(e.taken) > 0 {
		return active
	}
	return ink
}

// point returns the node an edge to or from a state begins or ends at: for one with
// others inside, one of those.
func (d *dotWriter) point(n *node) string {
	for len(n.inside) > 0 {
		if first := n.begins(d.plan); first != nil && first.within(n) && first != n {
			n = first
		} else {
			n = n.inside[0]
		}
	}
	return fmt.Sprintf("s%d", n.id)
}

// cut cuts an edge off at the box around one of its ends, unless the other end is
// inside it.
func (d *dotWriter) cut(mark string, end, other *node) string {
	if end == nil || len(end.inside) == 0 || other != nil && other.within(end) {
		return ""
	}
	return fmt.Sprintf(" %s=cluster%d", mark, end.id)
}

// escaped makes a text safe in a quoted string of a label, where Graphviz reads
// backslashes and the entities of HTML.
var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;")

func quote(text string) string { return `"` + escaped.Replace(text) + `"` }

// leftLabel writes lines that begin at the left.
func leftLabel(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(escaped.Replace(line) + `\l`)
	}
	return `"` + b.String() + `"`
}

// leafLabel writes a state's name in the middle and its actions at the left.
func leafLabel(name string, lines []string) string {
	if len(lines) == 0 {
		return quote(name)
	}
	rest := leftLabel(lines)
	return `"` + escaped.Replace(name) + `\n` + rest[1:]
}
