package motion

import (
	"errors"
	"fmt"
	"time"

	"gonao/motion/slot"
	jointspeed "gonao/motion/speed"
	"gonao/nao"
)

// MaxLimp is the longest time for which joints are made limp at once.
const MaxLimp = 10 * time.Second

// hungN is what the soles of a robot that hangs feel at most, N.
const hungN = 10

// ErrOnItsFeet is why legs are not made limp.
var ErrOnItsFeet = errors.New("the robot is on its feet; let it sit, rest or lie, or hang it up")

// hands is what people and programs do to single joints.
type hands struct {
	speeds  jointspeed.Controller
	limp    [nao.NumJoints]bool // asked for
	until   time.Duration       // for how long
	handled bool                // legs were moved by hand: it does not get up by itself
	onSoles float64             // N
}

// SetJointSpeeds turns joints with speeds, rad/s, beyond their top speed with that,
// for hold (0: [jointspeed.DefaultHold]) or until the next call that names them; then
// they come to rest. It is refused with [jointspeed.ErrBad], with [ErrNotReady] until the
// robot stands, and with a [*TakenError] when another owner holds one of the joints.
func (m *Motion) SetJointSpeeds(targets []jointspeed.Target, hold time.Duration) error {
	if err := jointspeed.Check(targets, hold); err != nil {
		return err
	}
	if err := m.playReady(); err != nil {
		return fmt.Errorf("joint speeds: %w", err)
	}
	joints := make([]nao.Joint, len(targets))
	for i, t := range targets {
		joints[i] = t.Joint
	}
	if err := m.free(speedOwner, joints); err != nil {
		return fmt.Errorf("joint speeds: %w", err)
	}
	m.takeOver(speedOwner, joints, "joint speeds", false)
	m.hands.speeds.Set(targets, m.now, hold, &m.speed)
	return nil
}

// Limp lets joints be moved by hand: they lose their stiffness, and their command
// follows the measured angle. Joints that were limp and are not named any more get
// stiff where they are; none at all ends it, and so does hold without another call,
// up to [MaxLimp]. Legs of a robot that is on its feet are refused with
// [ErrOnItsFeet]; joints that something moves with a [*TakenError].
func (m *Motion) Limp(joints []nao.Joint, hold time.Duration) error {
	if hold <= 0 || hold > MaxLimp {
		return fmt.Errorf("limp: for %v: expected above 0, up to %v", hold, MaxLimp)
	}
	if !m.started || m.state == Starting {
		return fmt.Errorf("limp: %w", ErrNotReady)
	}
	for _, j := range joints {
		if j >= nao.NumJoints {
			return fmt.Errorf("limp: %s: no such joint", j)
		}
	}
	if err := m.mayBeLimp(joints); err != nil {
		return fmt.Errorf("limp: %w", err)
	}
	m.hands.limp, m.hands.until = [nao.NumJoints]bool{}, m.now+hold
	for _, j := range joints {
		m.hands.limp[j] = true
	}
	// Nobody is caught who is tilted by hand: a fall would make the robot stiff.
	m.takeOver(limpOwner, joints, "moved by hand", true)
	m.hands.handled = m.hands.handled || anyLegs(joints)
	return nil
}

// takeOver gives the joints to o that it has not yet; the caller has asked free.
func (m *Motion) takeOver(o owner, joints []nao.Joint, name string, lying bool) {
	fresh := make([]nao.Joint, 0, nao.NumJoints)
	for _, j := range joints {
		if m.owners[j] != o {
			fresh = append(fresh, j)
		}
	}
	if len(fresh) > 0 {
		m.claim(o, fresh)
		m.legsPlay(fresh, name, lying)
	}
}

// mayBeLimp tells why joints may not be made limp, or gives nil.
func (m *Motion) mayBeLimp(joints []nao.Joint) error {
	switch m.state {
	case Falling, GettingUp:
		return ErrFallen
	case Fallen:
		if anyLegs(joints) {
			m.release(fallOwner)
		}
	case Sitting, Resting:
	default:
		already := true
		for _, j := range joints {
			already = already && (!isLeg(j) || m.owners[j] == limpOwner)
		}
		if !already && !(m.hands.onSoles < hungN) {
			return ErrOnItsFeet
		}
	}
	return m.free(limpOwner, joints)
}

// isLeg tells whether a joint is of the legs.
func isLeg(j nao.Joint) bool { return j >= nao.LHipYawPitch && j <= nao.RAnkleRoll }

func anyLegs(joints []nao.Joint) bool {
	for _, j := range joints {
		if isLeg(j) {
			return true
		}
	}
	return false
}

// stepHands moves the joints that turn by speed, and follows those that are limp.
func (m *Motion) stepHands(state *nao.State) {
	h := &m.hands
	h.onSoles = 0
	for _, f := range state.FSR {
		h.onSoles += f
	}
	for j := range nao.Joint(nao.NumJoints) {
		switch m.owners[j] {
		case limpOwner:
			m.stepLimp(j)
		case speedOwner:
			m.command.Stiffness[j] = slot.Stiffen(m.command.Stiffness[j], 1, m.dtSec)
		default:
			h.speeds.Drop(j) // a fall, or a beginning anew, took it away
		}
	}
	h.speeds.Step(m.now, m.dtSec, &state.Position, &m.command.Position)
	for j := range nao.Joint(nao.NumJoints) {
		if m.owners[j] == speedOwner && !h.speeds.Turns(j) {
			m.owners[j] = hold
			m.changes++
		}
	}
}

// stepLimp softens a joint that shall be moved by hand, or makes it stiff again
// where it is.
func (m *Motion) stepLimp(j nao.Joint) {
	stiff := &m.command.Stiffness[j]
	if *stiff <= 0 && finite(m.measured[j]) {
		m.command.Position[j] = m.measured[j]
	}
	if m.hands.limp[j] && m.now < m.hands.until {
		*stiff = slot.Stiffen(*stiff, 0, m.dtSec)
		return
	}
	if *stiff = slot.Stiffen(*stiff, 1, m.dtSec); *stiff >= 1 {
		m.owners[j] = hold
		m.changes++
	}
}
