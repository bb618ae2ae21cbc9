package sensors

import (
	"math"

	"gonao/internal/si"
	"gonao/nao"
)

// When a gyroscope counts as failed.
const (
	sameSec  = 0.15 // one axis unchanged, while other readings change
	allSec   = 0.06 // as sameSec, for all axes
	drift    = 0.3  // rad: its turn less that of the body's own angles, in about driftSec
	driftSec = 0.5
	fastest  = 20.0 // rad/s: no robot turns faster
	backSec  = 1.0  // with right readings until it is used again
)

// Gyroscope monitors the gyroscope. The zero value is ready.
type Gyroscope struct {
	began  bool
	last   nao.State
	rate   [2]float64 // rates of roll and pitch, from the body's own angles, rad/s
	same   [3]float64 // s
	off    [2]float64 // rad
	right  float64    // s
	failed bool
}

// Failed reports whether the gyroscope cannot be right.
func (m *Gyroscope) Failed() bool { return m.failed }

// Rate returns the rates of roll and pitch that the body's own angles have, smoothed, rad/s.
func (m *Gyroscope) Rate() [2]float64 { return m.rate }

// Step reads a state.
func (m *Gyroscope) Step(state *nao.State) {
	dtSec := (state.Time - m.last.Time).Seconds()
	if !state.Capabilities.Has(nao.SensesIMU) || !m.began || dtSec <= 0 || dtSec > 0.1 {
		m.began, m.last, m.same, m.off, m.rate = true, *state, [3]float64{}, [2]float64{}, [2]float64{}
		return
	}
	wrong := m.unchanged(state, dtSec)
	wrong = m.drifts(state, dtSec) || wrong
	m.last = *state
	switch {
	case wrong:
		m.failed, m.right = true, 0
	case m.failed:
		if m.right += dtSec; m.right >= backSec {
			m.failed = false
		}
	}
}

// unchanged reports whether an axis has not changed for too long although other readings have, or is NaN.
func (m *Gyroscope) unchanged(state *nao.State, dtSec float64) bool {
	moves := state.Capabilities.Has(nao.EveryCycle) && (state.Accelerometer != m.last.Accelerometer || state.Angles != m.last.Angles)
	wrong, least := false, math.Inf(1)
	for i, w := range state.Gyroscope {
		switch {
		case !(math.Abs(w) <= fastest), w == m.last.Gyroscope[i] && moves:
			m.same[i] += dtSec
		case w != m.last.Gyroscope[i]:
			m.same[i] = 0
		}
		wrong = wrong || m.same[i] >= sameSec
		least = min(least, m.same[i])
	}
	return wrong || least >= allSec
}

// drifts reports whether the angle turned by the gyroscope differs from the body's own angles, while the robot is
// upright.
func (m *Gyroscope) drifts(state *nao.State, dtSec float64) bool {
	const smooth = 0.3 // share of the new rate
	if !(math.Abs(state.Angles[0]) < tiltMost) || !(math.Abs(state.Angles[1]) < tiltMost) {
		m.off = [2]float64{}
		return false
	}
	wrong := false
	for i := range m.off {
		rate := (state.Angles[i] - m.last.Angles[i]) / dtSec
		if w := state.Gyroscope[i]; si.IsFinite(rate) && math.Abs(rate) < fastest {
			m.rate[i] += smooth * (rate - m.rate[i])
			if si.IsFinite(w) {
				w = min(max(w, -fastest), fastest)
				m.off[i] = min(max(m.off[i]+dtSec*(w-rate-m.off[i]/driftSec), -2*drift), 2*drift)
			}
		}
		wrong = wrong || math.Abs(m.off[i]) > drift
	}
	return wrong
}
