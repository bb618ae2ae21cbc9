package referee

import (
	"fmt"
	"math"

	"gonao/soccer/game"
)

// collision calls the robot that is responsible for a collision in the match of 2010: the one that moves faster towards
// the other, or of two nearly equal ones the one farther from the ball. A robot that goes to a ball near it may touch a
// standing robot.
func collision(m *moment) []Call {
	if _, ok := m.book.Penalties[game.Collision.String()]; !ok || m.game.State != game.Playing {
		return nil
	}
	var calls []Call
	for _, c := range m.truth.Contacts {
		a, b := m.robot(c.A), m.robot(c.B)
		if a == nil || b == nil || !m.plays(a) || !m.plays(b) || a.Unstable || b.Unstable {
			continue // a robot that makes an opponent stumble is judged as pushing
		}
		if r, speed := m.responsible(a, b); r != nil {
			calls = append(calls, m.penalty("collision", r, game.Collision, fmt.Sprintf("%.2f m/s at %.2f %.2f", speed, c.X, c.Y),
				source("pushing.collision_speed", m.book.Pushing.CollisionSpeed)))
		}
	}
	return calls
}

// responsible returns which of two robots is responsible for their collision, and its speed towards the other; nil for
// neither.
func (m *moment) responsible(a, b *Robot) (*Robot, float64) {
	rule := &m.book.Pushing
	va, vb := m.towards(a, b), m.towards(b, a)
	fast := func(v float64) bool { return v >= rule.PushSpeed.Value }
	nearer := a.distance(m.truth.Ball.X, m.truth.Ball.Y) < b.distance(m.truth.Ball.X, m.truth.Ball.Y)
	switch {
	case !fast(va) && !fast(vb):
		return nil, 0
	case va-vb > rule.CollisionSpeed.Value, math.Abs(va-vb) <= rule.CollisionSpeed.Value && fast(va) && (!nearer || !fast(vb)):
	default:
		a, b, va, vb = b, a, vb, va
	}
	d := a.distance(m.truth.Ball.X, m.truth.Ball.Y)
	if !fast(vb) && d <= m.book.Stuck.StuckNear.Value && d < b.distance(m.truth.Ball.X, m.truth.Ball.Y) {
		return nil, 0
	}
	return a, va
}

// towards returns the speed of a robot towards another, m/s.
func (m *moment) towards(p, v *Robot) float64 {
	h, d := &m.past.robots[p.index()], math.Hypot(v.X-p.X, v.Y-p.Y)
	return (h.vx*(v.X-p.X) + h.vy*(v.Y-p.Y)) / max(d, 1e-9)
}

// blockingBall calls robots that stand near the ball for too long in the match of 2010.
func blockingBall(m *moment) []Call {
	if _, ok := m.book.Penalties[game.BlockingBall.String()]; !ok || m.game.State != game.Playing {
		return nil
	}
	var calls []Call
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if !m.plays(r) || r.Fallen {
			continue
		}
		if stands := m.truth.Time - m.past.robots[r.index()].blocks; stands > m.book.Holding.BallBlocked.Sec() {
			calls = append(calls, m.penalty("blocking_ball", r, game.BlockingBall, fmt.Sprintf("at the ball for %s", stands),
				source("holding.ball_blocked", m.book.Holding.BallBlocked)))
		}
	}
	return calls
}
