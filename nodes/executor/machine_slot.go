package executor

import (
	"time"

	"gonao/behavior/host"
	"gonao/nodes/machinetopics"
	"gonao/ros"
)

// machineSlot is a machine, or the place for one, with its topics and services.
type machineSlot struct {
	machine  *host.Machine
	topics   *machinetopics.Topics
	n        *ros.Node
	name     string // of its namespace, "" for the node's own
	errorLog *errorLog

	// Of a machine in which skills run one after the other: what ticks it.
	skillRunner *host.SkillRunner

	reload func() (said string, err error)

	// Of the goroutine that ticks:
	alive  bool
	runs   uint32    // of the machine that is alive, see [host.Machine.Look]
	waited time.Time // of the last word about what is missing
}

// restart lets the machine begin again: the clock went back.
func (s *machineSlot) restart(now time.Time) {
	if s.skillRunner != nil {
		s.skillRunner.Restart(clockTime(now))
	} else {
		s.machine.Reset(clockTime(now))
	}
	s.alive, s.waited = false, time.Time{}
	s.topics.Restart()
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
// clock goes back, or another machine is started. Skills are not begun before.
func (s *machineSlot) ready(now time.Time, b *robotTopics) bool {
	if s.skillRunner != nil {
		return true
	}
	model, runs := s.machine.Running()
	if model == nil {
		s.alive = false
		return false
	}
	if s.alive && runs == s.runs {
		return true
	}
	state, image := b.there()
	image = image || !model.Uses("track")
	if state && image {
		s.alive, s.runs = true, runs
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
	s.topics.Begin(now)
	tick := s.machine.Tick
	if s.skillRunner != nil {
		tick = s.skillRunner.Tick
	}
	if err := tick(clockTime(now)); err != nil {
		s.errorLog.report(err)
	}
	s.topics.End(now)
}
