package dynamic

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"gonao/internal/rosidl"
	"gonao/internal/wording"
	"gonao/internal/yamlfault"
)

// SetText fills the message from YAML text, as Set does.
func (m *Message) SetText(text string, now time.Time) error {
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(text), &root); err != nil {
		return fmt.Errorf("message %s: not YAML: %w", m.typ.name, yamlfault.Error([]byte(text), err))
	}
	return m.Set(&root, now)
}

// Set sets the message's fields from YAML; other fields keep their value. "now" for a builtin_interfaces/Time and "auto"
// for a std_msgs/Header mean the present time. An error names the field and the expected value.
func (m *Message) Set(n *yaml.Node, now time.Time) error {
	if n.Kind == yaml.DocumentNode && len(n.Content) > 0 {
		n = n.Content[0]
	}
	if n.Kind == 0 || n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil // empty: all defaults
	}
	s := setter{now: now}
	if err := s.message(n, m, ""); err != nil {
		return fmt.Errorf("message %s: %w", m.typ.name, err)
	}
	return nil
}

type setter struct {
	now    time.Time
	values int // taken so far
}

// maxValues limits the size that nested aliases can expand to.
const maxValues = 64 << 20

// below joins the path to a field.
func below(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// wrong returns the error of a field with the expected value.
func wrong(path, want string, n *yaml.Node) error {
	if path == "" {
		return fmt.Errorf("expected %s, got %s", want, nodeText(n))
	}
	return fmt.Errorf("field %s: expected %s, got %s", path, want, nodeText(n))
}

// nodeText describes a YAML value in a message.
func nodeText(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a map"
	case yaml.SequenceNode:
		return fmt.Sprintf("a list of %d", len(n.Content))
	default:
		return fmt.Sprintf("the %s %q", strings.TrimPrefix(n.Tag, "!!"), yamlfault.Short(n.Value))
	}
}

// follow returns the node that an alias stands for.
func follow(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode && n.Alias != nil {
		n = n.Alias
	}
	return n
}

func (s *setter) message(n *yaml.Node, m *Message, path string) error {
	n = follow(n)
	if n.Kind == yaml.ScalarNode && s.time(n, m) {
		return nil
	}
	names := m.typ.fieldNames()
	if n.Kind != yaml.MappingNode {
		return wrong(path, "a map of fields ("+strings.Join(names, ", ")+")", n)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name := n.Content[i].Value
		k, ok := m.typ.index[name]
		if !ok {
			return fmt.Errorf("no field %q%s; there are: %s", below(path, name), wording.DidYouMean(name, names), strings.Join(names, ", "))
		}
		v, err := s.field(follow(n.Content[i+1]), &m.typ.fields[k], m.values[k], below(path, name))
		if err != nil {
			return err
		}
		m.values[k] = v
	}
	return nil
}

// time sets a field whose text means the present time.
func (s *setter) time(n *yaml.Node, m *Message) bool {
	return n.Value == "auto" && m.setHeader(s.now) || n.Value == "now" && m.setTime(s.now)
}

// field returns a field's new value.
func (s *setter) field(n *yaml.Node, f *field, old any, path string) (any, error) {
	if s.values++; s.values > maxValues {
		return nil, fmt.Errorf("field %s: more than %d values", path, maxValues)
	}
	if f.Type.Shape == rosidl.Single {
		if nested, ok := old.(*Message); ok {
			return nested, s.message(n, nested, path)
		}
		return parseScalar(n, f.Type, f.codec.zero, path)
	}
	if n.Kind != yaml.SequenceNode {
		return nil, wrong(path, "a list", n)
	}
	switch count := len(n.Content); {
	case f.Type.Shape == rosidl.Array && count != f.Type.Size:
		return nil, wrong(path, fmt.Sprintf("a list of %d", f.Type.Size), n)
	case f.Type.Shape == rosidl.Bounded && count > f.Type.Size:
		return nil, wrong(path, fmt.Sprintf("a list of at most %d", f.Type.Size), n)
	}
	list := f.list(len(n.Content))
	for i, item := range n.Content {
		at := fmt.Sprintf("%s[%d]", path, i)
		if s.values++; s.values > maxValues {
			return nil, fmt.Errorf("field %s: more than %d values", at, maxValues)
		}
		if f.nested != nil {
			inner := f.nested.fresh()
			if err := s.message(item, inner, at); err != nil {
				return nil, err
			}
			list.([]*Message)[i] = inner
			continue
		}
		v, err := parseScalar(follow(item), f.Type, f.codec.zero, at)
		if err != nil {
			return nil, err
		}
		f.codec.put(list, i, v)
	}
	return list, nil
}

