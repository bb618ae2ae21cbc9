package referee

import (
	"fmt"

	"gonao/soccer/game"
)

// arms calls robots that play the ball with an arm or a hand, except the goalkeeper in its penalty area and robots that
// fall or get up. If it prevented an own goal, the goal counts instead.
func arms(m *moment) []Call {
	if m.game.State != game.Playing {
		return nil
	}
	var calls []Call
	for _, touch := range m.truth.Touches {
		r, b := m.robot(touch.ID), m.truth.Ball
		if !touch.Arm || touch.Deflection || r == nil || !m.plays(r) || r.Fallen || r.GettingUp {
			continue
		}
		ownArea := m.inArea(r, r.Side, m.field.PenaltyAreaLength.Value, m.field.PenaltyAreaWidth.Value)
		ownGoal := m.field.inGoal(b) && defender(m.game, b.X) == r.Side
		if ownGoal || ownArea && r.Number == m.game.Team(r.Side).Goalkeeper {
			continue
		}
		evidence := fmt.Sprintf("ball at %.2f %.2f", b.X, b.Y)
		if m.book.Match.Warnings.Int() > 0 {
			calls = append(calls, Call{
				Rule: "arms", Time: m.truth.Time, Action: game.Action{Kind: game.Warn, Side: r.Side, Player: r.Number}, Evidence: evidence,
				Source: source("match.warnings", m.book.Match.Warnings),
			})
			p := m.game.Player(r.Side, r.Number)
			if p.Warnings+1 >= m.book.Match.Warnings.Int() && p.Cautions+1 >= m.book.Match.Cautions.Int() {
				continue // which sends it off
			}
		}
		c := m.penalty("arms", r, game.ArmsHands, evidence, source("penalties.arms_hands.duration", m.book.Penalties[game.ArmsHands.String()].Duration))
		c.PlaceAt, c.X, c.Y = true, b.X, b.Y
		calls = append(calls, c)
	}
	return calls
}
