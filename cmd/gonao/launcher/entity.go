package launcher

import (
	"fmt"
	"slices"
	"strings"

	"gonao/internal/wording"
)

// entity is one action of a launch file, or a part of one such as a param, while it is read. It keeps the first
// error, so that parsers can read all keys and call done once at the end. It marks each key that is read; done
// reports the others as unknown.
type entity struct {
	name string // the action, such as "node" or "node: param"
	body value
	read map[string]bool
	err  error
}

// newEntity starts reading body as the given action.
func newEntity(name string, body value) *entity {
	return &entity{name: name, body: body, read: map[string]bool{}}
}

// fail keeps the first error.
func (e *entity) fail(line int, format string, args ...any) {
	if e.err == nil {
		e.err = at(line, "%s: %s", e.name, fmt.Sprintf(format, args...))
	}
}

// take returns the value of a key and marks the key as read. It returns false if there is no such key.
func (e *entity) take(key string) (value, bool) {
	e.read[key] = true
	v, ok := e.body.fields[key]
	return v, ok
}

// wrongType sets the error for a key with the wrong type. want is the expected type.
func (e *entity) wrongType(key, want string, v value) {
	hint := ""
	switch {
	case want == "string" && v.kind <= kindString && v.kind != kindNull:
		hint = fmt.Sprintf(`: write %s: "%s"`, key, v.text)
	case want == "float" && v.kind == kindInt:
		hint = fmt.Sprintf(": write %s: %d.0", key, v.i)
	case v.kind == kindString && (want == "bool" || want == "int" || want == "float"):
		hint = ", without quotes"
	}
	article := "a"
	if want == "int" {
		article = "an"
	}
	e.fail(v.line, "%q: expected %s %s, got %s%s", key, article, want, v.kind, hint)
}

// text returns an optional string.
func (e *entity) text(key string) (string, bool) {
	v, ok := e.take(key)
	if ok && v.kind != kindString {
		e.wrongType(key, "string", v)
		return "", false
	}
	return v.text, ok
}

// needText returns a required string.
func (e *entity) needText(key string) string {
	text, ok := e.text(key)
	if !ok {
		e.missing(key)
	}
	return text
}

// missing sets the error for a missing key.
func (e *entity) missing(key string) {
	e.fail(e.body.line, "key %q is missing: expected a string", key)
}

// boolean returns an optional bool, and whether it is present. ROS 2 also accepts a string and treats every string,
// even "false", as true; boolean refuses strings.
func (e *entity) boolean(key string) (on, ok bool) {
	v, ok := e.take(key)
	if ok && v.kind != kindBool {
		e.wrongType(key, "bool", v)
		return false, false
	}
	return v.b, ok
}

// seconds returns an optional float ≥ 0.
func (e *entity) seconds(key string) (float64, bool) {
	v, ok := e.take(key)
	switch {
	case !ok:
		return 0, false
	case v.kind != kindFloat:
		e.wrongType(key, "float", v)
		return 0, false
	case !validSeconds(v.f):
		e.fail(v.line, "%q: expected seconds from 0.0 to %g, got %s", key, maxSeconds, v.text)
		return 0, false
	}
	return v.f, true
}

// maxSeconds bounds the delays of a launch file to a year.
const maxSeconds = 366 * 86400.0

// validSeconds reports whether a delay is within the bounds.
func validSeconds(sec float64) bool { return sec >= 0 && sec <= maxSeconds }

// integer returns an optional int.
func (e *entity) integer(key string) (int64, bool) {
	v, ok := e.take(key)
	if ok && v.kind != kindInt {
		e.wrongType(key, "int", v)
		return 0, false
	}
	return v.i, ok
}

// template returns an optional string with substitutions.
func (e *entity) template(key string) (template, bool) {
	text, ok := e.text(key)
	if !ok {
		return nil, false
	}
	return e.parseTemplate(key, text), true
}

// parseTemplate reads the substitutions of a key's text.
func (e *entity) parseTemplate(key, text string) template {
	t, err := parseTemplate(text)
	if err != nil {
		e.fail(e.body.fields[key].line, "%q: %s", key, err)
	}
	return t
}

// needTemplate returns a required string with substitutions.
func (e *entity) needTemplate(key string) template {
	t, ok := e.template(key)
	if !ok {
		e.missing(key)
	}
	return t
}

// maps returns an optional list of maps, each as an entity of its own.
func (e *entity) maps(key string) []*entity {
	v, ok := e.take(key)
	if !ok {
		return nil
	}
	if v.kind != kindList || len(v.list) == 0 {
		e.fail(v.line, "%q: expected a list of maps with at least one entry, got %s", key, v.kind)
		return nil
	}
	var out []*entity
	for _, item := range v.list {
		if item.kind != kindMap {
			e.fail(item.line, "%q: expected a list of maps, got %s in it", key, item.kind)
			return nil
		}
		out = append(out, newEntity(e.name+": "+key, item))
	}
	return out
}

// pairs reads a list of maps with two keys each, such as name and value.
func (e *entity) pairs(key, first, second string) []templatePair {
	var out []templatePair
	for _, item := range e.maps(key) {
		pair := templatePair{item.needTemplate(first), item.needTemplate(second)}
		e.adopt(item.done())
		out = append(out, pair)
	}
	return out
}

// templatePair is a name and a value, or the two sides of a remapping.
type templatePair struct{ name, value template }

// adopt keeps the error of a part, if it is the first.
func (e *entity) adopt(err error) {
	if e.err == nil {
		e.err = err
	}
}

// done returns the first error, or an error if a key has not been read.
func (e *entity) done() error {
	if e.err != nil {
		return e.err
	}
	for _, key := range e.body.keys {
		if !e.read[key] {
			known := make([]string, 0, len(e.read))
			for k := range e.read {
				known = append(known, k)
			}
			slices.Sort(known)
			return at(e.body.fields[key].line, "%s: unknown key %q%s; known keys: %s",
				e.name, key, wording.DidYouMean(key, known), strings.Join(known, ", "))
		}
	}
	return nil
}
