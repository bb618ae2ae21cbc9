package motion

import (
	"fmt"
	"slices"
	"time"

	"gonao/internal/si"
	"gonao/motion/slot"
	"gonao/nao"
)

// owner is what moves a joint.
type owner uint8

// The owners; owner firstPlay+i is play i.
const (
	hold           owner = iota // no owner: the joint stays where it is, or goes to the stand
	headOwner                   // head commands
	lookOwner                   // look_at
	walkOwner                   // the walk, and its stand
	kickOwner                   //
	saveOwner                   // a goalkeeper's block or dive
	postureOwner                //
	fallOwner                   // the protective posture
	getUpOwner                  //
	speedOwner                  // joints by speed
	anglesOwner                 // joint_angles, see GoTo
	effectorsOwner              // effectors/*, see SetPositions
	limpOwner                   // a person who moves the robot by hand
	idleHeadOwner               // head commands that yield to every other owner
	firstPlay

	numOwners = firstPlay + maxPlays
)

// ownerNames are the owners as errors and motion_state name them; plays and postures have
// names of their own.
var ownerNames = [firstPlay]string{
	hold: "nobody", headOwner: "the head commands", lookOwner: "look_at", walkOwner: "the walk",
	kickOwner: "the kick", saveOwner: "the save", postureOwner: "a posture", fallOwner: "the fall", getUpOwner: "get_up",
	speedOwner: "joint speeds", anglesOwner: "joint_angles", effectorsOwner: "effectors/*",
	limpOwner: "whoever made it limp", idleHeadOwner: "the idle head commands",
}

// Group is a part of the body.
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

func anyLegs(joints []nao.Joint) bool { return slices.ContainsFunc(joints, nao.Joint.IsLeg) }

// TakenError is returned when another owner has a joint.
type TakenError struct {
	Joint nao.Joint
	Owner string // such as: motion "dance_right"
}

// Error names the joint and its owner.
func (e *TakenError) Error() string {
	return fmt.Sprintf("joint %s: held by %s", e.Joint, e.Owner)
}

// joints is the arbiter of the joints: it holds the owner of each joint, and the command composed from the owners'
// requests. A joint has one owner at a time.
type joints struct {
	command nao.Command // the last one, or the one being composed
	scratch nao.Command // where engines write
	speed   nao.Joints  // in the last command, rad/s

	owners   [nao.NumJoints]owner
	held     [numOwners]int      // joints of each owner
	names    [numOwners]string   // names of postures and plays
	moved    [nao.NumJoints]bool // had an owner other than the walk since the start
	coasting [nao.NumJoints]coast
	blends   [nao.NumJoints]blend
	changes  uint64 // counts changes of owners
}

// reset removes all owners, and sets the command to the measured posture and
// stiffness. stand replaces the angles that are not finite.
func (a *joints) reset(state *nao.State, stand *nao.Joints) {
	a.owners, a.held, a.moved = [nao.NumJoints]owner{}, [numOwners]int{}, [nao.NumJoints]bool{}
	a.coasting, a.speed = [nao.NumJoints]coast{}, nao.Joints{}
	for j := range nao.Joint(nao.NumJoints) {
		angle := state.Position[j]
		if !si.IsFinite(angle) {
			angle = stand[j]
		}
		a.command.Position[j] = j.Clamp(angle)
		a.command.Stiffness[j] = min(max(state.Stiffness[j], 0), 1)
		if !(state.Stiffness[j] >= 0) {
			a.command.Stiffness[j] = 0
		}
	}
}

// set changes the owner of one joint.
func (a *joints) set(j nao.Joint, o owner) {
	a.held[a.owners[j]]--
	a.owners[j] = o
	a.held[o]++
}

// holds reports whether o has any joint.
func (a *joints) holds(o owner) bool { return a.held[o] > 0 }

// name returns the owner's name for people.
func (a *joints) name(o owner) string {
	if a.names[o] == "" && o < firstPlay {
		return ownerNames[o]
	}
	return a.names[o]
}

// owner returns the first owner of a group's joints, or hold. Two plays share a group only
// if no joint is in both.
func (a *joints) owner(g Group) owner {
	for _, j := range groups[g] {
		if a.owners[j] != hold {
			return a.owners[j]
		}
	}
	return hold
}

