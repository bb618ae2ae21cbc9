package referee

import (
	"fmt"

	"gonao/soccer/game"
)

// fallen calls robots that begin no get-up in time, or do not stand after their attempts; one more is allowed when an
// attempt was disturbed.
func fallen(m *moment) []Call {
	if s := m.game.State; s != game.Ready && s != game.Set && s != game.Playing {
		return nil
	}
	rule := &m.book.Robots
	var calls []Call
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if !m.plays(r) || !r.Fallen || r.GettingUp {
			continue
		}
		h := &m.past.robots[r.index()]
		attempts := rule.GetUps.Int()
		if r.Disturbed {
			attempts++
		}
		lies := m.truth.Time - h.fell
		switch {
		case h.attempts == 0 && lies > rule.FallenStart.Sec():
			calls = append(calls, m.penalty("fallen", r, game.Inactive, fmt.Sprintf("no get-up for %s", lies), source("robots.fallen_start", rule.FallenStart)))
		case h.attempts >= attempts:
			calls = append(calls, m.penalty("fallen", r, game.Inactive, fmt.Sprintf("%d attempts", h.attempts), source("robots.get_ups", rule.GetUps)))
		}
	}
	return calls
}
