// Package twin drives a machine that runs from its file and the same machine as Go in
// the same way, for tests, and writes down all that can be seen of it.
package twin

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"gonao/hfsm"
)

// Machine is one of the two. All machines of the tests have these inputs.
type Machine interface {
	Tick(now time.Duration) error
	Stop(now time.Duration)
	Reset(now time.Duration)
	SetX(v int64)
	SetY(v float64)
	SetB(v bool)
	SetS(v string)
	Post(e hfsm.Event) bool
	Path() string
	Status() hfsm.Status
	Cause() error
	OnTransition(f func(hfsm.Transition))
	Values() string
}

// Run drives a machine through ticks, inputs and events that depend only on the seed, and returns a log of its behaviour.
func Run(seed uint64, ticks int, build func(h *Host) (Machine, error)) string {
	h := &Host{seed: seed}
	m, err := build(h)
	if err != nil {
		return "new: " + err.Error()
	}
	h.machine = m
	m.OnTransition(func(t hfsm.Transition) { h.note("transition %+v", t) })
	rng := rand.New(rand.NewPCG(seed, 1))
	now := time.Duration(rng.IntN(1000)) * time.Millisecond
	for range ticks {
		h.disturb(rng, now)
		if err := m.Tick(now); err != nil {
			h.note("error %v", err)
		}
		cause := ""
		if err := m.Cause(); err != nil {
			cause = err.Error()
		}
		h.note("%v %s %v %q %s", now, m.Path(), m.Status(), cause, m.Values())
		now += time.Duration(rng.IntN(60)) * time.Millisecond
		if rng.IntN(20) == 0 {
			now += time.Duration(rng.IntN(500)) * time.Millisecond
		}
	}
	m.Stop(now)
	return h.out.String()
}

// disturb sets inputs, posts events and now and then begins again.
func (h *Host) disturb(rng *rand.Rand, now time.Duration) {
	m := h.machine
	if rng.IntN(2) == 0 {
		m.SetX(int64(rng.IntN(9)) - 2)
	}
	if rng.IntN(3) == 0 {
		m.SetY(float64(rng.IntN(40))/8 - 2)
	}
	if rng.IntN(3) == 0 {
		m.SetB(rng.IntN(2) == 0)
	}
	if rng.IntN(4) == 0 {
		m.SetS([]string{"", "red", "green"}[rng.IntN(3)])
	}
	for rng.IntN(3) == 0 {
		m.Post(hfsm.Event{Name: Events[rng.IntN(len(Events))]})
	}
	if rng.IntN(40) == 0 || m.Status() != hfsm.Running && rng.IntN(4) == 0 {
		m.Reset(now)
	}
}

// Events are the events that hosts and activities post.
var Events = []string{"e", "f", "e.sub", "g"}

// Host creates deterministic activities, and logs their calls.
type Host struct {
	seed    uint64
	machine Machine
	out     strings.Builder
}

func (h *Host) note(format string, args ...any) { fmt.Fprintf(&h.out, format+"\n", args...) }

// Log logs what machines log.
func (h *Host) Log(label string, value any) { h.note("log %q %T %v", label, value, value) }

// Make creates an activity, whose behaviour depends on the seed and its id; args returns its arguments. An activity of
// the kind halt needs time to stop.
func (h *Host) Make(kind string, id int64, args func() string) hfsm.Activity {
	a := &activity{h, kind, id, args, rand.New(rand.NewPCG(h.seed, uint64(id)+7)), 0}
	if kind == "halt" {
		return &slow{activity: a}
	}
	return a
}

type activity struct {
	h    *Host
	kind string
	id   int64
	args func() string
	rng  *rand.Rand
	n    int
}

func (a *activity) note(what string, more any) {
	a.h.note("  %s%d %s %v (%s)", a.kind, a.id, what, more, a.args())
}

func (a *activity) Start(now time.Duration, how hfsm.Entry) {
	a.note("start", fmt.Sprint(now, how))
	a.act()
}

// act changes the machine in a way that activities may.
func (a *activity) act() {
	switch a.rng.IntN(12) {
	case 0:
		a.h.machine.SetX(int64(a.rng.IntN(9)) - 2)
	case 1:
		a.h.machine.Post(hfsm.Event{Name: Events[a.rng.IntN(len(Events))]})
	}
}

func (a *activity) Step(now time.Duration) (hfsm.Status, error) {
	a.note("step", now)
	a.act()
	switch a.rng.IntN(16) {
	case 0, 1:
		return hfsm.Final, nil
	case 2:
		return hfsm.Failed, nil
	case 3:
		a.n++
		return hfsm.Running, fmt.Errorf("fault %d of %d", a.n, a.id)
	}
	return hfsm.Running, nil
}

func (a *activity) Stop(now time.Duration) { a.note("stop", now) }

// slow needs some ticks to stop, or never stops.
type slow struct {
	*activity
	left int
}

func (s *slow) Stopping(now time.Duration) bool {
	if s.left == 0 {
		s.left = 1 + s.rng.IntN(4)*s.rng.IntN(4)
	}
	s.left--
	s.note("stopping", s.left)
	return s.left == 0
}

func (s *slow) Stop(now time.Duration) {
	s.left = 0
	s.activity.Stop(now)
}
