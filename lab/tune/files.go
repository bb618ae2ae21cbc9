package tune

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"gonao/lab/trial"
	"gonao/motion/paper/cpg"
	"gonao/motion/slot"
	"gonao/nao"
)

// OpenBehaviour reads a behaviour from a file: a slot motion or a CPG behaviour (XML, by the root element), or an engine's numbers
// (YAML), with a row that uses them. row is the row that measures it; "" chooses one by the kind of the file. lie is the
// side on which the robot lies at the beginning of a slot motion; "" stands.
func OpenBehaviour(path, row, lie string) (Behaviour, error) {
	switch filepath.Ext(path) {
	case ".yaml", ".yml":
		return openNumbers(path, row)
	case ".xml":
	default:
		return nil, fmt.Errorf("adapt %s: expected a file of slots or CPG (.xml), or of parameters (.yaml)", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("adapt: %w", err)
	}
	root, err := rootOf(data)
	if err != nil {
		return nil, fmt.Errorf("adapt: %s: %w", path, err)
	}
	if root == "cpg" {
		m, err := cpg.Parse(path, data)
		if err != nil {
			return nil, fmt.Errorf("adapt: %w", err)
		}
		return newSines(m, row)
	}
	m, err := slot.Parse(path, data)
	if err != nil {
		return nil, fmt.Errorf("adapt: %w", err)
	}
	return &slots{motion: m, lie: lie}, nil
}

// rootOf returns the name of the first element.
func rootOf(data []byte) (string, error) {
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return "", errors.New("expected <motion> or <cpg>")
		} else if err != nil {
			return "", err
		}
		if e, ok := token.(xml.StartElement); ok {
			return e.Name.Local, nil
		}
	}
}

// slots is a slot motion: it has durations, no amplitudes.
type slots struct {
	motion *slot.Motion
	lie    string
}

func (s *slots) Title() string { return "motion " + s.motion.Name }
func (s *slots) Scales() bool  { return false }
func (s *slots) Unit() string  { return "times a minute" }

// Balance names the foot that bears in each slot that lifts the other one.
func (s *slots) Balance() bool {
	if s.lie != "" {
		return false
	}
	balanced, lifts := s.motion.Balanced()
	for i := range s.motion.Slots {
		lifts = lifts && s.motion.Slots[i].Support == slot.NoSupport
	}
	if lifts {
		s.motion = balanced
	}
	return lifts
}

func (s *slots) Load(f Factors) (float64, string) {
	worst, where := 0.0, "no joint"
	var last [nao.NumJoints]float64
	var known [nao.NumJoints]bool
	for i, at := range s.motion.Slots {
		for _, t := range at.Targets {
			if known[t.Joint] {
				peak := math.Pi / 2 * math.Abs(t.Angle-last[t.Joint]) / (at.Duration.Seconds() * f.Duration)
				if share := peak / t.Joint.MaxSpeed(); share > worst {
					worst, where = share, fmt.Sprintf("%s in slot %d", t.Joint, i+1)
				}
			}
			last[t.Joint], known[t.Joint] = t.Angle, true
		}
	}
	return worst, where
}

func (s *slots) Try(f Factors, setup trial.Setup) (bool, float64, error) {
	m := s.motion.Slower(f.Duration)
	well, err := trial.PlaySlots(setup, m, s.lie)
	return well, 60 / m.Length().Seconds(), err
}

func (s *slots) Lines(f Factors) [][3]string {
	slow := s.motion.Slower(f.Duration)
	lines := [][3]string{{"whole motion", sec(s.motion.Length()), sec(slow.Length())}}
	for i := range s.motion.Slots {
		lines = append(lines, [3]string{fmt.Sprintf("slot %d", i+1), sec(s.motion.Slots[i].Duration), sec(slow.Slots[i].Duration)})
	}
	return lines
}

func (s *slots) Write(w io.Writer, f Factors, comment string) error {
	_, err := w.Write(s.motion.Slower(f.Duration).XML(comment))
	return err
}

func sec(d time.Duration) string { return fmt.Sprintf("%.3g s", d.Seconds()) }

// sines is a CPG behaviour.
type sines struct {
	motion *cpg.Motion
	row    *trial.Row
}

func newSines(m *cpg.Motion, name string) (*sines, error) {
	if name == "" {
		name = "cpg_walk"
	}
	row, err := trial.Find(name)
	if err != nil {
		return nil, fmt.Errorf("adapt: %w", err)
	}
	if row.Plays != "cpg" {
		return nil, fmt.Errorf("adapt: row %s plays no CPG behaviour: expected cpg_walk, cpg_turn or cpg_rotate", name)
	}
	return &sines{m, row}, nil
}

func (s *sines) Title() string { return "CPG behaviour " + s.motion.Name }
func (s *sines) Scales() bool  { return true }
func (s *sines) Unit() string  { return s.row.Figures[0].Unit }

func (s *sines) Load(f Factors) (float64, string) {
	worst, where := 0.0, "no joint"
	for _, j := range s.motion.Joints {
		speed := 0.0
		for _, sine := range j.Sines {
			speed += math.Abs(sine.Amplitude) * f.Amplitude * 2 * math.Pi / (sine.Period.Seconds() * f.Duration)
		}
		if share := speed / j.Joint.MaxSpeed(); share > worst {
			worst, where = share, j.Joint.String()
		}
	}
	if _, err := s.motion.Adapted(f.Amplitude, f.Duration); err != nil {
		return math.Inf(1), err.Error()
	}
	return worst, where
}

func (s *sines) Try(f Factors, setup trial.Setup) (bool, float64, error) {
	m, err := s.motion.Adapted(f.Amplitude, f.Duration)
	if err != nil {
		return false, math.NaN(), err
	}
	setup.CPG = m
	return tryRow(s.row, setup)
}

// tryRow runs a row of a speed and reports whether the robot fell, which is the row's second figure.
func tryRow(row *trial.Row, setup trial.Setup) (bool, float64, error) {
	res, err := row.Run(setup)
	if err != nil {
		return false, math.NaN(), err
	}
	return res.Values[1] == 1, res.Values[0], nil
}

func (s *sines) Lines(f Factors) [][3]string {
	slow, err := s.motion.Adapted(f.Amplitude, f.Duration)
	if err != nil {
		return nil
	}
	lines := [][3]string{}
	for i, j := range s.motion.Joints {
		for k, sine := range j.Sines {
			if sine.Amplitude == 0 {
				continue
			}
			after := slow.Joints[i].Sines[k]
			lines = append(lines, [3]string{j.Joint.String(), swing(sine), swing(after)})
		}
	}
	return lines
}

func swing(s cpg.Sine) string {
	return fmt.Sprintf("±%.1f° in %.3g s", math.Abs(s.Amplitude)*180/math.Pi, s.Period.Seconds())
}

func (s *sines) Write(w io.Writer, f Factors, comment string) error {
	m, err := s.motion.Adapted(f.Amplitude, f.Duration)
	if err != nil {
		return fmt.Errorf("adapt: %w", err)
	}
	_, err = w.Write(m.XML(comment))
	return err
}
