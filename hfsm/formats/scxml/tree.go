package scxml

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"unicode/utf8"

	"gonao/hfsm/chart"
)

// The limits of a document, far above what people write and far below what would be harmful.
const (
	maxBytes    = 16 << 20
	maxDepth    = 128
	maxElements = 100_000
	maxFindings = 100     // further findings are dropped
	maxPaths    = 8 << 20 // bytes, of the paths of all states together
	maxKey      = 160     // bytes, of the key of a place
)

// The namespaces.
const (
	spaceSCXML = "http://www.w3.org/2005/07/scxml"
	spaceGonao = "https://gonao.dev/scxml" // see doc.go
)

// element is one element of a document with its place.
type element struct {
	doc         *document
	space, name string
	attrs       []xml.Attr
	children    []*element
	text        string // character data directly inside it
	start       int    // offset of its "<"
	open        int    // offset behind its start tag
	end         int    // offset of its end tag
}

// document is a parsed file.
type document struct {
	file  string
	src   string
	lines []int // offset of each line
	runes []int // characters before each chunk
	root  *element
}

// parse reads a whole document. It refuses document types, so that there are no
// entities to expand, and stops at the bounds.
func parse(file string, src []byte) (*document, *chart.Finding) {
	d := &document{file: file, src: string(src), lines: []int{0}}
	if len(src) > maxBytes {
		return nil, d.fault(0, "", fmt.Sprintf("%d bytes; expected at most %d", len(src), maxBytes))
	}
	d.measure()
	p := &parser{document: d, decoder: xml.NewDecoder(strings.NewReader(d.src))}
	p.decoder.CharsetReader = charset
	if fault := p.run(); fault != nil {
		return nil, fault
	}
	return d, nil
}

// charset accepts the encodings whose characters have the same bytes in UTF-8.
func charset(label string, input io.Reader) (io.Reader, error) {
	if strings.EqualFold(label, "us-ascii") {
		return input, nil
	}
	return nil, fmt.Errorf("encoding %q; expected UTF-8", label)
}

type parser struct {
	*document
	decoder  *xml.Decoder
	stack    []*element
	text     [][]byte // text of each element of the stack
	elements int
}

func (p *parser) run() *chart.Finding {
	for {
		at := int(p.decoder.InputOffset())
		token, err := p.decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			var syntax *xml.SyntaxError
			text := err.Error()
			if errors.As(err, &syntax) {
				text = syntax.Msg
			}
			return p.fault(int(p.decoder.InputOffset()), "", text+"; expected well-formed XML")
		}
		if fault := p.token(token, at); fault != nil {
			return fault
		}
	}
	if p.root == nil {
		return p.fault(len(p.src), "", "no element; expected <scxml>")
	}
	return nil
}

func (p *parser) token(token xml.Token, at int) *chart.Finding {
	switch t := token.(type) {
	case xml.Directive:
		return p.fault(at, "", "a document type, which is not allowed: gonao expands no entities")
	case xml.CharData:
		if len(p.text) > 0 {
			top := len(p.text) - 1
			p.text[top] = append(p.text[top], t...)
		}
	case xml.StartElement:
		return p.begin(t, at)
	case xml.EndElement:
		top := len(p.stack) - 1
		e := p.stack[top]
		e.text, e.end = string(p.text[top]), at
		p.stack, p.text = p.stack[:top], p.text[:top]
	}
	return nil
}

func (p *parser) begin(t xml.StartElement, at int) *chart.Finding {
	e := &element{
		doc: p.document, space: t.Name.Space, name: t.Name.Local,
		attrs: t.Attr, start: at, open: int(p.decoder.InputOffset()),
	}
	p.elements++
	switch {
	case p.elements > maxElements:
		return p.fault(at, "", fmt.Sprintf("more than %d elements; expected fewer", maxElements))
	case len(p.stack) >= maxDepth:
		return p.fault(at, "", fmt.Sprintf("elements nested deeper than %d; expected fewer", maxDepth))
	case len(p.stack) > 0:
		parent := p.stack[len(p.stack)-1]
		parent.children = append(parent.children, e)
	case p.root != nil:
		return p.fault(at, "", fmt.Sprintf("a second root element <%s>; expected one", e.name))
	default:
		p.root = e
	}
	p.stack = append(p.stack, e)
	p.text = append(p.text, nil)
	return nil
}

