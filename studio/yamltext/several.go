package yamltext

import (
	"errors"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Text is a new text for a scalar.
type Text struct {
	Of    *Node
	Value string
}

// SetAll replaces the texts of several scalars at once.
func (d *Document) SetAll(texts []Text) (*Document, error) {
	if len(texts) == 0 {
		return d, nil
	}
	return d.edit(change{
		drops: [2]int{texts[0].Of.Start, texts[0].Of.End},
		tree: func(root *yaml.Node) {
			for _, t := range texts {
				old := within(root, t.Of.path)
				anchor := old.Anchor
				*old = *text(t.Value)
				old.Anchor = anchor
			}
		},
		splice: func() []splice {
			var all []splice
			for _, t := range texts {
				all = append(all, d.shape().setText(t.Of, t.Value)...)
			}
			return all
		},
	})
}

// Unfold rewrites a mapping in brackets as a block, so that lines can be inserted. Its content keeps its text.
func (d *Document) Unfold(n *Node) (*Document, error) {
	if n.Kind != yaml.MappingNode || !n.flow || len(n.Entries) == 0 {
		return d, nil
	}
	if n.in {
		return nil, errors.New("inside brackets")
	}
	var lines []string
	for _, e := range n.Entries {
		lines = append(lines, d.EntryText(e))
	}
	next, err := d.edit(change{
		path: n.path, drops: [2]int{n.Start, n.Start}, tree: func(*yaml.Node) {},
		splice: func() []splice { return d.shape().replacement(n, d.shape().asBlock(strings.Join(lines, "\n"))) },
	})
	if err != nil {
		return nil, err
	}
	if !d.keepsComments(next, [2]int{-1, -1}) {
		return nil, errText
	}
	return next, nil
}

// Path returns the path of a node from the top: the indexes in the contents of the nodes around it.
func (n *Node) Path() []int { return n.path }

// Node returns the value at a path, or nil.
func (d *Document) Node(path []int) *Node { return d.shape().node2(path) }

// Lines returns a text of several lines as a scalar below a |, or in quotes if it cannot be written there.
func Lines(value string) string {
	if !literal(value) {
		return quoted(value)
	}
	head := "|"
	switch {
	case !strings.HasSuffix(value, "\n"):
		head = "|-"
	case strings.HasSuffix(value, "\n\n"):
		head = "|+"
	}
	return head + "\n" + Indented(strings.TrimSuffix(value, "\n"), 2)
}

// Indented returns lines with an indentation. Empty lines stay empty.
func Indented(text string, column int) string {
	return (&source{eol: "\n"}).indented(text, column)
}

// Entry1 returns a mapping with one entry in YAML. key and value are YAML, too.
func Entry1(key, value string) string {
	value = strings.TrimRight(strings.ReplaceAll(value, "\r\n", "\n"), " \n")
	first, _, several := strings.Cut(value, "\n")
	root, err := decode(value)
	if several && err == nil && root.Kind != yaml.ScalarNode && root.Style&yaml.FlowStyle == 0 {
		return key + ":\n" + Indented(value, 2)
	}
	if !several && err == nil && root.Kind != yaml.ScalarNode && root.Style&yaml.FlowStyle == 0 { // "a: 1" or "- a"
		return key + ":\n  " + first
	}
	if several && err == nil && root.Kind == yaml.ScalarNode && root.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		return key + ": " + quoted(root.Value)
	}
	return key + ": " + value
}

// Flow returns a node on one line, in brackets.
func Flow(n *yaml.Node) string { return flowText(n) }
