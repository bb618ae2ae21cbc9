package referee

import (
	"fmt"

	"gonao/soccer/game"
)

// goal calls a goal when the whole ball is past the goal-side edge of the goal line, between the posts and below the
// crossbar. A goal that is not valid is a goal kick: for example, a team has not played the ball with two robots since
// the restart.
func goal(m *moment) []Call {
	b := m.truth.Ball
	if m.game.State != game.Playing || m.past.out || !m.field.inGoal(b) {
		return nil
	}
	defends := defender(m.game, b.X)
	evidence := fmt.Sprintf("ball at %.2f %.2f %.2f, played last by %s %d", b.X, b.Y, b.Z, m.past.lastPlay.Side, m.past.lastPlay.Number)
	if !valid(m, defends.Other()) {
		c := m.setPlay("goal", game.GoalKick, defends, evidence+", not indirect", "referee.indirect")
		c.X, c.Y = m.goalKickPlace(b)
		return []Call{c}
	}
	return []Call{{
		Rule: "goal", Time: m.truth.Time, Action: game.Action{Kind: game.Goal, Side: defends.Other()}, Evidence: evidence,
		Source: source("field.goal_width", m.book.Field.GoalWidth),
	}}
}
