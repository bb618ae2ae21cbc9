package cpg

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

	"gonao/nao"
)

// Bounds that keep times and memory sane.
const (
	maxSec   = 600
	maxSines = 64
	minSec   = 0.012 // one cycle of the body
)

const defaultRampSec = 1

// reader walks through one file.
type reader struct {
	file string
	xml  *xml.Decoder
}

// Parse reads one behaviour. Errors name the file, the line, the joint and what was
// expected: `walk.xml:7: joint "LElbw": no such joint (did you mean LElbowYaw?)`.
func Parse(file string, data []byte) (*Motion, error) {
	r := &reader{file: file, xml: xml.NewDecoder(bytes.NewReader(data))}
	root, err := r.next()
	if err != nil {
		return nil, err
	}
	if root == nil || root.Name.Local != "cpg" {
		return nil, r.errorf("expected <cpg>")
	}
	m, err := r.behaviour(*root)
	if err != nil {
		return nil, err
	}
	if more, err := r.next(); err != nil || more != nil {
		return nil, first(err, r.errorf("expected nothing after </cpg>"))
	}
	return m, nil
}

func first(errs ...error) error {
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

// next gives the next element's start; nil at the end of the one around it, or of the
// file. Text other than white space is an error.
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

// take gives the element's attributes; each may be there once, and none but the named.
func (r *reader) take(e xml.StartElement, names ...string) (map[string]string, error) {
	as := map[string]string{}
	for _, a := range e.Attr {
		name := a.Name.Local
		if !slices.Contains(names, name) {
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
func (r *reader) number(as map[string]string, name string, otherwise, lo, hi float64) (float64, error) {
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

// behaviour reads <cpg …> to its end.
func (r *reader) behaviour(e xml.StartElement) (*Motion, error) {
	as, err := r.take(e, "name", "start", "stop")
	if err != nil {
		return nil, err
	}
	m := &Motion{Name: as["name"], File: r.file}
	if m.Name == "" {
		return nil, r.errorf("<cpg> has no name")
	}
	start, err1 := r.number(as, "start", defaultRampSec, minSec, maxSec)
	stop, err2 := r.number(as, "stop", defaultRampSec, minSec, maxSec)
	if err := first(err1, err2); err != nil {
		return nil, err
	}
	m.Start, m.Stop = seconds(start), seconds(stop)
	for {
		child, err := r.next()
		switch {
		case err != nil:
			return nil, err
		case child == nil && len(m.Joints) == 0:
			return nil, r.errorf("%q has no <joint>", m.Name)
		case child == nil:
			slices.SortFunc(m.Joints, func(a, b Joint) int { return int(a.Joint) - int(b.Joint) })
			return m, nil
		case child.Name.Local != "joint":
			return nil, r.errorf("<%s> in <cpg>: expected <joint>", child.Name.Local)
		}
		j, err := r.joint(*child)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(m.Joints, func(k Joint) bool { return k.Joint == j.Joint }) {
			return nil, r.errorf("joint %s is there twice", j.Joint)
		}
		m.Joints = append(m.Joints, j)
	}
}

// joint reads <joint …> to its end and checks range and speed.
func (r *reader) joint(e xml.StartElement) (Joint, error) {
	as, err := r.take(e, "name")
	if err != nil {
		return Joint{}, err
	}
	number, err := nao.ParseJoint(as["name"])
	if err != nil {
		return Joint{}, r.errorf("%w", err)
	}
	if hand(number) {
		return Joint{}, r.errorf("joint %s: expected a joint that turns, not a hand", number)
	}
	j := Joint{Joint: number}
	for {
		child, err := r.next()
		switch {
		case err != nil:
			return Joint{}, err
		case child == nil && len(j.Sines) == 0:
			return Joint{}, r.errorf("joint %s has no <sine>", number)
		case child == nil:
			if err := j.check(); err != nil {
				return Joint{}, r.errorf("%w", err)
			}
			return j, nil
		case child.Name.Local != "sine":
			return Joint{}, r.errorf("joint %s: <%s>: expected <sine>", number, child.Name.Local)
		case len(j.Sines) == maxSines:
			return Joint{}, r.errorf("joint %s: expected at most %d sines", number, maxSines)
		}
		s, err := r.sine(*child, number)
		if err != nil {
			return Joint{}, err
		}
		j.Sines = append(j.Sines, s)
	}
}

// sine reads <sine …/>.
func (r *reader) sine(e xml.StartElement, joint nao.Joint) (Sine, error) {
	as, err := r.take(e, "amplitude_deg", "period", "phase_deg", "offset_deg")
	if err != nil {
		return Sine{}, err
	}
	for _, name := range []string{"amplitude_deg", "period"} {
		if _, ok := as[name]; !ok {
			return Sine{}, r.errorf("joint %s: <sine> has no %s", joint, name)
		}
	}
	amplitude, err1 := r.number(as, "amplitude_deg", 0, -360, 360)
	period, err2 := r.number(as, "period", 0, minSec, maxSec)
	phase, err3 := r.number(as, "phase_deg", 0, -3600, 3600)
	offset, err4 := r.number(as, "offset_deg", 0, -360, 360)
	if err := first(err1, err2, err3, err4); err != nil {
		return Sine{}, err
	}
	if child, err := r.next(); err != nil || child != nil {
		return Sine{}, first(err, r.errorf("joint %s: expected nothing in <sine>", joint))
	}
	const degree = math.Pi / 180
	return Sine{Amplitude: amplitude * degree, Period: seconds(period), Phase: phase * degree, Offset: offset * degree}, nil
}

func seconds(s float64) time.Duration { return time.Duration(math.Round(s * 1e9)) }
