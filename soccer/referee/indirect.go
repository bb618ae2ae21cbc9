package referee

import (
	"math/bits"
	"slices"

	"gonao/soccer/game"
)

// valid reports whether a side may score now. An own goal always counts. After the restarts that the book names, two robots
// of the team must have played the ball; one kick may go directly after a set play that the opponents have let pass.
func valid(m *moment, scorer game.Side) bool {
	h := m.past
	if h.lastPlay.Side == scorer.Other() || h.restart == game.NoSetPlay || !slices.Contains(m.book.Referee.Indirect, h.restart.String()) {
		return true
	}
	if h.direct.side == scorer && h.direct.kicker == h.lastPlay.Number && h.direct.kicker != 0 {
		return true
	}
	return bits.OnesCount32(h.plays[scorer-game.Home]) >= 2
}
