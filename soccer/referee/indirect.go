package referee

import (
	"math/bits"
	"slices"

	"gonao/soccer/game"
)

// valid reports whether a side may score now. A goal off its own arm does not count. An own goal counts, unless the side
// has no active robot. If the book says so, a team with few robots may score from the kick-off by a play outside the
// circle. After the restarts that the book names, two robots of the team must have played the ball; one kick may be
// direct after a set play that the opponents have not taken.
func valid(m *moment, scorer game.Side) bool {
	h := m.past
	if h.lastTouch.Arm && h.lastTouch.Side == scorer {
		return false
	}
	if m.game.Phase == game.PenaltyShootout {
		return true
	}
	if h.lastPlay.Side == scorer.Other() && !m.active(scorer) {
		return false
	}
	if h.restart == game.KickOff && m.game.OnField(scorer) < m.book.Referee.AloneBelow.Int() && h.lastPlay.Side == scorer && h.lastPlay.outside {
		return true
	}
	if h.lastPlay.Side == scorer.Other() || h.restart == game.NoSetPlay || !slices.Contains(m.book.Referee.Indirect, h.restart.String()) {
		return true
	}
	if h.direct.side == scorer && h.direct.kicker == h.lastPlay.Number && h.direct.kicker != 0 {
		return true
	}
	return bits.OnesCount32(h.plays[scorer-game.Home]) >= 2
}

// active reports whether a side has a robot on the field that is not known to be inactive.
func (m *moment) active(s game.Side) bool {
	for n := 1; n <= game.MostPlayers; n++ {
		if m.game.Player(s, n).Penalty != game.NoPenalty {
			continue
		}
		r := m.robot(ID{s, n})
		if r == nil || !r.Fallen && m.truth.Time-m.past.robots[r.index()].active <= m.book.Robots.Inactive.Sec() {
			return true
		}
	}
	return false
}
