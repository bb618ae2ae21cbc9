package hfsm

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

// library offers machines by their names to others.
func library(t testing.TB, sources ...string) *Vocabulary {
	t.Helper()
	machines := map[string]*chart.Machine{}
	for _, src := range sources {
		c, found := chart.ReadYAML("library.yaml", []byte(src))
		require.Empty(t, found.Errors())
		machines[c.Name] = c
	}
	return &Vocabulary{
		Inputs: map[string]Type{"x": Int, "ball": Float},
		Activities: []Kind{
			{Name: "walk", Params: []Param{{Name: "speed", Type: Float}, {Name: "gait", Type: String, Constant: true, Default: new(Value)}}},
		},
		Machines: func(name string) (*chart.Machine, error) {
			if name == "broken" {
				return nil, errors.New("its file cannot be read")
			}
			return machines[name], nil
		},
	}
}

const gotoMachine = `
machine: goto
level: skill
rate_hz: 50
parameters: {far: {type: float, min: 0, max: 9}, turn: {type: int, default: 1}}
inputs: {x: int}
variables: {done: int}
outputs: {steps: int}
preconditions: [far > 0.1]
begin: [{set: {steps: turn}}]
initial: walking
states:
  walking:
    do: {walk: {speed: =far / 2}}
    transitions: [{if: x > 0, to: turning}, {if: x < 0, to: FAILED}]
  turning:
    entry: {set: {steps: steps + 1, done: done + 1}}
    transitions: [{if: x == 0, to: walking}, {if: x == 5, to: FINAL}]
`

const caller = `
machine: top
level: skill
inputs: {x: int}
variables: {far: {type: float, initial: 3.0}, total: int}
initial: a
states:
  a:
    call: {machine: goto, with: {far: =far, turn: 4}, returns: {total: steps}}
    transitions: [{if: final, to: b}, {if: failed, to: c}]
  b: {entry: {set: {far: 0.05}}, transitions: [{if: x == 1, to: a}]}
  c: {}
`

func TestAMachineCallsAnotherWithArguments(t *testing.T) {
	model, err := Load("top.yaml", []byte(caller), library(t, gotoMachine))
	require.NoError(t, err)
	h := &argued{}
	m, err := New(model, h)
	require.NoError(t, err)
	at(t, m, 0)
	require.Equal(t, "a/walking", m.Path())
	require.InDelta(t, 1.5, h.speed, 1e-9)
	set(t, m, "x", IntValue(1))
	at(t, m, 20)
	require.Equal(t, "a/turning", m.Path(), "at the rate of the called machine")
	require.EqualValues(t, 1, value(t, m, "a.done"))
	require.EqualValues(t, 0, value(t, m, "total"))
	set(t, m, "x", IntValue(5))
	at(t, m, 90)
	require.Equal(t, "a", m.Path(), "it has ended; the caller looks at its own rate")
	at(t, m, 100)
	require.Equal(t, "b", m.Path())
	require.EqualValues(t, 5, value(t, m, "total"), "its output, when it was left")
	set(t, m, "x", IntValue(1))
	at(t, m, 300)
	require.Equal(t, "c", m.Path(), "it fails at once")
	require.EqualValues(t, 0, value(t, m, "a.done"), "it began anew")
	require.EqualError(t, m.Cause(), `machine top at a: the precondition "far > 0.1" does not hold`)
}

// argued is a host that sees an argument.
type argued struct{ speed float64 }

func (h *argued) Activity(_ *Machine, _ string, args Args) (Activity, error) {
	return &arguedActivity{noActivity{}, h, args}, nil
}

type arguedActivity struct {
	noActivity
	host *argued
	args Args
}

func (a *arguedActivity) Start(_ time.Duration, _ Entry) { a.host.speed = a.args.Float("speed") }

func TestACalledMachineThatIsInterruptedGoesOn(t *testing.T) {
	src := strings.Replace(caller, "transitions: [{if: final, to: b}", "transitions: [{if: x == 7, to: b}, {if: final, to: b}", 1)
	src = strings.Replace(src, "far: 0.05", "far: 2.0", 1)
	model, err := Load("top.yaml", []byte(src), library(t, gotoMachine))
	require.NoError(t, err)
	m, err := New(model, nil)
	require.NoError(t, err)
	at(t, m, 0)
	set(t, m, "x", IntValue(1))
	at(t, m, 20)
	set(t, m, "x", IntValue(7))
	at(t, m, 100)
	require.Equal(t, "b", m.Path())
	set(t, m, "x", IntValue(1))
	at(t, m, 200)
	require.Equal(t, "a/turning", m.Path())
	require.InDelta(t, 3.0, value(t, m, "a.far"), 1e-9, "with its arguments of before")
}