// chunk is the distance of the offsets whose characters have been counted.
const chunk = 512

// measure records where lines begin and how many characters stand before some of their
// places, so that finding a column is fast in a document of one line, too.
func (d *document) measure() {
	for i := 0; i < len(d.src); i++ {
		if d.src[i] == '\n' {
			d.lines = append(d.lines, i+1)
		}
	}
	count := 0
	for at := 0; at < len(d.src); at += chunk {
		d.runes = append(d.runes, count)
		count += utf8.RuneCountInString(d.src[at:min(at+chunk, len(d.src))])
	}
	d.runes = append(d.runes, count)
}

// characters counts the characters before an offset. A character across two chunks counts as two or more, so a column may
// be off by a few where lines are longer than a chunk.
func (d *document) characters(offset int) int {
	at := offset / chunk
	return d.runes[at] + utf8.RuneCountInString(d.src[at*chunk:offset])
}

// place returns line and column, from 1, the column in characters.
func (d *document) place(offset int) (line, column int) {
	offset = min(offset, len(d.src))
	line = sort.SearchInts(d.lines, offset+1)
	from := d.lines[line-1]
	if offset-from < chunk {
		return line, utf8.RuneCountInString(d.src[from:offset]) + 1
	}
	return line, d.characters(offset) - d.characters(from) + 1
}

func (d *document) fault(offset int, key, text string) *chart.Finding {
	line, column := d.place(offset)
	return &chart.Finding{File: d.file, Line: line, Column: column, Key: key, Text: text}
}

// at returns the place of an element, or of one of its attributes.
func (e *element) at(attr string) int {
	if attr == "" {
		return e.start
	}
	tag := e.doc.src[e.start:min(e.open, len(e.doc.src))]
	for i := 0; i < len(tag); {
		k := strings.Index(tag[i:], attr)
		if k < 0 {
			break
		}
		k += i
		rest := strings.TrimLeft(tag[k+len(attr):], " \t\r\n")
		if k > 0 && strings.ContainsRune(" \t\r\n:", rune(tag[k-1])) && strings.HasPrefix(rest, "=") {
			// People look for the text itself, not its name.
			value := k + len(tag[k:]) - len(strings.TrimLeft(rest[1:], " \t\r\n"))
			return e.start + value + 1
		}
		i = k + len(attr)
	}
	return e.start
}

// attr returns an attribute of SCXML's own, which has no namespace.
func (e *element) attr(name string) (string, bool) {
	for _, a := range e.attrs {
		if a.Name.Space == "" && a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// get returns an attribute, "" when it is not there.
func (e *element) get(name string) string {
	value, _ := e.attr(name)
	return value
}

// list returns the words of an attribute, or nil.
func list(e *element, name string) []string {
	if words := strings.Fields(e.get(name)); len(words) > 0 {
		return words
	}
	return nil
}

// ours returns an attribute of gonao's namespace.
func (e *element) ours(name string) (string, bool) {
	for _, a := range e.attrs {
		if a.Name.Space == spaceGonao && a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// scxml reports whether the element is one of SCXML's. Documents inside strings, and
// some in the W3C's own suite, name no namespace.
func (e *element) scxml() bool { return e.space == spaceSCXML || e.space == "" }

// inner returns the content between the tags: as plain text if it is text alone, otherwise word for word.
func (e *element) inner() string {
	if len(e.children) == 0 {
		return e.text
	}
	return strings.TrimSpace(e.doc.src[e.open:max(e.open, e.end)])
}

// raw returns the element word for word.
func (e *element) raw() string {
	rest := e.doc.src[max(e.open, e.end):]
	closing := 0
	if e.end > e.open || strings.HasPrefix(rest, "</") {
		closing = strings.IndexByte(rest, '>') + 1
	}
	return e.doc.src[e.start : max(e.open, e.end)+closing]
}
