package jderobot

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"gonao/hfsm/chart"
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

// element is an XML element with all inside it.
type element struct {
	name     string
	attrs    []xml.Attr
	text     string // own text, without the text of inner elements
	children []*element
	line     int
	column   int
	start    int // offset of its first tag in the source
	inner    int // offset after its first tag
	last     int // offset of its last tag
	end      int
	source   string
}

// parse reads a document within the bounds.
func parse(text string) (root *element, doctype bool, err error) {
	dec := xml.NewDecoder(strings.NewReader(text))
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // it has been converted to UTF-8
	var open []*element
	count := 0
	for {
		line, column := dec.InputPos()
		start := int(dec.InputOffset())
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, doctype, placed(dec, err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if count++; count > maxElements || len(open) >= maxNesting {
				return nil, doctype, fault{line, column, fmt.Sprintf("more than %d elements, or %d inside each other", maxElements, maxNesting)}
			}
			e := &element{
				name: token.Name.Local, attrs: token.Copy().Attr, line: line, column: column,
				start: start, inner: int(dec.InputOffset()), source: text,
			}
			if len(open) > 0 {
				up := open[len(open)-1]
				up.children = append(up.children, e)
			} else {
				root = e
			}
			open = append(open, e)
		case xml.EndElement:
			e := open[len(open)-1]
			e.last, e.end = start, int(dec.InputOffset())
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(token)
			}
		case xml.Directive:
			doctype = true
		}
	}
	if root == nil {
		return nil, doctype, fault{1, 1, "no XML; expected <VisualStates> or <VisualHFSM>"}
	}
	return root, doctype, nil
}

// fault is an error with its place.
type fault struct {
	line, column int
	text         string
}

// Error returns the text alone: the place becomes that of the finding.
func (f fault) Error() string { return f.text }

func placed(dec *xml.Decoder, err error) error {
	line, column := dec.InputPos()
	text := err.Error()
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		line, text = syntax.Line, syntax.Msg
	}
	return fault{line, column, "no well-formed XML: " + text}
}

// child returns the first element inside with one of the names, or nil.
func (e *element) child(names ...string) *element {
	if e == nil {
		return nil
	}
	for _, c := range e.children {
		for _, name := range names {
			if c.name == name {
				return c
			}
		}
	}
	return nil
}

// all returns the elements inside with the name.
func (e *element) all(name string) []*element {
	if e == nil {
		return nil
	}
	var found []*element
	for _, c := range e.children {
		if c.name == name {
			found = append(found, c)
		}
	}
	return found
}

// words returns the text of the first element inside with one of the names, without
// the space around it.
func (e *element) words(names ...string) string {
	if c := e.child(names...); c != nil {
		return strings.TrimSpace(c.text)
	}
	return ""
}

func (e *element) attr(name string) string {
	if e == nil {
		return ""
	}
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// raw returns the element as it is written.
func (e *element) raw() string { return e.source[e.start:e.end] }

// within returns its content as written.
func (e *element) within() string { return e.source[e.inner:max(e.inner, e.last)] }

// place returns the element's place in the file, with its key in the machine.
func (e *element) place(key string) chart.Place {
	if e == nil {
		return chart.Place{Key: key}
	}
	return chart.Place{Line: e.line, Column: e.column, Key: key}
}
