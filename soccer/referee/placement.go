package referee

import (
	"math"

	"gonao/soccer/game"
)

// clear is how far two robots at the touchline stand apart at least, and apart how far places are tried.
const (
	clearM = 0.4
	stepM  = 0.5
)

// Placement returns where a removed robot is placed: beside the nearer touchline, at the height of the penalty mark of
// its own half, or near that if others stand there, facing the field.
func Placement(t *Truth, g *game.Game, b *game.Book, id ID, taken []Stand) Stand {
	m := moment{truth: t, game: g, book: b}
	mark, _ := m.penaltyMark(id.Side)
	y := 1.0
	if r := m.robot(id); r != nil {
		y = side(r.Y)
	}
	at := Stand{ID: id, X: mark, Y: y * (b.Field.Width.Value/2 + b.Referee.RemovalDistance.Value), Theta: -y * math.Pi / 2}
	middle := attacks(g, id.Side) // towards the halfway line
	for k := 1; m.stands(&at, taken) && k < 2*int(b.Field.Length.Value/2/stepM); k++ {
		away := float64((k+1)/2) * stepM
		if k%2 == 0 {
			away = -away
		}
		if x := mark + middle*away; -middle*x > clearM && -middle*x < b.Field.Length.Value/2 {
			at.X = x
		}
	}
	return at
}

// stands reports whether a robot stands at a place, or will.
func (m *moment) stands(at *Stand, taken []Stand) bool {
	for i := range m.truth.Robots {
		if r := &m.truth.Robots[i]; r.ID != at.ID && r.distance(at.X, at.Y) < clearM {
			return true
		}
	}
	for _, s := range taken {
		if s.ID != at.ID && math.Hypot(s.X-at.X, s.Y-at.Y) < clearM {
			return true
		}
	}
	return false
}

// place sets where the robot of a penalty is placed: in SET where it stood, otherwise at the touchline.
func (m *moment) place(c *Call, before []Call) {
	a := c.Action
	if a.Kind != game.Penalize || a.Player == 0 || a.Penalty == game.MotionInStop {
		return
	}
	id := ID{a.Side, a.Player}
	if a.Penalty == game.MotionInSet {
		h := &m.past.robots[id.index()]
		c.Stand = Stand{id, h.setX, h.setY, h.setTheta}
		return
	}
	var taken []Stand
	for i := range before {
		if before[i].Stand.Number != 0 {
			taken = append(taken, before[i].Stand)
		}
	}
	c.Stand = Placement(m.truth, m.game, m.book, id, taken)
}
