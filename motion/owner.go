package motion

import (
	"fmt"
	"slices"
	"time"

	"gonao/motion/slot"
	"gonao/nao"
)

// owner is who moves a joint.
type owner uint8

// The owners; owner firstPlay+i is player i.
const (
	hold      owner = iota // nobody: the joint stays where it is, or goes to the stand
	headOwner              // head commands
	lookOwner              // LookAt
	walkOwner              // the walk, and its stand
	kickOwner
	postureOwner
	fallOwner // the protective posture
	getUpOwner
	speedOwner     // joints by speed
	anglesOwner    // joint_angles, see GoTo
	effectorsOwner // effectors/*, see SetPositions
	limpOwner      // whoever moves the robot by hand
	firstPlay
)

// Group is a part of the body that has one owner.
type Group uint8

// The groups.
const (
	Head Group = iota
	LeftArm
	RightArm
	Legs

	NumGroups = 4
)

// groups are the joints of each group.
var groups = [NumGroups][]nao.Joint{
	Head:     {nao.HeadYaw, nao.HeadPitch},
	LeftArm:  {nao.LShoulderPitch, nao.LShoulderRoll, nao.LElbowYaw, nao.LElbowRoll, nao.LWristYaw, nao.LHand},
	RightArm: {nao.RShoulderPitch, nao.RShoulderRoll, nao.RElbowYaw, nao.RElbowRoll, nao.RWristYaw, nao.RHand},
	Legs: {
		nao.LHipYawPitch, nao.LHipRoll, nao.LHipPitch, nao.LKneePitch, nao.LAnklePitch, nao.LAnkleRoll,
		nao.RHipRoll, nao.RHipPitch, nao.RKneePitch, nao.RAnklePitch, nao.RAnkleRoll,
	},
}

// allJoints are the joints of all groups.
var allJoints = slices.Concat(groups[:]...)

// headJoints are what a head command moves.
var headJoints = groups[Head]

// Owner tells who moves a group: nobody, or the first of those who move its joints. Two
// motions share a group only if no joint is in both.
func (m *Motion) Owner(g Group) string { return m.ownerName(m.owned(g)) }

// owned gives the owner of a group.
func (m *Motion) owned(g Group) owner {
	for _, j := range groups[g] {
		if m.owners[j] != hold {
			return m.owners[j]
		}
	}
	return hold
}

// anyMoved tells whether somebody has moved a joint of the group.
func (m *Motion) anyMoved(g Group) bool {
	for _, j := range groups[g] {
		if m.moved[j] {
			return true
		}
	}
	return false
}

// TakenError says that another owner holds a joint.
type TakenError struct {
	Joint nao.Joint
	Owner string // such as: motion "dance_right"
}

// Error names the joint and its owner.
func (e *TakenError) Error() string {
	return fmt.Sprintf("joint %s: held by %s", e.Joint, e.Owner)
}

// ownerName is how an owner is called in errors.
func (m *Motion) ownerName(o owner) string {
	switch o {
	case hold:
		return "nobody"
	case headOwner:
		return "the head commands"
	case lookOwner:
		return "look_at"
	case walkOwner:
		return "the walk"
	case kickOwner:
		return "the kick"
	case postureOwner:
		return fmt.Sprintf("posture %q", m.posture)
	case fallOwner:
		return "the fall"
	case getUpOwner:
		return "get_up"
	case speedOwner:
		return "joint speeds"
	case anglesOwner:
		return "joint_angles"
	case effectorsOwner:
		return "effectors/*"
	case limpOwner:
		return "whoever made it limp"
	default:
		return m.plays[o-firstPlay].name
	}
}

// free tells whether nobody but o holds any of the joints.
func (m *Motion) free(o owner, joints []nao.Joint) error {
	for _, j := range joints {
		if at := m.owners[j]; at != hold && at != o && (at != walkOwner || !m.lends(j)) {
			return &TakenError{Joint: j, Owner: m.ownerName(at)}
		}
	}
	return nil
}

// lends tells whether the walk gives a joint to whoever asks: the arms always, the
// legs while it stands and nothing waits for them.
func (m *Motion) lends(j nao.Joint) bool {
	if j < nao.LHipYawPitch || j > nao.RAnkleRoll {
		return true
	}
	return m.engine.walk.Standing() && m.legs().kind == noTask
}

// claim gives the joints to o; the caller has asked free.
func (m *Motion) claim(o owner, joints []nao.Joint) {
	for _, j := range joints {
		m.owners[j] = o
		m.rest[j].moving = false
		m.blend[j].on = false
		m.moved[j] = m.moved[j] || o != walkOwner
	}
	m.changes++
}

// blendInto gives the joints to an engine that has not begun at their angles: they go
// over to its angles little by little.
func (m *Motion) blendInto(o owner, joints []nao.Joint) {
	m.claim(o, joints)
	for _, j := range joints {
		m.blend[j] = blend{on: true, from: m.command.Position[j], stiff: m.command.Stiffness[j], begin: m.now}
	}
}

// blend is the way of a joint from where it was left to an engine's angle.
type blend struct {
	on          bool
	from, stiff float64
	begin       time.Duration
}

// blendSec is how long that takes.
const blendSec = 0.5

// take puts what an engine wrote into scratch in force, for the joints it owns.
func (m *Motion) take(o owner) {
	for j := range m.owners {
		if m.owners[j] != o {
			continue
		}
		at, stiff := m.scratch.Position[j], m.scratch.Stiffness[j]
		if b := &m.blend[j]; b.on {
			s := slot.Ease(m.sinceSec(b.begin) / blendSec)
			at, stiff = b.from+s*(at-b.from), b.stiff+s*(stiff-b.stiff)
			b.on = s < 1
		}
		m.command.Position[j], m.command.Stiffness[j] = at, stiff
	}
}

// release takes all of o's joints back; they stay where they are.
func (m *Motion) release(o owner) {
	for j := range m.owners {
		if m.owners[j] == o {
			m.owners[j] = hold
		}
	}
	m.changes++
}

// coast takes all of o's joints back in the middle of a movement; they come to
// rest from the speed they have, see rest.
func (m *Motion) coast(o owner) {
	for j := range m.owners {
		if m.owners[j] == o {
			m.owners[j], m.rest[j] = hold, newRest(m.speed[j])
		}
	}
	m.changes++
}
