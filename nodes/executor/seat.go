package executor

import (
	"fmt"
	"time"

	"gonao/behavior/host"
	"gonao/hfsm"
	"gonao/msgs"
	"gonao/ros"
)

// seat is a machine and what the node tells of it.
type seat struct {
	*host.Machine
	n       *ros.Node
	name    string // of its namespace, "" for the node's own
	trouble *trouble
	state   *ros.Publisher[msgs.MachineState]

	alive  bool
	begun  time.Time // first entry of this epoch
	last   hfsm.Transition
	beat   time.Time // of the last heartbeat
	waited time.Time // of the last word about what is missing
}

// prefix is what the names of the machine's topics begin with.
func (s *seat) prefix() string {
	if s.name == "" {
		return ""
	}
	return s.name + "/"
}

// open makes the machine's topics.
func (s *seat) open() (err error) {
	s.state, err = ros.Advertise[msgs.MachineState](s.n, s.prefix()+"machine_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(100))
	return err
}

// restart lets the machine begin again: the clock went back.
func (s *seat) restart(now time.Time) {
	s.Reset(clockTime(now))
	s.alive, s.waited, s.beat = false, time.Time{}, time.Time{}
}

// ready says whether the robot is there; once it was, it stays so until the
// clock goes back.
func (s *seat) ready(now time.Time, b *body) bool {
	if s.alive {
		return true
	}
	state, image := b.there()
	image = image || !s.Model().Uses("track")
	if state && image {
		s.alive, s.begun = true, now
		return true
	}
	if now.Sub(s.waited) >= time.Second || s.waited.IsZero() {
		s.waited = now
		s.n.Log.Info("waiting", "machine", s.Model().Name(), "robot_state", state, "color_blobs", image)
	}
	return false
}

// tick is the machine's part of a round.
func (s *seat) tick(now time.Time) {
	if err := s.Tick(clockTime(now)); err != nil {
		s.trouble.say(err)
	}
	if now.Sub(s.beat) >= time.Second {
		s.beat = now
		s.Look(func(m *hfsm.Machine) { s.publish(m, now, now.Sub(s.begun)) })
	}
}

// transition tells of a transition, within the tick that took it.
func (s *seat) transition(m *hfsm.Machine, t hfsm.Transition) {
	s.last = t
	s.n.Log.Info("transition", "from", t.From, "to", t.To, "name", t.Name, "sec", t.Time.Seconds())
	s.beat = s.n.Clock.Now()
	s.publish(m, s.begun.Add(t.Time), t.Time)
}

// publish says where the machine stands, since its first entry.
func (s *seat) publish(m *hfsm.Machine, stamp time.Time, since time.Duration) {
	err := s.state.Publish(msgs.MachineState{
		Stamp:      ros.Stamp(stamp),
		Machine:    m.Model().Name(),
		Epoch:      s.last.Epoch,
		Sequence:   s.last.Sequence,
		Time:       since.Seconds(),
		Path:       m.Path(),
		Active:     m.Active(),
		Source:     s.last.From,
		Target:     s.last.To,
		Transition: s.last.Name,
	})
	if err != nil {
		s.trouble.say(fmt.Errorf("publish machine_state: %w", err))
	}
}
