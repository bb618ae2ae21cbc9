package lights

import (
	"errors"
	"slices"
	"time"

	"gonao/nao"
)

// MostAtOnce is how many animations may run at once.
const MostAtOnce = 64

// ErrTooMany is the error of an animation for which there is no room.
var ErrTooMany = errors.New("too many animations run already; cancel some")

// Mixer says what shines when several animations run at once: of those for a group the
// one of the highest priority, of equals the newest, and below them all the base. The
// zero value is ready; all is dark.
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

// Add starts an animation and gives its number.
func (m *Mixer) Add(a Animation, now time.Time) (id int, err error) {
	if err := a.Check(); err != nil {
		return 0, err
	}
	if len(m.running) >= MostAtOnce {
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

// SetBase sets what shines in a group when nothing else does.
func (m *Mixer) SetBase(g Group, c nao.Color) {
	a := Animation{Group: g, Color: c, Period: time.Second}
	a.Paint(&m.Base, 0)
	m.Base.Limit()
}

// Running is how many animations run.
func (m *Mixer) Running() int { return len(m.running) }

// Moving tells whether what shines changes by itself.
func (m *Mixer) Moving() bool {
	return slices.ContainsFunc(m.running, func(r running) bool { return r.Pattern != Steady })
}

// Status is how far an animation is.
type Status struct {
	Ended    bool
	Progress float64 // 0 to 1; 0 when it has no end
	Shines   bool    // not all of it is covered by others
}

// Status tells how far an animation is; one that is not there has ended.
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

// At paints what shines at a time.
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
