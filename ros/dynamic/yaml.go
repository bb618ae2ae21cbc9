package dynamic

import (
	"fmt"
	"strings"

	"gonao/internal/rosidl"
	"gonao/internal/wording"
)

// Style is how messages are shown.
type Style struct {
	Truncate int  // show so many elements of a list and letters of a string; 0 shows all
	NoArr    bool // show the types and lengths of lists only
	NoStr    bool // show the lengths of strings only
	Flow     bool // {a: 1, b: [2, 3]}, in one line

	FlowLists bool // lists in one line: b: [2, 3]
}

// YAML shows the message as `ros2 topic echo` does.
func (m *Message) YAML(s Style) []byte {
	w := yamlWriter{Style: s}
	w.message(m, 0, false)
	if s.Flow {
		w.out.WriteByte('\n')
	}
	return []byte(w.out.String())
}

// FieldYAML returns a part of the message, as Field does, in YAML; a missing element is null.
func (m *Message) FieldYAML(path string, s Style) ([]byte, error) {
	at, v, err := m.find(path)
	if err != nil {
		return nil, err
	}
	if inner, ok := v.(*Message); ok {
		return inner.YAML(s), nil
	}
	w := yamlWriter{Style: s}
	switch {
	case v == nil:
		w.out.WriteString("null")
	case at.element || at.field.Type.Shape == rosidl.Single:
		w.out.WriteString(w.scalar(at.field, v, 0))
	case w.NoArr:
		w.out.WriteString(w.abbreviate(at.field, v))
	case at.field.len(v) == 0 || w.Flow || w.FlowLists:
		w.lineList(at.field, v, 1)
	default:
		w.list(at.field, v, 0)
		return []byte(w.out.String()), nil
	}
	w.out.WriteByte('\n')
	return []byte(w.out.String()), nil
}

type yamlWriter struct {
	Style
	out strings.Builder
}

// message writes the fields, indented by depth levels; in a list, the first stands
// behind its "- ".
func (w *yamlWriter) message(m *Message, depth int, item bool) {
	if w.Flow {
		w.flowMessage(m, 1)
		return
	}
	if len(m.values) == 0 {
		w.out.WriteString("{}\n")
		return
	}
	for i, v := range m.values {
		f := &m.typ.fields[i]
		if !item || i > 0 {
			w.indent(depth)
		}
		w.out.WriteString(f.Name + ":")
		switch v := v.(type) {
		case *Message:
			if len(v.values) == 0 {
				w.out.WriteString(" {}\n")
				continue
			}
			w.out.WriteByte('\n')
			w.message(v, depth+1, false)
			continue
		}
		switch {
		case f.Type.Shape == rosidl.Single:
			w.out.WriteString(" " + w.scalar(f, v, depth+1) + "\n")
		case w.NoArr:
			w.out.WriteString(" " + w.abbreviate(f, v) + "\n")
		case f.len(v) == 0:
			w.out.WriteString(" []\n")
		case w.FlowLists:
			w.out.WriteByte(' ')
			w.lineList(f, v, depth+1)
			w.out.WriteByte('\n')
		default:
			w.out.WriteByte('\n')
			w.list(f, v, depth)
		}
	}
}

// indent writes two blanks per level.
func (w *yamlWriter) indent(depth int) {
	for range depth {
		w.out.WriteString("  ")
	}
}

// list writes a list's items, each behind "- ".
func (w *yamlWriter) list(f *field, v any, depth int) {
	for i := range f.len(v) {
		w.indent(depth)
		w.out.WriteString("- ")
		if w.Truncate > 0 && i == w.Truncate {
			w.out.WriteString("'...'\n")
			return
		}
		if items, ok := v.([]*Message); ok {
			w.message(items[i], depth+1, true)
			continue
		}
		w.out.WriteString(w.scalar(f, f.codec.at(v, i), depth+1) + "\n")
	}
}

// flowMessage writes {a: 1}; lines of strings are indented by more than depth.
func (w *yamlWriter) flowMessage(m *Message, depth int) {
	w.out.WriteByte('{')
	for i, v := range m.values {
		f := &m.typ.fields[i]
		if i > 0 {
			w.out.WriteString(", ")
		}
		w.out.WriteString(f.Name + ": ")
		switch inner, ok := v.(*Message); {
		case ok:
			w.flowMessage(inner, depth+1)
		case f.Type.Shape == rosidl.Single:
			w.out.WriteString(w.scalar(f, v, depth+1))
		case w.NoArr:
			w.out.WriteString(w.abbreviate(f, v))
		default:
			w.flowList(f, v, depth+1)
		}
	}
	w.out.WriteByte('}')
}

// lineList writes a list, and all that is in it, in one line.
func (w *yamlWriter) lineList(f *field, v any, depth int) {
	inner := yamlWriter{Style: w.Style}
	inner.Flow = true
	inner.flowList(f, v, depth)
	w.out.WriteString(inner.out.String())
}

func (w *yamlWriter) flowList(f *field, v any, depth int) {
	w.out.WriteByte('[')
	for i := range f.len(v) {
		if i > 0 {
			w.out.WriteString(", ")
		}
		if w.Truncate > 0 && i == w.Truncate {
			w.out.WriteString("'...'")
			break
		}
		if items, ok := v.([]*Message); ok {
			w.flowMessage(items[i], depth+1)
			continue
		}
		w.out.WriteString(w.scalar(f, f.codec.at(v, i), depth+1))
	}
	w.out.WriteByte(']')
}

// abbreviate writes a list's type and length without its items.
func (w *yamlWriter) abbreviate(f *field, v any) string {
	name := map[rosidl.Base]string{
		rosidl.Bool: "boolean", rosidl.Byte: "octet", rosidl.Char: "char", rosidl.Float32: "float", rosidl.Float64: "double",
		rosidl.Nested: f.Type.Nested,
	}[f.Type.Base]
	if name == "" {
		name = baseName(f.Type)
	}
	switch f.Type.Shape {
	case rosidl.Array:
		return quote(fmt.Sprintf("<array type: %s[%d]>", name, f.Type.Size), w.Flow, 0)
	case rosidl.Bounded:
		return quote(fmt.Sprintf("<sequence type: %s[%d], length: %d>", name, f.Type.Size, f.len(v)), w.Flow, 0)
	default:
		return quote(fmt.Sprintf("<sequence type: %s, length: %d>", name, f.len(v)), w.Flow, 0)
	}
}

// scalar writes a bool, number or string. Lines of a string after the first are
// indented by depth.
func (w *yamlWriter) scalar(f *field, v any, depth int) string {
	switch v := v.(type) {
	case float32: // ROS's tools print it as a double
		return wording.YAMLFloat(float64(v))
	case float64:
		return wording.YAMLFloat(v)
	case string:
		return quote(w.short(v), w.Flow, depth)
	case uint8:
		if f.Type.Base == rosidl.Byte { // a string of one letter, there
			return quote(string(rune(v)), w.Flow, depth)
		}
	}
	return fmt.Sprint(v)
}

// short cuts a long string.
func (w *yamlWriter) short(text string) string {
	if w.NoStr {
		return fmt.Sprintf("<string length: <%d>>", len([]rune(text)))
	}
	if w.Truncate > 0 && len(text) > w.Truncate {
		if runes := []rune(text); len(runes) > w.Truncate {
			return string(runes[:w.Truncate]) + "..."
		}
	}
	return text
}
