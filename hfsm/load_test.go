package hfsm

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// words is a small host's offer.
func words() *Vocabulary {
	colour := func(v Value) string {
		if v.String == "red" || v.String == "green" {
			return ""
		}
		return "red or green"
	}
	gain := FloatValue(1)
	return &Vocabulary{
		Inputs: map[string]Type{"age": Float, "count": Int, "seen": Bool, "colour": String},
		Activities: []Kind{
			{Name: "track", Params: []Param{{Name: "color", Type: String, Check: colour}, {Name: "gain", Type: Float, Default: &gain}}},
			{Name: "rest"},
		},
	}
}

// good is a machine that each row of the table spoils.
const good = `machine: m
inputs: {age: float, count: int, seen: bool}
variables: {turns: {type: int, initial: 0}}
initial: a
states:
  a:
    entry: {set: {turns: turns + 1}}
    do: {track: {color: red}}
    transitions: [{if: seen and age < 1, to: b}]
  b:
    do: rest
    transitions: [{after: 1s, to: a}]
`

func TestBadMachinesAreRefusedWithPlaceAndExpectation(t *testing.T) {
	_, err := Load("m.yaml", []byte(good), words())
	require.NoError(t, err)
	for name, row := range map[string]struct{ from, to, want string }{
		"unknown state":             {"to: b}", "to: bb}", `m.yaml:9:46: states.a.transitions[0].to: no state "bb"; expected one of a, b`},
		"an exit in small letters":  {"to: b}", "to: final}", `m.yaml:9:46: states.a.transitions[0].to: no state "final" (did you mean FINAL?); expected one of a, b, a path from the top, FINAL or FAILED`},
		"another word for an exit":  {"to: b}", "to: failure}", `no state "failure" (did you mean FAILED?)`},
		"no initial state":          {"initial: a\n", "", `m.yaml:1:1: initial: missing; expected the state it begins with, one of a, b`},
		"wrong initial state":       {"initial: a\n", "initial: c\n", `m.yaml:4:10: initial: no state "c"; expected one of a, b`},
		"unknown variable":          {"turns + 1", "trns + 1", `m.yaml:7:26: states.a.entry.set.turns: no input or variable "trns" (did you mean "turns"?)`},
		"unknown name in a guard":   {"seen and", "sen and", `m.yaml:9:24: states.a.transitions[0].if: no input or variable "sen" (did you mean "seen"?)`},
		"type error in a guard":     {"age < 1", `age < "x"`, `m.yaml:9:37: states.a.transitions[0].if: invalid operation`},
		"guard that is no bool":     {"seen and age < 1", "age + 1", `a guard of type float; expected a bool`},
		"guard with a call":         {"age < 1", "len(colour) < 1", `states.a.transitions[0].if: `},
		"guard never true":          {"seen and age < 1", "1 > 2", `never true; expected a guard that can be`},
		"unknown activity":          {"do: rest", "do: rst", `m.yaml:11:9: states.b.do: no activity "rst" (did you mean "rest"?); expected one of track, rest`},
		"missing argument":          {"track: {color: red}", "track: {}", `states.a.do.track.color: missing; expected a value of type string`},
		"unknown argument":          {"color: red", "colour: red", `states.a.do.track.colour: no such key (did you mean "color"?)`},
		"argument's type":           {"color: red", "color: 7", `states.a.do.track.color: "7"; expected a value of type string`},
		"argument's value":          {"color: red", "color: blue", `states.a.do.track.color: "blue"; expected red or green`},
		"unknown input":             {"count: int", "cont: int", `inputs.cont: no such input here: "cont" (did you mean "count"?)`},
		"input of another type":     {"count: int", "count: bool", `inputs.count: bool; this input is a int`},
		"unknown type":              {"type: int,", "type: integer,", `variables.turns.type: no type "integer"; expected bool, int, float or string`},
		"initial of another type":   {"initial: 0}", "initial: x}", `variables.turns.initial: "x"; expected a value of type int`},
		"assignment's type":         {"turns + 1", "turns + 0.5", `a value of type float; the variable is of type int`},
		"set an input":              {"{turns: turns + 1}", "{count: 1}", `states.a.entry.set.count: no variable "count"`},
		"set that runs":             {"do: rest", "do: {set: {turns: 1}}", `set takes no time; expected it under entry or exit`},
		"doubled key":               {"do: rest", "do: rest\n    do: rest", `m.yaml:12:5: states.b.do: the key is there twice, first on line 11`},
		"doubled state":             {"  b:\n", "  a: {}\n  b:\n", `states.a: the key is there twice, first on line 6`},
		"unknown key":               {"transitions: [{after", "transition: [{after", `states.b.transition: no such key (did you mean "transitions"?)`},
		"bad time":                  {"after: 1s", "after: 1", `states.b.transitions[0].after: "1" has no unit; expected a time such as 10s or 250ms`},
		"no time":                   {"after: 1s", "after: 0s", `expected a time longer than nothing`},
		"cycle without time":        {"{after: 1s, to: a}", "{to: a}, {after: 1s, to: a}", ""},
		"ring of two":               {"if: seen and age < 1, to: b}]", "to: b}]", ""},
		"self cycle":                {"{after: 1s, to: a}", "{if: 1 < 2, to: b}, {after: 1s, to: a}", `states.b.transitions[0]: a cycle without time: b -> b`},
		"rate of nothing":           {"initial: a\n", "initial: a\nrate_hz: 0\n", `rate_hz: 0 Hz; expected a rate from 0.001 to 1000 Hz`},
		"rate that is not a number": {"initial: a\n", "initial: a\nrate_hz: fast\n", `rate_hz: "fast"; expected a rate`},
		"unknown history":           {"initial: a\n", "initial: a\nhistory: ghost\n", `history: no history "ghost"; expected none, shallow, deep or resume`},
		"history without children":  {"do: rest", "history: deep", `states.b.history: only for a state with states inside`},
		"reserved name":             {"variables: {turns", "variables: {final: {type: bool}, turns", `the word "final" is taken by guards`},
		"states that are a list":    {"states:\n  a:", "states: []\nstates2:\n  a:", `states: a list; expected states by their names`},
		"alias":                     {"do: rest", "do: *x", "m.yaml:"},
		"not YAML":                  {"inputs: {", "inputs: {{{", "not YAML: "},
		"modulo zero":               {"turns + 1", "turns % 0", `expected an int % a constant int other than 0`},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, good, row.from)
			src := strings.Replace(good, row.from, row.to, 1)
			model, err := Load("m.yaml", []byte(src), words())
			if row.want == "" { // harmless alone
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, row.want)
			require.Nil(t, model)
		})
	}
	for _, src := range []string{"", "# nothing", "machine: m", "[]", "7", "---\n---\n", good + "---\n" + good} {
		_, err := Load("m.yaml", []byte(src), words())
		require.ErrorContains(t, err, "m.yaml", "%q", src)
	}
}

