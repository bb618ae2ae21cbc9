package game_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/soccer/game"
)

func TestAllBooksLoadAndNameTheirSources(t *testing.T) {
	require.Equal(t, []string{"hsl2026", "naoisis2010", "spl2025"}, game.Books())
	for _, name := range game.Books() {
		b, err := game.Load(name)
		require.NoError(t, err)
		require.Equal(t, name, b.Name)
		require.Greater(t, len(b.Numbers()), 60)
		for _, n := range b.Numbers() {
			require.NotEmpty(t, n.Number.From, n.Key)
		}
	}
}

func TestWhereTextAndProgramDisagreeABookSaysSo(t *testing.T) {
	b, err := game.Load("hsl2026")
	require.NoError(t, err)
	require.Equal(t, 15, b.Match.PenaltyIncrement.Int())
	require.Contains(t, b.Match.PenaltyIncrement.Differs, "10 s")
	require.Equal(t, 30, b.Penalties["pushing"].Duration.Int())
	require.Contains(t, b.Penalties["pushing"].Duration.Differs, "45 s")
}

func TestANumberOfABookCanBeChangedInACopy(t *testing.T) {
	b, err := game.Load("spl2025")
	require.NoError(t, err)
	before := map[string]float64{}
	for _, n := range b.Numbers() {
		before[n.Key] = n.Number.Value
	}
	for _, n := range b.Numbers() {
		c := b.With(n.Key, 7777)
		require.NotNil(t, c, n.Key)
		changed := 0
		for _, m := range c.Numbers() {
			if m.Number.Value != before[m.Key] {
				changed++
				require.Equal(t, n.Key, m.Key)
			}
		}
		require.Equal(t, 1, changed, n.Key)
	}
	require.Nil(t, b.With("match.nothing", 1))
	for _, n := range b.Numbers() {
		require.InDelta(t, before[n.Key], n.Number.Value, 0, "the book itself is as it was")
	}
}

func TestAWrongBookIsRefusedWithFileAndKey(t *testing.T) {
	good, err := os.ReadFile("books/spl2025.yaml")
	require.NoError(t, err)
	dir := t.TempDir()
	for name, row := range map[string]struct{ from, to, says string }{
		"missing number":    {"  half: {", "  hulf: {", "match.hulf: no such key (did you mean \"half\"?)"},
		"no value":          {"half: {value: 600, ", "half: {", "match.half.value: missing"},
		"absurd":            {"half: {value: 600", "half: {value: 600000", "match.half.value: 600000.0: expected 1 to 7200 s"},
		"not a number":      {"half: {value: 600", "half: {value: .nan", "match.half.value: NaN: expected a number"},
		"text":              {"half: {value: 600", "half: {value: long", `match.half.value: "long": expected a number`},
		"half a player":     {"players: {value: 5", "players: {value: 5.5", "match.players.value: 5.5: expected a whole number"},
		"no source":         {`half: {value: 600, from: "gc halfDuration"}`, "half: {value: 600}", "match.half.from: missing"},
		"unknown source":    {`from: "gc halfDuration"`, `from: "book halfDuration"`, `match.half: from "book halfDuration": expected one of sources first`},
		"unknown penalty":   {"  pushing: {duration", "  shoving: {duration", `penalties: penalty "shoving": no such penalty`},
		"unknown set play":  {"  kick_in: {duration", "  kick_out: {duration", `did you mean "kick_off"?`},
		"no kick-off":       {"  kick_off: {duration", "  indirect_free_kick: {duration", "set_plays.kick_off.ready"},
		"key of a penalty":  {"incremental: true}", "incremental: true, more: 1}", "penalties.illegal_position.more: no such key"},
		"standby":           {"standby: true", "standby: false", "match.standby: false"},
		"a flag":            {"standby: true", "standby: perhaps", `match.standby: "perhaps": expected true or false`},
		"too many players":  {"most_players: {value: 7", "most_players: {value: 4", "match.players: 5: expected at most"},
		"a section missing": {"shoot_out:", "messages:", "messages: the key is there twice"},
		"no mapping":        {"half: {value: 600, from: \"gc halfDuration\"}", "half: 600", `match.half: "600": expected the keys value, from, differs`},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(string(good), row.from, row.to, 1)
			require.NotEqual(t, string(good), text)
			path := filepath.Join(dir, "own.yaml")
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			_, err := game.Load(path)
			require.ErrorContains(t, err, path)
			require.ErrorContains(t, err, row.says)
		})
	}
	_, err = game.Load("spl2024")
	require.ErrorContains(t, err, `rule book "spl2024": no such rule book; want one of hsl2026, naoisis2010, spl2025, or the path of a .yaml file (did you mean "spl2025"?)`)
	_, err = game.Parse(nil)
	require.ErrorContains(t, err, "empty")
	_, err = game.Parse([]byte("- 1\n"))
	require.ErrorContains(t, err, "line 1: a list: expected the keys name, title")
}

func FuzzParseBook(f *testing.F) {
	for _, name := range game.Books() {
		text, err := os.ReadFile("books/" + name + ".yaml")
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(_ *testing.T, text []byte) { _, _ = game.Parse(text) })
}
