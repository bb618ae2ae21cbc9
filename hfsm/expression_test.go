package hfsm

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// bench is a machine with one value of each type and a scope to read them.
func values() (*Machine, scope) {
	m := &Machine{values: []Value{BoolValue(true), IntValue(7), FloatValue(0.5), StringValue("red")}}
	return m, scope{
		"b": {Bool, reader(0, Bool)}, "i": {Int, reader(1, Int)},
		"f": {Float, reader(2, Float)}, "s": {String, reader(3, String)},
	}
}

func TestGuardsGiveWhatTheySay(t *testing.T) {
	m, names := values()
	for text, want := range map[string]bool{
		"b":                            true,
		"not b":                        false,
		"!b or i == 7":                 true,
		"b and i > 7":                  false,
		"i >= 7 and i <= 7 and i != 8": true,
		"i < 7.5":                      true,
		"f < 1":                        true,
		"f * 2 == 1":                   true,
		"i / 2 == 3.5":                 true,
		"i % 4 == 3":                   true,
		"-i + 8 == 1 and -f == -0.5":   true,
		"+i - 1 == 6":                  true,
		`s == "red"`:                   true,
		`s < "blue"`:                   false,
		"(b ? i : 3) == 7":             true,
		"(b ? f : 3) < 1":              true,
		`(i > 9 ? "a" : s) == 'red'`:   true,
		"b == (f > 0)":                 true,
		"b != true":                    false,
		"i > 1 && f > 0.1 || s == 'x'": true,
		"i == 7 ? b : not b":           true,
	} {
		c, err := compile(text, names)
		require.NoError(t, err, text)
		require.Equal(t, Bool, c.typ, text)
		require.Equal(t, want, c.bool(m), text)
		require.Zero(t, testing.AllocsPerRun(100, func() { c.bool(m) }), text)
	}
}

func TestWhatIsNoGuardIsRefused(t *testing.T) {
	_, names := values()
	for _, text := range []string{
		"", "b and", "x", "b + 1", `i == "7"`, "i and b", "not i", "-s", "b ? i : s", "i ? 1 : 2",
		"len(s) > 1", "s matches 'r.*'", "[1, 2]", "{a: 1}", "i in 1..3", "s[0]", "s.x", "nil", "let q = 1; q > 0",
		"i ** 2 > 1", "s + s == 'redred'", "i % i == 0", "f % 2 == 0", "now()", "$env", "#", "b; b", "1 |> i", "s contains 'r'",
	} {
		c, err := compile(text, names)
		require.Error(t, err, "%q gave a %s", text, c.typ)
	}
}

func TestNumbersBeyondAnIntAreNoCrash(t *testing.T) {
	_, names := values()
	_, err := compile("i > 99999999999999999999999", names)
	require.Error(t, err)
}
