package referee

import (
	"fmt"
	"math"

	"gonao/soccer/game"
)

// out calls the restart of a ball that is wholly over the line: a kick-in, a corner kick or a goal kick, against the
// side of the last touch, and the place of the ball. In 2010 the ball is put on the throw-in line, without a stop.
func out(m *moment) []Call {
	b := m.truth.Ball
	if m.game.State != game.Playing || m.past.out || m.field.inGoal(b) {
		return nil
	}
	atEnd := m.field.leavesAtEnd(b)
	if !atEnd && !m.field.leavesAtSide(b) {
		return nil
	}
	last := m.past.lastTouch.ID
	evidence := fmt.Sprintf("ball at %.2f %.2f, touched last by %s %d", b.X, b.Y, last.Side, last.Number)
	if last.Side == game.NoSide {
		return nil // no robot has touched it: it is placed again without a call
	}
	if m.book.Referee.KickInDistance.Value > 0 {
		return []Call{m.throwIn(b, atEnd, evidence)}
	}
	if !atEnd {
		c := m.setPlay("out", game.KickIn, last.Side.Other(), evidence, "field.width")
		c.X, c.Y = b.X, math.Copysign(m.book.Field.Width.Value/2, b.Y)
		return []Call{c}
	}
	if defends := defender(m.game, b.X); last.Side != defends {
		c := m.setPlay("out", game.GoalKick, defends, evidence, "field.length")
		c.X, c.Y = m.goalKickPlace(b)
		return []Call{c}
	}
	c := m.setPlay("out", game.CornerKick, last.Side.Other(), evidence, "field.length")
	c.X, c.Y = math.Copysign(m.book.Field.Length.Value/2, b.X), side(b.Y)*m.book.Field.Width.Value/2
	return []Call{c}
}

// setPlay returns the call of a set play.
func (m *moment) setPlay(rule string, play game.SetPlay, s game.Side, evidence, key string) Call {
	return Call{
		Rule: rule, Time: m.truth.Time, Action: game.Action{Kind: game.StartSetPlay, SetPlay: play, Side: s}, Evidence: evidence, Source: key, PlaceAt: true,
	}
}

// goalKickPlace returns the corner of the goal area inside the field, on the side where the ball left.
func (m *moment) goalKickPlace(b Ball) (x, y float64) {
	f := &m.book.Field
	return math.Copysign(f.Length.Value/2-f.GoalAreaLength.Value, b.X), side(b.Y) * f.GoalAreaWidth.Value / 2
}

// throwIn places the ball as in 2010, without a stop: on the throw-in line, a metre back towards the goal of the side of
// the last touch. Over an end line it is the line's end for a defender, and for an attacker the halfway line or a metre
// behind it.
func (m *moment) throwIn(b Ball, atEnd bool, evidence string) Call {
	const back = 1.0 // m
	f, last := &m.book.Field, m.past.lastTouch.ID
	ahead := attacks(m.game, last.Side)
	end := f.Length.Value/2 - m.book.Referee.KickInDistance.Value
	robot := math.Inf(1) // ahead of everything, where nothing is known of it
	for i := range m.truth.Robots {
		if r := &m.truth.Robots[i]; r.ID == last {
			robot = ahead * r.X
		}
	}
	x := min(ahead*b.X, robot) - back // along the direction of the touching robot
	switch {
	case atEnd && defender(m.game, b.X) == last.Side:
		x = -end
	case atEnd:
		x = min(robot-back, 0)
	}
	return Call{
		Rule: "out", Time: m.truth.Time, Name: fmt.Sprintf("kick_in %s", last.Side.Other()), Evidence: evidence,
		Source: source("referee.kick_in_distance", m.book.Referee.KickInDistance), PlaceAt: true,
		X: ahead * max(min(x, end), -end), Y: side(b.Y) * (f.Width.Value/2 - m.book.Referee.KickInDistance.Value),
	}
}
