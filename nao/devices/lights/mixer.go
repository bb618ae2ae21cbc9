package lights

import (
	"errors"
	"slices"
	"time"

	"gonao/nao"
)

// mostAtOnce limits the animations that run at once.
const mostAtOnce = 64

// ErrTooMany is returned when MostAtOnce animations run.
var ErrTooMany = errors.New("too many animations run already; cancel some")

// Mixer combines animations that run at once: of those of a group the one with the highest priority is visible,
// of equal priorities the newest; without animations the base colour. The zero value is ready and dark.
type Mixer struct {
	Base    nao.Lights
	running []running // the lowest first
	last    int
}

type running struct {
	Animation
	id    int
	start time.Time
}

// Add starts an animation and returns its id.
func (m *Mixer) Add(a Animation, now time.Time) (id int, err error) {
	if err := a.Check(); err != nil {
		return 0, err
	}
	if len(m.running) >= mostAtOnce {
		return 0, ErrTooMany
	}
	m.last++
	at := len(m.running)
	for at > 0 && m.running[at-1].Priority > a.Priority {
		at--
	}
	m.running = slices.Insert(m.running, at, running{Animation: a, id: m.last, start: now})
	return m.last, nil
}

// Remove ends an animation.
func (m *Mixer) Remove(id int) {
	m.running = slices.DeleteFunc(m.running, func(r running) bool { return r.id == id })
}

// SetBase sets the colour of a group without animations.
func (m *Mixer) SetBase(g Group, c nao.Color) {
	a := Animation{Group: g, Color: c, Period: time.Second}
	a.Paint(&m.Base, 0)
	m.Base.Limit()
}

// Running returns the number of animations.
func (m *Mixer) Running() int { return len(m.running) }

// Moving reports whether the colours change over time.
func (m *Mixer) Moving() bool {
	return slices.ContainsFunc(m.running, func(r running) bool { return r.Pattern != Steady })
}

// Status is the state of an animation.
type Status struct {
	Ended    bool
	Progress float64 // 0 to 1; 0 if it does not end
	Shines   bool    // at least one of its LEDs is visible
}

// Status returns the state of an animation. An unknown id has ended.
func (m *Mixer) Status(id int, now time.Time) Status {
	covered := Group(0)
	for _, r := range slices.Backward(m.running) {
		if r.id != id {
			covered |= r.Group
			continue
		}
		s := Status{Shines: r.Group&^covered != 0}
		if length := r.Length(); length > 0 {
			s.Progress = min(max(0, now.Sub(r.start).Seconds()/length.Seconds()), 1)
			s.Ended = now.Sub(r.start) >= length
		}
		return s
	}
	return Status{Ended: true, Progress: 1}
}

// At sets l to the colours at a time.
func (m *Mixer) At(now time.Time, l *nao.Lights) {
	*l = m.Base
	for i := range m.running {
		r := &m.running[i]
		if length := r.Length(); length > 0 && now.Sub(r.start) >= length {
			continue
		}
		r.Paint(l, now.Sub(r.start))
	}
}
