package expr

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
	"gonao/internal/fuzzn"
)

func pointer(x float64) *float64 { return &x }

// scope has a value of each type, and some with bounds.
var scope = Scope{
	"b": {Type: chart.Bool}, "i": {Type: chart.Int}, "s": {Type: chart.String},
	"f":     {Type: chart.Float, Input: true},
	"age":   {Type: chart.Float, Input: true},
	"turns": {Type: chart.Int, Declaration: &chart.Declaration{Min: pointer(0), Max: pointer(10)}},
	"speed": {Type: chart.Float, Declaration: &chart.Declaration{Min: pointer(-0.5)}},
	"mode": {Type: chart.String, Input: true, Declaration: &chart.Declaration{
		Enum: []chart.Value{chart.StringValue("ready"), chart.StringValue("play")},
	}},
	"level": {Type: chart.Int, Declaration: &chart.Declaration{Enum: []chart.Value{chart.IntValue(1), chart.IntValue(3)}}},
}.With(GuardWords)

// world is what the expressions of the tests read.
type world map[string]chart.Value

func (w world) Value(name string) chart.Value { return w[name] }

func (w world) Call(function, of string) chart.Value {
	switch function {
	case "age":
		return chart.FloatValue(2)
	case "stale":
		return chart.BoolValue(of == "f")
	}
	return chart.BoolValue(of == "walk/left")
}

var now = world{
	"b": chart.BoolValue(true), "i": chart.IntValue(7), "f": chart.FloatValue(0.5), "s": chart.StringValue("red"),
	"age": chart.FloatValue(9), "turns": chart.IntValue(3), "speed": chart.FloatValue(0.25), "mode": chart.StringValue("play"),
	"level": chart.IntValue(3), "elapsed": chart.FloatValue(1.5), "final": chart.BoolValue(true),
	"failed": chart.BoolValue(false), "event": chart.StringValue("kick"),
}

// Conditions are guards and what they give.
var conditions = map[string]bool{
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
	"age(f) == 2 and age == 9":     true,
	"stale(f) and not stale(mode)": true,
	`active("walk/left")`:          true,
	"abs(-i) == 7 and abs(-f) < 1": true,
	"min(i, 3) == 3":               true,
	"max(i, f, 9.5) == 9.5":        true,
	"clamp(i, 0, 5) == 5":          true,
	"clamp(f, 1, 2) == 1":          true,
	"floor(-f) == -1":              true,
	"ceil(f) + round(f) == 2":      true,
	"i % floor(3.5) == 1":          true,
	"sqrt(4) == 2":                 true,
	"hypot(3, 4) == 5":             true,
	"atan2(1, 0) * 2 == pi":        true,
	"cos(0) + sin(0) + tan(0) > 0": true,
	"event == 'kick'":              true,
	"elapsed > 1 and final":        true,
	"i in [1, 7]":                  true,
	"i not in [1, 7]":              false,
	"s in ['red', 'green'] and b":  true,
	"f in [1, 0.5]":                true,
	"i % 4 in [1, 3]":              true,
	"mode in ['play']":             true,
	"level == 3 and level > 2":     true,
	"turns <= 10 and turns > 0":    true,
	"speed >= -0.5":                true,
}

func TestExpressionsGiveWhatTheySay(t *testing.T) {
	for text, want := range conditions {
		n, err := Parse(text, scope)
		require.NoError(t, err, text)
		require.Equal(t, chart.Bool, n.Type, text)
		require.Equal(t, want, n.Eval(now).Bool, text)
	}
}

func TestEveryNodeHasItsTypeAndOperandsOfOne(t *testing.T) {
	for text := range conditions {
		n, err := Parse(text, scope)
		require.NoError(t, err, text)
		n.Walk(func(n *Node) {
			require.NotZero(t, n.Type, "%s in %s", n, text)
			if n.Constant {
				require.Equal(t, n.Type, n.Value.Type, "%s in %s", n, text)
			} else if n.Kind < Call {
				require.Equal(t, n.Type, n.Eval(now).Type, "%s in %s", n, text)
			}
			if n.Kind == Binary {
				require.Equal(t, n.Args[0].Type, n.Args[1].Type, "%s in %s", n, text)
			}
		})
	}
}

