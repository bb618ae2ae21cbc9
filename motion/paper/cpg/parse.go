package cpg

import (
	"encoding/xml"
	"errors"
	"slices"

	"gonao/internal/si"
	"gonao/motion/slot"
	"gonao/nao"
)

// Bounds that keep times and memory sane.
const (
	maxSec   = 600
	maxSines = 64
	minSec   = 0.012 // one cycle of the body
	maxWrong = 200   // findings of one file
)

const defaultRampSec = 1

// errTooMany ends the reading of a file with too many findings.
var errTooMany = errors.New("and so on: too much is wrong")

// reader reads one file. It collects the errors, and continues.
type reader struct {
	*slot.XMLReader
	wrong []error
}

// Parse reads one behaviour. The error joins all that is wrong, in the order of the file; each line names the file, the line,
// the joint and what was expected: `walk.xml:7: joint "LElbw": no such joint (did you mean LElbowYaw?)`.
func Parse(file string, data []byte) (*Motion, error) {
	m, wrong := Check(file, data)
	if len(wrong) > 0 {
		return nil, errors.Join(wrong...)
	}
	return m, nil
}

// Check reads one behaviour and returns all that is wrong with it. The behaviour can be played when nothing is.
func Check(file string, data []byte) (m *Motion, wrong []error) {
	r := &reader{XMLReader: slot.NewXMLReader(file, data)}
	err := r.Document("cpg", func(root xml.StartElement) (err error) {
		m, err = r.behaviour(root)
		return err
	})
	r.note(err)
	return m, r.wrong
}

// note keeps a finding, if there is one.
func (r *reader) note(errs ...error) {
	for _, err := range errs {
		if err != nil {
			r.wrong = append(r.wrong, err)
		}
	}
}

// next returns the next element. Text before it is a finding.
func (r *reader) next() (*xml.StartElement, error) {
	for {
		if len(r.wrong) > maxWrong {
			return nil, r.Errorf("%w", errTooMany)
		}
		child, err := r.Next()
		if !errors.Is(err, slot.ErrXML) {
			return child, err
		}
		r.note(err)
	}
}

// take returns the valid attributes of an element.
func (r *reader) take(e xml.StartElement, names ...string) slot.XMLAttributes {
	as, wrong := r.TakeAll(e, names...)
	r.note(wrong...)
	return as
}

// number returns an attribute as a number from lo to hi.
func (r *reader) number(as slot.XMLAttributes, name string, otherwise, lo, hi float64) float64 {
	v, err := r.Number(as, name, otherwise, lo, hi)
	r.note(err)
	return v
}

// behaviour reads <cpg …> to its end.
func (r *reader) behaviour(e xml.StartElement) (*Motion, error) {
	as := r.take(e, "name", "start", "stop")
	m := &Motion{Name: as["name"], File: r.File}
	if m.Name == "" {
		r.note(r.Errorf("<cpg> has no name"))
	}
	m.Start = slot.XMLSeconds(r.number(as, "start", defaultRampSec, minSec, maxSec))
	m.Stop = slot.XMLSeconds(r.number(as, "stop", defaultRampSec, minSec, maxSec))
	joints := 0
	for {
		child, err := r.next()
		switch {
		case err != nil:
			return nil, err
		case child == nil && joints == 0:
			return nil, r.Errorf("%q has no <joint>", m.Name)
		case child == nil:
			slices.SortFunc(m.Joints, func(a, b Joint) int { return int(a.Joint) - int(b.Joint) })
			return m, nil
		case child.Name.Local != "joint":
			r.note(r.Errorf("<%s> in <cpg>: expected <joint>", child.Name.Local))
			if err := r.Skip(); err != nil {
				return nil, err
			}
			continue
		}
		joints++
		j, known, err := r.joint(*child)
		switch {
		case err != nil:
			return nil, err
		case !known:
		case slices.ContainsFunc(m.Joints, func(k Joint) bool { return k.Joint == j.Joint }):
			r.note(r.Errorf("joint %s is there twice", j.Joint))
		default:
			m.Joints = append(m.Joints, j)
		}
	}
}

// joint reads <joint …> to its end and checks range and speed. known is false for a name that is not a joint's.
func (r *reader) joint(e xml.StartElement) (j Joint, known bool, err error) {
	name := r.take(e, "name")["name"]
	number, err := nao.ParseJoint(name)
	switch {
	case err != nil:
		r.note(r.Errorf("%w", err))
	case hand(number):
		r.note(r.Errorf("joint %s: expected a joint that turns, not a hand", number))
	default:
		known, name = true, number.String()
	}
	j.Joint = number
	before := len(r.wrong)
	for {
		child, err := r.next()
		switch {
		case err != nil:
			return j, false, err
		case child == nil:
			switch {
			case len(j.Sines) == 0 && len(r.wrong) == before:
				r.note(r.Errorf("joint %s has no <sine>", name))
			case known && len(r.wrong) == before:
				for _, err := range j.findings() {
					r.note(r.Errorf("%w", err))
				}
			}
			return j, known, nil
		case child.Name.Local != "sine":
			r.note(r.Errorf("joint %s: <%s>: expected <sine>", name, child.Name.Local))
			if err := r.Skip(); err != nil {
				return j, false, err
			}
			continue
		case len(j.Sines) == maxSines:
			return j, false, r.Errorf("joint %s: expected at most %d sines", name, maxSines)
		}
		s, err := r.sine(*child, name)
		if err != nil {
			return j, false, err
		}
		j.Sines = append(j.Sines, s)
	}
}

// sine reads <sine …/>.
func (r *reader) sine(e xml.StartElement, joint string) (Sine, error) {
	as := r.take(e, "amplitude_deg", "period", "phase_deg", "offset_deg")
	for _, name := range []string{"amplitude_deg", "period"} {
		if _, ok := as[name]; !ok {
			r.note(r.Errorf("joint %s: <sine> has no %s", joint, name))
		}
	}
	s := Sine{
		Amplitude: r.number(as, "amplitude_deg", 0, -360, 360) * si.Degree,
		Period:    slot.XMLSeconds(r.number(as, "period", 1, minSec, maxSec)),
		Phase:     r.number(as, "phase_deg", 0, -3600, 3600) * si.Degree,
		Offset:    r.number(as, "offset_deg", 0, -360, 360) * si.Degree,
	}
	for {
		child, err := r.next()
		switch {
		case err != nil:
			return s, err
		case child == nil:
			return s, nil
		}
		r.note(r.Errorf("joint %s: expected nothing in <sine>", joint))
		if err := r.Skip(); err != nil {
			return s, err
		}
	}
}
