package referee

import (
	"fmt"
	"math"

	"gonao/soccer/game"
)

// inOwnArea reports whether a part of a robot is in an area of its own side, by the area's length and width.
func (m *moment) inOwnArea(r *Robot, length, width float64) bool {
	return inArea(r, r.Side, m.game, &m.field, length, width)
}

// inArea reports whether a part of a robot is in an area of a side.
func (m *moment) inArea(r *Robot, s game.Side, length, width float64) bool {
	return inArea(r, s, m.game, &m.field, length, width)
}

func inArea(r *Robot, s game.Side, g *game.Game, f *field, length, width float64) bool {
	half := f.x - f.Length.Value/2 // of a line, where lines are measured to their middle
	depth := -attacks(g, s) * r.X
	return depth >= f.Length.Value/2-length-half-bodyRadius && math.Abs(r.Y) <= width/2+half+bodyRadius
}

// goalArea calls players above the number that may be in their own goal area: in PLAYING the last to enter, at SET the
// nearest to the border. A robot that was pushed in has some seconds to leave.
func goalArea(m *moment) []Call {
	if s := m.game.State; s != game.Playing && (s != game.Set || !m.past.entered) {
		return nil
	}
	var calls []Call
	for _, s := range [...]game.Side{game.Home, game.Away} {
		if r := m.tooMany(s); r != nil {
			calls = append(calls, m.penalty("goal_area", r, game.IllegalPosition, fmt.Sprintf("at %.2f %.2f", r.X, r.Y),
				source("positions.goal_area_players", m.book.Positions.GoalAreaPlayers)))
		}
	}
	return calls
}

// tooMany returns the player of a side that has to leave its goal area, or nil.
func (m *moment) tooMany(s game.Side) *Robot {
	inside := 0
	var last *Robot
	for i := range m.truth.Robots {
		r := &m.truth.Robots[i]
		if r.Side != s || !m.plays(r) || !m.inOwnArea(r, m.field.GoalAreaLength.Value, m.field.GoalAreaWidth.Value) {
			continue
		}
		inside++
		if last == nil || m.later(r, last) {
			last = r
		}
	}
	if inside <= m.book.Positions.GoalAreaPlayers.Int() || last == nil {
		return nil
	}
	if h := &m.past.robots[last.index()]; last.Pushed && m.truth.Time-h.inArea <= m.book.Positions.PushedOut.Sec() {
		return nil
	}
	return last
}

// later reports whether a came into the area after b, or is farther from the goal if both came at once or in READY.
func (m *moment) later(a, b *Robot) bool {
	ta, tb := m.past.robots[a.index()].inArea, m.past.robots[b.index()].inArea
	if ta != tb && m.game.State == game.Playing {
		return ta > tb
	}
	return math.Abs(a.X) < math.Abs(b.X)
}
