package scenario

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/wording"
	"gonao/internal/yamlfault"
)

// Bounds that keep a hostile file from costing much.
const (
	maxBytes    = 1 << 20
	maxFindings = 100
	maxDepth    = 20 // of an event's data
	maxTime     = 1000 * time.Hour
)

// document collects what is wrong with a file.
type document struct {
	file     string
	findings hfsm.Findings
}

func (d *document) fault(n *yaml.Node, key, format string, args ...any) {
	if len(d.findings) >= maxFindings {
		return
	}
	f := hfsm.Finding{File: d.file, Key: key, Text: fmt.Sprintf(format, args...)}
	if n != nil {
		f.Line, f.Column = n.Line, n.Column
	}
	d.findings = append(d.findings, f)
}

// field is an entry of a mapping.
type field struct{ key, val *yaml.Node }

// mapping returns the entries of a mapping in their order; known limits the keys.
func (d *document) mapping(n *yaml.Node, key, expected string, known ...string) []field {
	if n.Kind != yaml.MappingNode {
		d.fault(n, key, "%s; expected %s", kindOf(n), expected)
		return nil
	}
	var fields []field
	var seen []string
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		switch {
		case k.Kind != yaml.ScalarNode || k.Tag == "!!merge":
			d.fault(k, key, "%s as a key; expected a name", kindOf(k))
		case slices.Contains(seen, k.Value):
			d.fault(k, join(key, k.Value), "the key is there twice")
		case known != nil && !slices.Contains(known, k.Value):
			d.fault(k, join(key, k.Value), "no such key%s; expected one of %s", wording.DidYouMean(k.Value, known), chart.Listed(known))
		default:
			fields = append(fields, field{k, n.Content[i+1]})
		}
		seen = append(seen, k.Value)
	}
	return fields
}

// list returns the items of a list.
func (d *document) list(n *yaml.Node, key, expected string) []*yaml.Node {
	if n.Kind != yaml.SequenceNode {
		d.fault(n, key, "%s; expected %s", kindOf(n), expected)
		return nil
	}
	return n.Content
}

func (d *document) text(n *yaml.Node, key, expected string) string {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		d.fault(n, key, "%s; expected %s", kindOf(n), expected)
		return ""
	}
	return n.Value
}

func (d *document) texts(n *yaml.Node, key, expected string) []string {
	if n.Kind == yaml.ScalarNode {
		return []string{d.text(n, key, expected)}
	}
	var all []string
	for i, item := range d.list(n, key, expected) {
		all = append(all, d.text(item, fmt.Sprintf("%s[%d]", key, i), expected))
	}
	return all
}

// duration returns a time of zero or more, such as 10s or 250ms.
func (d *document) duration(n *yaml.Node, key string) time.Duration {
	const expected = "a time such as 10s or 250ms"
	word := d.text(n, key, expected)
	t, err := time.ParseDuration(word)
	if word != "" && (err != nil || t < 0 || t > maxTime) {
		d.fault(n, key, "%q; expected %s, up to %s", word, expected, maxTime)
		return 0
	}
	return t
}

// scalar returns a value in the type YAML sees in it.
func (d *document) scalar(n *yaml.Node, key string) any {
	if n.Kind == yaml.ScalarNode {
		switch n.Tag {
		case "!!bool":
			return strings.EqualFold(n.Value, "true")
		case "!!int":
			if v, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
				return v
			}
		case "!!float":
			var v float64
			if n.Decode(&v) == nil {
				return v
			}
		case "!!str":
			return n.Value
		}
	}
	d.fault(n, key, "%s; expected a value: true, 3, 0.5 or a text", kindOf(n))
	return nil
}

// data returns the data of an event.
func (d *document) data(n *yaml.Node, key string, depth int) any {
	switch {
	case depth > maxDepth:
		d.fault(n, key, "deeper than %d levels", maxDepth)
	case n.Kind == yaml.SequenceNode:
		items := make([]any, len(n.Content))
		for i, item := range n.Content {
			items[i] = d.data(item, fmt.Sprintf("%s[%d]", key, i), depth+1)
		}
		return items
	case n.Kind == yaml.MappingNode:
		items := map[string]any{}
		for _, f := range d.mapping(n, key, "names with values") {
			items[f.key.Value] = d.data(f.val, join(key, f.key.Value), depth+1)
		}
		return items
	case n.Kind == yaml.ScalarNode && n.Tag == "!!null":
	default:
		return d.scalar(n, key)
	}
	return nil
}

// documents returns the top node of each document of a file.
func (d *document) documents(src []byte) (tops []*yaml.Node) {
	if len(src) > maxBytes {
		d.fault(nil, "", "file of %d bytes; expected at most %d", len(src), maxBytes)
		return nil
	}
	defer func() { // the parser is not ours: a panic in it is a fault of this file only
		if r := recover(); r != nil {
			d.fault(nil, "", "not understood as YAML: %v", r)
			tops = nil
		}
	}()
	decoder := yaml.NewDecoder(strings.NewReader(string(src)))
	for {
		var doc yaml.Node
		err := decoder.Decode(&doc)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fault := yamlfault.Of(src, err)
			d.fault(&yaml.Node{Line: fault.Line, Column: fault.Column}, "", "not YAML: %s", fault.Text)
			break
		}
		if len(doc.Content) == 1 {
			tops = append(tops, doc.Content[0])
		}
	}
	if len(tops) == 0 && len(d.findings) == 0 {
		d.fault(nil, "", "the file is empty; expected a scenario")
	}
	return tops
}

func kindOf(n *yaml.Node) string {
	const long = 60
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias (scenarios take none)"
	case yaml.ScalarNode:
		if n.Tag == "!!null" {
			return "nothing"
		}
		if len(n.Value) > long {
			return strconv.Quote(n.Value[:long]) + "…"
		}
		return strconv.Quote(n.Value)
	case yaml.DocumentNode:
		return "a document"
	}
	return "nothing"
}

func join(key, part string) string {
	if key == "" {
		return part
	}
	return key + "." + part
}
