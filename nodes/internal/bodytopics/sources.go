package bodytopics

import (
	"fmt"
	"sync/atomic"
	"time"

	lolacommands "gonao/msgs/nao_lola_command_msgs"
	naoqibridgemsgs "gonao/msgs/naoqi_bridge_msgs"
	"gonao/nao"
	"gonao/nao/body"
	"gonao/ros"
)

// sources holds the topics that may command the joints. It holds the arbiter between joint_command and the topics of
// nao_lola and naoqi_driver, and combines the messages of these two drivers' topics into commands for the whole body.
// It belongs to the control loop, except for the atomics.
type sources struct {
	arbiter body.CommandArbiter
	free    func() bool // reports whether the robot follows no commander
	fail    func(error)

	Positions   *ros.Subscription[lolacommands.JointPositions]          `topic:"effectors/joint_positions" doc:"of some joints"`
	Stiffnesses *ros.Subscription[lolacommands.JointStiffnesses]        `topic:"effectors/joint_stiffnesses" doc:"of some joints"`
	Angles      *ros.Subscription[naoqibridgemsgs.JointAnglesWithSpeed] `topic:"joint_angles" doc:"joints or one of NAOqi's groups"`

	partial body.PartialCommand
	mover   body.JointMover

	now                 time.Duration // time of the body
	dtSec               float64       // time since the last state
	position, stiffness nao.Joints    // measured values

	owner   atomic.Uint32 // a body.CommandSource, for the report
	refused [4]atomic.Uint64
}

// longestStep bounds how far a joint moves on after a pause of the body's cycle.
const longestStep = 2 * nao.CyclePeriod

// beginCycle records the state of a cycle. If the robot was away for a while, all commands of that time are dropped.
func (s *sources) beginCycle(state *nao.State, away bool) {
	s.dtSec = max(0, min(state.Time-s.now, longestStep)).Seconds()
	s.now, s.position, s.stiffness = state.Time, state.Position, state.Stiffness
	if away {
		s.arbiter.Release()
		drain(s.Positions)
		drain(s.Stiffnesses)
		drain(s.Angles)
	}
	s.owner.Store(uint32(s.arbiter.Owner(s.now)))
}

// drain drops the messages of a subscription.
func drain[T any](topic *ros.Subscription[T]) {
	for range len(topic.C()) {
		<-topic.C()
	}
}

// claim requests the joints for a source that sends commands. It reports whether they were granted, and whether the
// source has just begun to command. It counts refusals.
func (s *sources) claim(source body.CommandSource) (granted, began bool) {
	granted, began = s.arbiter.Claim(source, s.now, s.free)
	if granted {
		s.owner.Store(uint32(source))
	} else {
		s.refused[source].Add(1)
	}
	return granted, began
}

// poll fills in a command from the messages on nao_lola's and naoqi_driver's topics since the last cycle, and reports
// whether there is one. Like nao_lola, it does not wait. The second result reports whether one of these topics has
// control of the joints, with or without a new command.
func (s *sources) poll(cmd *nao.Command) (got, held bool) {
	sent := false
	for range len(s.Stiffnesses.C()) {
		sent = s.applyStiffnesses(<-s.Stiffnesses.C()) || sent
	}
	for range len(s.Positions.C()) {
		sent = s.applyPositions(<-s.Positions.C()) || sent
	}
	for range len(s.Angles.C()) {
		s.applyAngles(<-s.Angles.C())
	}
	switch s.arbiter.Owner(s.now) {
	case body.Effectors:
		if sent {
			s.partial.Command(cmd)
		}
		return sent, true
	case body.JointAngles:
		if !s.mover.Moving() {
			return false, true
		}
		s.claim(body.JointAngles) // an unfinished goal counts as a message
		s.mover.Step(s.dtSec, cmd)
		return true, true
	default:
		return false, false
	}
}

// claimEffectors claims the joints for nao_lola's topics. When they begin to command, they start from the measured
// joints.
func (s *sources) claimEffectors() bool {
	granted, began := s.claim(body.Effectors)
	if began {
		s.partial.Begin(&s.position, &s.stiffness)
	}
	return granted
}

func (s *sources) applyPositions(m lolacommands.JointPositions) bool {
	if err := body.CheckJoints(m.Indexes, m.Positions); err != nil {
		s.fail(fmt.Errorf("%s is not obeyed: %w", s.Positions.Topic(), err))
		return false
	}
	if !s.claimEffectors() {
		return false
	}
	s.partial.SetPositions(m.Indexes, m.Positions)
	return true
}

func (s *sources) applyStiffnesses(m lolacommands.JointStiffnesses) bool {
	if err := body.CheckJoints(m.Indexes, m.Stiffnesses); err != nil {
		s.fail(fmt.Errorf("%s is not obeyed: %w", s.Stiffnesses.Topic(), err))
		return false
	}
	if !s.claimEffectors() {
		return false
	}
	s.partial.SetStiffnesses(m.Indexes, m.Stiffnesses)
	return true
}

func (s *sources) applyAngles(m naoqibridgemsgs.JointAnglesWithSpeed) {
	goal, err := body.MakeCommandGoal(m.JointNames, m.JointAngles, float64(m.Speed), m.Relative != 0)
	if err != nil {
		s.fail(fmt.Errorf("%s is not obeyed: %w", s.Angles.Topic(), err))
		return
	}
	granted, began := s.claim(body.JointAngles)
	if !granted {
		return
	}
	if began {
		s.mover.Begin(&s.position, &s.stiffness)
	}
	s.mover.Go(&goal)
}

// owning returns the source that commands now. It may be called from any goroutine.
func (s *sources) owning() body.CommandSource { return body.CommandSource(s.owner.Load()) }
