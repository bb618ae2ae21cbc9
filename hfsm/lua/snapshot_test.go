package lua

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
)

const remembering = `
machine: m
language: lua
outputs: {sum: float, drawn: float}
begin: [{lua: "times, list = 0, {1, 2.5, 'three', inner = {true}}; list.self = list; both = list.inner"}]
initial: a
states:
  a:
    transitions:
      - {after: 200ms, to: a, then: [{lua: "times = times + 1; both[#both + 1] = times; sum = #list.self.inner + times; drawn = math.random()"}]}
`

func TestTheDataOfScriptsGoOnFromASnapshotAndThroughAReload(t *testing.T) {
	model := load(t, remembering)
	m, err := hfsm.New(model, nil)
	require.NoError(t, err)
	tick(t, m, 11)
	s := m.Snapshot()
	require.Empty(t, s.Partial)
	text, err := json.Marshal(s)
	require.NoError(t, err)
	var sent hfsm.Snapshot
	require.NoError(t, json.Unmarshal(text, &sent))
	other, err := hfsm.New(model, nil)
	require.NoError(t, err)
	require.NoError(t, other.Restore(&sent, time.Hour))
	changed, err := m.Reload(load(t, remembering+"  b: {}\n"))
	require.NoError(t, err)
	require.Empty(t, changed.Scripts)
	sum, _ := model.Slot("sum")
	drawn, _ := model.Slot("drawn")
	for i := range time.Duration(10) {
		require.NoError(t, m.Tick(time.Second+(i+1)*100*time.Millisecond))
		require.NoError(t, other.Tick(time.Hour+(i+1)*100*time.Millisecond))
		require.Equal(t, m.Value(sum), other.Value(sum))
		require.Equal(t, m.Value(drawn), other.Value(drawn))
	}
	require.Equal(t, hfsm.Running, m.Status())
	require.InDelta(t, 21, m.Value(sum).Float, 0, "10 times, one list in two places")
}

func TestDataOfScriptsThatAreNotPlainAreTold(t *testing.T) {
	for code, why := range map[string]string{
		"f = function() end":                       "the global f holds a function",
		"t = {deep = {print}}":                     "the global t holds a function",
		"t = {}; for i = 1, 20000 do t[i] = i end": "the global t holds more than 20000 values",
		"string.rep = 7":                           "rep of the library was changed",
		"print = nil":                              "print of the library was changed",
		"t = {}; for i = 1, 1200 do t = {t} end":   "the global t holds more than 1000 tables",
	} {
		m, err := hfsm.New(load(t, "machine: m\nlanguage: lua\nbegin: [{lua: \""+code+"\"}]\ninitial: a\nstates: {a: {}}\n"), nil)
		require.NoError(t, err)
		tick(t, m, 1)
		s := m.Snapshot()
		if m.Status() == hfsm.Running { // else the sandbox forbids it
			require.Contains(t, s.Partial, why, code)
		}
	}
}

func TestDamagedDataOfScriptsAreRefused(t *testing.T) {
	model := load(t, remembering)
	for _, text := range []string{
		``, `7`, `{"globals":{"kind":"table","items":[{"kind":"string","text":"eA=="}]},"random":""}`,
		`{"globals":{"kind":"table","items":[{"kind":"same","table":9},{"kind":"bool"}]}}`,
		`{"globals":{"kind":"table","items":[{"kind":"number","text":"TmFO"},{"kind":"bool"}]}}`,
		`{"globals":{"kind":"table","items":[{"kind":"table","items":[{"kind":"what"}]},{"kind":"bool"}]}}`,
		`{"globals":{"kind":"table"},"random":"AA=="}`,
	} {
		m, err := hfsm.New(model, nil)
		require.NoError(t, err)
		s := m.Snapshot()
		s.Sessions[""] = json.RawMessage(text)
		require.ErrorContains(t, m.Restore(s, 0), "machine m: snapshot: ", text)
		tick(t, m, 11)
		require.Equal(t, hfsm.Running, m.Status(), "it is as it was")
	}
	m, err := hfsm.New(model, nil)
	require.NoError(t, err)
	s := m.Snapshot()
	s.Sessions = nil
	require.ErrorContains(t, m.Restore(s, 0), `no data of the scripts of ""`)
}
