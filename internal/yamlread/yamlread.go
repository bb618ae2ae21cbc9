// Package yamlread is the reader of gonao's YAML files. It decodes a text into a struct by the struct's tags, and reports each
// fault with its file, line, column and key, in one form: "file:3: walk.forward: 9.0: expected 0.01 to 2".
//
// The tags are those of package declared (yaml, min, max, enum, unit) and three more. need:"its name" is a key that must be there,
// with what it holds. yaml:"@line" is an int that gets the line of the struct's mapping, yaml:"@path" a string that gets the way to
// it, and yaml:"@key" a string that gets the key at which it stands: a list of such structs is read from a mapping, in the order of
// its keys. A type with the method ReadYAML(Node) reads itself. A struct's Validate() error is called after its fields; an error that begins with the name of a
// key is reported at that key.
package yamlread

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/declared"
	"gonao/internal/yamlfault"
)

// Fault is one thing that is wrong in a text.
type Fault struct {
	File         string
	Line, Column int    // from 1; 0: it is about the whole text
	Key          string // names joined by dots, indexes of list items in brackets
	Text         string // what is wrong, and what was expected
	cause        error
}

// Error returns "file:line: key: text", or "line 3: key: text" for a text without a file.
func (f *Fault) Error() string {
	var b strings.Builder
	switch {
	case f.Line == 0 && f.File != "":
		b.WriteString(f.File + ": ")
	case f.File != "":
		fmt.Fprintf(&b, "%s:%d: ", f.File, f.Line)
	case f.Line > 0:
		fmt.Fprintf(&b, "line %d: ", f.Line)
	}
	if f.Key != "" {
		b.WriteString(f.Key + ": ")
	}
	return b.String() + f.Text
}

// Unwrap returns the error that Validate or Place reported; nil for a fault of the text.
func (f *Fault) Unwrap() error { return f.cause }

// Bounds that keep a hostile text from costing much.
const (
	maxFaults = 100     // further faults are dropped
	maxDepth  = 100     // of values inside each other
	maxValues = 1 << 20 // that are read, each use of an alias counted
)

// Reader reads one text.
type Reader struct {
	Tops   []Node // the top value of each document
	Faults []*Fault
	Loose  bool // keys that are not known are left out: the format is not ours
	Whole  bool // every key is required, except those with the tag optional:"true"

	file   string
	values int
}

// New parses a text; file is its name in errors, and may be empty.
func New(file string, text []byte) *Reader {
	r := &Reader{file: file}
	tops, err := Parse(string(text))
	for _, top := range tops {
		r.Tops = append(r.Tops, Node{node: top, reader: r})
	}
	if err != nil {
		fault := FaultOf(text, err)
		r.fault(&yaml.Node{Line: fault.Line, Column: fault.Column}, "", nil, "%s", fault.Text)
	}
	return r
}

// Decode reads a text of one document into a struct, which into points to, and which may hold defaults. The error holds all
// faults, one a line.
func Decode(file string, text []byte, into any) error { return New(file, text).Read(into) }

// Read is Decode for a reader.
func (r *Reader) Read(into any) error {
	switch {
	case len(r.Faults) > 0:
	case len(r.Tops) == 0:
		r.fault(nil, "", nil, "the file is empty; expected %s", keysOf(into))
	case len(r.Tops) > 1:
		r.fault(r.Tops[1].node, "", nil, "expected one YAML document")
	case r.Tops[0].Into(into) && reflect.TypeOf(into).Elem().Kind() == reflect.Struct:
		r.Tops[0].Place(declared.Check(into)) // also what the text does not have
	}
	return r.Err()
}

// Err returns all faults as one error, in the order of their lines, or nil when the text has no fault.
func (r *Reader) Err() error {
	slices.SortStableFunc(r.Faults, func(a, b *Fault) int { return a.Line - b.Line })
	all := make([]error, len(r.Faults))
	for i, f := range r.Faults {
		all[i] = f
	}
	if len(all) == 1 {
		return all[0]
	}
	return errors.Join(all...)
}

// Place returns an error about what was read, at the key that its text begins with; nil for nil.
func (r *Reader) Place(err error) error {
	if err == nil || len(r.Tops) == 0 {
		return err
	}
	r.Tops[0].Place(err)
	return r.Err()
}

func (r *Reader) fault(at *yaml.Node, key string, cause error, format string, args ...any) {
	if len(r.Faults) >= maxFaults {
		return
	}
	f := &Fault{File: r.file, Key: key, Text: fmt.Sprintf(format, args...), cause: cause}
	if at != nil {
		f.Line, f.Column = at.Line, at.Column
	}
	r.Faults = append(r.Faults, f)
}

// Node is a value of a text with its place.
type Node struct {
	Key    string         // the way to it
	About  declared.About // what the tags of its field say
	node   *yaml.Node
	reader *Reader
}

