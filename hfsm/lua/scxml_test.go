package lua

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// data makes a session of an SCXML document with the variables a and list.
func data(tb testing.TB) (*unit, func() *session) {
	tb.Helper()
	c := &chart.Machine{File: "doc.scxml", Name: "doc", Profile: chart.SCXML, Language: Name, Variables: []chart.Declaration{{Name: "a"}, {Name: "list"}}}
	made, err := New(Options{}).Unit(c)
	require.NoError(tb, err)
	u := made.(*unit)
	return u, func() *session {
		s, err := u.open(nil, "doc")
		require.NoError(tb, err)
		s.Begin()
		return s
	}
}

func prepared(tb testing.TB, u *unit, text string, use hfsm.Use) int {
	tb.Helper()
	id, err := u.Piece(chart.Expression{Text: text, Place: chart.Place{Line: 1, Column: 1}}, use)
	require.NoError(tb, err, text)
	return id
}

func TestLuaIsADataModelOfSCXML(t *testing.T) {
	u, open := data(t)
	a := prepared(t, u, "a", hfsm.Location)
	field := prepared(t, u, "a.b[2]", hfsm.Location)
	value := prepared(t, u, "a", hfsm.Quantity)
	sum := prepared(t, u, "a.b[1] + a.b[2]", hfsm.Quantity)
	truth := prepared(t, u, "a.b", hfsm.Condition)
	name := prepared(t, u, "_event.name .. ' ' .. _event.type .. ' ' .. _event.data.x[1]", hfsm.Quantity)
	overwrite := prepared(t, u, "_event.name = 'mine'", hfsm.Statement)
	inline := prepared(t, u, ` {"x": [1, 2.5, "three"]} `, hfsm.Content)
	text := prepared(t, u, "  two \n words ", hfsm.Content)
	s := open()
	defer s.Close()
	require.NoError(t, s.Assign(a, map[string]any{"b": []any{int64(1), 2.5}}))
	require.NoError(t, s.Assign(field, int64(4)))
	got, err := s.Value(sum)
	require.NoError(t, err)
	require.Equal(t, int64(5), got)
	got, err = s.Value(value)
	require.NoError(t, err)
	require.Equal(t, map[string]any{"b": []any{int64(1), int64(4)}}, got)
	holds, err := s.Bool(truth)
	require.NoError(t, err)
	require.True(t, holds, "Lua's own idea of true")
	s.Event(&hfsm.Event{Name: "go", Kind: hfsm.Platform, Data: map[string]any{"x": []any{"first"}}})
	got, err = s.Value(name)
	require.NoError(t, err)
	require.Equal(t, "go platform first", got)
	require.ErrorContains(t, s.Run(overwrite), "name cannot be written")
	got, err = s.Value(inline)
	require.NoError(t, err)
	require.Equal(t, map[string]any{"x": []any{int64(1), 2.5, "three"}}, got)
	got, err = s.Value(text)
	require.NoError(t, err)
	require.Equal(t, "two words", got)
	s.Event(nil)
	_, err = s.Value(name)
	require.Error(t, err, "there is no event")
}

func TestWhatIsNoneIsAnErrorInSCXML(t *testing.T) {
	u, open := data(t)
	noMachine := prepared(t, u, "foo.bar.baz", hfsm.Location)
	undeclared := prepared(t, u, "undeclared", hfsm.Quantity)
	function := prepared(t, u, "function() end", hfsm.Quantity)
	ring := prepared(t, u, "(function() local t = {} t.t = t return t end)()", hfsm.Quantity)
	s := open()
	defer s.Close()
	require.ErrorContains(t, s.Assign(noMachine, 1), "no such name: foo")
	_, err := s.Value(undeclared)
	require.ErrorContains(t, err, "doc.scxml:1:1: no such name: undeclared")
	_, err = s.Value(function)
	require.ErrorContains(t, err, "a function; expected data")
	_, err = s.Value(ring)
	require.ErrorContains(t, err, "tables more than 32 deep")
	for text, use := range map[string]hfsm.Use{"1 +": hfsm.Quantity, "1, 2": hfsm.Condition, "f()": hfsm.Location, "1": hfsm.Location, "if": hfsm.Statement} {
		_, err := u.Piece(chart.Expression{Text: text, Place: chart.Place{Line: 3, Column: 5}}, use)
		var f chart.Finding
		require.ErrorAs(t, err, &f, text)
		require.Equal(t, 3, f.Line)
		require.GreaterOrEqual(t, f.Column, 5)
	}
}

