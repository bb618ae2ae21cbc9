package skills

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
	"gonao/internal/fuzzn"
)

func TestCallsAreReadAsAgentsWriteThem(t *testing.T) {
	calls, err := Parse(`goto{x=1.0, y=-0.5}; kick(); say({text="a \"b\"; c", twice=true, n=-3,}) ;`)
	require.NoError(t, err)
	require.Equal(t, []Call{
		{Skill: "goto", Column: 1, Args: []Arg{{"x", chart.FloatValue(1), 6}, {"y", chart.FloatValue(-0.5), 13}}},
		{Skill: "kick", Column: 22},
		{Skill: "say", Column: 30, Args: []Arg{
			{"text", chart.StringValue(`a "b"; c`), 35}, {"twice", chart.BoolValue(true), 54}, {"n", chart.IntValue(-3), 66},
		}},
	}, calls)
	calls, err = Parse("say{text='it\\'s'}")
	require.NoError(t, err)
	require.Equal(t, "it's", calls[0].Args[0].Value.String)
}

func TestACallThatIsNoneIsRefusedWithItsPlace(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "no skill; expected a call such as stand_up()",
		" ; ;":                          "no skill",
		"kick":                          "column 5: the end; expected arguments such as {x=1.0}, or ()",
		"kick(":                         "expected arguments such as {x=1.0}, or )",
		"kick() kick()":                 `column 8: "kick"; expected ; and another skill`,
		"goto{1.0}":                     `column 6: "1.0"; expected an argument such as x=1.0`,
		"goto{x=}":                      `column 8: "}"; expected a number, a text, true or false`,
		"goto{x=y}":                     `column 8: "y"; expected a number`,
		"goto{x=1, x=2}":                "argument x is given twice",
		"goto{x=1 y=2}":                 `column 10: "y"; expected , or }`,
		"goto{x=1e999}":                 "expected a number",
		"goto{x=-'a'}":                  "expected a number",
		"say{text='open}":               "without its closing '",
		`say{text="open}`:               "literal not terminated",
		"os.exit()":                     `column 3: "."; expected arguments`,
		"goto{x=function()}":            "expected a number",
		"3()":                           `column 1: "3"; expected the name of a skill`,
		string(make([]byte, maxText+1)): "expected at most 4096",
	} {
		_, err := Parse(text)
		require.ErrorContains(t, err, want, "%q", text)
	}
}

func TestRandomCallsNeverPanic(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"goto", "{", "}", "(", ")", "=", "x", "1.0", "-", "'", `"`, ";", ",", "\\", "\n", "true", "é", "\x00", " ", "0x1F", "1e9"}
	for range fuzzn.N(t) {
		text := ""
		for range random.IntN(20) {
			text += pieces[random.IntN(len(pieces))]
		}
		if calls, err := Parse(text); err == nil {
			require.NotEmpty(t, calls, "%q", text)
		}
	}
}
