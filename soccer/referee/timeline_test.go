package referee_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"gonao/soccer/game"
)

// A timeline is what a referee does at which second, and what the scoreboard shows then.
type timeline struct {
	Name   string
	Book   string
	Delay  bool // robots see the game later
	Do     []map[string]any
	Expect []map[string]any
}

func timelines(t *testing.T) []timeline {
	t.Helper()
	text, err := os.ReadFile("testdata/timelines.yaml")
	require.NoError(t, err)
	var all struct{ Timelines []timeline }
	require.NoError(t, yaml.Unmarshal(text, &all))
	return all.Timelines
}

// run plays a timeline by a book and returns the first difference.
func (l *timeline) run(t *testing.T, b *game.Book) error {
	t.Helper()
	r, err := game.NewRules(b, game.Setup{Teams: [2]game.TeamSetup{{Number: 1}, {Number: 2}}, NoDelay: !l.Delay})
	if err != nil {
		return err
	}
	m := game.NewMatch(r)
	do := l.Do
	for _, want := range l.Expect {
		until := seconds(t, want["t"])
		for len(do) > 0 && seconds(t, do[0]["t"]) <= until {
			m = m.Seek(seconds(t, do[0]["t"]) - m.Time)
			if m, err = perform(t, m, do[0]); err != nil {
				return err
			}
			do = do[1:]
		}
		m = m.Seek(until - m.Time)
		for key, value := range want {
			if shown := scoreboard(t, &m, key); key != "t" && !same(shown, value) {
				return fmt.Errorf("%s after %s: %v: expected %v", key, until, shown, value)
			}
		}
	}
	return nil
}

// perform performs an action, which the game must refuse where it is marked so.
func perform(t *testing.T, m game.Match, do map[string]any) (game.Match, error) {
	t.Helper()
	refused := do["refused"] == true
	text, err := json.Marshal(do)
	require.NoError(t, err)
	var a game.Action
	require.NoError(t, json.Unmarshal(text, &a))
	after, err := m.Apply(a)
	if err != nil && !refused {
		return m, err
	}
	if err == nil && refused {
		return m, fmt.Errorf("%s: expected to be refused", a)
	}
	return after, nil
}

func seconds(t *testing.T, v any) time.Duration {
	t.Helper()
	switch v := v.(type) {
	case int:
		return time.Duration(v) * time.Second
	case float64:
		return time.Duration(math.Round(v*1000)) * time.Millisecond
	}
	t.Fatalf("%v: expected seconds", v)
	return 0
}

// scoreboard returns what a key shows.
func scoreboard(t *testing.T, m *game.Match, key string) any {
	t.Helper()
	g, b := &m.Game, m.Rules.Book
	two := g.Player(game.Home, 2)
	switch key {
	case "clock":
		return g.Clock.Remaining.Seconds()
	case "state":
		return g.State.String()
	case "view":
		return m.View().State.String()
	case "set_play":
		return g.SetPlay.String()
	case "secondary":
		return g.Secondary.Remaining.Seconds()
	case "penalty":
		return two.Penalty.String()
	case "penalty_left":
		return two.Timer.Remaining.Seconds()
	case "penalty_left_3":
		return g.Player(game.Home, 3).Timer.Remaining.Seconds()
	case "cautions":
		return float64(two.Cautions)
	case "on_field":
		return float64(g.OnField(game.Home))
	case "messages":
		return float64(g.Team(game.Home).Messages)
	}
	numbers := map[string]game.Number{
		"most": b.Match.MostPlayers, "bytes": b.Messages.Bytes, "shots": b.ShootOut.Shots, "sudden_death": b.ShootOut.SuddenDeathShots,
		"shot": b.ShootOut.Shot, "mercy": b.Match.Mercy, "minute_messages": b.Messages.PerExtraMinute, "t": {},
	}
	n, ok := numbers[key]
	require.True(t, ok, "%q: no such key", key)
	return n.Value
}

func same(shown, want any) bool {
	switch w := want.(type) {
	case int:
		return shown == float64(w)
	default:
		return shown == want
	}
}

func TestEveryTimelineIsShownAsItIsLabelled(t *testing.T) {
	for _, l := range timelines(t) {
		t.Run(l.Name, func(t *testing.T) {
			b, err := game.Load(l.Book)
			require.NoError(t, err)
			require.NoError(t, l.run(t, b))
		})
	}
}
