package match

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"gonao/soccer/game"
	"gonao/soccer/match/scene"
	"gonao/soccer/team"
)

// Attachments names the files beside a report. May be the zero value.
type Attachments struct {
	Films   map[time.Duration]string // clips, by the time of their moment
	Figures []Attached               // pictures of the measurements; without them, places are drawn with letters
}

// Attached is a picture with its title.
type Attached struct{ File, Title string }

// WriteReport writes the report of a match as a Markdown page.
func (m *Match) WriteReport(w io.Writer, beside Attachments) error {
	r := m.Result()
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	p("# %s %d : %d %s\n\n", r.Red, r.Score[0], r.Score[1], r.Blue)
	p("Rules %s, seed %d, preset %s, percepts %s, %s of simulated time. Digest `%s`.\n\n", r.Rules, r.Seed, m.Preset, m.Sight, clock(r.Time), r.Digest)
	p("| | %s (red) | %s (blue) |\n|-|-|-|\n", r.Red, r.Blue)
	row := func(name, format string, a, b any) { p("| %s | "+format+" | "+format+" |\n", name, a, b) }
	row("possession", "%.0f %%", 100*r.Possession[0], 100*r.Possession[1])
	row("play in the opponents' half", "%.0f %%", 100*r.Territory[0], 100*r.Territory[1])
	row("kicks", "%d", r.Kicks[0], r.Kicks[1])
	row("shots on goal", "%d", r.Shots[0], r.Shots[1])
	each := func(format string, values func(i int) []any) [2]string {
		return [2]string{fmt.Sprintf(format, values(0)...), fmt.Sprintf(format, values(1)...)}
	}
	text := func(name, format string, values func(i int) []any) {
		of := each(format, values)
		row(name, "%s", of[0], of[1])
	}
	text("goals per shot, own goals of the opponents", "%s, %d", func(i int) []any { return []any{ratio(m.Stats.Goals[i], r.Shots[i]), r.OwnGoals[1-i]} })
	text("passes; chosen as passes, and arrived", "%d; %d, %d", func(i int) []any { return []any{r.Passes[i], r.Chosen[i], r.Arrived[i]} })
	row("saves", "%d", r.Saves[0], r.Saves[1])
	row("tackles", "%d", r.Tackles[0], r.Tackles[1])
	text("falls: by kick, by contact, while walking", "%d: %d, %d, %d", func(i int) []any {
		f := r.FallsBy[i]
		return []any{r.Falls[i], f.Kick, f.Contact, f.Walk}
	})
	row("penalties", "%d", r.Penalties[0], r.Penalties[1])
	left := func(i int) int { return m.Game.Game.Teams[i].Messages }
	row("messages used, of the budget", "%s", fmt.Sprintf("%d of %d", r.Messages[0], r.Messages[0]+left(0)), fmt.Sprintf("%d of %d", r.Messages[1], r.Messages[1]+left(1)))
	n := len(m.Players) / 2
	var walked [2]float64
	for i, d := range m.Stats.Distance {
		walked[i/n] += d
	}
	row("walked", "%.0f m", walked[0], walked[1])
	p("\nThe game is PLAYING for %.0f %% of the time on the clock. For %.0f %% of that nobody touches the ball.\n", 100*r.InPlay, 100*r.Free)
	writeDuties(&b, m)
	p("\n## Beliefs against truth\n\n| | median | 95 %% |\n|-|-|-|\n")
	for _, e := range []struct {
		name string
		e    Errors
	}{{"own pose", r.Pose}, {"ball, of robots that see it", r.Ball}, {"another robot, from the nearest one", r.Robots}} {
		p("| %s | %.3f m | %.3f m |\n", e.name, e.e.Median, e.e.P95)
	}
	p("\nRobots took themselves to be on the other side of the field for %d s in all.\n", r.Wrong)
	p("\n## Calls\n\n| half | clock | score | rule | call | evidence | film |\n|-|-|-|-|-|-|-|\n")
	for i := range m.Calls {
		c := &m.Calls[i]
		film := beside.Films[c.Time]
		if film != "" {
			film = "[clip](" + film + ")"
		}
		p("| %s | %s | %d : %d | %s | %s | %s | %s |\n", strings.TrimSuffix(c.Phase.String(), "_half"), clock(c.Clock), c.Score[0], c.Score[1], c.Rule, c.Words(), scene.InColors(c.Evidence), film)
	}
	writeShots(&b, m)
	for _, f := range beside.Figures {
		p("\n## %s\n\n![%s](%s)\n", f.Title, f.Title, f.File)
	}
	if len(beside.Figures) == 0 {
		writeHeat(&b, m)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// ratio returns a share of b as text.
func ratio(a, b int) string {
	if b == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(a)/float64(b))
}

// writeDuties writes for how long each robot had each role.
func writeDuties(b *strings.Builder, m *Match) {
	b.WriteString("\n## Roles\n\nSeconds on the field in PLAYING.\n\n| robot |")
	for r := team.Keeper; r <= team.Wing; r++ {
		fmt.Fprintf(b, " %s |", r)
	}
	b.WriteString("\n|-|" + strings.Repeat("-|", int(team.Wing)) + "\n")
	for i, roles := range m.Stats.Roles {
		side, number := m.Number(i)
		fmt.Fprintf(b, "| %s %d |", scene.InColors(side.String()), number)
		for r := team.Keeper; r <= team.Wing; r++ {
			fmt.Fprintf(b, " %d |", roles[r])
		}
		b.WriteByte('\n')
	}
}

// writeShots writes the shots on goal, with how far from the goal's middle they were.
func writeShots(b *strings.Builder, m *Match) {
	b.WriteString("\n## Shots on goal\n\n| time | by | from | |\n|-|-|-|-|\n")
	for _, s := range m.Stats.Attempts {
		end := ""
		switch {
		case s.Goal:
			end = "goal"
		case s.Saved:
			end = "saved"
		}
		fmt.Fprintf(b, "| %s | %s %d | %.1f m | %s |\n", clock(s.Time), scene.InColors(s.Side.String()), s.Robot, math.Hypot(m.World.Field.Length/2-s.X, s.Y), end)
	}
}

// writeHeat draws where each robot was, from its own goal on the left to the opponents' on the right.
func writeHeat(b *strings.Builder, m *Match) {
	b.WriteString("\n## Where robots were\n\nFrom the own goal (left) to the opponents'; darker is longer.\n")
	shades := []rune(" .:-=+*#%@")
	for i := range m.Players {
		side, number := m.Number(i)
		h := &m.Stats.Heat[i]
		most := 1.0
		for x := range h {
			most = max(most, slices.Max(h[x][:]))
		}
		team := m.Sides[0].Name + " (red)"
		if side == game.Away {
			team = m.Sides[1].Name + " (blue)"
		}
		fmt.Fprintf(b, "\n%s %d, %.0f m:\n```text\n", team, number, m.Stats.Distance[i])
		for y := HeatY - 1; y >= 0; y-- {
			for x := range HeatX {
				k := int(h[x][y] / most * float64(len(shades)-1))
				if k == 0 && h[x][y] > 0 {
					k = 1
				}
				b.WriteRune(shades[k])
				b.WriteRune(shades[k])
			}
			b.WriteByte('\n')
		}
		b.WriteString("```\n")
	}
}

// Moments returns the calls worth a clip: goals, and with all every call that is not the end of a set play.
func (m *Match) Moments(all bool) []Called {
	var out []Called
	for i := range m.Calls {
		c := m.Calls[i]
		if c.Refuse == "" && (c.Rule == "goal" || all && c.Rule != "ball_free" && c.Rule != "procedure") {
			out = append(out, c)
		}
	}
	return out
}
