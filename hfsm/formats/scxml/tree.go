package scxml

import (
	"fmt"
	"io"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/formats/internal/xmltree"
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

type element = xmltree.Element

// parse reads a whole document and returns its root. It refuses document types, and stops at the bounds.
func parse(file string, src []byte) (*element, *chart.Finding) {
	if len(src) > maxBytes {
		return nil, &chart.Finding{File: file, Line: 1, Column: 1, Text: fmt.Sprintf("%d bytes; expected at most %d", len(src), maxBytes)}
	}
	d, wrong := xmltree.Parse(string(src), xmltree.Limits{Elements: maxElements, Depth: maxDepth}, charset)
	if wrong != nil {
		if wrong.Malformed {
			wrong.Text += "; expected well-formed XML"
		}
		return nil, &chart.Finding{File: file, Line: wrong.Line, Column: wrong.Column, Text: wrong.Text}
	}
	d.File = file
	switch {
	case d.Doctype >= 0:
		return nil, fault(d, d.Doctype, "", "a document type, which is not allowed: gonao expands no entities")
	case len(d.Roots) == 0:
		return nil, fault(d, len(src), "", "no element; expected <scxml>")
	case len(d.Roots) > 1:
		return nil, fault(d, d.Roots[1].Start, "", fmt.Sprintf("a second root element <%s>; expected one", d.Roots[1].Name))
	}
	return d.Roots[0], nil
}

// charset accepts the encodings whose characters have the same bytes in UTF-8.
func charset(label string, input io.Reader) (io.Reader, error) {
	if strings.EqualFold(label, "us-ascii") {
		return input, nil
	}
	return nil, fmt.Errorf("encoding %q; expected UTF-8", label)
}

func fault(d *xmltree.Document, offset int, key, text string) *chart.Finding {
	line, column := d.Place(offset)
	return &chart.Finding{File: d.File, Line: line, Column: column, Key: key, Text: text}
}

// at returns the place of an element, or of one of its attributes.
func at(e *element, attr string) int {
	if attr == "" {
		return e.Start
	}
	tag := e.Doc.Source[e.Start:min(e.Open, len(e.Doc.Source))]
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
			return e.Start + value + 1
		}
		i = k + len(attr)
	}
	return e.Start
}

// own returns the attributes of an element that have no namespace: SCXML's own.
func own(e *element) lookup {
	return func(name string) (string, bool) { return e.Attr("", name) }
}

// ours returns the attributes of an element in gonao's namespace.
func ours(e *element) lookup {
	return func(name string) (string, bool) { return e.Attr(spaceGonao, name) }
}

// valueOf returns an attribute of SCXML's own, "" when it is not there.
func valueOf(e *element, name string) string {
	value, _ := e.Attr("", name)
	return value
}

// list returns the words of an attribute, or nil.
func list(e *element, name string) []string {
	if words := strings.Fields(valueOf(e, name)); len(words) > 0 {
		return words
	}
	return nil
}

// isSCXML reports whether the element is one of SCXML's. Documents inside strings, and some in the W3C's own suite, name no
// namespace.
func isSCXML(e *element) bool { return e.Space == spaceSCXML || e.Space == "" }

// content returns the content between the tags: as plain text if it is text alone, otherwise word for word.
func content(e *element) string {
	if len(e.Children) == 0 {
		return e.Text
	}
	return strings.TrimSpace(e.Inside())
}
