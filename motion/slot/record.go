package slot

// This part of the package makes a slot motion of postures that a robot was moved into, by hand
// or by a program.
//
// Angles are rounded to a tenth of a degree. Each posture has the requested time, or a
// longer one if a joint would have to turn faster than half its top speed.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonao/nao"
)

// speedShare is the highest share of a joint's top speed that a recorded way may need.
const speedShare = 0.5

// Bounds of the times of a posture.
const (
	MinSec = 0.012
	MaxSec = 60
)

// errNoPoses is returned when there is no posture to undo or to change.
var errNoPoses = errors.New("no posture yet")

// Recording is a motion that is being made.
type Recording struct {
	Joints    []nao.Joint // recorded joints, in LoLA's order
	Sec       float64     // time of a posture, unless it needs more
	Stiffness float64     // above 0 to 1

	slots []Slot
}

// NewRecording makes a recording without postures.
func NewRecording(joints []nao.Joint, sec, stiffness float64) (*Recording, error) {
	switch {
	case len(joints) == 0:
		return nil, errors.New("no joint: expected at least one")
	case !(sec >= MinSec && sec <= MaxSec):
		return nil, fmt.Errorf("%g s: expected %g to %g", sec, MinSec, float64(MaxSec))
	case !(stiffness > 0 && stiffness <= 1):
		return nil, fmt.Errorf("stiffness %g: expected above 0, up to 1", stiffness)
	}
	joints = slices.Compact(slices.Sorted(slices.Values(joints)))
	return &Recording{Joints: joints, Sec: sec, Stiffness: stiffness}, nil
}

// Len counts the postures.
func (r *Recording) Len() int { return len(r.slots) }

// Slots returns the postures. They must not be changed.
func (r *Recording) Slots() []Slot { return r.slots }

// Take appends a posture, rad.
func (r *Recording) Take(angles *nao.Joints) error {
	s := Slot{Tolerance: defaultTolerance, Timeout: defaultTimeout}
	for _, j := range r.Joints {
		a := angles[j]
		if math.IsNaN(a) || math.IsInf(a, 0) {
			return fmt.Errorf("joint %s: its sensor reports %g", j, a)
		}
		s.Targets = append(s.Targets, Target{Joint: j, Angle: recordRounded(j, a), Slack: 1 - r.Stiffness})
	}
	s.Duration = r.needed(len(r.slots), &s, r.Sec)
	r.slots = append(r.slots, s)
	return nil
}

// recordRounded returns an angle rounded to a tenth of a degree, a hand's to a hundredth.
func recordRounded(j nao.Joint, a float64) float64 {
	unit := math.Pi / 1800
	if j == nao.LHand || j == nao.RHand {
		unit = 0.01
	}
	return j.Clamp(math.Round(a/unit) * unit)
}

// needed returns the time of posture i, at least sec.
func (r *Recording) needed(i int, s *Slot, sec float64) time.Duration {
	if i > 0 {
		for k, t := range s.Targets {
			way := math.Abs(t.Angle - r.slots[i-1].Targets[k].Angle)
			sec = max(sec, way*math.Pi/2/(speedShare*t.Joint.MaxSpeed()))
		}
	}
	return time.Duration(math.Ceil(sec*100-1e-9)) * 10 * time.Millisecond
}

// Undo removes the last posture.
func (r *Recording) Undo() error {
	if len(r.slots) == 0 {
		return errNoPoses
	}
	r.slots = r.slots[:len(r.slots)-1]
	return nil
}

// SetDuration sets the time of the last posture, s; longer if it needs more.
func (r *Recording) SetDuration(sec float64) error {
	i := len(r.slots) - 1
	switch {
	case i < 0:
		return errNoPoses
	case !(sec >= MinSec && sec <= MaxSec):
		return fmt.Errorf("%g s: expected %g to %g", sec, MinSec, float64(MaxSec))
	}
	r.slots[i].Duration = r.needed(i, &r.slots[i], sec)
	return nil
}

// SetWait sets how long the last posture rests, s.
func (r *Recording) SetWait(sec float64) error {
	switch {
	case len(r.slots) == 0:
		return errNoPoses
	case !(sec >= 0 && sec <= MaxSec):
		return fmt.Errorf("%g s: expected 0 to %g", sec, float64(MaxSec))
	}
	r.slots[len(r.slots)-1].Wait = time.Duration(math.Round(sec*1000)) * time.Millisecond
	return nil
}

// Motion returns the recording as a motion of that name.
func (r *Recording) Motion(name string) (*Motion, error) {
	if len(r.slots) == 0 {
		return nil, errNoPoses
	}
	if name == "" || strings.Contains(name, "@") {
		return nil, fmt.Errorf("motion name %q: expected one without @", name)
	}
	m := &Motion{
		Name: name, Tolerance: defaultTolerance, Timeout: defaultTimeout,
		Slots: slices.Clone(r.slots), Joints: slices.Clone(r.Joints),
	}
	_, err := Parse(name+".xml", m.XML(""))
	return m, err
}

// RecordedPose returns slot i of a motion as a separate motion, which moves all joints to their angles at the slot's end,
// from any slot before. Its time is the slot's times slower, or longer if the joints need it.
func (m *Motion) RecordedPose(i int, slower float64) *Motion {
	at := map[nao.Joint]Target{}
	for k := range i + 1 {
		for _, t := range m.Slots[k].Targets {
			at[t.Joint] = t
		}
	}
	pose := *m
	s := m.Slots[i]
	s.Targets, s.Wait, pose.Joints = nil, 0, nil
	for j := range nao.Joint(nao.NumJoints) {
		if t, ok := at[j]; ok {
			s.Targets = append(s.Targets, t)
			pose.Joints = append(pose.Joints, j)
		}
	}
	pose.Name = fmt.Sprintf("%s %d", m.Name, i+1)
	pose.Slots = []Slot{s}
	return pose.Slower(slower)
}
