package slot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"gonao/nao"
)

// What a motion file may leave out.
const (
	DefaultTolerance = 4 * math.Pi / 180 // rad
	DefaultTimeout   = 600 * time.Millisecond
)

// Bounds that keep times and memory sane.
const (
	minSec   = 0.012 // one cycle of the body
	maxSec   = 3600
	maxSlots = 10000
)

// reader walks through one motion file.
type reader struct {
	file   string
	xml    *xml.Decoder
	motion *Motion
	usual  Slot                   // what slots take over from the motion
	last   [nao.NumJoints]float64 // target of the last slot that named the joint
	known  [nao.NumJoints]bool    // whether the joint is there, as far as a file can know
	named  [nao.NumJoints]bool    // whether any slot named the joint

	usualSlack float64
}

// Parse reads one motion file. Errors name the file, the line and what was
// expected: `dance.xml:7: joint "LElbw": no such joint (did you mean LElbowYaw?)`.
func Parse(file string, data []byte) (*Motion, error) {
	r := &reader{file: file, xml: xml.NewDecoder(bytes.NewReader(data)), motion: &Motion{File: file}}
	root, err := r.next()
	if err != nil {
		return nil, err
	}
	if root == nil || root.Name.Local != "motion" {
		return nil, r.errorf("expected <motion>")
	}
	if err := r.motionElement(*root); err != nil {
		return nil, err
	}
	if more, err := r.next(); err != nil || more != nil {
		return nil, cmpErr(err, r.errorf("expected nothing after </motion>"))
	}
	for j := range nao.Joint(nao.NumJoints) {
		if r.named[j] {
			r.motion.Joints = append(r.motion.Joints, j)
		}
	}
	return r.motion, nil
}

// cmpErr gives the first error that is one.
func cmpErr(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// errorf puts file and line before a message.
func (r *reader) errorf(format string, args ...any) error {
	line, _ := r.xml.InputPos()
	return fmt.Errorf("%s:%d: %w", r.file, line, fmt.Errorf(format, args...))
}

// next gives the next element's start; nil at the end of the one around it, or
// of the file. Text other than white space is an error.
func (r *reader) next() (*xml.StartElement, error) {
	for {
		token, err := r.xml.Token()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("%s:%d: %s", r.file, syntax.Line, syntax.Msg)
		}
		if err != nil {
			return nil, r.errorf("%w", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			return &token, nil
		case xml.EndElement:
			return nil, nil
		case xml.CharData:
			if text := bytes.TrimSpace(token); len(text) > 0 {
				return nil, r.errorf("text %.20q: expected elements only", text)
			}
		}
	}
}

// attributes are an element's, taken one by one.
type attributes map[string]string

// take gives the element's attributes; each may be there once, and none but the named.
func (r *reader) take(e xml.StartElement, names ...string) (attributes, error) {
	as := attributes{}
	for _, a := range e.Attr {
		name := a.Name.Local
		known := false
		for _, n := range names {
			known = known || n == name
		}
		if !known {
			return nil, r.errorf("<%s> attribute %q: expected one of %q", e.Name.Local, name, names)
		}
		if _, twice := as[name]; twice {
			return nil, r.errorf("<%s> attribute %q is there twice", e.Name.Local, name)
		}
		as[name] = a.Value
	}
	return as, nil
}

// number gives an attribute as a number between lo and hi.
func (r *reader) number(as attributes, name string, otherwise, lo, hi float64) (float64, error) {
	text, ok := as[name]
	if !ok {
		return otherwise, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= lo && v <= hi) {
		return 0, r.errorf("%s %q: expected a number from %g to %g", name, text, lo, hi)
	}
	return v, nil
}

// motionElement reads <motion …> to its end.
func (r *reader) motionElement(e xml.StartElement) error {
	as, err := r.take(e, append([]string{"name"}, settings...)...)
	if err != nil {
		return err
	}
	r.motion.Name = as["name"]
	if r.motion.Name == "" {
		return r.errorf("<motion> has no name")
	}
	if strings.Contains(r.motion.Name, "@") {
		return r.errorf("motion name %q: expected no @, which stands before %q", r.motion.Name, Mirrored)
	}
	usual := Slot{Tolerance: DefaultTolerance, Timeout: DefaultTimeout}
	if r.usual, r.usualSlack, err = r.setting(as, usual, 0); err != nil {
		return err
	}
	r.motion.Tolerance, r.motion.Timeout = r.usual.Tolerance, r.usual.Timeout
	for {
		child, err := r.next()
		switch {
		case err != nil:
			return err
		case child == nil && len(r.motion.Slots) == 0:
			return r.errorf("motion %q has no <slot>", r.motion.Name)
		case child == nil:
			return nil
		case child.Name.Local != "slot":
			return r.errorf("<%s> in <motion>: expected <slot>", child.Name.Local)
		case len(r.motion.Slots) == maxSlots:
			return r.errorf("expected at most %d slots", maxSlots)
		}
		if err := r.slotElement(*child); err != nil {
			return err
		}
	}
}

func seconds(s float64) time.Duration { return time.Duration(math.Round(s * 1e9)) }
