package host

import (
	"errors"
	"fmt"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/graph"
)

// Chart is a machine as text.
type Chart struct {
	Text     string
	Machine  string // name
	File     string
	Hash     string // see [hfsm.Model.Hash]
	Revision uint32 // see [View]
}

// Chart returns the machine as text: yaml (also for ""), dot or mermaid, the last two
// with the states that are active and the transitions taken last, numbered; source is the text as
// it was written, with its comments.
func (m *Machine) Chart(format string) (out Chart, err error) {
	var c *chart.Machine
	var options graph.Options
	var written, generated string
	m.Look(func(machine *hfsm.Machine, _ uint32) {
		model := machine.Model()
		out = Chart{Machine: model.Name(), File: model.File(), Hash: model.Hash(), Revision: m.revision}
		c, written, generated = model.Chart(), m.source.text, m.source.generated
		if c == nil {
			return
		}
		for _, leaf := range machine.Leaves(nil) {
			if path := drawn(c, leaf); path != "" {
				options.Active = append(options.Active, path)
			}
		}
		for t := range machine.Trace(0) {
			if t.Source != "" {
				options.Trace = append(options.Trace, graph.Step{From: t.Source, To: t.Target, Name: t.Name})
			}
		}
	})
	switch {
	case c == nil && generated != "":
		return out, errors.New(generated)
	case c == nil:
		return out, ErrIdle
	case format == "source" && written != "":
		out.Text = written
		return out, nil
	}
	const numbers = 20 // more would be unreadable
	options.Trace = options.Trace[max(0, len(options.Trace)-numbers):]
	var b strings.Builder
	switch format {
	case "", "yaml", "source": // without a file
		err = c.WriteYAML(&b)
	case "dot":
		err = graph.DOT(&b, c, options)
	case "mermaid":
		err = graph.Mermaid(&b, c, options)
	default:
		err = fmt.Errorf("format %q; expected yaml, source, dot or mermaid", format)
	}
	out.Text = b.String()
	return out, err
}

// drawn returns the state of the chart for a path, which may lead into a called machine: the chart of the caller does not
// show its content.
func drawn(c *chart.Machine, path string) string {
	state, found := c.Root, ""
	for name := range strings.SplitSeq(path, "/") {
		var next *chart.State
		for _, s := range state.States {
			if s.Name == name {
				next = s
			}
		}
		if next == nil {
			break
		}
		state, found = next, strings.TrimPrefix(found+"/"+name, "/")
	}
	return found
}
