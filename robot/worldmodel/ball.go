package worldmodel

import (
	"math"
	"time"

	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
)

// Figures of balls.
const (
	startsToRoll = 0.15 // probability per second that a ball at rest is kicked
	stopsRolling = 0.3  // probability per second that a rolling ball is stopped
	kickedDev    = 0.8  // m/s, of the velocity of a kicked ball
	rollAccel    = 0.25 // m/s², of a ball that rolls over carpet
	gateBall     = 16.0
	newLogOdds   = -1.0 // for a ball that is seen for the first time: it may be a false one
	seenLogOdds  = 0.7  // for each sighting, times its confidence
	mostLogOdds  = 6.0
)

// ballTrack is one possible ball: two filters and the probability of the rolling one.
type ballTrack struct {
	rests, rolls kalman
	rolling      float64
	logOdds      float64 // that the ball exists
	seenAt       time.Duration
	missed       float64 // s
}

// predict advances both filters, mixed first by how often a ball starts or stops.
func (b *ballTrack) predict(dt, deceleration float64) {
	if dt == 0 {
		return
	}
	starts, stops := min(startsToRoll*dt, 0.5), min(stopsRolling*dt, 0.5)
	if math.Hypot(b.rolls.mean[2], b.rolls.mean[3]) < 0.05 {
		stops = min(4*dt, 0.7) // a ball as slow as this has stopped
	}
	rolls := b.rolling*(1-stops) + (1-b.rolling)*starts
	fromRolls := b.rolling * (1 - stops) / max(rolls, 1e-12)
	fromRests := (1 - b.rolling) * (1 - starts) / max(1-rolls, 1e-12)
	kicked := at(b.rests.mean[0], b.rests.mean[1], b.rests.place(), kickedDev)
	stopped := at(b.rolls.mean[0], b.rolls.mean[1], b.rolls.place(), 0)
	b.rolls, b.rests = mix(&b.rolls, &kicked, fromRolls), mix(&b.rests, &stopped, fromRests)
	b.rolling = rolls
	b.rolls.predict(dt, deceleration, rollAccel)
	b.rests.predict(dt, 0, 0)
}

// update uses a seen ball. The variance of a ball at rest is inflated, because errors of images that follow each
// other are alike; those of the places of a rolling ball are, too, but its velocity comes from their differences.
func (b *ballTrack) update(x, y float64, r plane.Cov2, inflation float64) {
	inflated := plane.Cov2{XX: inflation * r.XX, XY: inflation * r.XY, YY: inflation * r.YY}
	_, rest := b.rests.innovation(x, y, inflated)
	_, roll := b.rolls.innovation(x, y, inflated)
	odds := b.rolling / max(1-b.rolling, 1e-12) * math.Exp(min(max(roll-rest, -20), 20))
	b.rolling = min(max(odds/(1+odds), 1e-4), 1-1e-4)
	b.rolls.update(x, y, r)
	b.rests.update(x, y, inflated)
}

// distance2 returns how far a seen ball is off, in squared deviations.
func (b *ballTrack) distance2(x, y float64, r plane.Cov2) float64 {
	rest, _ := b.rests.innovation(x, y, r)
	roll, _ := b.rolls.innovation(x, y, r)
	return min(rest, roll)
}

// useKick sets the velocity of the nearest ball.
func (m *Model) useKick(k *Kick) {
	if k == nil || m.ballN == 0 {
		return
	}
	if !plane.Finite(k.VX, k.VY, k.Dev) || k.Dev < 0 {
		m.refused++
		return
	}
	b := &m.balls[m.bestBall()]
	sin, cos := math.Sincos(m.odometry.Theta)
	dev := max(k.Dev, 0.1)
	// When exactly the foot met the ball is not known.
	way := 0.04 * math.Hypot(k.VX, k.VY)
	b.rolls = at(b.rests.mean[0], b.rests.mean[1], b.rests.place().Add(plane.Cov2{XX: way * way, YY: way * way}), dev)
	b.rolls.mean[2], b.rolls.mean[3] = cos*k.VX-sin*k.VY, sin*k.VX+cos*k.VY
	b.rolling = 0.9
}

