package scripted

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/lua"
	"gonao/hfsm/native"
)

// fields are those of a machine.
type fields struct {
	x, turns int64
	out      float64
	xSet     native.Stamp
	log      func(string, any)
	guard    func() bool
}

func (f *fields) setTurns(c *native.Core) func(v int64) error {
	return func(v int64) error {
		if v > 3 {
			return native.OutOfRange(c, "turns", v, "at most 3")
		}
		f.turns = v
		return nil
	}
}

// open makes scripts of texts, in their order.
func open(t *testing.T, f *fields, use hfsm.Use, texts ...string) (*Scripts, *native.Core) {
	t.Helper()
	c := &native.Core{}
	require.NoError(t, c.Open(&hfsm.Tables{
		Name: "m", Limit: 10,
		States:      []hfsm.TableState{{}, {Path: "a"}, {Path: "a/b", Parent: 1}, {Path: "c"}},
		Automata:    []hfsm.TableAutomaton{{Initial: 1, MilliHz: 1000}, {State: 1, Initial: 2, MilliHz: 1000}},
		Transitions: []hfsm.TableTransition{{Source: 1, To: 3, Guard: func(*hfsm.Machine) bool { return f.guard != nil && f.guard() }}},
	}, false))
	require.NoError(t, c.Machine().Tick(0))
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

func TestAGuardThatFailsMakesTheAutomatonFail(t *testing.T) {
	f := &fields{x: 1}
	s, c := open(t, f, hfsm.Condition, "x == 1", "x", `active("a") and active("a/b") and not active("c")`, `stale("x") and age("x") > 1000`)
	require.True(t, s.In(1).Holds(0))
	require.True(t, s.Holds(2))
	require.True(t, s.Holds(3))
	f.guard = func() bool { return s.In(1).Holds(1) }
	require.NoError(t, c.Machine().Tick(time.Second))
	require.ErrorContains(t, c.Machine().Cause(), "expected true or false")
	require.Equal(t, hfsm.Failed, c.Machine().Status())
}
