package yamltext

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// splice replaces a part of a text.
type splice struct {
	from, to int
	text     string
}

// spliced returns a text with parts replaced. The parts must not overlap.
func spliced(text string, parts []splice) string {
	slices.SortStableFunc(parts, func(a, b splice) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for _, p := range parts {
		if p.from < at {
			panic("two edits of one place")
		}
		b.WriteString(text[at:p.from])
		b.WriteString(p.text)
		at = p.to
	}
	b.WriteString(text[at:])
	return b.String()
}

// change is an edit of the tree together with its edit of the text.
type change struct {
	path   []int // path of the edited node, for rewriting the block around it
	tree   func(root *yaml.Node)
	splice func() []splice
	drops  [2]int // the bytes whose comments disappear with the edit
}

// edit returns the document after a change. It refuses a change whose new text does not mean the new tree.
func (d *Document) edit(c change) (*Document, error) {
	want := clone(d.Root.Node)
	c.tree(want)
	next, err := d.attempt(c.splice, want)
	if err == nil {
		return next, nil
	}
	if next := d.anew(c, want); next != nil {
		return next, nil
	}
	return nil, fmt.Errorf("line %d: %w", d.src.line(min(c.drops[0], len(d.Text)))+1, err)
}

// attempt applies splices, and returns the document if it means the tree.
func (d *Document) attempt(parts func() []splice, want *yaml.Node) (next *Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			next, err = nil, fmt.Errorf("%w: %v", errText, p)
		}
	}()
	next, err = Parse(spliced(d.Text, parts()))
	if err != nil {
		return nil, err
	}
	if !same(next.Root.Node, want) {
		return nil, errText
	}
	return next, nil
}

// anew rewrites the smallest block around a change. It returns nil if no such block can be rewritten, or if a
// comment would be lost.
func (d *Document) anew(c change, want *yaml.Node) *Document {
	for depth := len(c.path); depth > 0; depth-- {
		path := c.path[:depth]
		n := d.shape().node2(path)
		if n == nil || n.in || n.Anchor != "" || aliased(n.Node) {
			continue
		}
		rendered, err := render(within(want, path), d.shape().indent())
		if err != nil {
			continue
		}
		next, err := d.attempt(func() []splice { return d.shape().replacement(n, rendered) }, want)
		if err == nil && d.keepsComments(next, c.drops) {
			next.Rewritten = true
			return next
		}
	}
	return nil
}

// node2 returns the node at a path, or nil for a key.
func (d shape) node2(path []int) *Node {
	n := d.root
	for _, i := range path {
		switch {
		case n.Kind == yaml.SequenceNode && i < len(n.Items):
			n = n.Items[i].Node
		case n.Kind == yaml.MappingNode && i%2 == 1 && i/2 < len(n.Entries):
			n = n.Entries[i/2].Value
		default:
			return nil
		}
	}
	return n
}

// render writes a node as block YAML, with its comments.
func render(n *yaml.Node, indent int) (string, error) {
	n = clone(n)
	n.Style &^= yaml.FlowStyle
	var b strings.Builder
	e := yaml.NewEncoder(&b)
	e.SetIndent(indent)
	err := errors.Join(e.Encode(n), e.Close())
	return strings.TrimRight(b.String(), "\n"), err
}

// keepsComments reports whether the next document still has all comments outside some bytes.
func (d *Document) keepsComments(next *Document, drops [2]int) bool {
	count := map[string]int{}
	for _, c := range next.comments([2]int{-1, -1}) {
		count[c]++
	}
	for _, c := range d.comments(drops) {
		if count[c]--; count[c] < 0 {
			return false
		}
	}
	return true
}

// Comments returns the comments of the document, in order.
func (d *Document) Comments() []string { return d.comments([2]int{-1, -1}) }

// comments returns the comments outside some bytes.
func (d *Document) comments(drops [2]int) []string {
	var all []string
	at := 0
	gap := func(to int) {
		for at < to {
			if d.Text[at] != '#' {
				at++
				continue
			}
			stop := d.src.lineStop(at)
			if at < drops[0] || at >= drops[1] {
				all = append(all, strings.TrimRight(d.Text[at:stop], " \t"))
			}
			at = stop
		}
	}
	var walk func(n *Node)
	walk = func(n *Node) {
		if n.Kind == yaml.ScalarNode || n.Kind == yaml.AliasNode {
			gap(n.Start)
			if n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
				gap(d.src.lineStop(n.body)) // a comment after the | or the >
			}
			at = max(at, n.End)
		}
		for _, e := range n.Entries {
			walk(e.Key)
			walk(e.Value)
		}
		for _, i := range n.Items {
			walk(i.Node)
		}
	}
	walk(d.Root)
	gap(len(d.Text))
	return all
}

