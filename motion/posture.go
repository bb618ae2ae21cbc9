package motion

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"gonao/motion/slot"
	"gonao/nao"
)

// ErrUnknownPosture is why a posture is not taken.
var ErrUnknownPosture = errors.New("no such posture")

// Postures are the ones that Posture takes.
var postures = []string{"stand", "sit", "rest"}

// crouchSec is how long the way to the crouch takes, and limpSec how long the
// stiffness goes then.
const (
	crouchSec = 2.0
	limpSec   = 1.0
)

// Posture takes a posture: stand; sit, which stays stiff; rest, which squats and lets
// go. A robot that walks stops first.
func (m *Motion) Posture(name string) (Task, error) {
	if name != "stand" && name != "sit" && name != "rest" {
		return Task{}, fmt.Errorf("posture %q: %w (there are %s)", name, ErrUnknownPosture, strings.Join(postures, ", "))
	}
	switch m.state {
	case Sitting, Resting:
	default:
		if err := m.legsReady(); err != nil {
			return Task{}, fmt.Errorf("posture %q: %w", name, err)
		}
	}
	if err := m.mayTake(postureTask); err != nil {
		return Task{}, fmt.Errorf("posture %q: %w", name, err)
	}
	m.posture = name
	return m.beginTask(postureTask), nil
}

// beginPosture begins the way to the posture that was asked for.
func (m *Motion) beginPosture() {
	if m.posture == "stand" {
		m.endTask(Finished, nil) // it stands
		return
	}
	m.claim(postureOwner, groups[Legs])
	m.poser.Start(m.postureMotion(m.posture), m.now, &m.measured, &m.command)
	m.posing = true
	m.enter(Posing)
}

// postureMotion is the slot motion of a posture: the library's own, or the crouch.
func (m *Motion) postureMotion(name string) *slot.Motion {
	if own, ok := m.library[name]; ok {
		return own
	}
	return m.crouch
}

// crouchMotion takes the legs to the crouch.
func crouchMotion() *slot.Motion {
	crouch := nao.CrouchPosture()
	motion := &slot.Motion{Name: "crouch", Tolerance: 0.15, Timeout: 1500 * time.Millisecond}
	to := slot.Slot{Duration: seconds(crouchSec)}
	for _, j := range groups[Legs] {
		motion.Joints = append(motion.Joints, j)
		to.Targets = append(to.Targets, slot.Target{Joint: j, Angle: crouch[j]})
	}
	motion.Slots = []slot.Slot{to}
	return motion
}

// stepPosture goes to a posture, and holds it.
func (m *Motion) stepPosture(state *nao.State) {
	how := m.poser.Step(m.now, &state.Position, &m.command)
	if t := m.legs(); t.kind == postureTask {
		t.report.Share = m.poser.Progress(m.now)
	}
	switch how {
	case slot.Finished:
		m.posing = false
		m.release(postureOwner)
		if m.posture == "rest" {
			m.enter(Resting)
			return // done when it is limp
		}
		m.endTask(Finished, nil)
		m.enter(Sitting)
	case slot.NotReached:
		joint, late := m.poser.Late()
		m.endTask(NotReached, fmt.Errorf("posture %q: %s is %.2f rad from its target", m.posture, joint, late))
		m.posing = false
		m.release(postureOwner)
		m.enter(Sitting)
	default:
	}
}

// leavePosture softens a robot that rests, and begins what a robot that sits is asked for.
func (m *Motion) leavePosture(state *nao.State) {
	t := m.legs()
	toRest := t.kind == postureTask && m.posture == "rest"
	switch {
	case m.state == Resting && (t.kind == noTask || toRest):
		soften := m.dtSec / limpSec
		limp := true
		for j := range m.command.Stiffness {
			m.command.Stiffness[j] = max(m.command.Stiffness[j]-soften, 0)
			limp = limp && m.command.Stiffness[j] == 0
		}
		if limp && toRest {
			m.endTask(Finished, nil)
		}
	case m.state == Sitting && toRest:
		m.enter(Resting)
	case t.kind == postureTask && m.posture == "sit" && m.state == Sitting:
		m.endTask(Finished, nil)
	case t.kind == postureTask || t.kind == getUpTask:
		m.meetLimp(state)
		m.rise(state)
	}
}

// stopPosture stops on the way to a posture.
func (m *Motion) stopPosture() {
	switch {
	case m.posing:
		m.posing = false
		m.coast(postureOwner)
		m.enter(Sitting)
	case m.state == Starting:
		for j := range m.rest {
			if m.owners[j] == hold {
				m.rest[j] = newRest(m.speed[j])
			}
		}
		m.start.done = true
		m.enter(Sitting)
	}
}
