package executor

import (
	"time"

	"gonao/behavior/host"
	"gonao/hfsm"
	"gonao/nodes/machinetopics"
	"gonao/ros"
)

// machineSlot is a machine, or the place for one, with its topics and services.
type machineSlot struct {
	*host.Slot
	topics    *machinetopics.Topics
	n         *ros.Node
	namespace string // "" for the node's own
	robot     *robotTopics
	errorLog  *errorLog

	reload func() (said string, err error)

	// Of the goroutine that ticks:
	alive  bool
	runs   uint32    // of the live machine, see [host.Machine.Look]
	waited time.Time // time of the last log about missing topics
	model  *hfsm.Model
	colors bool // the model looks at balls of a colour
	field  bool // it reads the world model
}

// wakeBoth wakes the loop and the publishers of changes.
func (s *machineSlot) wakeBoth(loop func()) func() {
	return func() {
		s.topics.Wake()
		loop()
	}
}

// Reset makes the machine begin again: the clock went back.
func (s *machineSlot) Reset(now time.Duration) {
	s.Slot.Reset(now)
	s.alive, s.waited = false, time.Time{}
	s.topics.Restart()
}

// ready reports whether the robot is there; once it was, it stays so until the
// clock goes back, or another machine is started. Skills are not begun before.
func (s *machineSlot) ready(now time.Time) bool {
	if s.Skills != nil {
		return true
	}
	model, runs := s.Machine.Running()
	if model == nil {
		s.alive = false
		return false
	}
	if s.alive && runs == s.runs {
		return true
	}
	state, image := s.robot.there()
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

// Tick ticks the machine once the robot is there, and publishes the changes. It logs an error and returns nil.
func (s *machineSlot) Tick(now time.Duration) error {
	at := time.Unix(0, int64(now))
	if !s.ready(at) {
		return nil
	}
	s.topics.Begin(at)
	if err := s.Slot.Tick(now); err != nil {
		s.errorLog.report(err)
	}
	s.topics.End(at)
	return nil
}
