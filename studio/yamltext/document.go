// Package yamltext edits YAML as text: an edit changes the bytes it is about and leaves comments, order,
// indentation, quotes and line ends as they are everywhere else.
//
// [Parse] finds where each node of a document begins and ends in the text. Each edit of a [Document] is done
// twice: on the text, and on the tree of nodes. The new text is read again and must be the new tree; where it is
// not, because the text has a form that no small edit fits, the block around the edit is written again, and where
// that fails too the edit is refused. So an edit does what it says or nothing.
package yamltext

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/yamlfault"
)

// Document is a YAML text with the places of its nodes. It is immutable; edits return new documents.
type Document struct {
	Text string
	Root *Node
	// Rewritten reports that the last edit rewrote a whole block, because no smaller edit fits its form.
	Rewritten bool

	src *source
}

// source is a text with its lines.
type source struct {
	text  string
	lines []int // offsets at which lines begin
	eol   string
}

// finder finds the places of a text's nodes.
type finder struct{ src *source }

// shape writes parts of a document so that they fit the text around them.
type shape struct {
	src  *source
	root *Node
}

func (d *Document) shape() shape { return shape{d.src, d.Root} }

// Node is a node with its place in the text.
type Node struct {
	*yaml.Node
	// Start and End are the offsets of the node, including its anchor and tag, without the comments around it.
	Start, End int
	// Entries are the entries of a mapping, Items the items of a list.
	Entries []*Entry
	Items   []*Item

	body  int  // offset after the anchor and the tag
	flow  bool // it is a collection in brackets
	bare  bool // a mapping of one pair inside a list in brackets, without its own brackets
	in    bool // inside brackets
	path  []int
	block int // column of the innermost block collection around it, from 0; -1 at the top
}

// Entry is one entry of a mapping.
type Entry struct {
	Key, Value *Node
	of         *Node
	index      int
	colon      int // offset after the colon; -1 if the key has none
}

// Item is one item of a list.
type Item struct {
	*Node
	of    *Node
	index int
	dash  int // offset of the - of a block list
}

// errText is returned for a text whose nodes are not at the expected places.
var errText = errors.New("this form of YAML cannot be edited")

// Parse finds the nodes of a text that contains one document.
func Parse(text string) (d *Document, err error) {
	root, err := decode(text)
	if err != nil {
		return nil, err
	}
	d = &Document{Text: text, src: &source{text: text, eol: lineEnd(text)}}
	d.src.findLines()
	defer func() {
		if p := recover(); p != nil {
			d, err = nil, fmt.Errorf("%w: %v", errText, p)
		}
	}()
	d.Root = finder{d.src}.node(root, nil, place{block: -1})
	return d, nil
}

// decode returns the top node of a text.
func decode(text string) (root *yaml.Node, err error) {
	defer func() { // the parser is not ours, so a panic in it must affect only this text
		if p := recover(); p != nil {
			root, err = nil, fmt.Errorf("not understood as YAML: %v", p)
		}
	}()
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var doc yaml.Node
	if err := decoder.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, errors.New("the text is empty")
	} else if err != nil {
		return nil, yamlfault.Error([]byte(text), err)
	}
	if len(doc.Content) != 1 {
		return nil, errors.New("the text is empty")
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one document")
	}
	return doc.Content[0], nil
}

// place describes what a node is inside of.
type place struct {
	flow  bool
	block int
	from  int // offset at which the node may begin
	path  []int
}

// node finds the place of a node and of the nodes inside it.
func (d finder) node(y *yaml.Node, _ *Node, at place) *Node {
	n := &Node{Node: y, in: at.flow, path: at.path, block: at.block}
	n.Start = d.src.offset(y.Line, y.Column)
	if isNothing(y) && y.Anchor == "" {
		n.Start = at.from
		n.End, n.body = n.Start, n.Start
		return n
	}
	n.body = d.properties(n.Start, y)
	switch y.Kind {
	case yaml.ScalarNode:
		n.End = d.scalarEnd(n)
	case yaml.AliasNode:
		n.End = n.Start + 1 + len(y.Value)
		d.src.expect(n.Start, "*"+y.Value)
	case yaml.MappingNode:
		d.mapping(n)
	case yaml.SequenceNode:
		d.sequence(n)
	default:
		panic("a node of no kind")
	}
	return n
}

