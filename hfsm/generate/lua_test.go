package generate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/lua"
)

// counter has a script in each place that may have one.
const counter = `machine: counter
parameters: {gain: {type: float, default: 2.0}}
inputs: {x: {type: int, stale_after: 100ms}}
variables: {turns: {type: int, max: 10}}
outputs: {out: float}
preconditions: [{lua: "x < 100"}]
begin: [{lua: "list = {1, 2, 3}"}]
initial: a
states:
  a:
    entry: [{lua: "turns = turns + 1"}, {set: {out: {lua: "gain * turns"}}}]
    do: [{lua: "seen = elapsed"}]
    transitions: [{if: {lua: 'age("x") < 1 and failed'}, to: b}]
  b: {exit: [{log: {lua: "list"}}]}
`

func TestScriptsStandInThePackageWithTheirPlaces(t *testing.T) {
	words := &hfsm.Vocabulary{Loose: true, Languages: map[string]hfsm.Language{lua.Name: lua.New(lua.Options{})}}
	c := parsed(t, counter)
	_, err := Package(c, Options{Words: words})
	for _, place := range []string{"6:24", "7:16", "11:20", "11:60", "12:17", "13:31", "14:27"} {
		require.ErrorContains(t, err, "lamp.yaml:"+place+":")
	}
	r, err := Package(c, Options{Words: words, WithLua: true})
	require.NoError(t, err)
	states := string(r.Files[1].Text)
	require.Contains(t, states, "luaLine11:   {Use: hfsm.Statement, Line: 11, Column: 20, Source: \"turns = turns + 1\"},\n")
	require.Contains(t, states, "m.lua.In(A).Put(\"out\", luaLine11_2)")
	require.Contains(t, states, "return m.lua.In(A).Holds(luaLine13)\n")
	machine := string(r.Files[0].Text)
	require.Contains(t, machine, "scripted.Input(\"x\", &m.Inputs.X, &m.xSet, 100*time.Millisecond),\n")
	require.Contains(t, machine, "scripted.Variable(\"turns\", &m.Variables.Turns, m.setVariablesTurns),\n")
	require.Contains(t, machine, "scripted.Parameter(\"gain\", &m.Parameters.Gain),\n")
}
