package graph

import (
	"fmt"
	"io"
	"strings"

	"gonao/hfsm/chart"
)

// Mermaid writes a machine as a stateDiagram-v2 of Mermaid, which GitHub and many
// editors show.
func Mermaid(w io.Writer, m *chart.Machine, options Options) error {
	p, err := newPlan(m, options)
	if err != nil {
		return err
	}
	d := &mermaidWriter{plan: p}
	d.line("stateDiagram-v2")
	d.indent++
	if options.Across {
		d.line("direction LR")
	}
	d.inside(p.root)
	d.classes()
	_, err = w.Write(d.out.Bytes())
	return err
}

type mermaidWriter struct {
	*plan
	lineWriter
	failing []string
}

// inside writes an automaton, or the regions of a parallel state.
func (d *mermaidWriter) inside(n *node) {
	if first := n.begins(d.plan); first != nil {
		d.line("[*] --> s%d", first.id)
	}
	if sign := historySign(n.State); sign != "" {
		d.line(`state %s as h%d`, mermaidText([]string{sign}), n.id)
	}
	if _, failed := n.exits(); failed {
		d.line(`state "FAILED" as x%d`, n.id)
		d.failing = append(d.failing, fmt.Sprintf("x%d", n.id))
	}
	for i, s := range n.inside {
		if i > 0 && n.Kind == chart.Parallel {
			d.line("--")
		}
		d.state(s)
	}
	for _, s := range n.inside {
		for _, e := range s.edges {
			d.edge(s, e)
		}
	}
}

func (d *mermaidWriter) state(n *node) {
	lines := append([]string{clean(n.Name)}, n.lines(d.options.Plain)...)
	if words := automatonWords(n.State); words != "" {
		lines[0] += "  " + words
	}
	switch n.Kind {
	case chart.ShallowMemory:
		lines = []string{"H"}
	case chart.DeepMemory:
		lines = []string{"H*"}
	case chart.FinalState:
		if n.Failed {
			d.failing = append(d.failing, fmt.Sprintf("s%d", n.id))
		}
	case chart.Plain, chart.Parallel:
	}
	if len(n.inside) == 0 {
		d.line("state %s as s%d", mermaidText(lines), n.id)
		if n.Kind == chart.FinalState {
			d.line("s%d --> [*]", n.id)
		}
		return
	}
	d.line("state %s as s%d {", mermaidText(lines), n.id)
	d.indent++
	d.inside(n)
	d.indent--
	d.line("}")
}

func (d *mermaidWriter) edge(n *node, e edge) {
	to := "[*]"
	switch {
	case e.to != nil:
		to = fmt.Sprintf("s%d", e.to.id)
	case e.exit == "FAILED":
		to = fmt.Sprintf("x%d", n.up.id)
	}
	lines := d.label(e)
	if len(lines) == 0 {
		d.line("s%d --> %s", n.id, to)
		return
	}
	text := mermaidText(lines)
	d.line("s%d --> %s : %s", n.id, to, text[1:len(text)-1])
}

// classes writes the colours of active and failing states. Mermaid has no style for a
// single edge of a state diagram: only the numbers show which edges were taken.
func (d *mermaidWriter) classes() {
	var running []string
	for _, n := range d.nodes {
		if n.active && n.id > 0 {
			running = append(running, fmt.Sprintf("s%d", n.id))
		}
	}
	if len(running) > 0 {
		d.line("classDef active fill:%s,stroke:%s,stroke-width:2px,stroke-dasharray:2 3", activeBg, active)
		d.line("class %s active", strings.Join(running, ","))
	}
	if len(d.failing) > 0 {
		d.line("classDef failed stroke:%s,color:%s", failing, failing)
		d.line("class %s failed", strings.Join(d.failing, ","))
	}
}

// mermaidText quotes lines; whatever could mean something to Mermaid or to HTML
// becomes an entity by its number.
func mermaidText(lines []string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, line := range lines {
		if i > 0 {
			b.WriteString("<br/>")
		}
		for _, r := range line {
			switch {
			case r > '~', r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', strings.ContainsRune(" .,()/=+*_-'!|?", r):
				b.WriteRune(r)
			default:
				fmt.Fprintf(&b, "#%d;", r)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}
