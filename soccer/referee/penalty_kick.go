package referee

import (
	"fmt"

	"gonao/soccer/game"
)

// penaltyKick calls robots at forbidden places in a penalty kick. It ends penalty kicks that do not end with the first
// touch: when the ball stops or the kicker touches it again.
func penaltyKick(m *moment) []Call {
	g := m.game
	if g.SetPlay != game.PenaltyKick || g.Kicking == game.NoSide {
		return nil
	}
	taken := m.past.plays[g.Kicking-game.Home] != 0
	switch {
	case g.State == game.Set && m.past.entered:
		return m.penaltyPositions()
	case g.State != game.Playing:
		return nil
	case !taken:
		return m.penaltyPositions()
	case m.book.Referee.PenaltyEndsAtTouch || m.past.direct.side == g.Kicking && m.past.speed >= m.book.Referee.BallStops.Value || m.past.lastPlay.now:
		return nil
	}
	return []Call{{
		Rule: "penalty_kick", Time: m.truth.Time, Action: game.Action{Kind: game.FinishSetPlay}, Evidence: "the ball lies, or was touched again",
		Source: source("referee.ball_stops", m.book.Referee.BallStops),
	}}
}

// penaltyPositions calls robots in the penalty area, except the goalkeeper on its line and one attacker.
func (m *moment) penaltyPositions() []Call {
	var calls []Call
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if !m.plays(r) {
			continue
		}
		reason := ""
		switch {
		case r.Side == m.game.Kicking.Other() && r.Number == m.game.Team(r.Side).Goalkeeper:
			calls = append(calls, m.penaltyKeeper(r)...)
		case !m.inPenaltyZone(r):
		case r.Side != m.game.Kicking:
			reason = "a defender in the area"
		case m.game.State == game.Set && m.fromMark(r) < bodyRadius:
			reason = "on the mark"
		case !m.takesPenalty(i):
			reason = "a second attacker in the area"
		}
		if reason != "" {
			calls = append(calls, m.penalty("penalty_kick", r, game.IllegalPosition, fmt.Sprintf("%s at %.2f %.2f", reason, r.X, r.Y),
				source("field.penalty_area_length", m.book.Field.PenaltyAreaLength)))
		}
	}
	return calls
}

// penaltyKeeper puts a goalkeeper back that is not on its line at SET, and calls one that leaves it before the kick.
func (m *moment) penaltyKeeper(r *Robot) []Call {
	f := &m.field
	reach := f.Line.Value
	if f.LinesToCentres {
		reach /= 2
	}
	depth := -attacks(m.game, r.Side) * r.X
	if depth >= f.Length.Value/2-reach-bodyRadius || !m.inArea(r, r.Side, f.PenaltyAreaLength.Value, f.PenaltyAreaWidth.Value) {
		return nil
	}
	evidence, from := fmt.Sprintf("%.2f m ahead of its line", f.Length.Value/2-depth), source("field.line", m.book.Field.Line)
	switch {
	case m.game.State == game.Set:
		return []Call{{
			Rule: "penalty_kick", Time: m.truth.Time, Name: fmt.Sprintf("keeper_on_line %s %d", r.Side, r.Number), Evidence: evidence, Source: from,
			Stand: Stand{r.ID, -attacks(m.game, r.Side) * f.Length.Value / 2, r.Y, r.Theta},
		}}
	case m.book.Referee.PenaltyEndsAtTouch:
		return []Call{m.penalty("penalty_kick", r, game.IllegalPosition, evidence, from)}
	default:
		return []Call{{
			Rule: "penalty_kick", Time: m.truth.Time, Action: game.Action{Kind: game.Goal, Side: m.game.Kicking}, Evidence: evidence, Source: from,
		}}
	}
}

// inPenaltyZone reports whether a robot is in the area of the penalty kick. Where the kick does not end with the touch, only
// its kicker may be as near to the mark as in a free kick.
func (m *moment) inPenaltyZone(r *Robot) bool {
	f := &m.field
	return m.inArea(r, m.game.Kicking.Other(), f.PenaltyAreaLength.Value, f.PenaltyAreaWidth.Value) ||
		!m.book.Referee.PenaltyEndsAtTouch && m.fromMark(r) < m.book.Positions.FreeKickRadius.Value
}

// takesPenalty reports whether an attacker is the one nearest to the mark that does not stand on it.
func (m *moment) takesPenalty(at int) bool {
	d := m.fromMark(&m.truth.Robots[at])
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		free := m.game.State != game.Set || m.fromMark(r) >= bodyRadius
		if i != at && r.Side == m.game.Kicking && m.plays(r) && free && m.inPenaltyZone(r) && m.fromMark(r) < d {
			return false
		}
	}
	return true
}

// fromMark returns how far a robot is from the mark of the penalty kick.
func (m *moment) fromMark(r *Robot) float64 {
	x, y := m.penaltyMark(m.game.Kicking.Other())
	return r.distance(x, y)
}

// penaltyMark returns the penalty mark in a side's own half.
func (m *moment) penaltyMark(s game.Side) (x, y float64) {
	return -attacks(m.game, s) * (m.book.Field.Length.Value/2 - m.book.Field.PenaltyMark.Value), 0
}
