package referee

import (
	"fmt"

	"gonao/soccer/game"
)

// inactive calls robots that have neither walked nor looked for the ball for too long.
func inactive(m *moment) []Call {
	if s := m.game.State; s != game.Ready && s != game.Playing {
		return nil
	}
	var calls []Call
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if !m.plays(r) || r.Fallen {
			continue
		}
		if idle := m.truth.Time - m.past.robots[r.index()].active; idle > m.book.Robots.Inactive.Sec() {
			calls = append(calls, m.penalty("inactive", r, game.Inactive, fmt.Sprintf("idle for %s", idle), source("robots.inactive", m.book.Robots.Inactive)))
		}
	}
	return calls
}
