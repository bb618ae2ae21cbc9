package launcher

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/yamlfault"
)

// kind is the type that Python's YAML reader assigns to a value.
type kind int

const (
	kindNull kind = iota
	kindBool
	kindInt
	kindFloat
	kindString
	kindOther // a date or another tagged value, which no key accepts
	kindList
	kindMap
)

// String returns the kind's name, for error messages.
func (k kind) String() string {
	return [...]string{"nothing", "bool", "int", "float", "string", "date", "list", "map"}[k]
}

// value is one YAML value with its type and line.
type value struct {
	kind   kind
	line   int
	text   string // the text of a string; for other kinds, the value as written
	b      bool
	i      int64
	f      float64
	list   []value
	keys   []string // keys of a map, in the file's order
	fields map[string]value
}

// These bounds of one file are far above any launch file. They stop alias bombs.
const (
	maxNodes = 100_000
	maxDepth = 100
)

// errAt is an error with its line in the file that is read.
type errAt struct {
	line  int
	msg   string
	cause error // the error that the message contains; nil if none
}

// Error returns the message without the line.
func (e errAt) Error() string { return e.msg }

// Unwrap returns the cause.
func (e errAt) Unwrap() error { return e.cause }

// at returns an error for a line of the file that is being read.
func at(line int, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return errAt{line: line, msg: err.Error(), cause: errors.Unwrap(err)}
}

// readValue reads the only YAML document of a file.
func readValue(text []byte) (value, error) {
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	var root yaml.Node
	if err := decoder.Decode(&root); err != nil {
		if errors.Is(err, io.EOF) {
			return value{}, at(1, "the file is empty: expected the key \"launch\" with a list of actions")
		}
		return value{}, yamlError(text, err)
	}
	var more yaml.Node
	if err := decoder.Decode(&more); !errors.Is(err, io.EOF) {
		if err != nil {
			return value{}, yamlError(text, err)
		}
		return value{}, at(more.Line, "a second YAML document: a launch file must contain only one")
	}
	c := converter{left: maxNodes}
	return c.convert(&root, 0)
}

// yamlError returns the error of the YAML parser with its line.
func yamlError(text []byte, err error) error {
	fault := yamlfault.Of(text, err)
	return at(fault.Line, "not YAML: %s", fault.Text)
}

// converter copies a tree of yaml nodes within bounds, and follows aliases.
type converter struct{ left int }

// convert returns the value of a node.
func (c *converter) convert(n *yaml.Node, depth int) (value, error) {
	if c.left--; c.left < 0 || depth > maxDepth {
		return value{}, at(n.Line, "too many or too deeply nested values (more than %d, or %d levels)", maxNodes, maxDepth)
	}
	if n.Style&yaml.TaggedStyle != 0 && (n.Kind == yaml.MappingNode && n.Tag != "!!map" || n.Kind == yaml.SequenceNode && n.Tag != "!!seq") {
		return value{}, errTag(n)
	}
	switch n.Kind {
	case yaml.DocumentNode:
		if len(n.Content) != 1 {
			return value{}, at(1, "the file is empty: expected the key \"launch\" with a list of actions")
		}
		return c.convert(n.Content[0], depth)
	case yaml.AliasNode:
		return c.convert(n.Alias, depth+1)
	case yaml.SequenceNode:
		out := value{kind: kindList, line: n.Line, list: make([]value, 0, len(n.Content))}
		for _, item := range n.Content {
			v, err := c.convert(item, depth+1)
			if err != nil {
				return value{}, err
			}
			out.list = append(out.list, v)
		}
		return out, nil
	case yaml.MappingNode:
		return c.convertMap(n, depth)
	default:
		return scalar(n)
	}
}

// convertMap returns the value of a map. Each key must be a string and occur only once.
func (c *converter) convertMap(n *yaml.Node, depth int) (value, error) {
	out := value{kind: kindMap, line: n.Line, fields: map[string]value{}}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, err := c.convert(n.Content[i], depth+1)
		if err != nil {
			return value{}, err
		}
		if key.kind != kindString {
			return value{}, at(n.Content[i].Line, "YAML reads the key %q as %s: expected a string", n.Content[i].Value, key.kind)
		}
		if key.text == "<<" {
			return value{}, at(key.line, "merge keys (<<) are not supported: write the keys out")
		}
		if _, twice := out.fields[key.text]; twice {
			return value{}, at(key.line, "the key %q occurs twice", key.text)
		}
		v, err := c.convert(n.Content[i+1], depth+1)
		if err != nil {
			return value{}, err
		}
		out.keys = append(out.keys, key.text)
		out.fields[key.text] = v
	}
	return out, nil
}
