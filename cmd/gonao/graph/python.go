package graph

// This part of the package returns values and messages as Python prints them, since ros2 prints them
// so and people compare and parse that output.

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"gonao/internal/wording"
	"gonao/ros/dynamic"
)

// pythonBool returns True or False.
func pythonBool(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// pythonString returns s in quotes, in single ones if possible.
func pythonString(s string) string {
	quote := "'"
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = `"`
	}
	var b strings.Builder
	b.WriteString(quote)
	for _, r := range s {
		switch {
		case string(r) == quote || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case !unicode.IsPrint(r) && r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteString(quote)
	return b.String()
}

// pythonList returns the items in brackets.
func pythonList[T any](list []T, item func(T) string) string {
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = item(x)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// scalar returns a bool, a number or a string. A float32 is written as the double of the
// same value.
func scalar(value any) string {
	switch v := value.(type) {
	case bool:
		return pythonBool(v)
	case float32:
		return wording.PythonFloat(float64(v))
	case float64:
		return wording.PythonFloat(v)
	case string:
		return pythonString(v)
	}
	return fmt.Sprint(value)
}

// pythonBytes returns data as b'…'.
func pythonBytes(data []byte) string {
	var b strings.Builder
	b.WriteString("b'")
	for _, c := range data {
		switch {
		case c == '\'' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + "'"
}

// pythonMessage returns the repr of rclpy: std_msgs.msg.String(data='hello'). Fixed arrays of
// numbers are written as NumPy writes them.
func pythonMessage(m *dynamic.Message) string {
	fields := make([]string, 0, len(m.Fields()))
	for _, name := range m.Fields() {
		value, _ := m.Field(name) // it has this field
		fields = append(fields, name+"="+field(m, name, value))
	}
	return strings.ReplaceAll(m.TypeName(), "/", ".") + "(" + strings.Join(fields, ", ") + ")"
}

// field returns the value of a field.
func field(m *dynamic.Message, field string, value any) string {
	switch v := value.(type) {
	case *dynamic.Message:
		return pythonMessage(v)
	case []*dynamic.Message:
		return pythonList(v, pythonMessage)
	case []string:
		return pythonList(v, pythonString)
	case []bool:
		return pythonList(v, pythonBool)
	}
	list := reflect.ValueOf(value)
	if list.Kind() != reflect.Slice {
		return scalar(value)
	}
	about, _ := m.FieldYAML(field, dynamic.Style{NoArr: true}) // it has this field
	fixed := strings.Contains(string(about), "<array")
	items := make([]string, list.Len())
	for i := range items {
		items[i] = scalar(list.Index(i).Interface())
	}
	if !fixed {
		return "[" + strings.Join(items, ", ") + "]"
	}
	return numpyArray(items, list.Type().Elem().Kind())
}

// numpyArray returns numbers with their points aligned, in lines of at most 75 letters, and
// the type unless it is the default of NumPy.
func numpyArray(items []string, kind reflect.Kind) string {
	left, right := 0, 0
	for i, item := range items {
		items[i] = strings.TrimSuffix(item, "0")
		if !strings.HasSuffix(items[i], ".") {
			items[i] = item
		}
		whole, fraction, _ := strings.Cut(items[i], ".")
		left, right = max(left, len(whole)), max(right, len(fraction))
	}
	const start, widest = "array([", 75
	var b strings.Builder
	b.WriteString(start)
	column := len(start)
	for i, item := range items {
		whole, fraction, point := strings.Cut(item, ".")
		item = strings.Repeat(" ", left-len(whole)) + item
		if point {
			item += strings.Repeat(" ", right-len(fraction))
		}
		if i < len(items)-1 {
			item += ", "
		}
		if column+len(strings.TrimRight(item, " ")) > widest {
			text := strings.TrimRight(b.String(), " ")
			b.Reset()
			b.WriteString(text + "\n" + strings.Repeat(" ", len(start)))
			column = len(start)
		}
		b.WriteString(item)
		column += len(item)
	}
	b.WriteString("]")
	if kind != reflect.Float64 && kind != reflect.Int64 {
		b.WriteString(", dtype=" + kind.String())
	}
	return b.String() + ")"
}
