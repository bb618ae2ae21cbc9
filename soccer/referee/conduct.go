package referee

import (
	"fmt"
	"math"

	"gonao/soccer/game"
)

// readyEnds ends READY when no robot has moved for a while.
func readyEnds(m *moment) []Call {
	if m.game.State != game.Ready || m.game.SetPlay == game.NoSetPlay {
		return nil
	}
	robots := 0
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if !m.plays(r) {
			continue
		}
		robots++
		if r.Fallen || r.GettingUp || m.truth.Time-m.past.robots[r.index()].stillSince < m.book.Referee.Still.Sec() {
			return nil
		}
	}
	if robots == 0 {
		return nil
	}
	return []Call{m.ends("ready_ends", game.WaitForSetPlay, "no robot moves", "referee.still", m.book.Referee.Still)}
}

// setEnds ends SET after its time, with the whistle.
func setEnds(m *moment) []Call {
	lasts := m.truth.Time - m.past.since
	if m.game.State != game.Set || m.game.SetPlay == game.NoSetPlay || lasts < m.book.Referee.SetLasts.Sec() {
		return nil
	}
	return []Call{m.ends("set_ends", game.FreeSetPlay, fmt.Sprintf("SET lasts for %s", lasts), "referee.set_lasts", m.book.Referee.SetLasts)}
}

// halfEnds ends a half when its time is over and the ball lies or is out; a ball that rolls for very long does not count.
func halfEnds(m *moment) []Call {
	g, rule := m.game, &m.book.Referee
	if g.Phase == game.PenaltyShootout || g.Clock.Remaining > 0 || !g.Clock.On || g.State != game.Ready && g.State != game.Set && g.State != game.Playing {
		return nil
	}
	if g.SetPlay == game.PenaltyKick && !rule.PenaltyEndsAtTouch {
		return nil // it is taken first
	}
	reason := ""
	switch over := -g.Clock.Remaining; {
	case g.State != game.Playing:
		reason = "play rests"
	case m.past.out:
		reason = "the ball is out"
	case m.past.speed < rule.BallStops.Value:
		reason = "the ball lies"
	case over >= rule.HalfEndsAnyway.Sec():
		reason = fmt.Sprintf("the time is over for %s", over)
	default:
		return nil
	}
	return []Call{m.ends("half_ends", game.FinishHalf, reason, "match.half", m.book.Match.Half)}
}

// timeout grants the requested timeouts, once play rests.
func timeout(m *moment) []Call {
	g := m.game
	rests := g.State == game.Initial || g.State == game.Standby || g.State == game.Ready || g.State == game.Set || g.State == game.Timeout
	if !rests || g.Phase == game.PenaltyShootout && g.State != game.Initial || g.SetPlay != game.NoSetPlay && g.SetPlay != game.KickOff {
		return nil
	}
	for _, s := range m.truth.Timeouts {
		if s != game.Home && s != game.Away || g.Team(s).Timeouts == 0 {
			continue
		}
		c := m.ends("timeout", game.TakeTimeout, "play rests", "match.timeouts", m.book.Match.Timeouts)
		c.Action.Side = s
		return []Call{c} // the other team's follows in the next moment
	}
	return nil
}

// returns lets penalised robots come back when their time is over. In books whose penalties count from the placement
// on, the time begins when the robot stands outside the field, in its own half.
func returns(m *moment) []Call {
	g := m.game
	if g.State != game.Ready && g.State != game.Playing {
		return nil
	}
	var calls []Call
	for _, s := range [...]game.Side{game.Home, game.Away} {
		for n := 1; n <= game.MostPlayers; n++ {
			p := g.Player(s, n)
			evidence := "its time is over"
			switch r := m.robot(ID{s, n}); {
			case p.Penalty == game.NoPenalty || p.Penalty == game.Substitute || p.Penalty == game.SentOff || p.Timer.Then != game.NoAction:
				continue
			case p.Timer.On && p.Timer.Remaining > 0:
				continue
			case !p.Timer.On && (!m.book.Match.CountFromPlacement || r == nil || !m.outside(r)):
				continue
			case !p.Timer.On:
				evidence = fmt.Sprintf("it stands at %.2f %.2f, its time begins", r.X, r.Y)
			}
			c := m.ends("return", game.Unpenalize, evidence, "penalties."+p.Penalty.String()+".duration", m.book.Penalties[p.Penalty.String()].Duration)
			c.Action.Side, c.Action.Player = s, n
			calls = append(calls, c)
		}
	}
	return calls
}

// outside reports whether a robot stands beside the field, in its own half.
func (m *moment) outside(r *Robot) bool {
	return math.Abs(r.Y) > m.field.y+bodyRadius && -attacks(m.game, r.Side)*r.X > 0
}

// ends returns the call of an action that leads through the game.
func (m *moment) ends(rule string, kind game.Kind, evidence, key string, n game.Number) Call {
	return Call{Rule: rule, Time: m.truth.Time, Action: game.Action{Kind: kind}, Evidence: evidence, Source: source(key, n)}
}
