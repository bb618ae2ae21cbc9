package motion

import (
	"fmt"
	"math"

	"gonao/nao"
)

// How a fall goes on, s and rad/s.
const (
	fallAtMostSec  = 2.5 // then the robot lies, whatever it feels
	caughtSec      = 0.8 // upright for so long again: it did not fall
	quietGyro      = 0.6 // of a robot that lies still
	quietAtMostSec = 3.0
	againSec       = 5.0 // after a get-up that gave up
)

// watchFall begins to fall, and tells when the fall is over.
func (m *Motion) watchFall(state *nao.State) {
	if m.engine.fall == nil {
		return
	}
	felt := m.engine.fall.Watch(state)
	m.felt = felt
	switch m.state {
	case GettingUp, Fallen, Resting:
		return
	case Falling:
		if felt != upright {
			m.uprightAt = m.now
		}
		switch {
		case felt == lying || m.InStateSec() > fallAtMostSec:
			m.enter(Fallen)
		case m.sinceSec(m.uprightAt) > caughtSec:
			m.release(fallOwner)
			m.rise(state)
		}
	default:
		switch {
		case felt == upright || m.lyingPlay:
		case felt == lying && m.state == Starting && m.sinceSec(m.start.begin) < 0.1:
			m.fallDown(Fallen) // found so: who was limp is let lie until somebody asks
			m.mayGetUp = m.cfg.AutoGetUp && stiffEnough(&m.start.stiff)
		default:
			m.falls++
			m.fallDown(Falling)
		}
	}
}

// stiffEnough tells whether somebody moved this body a moment ago.
func stiffEnough(stiffness *nao.Joints) bool {
	sum := 0.0
	for _, s := range stiffness {
		sum += s
	}
	return sum > 0.05*nao.NumJoints
}

// fallDown takes every joint from whoever has it: the robot falls, or lies.
func (m *Motion) fallDown(to BodyState) {
	for i := range m.plays {
		m.end(Play{index: i, serial: m.plays[i].serial}, Fell)
	}
	m.head.Stop()
	m.endLook(Fell, fmt.Errorf("look_at: %w", ErrFallen))
	if t := m.legs(); t.kind != getUpTask {
		m.endTask(Fell, fmt.Errorf("%s: %w", t.kind.name(), ErrFallen))
	}
	m.posing, m.lyingPlay = false, false
	m.claim(fallOwner, allJoints)
	m.engine.fall.Protect(&m.command)
	m.uprightAt, m.pauseUntil, m.mayGetUp = m.now, 0, m.cfg.AutoGetUp && !m.hands.handled || m.under(getUpTask)
	m.enter(to)
}

// stepFall falls softly, lies, and gets up when it may.
func (m *Motion) stepFall(state *nao.State) {
	m.scratch = m.command
	m.engine.fall.Step(state, &m.scratch)
	m.take(fallOwner)
	if m.state != Fallen || m.engine.getUp == nil || m.now < m.pauseUntil {
		return
	}
	still := math.Hypot(math.Hypot(state.Gyroscope[0], state.Gyroscope[1]), state.Gyroscope[2]) < quietGyro
	if m.mayGetUp && (still && m.InStateSec() >= m.cfg.FallenSec || m.InStateSec() > quietAtMostSec) {
		m.beginGetUp(state)
	}
}

// beginGetUp begins to get up from where the joints are.
func (m *Motion) beginGetUp(state *nao.State) {
	m.meetLimp(state)
	if r, ok := m.engine.getUp.(rising); ok {
		_ = r.Tune(m.cfg.GetUp) // which was checked, and no get-up is under way
	}
	if err := m.engine.getUp.Begin(state, &m.command); err != nil {
		m.endTask(GaveUp, fmt.Errorf("get_up: %w", err))
		m.pauseUntil = m.now + seconds(againSec)
		return
	}
	m.claim(getUpOwner, allJoints)
	m.enter(GettingUp)
}

// stepGetUp gets up.
func (m *Motion) stepGetUp(state *nao.State) {
	g := m.engine.getUp
	m.scratch = m.command
	how := g.Step(state, &m.scratch)
	m.take(getUpOwner)
	if t := m.legs(); t.kind == getUpTask {
		t.report.Attempts, t.report.Share = g.Attempts(), g.Progress()
	}
	switch how {
	case stepRunning:
	case stepDone:
		m.endTask(Finished, nil)
		m.release(getUpOwner)
		m.moved = [nao.NumJoints]bool{} // the walk may have the arms
		m.standUpright(state)
	case stepFailed:
		m.endTask(GaveUp, fmt.Errorf("get_up: %w: %d", ErrGaveUp, g.Attempts()))
		m.fallDown(Fallen)
		m.pauseUntil = m.now + seconds(againSec)
	}
}

// meetLimp lets the targets of limp joints be where the joints are.
func (m *Motion) meetLimp(state *nao.State) {
	for j := range nao.Joint(nao.NumJoints) {
		if m.command.Stiffness[j] > 0 || state.Stiffness[j] > 0 {
			continue
		}
		if q := j.Clamp(state.Position[j]); finite(q) {
			m.command.Position[j] = q
		}
	}
}
