package motion

import (
	"math"
	"time"

	"gonao/motion/slot"
	"gonao/nao"
)

// riseSpeed is the mean speed at which the joint furthest from the stand goes
// there when motion begins, rad/s: slow enough not to fall on the way.
const riseSpeed = 0.6

// start is the beginning of motion: from the measured posture and stiffness to
// the stand at full stiffness.
type start struct {
	begin         time.Duration
	length        time.Duration // of the way to the stand
	stiffensInSec float64       // from limp to full stiffness
	from          nao.Joints    // measured, rad
	stiff         nao.Joints    // measured, 0 to 1
	done          bool
}

// restart begins anew at a state: nothing is owned, nothing moves.
func (m *Motion) restart(state *nao.State) {
	m.now = state.Time
	for i := range m.plays {
		m.end(Play{index: i, serial: m.plays[i].serial}, Restarted)
	}
	m.endTask(Restarted, errRestarted)
	m.endLook(Restarted, errRestarted)
	m.head.Stop()
	m.owners, m.moved = [nao.NumJoints]owner{}, [nao.NumJoints]bool{}
	m.rest, m.speed = [nao.NumJoints]rest{}, nao.Joints{}
	m.posing, m.lyingPlay, m.mayGetUp, m.anyWanted = false, false, false, false
	for j := range nao.Joint(nao.NumJoints) {
		angle := state.Position[j]
		if !finite(angle) {
			angle = m.cfg.Stand[j] // a broken sensor
		}
		m.command.Position[j] = j.Clamp(angle)
		m.command.Stiffness[j] = min(max(state.Stiffness[j], 0), 1)
		if !(state.Stiffness[j] >= 0) {
			m.command.Stiffness[j] = 0
		}
	}
	m.rise(state)
	m.started = true
}

// heal takes the state over; a sensor that gives no number keeps its last one, for the
// engines remember what they are told.
func (m *Motion) heal(state *nao.State) {
	last := &m.before
	*last, m.sane = m.sane, *state
	keep := func(now, before []float64) {
		for i, v := range now {
			if !finite(v) {
				now[i] = before[i]
			}
		}
	}
	keep(m.sane.Position[:], m.command.Position[:])
	keep(m.sane.Stiffness[:], m.command.Stiffness[:])
	keep(m.sane.Accelerometer[:], last.Accelerometer[:])
	keep(m.sane.Gyroscope[:], last.Gyroscope[:])
	keep(m.sane.Angles[:], last.Angles[:])
	keep(m.sane.FSR[:], last.FSR[:])
}

// rise goes from where the joints are commanded to the stand; arms and head that
// somebody has moved stay.
func (m *Motion) rise(state *nao.State) {
	far := 0.0
	for _, j := range groups[Legs] {
		m.moved[j] = false
	}
	for j := range nao.Joint(nao.NumJoints) {
		if !m.moved[j] {
			far = max(far, math.Abs(m.cfg.Stand[j]-m.command.Position[j]))
		}
	}
	sec := max(m.cfg.StandSec, far/riseSpeed)
	m.start = start{
		begin:         state.Time,
		stiffensInSec: m.cfg.StiffnessSec,
		length:        time.Duration(sec * float64(time.Second)),
		from:          m.command.Position,
		stiff:         m.command.Stiffness,
	}
	m.enter(Starting)
}

// stepStart moves what nobody owns towards the stand, and raises the stiffness.
func (m *Motion) stepStart(now time.Duration) {
	past := now - m.start.begin
	s := slot.Ease(float64(past) / float64(m.start.length))
	stiff := min(past.Seconds()/m.start.stiffensInSec, 1)
	for j := range m.owners {
		m.command.Stiffness[j] = max(m.start.stiff[j], stiff)
		if m.owners[j] == hold && !m.rest[j].moving && !m.moved[j] {
			m.command.Position[j] = m.start.from[j] + s*(m.cfg.Stand[j]-m.start.from[j])
		}
	}
	if past < m.start.length || stiff < 1 {
		return
	}
	m.start.done, m.retell = true, true
	m.enter(Standing)
	if t := m.legs(); t.kind == getUpTask || t.kind == postureTask && m.posture == "stand" {
		m.endTask(Finished, nil)
	}
}

// seconds gives a duration.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
