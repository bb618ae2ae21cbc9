package sim3d

import (
	"fmt"
	"strings"
)

// Game is what the server says of the game.
type Game struct {
	Mode  string // of play, such as KickOff_Left
	Left  bool   // the robot's team defends the goal on the left
	Score [2]int // left, right; 0 of a server that does not say it
}

// read reads a GS expression. The server names the side once only.
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

// count sets to to the whole number behind head, if there is one.
func (e expr) count(head string, to *int) {
	if v := 0.0; e.numbers(head, &v) {
		*to = int(v)
	}
}

// Heard is what another player has said.
type Heard struct {
	Team string // "" of a server that does not say it
	Text string
}

// hear reads a hear expression: team and time, where the server has them, the direction or self, and the text. ok is false for what the
// robot has said itself.
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

// mostSaid is how long a text that is said may be.
const mostSaid = 20

// Say says a text to the players nearby, with the next cycle; one that was not said yet is dropped. The server passes on at most one
// message of a team every two cycles.
func (d *Driver) Say(text string) error {
	odd := func(r rune) bool { return r <= ' ' || r > '~' || r == '(' || r == ')' }
	if text == "" || len(text) > mostSaid || strings.ContainsFunc(text, odd) {
		return fmt.Errorf("say %q: expected 1 to %d ASCII characters without blanks and brackets", text, mostSaid)
	}
	d.protocol.say.Store(&text)
	return nil
}
