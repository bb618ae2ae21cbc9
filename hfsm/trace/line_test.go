package trace

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
)

func TestATraceLineReadsAsItWasWritten(t *testing.T) {
	lines := []Line{
		{Kind: hfsm.RecordTick, Sequence: 3, Tick: 9, Epoch: 2, At: 1, Time: 1_500_000_001, Last: -1},
		{Kind: hfsm.RecordTransition, Number: 4, From: "a/b", To: "c", Source: "a", Target: "c", Name: "\"quoted\" ü", Index: 2, Event: "kick.hard"},
		{Kind: hfsm.RecordActivity, Path: "a", Name: "walk", Key: "states.a.do", Status: hfsm.Failed, Text: "fell\nover"},
		{Kind: hfsm.RecordInput, Name: "x", Value: hfsm.FloatValue(math.Inf(-1)), Time: hfsm.Never},
		{Kind: hfsm.RecordInput, Name: "x", Value: hfsm.FloatValue(math.NaN()), Time: 7},
		{Kind: hfsm.RecordInput, Name: "x", Value: hfsm.FloatValue(0.1 + 0.2)},
		{Kind: hfsm.RecordInput, Name: "n", Value: hfsm.IntValue(math.MinInt64)},
		{Kind: hfsm.RecordInput, Name: "s", Value: hfsm.StringValue("\x00\u2028<")},
		{Kind: hfsm.RecordSet, Name: "b", Value: hfsm.BoolValue(true), Status: hfsm.Final},
		{Kind: hfsm.RecordEvent, Name: "e", Origin: hfsm.Internal, Data: map[string]any{"list": []any{int64(1), 2.0, "three", nil, true}, "b": map[string]any{}}},
		{Kind: hfsm.RecordStop, Time: time.Duration(math.MaxInt64 - 999_999_999_999)},
		{Kind: hfsm.RecordPause, Index: 2},
	}
	for _, want := range lines {
		got, err := parseLine([]byte(want.String()))
		require.NoError(t, err, want.String())
		require.True(t, want.Same(&got), "%s\n%s", &want, &got)
	}
}

func TestFaultsOfATraceFileNameLineAndField(t *testing.T) {
	const header = `{"gonao_trace":1,"machine":"m","file":"f","hash":"","profile":"robot"}` + "\n"
	for _, row := range []struct{ text, expected string }{
		{"", "t:1: the file is empty"},
		{"{}", `t:1: header: field "gonao_trace": 0; expected version 1`},
		{`{"gonao_trace":1,"more":2}`, `t:1: header: unknown field "more"`},
		{header + "\n" + `{"seq":0`, "t:3: the line ends early"},
		{header + `{"seq":0,"kind":"jump"}`, `t:2: field "kind": "jump"; expected tick, start`},
		{header + `{"kind":"tick"}`, `t:2: field "seq": missing`},
		{header + `{"seq":0,"kind":"tick","tick":"one"}`, `t:2: field "tick": a string; expected a number`},
		{header + `{"seq":0,"kind":"tick","time":1e3}`, "t:2: time 1e3: expected seconds"},
		{header + `{"seq":0,"kind":"input","name":"x","type":"colour","value":1}`, `t:2: field "type": "colour"; expected bool`},
		{header + `{"seq":0,"kind":"input","name":"x","type":"int","value":1.5}`, `t:2: field "value": 1.5; expected a int`},
		{header + `{"seq":0,"kind":"activity","status":"tired"}`, `t:2: field "status": "tired"`},
		{header + `{"seq":0,"kind":"stop"}` + "\n" + `{"seq":2,"kind":"stop"}`, `t:3: field "seq": 2; expected 1`},
		{header + `{"seq":0,"kind":"stop"} {}`, "t:2: something follows"},
	} {
		_, _, err := Read("t", strings.NewReader(row.text))
		require.ErrorContains(t, err, row.expected, row.text)
	}
	_, _, err := Read("t", strings.NewReader(header+strings.Repeat("x", maxLine+1)))
	require.ErrorContains(t, err, "t:2: a line of more than")
}
