package lua

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
	"gonao/internal/fuzzn"
)

func TestCallsAreReadAsThePaperWritesThem(t *testing.T) {
	calls, err := ParseCalls(`goto{x=1.0, y=-0.5}; kick()  servo{"HeadYaw", angle = math.rad(90) / 2;}
wave({fast = true, text = "a, b; }"})`, Options{})
	require.NoError(t, err)
	type pair struct {
		name  string
		value any
	}
	var got []any
	for _, c := range calls {
		got = append(got, c.Skill)
		for _, a := range c.Args {
			got = append(got, pair{a.Name, a.Value})
		}
	}
	require.Equal(t, []any{
		"goto",
		pair{"x", chart.IntValue(1)},
		pair{"y", chart.FloatValue(-0.5)},
		"kick",
		"servo",
		pair{"", chart.StringValue("HeadYaw")},
		pair{"angle", chart.FloatValue(0.7853981633974483)},
		"wave",
		pair{"fast", chart.BoolValue(true)},
		pair{"text", chart.StringValue("a, b; }")},
	}, got)
	require.Equal(t, []int{1, 22, 30, 1 + len("goto{x=1.0, y=-0.5}; kick()  servo{\"HeadYaw\", angle = math.rad(90) / 2;}\n")},
		[]int{calls[0].Column, calls[1].Column, calls[2].Column, calls[3].Column})
}

func TestCallsThatAreNoneSayWhere(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "column 1: no call; expected such as goto{x=1.0, y=0.5}; kick()",
		" ; ":                    "column 1: no call",
		"kick":                   "column 5: the end; expected ( or { behind kick",
		"kick(":                  "column 6: the end; expected )",
		"kick{x=1":               "column 9: the end; expected }",
		"kick{x=}":               "column 8: nothing; expected a value",
		"kick{x=1 y=2}":          `column 8: "1 y=2" is not a value`,
		"kick{x=1, x=2}":         "column 11: x is given twice",
		"kick(); 7()":            `column 9: "7()"; expected the name of a skill`,
		"kick{x={1}}":            `column 8: "{1}" is a table; expected a number`,
		"kick{x=nil}":            `column 8: "nil" is a nil; expected a number`,
		"kick{x=os.exit()}":      "column 8: no such name: os",
		`kick{x=("x"):rep(1e9)}`: "column 8: a string of more than 4096 bytes",
		"kick{x=(function() while true do end end)()}": "column 8: more than 10000 instructions in one call",
		"kick{x=1)}":        `column 9: ")}"; expected , or }`,
		"é{}":               `column 1: "é{}"; expected the name of a skill`,
		"a{x='ä'} b":        "column 11: the end; expected ( or { behind b",
		"while true do end": "column 7: \"true do en\"; expected ( or { behind while",
	} {
		_, err := ParseCalls(text, Options{})
		require.Error(t, err, text)
		require.Contains(t, err.Error(), want, text)
	}
}

func TestRandomCallsEndWithAnErrorOrCalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	good := []string{`goto{x=1.0, y=-0.5}; kick()`, `servo{"HeadYaw", angle = 1 + 2 * (3 - 4)}`, `wave({fast = true, text = "a, b; }"})`}
	var text []byte
	for range fuzzn.N(t) {
		text = fuzzn.Mutate(rng, text, []byte(good[rng.IntN(len(good))]))
		require.NotPanics(t, func() { _, _ = ParseCalls(string(text), Options{Budget: 1000}) }, "%q", text)
	}
}
