package chart

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// WriteYAML writes the machine as a person would: states in blocks, short parts on one line. Read again, it is the same
// machine.
func (m *Machine) WriteYAML(to io.Writer) error {
	if m.Unit != nil {
		return fmt.Errorf("write %s: it is written in %s itself, not as YAML", m.Name, m.ownLanguage())
	}
	w := &writer{}
	root := w.machine(m)
	if w.err != nil {
		return fmt.Errorf("write %s: %w", m.Name, w.err)
	}
	spread(root)
	e := yaml.NewEncoder(to)
	e.SetIndent(2)
	if err := errors.Join(e.Encode(root), e.Close()); err != nil {
		return fmt.Errorf("write %s: %w", m.Name, err)
	}
	return nil
}

// ownLanguage names the language that a machine with a Unit was read by.
func (m *Machine) ownLanguage() string {
	if u, ok := m.Unit.(interface{ Language() string }); ok {
		return u.Language()
	}
	return cmp.Or(m.Language, "its language")
}

// writer makes a YAML document of a machine.
type writer struct{ err error }

// refuse records the first thing that YAML machines cannot express.
func (w *writer) refuse(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

// record is a mapping that is being made.
type record struct{ *yaml.Node }

func newRecord() record { return record{&yaml.Node{Kind: yaml.MappingNode}} }

// add adds an entry, unless it is nil.
func (r record) add(key string, value *yaml.Node) {
	if value != nil {
		r.Content = append(r.Content, textNode(key), value)
	}
}

// addText adds a text, unless it is empty.
func (r record) addText(key, text string) {
	if text != "" {
		r.add(key, textNode(text))
	}
}

// entry is a mapping of one key.
func entry(key string, value *yaml.Node) *yaml.Node {
	r := newRecord()
	r.add(key, value)
	return r.Node
}

// sequence makes a list, or nothing of nothing.
func sequence[T any](items []T, of func(T) *yaml.Node) *yaml.Node {
	if len(items) == 0 {
		return nil
	}
	n := &yaml.Node{Kind: yaml.SequenceNode}
	for _, item := range items {
		n.Content = append(n.Content, of(item))
	}
	return n
}

// textNode is a scalar that is read as this very text.
func textNode(text string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
	if strings.Contains(text, "\n") && !blockable(text) {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

// blockable reports whether a text of some lines may stand as it is below a |.
func blockable(text string) bool {
	if strings.HasPrefix(text, " ") || strings.HasPrefix(text, "\n") || strings.TrimSpace(text) == "" {
		return false
	}
	for _, r := range text {
		if r != '\n' && !strconv.IsPrint(r) {
			return false
		}
	}
	return true
}

func plainNode(tag, text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: text}
}

func (w *writer) number(x float64) *yaml.Node {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		w.refuse("%g is not a finite number", x)
	}
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return plainNode("!!int", strconv.FormatFloat(x, 'f', -1, 64))
	}
	return plainNode("!!float", strconv.FormatFloat(x, 'g', -1, 64))
}

// optional is a number that is not written when it is 0.
func (w *writer) optional(x float64) *yaml.Node {
	if x == 0 {
		return nil
	}
	return w.number(x)
}

// flag is a bool that is not written when it is false.
func flag(v bool) *yaml.Node {
	if !v {
		return nil
	}
	return plainNode("!!bool", "true")
}

// duration is a time that is not written when it is 0: 1m30s, 500ms.
func duration(t time.Duration) *yaml.Node {
	if t == 0 {
		return nil
	}
	text := t.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return textNode(text)
}

// value returns a node that is read as a value of its type.
func (w *writer) value(v Value) *yaml.Node {
	switch v.Type {
	case Bool:
		return plainNode("!!bool", strconv.FormatBool(v.Bool))
	case Int:
		return plainNode("!!int", strconv.FormatInt(v.Int, 10))
	case Float:
		n := w.number(v.Float)
		if n.Tag == "!!int" {
			n.Tag, n.Value = "!!float", n.Value+".0"
		}
		return n
	case String:
		return textNode(escaped(v.String))
	}
	w.refuse("a value without a type")
	return nil
}

// escaped marks a text that begins with = as one.
func escaped(text string) string {
	if strings.HasPrefix(text, "=") {
		return "=" + text
	}
	return text
}

// either is a text, an expression behind a =, or nothing.
func either(text, expression string) *yaml.Node {
	switch {
	case expression != "":
		return textNode("=" + expression)
	case text != "":
		return textNode(escaped(text))
	}
	return nil
}

func expression(e *Expression) *yaml.Node {
	switch {
	case e == nil:
		return nil
	case e.Language != "":
		return entry(e.Language, textNode(e.Text))
	case simple.MatchString(e.Text): // read as text wherever an expression stands
		return plainNode("", e.Text)
	}
	return textNode(e.Text)
}