func TestARingOfUnconditionalTransitionsIsFound(t *testing.T) {
	_, err := Load("ring.yaml", []byte(`machine: ring
initial: a
states:
  a: {transitions: [{to: b}]}
  b: {transitions: [{if: true, to: c}]}
  c: {transitions: [{to: b}]}
`), nil)
	require.EqualError(t, err, "ring.yaml:5:21: states.b.transitions[0]: a cycle without time: b -> c -> b; "+
		"expected `after` or an `if` that can be false in it")
}

// A state that throws its automaton back to the beginning goes round as well.
func TestARingThroughTheInsideOfAStateIsFound(t *testing.T) {
	_, err := Load("ring.yaml", []byte(`machine: ring
initial: outer
states:
  outer:
    initial: inner
    states:
      inner:
        initial: leaf
        states:
          leaf: {transitions: [{to: outer}]}
`), nil)
	require.EqualError(t, err, "ring.yaml:10:32: states.outer.states.inner.states.leaf.transitions[0]: a cycle without time: "+
		"outer/inner/leaf -> outer/inner/leaf; expected `after` or an `if` that can be false in it")
}

func TestAllFindingsComeAtOnceInTheOrderOfTheFile(t *testing.T) {
	src := strings.NewReplacer("to: b}", "to: x}", "to: a}", "to: y}", "do: rest", "do: sleep", "count: int", "count: what", "initial: 0", "initial: no").Replace(good)
	_, err := Load("m.yaml", []byte(src), words())
	var found Findings
	require.ErrorAs(t, err, &found)
	require.Len(t, found, 5, "and none that only follows from another")
	last := 0
	for _, f := range found {
		require.GreaterOrEqual(t, f.Line, last)
		last = f.Line
	}
	require.Equal(t, "inputs.count", found[0].Key)
}

