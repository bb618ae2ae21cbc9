package referee

import (
	"fmt"
	"math"
	"slices"

	"gonao/soccer/game"
)

// pushing calls robots that walk into an opponent, which stumbles, or (2026) that lean on it for too long. Near the
// ball a free kick follows, in the own penalty area a penalty kick. The exceptions of the book apply. A robot that was
// pushed itself is not called; the first pusher is called instead.
func pushing(m *moment) []Call {
	if m.game.State != game.Playing {
		return nil
	}
	var calls []Call
	for _, c := range m.truth.Contacts {
		a, b := m.robot(c.A), m.robot(c.B)
		if a == nil || b == nil {
			continue
		}
		for _, pair := range [...][2]*Robot{{a, b}, {b, a}} {
			if p := m.pusher(pair[0], pair[1], c); p != nil && !slices.ContainsFunc(calls, func(c Call) bool { return c.Action.Player == p.Number && c.Action.Side == p.Side }) {
				calls = append(calls, m.pushed(p, pair[1], c)...)
			}
		}
	}
	return calls
}

// pusher returns the robot to call for p's contact with v, or nil.
func (m *moment) pusher(p, v *Robot, c Contact) *Robot {
	long := m.book.Pushing.PushContact.Sec()
	lasts := m.past.touching(p.ID, v.ID, m.truth.Time)
	if !m.plays(p) || !m.plays(v) || !v.Unstable && (long == 0 || lasts <= long) || !m.approaches(p, v) || m.mayTouch(p, v, c) {
		return nil
	}
	for _, other := range m.truth.Contacts { // the pusher of a pusher is called instead
		q := m.robot(other.A)
		if other.A == p.ID {
			q = m.robot(other.B)
		} else if other.B != p.ID {
			continue
		}
		if q != nil && q.ID != v.ID && m.plays(q) && q.Side != p.Side && m.approaches(q, p) {
			p = q
			break
		}
	}
	if p.Side == v.Side {
		return nil
	}
	return p
}

// approaches reports whether a robot moves towards another, faster than counts as standing.
func (m *moment) approaches(p, v *Robot) bool {
	h := &m.past.robots[p.index()]
	d := math.Hypot(v.X-p.X, v.Y-p.Y)
	return d > 0 && (h.vx*(v.X-p.X)+h.vy*(v.Y-p.Y))/d >= m.book.Pushing.PushSpeed.Value && !p.Kicking
}

// mayTouch reports whether p may touch v as it does: it gets up, it is the goalkeeper after the ball in its area, the ball is
// between them, or its side touches while it goes to the ball.
func (m *moment) mayTouch(p, v *Robot, c Contact) bool {
	b, h := m.truth.Ball, &m.past.robots[p.index()]
	toBall := math.Hypot(b.X-p.X, b.Y-p.Y)
	speed := math.Hypot(h.vx, h.vy)
	goesToBall := toBall > 0 && speed > 0 && (h.vx*(b.X-p.X)+h.vy*(b.Y-p.Y))/(toBall*speed) > 0.5
	ownArea := m.inArea(p, p.Side, m.field.PenaltyAreaLength.Value, m.field.PenaltyAreaWidth.Value)
	switch {
	case p.GettingUp:
		return true
	case p.Number == m.game.Team(p.Side).Goalkeeper && ownArea && (p.Looks || goesToBall):
		return true
	case ahead(p, v.X, v.Y) < math.Pi/4 && ahead(v, p.X, p.Y) < math.Pi/4 && between(p, v, b):
		return true
	}
	side := ahead(p, c.X, c.Y)
	return goesToBall && side >= math.Pi/4 && side <= 3*math.Pi/4
}

// ahead returns the angle between a robot's heading and a point, 0 to π.
func ahead(r *Robot, x, y float64) float64 {
	return math.Abs(math.Remainder(math.Atan2(y-r.Y, x-r.X)-r.Theta, 2*math.Pi))
}

// between reports whether the ball lies between two robots.
func between(p, v *Robot, b Ball) bool {
	const aside = 0.15 // m
	dx, dy := v.X-p.X, v.Y-p.Y
	d := math.Hypot(dx, dy)
	along := ((b.X-p.X)*dx + (b.Y-p.Y)*dy) / max(d, 1e-9)
	return along > 0 && along < d && math.Abs((b.X-p.X)*dy-(b.Y-p.Y)*dx)/max(d, 1e-9) < aside
}

// pushed returns the calls for a push: a caution where the book has them, and the penalty with its restart.
func (m *moment) pushed(p, v *Robot, contact Contact) []Call {
	rule := &m.book.Pushing
	evidence := fmt.Sprintf("into %s %d at %.2f %.2f", v.Side, v.Number, contact.X, contact.Y)
	c := m.penalty("pushing", p, game.Pushing, evidence, source("pushing.push_speed", rule.PushSpeed))
	if m.game.SetPlay == game.NoSetPlay && p.distance(m.truth.Ball.X, m.truth.Ball.Y) <= rule.PushNear.Value {
		c.Source = source("pushing.push_near", rule.PushNear)
		c.PlaceAt, c.X, c.Y = true, m.truth.Ball.X, m.truth.Ball.Y
		_, spl := m.book.SetPlays[game.PushingFreeKick.String()]
		switch {
		case m.inArea(v, p.Side, m.field.PenaltyAreaLength.Value, m.field.PenaltyAreaWidth.Value):
			c.Action.SetPlay = game.PenaltyKick
			c.X, c.Y = m.penaltyMark(p.Side)
		case spl:
			c.Action.SetPlay = game.PushingFreeKick
		default:
			c.Action.SetPlay = game.DirectFreeKick
		}
	}
	if most := m.book.Match.Cautions.Int(); most > 0 {
		caution := Call{Rule: "pushing", Time: m.truth.Time, Action: game.Action{Kind: game.Caution, Side: p.Side, Player: p.Number}, Evidence: evidence, Source: c.Source}
		if m.game.Player(p.Side, p.Number).Cautions+1 >= most {
			return []Call{caution} // the caution sends it off
		}
		return []Call{caution, c}
	}
	return []Call{c}
}
