package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// wanted matches a finding that a file expects on its line: #! severity code: text.
var wanted = regexp.MustCompile(`#! (\w+) ([\w-]+): (.*)$`)

// Every file in testdata lists its findings, and has no others.
func TestEachFileHasTheFindingsItSays(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			require.NoError(t, err)
			c, read := chart.ReadYAML(file, src)
			require.Empty(t, read)
			_, found := hfsm.Compile(c, nil)
			for i, line := range strings.Split(string(src), "\n") {
				if want := wanted.FindStringSubmatch(line); want != nil {
					found = without(t, found, i+1, want)
				}
			}
			require.Empty(t, found, "nothing else")
		})
	}
}

// without returns the findings without the expected one.
func without(t *testing.T, found hfsm.Findings, line int, want []string) hfsm.Findings {
	t.Helper()
	for i, f := range found {
		if f.Line == line && f.Severity.String() == want[1] && f.Code == want[2] {
			require.Contains(t, f.Text, want[3])
			require.NotEmpty(t, f.Key)
			return append(found[:i:i], found[i+1:]...)
		}
	}
	require.Fail(t, "not found", "line %d: %s; only\n%v", line, want[0], found)
	return nil
}

func TestWarningsComeWithAModelAndErrorsWithout(t *testing.T) {
	src, err := os.ReadFile("testdata/ends.yaml")
	require.NoError(t, err)
	model, err := hfsm.Load("ends.yaml", src, nil)
	require.NoError(t, err)
	require.Len(t, model.Warnings(), 4)
	_, err = hfsm.Load("ends.yaml", []byte(strings.Replace(string(src), "to: waiting", "to: wating", 1)), nil)
	var found hfsm.Findings
	require.ErrorAs(t, err, &found)
	require.Len(t, found, 1, "what follows from an error is not said: %v", found)
	require.Equal(t, "unknown-state", found[0].Code)
}

func TestAMachineThatIsOnlyHalfDrawnCanBeTried(t *testing.T) {
	model, err := hfsm.Load("m.yaml", []byte(`machine: m
initial: a
states:
  a: {transitions: [{after: 1s, to: a}]}
  island:
    initial: one
    states:
      one: {transitions: [{to: two}]}
      two: {transitions: [{to: one}]}
      three:
`), nil)
	require.NoError(t, err, "a ring that is never entered does no harm")
	require.Len(t, model.Warnings(), 1, "what is inside and what follows is not said: %v", model.Warnings())
	require.Equal(t, "unreachable-state", model.Warnings()[0].Code)
	require.Contains(t, model.Warnings()[0].String(), "m.yaml:5:3: warning: states.island: no transition leads here")
	m, err := hfsm.New(model, nil)
	require.NoError(t, err)
	for now := time.Duration(0); now <= 2*time.Second; now += 10 * time.Millisecond {
		require.NoError(t, m.Tick(now))
	}
	require.Equal(t, "a", m.Path())
}

func TestAGuardThatNaNMakesFalseIsNotAlwaysTrue(t *testing.T) {
	codes := func(declaration, guard string) (codes []string) {
		model, err := hfsm.Load("m.yaml", []byte("machine: m\ninputs: {x: "+declaration+"}\ninitial: a\nstates:\n"+
			"  a: {transitions: [{if: \""+guard+"\", after: 1s, to: b}]}\n  b: {transitions: [{after: 1s, to: a}]}\n"), nil)
		require.NoError(t, err)
		for _, f := range model.Warnings() {
			codes = append(codes, f.Code)
		}
		return codes
	}
	require.Empty(t, codes("float", "x > 1 or x <= 1"))
	require.Empty(t, codes("float", "not (x > 1 or x <= 1)"), "true of NaN")
	require.Empty(t, codes("float", "x == x"))
	require.Equal(t, []string{"always-true"}, codes("int", "x > 1 or x <= 1"))
	require.Equal(t, []string{"always-true"}, codes("{type: float, min: 0, max: 5}", "x > 1 or x <= 1"), "NaN is out of its range")
	require.Equal(t, []string{"always-true"}, codes("float", "age(x) > 1 or age(x) <= 1"), "an age is a number")
}

func TestACycleMayRestOnlyInAnActivity(t *testing.T) {
	src := "machine: m\ninputs: {x: int}\ninitial: a\nstates:\n  a: {ACT transitions: [{if: x == 10, to: b}]}\n  b: {transitions: [{if: x == 10, to: a}]}\n"
	model, err := hfsm.Load("m.yaml", []byte(strings.Replace(src, "ACT", "", 1)), nil)
	require.NoError(t, err)
	require.Len(t, model.Warnings(), 1)
	require.Contains(t, model.Warnings()[0].String(), "warning: states.a.transitions[0]: taken again and again in one tick when x = 10: a -> b -> a")
	model, err = hfsm.Load("m.yaml", []byte(strings.Replace(src, "ACT", "do: dance,", 1)), nil)
	require.NoError(t, err)
	require.Empty(t, model.Warnings(), "the activity may set x when it starts")
}

