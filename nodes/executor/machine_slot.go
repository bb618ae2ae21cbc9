package executor

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"gonao/behavior/host"
	"gonao/hfsm"
	"gonao/msgs"
	"gonao/ros"
)

// machineSlot is a machine, or the place for one, with its topics and services.
type machineSlot struct {
	machine  *host.Machine
	n        *ros.Node
	name     string // of its namespace, "" for the node's own
	errorLog *errorLog
	state    *ros.Publisher[msgs.MachineState]

	viewers *viewers

	// Of a machine in which skills run one after the other: what ticks it.
	skillRunner *host.SkillRunner

	reload   func() (said string, err error)
	traceDir string
	running  atomic.Bool // a goal of run_to_state

	alive  bool
	waited time.Time // of the last word about what is missing

	// Transitions come from the loop, but also from whoever steps or reloads.
	mu   sync.Mutex
	now  time.Time // of this round
	last hfsm.Transition
	beat time.Time // of the last heartbeat
}

// prefix is what the names of the machine's topics begin with.
func (s *machineSlot) prefix() string {
	if s.name == "" {
		return ""
	}
	return s.name + "/"
}

// open makes the machine's topics.
func (s *machineSlot) open() (err error) {
	s.state, err = ros.Advertise[msgs.MachineState](s.n, s.prefix()+"machine_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(100))
	if err != nil {
		return err
	}
	if s.viewers, err = openViewers(s); err != nil {
		return err
	}
	return s.openDebug()
}

// restart lets the machine begin again: the clock went back.
func (s *machineSlot) restart(now time.Time) {
	if s.skillRunner != nil {
		s.skillRunner.Restart(clockTime(now))
	} else {
		s.machine.Reset(clockTime(now))
	}
	s.alive, s.waited = false, time.Time{}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.beat = time.Time{}
}

// stop ends the machine: the node ends.
func (s *machineSlot) stop(now time.Time) {
	if s.skillRunner != nil {
		s.skillRunner.Stop(clockTime(now))
		return
	}
	s.machine.Stop(clockTime(now))
}

// ready reports whether the robot is there; once it was, it stays so until the
// clock goes back. Skills are not begun before.
func (s *machineSlot) ready(now time.Time, b *robotTopics) bool {
	if s.alive || s.skillRunner != nil {
		return true
	}
	model := s.machine.Model()
	state, image := b.there()
	image = image || !model.Uses("track")
	if state && image {
		s.alive = true
		return true
	}
	if now.Sub(s.waited) >= time.Second || s.waited.IsZero() {
		s.waited = now
		s.n.Log.Info("waiting", "machine", model.Name(), "robot_state", state, "color_blobs", image)
	}
	return false
}

// tick is the machine's part of a round.
func (s *machineSlot) tick(now time.Time) {
	s.mu.Lock()
	s.now = now
	s.mu.Unlock()
	tick := s.machine.Tick
	if s.skillRunner != nil {
		tick = s.skillRunner.Tick
	}
	if err := tick(clockTime(now)); err != nil {
		s.errorLog.report(err)
	}
	s.machine.Look(func(m *hfsm.Machine, runs uint32) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if now.Sub(s.beat) >= time.Second {
			s.beat = now
			s.publish(m, runs, now)
		}
	})
}

// transition tells of a transition, within the tick that took it.
func (s *machineSlot) transition(m *hfsm.Machine, runs uint32, t hfsm.Transition) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = t
	s.n.Log.Info("transition", "machine", m.Model().Name(), "from", t.From, "to", t.To, "name", t.Name, "sec", t.Time.Seconds())
	s.beat = s.now
	begun := s.now.Add(-m.Since(clockTime(s.now)))
	s.publish(m, runs, begun.Add(t.Time))
}

// publish says where the machine stands; mu is held. What runs here anew has the next epoch.
func (s *machineSlot) publish(m *hfsm.Machine, runs uint32, stamp time.Time) {
	since := m.Since(clockTime(stamp))
	err := s.state.Publish(msgs.MachineState{
		Stamp:      ros.Stamp(stamp),
		Machine:    m.Model().Name(),
		Epoch:      s.last.Epoch + runs - 1,
		Sequence:   s.last.Sequence,
		Time:       since.Seconds(),
		Path:       m.Path(),
		Active:     m.Active(),
		Source:     s.last.From,
		Target:     s.last.To,
		Transition: s.last.Name,
	})
	if err != nil {
		s.errorLog.report(fmt.Errorf("publish machine_state: %w", err))
	}
}
