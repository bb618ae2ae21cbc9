package referee

import (
	"fmt"
	"time"

	"gonao/soccer/game"
)

// ballHolding calls robots that cover more than half of the ball for too long; the goalkeeper in its penalty area has
// more time. A release subtracts its own duration from the counted time. A robot that has fallen on the ball is judged
// as fallen.
func ballHolding(m *moment) []Call {
	if m.game.State != game.Playing {
		return nil
	}
	rule := &m.book.Holding
	var calls []Call
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if !m.plays(r) || r.Fallen {
			continue
		}
		limit, key := rule.Hold, "holding.hold"
		if r.Number == m.game.Team(r.Side).Goalkeeper && m.inOwnArea(r, m.field.PenaltyAreaLength.Value, m.field.PenaltyAreaWidth.Value) {
			limit, key = rule.HoldKeeper, "holding.hold_keeper"
		}
		if held := m.past.robots[r.index()].held; held > limit.Sec() {
			calls = append(calls, m.penalty("ball_holding", r, game.BallHolding, fmt.Sprintf("held for %s", held.Round(10*time.Millisecond)), source(key, limit)))
		}
	}
	return calls
}
