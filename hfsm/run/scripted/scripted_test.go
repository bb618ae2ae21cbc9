package scripted

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/lua"
	"gonao/hfsm/run"
)

// fields are those of a machine.
type fields struct {
	x, turns int64
	out      float64
	xSet     run.Stamp
	log      func(string, any)
}

func (f *fields) setTurns(c *run.Core) func(v int64) error {
	return func(v int64) error {
		if v > 3 {
			return run.OutOfRange(c, "turns", v, "at most 3")
		}
		f.turns = v
		return nil
	}
}

// open makes scripts of texts, in their order.
func open(t *testing.T, f *fields, use hfsm.Use, texts ...string) (*Scripts, *run.Core) {
	t.Helper()
	c := &run.Core{Events: &run.Events{}}
	c.Open(run.NewModel("m", 10, []run.State{{}, {Path: "a"}, {Path: "a/b", Parent: 1}}, []run.Inside{{Initial: 1, MilliHz: 1000}, {Of: 1, Initial: 2, MilliHz: 1000}}, nil), run.Code{})
	c.On[1] = true
	var all []lua.Text
	for i, text := range texts {
		all = append(all, lua.Text{Use: use, Line: i + 1, Column: 1, Source: text})
	}
	s, err := Open(Machine{
		Name: "m", File: "m.yaml", Core: c, Log: &f.log,
		Values: []Value{
			Variable("turns", &f.turns, f.setTurns(c)), Input("x", &f.x, &f.xSet, 100*time.Millisecond), Output("out", &f.out, nil),
		},
	}, all)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	s.Begin()
	return s, c
}

func TestScriptsWriteTheFieldsOfTheMachineAndKeepTheirRanges(t *testing.T) {
	f := &fields{x: 2}
	s, _ := open(t, f, hfsm.Statement, "turns = x + 1; out = turns / 2", "turns = 4")
	require.NoError(t, s.Run(0))
	require.Equal(t, int64(3), f.turns)
	require.InDelta(t, 1.5, f.out, 0)
	require.ErrorContains(t, s.Run(1), "m.yaml:2:1: ")
	require.Equal(t, int64(3), f.turns)
}

func TestAScriptThatDoesNotEndIsAnErrorWithItsPlace(t *testing.T) {
	s, _ := open(t, &fields{}, hfsm.Statement, "out = 1", "while true do end")
	require.ErrorContains(t, s.Run(0, 1), "m.yaml:2:1: ")
	s.Begin()
	require.NoError(t, s.Run(0), "the next tick has its own budget")
}

func TestAGuardThatFailsIsFalseAndTold(t *testing.T) {
	s, c := open(t, &fields{x: 1}, hfsm.Condition, "x == 1", "x", `active("a") and not active("a/b")`, `stale("x") and age("x") > 1000`)
	require.True(t, s.In(1).Holds(0))
	require.NoError(t, c.Problem)
	require.False(t, s.Holds(1))
	require.ErrorContains(t, c.Problem, "expected true or false")
	require.True(t, s.Holds(2))
	require.True(t, s.Holds(3))
}
