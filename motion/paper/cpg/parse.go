package cpg

import (
	"encoding/xml"
	"slices"

	"gonao/internal/si"
	"gonao/motion/element"
	"gonao/nao"
)

// Bounds that keep times and memory sane.
const (
	maxSec   = 600
	maxSines = 64
	minSec   = 0.012 // one cycle of the body
)

const defaultRampSec = 1

// reader reads one file.
type reader struct{ *element.Reader }

// Parse reads one behaviour. Errors name the file, the line, the joint and what was
// expected: `walk.xml:7: joint "LElbw": no such joint (did you mean LElbowYaw?)`.
func Parse(file string, data []byte) (m *Motion, err error) {
	r := &reader{element.NewReader(file, data)}
	err = r.Document("cpg", func(root xml.StartElement) (err error) {
		m, err = r.behaviour(root)
		return err
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// behaviour reads <cpg …> to its end.
func (r *reader) behaviour(e xml.StartElement) (*Motion, error) {
	as, err := r.Take(e, "name", "start", "stop")
	if err != nil {
		return nil, err
	}
	m := &Motion{Name: as["name"], File: r.File}
	if m.Name == "" {
		return nil, r.Errorf("<cpg> has no name")
	}
	start, err1 := r.Number(as, "start", defaultRampSec, minSec, maxSec)
	stop, err2 := r.Number(as, "stop", defaultRampSec, minSec, maxSec)
	if err := element.First(err1, err2); err != nil {
		return nil, err
	}
	m.Start, m.Stop = element.Seconds(start), element.Seconds(stop)
	for {
		child, err := r.Next()
		switch {
		case err != nil:
			return nil, err
		case child == nil && len(m.Joints) == 0:
			return nil, r.Errorf("%q has no <joint>", m.Name)
		case child == nil:
			slices.SortFunc(m.Joints, func(a, b Joint) int { return int(a.Joint) - int(b.Joint) })
			return m, nil
		case child.Name.Local != "joint":
			return nil, r.Errorf("<%s> in <cpg>: expected <joint>", child.Name.Local)
		}
		j, err := r.joint(*child)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(m.Joints, func(k Joint) bool { return k.Joint == j.Joint }) {
			return nil, r.Errorf("joint %s is there twice", j.Joint)
		}
		m.Joints = append(m.Joints, j)
	}
}

// joint reads <joint …> to its end and checks range and speed.
func (r *reader) joint(e xml.StartElement) (Joint, error) {
	as, err := r.Take(e, "name")
	if err != nil {
		return Joint{}, err
	}
	number, err := nao.ParseJoint(as["name"])
	if err != nil {
		return Joint{}, r.Errorf("%w", err)
	}
	if hand(number) {
		return Joint{}, r.Errorf("joint %s: expected a joint that turns, not a hand", number)
	}
	j := Joint{Joint: number}
	for {
		child, err := r.Next()
		switch {
		case err != nil:
			return Joint{}, err
		case child == nil && len(j.Sines) == 0:
			return Joint{}, r.Errorf("joint %s has no <sine>", number)
		case child == nil:
			if err := j.check(); err != nil {
				return Joint{}, r.Errorf("%w", err)
			}
			return j, nil
		case child.Name.Local != "sine":
			return Joint{}, r.Errorf("joint %s: <%s>: expected <sine>", number, child.Name.Local)
		case len(j.Sines) == maxSines:
			return Joint{}, r.Errorf("joint %s: expected at most %d sines", number, maxSines)
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
	as, err := r.Take(e, "amplitude_deg", "period", "phase_deg", "offset_deg")
	if err != nil {
		return Sine{}, err
	}
	for _, name := range []string{"amplitude_deg", "period"} {
		if _, ok := as[name]; !ok {
			return Sine{}, r.Errorf("joint %s: <sine> has no %s", joint, name)
		}
	}
	amplitude, err1 := r.Number(as, "amplitude_deg", 0, -360, 360)
	period, err2 := r.Number(as, "period", 0, minSec, maxSec)
	phase, err3 := r.Number(as, "phase_deg", 0, -3600, 3600)
	offset, err4 := r.Number(as, "offset_deg", 0, -360, 360)
	if err := element.First(err1, err2, err3, err4); err != nil {
		return Sine{}, err
	}
	if err := r.End("joint %s: expected nothing in <sine>", joint); err != nil {
		return Sine{}, err
	}
	return Sine{Amplitude: amplitude * si.Degree, Period: element.Seconds(period), Phase: phase * si.Degree, Offset: offset * si.Degree}, nil
}
