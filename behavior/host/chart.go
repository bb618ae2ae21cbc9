package host

import (
	"fmt"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/graph"
)

// Chart returns the machine as text: yaml (also for ""), dot or mermaid, the last two
// with the states that are active and the transitions taken last, numbered.
func (m *Machine) Chart(format string) (text string, err error) {
	var c *chart.Machine
	var options graph.Options
	m.Look(func(machine *hfsm.Machine, _ uint32) {
		c = machine.Model().Chart()
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
	if c == nil {
		return "", ErrIdle
	}
	const numbers = 20 // more of them are read by nobody
	options.Trace = options.Trace[max(0, len(options.Trace)-numbers):]
	var b strings.Builder
	switch format {
	case "", "yaml":
		err = c.WriteYAML(&b)
	case "dot":
		err = graph.DOT(&b, c, options)
	case "mermaid":
		err = graph.Mermaid(&b, c, options)
	default:
		err = fmt.Errorf("format %q; expected yaml, dot or mermaid", format)
	}
	return b.String(), err
}

// drawn returns the state of the chart that a path leads to or into: what is inside a
// called machine is not in the chart of the caller.
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