func TestALoopGoesThroughACopyOfTheArray(t *testing.T) {
	u, open := data(t)
	list := prepared(t, u, "list", hfsm.Quantity)
	setup := prepared(t, u, "list = {3, 1, 2} seen = ''", hfsm.Statement)
	body := prepared(t, u, "list[#list + 1] = 9 seen = seen .. i .. '=' .. v .. ' '", hfsm.Statement)
	seen := prepared(t, u, "seen", hfsm.Quantity)
	one := prepared(t, u, "1", hfsm.Quantity)
	s := open()
	defer s.Close()
	require.NoError(t, s.Run(setup))
	require.NoError(t, s.Each(list, "v", "i", func() error { return s.Run(body) }))
	got, err := s.Value(seen)
	require.NoError(t, err)
	require.Equal(t, "1=3 2=1 3=2 ", got)
	require.ErrorContains(t, s.Each(one, "v", "", nil), "a number; expected a table")
	require.ErrorContains(t, s.Each(list, "no name", "", nil), `"no name" cannot be the name of a variable`)
	require.ErrorContains(t, s.Each(list, "_event", "", nil), `"_event" cannot be the name of a variable`)
}

func TestYAMLMachinesSayWhereTheirLuaIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		`entry: {lua: "ball_age = 1"}`:                     "test.yaml:6:21: states.a.entry.lua: ball_age is an input; expected a variable or an output",
		`entry: {lua: "turns = turns +"}`:                  "test.yaml:6",
		`entry: {lua: "trns = turn"}`:                      `no such name: turn (did you mean "turns"?)`,
		`transitions: [{if: {lua: "turns > "}, to: a}]`:    "states.a.transitions[0].if",
		`transitions: [{if: {lua: "elapsed = 3"}, to: a}]`: "syntax error",
		`entry: {lua: "elapsed = 3"}`:                      "elapsed is a word of the language",
		`entry: [{set: {turns: {lua: "nothing + 1"}}}]`:    "no such name: nothing",
	} {
		_, err := hfsm.Load("test.yaml", []byte("machine: m\ninputs: {ball_age: float}\nvariables: {turns: int}\ninitial: a\nstates:\n  a: {"+text+"}\n"), vocabulary())
		require.Error(t, err, text)
		require.Contains(t, err.Error(), want, text)
	}
}

func TestAnInputsAgeAndEventsAreSeen(t *testing.T) {
	const text = `
machine: ages
inputs: {ball_age: {type: float, stale_after: 300ms}}
initial: a
states:
  a:
    transitions:
      - {event: [go, stop], if: {lua: "event == 'go' and event_data('speed') > 1"}, to: b, then: [{lua: "raise('told', {speed = event_data().speed}) log(age('ball_age') > 1e8)"}]}
  b:
    transitions:
      - {event: told, to: c, then: [{lua: "log(event, event_data('speed'), active('b'), stale('ball_age'))"}]}
  c:
    do: [{lua: "count = (count or 0) + 1; log(count, active('c'))"}]
`
	l := &listener{}
	m, err := hfsm.New(load(t, text), l)
	require.NoError(t, err)
	tick(t, m, 1)
	m.Post(hfsm.Event{Name: "stop"})
	m.Post(hfsm.Event{Name: "go", Data: map[string]any{"speed": int64(2)}})
	tick(t, m, 4)
	require.NoError(t, m.Cause())
	require.Equal(t, "c", m.Path())
	require.Equal(t, []any{"true", "told\t2\tfalse\ttrue"}, l.heard[:2])
	require.Contains(t, l.heard, "2\ttrue", "a script under do runs in each tick")
}
