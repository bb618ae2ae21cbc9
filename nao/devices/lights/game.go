package lights

import (
	"fmt"
	"strings"
	"time"

	"gonao/nao"
)

// gamePriority is that of the game's colours.
const gamePriority = 20

// GameLights are the LEDs that show a game: its phase on the chest, the team's colour on the left foot and the kick-off on
// the right foot. The zero value shows nothing.
type GameLights struct {
	chest, left, right lamp
}

// lamp is a group of LEDs that shines in one colour. The zero value is off.
type lamp struct {
	id    int // the animation's; 0: off
	color nao.Color
}

// set changes the lamp's colour; black ends it. It reports whether that changed anything.
func (l *lamp) set(m *Mixer, g Group, c nao.Color, now time.Time) bool {
	if c == l.color {
		return false
	}
	if l.id != 0 {
		m.Remove(l.id)
		*l = lamp{}
	}
	if c == (nao.Color{}) {
		return true
	}
	id, err := m.Add(Animation{Group: g, Color: c, Period: time.Second, Priority: gamePriority}, now)
	if err != nil {
		return true // there are too many animations: it is tried again with the next state
	}
	*l = lamp{id, c}
	return true
}

// phases are the colours of the chest, in the order of gonao_msgs/GamePhase.
var phases = []struct {
	name, look string
	color      nao.Color
}{
	{"initial", "off", nao.Color{}},
	{"ready", "blue", nao.Color{B: 1}},
	{"set", "yellow", nao.Color{R: 1, G: 0.8}},
	{"playing", "green", nao.Color{G: 1}},
	{"penalized", "red", nao.Color{R: 1}},
	{"standby", "cyan", nao.Color{G: 1, B: 1}},
	{"finished", "off", nao.Color{}},
	{"timeout", "off", nao.Color{}},
}

// teams are the colours of the left foot, in the order of the GameController's numbers. Dark ones shine as well as they can.
var teams = []nao.Color{
	{B: 1}, {R: 1}, {R: 1, G: 0.8}, {R: 0.1, G: 0.1, B: 0.1}, {R: 1, G: 1, B: 1}, {G: 1}, {R: 1, G: 0.4}, {R: 0.6, B: 1}, {R: 0.4, G: 0.2}, {R: 0.4, G: 0.4, B: 0.4},
}

// Set shows a game: phase is a number of gonao_msgs/GamePhase, team a colour of the GameController. Other numbers are dark.
// It reports whether that changed anything.
func (g *GameLights) Set(m *Mixer, phase, team uint8, kickOff bool, now time.Time) (changed bool) {
	var chest, left, right nao.Color
	if int(phase) < len(phases) {
		chest = phases[phase].color
	}
	if int(team) < len(teams) {
		left = teams[team]
	}
	if kickOff {
		right = nao.Color{R: 1, G: 1, B: 1}
	}
	changed = g.chest.set(m, Chest, chest, now)
	changed = g.left.set(m, LeftFoot, left, now) || changed
	return g.right.set(m, RightFoot, right, now) || changed
}

// Clear ends all lights of the game. It reports whether there were any.
func (g *GameLights) Clear(m *Mixer) (changed bool) {
	changed = g.chest.set(m, Chest, nao.Color{}, time.Time{})
	changed = g.left.set(m, LeftFoot, nao.Color{}, time.Time{}) || changed
	return g.right.set(m, RightFoot, nao.Color{}, time.Time{}) || changed
}

// gameRows returns the rows of the table of signals that are about a game.
func gameRows() string {
	look := make([]string, len(phases))
	for i, p := range phases {
		look[i] = p.name + " " + p.look
	}
	return fmt.Sprintf("| game | the topic `game_phase` | chest | %s | %d |\n", strings.Join(look, ", "), gamePriority) +
		fmt.Sprintf("| team | the team's colour in `game_state` | left foot | that colour | %d |\n", gamePriority) +
		fmt.Sprintf("| kick-off | `game_state`: the own team kicks | right foot | white | %d |\n", gamePriority)
}