// bestBall returns the index of the ball that is there most probably.
func (m *Model) bestBall() int {
	best := 0
	for i := range m.ballN {
		if m.balls[i].logOdds > m.balls[best].logOdds {
			best = i
		}
	}
	return best
}

// useBalls updates with the balls of an image.
func (m *Model) useBalls(in *Input) {
	var updated [MaxBalls]bool
	for i := range in.Balls {
		m.useBall(&in.Balls[i], in, &updated)
	}
	for i := range m.ballN {
		b := &m.balls[i]
		if updated[i] || in.Stamp == b.seenAt {
			continue
		}
		best, _ := b.state()
		if m.visible(best.mean[0], best.mean[1], &in.View) {
			b.missed += min((in.Stamp - m.lastLook(b, in.Stamp)).Seconds(), 0.2)
			b.logOdds -= 0.3
		}
	}
}

// lastLook returns the time from which a miss counts: that of the last image, at most 0.1 s ago.
func (m *Model) lastLook(b *ballTrack, now time.Duration) time.Duration {
	return max(b.seenAt, now-100*time.Millisecond)
}

// useBall updates the nearest track with one seen ball, or begins one.
func (m *Model) useBall(s *percepts.SeenBall, in *Input, updated *[MaxBalls]bool) {
	if !plane.Finite(s.X, s.Y, s.Confidence) || !s.Cov.Valid() || s.X*s.X+s.Y*s.Y > 400 {
		m.refused++
		return
	}
	x, y := m.corrected(s.X, s.Y, &in.Tilt)
	r := m.seenCov(s.X, s.Y, s.Cov, &in.Tilt)
	best, least := -1, gateBall
	for i := range m.ballN {
		if d2 := m.balls[i].distance2(x, y, r); d2 < least && !updated[i] {
			best, least = i, d2
		}
	}
	if best >= 0 {
		b := &m.balls[best]
		b.update(x, y, r, m.cfg.BallInflation)
		b.logOdds = min(b.logOdds+seenLogOdds*s.Confidence, mostLogOdds)
		b.seenAt, b.missed = in.Stamp, 0
		updated[best] = true
		return
	}
	i := m.ballN
	if m.ballN == MaxBalls {
		i = 0
		for j := range m.balls {
			if m.balls[j].logOdds < m.balls[i].logOdds {
				i = j
			}
		}
	} else {
		m.ballN++
	}
	m.balls[i] = ballTrack{rests: at(x, y, r, 0), rolls: at(x, y, r, kickedDev), rolling: 0.3, logOdds: newLogOdds + s.Confidence, seenAt: in.Stamp}
	updated[i] = true
}

// state returns the filter that describes the ball, and whether it rolls.
func (b *ballTrack) state() (*kalman, bool) {
	if b.rolling > 0.5 {
		return &b.rolls, true
	}
	return &b.rests, false
}

// forget drops balls and robots that are gone.
func (m *Model) forget(now time.Duration) {
	for i := m.ballN - 1; i >= 0; i-- {
		b := &m.balls[i]
		best, _ := b.state()
		if b.missed >= m.cfg.MissedLimit || now-b.seenAt > m.cfg.ForgetBall || b.logOdds < -2 || !plane.Finite(best.mean[0], best.mean[1], best.cov[0][0]) {
			m.ballN--
			m.balls[i] = m.balls[m.ballN]
		}
	}
	for i := m.robotN - 1; i >= 0; i-- {
		r := &m.robots[i]
		if now-r.seenAt > m.cfg.ForgetRobot || r.seen == 1 && now-r.seenAt > time.Second || r.missed > 1.5 || !plane.Finite(r.filter.mean[0], r.filter.mean[1], r.filter.cov[0][0]) {
			m.robotN--
			m.robots[i] = m.robots[m.robotN]
		}
	}
}
