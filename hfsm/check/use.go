package check

import (
	"slices"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// Usage describes how the text of a chart uses its values.
type Usage struct {
	read, written map[string]bool
	texts         []string // in other languages, which may use any value that they name
}

// Reads adds the values that an expression reads.
func (u *Usage) Reads(n *expr.Node) {
	if u.read == nil {
		u.read = map[string]bool{}
	}
	n.Walk(func(n *expr.Node) {
		if n.Kind == expr.Variable {
			u.read[n.Name] = true
		}
	})
}

// Writes adds a value that is written.
func (u *Usage) Writes(name string) {
	if u.written == nil {
		u.written = map[string]bool{}
	}
	u.written[name] = true
}

// Mentions adds a text in another language.
func (u *Usage) Mentions(text string) { u.texts = append(u.texts, text) }

// mentioned reports whether a text in another language contains a name.
func (u *Usage) mentioned(name string) bool {
	return slices.ContainsFunc(u.texts, func(text string) bool { return strings.Contains(text, name) })
}

// checkUse notes values that are never read or written. Inputs that are never read are left out: one may be
// declared for an activity that reads it.
func (c *checker) checkUse() {
	for _, in := range c.model.Charts {
		if in.Foreign {
			continue
		}
		for i := range in.Written.Parameters {
			c.checkValue(in, &in.Written.Parameters[i], true)
		}
		for i := range in.Written.Inputs {
			d := &in.Written.Inputs[i]
			if by := c.model.Unset[d.Name]; by != nil && (in.Used.read[d.Name] || in.Used.mentioned(d.Name)) {
				c.remark(chart.Note, in, d.Place, codeNeverWritten, "never written: the machine does not have %s, which would set it", strings.Join(by, " or "))
			}
		}
		for i := range in.Written.Variables {
			c.checkValue(in, &in.Written.Variables[i], false)
		}
		for i := range in.Written.Outputs {
			d := &in.Written.Outputs[i]
			if !in.Used.written[d.Name] && !in.Used.mentioned(d.Name) {
				c.remark(chart.Note, in, d.Place, codeNeverWritten, "never written")
			}
		}
	}
}

// checkValue reports a wrong use of one value.
func (c *checker) checkValue(in *Chart, d *chart.Declaration, written bool) {
	read := in.Used.read[d.Name]
	written = written || in.Used.written[d.Name]
	switch {
	case in.Used.mentioned(d.Name) || read && written:
	case written:
		c.remark(chart.Note, in, d.Place, codeNeverRead, "never read")
	case read:
		value := chart.Value{Type: d.Type}
		if d.Initial != nil {
			value = *d.Initial
		}
		c.remark(chart.Note, in, d.Place, codeNeverWritten, "never written; it is always %s", value.Text())
	default:
		c.remark(chart.Note, in, d.Place, codeUnused, "neither read nor written")
	}
}
