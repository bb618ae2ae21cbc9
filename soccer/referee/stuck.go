package referee

import (
	"fmt"

	"gonao/soccer/game"
)

// localStuck calls the robot nearest to a ball that has not moved while robots are near it; the robot is removed.
func localStuck(m *moment) []Call {
	rule, b := &m.book.Stuck, m.truth.Ball
	lies := m.truth.Time - m.past.anchored
	if m.game.State != game.Playing || lies <= rule.LocalStuck.Sec() {
		return nil
	}
	var nearest *Robot
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if d := r.distance(b.X, b.Y); m.plays(r) && d <= rule.StuckNear.Value && (nearest == nil || d < nearest.distance(b.X, b.Y)) {
			nearest = r
		}
	}
	if nearest == nil {
		return nil
	}
	return []Call{m.penalty("local_stuck", nearest, game.LocalGameStuck, fmt.Sprintf("the ball lies for %s, the robot is at %.2f m", lies, nearest.distance(b.X, b.Y)),
		source("stuck.local_stuck", rule.LocalStuck))}
}

// globalStuck calls a drop ball when no robot has been near the ball for long.
func globalStuck(m *moment) []Call {
	rule := &m.book.Stuck
	alone := m.truth.Time - m.past.lonely
	if m.game.State != game.Playing || alone <= rule.GlobalStuck.Sec() {
		return nil
	}
	return []Call{{
		Rule: "global_stuck", Time: m.truth.Time, Action: game.Action{Kind: game.GlobalGameStuck},
		Evidence: fmt.Sprintf("no robot near the ball for %s", alone), Source: source("stuck.global_stuck", rule.GlobalStuck),
	}}
}
