package slot

// This part of the package reads the XML files of motions, element by element: slot motions and CPG
// behaviours. It is strict, as the files move a robot: text between elements, attributes that
// are unknown or there twice and numbers out of range are errors with file and line.

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"time"
)

// ErrXML is returned by Next for text between elements. Reading may go on.
var ErrXML = errors.New("expected elements only")

// XMLReader reads one file.
type XMLReader struct {
	File string
	xml  *xml.Decoder
}

// NewXMLReader makes a reader at the beginning of a file.
func NewXMLReader(file string, data []byte) *XMLReader {
	return &XMLReader{File: file, xml: xml.NewDecoder(bytes.NewReader(data))}
}

// Document reads a file whose outermost element has a name; read reads that to its end.
func (r *XMLReader) Document(name string, read func(root xml.StartElement) error) error {
	root, err := r.Next()
	if err != nil {
		return err
	}
	if root == nil || root.Name.Local != name {
		return r.Errorf("expected <%s>", name)
	}
	if err := read(*root); err != nil {
		return err
	}
	return r.End("expected nothing after </%s>", name)
}

// Errorf puts file and line before a message.
func (r *XMLReader) Errorf(format string, args ...any) error {
	line, _ := r.xml.InputPos()
	return fmt.Errorf("%s:%d: %w", r.File, line, fmt.Errorf(format, args...))
}

// Next returns the next element's start; nil at the end of the one around it, or of the
// file. Text other than white space is an error.
func (r *XMLReader) Next() (*xml.StartElement, error) {
	for {
		token, err := r.xml.Token()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("%s:%d: %s", r.File, syntax.Line, syntax.Msg)
		}
		if err != nil {
			return nil, r.Errorf("%w", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			return &token, nil
		case xml.EndElement:
			return nil, nil
		case xml.CharData:
			if text := bytes.TrimSpace(token); len(text) > 0 {
				return nil, r.Errorf("text %.20q: %w", text, ErrXML)
			}
		}
	}
}

// End reads the end of an element without further ones inside, or of the file; where there is
// one, that is the error.
func (r *XMLReader) End(format string, args ...any) error {
	switch child, err := r.Next(); {
	case err != nil:
		return err
	case child != nil:
		return r.Errorf(format, args...)
	}
	return nil
}

// XMLAttributes are an element's, by name.
type XMLAttributes map[string]string

// Take returns the element's attributes; each may occur once, and only the named ones.
func (r *XMLReader) Take(e xml.StartElement, names ...string) (XMLAttributes, error) {
	as, wrong := r.TakeAll(e, names...)
	if len(wrong) > 0 {
		return nil, wrong[0]
	}
	return as, nil
}

// TakeAll returns the element's valid attributes, and the errors of the others.
func (r *XMLReader) TakeAll(e xml.StartElement, names ...string) (as XMLAttributes, wrong []error) {
	as = XMLAttributes{}
	for _, a := range e.Attr {
		name := a.Name.Local
		_, twice := as[name]
		switch {
		case !slices.Contains(names, name):
			wrong = append(wrong, r.Errorf("<%s> attribute %q: expected one of %q", e.Name.Local, name, names))
		case twice:
			wrong = append(wrong, r.Errorf("<%s> attribute %q is there twice", e.Name.Local, name))
		default:
			as[name] = a.Value
		}
	}
	return as, wrong
}

// Skip reads to the end of the element whose start Next has returned.
func (r *XMLReader) Skip() error {
	if err := r.xml.Skip(); err != nil {
		return r.Errorf("%w", err)
	}
	return nil
}

// Number returns an attribute as a number from lo to hi.
func (r *XMLReader) Number(as XMLAttributes, name string, otherwise, lo, hi float64) (float64, error) {
	text, ok := as[name]
	if !ok {
		return otherwise, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= lo && v <= hi) {
		return 0, r.Errorf("%s %q: expected a number from %g to %g", name, text, lo, hi)
	}
	return v, nil
}

// XMLSeconds returns a time in s, as files have it, as a duration.
func XMLSeconds(s float64) time.Duration { return time.Duration(math.Round(s * 1e9)) }
