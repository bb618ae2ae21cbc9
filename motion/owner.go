package motion

import (
	"fmt"

	"gonao/nao"
)

// owner is who moves a joint.
type owner uint8

// The owners; owner firstPlay+i is player i.
const (
	hold      owner = iota // nobody: the joint stays where it is, or goes to the stand
	headOwner              // a head command
	firstPlay
)

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
	default:
		return fmt.Sprintf("motion %q", m.players[o-firstPlay].Motion().Name)
	}
}

// free tells whether nobody but o holds any of the joints.
func (m *Motion) free(o owner, joints []nao.Joint) error {
	for _, j := range joints {
		if at := m.owners[j]; at != hold && at != o {
			return &TakenError{Joint: j, Owner: m.ownerName(at)}
		}
	}
	return nil
}

// claim gives the joints to o; the caller has asked free.
func (m *Motion) claim(o owner, joints []nao.Joint) {
	for _, j := range joints {
		m.owners[j] = o
		m.rest[j].moving = false
		m.moved[j] = true
	}
}

// release takes all of o's joints back; they stay where they are.
func (m *Motion) release(o owner) {
	for j := range m.owners {
		if m.owners[j] == o {
			m.owners[j] = hold
		}
	}
}

// coast takes all of o's joints back in the middle of a movement; they come to
// rest from the speed they have, see rest.
func (m *Motion) coast(o owner) {
	for j := range m.owners {
		if m.owners[j] == o {
			m.owners[j], m.rest[j] = hold, newRest(m.speed[j])
		}
	}
}
