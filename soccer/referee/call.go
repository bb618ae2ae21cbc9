package referee

import (
	"fmt"
	"time"

	"gonao/soccer/game"
)

// A Call is a decision of the referee.
type Call struct {
	Rule     string
	Time     time.Duration
	Action   game.Action // action of the game; NoAction where the rules of 2010 do not stop the game
	Name     string      // for a call without action
	Evidence string      // times, places, robots
	Source   string      // the number of the book, and where it comes from
	PlaceAt  bool        // the ball is placed
	X, Y     float64     // where
	Stand    Stand       // new place of a robot, if it is placed
}

// A Stand is a place where referees put a robot. The zero value means none.
type Stand struct {
	ID
	X, Y  float64 // m
	Theta float64 // rad
}

// String returns the call with where the ball is placed, such as "corner_kick home ball 4.50 3.00".
func (c *Call) String() string {
	text := c.Name
	if text == "" {
		text = c.Action.String()
	}
	if c.PlaceAt {
		text += fmt.Sprintf(" ball %.2f %.2f", c.X+0, c.Y+0)
	}
	return text
}

// moment is what rules judge. They do not change it.
type moment struct {
	truth *Truth
	past  *History
	game  *game.Game
	book  *game.Book
	field field
}

// source names a number of the book as the reason of a call.
func source(key string, n game.Number) string { return fmt.Sprintf("%s %g: %s", key, n.Value, n.From) }

// penalty returns the call of a penalty.
func (m *moment) penalty(rule string, r *Robot, p game.Penalty, evidence, source string) Call {
	return Call{
		Rule: rule, Time: m.truth.Time, Action: game.Action{Kind: game.Penalize, Side: r.Side, Player: r.Number, Penalty: p},
		Evidence: evidence, Source: source,
	}
}

// plays reports whether a robot takes part: it is neither penalised nor a substitute.
func (m *moment) plays(r *Robot) bool {
	return r.known() && m.game.Player(r.Side, r.Number).Penalty == game.NoPenalty
}
