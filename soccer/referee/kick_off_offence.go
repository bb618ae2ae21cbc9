package referee

import (
	"fmt"

	"gonao/soccer/game"
)

// kickOffOffence calls robots that enter the other half, and defenders that enter the circle, before the ball of a
// kick-off is in play. It also calls a teammate that takes the kick-off instead of the kick-off player. The ball is
// then placed back.
func kickOffOffence(m *moment) []Call {
	g := m.game
	if g.State != game.Playing || g.SetPlay != game.KickOff || g.Kicking == game.NoSide {
		return nil
	}
	var calls []Call
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if !m.plays(r) {
			continue
		}
		half := -attacks(g, r.Side)*r.X > bodyRadius // the halfway line belongs to no half
		reason := ""
		switch {
		case r.Side != g.Kicking && !half:
			reason = "not in its own half"
		case r.Side != g.Kicking && r.distance(0, 0) < m.field.circle+bodyRadius:
			reason = "in the circle"
		case r.Side == g.Kicking && !half && m.past.plays[g.Kicking-game.Home] == 0 && !m.kicksOff(i):
			reason = "not in its own half"
		}
		if reason != "" {
			calls = append(calls, m.penalty("kick_off_offence", r, game.IllegalPosition,
				fmt.Sprintf("%s at %.2f %.2f before the ball was in play", reason, r.X, r.Y), source("field.circle_diameter", m.book.Field.CircleDiameter)))
		}
	}
	return append(calls, m.wrongKicker()...)
}

// kicksOff reports whether a robot is one of those nearest to the mark that may be in the other half of the circle.
func (m *moment) kicksOff(at int) bool {
	across := func(i int) bool {
		r := &m.truth.Robots[i]
		return r.Side == m.game.Kicking && m.plays(r) && -attacks(m.game, r.Side)*r.X <= bodyRadius && r.distance(0, 0) <= m.field.circle
	}
	nearer := 0
	for i := range m.truth.Robots {
		if i != at && across(i) && m.truth.Robots[i].distance(0, 0) < m.truth.Robots[at].distance(0, 0) {
			nearer++
		}
	}
	return across(at) && nearer < m.book.Positions.KickersAcross.Int()
}

// wrongKicker calls a teammate of the kick-off player that plays the ball first.
func (m *moment) wrongKicker() []Call {
	kicker := m.past.kicker
	if kicker.Number == 0 {
		return nil
	}
	for _, touch := range m.truth.Touches {
		r := m.robot(touch.ID)
		if touch.Side != kicker.Side || touch.ID == kicker || touch.Deflection || r == nil || !m.plays(r) || m.past.plays[kicker.Side-game.Home] != 1<<touch.Number {
			continue
		}
		c := m.penalty("kick_off_offence", r, game.IllegalPosition, fmt.Sprintf("took the kick-off of %s %d", kicker.Side, kicker.Number),
			source("positions.kickers_across", m.book.Positions.KickersAcross))
		c.PlaceAt = true
		return []Call{c}
	}
	return nil
}

// rememberKicker stores the kick-off player: the robot that has crossed the halfway line when PLAYING begins.
func (m *moment) rememberKicker() {
	m.past.kicker = ID{}
	for i := range m.truth.Robots {
		if m.kicksOff(i) {
			m.past.kicker = m.truth.Robots[i].ID
		}
	}
}

// robot returns a robot by its name, or nil.
func (m *moment) robot(id ID) *Robot {
	for i := range m.truth.Robots {
		if m.truth.Robots[i].ID == id && id.known() {
			return &m.truth.Robots[i]
		}
	}
	return nil
}
