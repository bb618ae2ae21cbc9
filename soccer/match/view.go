package match

import (
	"fmt"
	"math"
	"strings"

	"gonao/robot/percepts/field"
	"gonao/soccer/game"
	"gonao/soccer/match/scene"
)

// Text returns the match as text: the score, the field from above, the roles and the last calls. Red robots are digits, blue
// ones letters, o is the ball; with color, teams have their colours.
func (m *Match) Text(color bool) string {
	g := &m.Game.Game
	paint := func(code int, s string) string {
		if !color {
			return s
		}
		return fmt.Sprintf("\x1b[%dm%s\x1b[0m", code, s)
	}
	c := newCanvas(m.World.Field)
	for i := range m.Players {
		r := &m.World.Robots[i]
		if r.Away {
			continue
		}
		side, number := m.Number(i)
		if side == game.Home {
			c.put(r.Pose.X, r.Pose.Y, paint(31, string(rune('0'+number%10))))
		} else {
			c.put(r.Pose.X, r.Pose.Y, paint(34, string(rune('a'+number-1))))
		}
	}
	c.put(m.World.Ball.X, m.World.Ball.Y, paint(33, "o"))
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s %d : %d %s   %s %s %s\n", clock(g.Clock.Remaining), paint(31, m.Sides[0].Name), g.Teams[0].Score, g.Teams[1].Score,
		paint(34, m.Sides[1].Name), strings.ReplaceAll(g.Phase.String(), "_", " "), g.State, setPlay(g))
	for y := range c.cells {
		b.WriteString(strings.TrimRight(strings.Join(c.cells[y][:], ""), " "))
		b.WriteByte('\n')
	}
	writeRoles(&b, m)
	for i := max(0, len(m.Calls)-4); i < len(m.Calls); i++ {
		fmt.Fprintf(&b, "%s\n", m.Calls[i].String())
	}
	return b.String()
}

// The size of the field as text.
const (
	columns = 79
	rows    = 25
)

// A canvas is the field from above as text, a character a cell.
type canvas struct {
	halfX, halfY float64 // of the carpet, m
	cells        [rows][columns]string
}

// newCanvas returns the empty field with its lines.
func newCanvas(f *field.Map) *canvas {
	c := &canvas{halfX: f.Length/2 + f.Border, halfY: f.Width/2 + f.Border}
	for y := range c.cells {
		for x := range c.cells[y] {
			c.cells[y][x] = " "
		}
	}
	for _, l := range f.Lines {
		steps := int(math.Max(math.Abs(l.ToX-l.FromX)*8, math.Abs(l.ToY-l.FromY)*4)) + 1
		for k := range steps + 1 {
			s := float64(k) / float64(steps)
			c.put(l.FromX+s*(l.ToX-l.FromX), l.FromY+s*(l.ToY-l.FromY), "·")
		}
	}
	for a := range 72 {
		sin, cos := math.Sincos(float64(a) * math.Pi / 36)
		c.put(f.CircleRadius*cos, f.CircleRadius*sin, "·")
	}
	return c
}

// put sets the character at a place, m in world; it does nothing outside the carpet.
func (c *canvas) put(x, y float64, s string) {
	cx, cy := int((x+c.halfX)/(2*c.halfX)*(columns-1)+0.5), int((c.halfY-y)/(2*c.halfY)*(rows-1)+0.5)
	if cx >= 0 && cx < columns && cy >= 0 && cy < rows {
		c.cells[cy][cx] = s
	}
}

func setPlay(g *game.Game) string {
	if g.SetPlay == game.NoSetPlay {
		return ""
	}
	return strings.ReplaceAll(g.SetPlay.String(), "_", " ") + " " + scene.InColors(g.Kicking.String())
}

// writeRoles writes role, or penalty, of each robot in two lines.
func writeRoles(b *strings.Builder, m *Match) {
	for i, p := range m.Players {
		side, number := m.Number(i)
		what := p.View.Role.String()
		if penalty := m.Game.Game.Player(side, number).Penalty; penalty != game.NoPenalty {
			what = penalty.String()
		} else if p.View.Fallen {
			what = "fallen"
		}
		name := string(rune('0' + number%10))
		if side == game.Away {
			name = string(rune('a' + number - 1))
		}
		fmt.Fprintf(b, "%s %-12s ", name, what)
		if i == len(m.Players)/2-1 || i == len(m.Players)-1 {
			b.WriteByte('\n')
		}
	}
}
