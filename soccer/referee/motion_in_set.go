package referee

import (
	"fmt"
	"math"

	"gonao/soccer/game"
)

// motionInSet calls robots that leave their place in SET. A robot that gets up may move until it stands.
func motionInSet(m *moment) []Call {
	if m.game.State != game.Set {
		return nil
	}
	var calls []Call
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if !m.plays(r) || r.Fallen {
			continue
		}
		h := &m.past.robots[r.index()]
		if d := math.Hypot(r.X-h.setX, r.Y-h.setY); d > m.book.Referee.SetMotion.Value {
			calls = append(calls, m.penalty("motion_in_set", r, game.MotionInSet, fmt.Sprintf("moved by %.3f m", d),
				source("referee.set_motion", m.book.Referee.SetMotion)))
		}
	}
	return calls
}
