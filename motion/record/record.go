// Package record makes a slot motion of postures that a robot was brought into, by
// hand or by something else.
//
// Angles are taken to a tenth of a degree. Each posture gets the time that was asked
// for, or longer, if a joint would have to turn faster than half its top speed.
package record

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonao/motion/slot"
	"gonao/nao"
)

// speedShare is the share of a joint's top speed that a recorded way needs at most.
const speedShare = 0.5

// Bounds of the times of a posture.
const (
	MinSec = 0.012
	MaxSec = 60
)

// ErrNone is why there is nothing to undo or to change.
var ErrNone = errors.New("no posture yet")

// Recording is a motion that is being made.
type Recording struct {
	Joints    []nao.Joint // that are taken, in LoLA's order
	Sec       float64     // time of a posture, unless it needs more
	Stiffness float64     // above 0 to 1

	slots []slot.Slot
}

// New makes a recording without postures.
func New(joints []nao.Joint, sec, stiffness float64) (*Recording, error) {
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

// Slots gives the postures. They must not be changed.
func (r *Recording) Slots() []slot.Slot { return r.slots }

// Take takes a posture, rad.
func (r *Recording) Take(angles *nao.Joints) error {
	s := slot.Slot{Tolerance: slot.DefaultTolerance, Timeout: slot.DefaultTimeout}
	for _, j := range r.Joints {
		a := angles[j]
		if math.IsNaN(a) || math.IsInf(a, 0) {
			return fmt.Errorf("joint %s: its sensor gives %g", j, a)
		}
		s.Targets = append(s.Targets, slot.Target{Joint: j, Angle: rounded(j, a), Slack: 1 - r.Stiffness})
	}
	s.Duration = r.needed(len(r.slots), &s, r.Sec)
	r.slots = append(r.slots, s)
	return nil
}

// rounded gives an angle to a tenth of a degree, a hand's to a hundredth.
func rounded(j nao.Joint, a float64) float64 {
	unit := math.Pi / 1800
	if j == nao.LHand || j == nao.RHand {
		unit = 0.01
	}
	return j.Clamp(math.Round(a/unit) * unit)
}

// needed is the time of posture i, at least sec.
func (r *Recording) needed(i int, s *slot.Slot, sec float64) time.Duration {
	if i > 0 {
		for k, t := range s.Targets {
			way := math.Abs(t.Angle - r.slots[i-1].Targets[k].Angle)
			sec = max(sec, way*math.Pi/2/(speedShare*t.Joint.MaxSpeed()))
		}
	}
	return time.Duration(math.Ceil(sec*100-1e-9)) * 10 * time.Millisecond
}

// Undo takes the last posture away.
func (r *Recording) Undo() error {
	if len(r.slots) == 0 {
		return ErrNone
	}
	r.slots = r.slots[:len(r.slots)-1]
	return nil
}

// SetDuration gives the last posture another time, s; longer if it needs more.
func (r *Recording) SetDuration(sec float64) error {
	i := len(r.slots) - 1
	switch {
	case i < 0:
		return ErrNone
	case !(sec >= MinSec && sec <= MaxSec):
		return fmt.Errorf("%g s: expected %g to %g", sec, MinSec, float64(MaxSec))
	}
	r.slots[i].Duration = r.needed(i, &r.slots[i], sec)
	return nil
}

// SetWait lets the last posture rest, s.
func (r *Recording) SetWait(sec float64) error {
	switch {
	case len(r.slots) == 0:
		return ErrNone
	case !(sec >= 0 && sec <= MaxSec):
		return fmt.Errorf("%g s: expected 0 to %g", sec, float64(MaxSec))
	}
	r.slots[len(r.slots)-1].Wait = time.Duration(math.Round(sec*1000)) * time.Millisecond
	return nil
}

// Motion gives the motion of that name, which a file of it can be read as.
func (r *Recording) Motion(name string) (*slot.Motion, error) {
	if len(r.slots) == 0 {
		return nil, ErrNone
	}
	if name == "" || strings.Contains(name, "@") {
		return nil, fmt.Errorf("motion name %q: expected one without @", name)
	}
	m := &slot.Motion{
		Name: name, Tolerance: slot.DefaultTolerance, Timeout: slot.DefaultTimeout,
		Slots: slices.Clone(r.slots), Joints: slices.Clone(r.Joints),
	}
	_, err := slot.Parse(name+".xml", m.XML(""))
	return m, err
}

// Pose gives slot i of a motion as a motion of its own that takes all joints where
// they are then, whichever slot they were at before. It takes its time times slower,
// and as long as the joints need.
func Pose(m *slot.Motion, i int, slower float64) *slot.Motion {
	at := map[nao.Joint]slot.Target{}
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
	pose.Slots = []slot.Slot{s}
	return pose.Slower(slower)
}
