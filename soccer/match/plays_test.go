package match

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior/machines/soccer"
	"gonao/soccer/game"
)

// Every team plays by every book against another one: within a half, both have kicked or the ball was driven over the field.
func TestEveryTeamKicksTheBallOnEveryField(t *testing.T) {
	for _, book := range game.Books() {
		for i, red := range soccer.Teams() {
			blue := soccer.Teams()[(i+1)%len(soccer.Teams())]
			c := Config{Rules: book, Red: red, Blue: blue, Seed: 9100 + uint64(i)}
			if book == "naoisis2010" {
				c.Preset = "naoisis2010"
			}
			m, err := New(c)
			require.NoError(t, err)
			furthest := 0.0
			for !m.Over() && m.Now() < 6*time.Minute && (m.Stats.Kicks[0]+m.Stats.Kicks[1] == 0 || furthest < 1) {
				m.Step()
				require.NoError(t, m.Err())
				if m.Game.Game.State == game.Playing {
					furthest = max(furthest, math.Hypot(m.World.Ball.X, m.World.Ball.Y))
				}
			}
			require.Positive(t, m.Stats.Kicks[0]+m.Stats.Kicks[1], "%s: %s against %s: nobody kicked in %v", book, red, blue, m.Now())
			require.GreaterOrEqual(t, furthest, 1.0, "%s: %s against %s: the ball stays where it was", book, red, blue)
			if keeper := m.World.Robots[0]; book == "naoisis2010" {
				require.False(t, keeper.Away, "a keeper stands on its field")
			}
			m.Close()
		}
	}
}

func TestAPlaceOutsideOfTheFieldIsRefused(t *testing.T) {
	ours, err := soccer.ReadTeam("ours")
	require.NoError(t, err)
	dir := t.TempDir()
	write := func(replace ...string) string {
		file := filepath.Join(dir, "mine.yaml")
		require.NoError(t, os.WriteFile(file, []byte(strings.NewReplacer(replace...).Replace(string(ours))), 0o600))
		return file
	}
	load := func(rules, file string) error {
		m, err := New(Config{Rules: rules, Red: file, Half: time.Second})
		if err == nil {
			m.Close()
		}
		return err
	}
	meters := write("unit: share", "unit: ''", "[-0.9333, 0]", "[-4.2, 0]")
	require.NoError(t, load("spl2025", meters))
	require.ErrorContains(t, load("naoisis2010", meters), `mine.yaml: kick_off.own[0]: [-4.2 0] m lies outside of the field "2010 field", 6 x 4 m; expected a place on it, or unit: share`)
	require.NoError(t, load("naoisis2010", write()))
	require.ErrorContains(t, load("spl2025", write("to: 0.7556", "to: 1.2")), `mine.yaml: places.wing, from and to: [-1.5 5.4] m lies outside of the field "SPL field", 9 x 6 m`)
	require.ErrorContains(t, load("spl2025", write("unit: share", "unit: cm")), `mine.yaml:5: unit: "cm": expected "share"`)
}
