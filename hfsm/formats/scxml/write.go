package scxml

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonao/hfsm/chart"
)

// Write writes a chart as a document. gonao's own namespace holds what SCXML cannot express; [Read] returns the same
// chart, except for places.
func Write(w io.Writer, c *chart.Machine) error {
	out := &writer{}
	out.buffer.WriteString(xml.Header)
	out.machine(c, true)
	if out.err != nil {
		return out.err
	}
	_, err := w.Write(out.buffer.Bytes())
	return err
}

// writer writes indented elements.
type writer struct {
	buffer bytes.Buffer
	depth  int
	err    error
	ids    *names
	data   map[string][]int // places of the variables of each state, by its path
}

// attribute is one of a list; those without a value are not written.
type attribute struct{ name, value string }

func (w *writer) indent() { w.buffer.WriteString(strings.Repeat("  ", w.depth)) }

func (w *writer) tag(name string, attrs []attribute) {
	w.buffer.WriteString("<" + name)
	for _, a := range attrs {
		if a.value != "" {
			w.buffer.WriteString(" " + a.name + `="` + escaped(a.value, true) + `"`)
		}
	}
}

// element writes an element; inside writes its content, and may be nil.
func (w *writer) element(name string, attrs []attribute, inside func()) {
	w.indent()
	w.tag(name, attrs)
	if inside != nil {
		w.buffer.WriteString(">\n")
		before := w.buffer.Len()
		w.depth++
		inside()
		w.depth--
		if w.buffer.Len() > before {
			w.indent()
			w.buffer.WriteString("</" + name + ">\n")
			return
		}
		w.buffer.Truncate(before - len(">\n"))
	}
	w.buffer.WriteString("/>\n")
}

// text writes an element with a text in it, as it is.
func (w *writer) text(name string, attrs []attribute, text string) {
	w.indent()
	w.tag(name, attrs)
	w.buffer.WriteString(">" + escaped(text, false) + "</" + name + ">\n")
}

// content writes an element with inline content: markup where it is some.
func (w *writer) content(name string, attrs []attribute, text string) {
	if !markup(text) {
		w.text(name, attrs, text)
		return
	}
	w.indent()
	w.tag(name, attrs)
	w.buffer.WriteString(">" + text + "</" + name + ">\n")
}

// markup reports whether a text has elements in it and can stand in a document.
func markup(text string) bool {
	if !strings.Contains(text, "<") || strings.TrimSpace(text) != text {
		return false
	}
	root, fault := parse("", []byte("<x>"+text+"</x>"))
	return fault == nil && len(root.Children) > 0 && content(root) == text
}

// escaped makes a text fit for a document. Characters that XML does not have are
// replaced.
func escaped(text string, attr bool) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"' && attr:
			b.WriteString("&quot;")
		case r == '\r', attr && (r == '\n' || r == '\t'):
			fmt.Fprintf(&b, "&#x%X;", r)
		case r < ' ' && r != '\n' && r != '\t', r == 0xFFFE, r == 0xFFFF:
			b.WriteRune('\uFFFD')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func yes(v bool) string {
	if v {
		return "true"
	}
	return ""
}

