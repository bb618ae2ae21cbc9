package jderobot

import (
	"io"
	"slices"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/formats/internal/xmltree"
)

// The bounds of a file.
const (
	maxBytes    = 4 << 20
	maxElements = 200_000
	maxNesting  = 80 // nested elements: 64 automata and the content of the last
	maxAutomata = 64
	maxStates   = 10_000
	maxFindings = 1000
)

// element is an XML element with all inside it; nil for one that is not there.
type element struct{ *xmltree.Element }

// parse reads a document within the bounds. Of several roots it returns the last.
func parse(text string) (root *element, doctype bool, wrong *xmltree.Fault) {
	anything := func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // it has been converted to UTF-8
	d, wrong := xmltree.Parse(text, xmltree.Limits{Elements: maxElements, Depth: maxNesting}, anything)
	switch {
	case wrong != nil && wrong.Malformed:
		wrong.Text = "no well-formed XML: " + wrong.Text
		return nil, false, wrong
	case wrong != nil:
		return nil, false, wrong
	case len(d.Roots) == 0:
		return nil, false, &xmltree.Fault{Line: 1, Column: 1, Text: "no XML; expected <VisualStates> or <VisualHFSM>"}
	}
	return &element{d.Roots[len(d.Roots)-1]}, d.Doctype >= 0, nil
}

// all returns the elements inside that have one of the names; without names, all.
func (e *element) all(names ...string) []*element {
	if e == nil {
		return nil
	}
	var found []*element
	for _, c := range e.Children {
		if len(names) == 0 || slices.Contains(names, c.Name) {
			found = append(found, &element{c})
		}
	}
	return found
}

// child returns the first element inside with one of the names, or nil.
func (e *element) child(names ...string) *element {
	if e == nil {
		return nil
	}
	i := slices.IndexFunc(e.Children, func(c *xmltree.Element) bool { return slices.Contains(names, c.Name) })
	if i < 0 {
		return nil
	}
	return &element{e.Children[i]}
}

// words returns the text of the first element inside with one of the names, without
// the space around it.
func (e *element) words(names ...string) string {
	if c := e.child(names...); c != nil {
		return strings.TrimSpace(c.Text)
	}
	return ""
}

func (e *element) attr(name string) string {
	if e == nil {
		return ""
	}
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// place returns the element's place in the file, with its key in the machine.
func (e *element) place(key string) chart.Place {
	if e == nil {
		return chart.Place{Key: key}
	}
	line, column := e.Doc.Place(e.Start)
	return chart.Place{Line: line, Column: column, Key: key}
}