func TestAnExpressionIsWrittenAsItIsRead(t *testing.T) {
	for text := range conditions {
		n, err := Parse(text, scope)
		require.NoError(t, err, text)
		again, err := Parse(n.String(), scope)
		require.NoError(t, err, "%s became %s", text, n)
		require.Equal(t, n.String(), again.String())
		require.Equal(t, n.Eval(now), again.Eval(now), "%s became %s", text, n)
	}
	for text, want := range map[string]string{
		"(b)and(i>7)":             "b and i > 7",
		"b and (b or b)":          "b and (b or b)",
		"i - (i - 1)":             "i - (i - 1)",
		"(i - i) - 1":             "i - i - 1",
		"-(i + 1) * 2":            "-(i + 1) * 2",
		"not (i > 1)":             "not (i > 1)",
		"(b ? 1 : 2) + 1":         "(b ? 1 : 2) + 1",
		"f < 2":                   "f < 2.0",
		"clamp(i,0,2)>1":          "clamp(i, 0, 2) > 1",
		`s == 'it\'s "x"'`:        `s == "it's \"x\""`,
		"b ? (b ? 1 : 2) : 3":     "b ? (b ? 1 : 2) : 3",
		"(i == 1) == (f == 2e99)": "i == 1 == (f == 2e+99)",
	} {
		n, err := Parse(text, scope)
		require.NoError(t, err, text)
		require.Equal(t, want, n.String())
	}
}

func TestFaultsHaveTheirColumn(t *testing.T) {
	for text, want := range map[string]Error{
		"b and":                     {4, "unexpected token EOF", CodeSyntax},
		"b and sen":                 {6, `no input or variable "sen"; expected one of `, CodeUnknown},
		"b and trns > 1":            {6, `no input or variable "trns" (did you mean "turns"?); expected one of `, CodeUnknown},
		"b and flor(f) > 1":         {6, `no function "flor" (did you mean "floor"?); expected one of abs, active, age`, CodeUnknown},
		"len(s) > 1":                {0, `no function "len"`, CodeUnknown},
		"all([1], # > 0)":           {0, `no function "all"`, CodeUnknown},
		"sqrt > 1":                  {0, `sqrt is a function; expected sqrt(x)`, CodeUnknown},
		"b + 1 > 2":                 {2, "invalid operation: + (mismatched types bool and int)", CodeType},
		`b or f == "7"`:             {7, "invalid operation: == (mismatched types float and string)", CodeType},
		"b ? i : s":                 {0, "bool ? int : string; expected a bool and two values of one type", CodeType},
		"i ** 2 > 1":                {2, "int ** int: no such operation", CodeType},
		"s + s == 'redred'":         {2, "string + string: no such operation", CodeType},
		"i % i == 0":                {2, "expected an int % a constant int other than 0", CodeType},
		"i % 0 == 0":                {2, "expected an int % a constant int other than 0", CodeType},
		"sqrt(1, 2) > 0":            {0, "sqrt with 2 arguments; expected sqrt(x)", CodeType},
		"b and age(turns) > 1":      {10, "age of turns; expected an input", CodeType},
		"age(f + 1) > 1":            {6, "age of f + 1.0; expected an input", CodeType},
		"active(s)":                 {7, "active of s; expected the path of a state in quotes", CodeType},
		"max(i, b) > 1":             {7, "max of a bool; expected numbers", CodeType},
		"i in 1..3":                 {6, `"1..3" behind in; expected a list of constants, such as [1, 2]`, CodeType},
		"i in [1, turns]":           {9, "turns in a list behind in; expected a constant", CodeType},
		"turns > 11":                {8, "turns is never 11; expected 0 to 10", CodeRange},
		"b and -1 < turns":          {6, "turns is never -1; expected 0 to 10", CodeRange},
		"turns in [1, 2, 12]":       {16, "turns is never 12; expected 0 to 10", CodeRange},
		"turns < 10.5":              {8, "turns is never 10.5; expected 0 to 10", CodeRange},
		"speed < -1":                {8, "speed is never -1; expected at least -0.5", CodeRange},
		"mode == 'stop'":            {8, `mode is never "stop"; expected one of "ready", "play"`, CodeRange},
		"mode not in ['ready','x']": {21, `mode is never "x"; expected one of "ready", "play"`, CodeRange},
		"level == 2":                {9, "level is never 2; expected one of 1, 3", CodeRange},
		"let q = 1; q > 0":          {0, "", CodeSyntax},
		"'ü' == s and x":            {13, `no input or variable "x"`, CodeUnknown},
		"i > 99999999999999999999":  {0, "", CodeSyntax},
		"[1, 2]":                    {0, `"[1, 2]" is not a part of an expression`, CodeSyntax},
		"s matches '['":             {2, "", CodeSyntax},
	} {
		_, err := Parse(text, scope)
		var fault *Error
		require.ErrorAs(t, err, &fault, text)
		require.Contains(t, fault.Text, want.Text, text)
		if want.Text != "" {
			require.Equal(t, want.Column, fault.Column, text)
			require.Equal(t, want.Code, fault.Code, text)
		}
	}
}

