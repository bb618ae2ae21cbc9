package trial

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

func TestASceneIsReadAndWrongActsAreNamed(t *testing.T) {
	scene, err := ParseScene([]string{"walk 0.2 0 10 5", "", "kick 3 -45 left", "lie back", "get_up"})
	require.NoError(t, err)
	require.Equal(t, Act{text: "kick 3 -45 left", word: "kick", args: []float64{3, -45}, name: "left"}, scene[1])
	for line, want := range map[string]string{
		"walk 1 2":    `act 1, "walk 1 2": expected walk X Y TURN SEC (m/s, m/s, °/s)`,
		"walk":        `act 1, "walk": expected walk X Y TURN SEC (m/s, m/s, °/s); on a command line an act stands in quotes`,
		"wlak 1 2":    `no such act (did you mean "walk"?)`,
		"stand x":     `"x": expected a number, as in stand SEC`,
		"stand NaN":   `"NaN": expected a number`,
		"lie down":    `expected lie front|back|left|right`,
		"play":        `expected play MOTION`,
		"push 1":      `expected push N_S TOWARD`,
		"kick 3 x y":  `expected kick DISTANCE`,
		"stand 1e300": `1e300: expected 0 to 1000, as in stand SEC`,
		"stand -1":    `-1: expected 0 to 1000`,

		"walk 0.2 0 0 -1": `-1: expected 0 to 1000, as in walk`,
		"walk 20 0 0 1":   `20: expected -1 to 1, as in walk`,
	} {
		_, err := ParseScene([]string{line})
		require.ErrorContains(t, err, want, line)
	}
	_, err = ParseScene(nil)
	require.ErrorContains(t, err, "a scene without acts: expected at least one of\nstand SEC")
}

func TestARandomSceneIsReadOrItsErrorNamesTheAct(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	words := append([]string{"1", "-2.5", "x", "left", "front", "NaN", "1e9", "\x00"}, actNames...)
	for range fuzzn.N(t) {
		var line []string
		for range 1 + rng.IntN(5) {
			line = append(line, words[rng.IntN(len(words))])
		}
		if _, err := ParseScene([]string{strings.Join(line, " ")}); err != nil {
			require.Contains(t, err.Error(), "act 1, ")
		}
	}
}
