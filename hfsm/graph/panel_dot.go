package graph

import (
	"fmt"
	"strings"

	"gonao/hfsm/chart"
)

// The space between an automaton's content and its border, and the size of its text, pt.
const (
	besideInner = 8.0
	lineHeight  = 14.0
	letterWidth = 6.2
)

// boxID returns the id of the box that an automaton is in the drawing of the one around it.
func boxID(n *node) string { return fmt.Sprintf("box%d", n.id) }

// title returns the lines over the drawing of an automaton inside its box.
func (p *plan) title(n *node) []string {
	return append([]string{strings.TrimSpace(clean(n.Name) + "  " + automatonWords(n.State))}, n.lines(p.options.Plain)...)
}

// header returns the height of the title, pt.
func (p *plan) header(n *node) float64 { return besideInner + lineHeight*float64(len(p.title(n))) }

// panelWriter writes the graph of one automaton, in which the automata inside it are boxes.
type panelWriter struct {
	dotWriter
	of    *node
	how   manner
	level int
	drawn map[*node]*picture
	stubs map[*node]bool         // states elsewhere that have a sign here
	at    map[*node]chart.Layout // positions of states
}

// panel returns the graph of the automaton n.
func (p *plan) panel(n *node, how manner, drawn map[*node]*picture) []byte {
	d := &panelWriter{dotWriter: dotWriter{plan: p}, of: n, how: how, level: p.depth(n), drawn: drawn, stubs: map[*node]bool{}}
	d.at = d.places()
	d.line("digraph %s {", quote(clean(n.Name)))
	d.indent++
	d.attributes()
	if first := n.begins(p); first != nil {
		d.line(`i%d [shape=circle style=filled label=" " width=0.12 height=0.12 fixedsize=true fillcolor=%q color=%q%s]`, n.id, ink, ink, d.besides(d.here(first)))
		d.line(`i%d -> %s [len=0.6]`, n.id, d.end(first))
	}
	d.history(n)
	for _, s := range n.inside {
		if len(s.inside) > 0 {
			d.box(s)
		} else {
			d.leaf(s, d.place(s))
		}
	}
	d.exits(n)
	for _, s := range n.inside {
		for _, e := range s.edges {
			d.transition(s, e)
		}
	}
	d.indent--
	d.line("}")
	return d.out.Bytes()
}

// attributes writes the attributes of the whole graph.
func (d *panelWriter) attributes() {
	label, ground := `""`, "transparent"
	if d.of == d.root {
		label, ground = quote(strings.TrimSpace(clean(d.m.Name)+"  "+automatonWords(d.of.State))), paper
	}
	d.line(`graph [fontname="Helvetica" fontsize=12 fontcolor=%q color=%q bgcolor=%q pad=0.1 labeljust=l label=%s labelloc=t]`, ink, ink, ground, label)
	switch d.how {
	case down:
		d.line(`graph [rankdir=TB nodesep=0.35 ranksep=0.45]`)
	case across:
		d.line(`graph [rankdir=LR nodesep=0.35 ranksep=0.45]`)
	case packed:
		d.line(`graph [layout=neato overlap=ortho_yx splines=true sep="+12" esep="+5" forcelabels=true]`)
	case rows:
		d.line(`graph [layout=neato inputscale=72 overlap=true splines=true esep="+5" forcelabels=true]`)
	case stored:
		overlap := "scalexy" // keeps the form
		if d.of.holdsBoxes() {
			overlap = "ortho_yx" // a large box moves only its neighbours
		}
		d.line(`graph [layout=neato inputscale=72 overlap=%s splines=true sep="+12" esep="+5" forcelabels=true]`, overlap)
	}
	d.defaults()
}

// box writes an automaton inside this one.
func (d *panelWriter) box(n *node) {
	size := d.sizeOf(n)
	style, colour, text := "rounded,filled", faint, ink
	if n.up.Kind == chart.Parallel {
		style = "rounded,filled,dashed"
	}
	if n.active {
		style, colour, text = "rounded,filled,dotted", active, active
	}
	d.line(`s%d [id=%q label=%s labelloc=t width=%.3f height=%.3f fixedsize=true margin=0.08 fontsize=12 style=%q color=%q fillcolor=%q fontcolor=%q penwidth=%s%s]`,
		n.id, boxID(n), leftLabel(d.title(n)), size[0]/pointsPerInch, size[1]/pointsPerInch, style, colour, shades[(d.level+1)%len(shades)], text, lineWidth(n.active),
		d.place(n))
}

// place returns the attribute that puts a state where it stands, or "".
func (d *panelWriter) place(n *node) string {
	l, ok := d.at[n]
	if !ok {
		return ""
	}
	size := d.sizeOf(n)
	return position(l.X+size[0]/2, l.Y+size[1]/2)
}

// besides returns a place at the upper left of a state's, or "".
func (d *panelWriter) besides(n *node) string {
	l, ok := d.at[n]
	if !ok {
		return ""
	}
	return position(l.X-24, l.Y-24)
}

// position converts a position of the file, whose y is down, for Graphviz.
func position(x, y float64) string { return fmt.Sprintf(` pos="%.1f,%.1f!"`, x, -y) }

// here returns the state of this automaton that a state is or is inside of, nil for one elsewhere.
func (d *panelWriter) here(n *node) *node {
	for ; n != nil; n = n.up {
		if n.up == d.of {
			return n
		}
	}
	return nil
}

// end returns the node at which an edge to a state ends: its own, that of the enclosing box, or a sign that points to it.
func (d *panelWriter) end(to *node) string {
	if n := d.here(to); n != nil {
		return fmt.Sprintf("s%d", n.id)
	}
	if !d.stubs[to] {
		d.stubs[to] = true
		where := clean(to.path)
		if where == "" {
			where = clean(d.m.Name)
		}
		d.line(`o%d [shape=plain style="" margin=0.03 fontsize=10 fontcolor=%q label=%s]`, to.id, faint, quote("→ "+where))
	}
	return fmt.Sprintf("o%d", to.id)
}

// transition writes an edge of a state of this automaton.
func (d *panelWriter) transition(n *node, e edge) {
	lines := d.label(e)
	var to string
	switch {
	case e.to != nil:
		to = d.end(e.to)
		if n := d.here(e.to); n != nil && n != e.to {
			lines = append(lines, "→ "+clean(strings.TrimPrefix(e.to.path, n.path+"/")))
		}
	case e.exit == "FINAL":
		to = fmt.Sprintf("f%d", d.of.id)
	default:
		to = fmt.Sprintf("x%d", d.of.id)
	}
	marks := e.marks()
	word := "label"
	if d.how == packed || d.how == stored || d.how == rows {
		word = "xlabel" // is kept off the boxes
	}
	for i := range lines {
		lines[i] = "\u00a0" + lines[i] // off the line
	}
	d.line("s%d -> %s [%s=%s%s%s]", n.id, to, word, leftLabel(lines), d.ports(n, e), marks)
}
