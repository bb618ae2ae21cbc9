package referee

import (
	"fmt"
	"math"

	"gonao/soccer/game"
)

// ballFree ends a set play when its team has touched the ball and clearly moved it. Otherwise the timer of the set play
// ends it.
func ballFree(m *moment) []Call {
	g, h := m.game, m.past
	if g.State != game.Playing || g.SetPlay == game.NoSetPlay || g.Kicking == game.NoSide || h.plays[g.Kicking-game.Home] == 0 {
		return nil
	}
	if g.SetPlay == game.PenaltyKick {
		if !m.book.Referee.PenaltyEndsAtTouch {
			return nil
		}
		return []Call{{
			Rule: "ball_free", Time: m.truth.Time, Action: game.Action{Kind: game.FinishSetPlay}, Evidence: "touched", Source: "referee.penalty_ends_at_touch",
		}}
	}
	d := math.Hypot(m.truth.Ball.X-h.placed.X, m.truth.Ball.Y-h.placed.Y)
	if d < m.book.Referee.ClearMove.Value {
		return nil
	}
	return []Call{{
		Rule: "ball_free", Time: m.truth.Time, Action: game.Action{Kind: game.FinishSetPlay},
		Evidence: fmt.Sprintf("moved by %.3f m", d), Source: source("referee.clear_move", m.book.Referee.ClearMove),
	}}
}