func TestAFailureThatNobodyTakesIsSaid(t *testing.T) {
	codes := func(transitions, around string) (codes []string) {
		model, err := hfsm.Load("m.yaml", []byte("machine: m\ninputs: {x: int}\ninitial: o\nstates:\n"+
			"  o:\n    initial: a\n    states:\n      a: {do: dance, transitions: ["+transitions+"]}\n      b: {transitions: [{after: 1s, to: a}]}\n"+around+
			"  p: {transitions: [{after: 1s, to: o}]}\n"), nil)
		require.NoError(t, err)
		for _, f := range model.Warnings() {
			codes = append(codes, f.Code)
		}
		return codes
	}
	out := "    transitions: [{after: 9s, to: p}]\n"
	inner := "    transitions: [{if: final, to: p}]\n"
	require.Contains(t, codes("{if: final, to: b}", inner), "failure-not-taken")
	require.Contains(t, codes("{if: final and x > 2, to: b}, {if: final, to: b}", inner), "failure-not-taken")
	require.NotContains(t, codes("{if: final, to: b}", out), "failure-not-taken", "the state around it is left in time")
	require.NotContains(t, codes("{if: final or failed, to: b}", inner), "failure-not-taken")
	require.NotContains(t, codes("{if: final, to: b}, {if: failed, to: b}", inner), "failure-not-taken")
	require.NotContains(t, codes("{if: final, to: b}, {after: 5s, to: b}", inner), "failure-not-taken")
	require.NotContains(t, codes("{if: final, to: b}, {if: x > 3, to: b}", inner), "failure-not-taken")
}

func TestEventsThatTheHostPostsAreKnown(t *testing.T) {
	src := []byte("machine: m\ninitial: a\nstates:\n  a: {transitions: [{event: [kick, kik.left, 'pass.back'], to: b}]}\n  b: {transitions: [{event: '*', to: a}]}\n")
	model, err := hfsm.Load("m.yaml", src, nil)
	require.NoError(t, err)
	require.Empty(t, model.Warnings(), "the host may post anything")
	model, err = hfsm.Load("m.yaml", src, &hfsm.Vocabulary{Events: []string{"kick.left", "pass"}})
	require.NoError(t, err)
	require.Len(t, model.Warnings(), 1)
	require.Equal(t, `m.yaml:4:29: warning: states.a.transitions[0].event: nothing raises "kik.left" (did you mean "kick.left"?)`, model.Warnings()[0].String())
}

func TestAMachineWithoutPlacesIsCheckedToo(t *testing.T) {
	leaf := func(name, to string) *chart.State {
		return &chart.State{Name: name, Transitions: []*chart.Transition{{To: []string{to}, After: 1e9}}}
	}
	c := &chart.Machine{Name: "made", Root: &chart.State{History: chart.Deep, States: []*chart.State{leaf("a", "b"), leaf("b", "a")}}}
	c.Root.States[0].History = chart.Shallow
	_, found := hfsm.Compile(c, nil)
	require.Len(t, found, 2)
	require.Equal(t, "no-initial", found[0].Code)
	require.Equal(t, "history-without-states", found[1].Code)
}

// large is a machine of that many states, with guards, in automata of ten.
func large(states int) []byte {
	var out strings.Builder
	out.WriteString("machine: large\ninputs: {seen: bool, age: float, mode: {type: string, enum: [ready, set, play]}}\n" +
		"variables: {turns: {type: int, initial: 0}}\ninitial: s0\nstates:\n")
	groups := states / 10
	for g := range groups {
		fmt.Fprintf(&out, "  s%d:\n    transitions: [{after: 10s, to: s%d}]\n    initial: t0\n    states:\n", g, (g+1)%groups)
		for i := range 9 {
			fmt.Fprintf(&out, "      t%d:\n        entry: {set: {turns: turns + 1}}\n        transitions:\n", i)
			fmt.Fprintf(&out, "          - {if: elapsed > 0 and seen and age < %d.5 and mode == 'play', to: t%d}\n", i, (i+1)%9)
			fmt.Fprintf(&out, "          - {if: \"elapsed > 0 and not seen and (age > %d or age(age) > 2) and mode in ['set', 'ready']\", to: t%d}\n", i, (i+2)%9)
		}
	}
	return []byte(out.String())
}

func TestALargeMachineIsReadAndChecked(t *testing.T) {
	model, err := hfsm.Load("large.yaml", large(1000), nil)
	require.NoError(t, err)
	require.Empty(t, model.Warnings())
	require.Len(t, model.Paths(), 1000)
}

func BenchmarkLoadAndCheck1000States(b *testing.B) {
	src := large(1000)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = hfsm.Load("large.yaml", src, nil)
	}
}
