package yamltext

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// clone copies a tree of nodes, so that edits do not change its document.
func clone(n *yaml.Node) *yaml.Node {
	if n == nil {
		return nil
	}
	c := *n
	c.Alias = nil
	c.Content = make([]*yaml.Node, len(n.Content))
	for i, child := range n.Content {
		c.Content[i] = clone(child)
	}
	return &c
}

// within returns the node of a tree at a path.
func within(root *yaml.Node, path []int) *yaml.Node {
	for _, i := range path {
		root = root.Content[i]
	}
	return root
}

// same reports whether two trees mean the same: equal kinds, tags, values, anchors and order.
func same(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || a.Value != b.Value || a.Anchor != b.Anchor || len(a.Content) != len(b.Content) {
		return false
	}
	if a.Kind == yaml.ScalarNode && a.Tag != b.Tag && a.Tag != "" && b.Tag != "" {
		return false
	}
	for i := range a.Content {
		if !same(a.Content[i], b.Content[i]) {
			return false
		}
	}
	return true
}

// text returns a scalar whose value is a text, even if YAML would read another type: a guard may be 1.
func text(value string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: value} }

// insert puts nodes into the content of a collection.
func insert(n *yaml.Node, at int, nodes ...*yaml.Node) {
	n.Content = slices.Insert(n.Content, at, nodes...)
}

// aliased reports whether a tree contains an alias. Such a block cannot be rewritten alone.
func aliased(n *yaml.Node) bool {
	return n.Kind == yaml.AliasNode || slices.ContainsFunc(n.Content, aliased)
}
