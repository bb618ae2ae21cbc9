package motion

import (
	"fmt"
	"math"

	"gonao/nao"
)

// BodyState is what the body does as a whole.
type BodyState uint8

// The states, as gonao_msgs/MotionState numbers them.
const (
	Starting  BodyState = iota // from the posture it was found in to the stand
	Standing                   // balanced, on both feet
	Walking                    // and stopping
	Kicking                    //
	Posing                     // a slot motion moves the legs
	Falling                    // going down: curled up and soft
	Fallen                     // lies
	GettingUp                  //
	Sitting                    // in another posture than the stand, stiff
	Resting                    // squats without stiffness
)

// String gives the state's name in lower case.
func (s BodyState) String() string {
	names := [...]string{
		"starting", "standing", "walking", "kicking", "playing",
		"falling", "fallen", "getting_up", "sitting", "resting",
	}
	if int(s) >= len(names) {
		return fmt.Sprintf("BodyState(%d)", uint8(s))
	}
	return names[s]
}

// State tells what the body does.
func (m *Motion) State() BodyState {
	if m.state == Standing && m.engine.walk != nil && m.owners[nao.LHipRoll] == walkOwner && !m.engine.walk.Standing() {
		return Walking
	}
	return m.state
}

// InStateSec tells since when, in s.
func (m *Motion) InStateSec() float64 { return (m.now - m.since).Seconds() }

// Detail says more about the state: the side the robot lies on, the motion that is played.
func (m *Motion) Detail() string {
	switch m.State() {
	case Falling, Fallen, GettingUp:
		if m.engine.fall != nil {
			return m.engine.fall.Side()
		}
	case Posing, Sitting, Resting:
		return m.posture
	case Walking:
		if m.under(walkTask) {
			return "walk_to"
		}
	default:
	}
	return ""
}

// Falls counts the falls since motion began.
func (m *Motion) Falls() int { return m.falls }

// Changes counts what State, Owner and Detail tell: another number, other words.
func (m *Motion) Changes() uint64 { return m.changes }

// enter begins a state.
func (m *Motion) enter(s BodyState) {
	m.state, m.since = s, m.now
	m.hands.handled = m.hands.handled && s != Standing
	m.changes++
}

// legsReady tells why the legs cannot begin something from the stand, or gives nil.
func (m *Motion) legsReady() error {
	switch m.state {
	case Standing:
		if m.engine.walk == nil {
			return ErrNoEngine
		}
		return m.freeLegs()
	case Falling, Fallen, GettingUp:
		return ErrFallen
	case Sitting, Resting:
		return fmt.Errorf("%w: it is %s", ErrNotStanding, m.state)
	case Kicking, Posing:
		return &TakenError{Joint: nao.LHipYawPitch, Owner: m.ownerName(m.owners[nao.LHipYawPitch])}
	default:
		return ErrNotReady
	}
}

// freeLegs tells whether a play holds a joint of the legs.
func (m *Motion) freeLegs() error {
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		if o := m.owners[j]; o != hold && o != walkOwner {
			return &TakenError{Joint: j, Owner: m.ownerName(o)}
		}
	}
	return nil
}

// CanWalk tells whether a walk, a kick or a posture would begin now.
func (m *Motion) CanWalk() bool {
	return m.started && m.state == Standing && m.engine.walk != nil && m.legsFree()
}

// legsFree is freeLegs without words.
func (m *Motion) legsFree() bool {
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		if o := m.owners[j]; o != hold && o != walkOwner {
			return false
		}
	}
	return true
}

// atStand tells whether the legs are about where they stand.
func (m *Motion) atStand() bool {
	const about = 0.35 // rad; an engine's own stand may be lower or higher
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		if math.Abs(m.command.Position[j]-m.cfg.Stand[j]) > about {
			return false
		}
	}
	return true
}
