// Package scene holds the visible state of a match and the requests of viewers, as plain types, which the page Match, the
// markers of rviz2 and the bags share. Package show fills them from a match in one process, the node referee from topics.
// Positions are in the frame world, m and rad; red is the home team.
package scene

import (
	"math"
	"regexp"

	"gonao/soccer/game"
)

// SetGame sets the part of a moment that is the state of the game.
func (m *Moment) SetGame(g *game.Game) {
	m.Clock, m.Secondary, m.Phase, m.State = Round(g.Clock.Remaining.Seconds()), Round(g.Secondary.Remaining.Seconds()), g.Phase.String(), g.State.String()
	m.Kicking, m.Stopped = Color(g.Kicking), g.Stopped
	m.Score, m.Messages = [2]int{g.Teams[0].Score, g.Teams[1].Score}, [2]int{g.Teams[0].Messages, g.Teams[1].Messages}
	m.SetPlay = ""
	if g.SetPlay != game.NoSetPlay {
		m.SetPlay = g.SetPlay.String()
	}
}

// SetPlayer sets side, number and penalty of a robot.
func (r *Robot) SetPlayer(side game.Side, number int, p *game.Player) {
	r.Side, r.Number, r.Penalty, r.PenaltySec = Color(side), number, "", 0
	if p.Penalty != game.NoPenalty {
		r.Penalty, r.PenaltySec = p.Penalty.String(), Round(p.Timer.Remaining.Seconds())
	}
}

// Color returns the color of a side; "" for none.
func Color(s game.Side) string {
	switch s {
	case game.Home:
		return "red"
	case game.Away:
		return "blue"
	case game.NoSide:
	}
	return ""
}

// sides matches the words for the teams in the text of a call.
var sides = regexp.MustCompile(`\b(home|away)\b`)

// InColors returns the text of a call with the colors of the teams in place of home and away.
func InColors(text string) string {
	return sides.ReplaceAllStringFunc(text, func(s string) string {
		if s == "home" {
			return "red"
		}
		return "blue"
	})
}

// Round returns a number rounded to three decimals, so to millimeters or milliseconds. It returns 0 for NaN and
// infinite numbers, which JSON cannot represent.
func Round(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return math.Round(x*1000) / 1000
}
