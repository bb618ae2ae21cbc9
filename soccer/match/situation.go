package match

import (
	"fmt"
	"math"
	"time"

	"gonao/robot/percepts/plane"
	"gonao/sim/kinematic"
	"gonao/soccer/game"
)

// A Situation is a moment in play from which a match continues, in either world.
type Situation struct {
	Name         string
	Robots       []Placed // the others are off the field
	BallX, BallY float64  // m in world
}

// Placed is a robot of a situation.
type Placed struct {
	Side   game.Side
	Number int
	At     plane.Pose // in world
}

// Situations returns the five in which the two worlds are compared. Red plays to positive x.
func Situations() []Situation {
	red := func(number int, x, y, theta float64) Placed {
		return Placed{game.Home, number, plane.Pose{X: x, Y: y, Theta: theta}}
	}
	blue := func(number int, x, y, theta float64) Placed {
		return Placed{game.Away, number, plane.Pose{X: x, Y: y, Theta: theta}}
	}
	return []Situation{
		{"the ball a metre ahead, the goal behind it", []Placed{red(2, 1, 0, 0)}, 2, 0},
		{"the ball two metres aside", []Placed{red(3, 0.5, -1.5, 0)}, 0.5, 0.5},
		{"the robot looks away from the ball", []Placed{red(2, 2, 0.5, math.Pi)}, 3, 0.5},
		{"before the keeper", []Placed{red(3, 1.8, 0.3, 0), blue(1, 4.3, 0, math.Pi)}, 2.8, 0.2},
		{"two of a team, and the nearer one plays the ball", []Placed{red(2, -1, 1, 0), red(3, -1.5, -1.5, 0)}, 0, 1},
	}
}

// placeFor is how long robots stand before a situation begins.
const placeFor = 2700 * time.Millisecond

// Arrange places robots and ball, and begins play with a ball that is free. The match must not have been stepped.
func (m *Match) Arrange(s Situation) error {
	if m.Steps > 0 {
		return fmt.Errorf("situation %q: the match has begun: expected a match that has not been stepped", s.Name)
	}
	m.Step() // the conductor lines all up
	for i := range m.Players {
		m.fail(m.ground.Remove(i))
	}
	n := len(m.Players) / 2
	for _, r := range s.Robots {
		if r.Number < 1 || r.Number > n || r.Side != game.Home && r.Side != game.Away {
			return fmt.Errorf("situation %q: robot %v %d: expected 1 to %d of a team", s.Name, r.Side, r.Number, n)
		}
		i := int(r.Side-game.Home)*n + r.Number - 1
		m.fail(m.ground.Place(i, r.At))
		m.Players[i].BeginAt(m.attack(r.Side), plane.Convert(m.attack(r.Side), r.At), m.World.Now)
	}
	m.placeBall(s.BallX, s.BallY)
	for m.World.Now < placeFor && !m.over {
		m.Step()
	}
	for _, a := range []game.Action{{Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: game.Home}, {Kind: game.WaitForSetPlay}, {Kind: game.FreeSetPlay}} {
		if !m.apply(a) {
			return fmt.Errorf("situation %q: rule book %s: %s", s.Name, m.book.Name, m.Calls[len(m.Calls)-1].Refuse)
		}
	}
	for range 20 { // the view of robots catches up, and the ball is free
		m.Game = m.Game.Seek(time.Second)
	}
	m.placeBall(s.BallX, s.BallY)
	return m.err
}

// An Outcome is the result of a situation; −1: it did not happen.
type Outcome struct {
	Ball float64 // s until a red robot touched the ball
	Kick float64 // m that its first kick rolled
	Goal float64 // s until red scored
}

// PlayOn continues a situation and returns its result.
func (m *Match) PlayOn(lasts time.Duration) Outcome {
	o := Outcome{-1, -1, -1}
	begin := m.World.Now
	var from [2]float64
	rolls := false
	for m.World.Now-begin < lasts && !m.over {
		m.Step()
		t, b := (m.World.Now - begin).Seconds(), &m.World.Ball
		for _, c := range m.World.Contacts {
			if c.Kind > kinematic.Goalpost && c.A < len(m.Players)/2 {
				if o.Ball < 0 {
					o.Ball = t
				}
				if c.Kind == kinematic.Kicked && b.Speed() > 0.3 && !rolls && o.Kick < 0 {
					from, rolls = [2]float64{b.X, b.Y}, true
				}
			}
		}
		if rolls {
			o.Kick = max(o.Kick, math.Hypot(b.X-from[0], b.Y-from[1]))
			rolls = b.Speed() > 0
		}
		if o.Goal < 0 && m.Game.Game.Teams[0].Score > 0 {
			o.Goal = t
		}
		if o.Kick > 0 && !rolls {
			break
		}
	}
	return o
}
