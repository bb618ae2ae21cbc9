// Package command makes commands for the whole body out of what several commanders say,
// each in its own way: who of them may command ([Arbiter]), targets of some joints
// ([Partial]), and joints that go to an angle with a part of their speed ([Mover]).
//
// Angles are in rad, hands go from 0 to 1, time is the body's. Nothing here checks
// what is safe: the rules of body/safety stand behind all of it. A cycle allocates nothing.
package command

import "time"

// Source is one of the ways to command the joints.
type Source uint8

// The sources, called as their topics.
const (
	Nobody Source = iota
	JointCommand
	Effectors
	JointAngles

	numSources
)

// String gives the topic, or both of them.
func (s Source) String() string {
	return [...]string{"nobody", "joint_command", "effectors/*", "joint_angles"}[s]
}

// Silence is how long a commander must have been silent until another may command.
const Silence = 500 * time.Millisecond

// Arbiter decides who commands: one at a time. The first who speaks does, until he has
// been silent for [Silence] and the robot is free; what others say meanwhile is lost. Only
// joint_angles give way at once, to joint_command: who commands every joint goes on from
// where they are, and obeys joint_angles himself, as our motion does. A stream of them
// would otherwise keep him away for ever.
// The zero value is ready; it belongs to one goroutine.
type Arbiter struct {
	owner   Source
	heard   time.Duration
	refused [numSources]uint64
}

// Owner is who commands at a time.
func (a *Arbiter) Owner(now time.Duration) Source {
	if now-a.heard >= Silence {
		return Nobody
	}
	return a.owner
}

// Last is who commanded last, perhaps long ago.
func (a *Arbiter) Last() Source { return a.owner }

// Refused counts what a source said in vain.
func (a *Arbiter) Refused(who Source) uint64 { return a.refused[who] }

// Hear takes note that a source speaks and tells whether it commands. Afresh is true when
// it begins to: what it said before counts no more, and joints it does not speak of are as they
// are found. Free tells whether the robot follows nobody else any more; it is asked only of
// one who would take over.
func (a *Arbiter) Hear(who Source, now time.Duration, free func() bool) (commands, afresh bool) {
	silent := a.owner == Nobody || now-a.heard >= Silence || now < a.heard
	switch {
	case a.owner == who:
		afresh = silent
	case a.owner == JointAngles && who == JointCommand:
		afresh = true
	case !silent || a.owner != Nobody && !free():
		a.refused[who]++
		return false, false
	default:
		afresh = true
	}
	a.owner, a.heard = who, now
	return true, afresh
}

// Forget makes the place free at once: the robot was away.
func (a *Arbiter) Forget() { a.owner = Nobody }