// Field is an entry of a mapping.
type Field struct {
	Name  string
	Value Node
	At    Node // the key itself, for faults
}

// Line returns the value's line, from 1.
func (n Node) Line() int { return n.node.Line }

// Faultf adds a fault at the value.
func (n Node) Faultf(format string, args ...any) { n.reader.fault(n.node, n.Key, nil, format, args...) }

// Place adds an error, if it is not nil, at the key below the value that its text begins with.
func (n Node) Place(err error) { n.place(err, nil) }

// Wrong adds the fault that the value is not what was expected.
func (n Node) Wrong(expected string) { n.Faultf("%s: expected %s", n, expected) }

// String describes the value for a person.
func (n Node) String() string {
	switch n.node.Kind {
	case yaml.MappingNode:
		return "keys with values"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	case yaml.ScalarNode:
		if n.IsNull() {
			return "nothing"
		}
		return strconv.Quote(yamlfault.Short(n.node.Value))
	case yaml.DocumentNode:
	}
	return "nothing"
}

// IsNull reports whether there is no value.
func (n Node) IsNull() bool { return n.node.Kind == yaml.ScalarNode && n.node.Tag == "!!null" }

// IsMapping reports whether the value has keys.
func (n Node) IsMapping() bool { return n.node.Kind == yaml.MappingNode }

// IsList reports whether the value is a list.
func (n Node) IsList() bool { return n.node.Kind == yaml.SequenceNode }

// Text returns the text of a single value; ok is false for nothing, keys and lists.
func (n Node) Text() (text string, ok bool) {
	return n.node.Value, n.node.Kind == yaml.ScalarNode && !n.IsNull()
}

// Fields returns the entries of a mapping in their order. A value that has no keys and a key that is there twice are faults.
func (n Node) Fields(expected string) []Field {
	if !n.IsMapping() {
		n.Wrong(expected)
		return nil
	}
	var all []Field
	first := map[string]int{}
	for i := 0; i+1 < len(n.node.Content); i += 2 {
		key := Node{Key: n.Key, node: n.node.Content[i], reader: n.reader}
		name, ok := key.Text()
		switch line, twice := first[name], first[name] > 0; {
		case !ok || key.node.Tag == "!!merge":
			key.Faultf("%s as a key: expected a name", key)
			continue
		case twice:
			key.Key = join(n.Key, name)
			key.Faultf("the key is there twice, first in line %d", line)
			continue
		}
		first[name], key.Key = key.Line(), join(n.Key, name)
		all = append(all, Field{name, Node{Key: key.Key, node: follow(n.node.Content[i+1]), reader: n.reader}, key})
	}
	return all
}

// Items returns the items of a list. Another value is a fault.
func (n Node) Items(expected string) []Node {
	if !n.IsList() {
		n.Wrong(expected)
		return nil
	}
	all := make([]Node, len(n.node.Content))
	for i, item := range n.node.Content {
		all[i] = Node{Key: fmt.Sprintf("%s[%d]", n.Key, i), node: follow(item), reader: n.reader}
	}
	return all
}

// Number returns a number; another value is a fault.
func (n Node) Number() (v float64, ok bool) {
	if ok = n.node.Kind == yaml.ScalarNode && !n.IsNull() && n.node.Decode(&v) == nil; !ok {
		n.Wrong("a number")
	}
	return v, ok
}

// Value returns a value in the type that YAML sees in it: a bool, an int64, a float64 or a string, nil for nothing, []any for a
// list and map[string]any for keys.
func (n Node) Value() (value any) {
	switch {
	case n.IsMapping():
		all := map[string]any{}
		for _, f := range n.Fields("keys with values") {
			if n.enter() {
				all[f.Name] = f.Value.Value()
			}
		}
		return all
	case n.IsList():
		var all []any
		for _, item := range n.Items("a list") {
			if n.enter() {
				all = append(all, item.Value())
			}
		}
		return all
	}
	if n.node.Kind != yaml.ScalarNode || n.node.Decode(&value) != nil {
		n.Wrong("a value: true, 3, 0.5 or a text")
		return nil
	}
	switch v := value.(type) {
	case int:
		return int64(v)
	case nil, bool, int64, float64, string:
		return v
	}
	return n.node.Value // a date, or a number that does not fit
}

// enter counts a value that is read; false, with a fault, if there are too many or they are too deep.
func (n Node) enter() bool {
	if n.reader.values++; n.reader.values == maxValues || strings.Count(n.Key, ".")+strings.Count(n.Key, "[") > maxDepth {
		n.Faultf("more than %d values, or %d inside each other", maxValues, maxDepth)
		n.reader.values = maxValues
	}
	return n.reader.values < maxValues
}

// follow returns the value that an alias stands for.
func follow(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

func join(key, name string) string {
	if key == "" {
		return name
	}
	return key + "." + name
}
