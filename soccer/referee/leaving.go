package referee

import (
	"fmt"
	"math"

	"gonao/soccer/game"
)

// leaving calls robots that leave the carpet, or walk into a goal for too long.
func leaving(m *moment) []Call {
	if s := m.game.State; s != game.Playing && s != game.Ready && s != game.Set {
		return nil
	}
	f := &m.book.Field
	var calls []Call
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if !m.plays(r) {
			continue
		}
		atPost := m.truth.Time - m.past.robots[r.index()].free
		switch {
		case math.Abs(r.X) > f.Length.Value/2+f.Border.Value || math.Abs(r.Y) > f.Width.Value/2+f.Border.Value:
			calls = append(calls, m.penalty("leaving", r, game.LeavingTheField, fmt.Sprintf("at %.2f %.2f", r.X, r.Y), source("field.border", f.Border)))
		case r.AtPost && atPost > m.book.Robots.Post.Sec():
			calls = append(calls, m.penalty("leaving", r, game.LeavingTheField, fmt.Sprintf("into a goal for %s", atPost), source("robots.post", m.book.Robots.Post)))
		}
	}
	return calls
}