func figure(v float64) string {
	if v == 0 {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func span(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

func (w *writer) machine(c *chart.Machine, outermost bool) {
	ids, data := w.ids, w.data
	defer func() { w.ids, w.data = ids, data }()
	w.ids, w.data = newNames(c.Root), map[string][]int{}
	for i := range c.Variables {
		path := w.ids.paths[w.ids.find(c.Variables[i].State)]
		w.data[path] = append(w.data[path], i)
	}
	language := c.Language
	switch language {
	case "":
		language = "expressions"
	case "null":
		language = ""
	}
	attrs := []attribute{{"xmlns", spaceSCXML}, {"xmlns:gonao", spaceGonao}}
	if !outermost {
		attrs = attrs[:0]
	}
	attrs = append(attrs, attribute{"version", "1.0"}, attribute{"name", c.Name}, attribute{"datamodel", language})
	if c.LateBinding {
		attrs = append(attrs, attribute{"binding", "late"})
	}
	root := c.Root
	if root == nil {
		root = &chart.State{}
	}
	attrs = append(attrs, w.initial(root.Initial, "")...)
	if c.Profile == chart.Robot {
		attrs = append(attrs, attribute{"gonao:profile", "robot"})
	}
	attrs = append(attrs, attribute{"gonao:level", c.Level.String()}, attribute{"gonao:rate-hz", figure(root.RateHz)},
		attribute{"gonao:history", root.History.String()}, attribute{"gonao:max-transitions", figure(float64(c.MaxTransitions))})
	if c.SingleStep {
		attrs = append(attrs, attribute{"gonao:single-step", "true"})
	}
	w.element("scxml", attrs, func() { w.insideMachine(c, root) })
}

func (w *writer) insideMachine(c *chart.Machine, root *chart.State) {
	w.described(c.Description)
	for _, s := range c.Spaces {
		w.element("gonao:space", []attribute{{"platform", s.Platform}, {"domain", s.Domain}}, nil)
	}
	for _, list := range []struct {
		name string
		all  []chart.Declaration
	}{{"gonao:parameter", c.Parameters}, {"gonao:input", c.Inputs}, {"gonao:output", c.Outputs}} {
		for i := range list.all {
			w.declaration(list.name, "name", "", &list.all[i])
		}
	}
	for i := range c.Functions {
		w.function(&c.Functions[i])
	}
	for _, name := range c.Needs {
		w.element("gonao:need", []attribute{{"name", name}}, nil)
	}
	for _, e := range c.Preconditions {
		w.text("gonao:precondition", []attribute{{"gonao:language", e.Language}}, e.Text)
	}
	w.datamodel(c, "")
	w.begin(c.Begin)
	if len(root.InitialActions) > 0 {
		w.element("gonao:initial", nil, func() { w.actions(root.InitialActions) })
	}
	for _, s := range root.States {
		w.state(c, s, "")
	}
	for _, path := range sortedKeys(c.Layout) {
		l := c.Layout[path]
		w.element("gonao:layout", []attribute{{"path", path}, {"x", figure(l.X)}, {"y", figure(l.Y)}, {"width", figure(l.Width)}, {"height", figure(l.Height)}}, nil)
	}
	for _, k := range c.Kept {
		w.text("gonao:kept", []attribute{{"path", k.Path}, {"role", k.Role}, {"language", k.Language}}, k.Text)
	}
}

func sortedKeys(m map[string]chart.Layout) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func (w *writer) described(text string) {
	if text != "" {
		w.text("gonao:description", nil, text)
	}
}

// begin writes the first actions: as SCXML's scripts, if there is nothing else.
func (w *writer) begin(actions []chart.Action) {
	if slices.ContainsFunc(actions, func(a chart.Action) bool { return a.Do != chart.Script }) {
		w.element("gonao:begin", nil, func() { w.actions(actions) })
		return
	}
	w.actions(actions)
}

// datamodel writes the variables of a state, or those of the machine.
func (w *writer) datamodel(c *chart.Machine, state string) {
	if len(w.data[state]) == 0 {
		return
	}
	w.element("datamodel", nil, func() {
		for _, i := range w.data[state] {
			w.declaration("data", "id", "gonao:", &c.Variables[i])
		}
	})
}

func (w *writer) declaration(element, key, prefix string, d *chart.Declaration) {
	attrs := []attribute{{key, d.Name}}
	add := func(name, value string) { attrs = append(attrs, attribute{prefix + name, value}) }
	if d.Type != 0 {
		add("type", d.Type.String())
	}
	switch {
	case d.Initial != nil:
		attrs = append(attrs, attribute{"expr", d.Initial.Text()})
	case d.Expression != nil:
		attrs = append(attrs, w.expression("expr", d.Expression)...)
	}
	if s := w.ids.find(d.State); d.State != w.ids.paths[s] {
		add("state", d.State)
	}
	add("unit", d.Unit)
	add("description", d.Description)
	for name, limit := range map[string]*float64{"min": d.Min, "max": d.Max} {
		if limit != nil {
			add(name, strconv.FormatFloat(*limit, 'g', -1, 64))
		}
	}
	add("stale-after", span(d.StaleAfter))
	if d.Machine != nil {
		add("machine", d.Machine.Machine)
		if d.Machine.Depth > 0 {
			add("depth", strconv.Itoa(d.Machine.Depth))
		}
	}
	slices.SortStableFunc(attrs[1:], func(a, b attribute) int { return strings.Compare(a.name, b.name) })
	if d.Literal != nil {
		w.content(element, attrs, d.Literal.Text)
		return
	}
	w.element(element, attrs, func() {
		for _, v := range d.Enum {
			w.element("gonao:one-of", []attribute{{"type", v.Type.String()}, {"value", plain(v)}}, nil)
		}
	})
}

// plain returns a value without the quotes of a string.
func plain(v chart.Value) string {
	if v.Type == chart.String {
		return v.String
	}
	return v.Text()
}

// expression returns an expression as an attribute.
func (w *writer) expression(attr string, e *chart.Expression) []attribute {
	if e == nil {
		return nil
	}
	return []attribute{{attr, e.Text}, {"gonao:language", e.Language}}
}

// function writes a function of the machine.
func (w *writer) function(f *chart.Function) {
	attrs := []attribute{{"name", f.Name}, {"type", f.Type.String()}, {"expr", f.Value.Text}, {"description", f.Description}}
	w.element("gonao:function", attrs, func() {
		for _, p := range f.Parameters {
			w.element("gonao:argument", []attribute{{"name", p.Name}, {"type", p.Type.String()}}, nil)
		}
	})
}