func TestWhatIsNoExpressionIsRefused(t *testing.T) {
	for _, text := range []string{
		"", "i and b", "not i", "-s", "i ? 1 : 2", "s matches 'r.*'", "{a: 1}", "s[0]", "s.x", "s.x()", "nil", "f % 2 == 0",
		"now()", "$env", "#", "b; b", "1 |> i", "s contains 'r'", "b ?? b", "(b)(b)", "i(1)", "age()", "in", "1 in i", "if b { 1 } else { 2 }",
		"b ? b", "i..3", "f in []", "elapsed()", "1e400 > f",
	} {
		n, err := Parse(text, scope)
		require.Error(t, err, "%q gave %v", text, n)
	}
}

func TestConstantsAreKnown(t *testing.T) {
	for text, want := range map[string]chart.Value{
		"2 * 3 > 5":            chart.BoolValue(true),
		"pi / 2":               chart.FloatValue(math.Pi / 2),
		"1 / 0":                chart.FloatValue(math.Inf(1)),
		"floor(1e300)":         chart.IntValue(math.MaxInt64),
		"ceil(-1e300)":         chart.IntValue(math.MinInt64),
		"round(0 / 0)":         chart.IntValue(0),
		"min(3, 2)":            chart.IntValue(2),
		"true ? 'a' : 'b'":     chart.StringValue("a"),
		"(1 in [1, 2]) == b":   {},
		"b and false":          {},
		"age(f) > 0":           {},
		"9223372036854775807":  chart.IntValue(math.MaxInt64),
		"-9223372036854775807": chart.IntValue(-math.MaxInt64),
	} {
		n, err := Parse(text, scope)
		require.NoError(t, err, text)
		require.Equal(t, want.Type != 0, n.Constant, text)
		if want.Type != 0 {
			require.Equal(t, want, n.Value, text)
		}
	}
}

func TestParseSurvivesRandomTexts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	words := []string{
		"b", "i", "f", "s", "turns", "mode", "age", "age(", "stale(", "active(", "min(", "abs(", "floor(", "(", ")", ")", "[", "]", ",", " ", "not ", "-", "!",
		" and ", " or ", " in ", " not in ", "==", "!=", "<", ">", "+", "*", "/", "%", "?", ":", "1", "0", "2.5", "1e9", "'x'", `"\u00fc"`, `'\''`, "'ready'",
		".", "..", "|", "??", "?.", "$env", "#", "let ", ";", "=", "{", "}", "if ", "pi", "true", "nil", "\n", "\t", "ü", "\x00", "\xff", "//", "/*", "all(", "map(", "`",
	}
	r := NewReader(scope)
	for range fuzzn.N(t) {
		text := ""
		for range 1 + rng.IntN(14) {
			text += words[rng.IntN(len(words))]
		}
		n, err := r.Parse(text)
		if err != nil {
			var fault *Error
			require.ErrorAs(t, err, &fault, text)
			require.NotContains(t, fault.Text, "not understood", text)
			continue
		}
		value := n.Eval(now)
		require.Equal(t, n.Type, value.Type, text)
		again, err := r.Parse(n.String())
		require.NoError(t, err, "%q became %s", text, n)
		require.Equal(t, n.String(), again.String(), text)
	}
}

func BenchmarkParse(b *testing.B) {
	r := NewReader(scope)
	for b.Loop() {
		clear(r.seen)
		_, _ = r.Parse("turns > 3 and age(f) < 1 and mode == 'play'")
	}
}
