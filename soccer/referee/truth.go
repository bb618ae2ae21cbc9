package referee

import (
	"math"
	"time"

	"gonao/soccer/game"
)

// A Truth is the true state at one moment.
type Truth struct {
	Time    time.Duration
	Ball    Ball
	Robots  []Robot
	Touches []Touch // of the ball, since the last moment

	Contacts []Contact   // of robots with each other, at this moment
	Messages []Message   // of the teams, since the last moment
	Timeouts []game.Side // teams that request a timeout
}

// A Ball is the ball's centre, m.
type Ball struct{ X, Y, Z float64 }

// A Robot is a robot on or beside the field.
type Robot struct {
	ID
	X, Y      float64 // m
	Theta     float64 // rad
	Walking   bool    // its legs walk or turn, also on the spot
	Looks     bool    // it looks at the ball or searches for it
	Fallen    bool    // it does not stand on its feet
	GettingUp bool    // a get-up runs
	Disturbed bool    // a get-up was disturbed since it fell
	Pushed    bool    // an opponent has pushed it to where it is
	AtPost    bool    // it touches a post or a net
	Cover     float64 // share of the ball under the convex hull of its body, seen from above
	Stance    float64 // m between the outer edges of its feet
	Kicking   bool    // a kick runs
	Unstable  bool    // a contact makes it stumble or fall
}

// An ID names a robot.
type ID struct {
	Side   game.Side
	Number int
}

// A Touch is a contact of a robot with the ball.
type Touch struct {
	ID
	Deflection bool // the ball came to the robot; otherwise the robot played it
	Arm        bool // with an arm or a hand
}

// A Contact is a contact of two robots.
type Contact struct {
	A, B ID
	X, Y float64 // where, m
}

// A Message is a message between robots of a team.
type Message struct {
	Side  game.Side
	Bytes int
}

// index returns where a robot's history is.
func (id ID) index() int { return int(id.Side-game.Home)*game.MostPlayers + id.Number - 1 }

// known reports whether an ID names a robot that a game can have.
func (id ID) known() bool {
	return (id.Side == game.Home || id.Side == game.Away) && id.Number >= 1 && id.Number <= game.MostPlayers
}

// distance returns how far a robot is from a point.
func (r *Robot) distance(x, y float64) float64 { return math.Hypot(r.X-x, r.Y-y) }
