package motion

import (
	"fmt"

	"gonao/motion/angles"
	"gonao/motion/slot"
	"gonao/nao"
)

// stiffnessScatter is how far a stiffness may be below another and counts as the same: the
// topics have 32 bits.
const stiffnessScatter = 1e-3

// orders are what other people's programs tell single joints by their own topics: a joint
// that is told something has them as its owner until it rests and no more is said of it.
type orders struct {
	angles angles.Controller
	stiff  nao.Joints // what the effectors' joints shall have
}

// GoTo takes joints to angles, rad, or by angles, each at a share of its top speed, as
// ALMotion's setAngles and changeAngles do. The joints become stiff; a newer goal takes
// the place of the joints' old one. It is refused with [angles.ErrBad], with
// [ErrNotReady] until the robot stands, and with a [*TakenError] when another owner
// holds one of the joints; then none of them moves.
func (m *Motion) GoTo(targets []angles.Target, share float64, relative bool) error {
	if err := angles.Check(targets, share); err != nil {
		return err
	}
	if err := m.mayTell(anglesOwner, targets); err != nil {
		return err
	}
	if relative {
		by := targets
		targets = make([]angles.Target, len(by))
		for i, t := range by {
			targets[i] = angles.Target{Joint: t.Joint, Rad: m.command.Position[t.Joint] + t.Rad}
		}
	}
	m.tell(anglesOwner, targets, share)
	return nil
}

// SetPositions gives joints their angles, rad, to which they go as fast as they can: a
// stream of them is followed, as nao_lola does. Their stiffness stays as it was told. It is
// refused for the reasons for which GoTo is.
func (m *Motion) SetPositions(targets []angles.Target) error {
	if err := angles.Check(targets, 1); err != nil {
		return err
	}
	if err := m.mayTell(effectorsOwner, targets); err != nil {
		return err
	}
	m.tell(effectorsOwner, targets, 1)
	return nil
}

// SetStiffnesses gives joints their stiffness, 0 to 1, below 0 as nothing; they stay where
// they are unless SetPositions tells them. Joints of the walk that would not get softer
// are left to it. Legs of a robot that is on its feet are not softened, that is refused with
// [ErrOnItsFeet]; the other reasons are those of GoTo.
func (m *Motion) SetStiffnesses(joints []nao.Joint, stiffness []float64) error {
	if len(joints) != len(stiffness) {
		return fmt.Errorf("%w: %d joints and %d stiffnesses; expected as many", angles.ErrBad, len(joints), len(stiffness))
	}
	targets, legs := make([]angles.Target, 0, len(joints)), false
	for i, j := range joints {
		if j >= nao.NumJoints || !finite(stiffness[i]) {
			return fmt.Errorf("%w: stiffness %g of %s; expected a finite number for a joint", angles.ErrBad, stiffness[i], j)
		}
		softer := stiffness[i] < m.command.Stiffness[j]-stiffnessScatter
		if m.owners[j] == walkOwner && !softer {
			continue
		}
		legs = legs || softer && isLeg(j)
		at, ok := m.orders.angles.Goal(j)
		if !ok {
			at = m.command.Position[j]
		}
		targets = append(targets, angles.Target{Joint: j, Rad: at})
	}
	if len(targets) == 0 {
		return nil
	}
	if err := m.mayTell(effectorsOwner, targets); err != nil {
		return err
	}
	if legs && m.state != Sitting && !(m.hands.onSoles < hungN) {
		return ErrOnItsFeet
	}
	m.tell(effectorsOwner, targets, 1)
	for i, j := range joints {
		if m.owners[j] == effectorsOwner {
			m.orders.stiff[j] = min(max(stiffness[i], 0), 1)
		}
	}
	return nil
}

// mayTell tells why joints are not told anything now, or gives nil.
func (m *Motion) mayTell(o owner, targets []angles.Target) error {
	if err := m.playReady(); err != nil {
		return err
	}
	return m.free(o, jointsOf(targets))
}

func jointsOf(targets []angles.Target) []nao.Joint {
	joints := make([]nao.Joint, len(targets))
	for i, t := range targets {
		joints[i] = t.Joint
	}
	return joints
}

// tell gives joints to whoever tells them, and passes on what he says.
func (m *Motion) tell(o owner, targets []angles.Target, share float64) {
	for _, t := range targets {
		if m.owners[t.Joint] != o {
			m.orders.angles.Drop(t.Joint)
			m.orders.stiff[t.Joint] = m.command.Stiffness[t.Joint]
		}
	}
	m.takeOver(o, jointsOf(targets), m.ownerName(o), false)
	m.orders.angles.Set(targets, share, m.now, &m.speed)
}

// stepOrders moves the joints that were told, and lets go of those that rest.
func (m *Motion) stepOrders() {
	c := &m.orders.angles
	for j := range nao.Joint(nao.NumJoints) {
		stiff := &m.command.Stiffness[j]
		switch m.owners[j] {
		case anglesOwner:
			*stiff = slot.Stiffen(*stiff, 1, m.dtSec)
		case effectorsOwner:
			// Softer at once, as nao_lola has it; stiffer without a jerk.
			*stiff = min(m.orders.stiff[j], slot.Stiffen(*stiff, m.orders.stiff[j], m.dtSec))
		default:
			c.Drop(j) // a fall, or a beginning anew, took it away
		}
	}
	c.Step(m.now, m.dtSec, &m.command.Position)
	for j := range nao.Joint(nao.NumJoints) {
		if o := m.owners[j]; (o == anglesOwner || o == effectorsOwner) && !c.Holds(j) {
			m.owners[j] = hold
			m.changes++
		}
	}
}
