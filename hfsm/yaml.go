package hfsm

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"go.yaml.in/yaml/v3"

	"gonao/hfsm/chart"
	"gonao/internal/suggest"
)

// Bounds that keep a hostile file from costing much.
const (
	maxFileBytes = 1 << 20
	maxDepth     = 64
	maxValues    = 1000 // inputs and variables
	maxFindings  = 100  // more of them help nobody
)

// document walks a YAML document and collects findings.
type document struct {
	file     string
	findings Findings
}

// fault adds a finding at a node.
func (d *document) fault(n *yaml.Node, key, format string, args ...any) {
	d.faultAt(n, 0, key, format, args...)
}

// faultAt adds a finding some columns to the right of a scalar's first character.
func (d *document) faultAt(n *yaml.Node, shift int, key, format string, args ...any) {
	if d.full() {
		return
	}
	f := Finding{File: d.file, Key: key, Text: fmt.Sprintf(format, args...)}
	if n != nil {
		f.Line, f.Column = n.Line, n.Column
		if n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
			f.Column += shift
			if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 && shift > 0 {
				f.Column++
			}
		}
	}
	d.findings = append(d.findings, f)
}

// full says that no more findings are taken, nor need be looked for.
func (d *document) full() bool { return len(d.findings) >= maxFindings }

// field is one entry of a mapping.
type field struct {
	name string
	key  *yaml.Node
	val  *yaml.Node
}

// mapping gives the entries of a mapping, in order. Doubled keys, keys that are
// no text, aliases and merges are faults.
func (d *document) mapping(n *yaml.Node, key, expected string) []field {
	if n.Kind != yaml.MappingNode {
		d.fault(n, key, "%s; expected %s", kindOf(n), expected)
		return nil
	}
	first := map[string]int{}
	var fields []field
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if k.Kind != yaml.ScalarNode || k.Tag == "!!merge" {
			d.fault(k, key, "%s as a key; expected a name", kindOf(k))
			continue
		}
		if line, double := first[k.Value]; double {
			d.fault(k, join(key, k.Value), "the key is there twice, first on line %d", line)
			continue
		}
		first[k.Value] = k.Line
		fields = append(fields, field{k.Value, k, v})
	}
	return fields
}

// record gives the entries of a mapping whose keys are known.
func (d *document) record(n *yaml.Node, key, expected string, known ...string) map[string]field {
	found := map[string]field{}
	for _, f := range d.mapping(n, key, expected) {
		if !slices.Contains(known, f.name) {
			d.fault(f.key, join(key, f.name), "no such key%s; expected one of %s", suggest.DidYouMean(f.name, known), chart.Listed(known))
			continue
		}
		found[f.name] = f
	}
	return found
}

// text gives a scalar as text.
func (d *document) text(n *yaml.Node, key, expected string) (string, bool) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		d.fault(n, key, "%s; expected %s", kindOf(n), expected)
		return "", false
	}
	return n.Value, true
}

// name gives a scalar that is a name: letters, digits, _ and -, a letter first.
func (d *document) name(n *yaml.Node, key, expected string) (string, bool) {
	word, ok := d.text(n, key, expected)
	if ok && !isName(word) {
		d.fault(n, key, "%q is no name; expected %s: letters, digits, _ and -, a letter first", word, expected)
		return "", false
	}
	return word, ok
}

// isName says whether a word may name a state, an input or a variable.
func isName(word string) bool {
	const longest = 100
	for i, r := range word {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		if !letter && (i == 0 || (r < '0' || r > '9') && r != '-') {
			return false
		}
	}
	return word != "" && len(word) <= longest
}

// duration gives a scalar such as 10s or 250ms, longer than nothing.
func (d *document) duration(n *yaml.Node, key string) time.Duration {
	const expected = "a time such as 10s or 250ms"
	word, ok := d.text(n, key, expected)
	if !ok {
		return 0
	}
	t, err := time.ParseDuration(word)
	switch {
	case err != nil:
		d.fault(n, key, "%q; expected %s", word, expected)
		return 0
	case t <= 0 || t > 10*365*24*time.Hour:
		d.fault(n, key, "%s; expected a time longer than nothing and shorter than ten years", word)
		return 0
	}
	return t
}

// number gives a scalar that is a finite number.
func (d *document) number(n *yaml.Node, key, expected string) (float64, bool) {
	if n.Kind == yaml.ScalarNode && (n.Tag == "!!int" || n.Tag == "!!float") {
		v, err := strconv.ParseFloat(n.Value, 64)
		if err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) {
			return v, true
		}
	}
	d.fault(n, key, "%s; expected %s", kindOf(n), expected)
	return 0, false
}

// value gives a scalar as a value of a type.
func (d *document) value(n *yaml.Node, key string, t Type) (Value, bool) {
	switch {
	case n.Kind != yaml.ScalarNode:
	case t == Bool && n.Tag == "!!bool":
		return BoolValue(n.Value == "true" || n.Value == "True" || n.Value == "TRUE"), true
	case t == Int && n.Tag == "!!int":
		if v, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
			return IntValue(v), true
		}
	case t == Float && (n.Tag == "!!int" || n.Tag == "!!float"):
		v, err := strconv.ParseFloat(n.Value, 64)
		if err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) {
			return FloatValue(v), true
		}
	case t == String && n.Tag == "!!str":
		return StringValue(n.Value), true
	}
	d.fault(n, key, "%s; expected a value of type %s", kindOf(n), t)
	return Value{}, false
}

// kindOf says what a node is, for people.
func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias (machines take none)"
	case yaml.ScalarNode:
		if n.Tag == "!!null" {
			return "nothing"
		}
		const long = 60
		if len(n.Value) > long {
			return strconv.Quote(n.Value[:long]) + "…"
		}
		return strconv.Quote(n.Value)
	case yaml.DocumentNode:
		return "a document"
	}
	return "nothing"
}

// join gives the key of a part.
func join(key, part string) string {
	if key == "" {
		return part
	}
	return key + "." + part
}
