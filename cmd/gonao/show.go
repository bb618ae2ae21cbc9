package main

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"gonao/ros/cdr"
)

// shortLength is how much of an array or a string is shown without --full-length.
const shortLength = 128

// pick gives the part of a message that a path such as "header.stamp" or "ball[0].u"
// names; the whole message for an empty path.
func pick(m cdr.Message, path string) (reflect.Value, error) {
	v := reflect.ValueOf(m).Elem()
	if path == "" {
		return v, nil
	}
	for step := range strings.SplitSeq(path, ".") {
		name, index, indexed := strings.Cut(step, "[")
		if v.Kind() != reflect.Struct {
			return v, fmt.Errorf("field %q of %s: %q is below a value without fields", path, m.TypeName(), step)
		}
		names := rosNames(v.Type())
		if v = fieldByROSName(v, name); !v.IsValid() {
			return v, fmt.Errorf("field %q of %s: no field %q; it has: %s", path, m.TypeName(), name, strings.Join(names, ", "))
		}
		if !indexed {
			continue
		}
		if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
			return v, fmt.Errorf("field %q of %s: %q is no list", path, m.TypeName(), name)
		}
		i, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
		if err != nil || i < 0 {
			return v, fmt.Errorf("field %q of %s: expected a number in brackets after %q", path, m.TypeName(), name)
		}
		if i >= v.Len() { // this message is too short: show nothing of it
			return reflect.Zero(v.Type().Elem()), nil
		}
		v = v.Index(i)
	}
	return v, nil
}

// messageYAML writes a value as `ros2 topic echo` does; limit shortens lists and
// strings, 0 does not.
func messageYAML(v reflect.Value, limit int) string {
	var b strings.Builder
	w := yamlWriter{out: &b, limit: limit}
	switch v.Kind() {
	case reflect.Struct:
		w.fields(v, 0)
	case reflect.Slice, reflect.Array:
		w.list(v, 0)
	default:
		b.WriteString(w.scalar(v) + "\n")
	}
	return b.String()
}

// yamlWriter writes generated messages.
type yamlWriter struct {
	out   *strings.Builder
	limit int
}

// fields writes a struct's fields, indented by depth levels.
func (w yamlWriter) fields(v reflect.Value, depth int) {
	if v.NumField() == 0 {
		w.out.WriteString(indent(depth) + "{}\n")
	}
	for i := range v.NumField() {
		w.out.WriteString(indent(depth) + rosName(v.Type().Field(i).Name) + ":")
		w.value(v.Field(i), depth)
	}
}

// value writes what stands behind "name:".
func (w yamlWriter) value(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Struct:
		w.out.WriteByte('\n')
		w.fields(v, depth+1)
	case reflect.Slice, reflect.Array:
		if v.Len() == 0 {
			w.out.WriteString(" []\n")
			return
		}
		w.out.WriteByte('\n')
		w.list(v, depth)
	default:
		w.out.WriteString(" " + w.scalar(v) + "\n")
	}
}

// list writes a list's items, each behind "- ".
func (w yamlWriter) list(v reflect.Value, depth int) {
	for i := range v.Len() {
		if w.limit > 0 && i == w.limit {
			w.out.WriteString(indent(depth) + "- '...'\n")
			return
		}
		item := v.Index(i)
		if item.Kind() != reflect.Struct {
			w.out.WriteString(indent(depth) + "- " + w.scalar(item) + "\n")
			continue
		}
		var inner strings.Builder
		yamlWriter{out: &inner, limit: w.limit}.fields(item, depth+1)
		text := inner.String()
		w.out.WriteString(indent(depth) + "- " + text[2*(depth+1):])
	}
}

// indent is two blanks per level.
func indent(depth int) string { return strings.Repeat("  ", depth) }

// scalar writes a bool, number or string.
func (w yamlWriter) scalar(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Float32:
		return float(v.Float(), 32)
	case reflect.Float64:
		return float(v.Float(), 64)
	case reflect.String:
		return quoteText(w.short(v.String()))
	default:
		return fmt.Sprint(v.Interface())
	}
}

// short cuts a long string.
func (w yamlWriter) short(text string) string {
	if runes := []rune(text); w.limit > 0 && len(runes) > w.limit {
		return string(runes[:w.limit]) + "..."
	}
	return text
}

// float writes a float so that YAML reads a float again.
func float(f float64, bits int) string {
	switch {
	case math.IsNaN(f):
		return ".nan"
	case math.IsInf(f, 1):
		return ".inf"
	case math.IsInf(f, -1):
		return "-.inf"
	}
	text := strconv.FormatFloat(f, 'g', -1, bits)
	mantissa, exponent, scientific := strings.Cut(text, "e")
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	if scientific {
		return mantissa + "e" + exponent
	}
	return mantissa
}

// rePlain are the strings that need no quotes: what no YAML reader takes for another type.
var rePlain = regexp.MustCompile(`^[A-Za-z_/](?:[A-Za-z0-9_/. -]*[A-Za-z0-9_/])?$`)

// reWord are the words that mean something else in YAML.
var reWord = regexp.MustCompile(`(?i)^(?:y|yes|n|no|true|false|on|off|null)$`)

// quoteText writes a string, in quotes where YAML needs them.
func quoteText(text string) string {
	if rePlain.MatchString(text) && !reWord.MatchString(text) {
		return text
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
