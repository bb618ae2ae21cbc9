package sim3d

import (
	"fmt"
	"strings"
)

// Game is the state of the game as the server reports it.
type Game struct {
	Mode  string // play mode, such as KickOff_Left
	Left  bool   // the robot's team defends the goal on the left
	Score [2]int // left, right; 0 if the server does not report it
}

// read reads a GS expression. The server names the side only once.
func (g *Game) read(e expr) {
	if mode := e.text("pm"); string(mode) != g.Mode && len(mode) > 0 {
		g.Mode = string(mode)
	}
	if team := e.text("team"); len(team) > 0 {
		g.Left = string(team) == "left"
	}
	e.count("sl", &g.Score[0])
	e.count("sr", &g.Score[1])
}

// count sets to to the integer after head, if there is one.
func (e expr) count(head string, to *int) {
	if v := 0.0; e.numbers(head, &v) {
		*to = int(v)
	}
}

// Heard is a text that another player has said.
type Heard struct {
	Team string // "" if the server does not report it
	Text string
}

// hear reads a hear expression: team and time if the server sends them, the direction or self, and the text. ok is
// false for the robot's own text.
func hear(e expr) (h Heard, ok bool) {
	var words [5][]byte // hear, team, time, direction, text
	n := 0
	for inner := range e.each {
		if n == len(words) || inner[0].word == nil {
			return h, false
		}
		words[n] = inner[0].word
		n++
	}
	if n < 3 || string(words[n-2]) == "self" {
		return h, false
	}
	h.Text = string(words[n-1])
	if n == len(words) {
		h.Team = string(words[1])
	}
	return h, true
}

// mostSaid is the greatest length of a text to say.
const mostSaid = 20

// Say says a text to the players nearby in the next cycle. It replaces a text that has not been sent yet. The
// server forwards at most one message of a team every two cycles.
func (d *Driver) Say(text string) error {
	odd := func(r rune) bool { return r <= ' ' || r > '~' || r == '(' || r == ')' }
	if text == "" || len(text) > mostSaid || strings.ContainsFunc(text, odd) {
		return fmt.Errorf("say %q: expected 1 to %d ASCII characters without blanks and brackets", text, mostSaid)
	}
	d.protocol.say.Store(&text)
	return nil
}
