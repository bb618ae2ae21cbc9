package yamltext

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// Merge changes a value so that it means the same as a YAML text. It changes only what differs: equal entries and
// items keep their text and comments.
func (d *Document) Merge(n *Node, value string) (*Document, error) {
	want, err := decode(value)
	if err != nil {
		return nil, err
	}
	if d.mergeable(n, want) {
		return d.merge(n.path, want)
	}
	return d.Replace(n, value)
}

// mergeable reports whether a value and its new value are collections with something in common.
func (d *Document) mergeable(n *Node, want *yaml.Node) bool {
	if same(n.Node, want) {
		return true
	}
	switch {
	case n.Kind != want.Kind || n.Anchor != "" || len(n.Content) == 0 || len(want.Content) == 0:
		return false
	case n.Kind == yaml.SequenceNode:
		return true
	case n.Kind != yaml.MappingNode:
		return false
	}
	var common, order []string
	for i := 0; i < len(want.Content); i += 2 {
		if n.Get(want.Content[i].Value) != nil {
			common = append(common, want.Content[i].Value)
		}
	}
	for _, e := range n.Entries {
		if slices.Contains(common, e.Key.Value) {
			order = append(order, e.Key.Value)
		}
	}
	return len(common) > 0 && slices.Equal(common, order)
}

// merge changes the differences in the value at a path.
func (d *Document) merge(path []int, want *yaml.Node) (*Document, error) {
	n := d.shape().node2(path)
	switch {
	case same(n.Node, want):
		return d, nil
	case !d.mergeable(n, want):
		return d.Replace(n, d.rendered(n, want))
	case n.Kind == yaml.MappingNode:
		return d.mergeMapping(path, want)
	}
	return d.mergeList(path, want)
}

// rendered returns a node as YAML that fits the place of another node.
func (d *Document) rendered(n *Node, want *yaml.Node) string {
	if text := flowText(want); n.in || len(text) < 80 && want.Kind != yaml.MappingNode || want.Kind == yaml.ScalarNode {
		return text
	}
	text, err := render(want, d.shape().indent())
	if err != nil || want.Style&yaml.FlowStyle != 0 {
		return flowText(want)
	}
	return text
}

func (d *Document) mergeMapping(path []int, want *yaml.Node) (*Document, error) {
	wanted := func(key string) bool {
		for i := 0; i < len(want.Content); i += 2 {
			if want.Content[i].Value == key {
				return true
			}
		}
		return false
	}
	var err error
	for i := len(d.shape().node2(path).Entries) - 1; i >= 0; i-- {
		if e := d.shape().node2(path).Entries[i]; !wanted(e.Key.Value) {
			if d, err = d.Delete(e); err != nil {
				return nil, err
			}
		}
	}
	for i := 0; i < len(want.Content); i += 2 {
		key, value := want.Content[i].Value, want.Content[i+1]
		if e := d.shape().node2(path).Get(key); e != nil {
			d, err = d.merge(step(path, 2*e.index+1), value)
		} else {
			n := d.shape().node2(path)
			d, err = d.Insert(n, i/2, Key(key)+": "+flowText(value))
		}
		if err != nil {
			return nil, err
		}
	}
	return d, nil
}

func (d *Document) mergeList(path []int, want *yaml.Node) (*Document, error) {
	var err error
	n := d.shape().node2(path)
	first, last := 0, 0
	for first < min(len(n.Content), len(want.Content)) && same(n.Content[first], want.Content[first]) {
		first++
	}
	for last < min(len(n.Content), len(want.Content))-first && same(n.Content[len(n.Content)-1-last], want.Content[len(want.Content)-1-last]) {
		last++
	}
	old, now := len(n.Content)-last, len(want.Content)-last
	for i := old - 1; i >= now; i-- {
		if d, err = d.DeleteItem(d.shape().node2(path).Items[i]); err != nil {
			return nil, err
		}
	}
	for i := first; i < now; i++ {
		if i < old {
			d, err = d.merge(step(path, i), want.Content[i])
		} else {
			d, err = d.InsertItem(d.shape().node2(path), i, "- "+flowText(want.Content[i]))
		}
		if err != nil {
			return nil, err
		}
	}
	return d, nil
}
