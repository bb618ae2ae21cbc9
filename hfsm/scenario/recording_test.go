package scenario_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/scenario"
	"gonao/hfsm/trace"
)

// guard is a machine that follows a ball, walks to it and kicks it.
const guard = `
machine: guard
rate_hz: 50
inputs: {ball: {type: float, stale_after: 1s}, tired: bool}
variables: {kicks: {type: int, initial: 0}}
initial: wait
states:
  wait: {transitions: [{if: ball < 2.0, to: approach}]}
  approach:
    initial: walk
    states:
      walk: {do: [walk], transitions: [{if: ball < 0.3, to: kick}]}
      kick: {do: [kick], transitions: [{if: final, to: walk, then: [{set: {kicks: kicks + 1}}]}]}
    transitions:
    - {if: tired, to: rest}
    - {event: halt, to: wait}
  rest: {transitions: [{after: 700ms, to: wait}]}
`

// playing is the host of a machine whose kicks take 400 ms.
type playing struct{ began time.Duration }

func (p *playing) Activity(_ *hfsm.Machine, name string, _ hfsm.Args) (hfsm.Activity, error) {
	if name == "kick" {
		return p, nil
	}
	return &playing{-1 << 60}, nil
}

func (p *playing) Start(now time.Duration, _ hfsm.Entry) {
	if p.began >= 0 {
		p.began = now
	}
}
func (p *playing) Stop(time.Duration) {}
func (p *playing) Step(now time.Duration) (hfsm.Status, error) {
	if p.began >= 0 && now-p.began >= 400*time.Millisecond {
		return hfsm.Final, nil
	}
	return hfsm.Running, nil
}

// play runs the machine for some seconds in a random world, as an executor does whose ticks come a little late,
// and returns its trace and a snapshot after each second.
func play(t *testing.T, model *hfsm.Model, seed uint64) (lines []trace.Line, stood []*hfsm.Snapshot) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	m, err := hfsm.New(model, &playing{})
	require.NoError(t, err)
	stream := m.Control().Sampled(1 << 14)
	var out strings.Builder
	w, err := trace.NewWriter(&out, model, nil)
	require.NoError(t, err)
	ball, _ := model.Input("ball")
	tired, _ := model.Input("tired")
	const begin = 17 * time.Second
	for k := range time.Duration(20 * 50) {
		if rng.IntN(3) == 0 {
			m.SetFloat(ball, rng.Float64()*3)
		}
		if rng.IntN(80) == 0 {
			m.SetBool(tired, rng.IntN(2) == 0)
		}
		if rng.IntN(200) == 0 {
			m.Post(hfsm.Event{Name: "halt", Data: map[string]any{"why": "whistle"}})
		}
		late := time.Duration(0)
		if k > 0 {
			late = time.Duration(rng.IntN(9)) * time.Millisecond
		}
		require.NoError(t, m.Tick(begin+k*20*time.Millisecond+late))
		require.NoError(t, w.Drain(stream))
		if k%50 == 49 {
			stood = append(stood, m.Snapshot())
		}
	}
	require.NoError(t, w.Flush())
	_, lines, err = trace.Read("run.trace", strings.NewReader(out.String()))
	require.NoError(t, err)
	return lines, stood
}

// faults runs a scenario and returns what was not met.
func faults(t *testing.T, text string, model *hfsm.Model) string {
	t.Helper()
	all, findings := scenario.Read("run_test.yaml", []byte(text))
	require.Empty(t, findings)
	result, err := all[0].Run(model, scenario.Options{})
	if err != nil {
		return err.Error()
	}
	if len(result.Faults) == 0 {
		return ""
	}
	return result.Faults.Error()
}

func TestARunIsATest(t *testing.T) {
	model, err := hfsm.Load("guard.yaml", []byte(guard), nil)
	require.NoError(t, err)
	for seed := range uint64(8) {
		lines, stood := play(t, model, seed)
		r := scenario.Recording{Name: "the run", Machine: "guard.yaml", Vocabulary: "loose", Model: model, Lines: lines}
		text, err := r.Write()
		require.NoError(t, err, "seed %d", seed)
		require.Empty(t, faults(t, text, model))
		require.GreaterOrEqual(t, strings.Count(text, "{at: "), 10)

		// A part of it begins where the machine stood.
		begin := stood[int(seed)%10]
		part := scenario.Recording{Name: "a part", Machine: "guard.yaml", Vocabulary: "loose", Model: model, Begin: begin, To: time.Duration(begin.Now) + 6*time.Second}
		now := time.Duration(0)
		for i := range lines {
			if now = max(now, lines[i].Last); lines[i].Kind == hfsm.RecordTick {
				now = lines[i].Time
			}
			if l := &lines[i]; (l.Sequence >= begin.Sequence && !l.Kind.Sample() || l.Kind.Sample() && l.Tick > begin.Tick) && now <= part.To {
				part.Lines = append(part.Lines, *l)
			}
		}
		text, err = part.Write()
		require.NoError(t, err, "seed %d", seed)
		require.Empty(t, faults(t, text, model))
		require.Contains(t, text, "begin: ")
	}
}

// A machine that behaves differently fails the test of the run.
func TestATestOfARunFailsWhenTheMachineIsChanged(t *testing.T) {
	model, err := hfsm.Load("guard.yaml", []byte(guard), nil)
	require.NoError(t, err)
	lines, _ := play(t, model, 3)
	r := scenario.Recording{Name: "the run", Machine: "guard.yaml", Vocabulary: "loose", Model: model, Lines: lines}
	text, err := r.Write()
	require.NoError(t, err)
	for name, change := range map[string][2]string{
		"a guard":      {"ball < 0.3", "ball < 0.2"},
		"a time":       {"after: 700ms", "after: 900ms"},
		"a target":     {"{event: halt, to: wait}", "{event: halt, to: rest}"},
		"a transition": {"    - {if: tired, to: rest}\n", ""},
	} {
		require.Contains(t, guard, change[0])
		other, err := hfsm.Load("guard.yaml", []byte(strings.Replace(guard, change[0], change[1], 1)), nil)
		require.NoError(t, err)
		require.NotEmpty(t, faults(t, text, other), "%s was changed", name)
	}
	same, err := hfsm.Load("guard.yaml", []byte("description: with a description\n"+guard), nil)
	require.NoError(t, err)
	require.Empty(t, faults(t, text, same))
}

func TestWhatNoScenarioCanHoldIsSaid(t *testing.T) {
	model, err := hfsm.Load("guard.yaml", []byte(guard), nil)
	require.NoError(t, err)
	for want, line := range map[string]trace.Line{
		"kicks was set by hand": {Kind: hfsm.RecordSet, Name: "kicks", Value: hfsm.IntValue(3)},
		"reloaded":              {Kind: hfsm.RecordReload},
		"records are missing":   {Kind: hfsm.RecordLost, Number: 3},
	} {
		r := scenario.Recording{Name: "the run", Machine: "guard.yaml", Model: model, Lines: []trace.Line{line}}
		_, err := r.Write()
		require.ErrorContains(t, err, want)
	}
	_, findings := scenario.Read("x.yaml", []byte("machine: a\nbegin: none\n"))
	require.ErrorContains(t, findings, "a snapshot of the machine as JSON")
}
