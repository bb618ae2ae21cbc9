package body

// This part of the package makes commands for the whole body from the messages of several sources: which
// source may command ([CommandArbiter]), targets of some joints ([PartialCommand]), and joints that move to an
// angle with a part of their speed ([JointMover]).
//
// Angles are in rad, hands go from 0 to 1, time is the body's. Nothing here checks what is safe:
// the rules of nao/body/safety apply to all of it. A cycle allocates nothing.

import "time"

// CommandSource is one of the topics that command the joints.
type CommandSource uint8

// The sources, named as their topics.
const (
	Nobody CommandSource = iota
	JointCommand
	Effectors
	JointAngles

	numSources
)

// String returns the name of the topic, or of the group of topics.
func (s CommandSource) String() string {
	return [...]string{"nobody", "joint_command", "effectors/*", "joint_angles"}[s]
}

// CommandSilence is how long the source that commands must be silent until another one may command.
const CommandSilence = 500 * time.Millisecond

// CommandArbiter decides which source commands: one at a time. The first that sends does, until it has been silent for
// [CommandSilence] and the robot is free; until then messages of the others are dropped. Only joint_angles yields at
// once, to joint_command: a commander of every joint starts from where they are and obeys joint_angles itself, as our
// motion does. A stream of joint_angles would otherwise keep it away forever. The zero value is ready. It belongs to one
// goroutine.
type CommandArbiter struct {
	owner   CommandSource
	sent    time.Duration // time of the owner's last message
	refused [numSources]uint64
}

// Owner returns the source that commands at a time.
func (a *CommandArbiter) Owner(now time.Duration) CommandSource {
	if now-a.sent >= CommandSilence {
		return Nobody
	}
	return a.owner
}

// Last returns the source that commanded last, perhaps long ago.
func (a *CommandArbiter) Last() CommandSource { return a.owner }

// Refused returns the number of messages of a source that were refused.
func (a *CommandArbiter) Refused(source CommandSource) uint64 { return a.refused[source] }

// Claim records that a source sends and reports whether it commands. Began reports whether it has just begun to: its
// earlier messages no longer count, and joints that it does not name start as they are measured. Free reports whether the
// robot follows no other source any more; it is called only when another source sends.
func (a *CommandArbiter) Claim(source CommandSource, now time.Duration, free func() bool) (commands, began bool) {
	silent := a.owner == Nobody || now-a.sent >= CommandSilence || now < a.sent
	switch {
	case a.owner == source:
		began = silent
	case a.owner == JointAngles && source == JointCommand:
		began = true
	case !silent || a.owner != Nobody && !free():
		a.refused[source]++
		return false, false
	default:
		began = true
	}
	a.owner, a.sent = source, now
	return true, began
}

// Release makes the joints free at once, as after the robot was away.
func (a *CommandArbiter) Release() { a.owner = Nobody }