// parseScalar reads one value of the kind of zero.
func parseScalar(n *yaml.Node, t rosidl.Type, zero any, path string) (any, error) {
	v := reflect.New(reflect.TypeOf(zero)).Elem()
	want := baseName(t)
	ok := n.Kind == yaml.ScalarNode
	switch v.Kind() {
	case reflect.String:
		text, err := parseText(n, t)
		if err != nil {
			return nil, wrong(path, err.Error(), n)
		}
		return text, nil
	case reflect.Bool:
		var b bool
		if b, ok = parseBool(n); ok {
			v.SetBool(b)
		}
	case reflect.Float32, reflect.Float64:
		var f float64
		if f, ok = parseFloat(n); ok && (!v.OverflowFloat(f) || math.IsInf(f, 0)) {
			v.SetFloat(f)
		} else {
			ok = false
		}
	default:
		letters := []rune(n.Value)
		if t.Base == rosidl.Byte && n.Tag == "!!str" && len(letters) == 1 && letters[0] <= math.MaxUint8 {
			v.SetUint(uint64(letters[0])) // as YAML shows it
			break
		}
		ok = ok && parseInteger(n, v)
	}
	if !ok {
		return nil, wrong(path, want, n)
	}
	return v.Interface(), nil
}

// parseText parses a string, and a number as it is written.
func parseText(n *yaml.Node, t rosidl.Type) (string, error) {
	number := n.Tag == "!!int" || n.Tag == "!!float" || n.Tag == "!!timestamp"
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" && !number {
		return "", errors.New(baseName(t) + " (put it in quotes)")
	}
	length, what := len(n.Value), "bytes"
	if t.Base == rosidl.WString {
		length, what = 0, "UTF-16 units"
		for _, c := range n.Value {
			length += 1 + int(min(c>>16, 1))
		}
	}
	if t.StringBound > 0 && length > t.StringBound {
		return "", fmt.Errorf("%s of at most %d %s", baseName(t), t.StringBound, what)
	}
	return n.Value, nil
}

// parseBool parses true and false, and YAML 1.1's other words for them.
func parseBool(n *yaml.Node) (value, ok bool) {
	if n.Kind != yaml.ScalarNode || n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
		return false, false
	}
	switch strings.ToLower(n.Value) {
	case "true", "yes", "on":
		return true, true
	case "false", "no", "off":
		return false, true
	}
	return false, false
}

// parseFloat parses any number, also whole ones.
func parseFloat(n *yaml.Node) (float64, bool) {
	if n.Kind != yaml.ScalarNode {
		return 0, false
	}
	var f float64
	switch n.Tag {
	case "!!float", "!!int":
		return f, n.Decode(&f) == nil
	case "!!str": // nan, inf, 1e3 as Python's float accepts them
		f, err := strconv.ParseFloat(n.Value, 64)
		return f, err == nil && n.Style == 0
	}
	return 0, false
}

// parseInteger parses whole numbers in the type's range, also written as 1.0.
func parseInteger(n *yaml.Node, v reflect.Value) bool {
	if f, ok := parseFloat(n); n.Tag == "!!float" && ok && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		n = &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: strconv.FormatFloat(f, 'f', 0, 64)}
	}
	if n.Tag != "!!int" {
		return false
	}
	if v.CanUint() {
		var u uint64
		if n.Decode(&u) != nil || v.OverflowUint(u) {
			return false
		}
		v.SetUint(u)
		return true
	}
	var i int64
	if n.Decode(&i) != nil || v.OverflowInt(i) {
		return false
	}
	v.SetInt(i)
	return true
}
