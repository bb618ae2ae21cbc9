package hfsm

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

// withFunctions is a machine whose guards call functions of its own, one of which calls another.
const withFunctions = `
machine: m
inputs: {x: float, n: int}
variables: {sum: float}
functions:
  near: {parameters: {x: float, limit: float}, type: bool, value: distance(x) < limit}
  distance: {parameters: {x: float}, type: float, value: "x < 0 ? -x : x", description: how far it is}
  two: {type: float, value: 1 + 1}
initial: a
states:
  a:
    exit: {set: {sum: distance(n - 5) + two()}}
    transitions: [{if: "near(x, 1) and not near(n, two())", to: b}]
  b: {}
`

func TestGuardsCallTheFunctionsOfTheMachine(t *testing.T) {
	m := start(t, withFunctions)
	set(t, m, "x", FloatValue(-3))
	set(t, m, "n", IntValue(2))
	require.NoError(t, m.Tick(0))
	set(t, m, "x", FloatValue(-0.5))
	require.NoError(t, m.Tick(time.Second))
	require.Equal(t, "b", m.Path())
	require.InDelta(t, 5.0, value(t, m, "sum"), 0)
}

func TestAFaultOfAFunctionHasItsPlace(t *testing.T) {
	for name, c := range map[string]struct{ functions, guard, want string }{
		"reads an input":   {"f: {type: bool, value: x > 1}", "f()", `functions.f.value: no input or variable "x"`},
		"calls itself":     {"f: {type: bool, value: g()}\n  g: {type: bool, value: not f()}", "f()", "g calls itself by f"},
		"of another type":  {"f: {type: bool, value: 1 + 1}", "f()", "a value of type int; expected a bool"},
		"of the language":  {"sqrt: {type: float, value: 1}", "true", "sqrt is a function of the language"},
		"called wrongly":   {"f: {parameters: {a: float}, type: bool, value: a > 1}", "f(x, 1)", "f with 2 arguments; expected f(a float)"},
		"of a wrong type":  {"f: {parameters: {a: float}, type: bool, value: a > 1}", "f(true)", "f of a bool; expected f(a float)"},
		"no call":          {"f: {parameters: {a: float}, type: bool, value: a > 1}", "f", "f is a function; expected f(a float)"},
		"unknown function": {"near: {type: bool, value: true}", "nera()", `no function "nera" (did you mean "near"?)`},
		"active":           {"f: {type: bool, value: 'active(\"a\")'}", "f()", "active reads the machine"},
		"no value":         {"f: {type: bool}", "true", "functions.f.value: missing"},
		"name of an input": {"x: {type: bool, value: true}", "true", "an input has this name already"},
	} {
		t.Run(name, func(t *testing.T) {
			text := "machine: m\ninputs: {x: float}\ninitial: a\nstates: {a: {transitions: [{after: 1s, if: '" + c.guard + "', to: a}]}}\nfunctions:\n  " + c.functions + "\n"
			machine, findings := chart.ReadYAML("m.yaml", []byte(text))
			_, more := Compile(machine, nil)
			all := append(findings, more...).Errors()
			require.NotEmpty(t, all)
			require.Contains(t, all.Error(), c.want)
		})
	}
}

func TestFunctionsCountForTheHash(t *testing.T) {
	hash := func(limit string) string {
		model, err := Load("m.yaml", []byte("machine: m\ninputs: {x: float}\nfunctions: {f: {parameters: {a: float}, type: bool, value: a > "+limit+"}}\ninitial: a\nstates: {a: {transitions: [{after: 1s, if: f(x), to: a}]}}\n"), nil)
		require.NoError(t, err)
		return model.Hash()
	}
	require.NotEqual(t, hash("1"), hash("2"))
}