// indent returns the number of columns by which the document indents: its first indentation, or 2.
func (d shape) indent() int {
	var find func(n *Node) int
	find = func(n *Node) int {
		if n.flow || n.in || n.Kind != yaml.MappingNode {
			return 0
		}
		for _, e := range n.Entries {
			v := e.Value
			if v.Kind == yaml.MappingNode && !v.flow && len(v.Entries) > 0 {
				if by := d.src.column(v.Entries[0].Key.Start) - d.src.column(e.Key.Start); by > 0 && by < 10 {
					return by
				}
			}
		}
		for _, e := range n.Entries {
			if by := find(e.Value); by > 0 {
				return by
			}
		}
		return 0
	}
	if by := find(d.root); by > 0 {
		return by
	}
	return 2
}

// Set replaces the text of a scalar, or a whole value, by a text.
func (d *Document) Set(n *Node, value string) (*Document, error) {
	return d.edit(change{
		path: n.path, drops: [2]int{n.Start, n.End},
		tree: func(root *yaml.Node) {
			old := within(root, n.path)
			anchor := old.Anchor
			*old = *text(value)
			old.Anchor = anchor
		},
		splice: func() []splice { return d.shape().setText(n, value) },
	})
}

// Replace replaces a value by another one, given as YAML. Parts that both have in common keep their text; see
// [Document.Merge].
func (d *Document) Replace(n *Node, value string) (*Document, error) {
	want, err := decode(value)
	if err != nil {
		return nil, err
	}
	return d.edit(change{
		path: n.path, drops: [2]int{n.Start, n.End},
		tree: func(root *yaml.Node) {
			old := within(root, n.path)
			anchor := old.Anchor
			*old = *clone(want)
			if anchor != "" {
				old.Anchor = anchor
			}
		},
		splice: func() []splice { return d.shape().replacement(n, d.shape().fitting(n, value, want)) },
	})
}

// fitting returns YAML in a form that fits the place of a node: inside brackets it is in brackets.
func (d shape) fitting(n *Node, value string, want *yaml.Node) string {
	value = strings.TrimRight(strings.ReplaceAll(value, "\r\n", "\n"), " \n")
	if n.in && (strings.Contains(value, "\n") || want.Style&yaml.FlowStyle == 0) {
		return flowText(want)
	}
	return value
}

// Insert inserts entries, given as a mapping in YAML, before the entry with an index. A null value becomes a
// mapping.
func (d *Document) Insert(n *Node, index int, entries string) (*Document, error) {
	more, err := decode(entries)
	if err != nil {
		return nil, err
	}
	if more.Kind != yaml.MappingNode || !n.Nothing() && n.Kind != yaml.MappingNode {
		return nil, errors.New("no mapping")
	}
	return d.edit(change{
		path: n.path, drops: [2]int{n.Start, n.Start},
		tree: func(root *yaml.Node) {
			into := within(root, n.path)
			if n.Nothing() {
				*into = yaml.Node{Kind: yaml.MappingNode, Anchor: into.Anchor}
			}
			insert(into, 2*index, clone(more).Content...)
		},
		splice: func() []splice { return d.shape().insertEntries(n, index, entries, more) },
	})
}

// Delete removes an entry of a mapping, with the comments directly above and inside it.
func (d *Document) Delete(e *Entry) (*Document, error) {
	head, tail := d.extent(e)
	return d.edit(change{
		path: e.of.path, drops: [2]int{head, tail},
		tree: func(root *yaml.Node) {
			of := within(root, e.of.path)
			of.Content = slices.Delete(of.Content, 2*e.index, 2*e.index+2)
		},
		splice: func() []splice { return d.shape().deletion(e.part(), len(e.of.Entries)) },
	})
}

// InsertItem inserts items, given as a block list in YAML, before the item with an index. A null value becomes a
// list.
func (d *Document) InsertItem(n *Node, index int, items string) (*Document, error) {
	more, err := decode(items)
	if err != nil {
		return nil, err
	}
	if more.Kind != yaml.SequenceNode || !n.Nothing() && n.Kind != yaml.SequenceNode {
		return nil, errors.New("no list")
	}
	return d.edit(change{
		path: n.path, drops: [2]int{n.Start, n.Start},
		tree: func(root *yaml.Node) {
			into := within(root, n.path)
			if n.Nothing() {
				*into = yaml.Node{Kind: yaml.SequenceNode, Anchor: into.Anchor}
			}
			insert(into, index, clone(more).Content...)
		},
		splice: func() []splice { return d.shape().insertItems(n, index, items, more) },
	})
}

// DeleteItem removes an item of a list, with the comments directly above and inside it.
func (d *Document) DeleteItem(i *Item) (*Document, error) {
	head, tail := d.extentOfItem(i)
	return d.edit(change{
		path: i.of.path, drops: [2]int{head, tail},
		tree: func(root *yaml.Node) {
			of := within(root, i.of.path)
			of.Content = slices.Delete(of.Content, i.index, i.index+1)
		},
		splice: func() []splice { return d.shape().deletion(i.part(), len(i.of.Items)) },
	})
}
