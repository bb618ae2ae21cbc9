package chart

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Change is one difference between two machines: a part that only one of them has, or that has another value. Old is nil
// for a new part, New for a removed one.
type Change struct {
	Path     string // states.watch.transitions[seen].if
	Old, New *string
}

// String returns the change on one line: "+ path: new", "- path: old" or "~ path: old → new".
func (c Change) String() string {
	switch {
	case c.Old == nil:
		return fmt.Sprintf("+ %s: %s", c.Path, *c.New)
	case c.New == nil:
		return fmt.Sprintf("- %s: %s", c.Path, *c.Old)
	}
	return fmt.Sprintf("~ %s: %s → %s", c.Path, *c.Old, *c.New)
}

// Diff returns the differences between two machines, independent of file and format. The order of transitions and actions
// counts; the order of states and values and the editor's layout do not.
func Diff(a, b *Machine) ([]Change, error) {
	var w writer
	if a.Unit != nil || b.Unit != nil {
		return nil, errors.New("a machine that is written in its language itself, such as a skill in Lua, is compared as a text")
	}
	one, other := w.machine(a), w.machine(b)
	if w.err != nil {
		return nil, w.err
	}
	var d differ
	d.node("", one, other)
	return d.changes, nil
}

// differ collects changes.
type differ struct{ changes []Change }

// add adds a change of the nodes at a path; nil is a node that is not there.
func (d *differ) add(path string, a, b *yaml.Node) {
	if path == "layout" || strings.HasPrefix(path, "layout.") {
		return
	}
	c := Change{Path: path}
	if a != nil {
		text := flowText(a)
		c.Old = &text
	}
	if b != nil {
		text := flowText(b)
		c.New = &text
	}
	d.changes = append(d.changes, c)
}

// node compares two nodes at a path.
func (d *differ) node(path string, a, b *yaml.Node) {
	switch {
	case a.Kind != b.Kind:
		d.add(path, a, b)
	case a.Kind == yaml.MappingNode && strings.HasSuffix(path, ".set") && reordered(a, b):
		d.add(path, a, b) // values are set one after the other
	case a.Kind == yaml.MappingNode:
		d.mapping(path, a, b)
	case a.Kind == yaml.SequenceNode:
		d.sequence(path, a, b)
	case a.Value != b.Value || a.Tag != b.Tag:
		d.add(path, a, b)
	}
}

// mapping compares two mappings by their keys: first those of a, then those only in b.
func (d *differ) mapping(path string, a, b *yaml.Node) {
	for i := 0; i+1 < len(a.Content); i += 2 {
		key := a.Content[i].Value
		if other := child(b, key); other != nil {
			d.node(join(path, key), a.Content[i+1], other)
		} else {
			d.add(join(path, key), a.Content[i+1], nil)
		}
	}
	for i := 0; i+1 < len(b.Content); i += 2 {
		if key := b.Content[i].Value; child(a, key) == nil {
			d.add(join(path, key), nil, b.Content[i+1])
		}
	}
}

// reordered reports whether keys that two mappings have in common stand in another order.
func reordered(a, b *yaml.Node) bool {
	keys := func(n, in *yaml.Node) []string {
		var all []string
		for i := 0; i+1 < len(n.Content); i += 2 {
			if child(in, n.Content[i].Value) != nil {
				all = append(all, n.Content[i].Value)
			}
		}
		return all
	}
	return !slices.Equal(keys(a, b), keys(b, a))
}

// sequence compares two lists: items that are the same, or alike, in the longest common order are compared with each other;
// the others are gone or new.
func (d *differ) sequence(path string, a, b *yaml.Node) {
	common := alike(a.Content, b.Content)
	i, j := 0, 0
	for i < len(a.Content) || j < len(b.Content) {
		switch {
		case i < len(a.Content) && j < len(b.Content) && common[i] == j:
			d.node(itemPath(path, b.Content[j], j), a.Content[i], b.Content[j])
			i, j = i+1, j+1
		case i < len(a.Content) && common[i] < 0:
			d.add(itemPath(path, a.Content[i], i), a.Content[i], nil)
			i++
		default:
			d.add(itemPath(path, b.Content[j], j), nil, b.Content[j])
			j++
		}
	}
}

// itemPath returns the path of an item of a list: by its name, or by its index from 0.
func itemPath(path string, n *yaml.Node, index int) string {
	if n.Kind == yaml.MappingNode {
		if name := child(n, "name"); name != nil {
			return fmt.Sprintf("%s[%s]", path, name.Value)
		}
	}
	return fmt.Sprintf("%s[%d]", path, index)
}

// alike returns for each item of a the index of its partner in b, or -1: partners in the same order with the greatest sum
// of similarity.
func alike(a, b []*yaml.Node) []int {
	score := make([][]int, len(a)+1) // best sum for the items from i and from j on
	for i := range score {
		score[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			score[i][j] = max(score[i+1][j], score[i][j+1])
			if l := likeness(a[i], b[j]); l > 0 {
				score[i][j] = max(score[i][j], l+score[i+1][j+1])
			}
		}
	}
	partner := make([]int, len(a))
	for i, j := 0, 0; i < len(a); i++ {
		partner[i] = -1
		for ; j < len(b) && score[i][j] == score[i][j+1] && score[i][j] > score[i+1][j]; j++ {
			// items only in b are skipped
		}
		if j < len(b) {
			if l := likeness(a[i], b[j]); l > 0 && score[i][j] == l+score[i+1][j+1] {
				partner[i] = j
				j++
			}
		}
	}
	return partner
}

// likeness returns the similarity of two items: 0 not at all, 4 the same.
func likeness(a, b *yaml.Node) int {
	switch {
	case flowText(a) == flowText(b):
		return 4
	case a.Kind != yaml.MappingNode || b.Kind != yaml.MappingNode:
		return 0
	}
	nameA, nameB := child(a, "name"), child(b, "name")
	if nameA != nil && nameB != nil && nameA.Value == nameB.Value {
		return 3
	}
	toA, toB := child(a, "to"), child(b, "to")
	if toA != nil && toB != nil && flowText(toA) == flowText(toB) {
		return 2
	}
	if toA == nil && toB == nil && len(a.Content) > 0 && len(b.Content) > 0 && a.Content[0].Value == b.Content[0].Value && sameWord(a, b) {
		return 1 // the same action with other arguments
	}
	return 0
}

// sameWord reports whether two actions set the same, or are of the same kind.
func sameWord(a, b *yaml.Node) bool {
	if a.Content[0].Value != "set" {
		return true
	}
	x, y := a.Content[1], b.Content[1]
	return len(x.Content) > 0 && len(y.Content) > 0 && x.Content[0].Value == y.Content[0].Value
}

// flowText returns a node on one line.
func flowText(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode && !strings.Contains(n.Value, "\n") {
		return n.Value
	}
	one := flow(n)
	text, err := yaml.Marshal(one)
	if err != nil {
		return "…"
	}
	return strings.TrimSpace(string(text))
}

// flow returns a copy of a node that is written on one line.
func flow(n *yaml.Node) *yaml.Node {
	c := *n
	c.Style, c.Content = yaml.FlowStyle, nil
	if n.Kind == yaml.ScalarNode {
		c.Style = n.Style &^ (yaml.LiteralStyle | yaml.FoldedStyle)
		if strings.Contains(n.Value, "\n") {
			c.Style = yaml.DoubleQuotedStyle
		}
	}
	for _, inner := range n.Content {
		c.Content = append(c.Content, flow(inner))
	}
	return &c
}
