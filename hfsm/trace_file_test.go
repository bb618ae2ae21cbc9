package hfsm

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

func TestATraceLineReadsAsItWasWritten(t *testing.T) {
	lines := []TraceLine{
		{Kind: RecordTick, Sequence: 3, Tick: 9, Epoch: 2, At: 1, Time: 1_500_000_001, Last: -1},
		{Kind: RecordTransition, Number: 4, From: "a/b", To: "c", Source: "a", Target: "c", Name: "\"quoted\" ü", Index: 2, Event: "kick.hard"},
		{Kind: RecordActivity, Path: "a", Name: "walk", Key: "states.a.do", Status: Failed, Text: "fell\nover"},
		{Kind: RecordInput, Name: "x", Value: FloatValue(math.Inf(-1)), Time: never},
		{Kind: RecordInput, Name: "x", Value: FloatValue(math.NaN()), Time: 7},
		{Kind: RecordInput, Name: "x", Value: FloatValue(0.1 + 0.2)},
		{Kind: RecordInput, Name: "n", Value: IntValue(math.MinInt64)},
		{Kind: RecordInput, Name: "s", Value: StringValue("\x00\u2028<")},
		{Kind: RecordSet, Name: "b", Value: BoolValue(true), Status: Final},
		{Kind: RecordEvent, Name: "e", Origin: Internal, Data: map[string]any{"list": []any{int64(1), 2.0, "three", nil, true}, "b": map[string]any{}}},
		{Kind: RecordStop, Time: time.Duration(math.MaxInt64 - 999_999_999_999)},
		{Kind: RecordPause, Index: 2},
	}
	for _, want := range lines {
		got, err := parseTraceLine([]byte(want.String()))
		require.NoError(t, err, want.String())
		require.True(t, want.same(&got), "%s\n%s", &want, &got)
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
		_, _, err := ReadTrace("t", strings.NewReader(row.text))
		require.ErrorContains(t, err, row.expected, row.text)
	}
	_, _, err := ReadTrace("t", strings.NewReader(header+strings.Repeat("x", maxTraceLine+1)))
	require.ErrorContains(t, err, "t:2: a line of more than")
}

// recorded gives the trace of a short run, with a snapshot at its beginning.
func recorded(t testing.TB) (text string, model *Model) {
	t.Helper()
	model = load(t, benchMachine())
	m, err := New(model, nil)
	require.NoError(t, err)
	w := &world{rng: rand.New(rand.NewPCG(1, 1))}
	in, _ := model.Input("go")
	for range 20 {
		m.SetBool(in, true)
		w.sense(m)
		_ = m.Tick(w.now)
	}
	stream := m.Stream(1 << 12)
	var out bytes.Buffer
	trace, err := NewTraceWriter(&out, model, m.Snapshot())
	require.NoError(t, err)
	for range 20 {
		w.sense(m)
		m.SetBool(in, true)
		_ = m.Tick(w.now)
	}
	require.NoError(t, trace.Drain(stream))
	require.NoError(t, trace.Flush())
	return out.String(), model
}

func TestRandomlyDamagedTracesAreRefusedOrDifferAndNeverCrash(t *testing.T) {
	text, model := recorded(t)
	replayText(t, text, model)
	rng := rand.New(rand.NewPCG(8, 8))
	refused, differ := 0, 0
	for range fuzzn.N(t) / 20 {
		damaged := []byte(text)
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(damaged))
			switch rng.IntN(4) {
			case 0:
				damaged[at] = byte(rng.IntN(256))
			case 1:
				damaged[at] = "0123456789{}[]\",:-.e"[rng.IntN(20)]
			case 2:
				damaged = damaged[:at+1]
			case 3:
				other := rng.IntN(len(damaged))
				n := min(rng.IntN(40), len(damaged)-at, len(damaged)-other)
				copy(damaged[at:at+n], damaged[other:other+n])
			}
		}
		reader, err := NewTraceReader("t", bytes.NewReader(damaged))
		if err != nil {
			refused++
			continue
		}
		out, err := Replay(reader, model, ReplayOptions{})
		switch {
		case err != nil:
			refused++
		case out.Difference != nil:
			differ++
		}
	}
	require.Positive(t, refused)
	require.Positive(t, differ)
}

func TestATraceGoesOnAfterALossFromTheNextSnapshot(t *testing.T) {
	m := start(t, benchMachine())
	stream := m.Stream(16)
	var out bytes.Buffer
	trace, err := NewTraceWriter(&out, m.Model(), nil)
	require.NoError(t, err)
	in, _ := m.Model().Input("go")
	for k := range time.Duration(100) {
		m.SetBool(in, true)
		require.NoError(t, m.Tick(k*time.Millisecond))
		switch {
		case k < 20 || k > 60:
			require.NoError(t, trace.Drain(stream))
		case k == 60:
			require.NoError(t, trace.Drain(stream))
			require.NoError(t, trace.Snapshot(m.Snapshot()))
		}
	}
	require.NoError(t, trace.Flush())
	require.Positive(t, stream.Lost())
	reader, err := NewTraceReader("t", &out)
	require.NoError(t, err)
	replayed, err := Replay(reader, m.Model(), ReplayOptions{})
	require.NoError(t, err)
	require.Nil(t, replayed.Difference)
	require.Greater(t, replayed.Records, 100)
}
