package referee

import (
	"fmt"

	"gonao/soccer/game"
)

// freeKick calls defenders that come near the ball in a free kick, or have not left in time.
func freeKick(m *moment) []Call {
	g, rule := m.game, &m.book.Positions
	if g.State != game.Playing || g.SetPlay == game.NoSetPlay || g.SetPlay == game.KickOff || g.SetPlay == game.PenaltyKick {
		return nil
	}
	var calls []Call
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		d := r.distance(m.truth.Ball.X, m.truth.Ball.Y)
		if r.Side != g.Kicking.Other() || !m.plays(r) || d >= rule.FreeKickRadius.Value {
			continue
		}
		since := m.truth.Time - m.past.began
		switch {
		case m.past.robots[r.index()].away:
			calls = append(calls, m.penalty("free_kick", r, game.IllegalPosition, fmt.Sprintf("came to %.2f m", d), source("positions.free_kick_radius", rule.FreeKickRadius)))
		case since > rule.FreeKickClear.Sec():
			calls = append(calls, m.penalty("free_kick", r, game.IllegalPosition, fmt.Sprintf("at %.2f m after %s", d, since), source("positions.free_kick_clear", rule.FreeKickClear)))
		}
	}
	return calls
}