// anyMoved reports whether an owner other than the walk has moved a joint of the group.
func (a *joints) anyMoved(g Group) bool {
	return slices.ContainsFunc(groups[g], func(j nao.Joint) bool { return a.moved[j] })
}

// lenders are the owners that release joints to a request.
type lenders struct {
	legs bool // the walk releases the legs; it always releases the arms
	fall bool // the fall releases its joints
}

func (l lenders) lend(o owner, j nao.Joint) bool {
	switch o {
	case hold, idleHeadOwner:
		return true
	case walkOwner:
		return l.legs || !j.IsLeg()
	case fallOwner:
		return l.fall
	default:
		return false
	}
}

// free returns nil when o has each of the joints or would get it, and otherwise a
// [*TakenError]. It changes nothing.
func (a *joints) free(o owner, want []nao.Joint, from lenders) error {
	for _, j := range want {
		if at := a.owners[j]; at != o && !from.lend(at, j) {
			return &TakenError{Joint: j, Owner: a.name(at)}
		}
	}
	return nil
}

// freeLegs returns nil when no owner but the walk has a joint of the legs.
func (a *joints) freeLegs() error {
	if j, ok := a.takenLeg(); ok {
		return &TakenError{Joint: j, Owner: a.name(a.owners[j])}
	}
	return nil
}

// takenLeg returns the first joint of the legs that an owner other than the walk has.
func (a *joints) takenLeg() (nao.Joint, bool) {
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		if o := a.owners[j]; o != hold && o != walkOwner {
			return j, true
		}
	}
	return 0, false
}

// claim makes o the owner of joints that free has passed.
func (a *joints) claim(o owner, want []nao.Joint) {
	for _, j := range want {
		a.set(j, o)
		a.coasting[j].moving = false
		a.blends[j].on = false
		a.moved[j] = a.moved[j] || o != walkOwner
	}
	a.changes++
}

// claimBlended is claim for an engine that has not begun at the joints' angles: they go over
// to its angles within blendSec.
func (a *joints) claimBlended(o owner, want []nao.Joint, now time.Duration) {
	a.claim(o, want)
	for _, j := range want {
		a.blends[j] = blend{on: true, from: a.command.Position[j], stiff: a.command.Stiffness[j], begin: now}
	}
}

// claimFree is claimBlended for joints without an owner, and those of the walk or of an idle head command; the others
// keep their owners.
func (a *joints) claimFree(o owner, want []nao.Joint, now time.Duration) {
	for i, j := range want {
		if at := a.owners[j]; at == hold || at == walkOwner || at == idleHeadOwner {
			a.claimBlended(o, want[i:i+1], now)
		}
	}
}

// blend is the way of a joint from where it was left to an engine's angle.
type blend struct {
	on          bool
	from, stiff float64
	begin       time.Duration
}

// blendSec is the time of blending.
const blendSec = 0.5

// draft returns a copy of the command for an engine to write to; see take.
func (a *joints) draft() *nao.Command {
	a.scratch = a.command
	return &a.scratch
}

// take copies o's joints from the draft to the command.
func (a *joints) take(o owner, now time.Duration) {
	for j := range a.owners {
		if a.owners[j] != o {
			continue
		}
		at, stiff := a.scratch.Position[j], a.scratch.Stiffness[j]
		if b := &a.blends[j]; b.on {
			s := slot.Ease((now - b.begin).Seconds() / blendSec)
			at, stiff = b.from+s*(at-b.from), b.stiff+s*(stiff-b.stiff)
			b.on = s < 1
		}
		a.command.Position[j], a.command.Stiffness[j] = at, stiff
	}
}

// release removes o as the owner of its joints; they stay where they are.
func (a *joints) release(o owner) {
	for j := range nao.Joint(nao.NumJoints) {
		if a.owners[j] == o {
			a.set(j, hold)
		}
	}
	a.changes++
}

// releaseOne removes the owner of one joint; it stays where it is.
func (a *joints) releaseOne(j nao.Joint) {
	a.set(j, hold)
	a.changes++
}

// releaseMoving removes o as the owner of its joints in the middle of a movement; they slow down to rest.
func (a *joints) releaseMoving(o owner) {
	for j := range nao.Joint(nao.NumJoints) {
		if a.owners[j] == o {
			a.set(j, hold)
			a.coasting[j] = newCoast(a.speed[j])
		}
	}
	a.changes++
}