// isNothing reports whether a node is null and has no text.
func isNothing(y *yaml.Node) bool {
	return y.Kind == yaml.ScalarNode && y.Tag == "!!null" && y.Value == "" && y.Style == 0
}

// properties returns the offset after a node's anchor and tag.
func (d finder) properties(at int, y *yaml.Node) int {
	if y.Anchor == "" && y.Style&yaml.TaggedStyle == 0 {
		return at
	}
	end := at
	for at < len(d.src.text) && (d.src.text[at] == '&' || d.src.text[at] == '!') {
		for at < len(d.src.text) && !strings.ContainsRune(" \t\r\n", rune(d.src.text[at])) && (!strings.ContainsRune(",]}", rune(d.src.text[at]))) {
			at++
		}
		end = at
		at = d.src.skip(at, "")
	}
	if isNothing(y) || y.Kind == yaml.ScalarNode && y.Value == "" && y.Style&^yaml.TaggedStyle == 0 {
		return end
	}
	return at
}

// mapping finds the entries of a mapping.
func (d finder) mapping(n *Node) {
	n.flow = d.src.at(n.body) == '{' && n.Style&yaml.FlowStyle != 0
	n.bare = n.in && !n.flow
	inside := place{flow: n.flow || n.in, block: n.block}
	from := n.body
	if n.flow {
		from++
	} else if !n.in && len(n.Content) > 0 {
		inside.block = n.Content[0].Column - 1
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		e := &Entry{of: n, index: i / 2, colon: -1}
		key := inside
		key.from, key.path = from, step(n.path, i)
		e.Key = d.node(n.Content[i], n, key)
		colon := d.src.skip(e.Key.End, "")
		value := inside
		value.from, value.path = e.Key.End, step(n.path, i+1)
		if d.src.at(colon) == ':' {
			e.colon = colon + 1
			value.from = e.colon
		} else if !inside.flow {
			panic("a key without a colon")
		}
		e.Value = d.node(n.Content[i+1], n, value)
		from = e.Value.End
		n.Entries = append(n.Entries, e)
	}
	n.End = from
	if n.flow {
		n.End = d.close(from, '}')
	}
}

// sequence finds the items of a list.
func (d finder) sequence(n *Node) {
	n.flow = d.src.at(n.body) == '[' && n.Style&yaml.FlowStyle != 0
	if n.in && !n.flow {
		panic("a list in blocks inside brackets")
	}
	inside := place{flow: n.flow || n.in, block: n.block}
	from := n.body
	if n.flow {
		from++
	} else {
		d.src.expect(from, "-")
		inside.block = d.src.column(from)
	}
	for i, y := range n.Content {
		item := &Item{of: n, index: i}
		at := inside
		at.from, at.path = from, step(n.path, i)
		if !n.flow {
			item.dash = d.src.skip(from, "")
			d.src.expect(item.dash, "-")
			at.from = item.dash + 1
		}
		item.Node = d.node(y, n, at)
		from = item.End
		n.Items = append(n.Items, item)
	}
	n.End = from
	if n.flow {
		n.End = d.close(from, ']')
	}
}

// step returns the path of a node inside the node at path.
func step(path []int, index int) []int { return append(path[:len(path):len(path)], index) }

// close returns the offset after the bracket that closes a collection.
func (d finder) close(from int, bracket byte) int {
	at := d.src.skip(from, ",")
	if d.src.at(at) != bracket {
		panic("a collection whose end is not found")
	}
	return at + 1
}

// Get returns the entry of a mapping with a key, or nil.
func (n *Node) Get(key string) *Entry {
	if n == nil {
		return nil
	}
	for _, e := range n.Entries {
		if e.Key.Kind == yaml.ScalarNode && e.Key.Value == key {
			return e
		}
	}
	return nil
}

// At returns the value at a sequence of keys, or nil.
func (n *Node) At(keys ...string) *Node {
	for _, key := range keys {
		e := n.Get(key)
		if e == nil {
			return nil
		}
		n = e.Value
	}
	return n
}

// Nothing reports whether a node is null or missing.
func (n *Node) Nothing() bool { return n == nil || n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// Flow reports whether a node is written in brackets, or is inside brackets.
func (n *Node) Flow() bool { return n.flow || n.in }

// Index returns the index of the entry in its mapping.
func (e *Entry) Index() int { return e.index }

// Index returns the index of the item in its list.
func (i *Item) Index() int { return i.index }