func TestRunawayFilesAreRefused(t *testing.T) {
	laughs := "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\n"
	deep := "machine: m\ninitial: s\nstates: " + strings.Repeat("{s: {initial: s, states: ", 500) + "{s: }" + strings.Repeat("}}", 500)
	many := func(n int, format string) string {
		var out strings.Builder
		for i := range n {
			fmt.Fprintf(&out, format, i)
		}
		return out.String()
	}
	for name, src := range map[string]string{
		"values": "machine: m\ninitial: a\nvariables:\n" + many(20_000, "  v%d: {type: int}\n") +
			"states:\n  a: {transitions: [" + many(10_000, "{if: v%d > 1, to: a},") + "]}\n",
		"unknown states": "machine: m\ninitial: s0\nstates:\n" + many(12_000, "  s%d: {transitions: [{to: s_what, if: a}]}\n"),
		"aliases":        laughs + good,
		"deep states":    deep,
		"deep lists":     strings.Repeat("[", 100_000),
		"long guard":     strings.Replace(good, "seen and", strings.Repeat("seen and ", 10_000), 1),
		"deep guard":     strings.Replace(good, "seen and", strings.Repeat("(", 1900), 1),
		"huge":           strings.Repeat("x", (1<<20)+1),
	} {
		_, err := Load("m.yaml", []byte(src), words())
		require.Error(t, err, name)
		require.Less(t, len(err.Error()), 100_000, name)
	}
}

// seeds are the files random bytes are made from.
func seeds(t testing.TB) [][]byte {
	t.Helper()
	src, err := os.ReadFile("testdata/paper.yaml")
	require.NoError(t, err)
	all := [][]byte{[]byte(good), []byte(nested), bytes.ReplaceAll(src, []byte("HISTORY"), []byte("deep"))}
	for _, file := range []string{"guards", "ends", "values"} {
		src, err := os.ReadFile("check/testdata/" + file + ".yaml")
		require.NoError(t, err)
		all = append(all, src)
	}
	return all
}

// survive loads what may be anything and lets it run if it is a machine.
func survive(src []byte) error {
	model, err := Load("fuzz.yaml", src, words())
	if err != nil {
		var found Findings
		if !errors.As(err, &found) || len(found) == 0 || model != nil {
			return errors.New("an error that is no finding")
		}
		return nil
	}
	m, err := New(model, nil)
	if err != nil {
		return err
	}
	for now := time.Duration(0); now < 2*time.Second; now += 330 * time.Millisecond {
		_ = m.Tick(now) // a loop is allowed here
		if m.Status() == Running && m.Path() == "" {
			return errors.New("a machine that is nowhere")
		}
	}
	return nil
}

func TestLoadSurvivesRandomBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	pieces := []string{"{", "}", "[", "]", ": ", "- ", "\n", "  ", "a", "b", "to: ", "after: ", "if: ", "states:", "&x ", "*x", "<<: ", "!!str ", "'", "\"", "7", "-", "%", "?", "FINAL", "\x00", "\xff"}
	all := seeds(t)
	for range fuzzn.N(t) / 4 {
		src := bytes.Clone(all[rng.IntN(len(all))])
		for range 1 + rng.IntN(6) {
			i := rng.IntN(len(src) + 1)
			j := min(len(src), i+rng.IntN(12))
			switch rng.IntN(3) {
			case 0:
				src = append(src[:i:i], src[j:]...)
			case 1:
				src = append(append(src[:i:i], pieces[rng.IntN(len(pieces))]...), src[i:]...)
			default:
				k := rng.IntN(len(src) + 1)
				src = append(append(src[:i:i], src[min(k, len(src)):min(len(src), k+20)]...), src[j:]...)
			}
		}
		require.NoError(t, survive(src), "%s", src)
	}
}

func FuzzLoad(f *testing.F) {
	for _, src := range seeds(f) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		require.NoError(t, survive(src))
	})
}

// A machine whose text has errors is not blamed for what only follows from them.
func TestOneFaultIsReportedOnce(t *testing.T) {
	const two = `machine: m
initial: a
states:
  a: {transitions: [{after: 6, to: b}]}
  b: {transitions: [{after: 7s, to: a}]}
`
	for _, row := range []struct{ from, to, want string }{
		{"after: 7s", "after: 7", `m.yaml:4:29: states.a.transitions[0].after: "6" has no unit; expected a time such as 10s or 250ms
m.yaml:5:29: states.b.transitions[0].after: "7" has no unit; expected a time such as 10s or 250ms`},
		{"after: 6", "after: 6s, goto: b", `m.yaml:4:33: states.a.transitions[0].goto: no such key (did you mean "to"?); expected one of to, internal, event, after, if, priority, then, name, description, disabled`},
		{"initial: a", "initial: aa", `m.yaml:2:10: initial: no state "aa"; expected one of a, b
m.yaml:4:29: states.a.transitions[0].after: "6" has no unit; expected a time such as 10s or 250ms`},
	} {
		_, err := Load("m.yaml", []byte(strings.Replace(two, row.from, row.to, 1)), nil)
		require.EqualError(t, err, row.want)
	}
}
