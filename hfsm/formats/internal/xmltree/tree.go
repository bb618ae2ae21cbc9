// Package xmltree reads an XML document as a tree whose elements know their places in the file.
package xmltree

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"unicode/utf8"
)

// Element is an element of a document. Its offsets are in bytes.
type Element struct {
	Doc         *Document
	Space, Name string
	Attrs       []xml.Attr
	Children    []*Element
	Text        string // character data directly inside it
	Start       int    // offset of its "<"
	Open        int    // offset behind its start tag
	Close       int    // offset of its end tag
	End         int    // offset behind its end tag
}

// Document is a parsed file.
type Document struct {
	File    string // for findings; Parse leaves it empty
	Source  string
	Roots   []*Element
	Doctype int // offset of a document type declaration, or -1. Its entities are not expanded

	lines []int // offset of each line
	runes []int // characters before each chunk
}

// Limits are the bounds of a document.
type Limits struct{ Elements, Depth int }

// Fault is an error with its place.
type Fault struct {
	Line, Column int
	Text         string
	Malformed    bool // the text is not XML; otherwise a limit is exceeded
}

// Error returns the text alone: the place becomes that of a finding.
func (f *Fault) Error() string { return f.Text }

// Parse reads a whole document. charset accepts its encoding.
func Parse(src string, most Limits, charset func(label string, input io.Reader) (io.Reader, error)) (*Document, *Fault) {
	p := &parser{Document: NewDocument(src), most: most, decoder: xml.NewDecoder(strings.NewReader(src))}
	p.decoder.CharsetReader = charset
	for {
		at := int(p.decoder.InputOffset())
		token, err := p.decoder.Token()
		malformed := err != nil
		var syntax *xml.SyntaxError
		switch {
		case errors.Is(err, io.EOF):
			return p.Document, nil
		case errors.As(err, &syntax):
			at, err = int(p.decoder.InputOffset()), errors.New(syntax.Msg)
		case err != nil:
			at = int(p.decoder.InputOffset())
		default:
			err = p.token(token, at)
		}
		if err != nil {
			line, column := p.Place(at)
			return nil, &Fault{line, column, err.Error(), malformed}
		}
	}
}

type parser struct {
	*Document
	most     Limits
	decoder  *xml.Decoder
	stack    []*Element
	text     [][]byte // text of each element of the stack
	elements int
}

func (p *parser) token(token xml.Token, at int) error {
	top := len(p.stack) - 1
	switch t := token.(type) {
	case xml.Directive:
		p.Doctype = at
	case xml.CharData:
		if top >= 0 {
			p.text[top] = append(p.text[top], t...)
		}
	case xml.StartElement:
		return p.begin(t, at)
	case xml.EndElement:
		e := p.stack[top]
		e.Text, e.Close, e.End = string(p.text[top]), at, int(p.decoder.InputOffset())
		p.stack, p.text = p.stack[:top], p.text[:top]
	}
	return nil
}

func (p *parser) begin(t xml.StartElement, at int) error {
	e := &Element{Doc: p.Document, Space: t.Name.Space, Name: t.Name.Local, Attrs: t.Attr, Start: at, Open: int(p.decoder.InputOffset())}
	p.elements++
	switch {
	case p.elements > p.most.Elements:
		return fmt.Errorf("more than %d elements; expected fewer", p.most.Elements)
	case len(p.stack) >= p.most.Depth:
		return fmt.Errorf("elements nested deeper than %d; expected fewer", p.most.Depth)
	case len(p.stack) > 0:
		parent := p.stack[len(p.stack)-1]
		parent.Children = append(parent.Children, e)
	default:
		p.Roots = append(p.Roots, e)
	}
	p.stack = append(p.stack, e)
	p.text = append(p.text, nil)
	return nil
}

// chunk is the distance of the offsets whose characters have been counted.
const chunk = 512

// NewDocument returns a document that has not been parsed. It records where lines begin and how many characters stand before
// some of their places, so that finding a column is fast in a document of one line, too.
func NewDocument(src string) *Document {
	d := &Document{Source: src, Doctype: -1, lines: []int{0}}
	for i := 0; i < len(src); i++ {
		if src[i] == '\n' {
			d.lines = append(d.lines, i+1)
		}
	}
	count := 0
	for at := 0; at < len(src); at += chunk {
		d.runes = append(d.runes, count)
		count += utf8.RuneCountInString(src[at:min(at+chunk, len(src))])
	}
	d.runes = append(d.runes, count)
	return d
}

// characters counts the characters before an offset. A character across two chunks counts as two or more, so a column may
// be off by a few where lines are longer than a chunk.
func (d *Document) characters(offset int) int {
	at := offset / chunk
	return d.runes[at] + utf8.RuneCountInString(d.Source[at*chunk:offset])
}

// Place returns line and column, from 1, the column in characters.
func (d *Document) Place(offset int) (line, column int) {
	offset = min(offset, len(d.Source))
	line = sort.SearchInts(d.lines, offset+1)
	from := d.lines[line-1]
	if offset-from < chunk {
		return line, utf8.RuneCountInString(d.Source[from:offset]) + 1
	}
	return line, d.characters(offset) - d.characters(from) + 1
}

// Attr returns an attribute of a namespace; "" for none.
func (e *Element) Attr(space, name string) (string, bool) {
	for _, a := range e.Attrs {
		if a.Name.Space == space && a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// Inside returns the content as it is written.
func (e *Element) Inside() string { return e.Doc.Source[e.Open:max(e.Open, e.Close)] }

// Raw returns the element as it is written.
func (e *Element) Raw() string { return e.Doc.Source[e.Start:e.End] }