func TestCallsThatCannotBeAreRefused(t *testing.T) {
	ping := "machine: ping\ninitial: a\nstates: {a: {call: pong}}\n"
	pong := "machine: pong\ninitial: a\nstates: {a: {call: {machine: ping}}}\n"
	high := "machine: high\nlevel: agent\ninitial: a\nstates: {a: {}}\n"
	elsewhere := "machine: elsewhere\nspaces: [{platform: nao, domain: kitchen}]\ninitial: a\nstates: {a: {}}\n"
	for name, row := range map[string]struct{ from, to, want string }{
		"itself":              {"machine: goto, with: {far: =far, turn: 4}, returns: {total: steps}", "machine: top", "the machine calls itself: top -> top"},
		"a ring":              {"machine: goto, with: {far: =far, turn: 4}, returns: {total: steps}", "machine: ping", "library.yaml:3:30: states.a.call.machine: the machine calls itself: ping -> pong -> ping; expected calls without a cycle"},
		"an unknown one":      {"machine: goto, with: {far: =far, turn: 4}, returns: {total: steps}", "machine: nothing", `no machine "nothing"`},
		"one that is broken":  {"machine: goto, with: {far: =far, turn: 4}, returns: {total: steps}", "machine: broken", `machine "broken": its file cannot be read`},
		"a higher level":      {"machine: goto, with: {far: =far, turn: 4}, returns: {total: steps}", "machine: high", "high is of the level agent, this machine of the level skill"},
		"another space":       {"machine: goto, with: {far: =far, turn: 4}, returns: {total: steps}", "machine: elsewhere", "elsewhere is not offered in the space nao/soccer"},
		"no argument":         {"far: =far, ", "", "the parameter far of goto is missing; expected a value of type float"},
		"an unknown argument": {"turn: 4", "trun: 4", `no parameter "trun" (did you mean "turn"?)`},
		"an argument's type":  {"turn: 4", "turn: =far", "a value of type float; expected one of type int"},
		"an argument's range": {"far: =far", "far: 10", "10; expected 0 to 9"},
		"an unknown output":   {"total: steps", "total: step", `no output "step" of goto`},
		"an output's type":    {"total: steps", "far: steps", "steps is a int; the variable far is a float"},
		"an input as target":  {"total: steps", "x: steps", `no variable "x"`},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, caller, row.from)
			words := library(t, gotoMachine, ping, pong, high, elsewhere, caller)
			words.Space = chart.Space{Platform: "nao", Domain: "soccer"}
			_, err := Load("top.yaml", []byte(strings.Replace(caller, row.from, row.to, 1)), words)
			require.ErrorContains(t, err, row.want)
		})
	}
}

func TestAnExpressionIsNoFixedArgument(t *testing.T) {
	_, err := Load("m.yaml", []byte("machine: m\nvariables: {s: string}\ninitial: a\nstates: {a: {do: {walk: {speed: 1, gait: =s}}}}\n"), library(t))
	require.ErrorContains(t, err, "states.a.do.walk.gait: an expression; expected a value of type string that is fixed")
}

func TestAChartWithTwoStatesOfOneNameIsRefused(t *testing.T) {
	c := &chart.Machine{Name: "m", Root: &chart.State{States: []*chart.State{{Name: "a"}, {Name: "a"}}}}
	_, found := Compile(c, nil)
	require.ErrorContains(t, found, `a second state "a"`)
}

func TestAMachineOfAnotherSpaceIsRefused(t *testing.T) {
	words := library(t)
	words.Space = chart.Space{Platform: "nao", Domain: "soccer"}
	for spaces, want := range map[string]string{
		"[{platform: nao, domain: soccer}]":                      "",
		"[{platform: nao}]":                                      "",
		"[{domain: kitchen}, {domain: soccer}]":                  "",
		"[{platform: nao, domain: kitchen}, {platform: pepper}]": "not offered in the space nao/soccer",
	} {
		_, err := Load("m.yaml", []byte("machine: m\nspaces: "+spaces+"\ninitial: a\nstates: {a: {}}\n"), words)
		if want == "" {
			require.NoError(t, err, spaces)
		} else {
			require.ErrorContains(t, err, want)
		}
	}
}

func TestManyWarningsDoNotHideAnError(t *testing.T) {
	src := "machine: m\nvariables:\n"
	for i := range 200 {
		src += fmt.Sprintf("  v%d: int\n", i) // never read
	}
	_, err := Load("m.yaml", []byte(src+"initial: a\nstates: {a: {transitions: [{to: b}]}, b: {transitions: [{to: a}]}}\n"), nil)
	require.ErrorContains(t, err, "a cycle without time: a -> b -> a")
}
