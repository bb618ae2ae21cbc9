package referee

import (
	"fmt"

	"gonao/soccer/game"
)

// stance calls robots that stand wider than allowed for too long.
func stance(m *moment) []Call {
	if s := m.game.State; s != game.Playing && s != game.Ready {
		return nil
	}
	penalty := game.PlayerStance
	if _, ok := m.book.Penalties[penalty.String()]; !ok {
		penalty = game.IllegalPosition // 2026 has no number for it
	}
	var calls []Call
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if !m.plays(r) || r.Fallen {
			continue
		}
		if wide := m.truth.Time - m.past.robots[r.index()].narrow; wide > m.book.Robots.Stance.Sec() {
			calls = append(calls, m.penalty("stance", r, penalty, fmt.Sprintf("%.2f m wide for %s", r.Stance, wide), source("robots.stance", m.book.Robots.Stance)))
		}
	}
	return calls
}
