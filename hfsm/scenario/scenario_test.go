package scenario

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/fuzzn"
)

func file(t *testing.T, name string) []byte {
	t.Helper()
	src, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	return src
}

func TestAllFaultsOfAScenarioAreToldWithTheirPlaces(t *testing.T) {
	_, found := Read("s.yaml", []byte("stepps: []\ntick: 0s\nsteps:\n- {at: 2s, set: {x: [1]}}\n- {at: 1s, event: {data: 1}}\n- {expect: {status: tired}}\nactivities: {walk: {ends: well}}\n"))
	text := found.Error()
	for _, expected := range []string{
		`s.yaml:1:1: stepps: no such key (did you mean "steps"?)`, "machine: missing", "tick: 0.0: expected 0.0001 to 999999 s",
		"s.yaml:4:21: steps[0].set.x", "steps[1].event.name: missing", "steps[2].at: missing",
		`"tired": expected "running", "final" or "failed"`, `activities.walk.ends: "well": expected "final" or "failed"`,
	} {
		require.Contains(t, text, expected)
	}
	_, found = Read("s.yaml", []byte("machine: m\nsteps: [{at: 2s},\n{at: 1s}]\n"))
	require.EqualError(t, found, "s.yaml:3:6: steps[1].at: 1s is before the step before it; expected the order of their times")
}

func TestAScenarioThatDoesNotFitTheMachineIsRefused(t *testing.T) {
	model, err := hfsm.Load("door.yaml", file(t, "door.yaml"), nil)
	require.NoError(t, err)
	all, found := Read("s.yaml", []byte("machine: door.yaml\nactivities: {opn: {ends: final}}\nsteps:\n- {at: 0s, set: {distnce: 1}}\n- {at: 0s, set: {distance: far}}\n- {at: 1s, expect: {in: closd}}\n"))
	require.Empty(t, found)
	_, err = all[0].Run(model, Options{})
	require.ErrorContains(t, err, `did you mean "distance"?`)
	require.ErrorContains(t, err, "expected a value of type float")
	require.ErrorContains(t, err, `did you mean "closed"?`)
	require.ErrorContains(t, err, `no activity "opn"`)
}

func TestAFloatMayBeNaNOrInfinite(t *testing.T) {
	model, err := hfsm.Load("m.yaml", []byte(`
machine: m
inputs: {x: float, word: string}
initial: number
states:
  number: {transitions: [{if: "not (x > 1 or x <= 1)", to: none}, {if: x > 1e300, to: large}]}
  none: {transitions: [{if: x < -1e300, to: small}]}
  large: {final: true}
  small: {transitions: [{if: word == 'NaN', to: FINAL}, {if: word == 'b', to: large}]}
`), nil)
	require.NoError(t, err)
	for _, words := range [][2]string{{"NaN", "-Inf"}, {".nan", "-.inf"}, {".NaN", "-.INF"}} {
		all, found := Read("s.yaml", []byte("machine: m.yaml\nsteps:\n- {at: 0s, set: {x: "+words[0]+", word: a}}\n- {at: 1s, expect: {in: none, values: {x: "+words[0]+
			"}}}\n- {at: 2s, set: {x: "+words[1]+"}}\n- {at: 3s, expect: {in: small}}\n- {at: 4s, set: {word: NaN}}\n- {at: 5s, expect: {status: final}}\n"))
		require.Empty(t, found)
		result, err := all[0].Run(model, Options{})
		require.NoError(t, err, words)
		require.Empty(t, result.Faults)
	}
	all, found := Read("s.yaml", []byte("machine: m.yaml\nsteps: [{at: 0s, set: {x: 1e999}}]\n"))
	require.Empty(t, found)
	_, err = all[0].Run(model, Options{})
	require.ErrorContains(t, err, "expected a value of type float", "infinity must be meant")
}

func TestRandomlyDamagedScenariosAreRefusedOrReadAndNeverCrash(t *testing.T) {
	src := file(t, "door_test.yaml")
	rng := rand.New(rand.NewPCG(4, 4))
	refused := 0
	for range fuzzn.N(t) / 20 {
		damaged := append([]byte(nil), src...)
		for range 1 + rng.IntN(4) {
			damaged[rng.IntN(len(damaged))] = "{}[]:,-&*!|>#%@\"' \n\t0az"[rng.IntN(23)]
		}
		if _, found := Read("s.yaml", damaged); len(found) > 0 {
			refused++
		}
	}
	require.Positive(t, refused)
}

const bell = `machine: bell
inputs: {near: {type: float, from: {topic: sonar, type: T, field: range}}}
initial: wait
states:
  wait: {transitions: [{if: near > 1, to: ring}]}
  ring: {do: {call: {service: lamp, type: T}}, transitions: [{if: final, to: FINAL}]}
`

func TestAScenarioNeedsStubsForWhatOtherProgramsDo(t *testing.T) {
	text := func(name string) hfsm.Param { return hfsm.Param{Name: name, Type: hfsm.String, Constant: true} }
	words := &hfsm.Vocabulary{
		Activities: []hfsm.Kind{{Name: "call", External: true, Params: []hfsm.Param{text("service"), text("type")}}},
		Source:     func(chart.Source) (hfsm.Type, error) { return hfsm.Float, nil },
	}
	model, err := hfsm.Load("bell.yaml", []byte(bell), words)
	require.NoError(t, err)
	run := func(scenario string) error {
		all, findings := Read("bell_test.yaml", []byte(scenario))
		require.Empty(t, findings)
		result, err := all[0].Run(model, Options{})
		if err == nil && len(result.Faults) > 0 {
			return result.Faults
		}
		return err
	}
	const set, expect = "steps: [{at: 0s, set: {near: 2.0}}, {at: 3s, expect: {status: final}}]\n", "machine: bell.yaml\n"
	require.NoError(t, run(expect+"activities: {call lamp: {ends: final, after: 1s}}\n"+set))
	require.NoError(t, run(expect+"activities: {call: {ends: final, after: 1s}}\n"+set))
	require.ErrorContains(t, run(expect+set), "another program does states.ring.do.call (call lamp); expected how it ends")
	err = run(expect + "activities: {call: {ends: final}}\nsteps: [{at: 1s, expect: {path: wait}}]\n")
	require.ErrorContains(t, err, "another program writes the input near (topic sonar); expected a step that sets it")
}