// simple matches expressions that need no quotes although they are not text.
var simple = regexp.MustCompile(`^(true|false|-?[0-9]{1,15}(\.[0-9]{1,15})?)$`)

// computedNode is an expression where a value may stand as well.
func computedNode(e *Expression) *yaml.Node {
	if e.Language != "" {
		return expression(e)
	}
	return textNode("=" + e.Text)
}

// texts is a list of texts, or one alone.
func texts(all []string) *yaml.Node {
	if len(all) == 1 {
		return textNode(all[0])
	}
	return sequence(all, textNode)
}

// machine makes the document.
func (w *writer) machine(m *Machine) *yaml.Node {
	r := newRecord()
	r.add("machine", textNode(m.Name))
	r.addText("description", m.Description)
	if m.Profile == SCXML {
		r.addText("profile", profileWords[m.Profile])
	}
	r.addText("language", m.Language)
	r.addText("level", m.Level.String())
	r.add("spaces", sequence(m.Spaces, func(s Space) *yaml.Node {
		r := newRecord()
		r.addText("platform", s.Platform)
		r.addText("domain", s.Domain)
		return r.Node
	}))
	r.add("needs", sequence(m.Needs, textNode))
	w.pace(r, m.Root)
	r.add("max_transitions", w.optional(float64(m.MaxTransitions)))
	r.add("single_step", flag(m.SingleStep))
	r.add("late_binding", flag(m.LateBinding))
	r.add("parameters", w.declarations(m.Parameters, "default"))
	r.add("inputs", w.declarations(m.Inputs, "initial"))
	r.add("variables", w.declarations(m.Variables, "initial"))
	r.add("outputs", w.declarations(m.Outputs, "initial"))
	r.add("functions", functionsNode(m.Functions))
	r.add("preconditions", sequence(m.Preconditions, func(e Expression) *yaml.Node { return expression(&e) }))
	r.add("begin", w.actions(m.Begin))
	w.inside(r, m.Root)
	r.add("kept", sequence(m.Kept, func(k Kept) *yaml.Node {
		r := newRecord()
		r.addText("path", k.Path)
		r.addText("role", k.Role)
		r.addText("language", k.Language)
		r.addText("text", k.Text)
		return r.Node
	}))
	r.add("layout", w.layout(m.Layout))
	return r.Node
}

// layout is where the editor draws the states, by their paths.
func (w *writer) layout(all map[string]Layout) *yaml.Node {
	if len(all) == 0 {
		return nil
	}
	r := newRecord()
	for _, path := range slices.Sorted(maps.Keys(all)) {
		l := all[path]
		box := newRecord()
		box.add("x", w.number(l.X))
		box.add("y", w.number(l.Y))
		box.add("width", w.optional(l.Width))
		box.add("height", w.optional(l.Height))
		r.add(path, box.Node)
	}
	return r.Node
}

// declarations returns the node of declared values; initial is the key of a first value.
func (w *writer) declarations(all []Declaration, initial string) *yaml.Node {
	if len(all) == 0 {
		return nil
	}
	r := newRecord()
	for _, d := range all {
		r.add(d.Name, w.declaration(&d, initial))
	}
	return r.Node
}

func (w *writer) declaration(d *Declaration, initial string) *yaml.Node {
	r := newRecord()
	if d.Machine != nil {
		r.addText("machine", d.Machine.Machine)
		if d.Machine.Depth > 0 {
			r.add("depth", w.number(float64(d.Machine.Depth)))
		}
	}
	if d.Type != 0 && d.Machine == nil {
		r.addText("type", d.Type.String())
	}
	r.addText("unit", d.Unit)
	if d.Min != nil {
		r.add("min", w.number(*d.Min))
	}
	if d.Max != nil {
		r.add("max", w.number(*d.Max))
	}
	value := w.value
	if d.Type == Float { // 0 is a float only with this type
		value = func(v Value) *yaml.Node { return w.number(v.Float) }
	}
	r.add("enum", sequence(d.Enum, value))
	switch {
	case d.Initial != nil:
		r.add(initial, value(*d.Initial))
	case d.Expression != nil:
		r.add(initial, computedNode(d.Expression))
	case d.Literal != nil:
		r.add("content", textNode(d.Literal.Text))
	}
	r.add("stale_after", duration(d.StaleAfter))
	if d.From != nil {
		from := newRecord()
		from.addText("topic", d.From.Topic)
		from.addText("type", d.From.Type)
		from.addText("field", d.From.Field)
		r.add("from", from.Node)
	}
	r.addText("state", d.State)
	r.addText("description", d.Description)
	if len(r.Content) == 2 && d.Type != 0 && d.Machine == nil {
		return r.Content[1] // the type alone
	}
	return r.Node
}
