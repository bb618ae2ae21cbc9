package referee

import (
	"fmt"
	"math"

	"gonao/soccer/game"
)

// motionInStandby calls a whole team when one of its robots moves in STANDBY. Robots may stand up.
func motionInStandby(m *moment) []Call {
	if m.game.State != game.Standby {
		return nil
	}
	var calls []Call
	for _, s := range [...]game.Side{game.Home, game.Away} {
		for i := range m.truth.Robots {
			r := &m.truth.Robots[i]
			d := m.moved(r)
			if r.Side != s || !m.plays(r) || r.Fallen || d <= m.book.Referee.SetMotion.Value {
				continue
			}
			calls = append(calls, Call{
				Rule: "motion_in_standby", Time: m.truth.Time, Action: game.Action{Kind: game.Penalize, Side: s, Penalty: game.MotionInStandby},
				Evidence: fmt.Sprintf("%s %d moved by %.3f m", s, r.Number, d), Source: source("referee.set_motion", m.book.Referee.SetMotion),
			})
			break
		}
	}
	return calls
}

// motionInStop calls robots that move while play is stopped; they may not even get up.
func motionInStop(m *moment) []Call {
	var calls []Call
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if d := m.moved(r); m.plays(r) && (r.GettingUp || d > m.book.Referee.SetMotion.Value) {
			calls = append(calls, m.penalty("motion_in_standby", r, game.MotionInStop, fmt.Sprintf("moved by %.3f m", d),
				source("referee.set_motion", m.book.Referee.SetMotion)))
		}
	}
	return calls
}

// moved returns how far a robot is from where it had to stay.
func (m *moment) moved(r *Robot) float64 {
	if !r.known() {
		return 0
	}
	h := &m.past.robots[r.index()]
	return math.Hypot(r.X-h.setX, r.Y-h.setY)
}
