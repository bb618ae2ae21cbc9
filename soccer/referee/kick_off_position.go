package referee

import (
	"fmt"

	"gonao/soccer/game"
)

// kickOffPosition calls robots at forbidden places when SET before a kick-off or a drop ball begins.
func kickOffPosition(m *moment) []Call {
	g := m.game
	if g.State != game.Set || !m.past.entered || g.SetPlay != game.KickOff {
		return nil
	}
	var calls []Call
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if !m.plays(r) {
			continue
		}
		fromMiddle := r.distance(0, 0)
		half := -attacks(g, r.Side)*r.X > bodyRadius // the halfway line belongs to no half
		inCircle := fromMiddle < m.field.circle+bodyRadius
		reason := ""
		switch {
		case g.Kicking == r.Side && fromMiddle < bodyRadius:
			reason = "on the mark"
		case m.mayCross(i):
		case !half:
			reason = "not in its own half"
		case g.Kicking != r.Side && inCircle:
			reason = "in the circle"
		}
		if reason != "" {
			calls = append(calls, m.penalty("kick_off_position", r, game.IllegalPosition,
				fmt.Sprintf("%s at %.2f %.2f", reason, r.X, r.Y), source("field.circle_diameter", m.book.Field.CircleDiameter)))
		}
	}
	return calls
}

// mayCross reports whether a robot may be in the circle's other half: those of the kicking team nearest to the mark may,
// up to the number in the book.
func (m *moment) mayCross(at int) bool {
	nearer := 0
	for i := range m.truth.Robots {
		if i != at && m.crosses(i) && m.truth.Robots[i].distance(0, 0) < m.truth.Robots[at].distance(0, 0) {
			nearer++
		}
	}
	return m.crosses(at) && nearer < m.book.Positions.KickersAcross.Int()
}

// crosses reports whether a robot of the kicking team is in the circle, not in its own half, and leaves the mark free.
func (m *moment) crosses(at int) bool {
	r := &m.truth.Robots[at]
	d := r.distance(0, 0)
	return r.Side == m.game.Kicking && m.plays(r) && -attacks(m.game, r.Side)*r.X <= bodyRadius && d <= m.field.circle && d >= bodyRadius
}
