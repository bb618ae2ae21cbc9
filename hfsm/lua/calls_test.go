package lua

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
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
		"goto", pair{"x", chart.IntValue(1)}, pair{"y", chart.FloatValue(-0.5)}, "kick",
		"servo", pair{"", chart.StringValue("HeadYaw")}, pair{"angle", chart.FloatValue(0.7853981633974483)},
		"wave", pair{"fast", chart.BoolValue(true)}, pair{"text", chart.StringValue("a, b; }")},
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
		"kick{x=1 y=2}":          `column 8: "1 y=2" is no value`,
		"kick{x=1, x=2}":         "column 11: x is given twice",
		"kick(); 7()":            `column 9: "7()"; expected the name of a skill`,
		"kick{x={1}}":            `column 8: "{1}" is a table; expected a number`,
		"kick{x=nil}":            `column 8: "nil" is a nil; expected a number`,
		"kick{x=os.exit()}":      "column 8: no such name: os",
		`kick{x=("x"):rep(1e9)}`: "column 8: a string of more than 4096 bytes",
		"kick{x=(function() while true do end end)()}": "column 8: more than 20000 instructions in one call",
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

func TestCallsBecomeAMachineThatRunsThemInTurn(t *testing.T) {
	words := skills(t, nao())
	c, found := ReadCalls(`getup{speed = 2}; servo{joint = "HeadYaw", angle = 1}; getup()`, words, Policy{}, Options{})
	require.Empty(t, found)
	m, found := hfsm.Compile(c, words)
	require.Empty(t, found.Errors())
	r := &robot{takes: 2}
	machine, tick := start(t, m, r)
	tick(4)
	require.Equal(t, "servo/MOVE", machine.Path())
	tick(12)
	require.NoError(t, machine.Cause())
	require.Equal(t, hfsm.Final, machine.Status())
	require.Equal(t, []string{"rise speed=2", "stop rise", "rise speed=1", "stop rise"}, r.log)

	r = &robot{takes: 1, fails: map[string]bool{"rise": true}}
	machine, tick = start(t, m, r)
	tick(5)
	require.Equal(t, hfsm.Failed, machine.Status(), "the first that fails ends it")
}

func TestCallsAreCheckedAgainstSkillsAndPolicy(t *testing.T) {
	words := skills(t, nao())
	for text, want := range map[string][2]string{
		`getup{speed = 5}`:                       {CodeArgs, "call:1:7: speed = 5; expected 0.1 to 2"},
		`getup{spede = 1}`:                       {CodeArgs, `call:1:7: getup has no parameter spede (did you mean "speed"?); expected speed float in m/s`},
		`getup{speed = "fast"}`:                  {CodeArgs, `call:1:7: speed = "fast"; expected a value of type float`},
		`getup{1, 2}`:                            {CodeArgs, `call:1:10: getup has no parameter 2; expected speed float in m/s`},
		`getup{1, speed = 1}`:                    {CodeArgs, `call:1:10: speed is given twice`},
		`servo{angle = 1}`:                       {CodeArgs, `call:1:1: servo needs joint, a value of type string`},
		`getup(); sevro{joint = "x", angle = 1}`: {CodeRefused, `call:1:10: sevro may not be called here (did you mean "servo"?); allowed are getup, servo, nothing`},
		`getup(); nothing()`:                     {CodeUnknown, `call:1:10: nothing: open testdata/nothing.lua: no such file or directory`},
		`getup(`:                                 {CodeCall, `call:1:7: the end; expected )`},
	} {
		c, found := ReadCalls(text, words, Policy{Allowed: []string{"getup", "servo", "nothing"}}, Options{})
		require.Nil(t, c, text)
		require.Len(t, found, 1, text)
		require.Equal(t, want, [2]string{found[0].Code, found[0].String()}, text)
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
