package docs

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"gonao/hfsm/chart"
)

// keySchema is the schema of machines, with its keys in the order of the file.
type keySchema struct{ top *yaml.Node }

// at returns the node below n at a path of keys and indices, or nil.
func at(n *yaml.Node, names ...string) *yaml.Node {
	for _, name := range names {
		switch {
		case n == nil:
			return nil
		case n.Kind == yaml.SequenceNode:
			var i int
			if _, err := fmt.Sscan(name, &i); err != nil || i >= len(n.Content) {
				return nil
			}
			n = n.Content[i]
		default:
			i := 0
			for ; i < len(n.Content) && n.Content[i].Value != name; i += 2 {
			}
			if i == len(n.Content) {
				return nil
			}
			n = n.Content[i+1]
		}
	}
	return n
}

// word returns the text at a path below n, or "" if there is none.
func word(n *yaml.Node, names ...string) string {
	if n = at(n, names...); n != nil {
		return n.Value
	}
	return ""
}

// of returns the value of a key in the schema of a node: the node's own, or that of the definition it refers to.
func (s keySchema) of(n *yaml.Node, key string) *yaml.Node {
	for n != nil {
		if found := at(n, key); found != nil {
			return found
		}
		ref := word(n, "$ref")
		if ref == "" || ref == "#" {
			return nil
		}
		n = at(s.top, "definitions", path.Base(ref))
	}
	return nil
}

// keyTypes are the types of keys that refer to a definition, by definition. Keys that refer to other definitions have
// the type of their own node.
var keyTypes = map[string]string{
	"name": "name", "word": "name", "text": "text", "texts": "text, or a list", "description": "text", "unit": "text", "duration": "time",
	"expression": "expression", "scalar": "value", "args": "mapping", "arguments": "mapping", "initial": "name", "call": "name or mapping",
	"message": "text or mapping", "actions": "[actions](language.md#actions)", "activities": "[activities](language.md#activities)",
}

// typeOf returns the type of a key for the page.
func (s keySchema) typeOf(n *yaml.Node) string {
	ref := word(n, "$ref")
	if ref == "#" {
		return "machine"
	}
	if t, ok := keyTypes[path.Base(ref)]; ok {
		return t
	}
	if choices := s.of(n, "enum"); choices != nil {
		var words []string
		for _, c := range choices.Content {
			if w := "`" + c.Value + "`"; !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
		return strings.Join(words, ", ")
	}
	t := s.of(n, "type")
	if t == nil {
		return "expression or mapping"
	}
	least, most := s.of(n, "minimum"), s.of(n, "maximum")
	switch {
	case least != nil && most != nil:
		return least.Value + " to " + most.Value
	case t.Value == "array":
		return "list"
	case t.Value == "object":
		return "mapping"
	case t.Value == "string":
		return "text"
	case t.Value == "boolean":
		return "`true`, `false`"
	case t.Value == "integer":
		return "whole number"
	}
	return t.Value
}

// meaning returns the description of a key, with its default.
func (s keySchema) meaning(n *yaml.Node) string {
	text := ""
	if d := s.of(n, "description"); d != nil {
		text = d.Value
	}
	if d := word(n, "default"); d != "" && d != "false" {
		text += " Default `" + d + "`."
	}
	return text
}

// table returns a table of the keys of a mapping. A key with an example shows the example instead of the type.
func (s keySchema) table(properties *yaml.Node, second string) string {
	text := "| key | " + second + " | meaning |\n|-|-|-|\n"
	for i := 0; i < len(properties.Content); i += 2 {
		n := properties.Content[i+1]
		middle := s.typeOf(n)
		if second == "example" {
			middle = ""
			if e := s.of(n, "examples"); e != nil {
				middle = "`" + e.Content[0].Value + "`"
			}
		}
		text += fmt.Sprintf("| `%s` | %s | %s |\n", properties.Content[i].Value, middle, s.meaning(n))
	}
	return text + "\n"
}

// values returns the table of the keys of parameters, inputs, variables and outputs, each key once.
func (s keySchema) values() string {
	kinds := []string{"parameter", "input", "variable", "output"}
	var keys []string
	of, nodes := map[string][]string{}, map[string]*yaml.Node{}
	for _, kind := range kinds {
		properties := at(s.top, "definitions", kind, "anyOf", "1", "properties")
		for i := 0; i < len(properties.Content); i += 2 {
			key := properties.Content[i].Value
			if nodes[key] == nil {
				keys, nodes[key] = append(keys, key), properties.Content[i+1]
			}
			of[key] = append(of[key], kind+"s")
		}
	}
	text := "| key | of | type | meaning |\n|-|-|-|-|\n"
	for _, key := range keys {
		who := strings.Join(of[key], ", ")
		if len(of[key]) == len(kinds) {
			who = "all"
		}
		text += fmt.Sprintf("| `%s` | %s | %s | %s |\n", key, who, s.typeOf(nodes[key]), s.meaning(nodes[key]))
	}
	return text + "\n"
}

// keysPage returns docs/state-machines/keys.md.
func keysPage(t *testing.T) string {
	t.Helper()
	var document yaml.Node
	require.NoError(t, yaml.Unmarshal([]byte(chart.Schema()), &document))
	s := keySchema{document.Content[0]}
	page := "# Keys of a machine\n\nThis page is generated from the schema of machines, `gonao hfsm schema`. " +
		"[The language](language.md) explains the keys with examples.\n\n" +
		"## The machine\n" + s.table(at(s.top, "properties"), "type") +
		"## Values\nEach value is a type, or a mapping with these keys:\n\n" + s.values()
	for _, part := range []struct {
		title, second string
		at            []string
	}{
		{"Robots and tasks of `spaces`", "type", []string{"properties", "spaces", "items", "properties"}},
		{"A topic of an input: `from`", "type", []string{"definitions", "source", "properties"}},
		{"States", "type", []string{"definitions", "state", "properties"}},
		{"Functions", "type", []string{"definitions", "function", "properties"}},
		{"Transitions", "type", []string{"definitions", "transition", "properties"}},
		{"Actions", "example", []string{"definitions", "action", "anyOf", "1", "properties"}},
		{"Branches of `if`", "type", []string{"definitions", "branch", "properties"}},
		{"`each`", "type", []string{"definitions", "each", "properties"}},
		{"Events of `send`", "type", []string{"definitions", "message", "anyOf", "1", "properties"}},
		{"Machines of `call`", "type", []string{"definitions", "call", "anyOf", "1", "properties"}},
		{"Services of `invoke`", "type", []string{"definitions", "invoke", "properties"}},
		{"Data of `done`", "type", []string{"definitions", "payload", "properties"}},
		{"Items of `params`", "type", []string{"definitions", "param", "properties"}},
		{"Places of `layout`", "type", []string{"definitions", "layout", "properties"}},
		{"Code of `kept`", "type", []string{"definitions", "kept", "properties"}},
	} {
		properties := at(s.top, part.at...)
		require.NotNil(t, properties, part.title)
		page += "## " + part.title + "\n" + s.table(properties, part.second)
	}
	return strings.TrimRight(page, "\n") + "\n"
}

func TestThePageOfKeysIsThatOfTheSchema(t *testing.T) {
	golden(t, filepath.Join(root, "docs/state-machines/keys.md"), []byte(keysPage(t)))
}
