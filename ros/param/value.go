package param

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/declared"
	"gonao/internal/yamlfault"
)

// Setting is one parameter in one layer.
type Setting struct {
	Node  string // nodes that it is for: a full name, in which * and ** match one name and any number of names
	Name  string // nested names are joined by dots
	Value Value
	From  string // "file:line", or the flag
}

// errorf makes an error that begins with where the setting comes from.
func (s *Setting) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: parameter %q: %w", s.From, s.Name, fmt.Errorf(format, args...))
}

// Value is the value of a parameter: bool, int64, float64, string, a slice of these, []byte, []any for an empty list,
// which matches every list type, or nil for an unset parameter.
type Value any

// snakeName matches a part of a parameter's name. viper folds case and splits at dots; it leaves such names unchanged.
var snakeName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// checkName checks the name of a parameter; qos_overrides has topics in its names.
func checkName(name string) error {
	if strings.HasPrefix(name, "qos_overrides.") {
		return nil
	}
	for part := range strings.SplitSeq(name, ".") {
		if !snakeName.MatchString(part) {
			return fmt.Errorf("parameter %q: expected lower_snake_case names, joined by dots", name)
		}
	}
	return nil
}

// parseText reads a value off the command line or the environment, written as in
// a parameter file.
func parseText(text string) (Value, error) {
	var doc yaml.Node
	decoder := yaml.NewDecoder(strings.NewReader(text))
	if err := decoder.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, errors.New("expected a value ('' for an empty string)")
		}
		return nil, fmt.Errorf("value %q: %w", yamlfault.Short(text), yamlfault.Error([]byte(text), err))
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		return nil, fmt.Errorf("value %q: expected one value", yamlfault.Short(text))
	}
	return parseNode(doc.Content[0])
}

// parseNode reads a value or a list of values of one type.
func parseNode(n *yaml.Node) (Value, error) {
	switch n.Kind {
	case yaml.ScalarNode:
		return parseScalar(n)
	case yaml.SequenceNode:
		values := make([]any, len(n.Content))
		for i, item := range n.Content {
			if item.Kind != yaml.ScalarNode {
				return nil, fmt.Errorf("element %d: expected a single value", i)
			}
			var err error
			if values[i], err = parseScalar(item); err != nil {
				return nil, fmt.Errorf("element %d: %w", i, err)
			}
		}
		return list(values)
	case yaml.AliasNode:
		return nil, fmt.Errorf("*%s: expected a value, ROS 2 accepts no aliases", n.Value)
	default:
		return nil, errors.New("expected a value or a list")
	}
}

// parseScalar parses one value as ROS 2's parameter parser does, which accepts YAML 1.1's words for true and false.
func parseScalar(n *yaml.Node) (any, error) {
	text := n.Value
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 || n.Tag == "!!str" && n.Style&yaml.TaggedStyle != 0 {
		return text, nil
	}
	switch text {
	case "Y", "y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON":
		return true, nil
	case "N", "n", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF":
		return false, nil
	case "", "~", "null", "Null", "NULL":
		return nil, errors.New("expected a value ('' for an empty string)")
	}
	if i, err := strconv.ParseInt(text, 0, 64); err == nil && !strings.Contains(text, "_") {
		return i, nil
	}
	if n.Tag == "!!int" {
		return nil, fmt.Errorf("%s: expected a whole number of 64 bits", text)
	}
	if n.Tag == "!!float" {
		var f float64
		if err := n.Decode(&f); err != nil {
			return nil, fmt.Errorf("%s: expected a number", text)
		}
		return f, nil
	}
	return text, nil
}

// list makes a slice of one type.
func list(values []any) (Value, error) {
	if len(values) == 0 {
		return []any{}, nil
	}
	switch values[0].(type) {
	case bool:
		return same[bool](values)
	case int64:
		return same[int64](values)
	case float64:
		return same[float64](values)
	default:
		return same[string](values)
	}
}

func same[T any](values []any) (Value, error) {
	out := make([]T, len(values))
	for i, v := range values {
		t, ok := v.(T)
		if !ok {
			return nil, fmt.Errorf("element %d is %s, the first one %s: expected elements of one type", i, describe(v), describe(values[0]))
		}
		out[i] = t
	}
	return out, nil
}

// describe names a value and its type for a person.
func describe(v Value) string {
	switch v := v.(type) {
	case bool:
		return fmt.Sprintf("the bool %t", v)
	case int64:
		return fmt.Sprintf("the integer %d", v)
	case float64:
		return "the float " + declared.FloatText(v)
	case string:
		return fmt.Sprintf("the string %q", v)
	case []bool:
		return "a list of bools"
	case []int64:
		return "a list of integers"
	case []float64:
		return "a list of floats"
	case []string:
		return "a list of strings"
	case []byte:
		return "a list of bytes"
	case nil:
		return "no value"
	default:
		return "an empty list"
	}
}

// Text writes a value as it stands in a parameter file and behind -p name:=.
func Text(v Value) string {
	switch v := v.(type) {
	case float64:
		return declared.FloatText(v)
	case string:
		if same, err := parseText(v); err == nil && same == Value(v) {
			return v
		}
		return quote(v)
	}
	items := reflect.ValueOf(v)
	if items.Kind() != reflect.Slice {
		return fmt.Sprint(v)
	}
	texts := make([]string, items.Len())
	for i := range texts {
		switch item := items.Index(i).Interface().(type) {
		case string:
			texts[i] = quote(item) // it may contain a comma
		default:
			texts[i] = Text(item)
		}
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
