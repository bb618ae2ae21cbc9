package chart

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

const extendedBase = `machine: base
description: goes to and fro
inputs: {ball_known: bool, choice: string}
variables: {turns: {type: int, initial: 0}}
rate_hz: 20
initial: play
states:
  play:
    initial: search
    states:
      search:
        do: {look: {}}
        transitions:
          - {if: ball_known, to: attack, name: found}
          - {after: 9s, to: FAILED}
      attack:
        do: {shoot: {at: middle}}
        entry: {set: {turns: turns + 1}}
        transitions:
          - {if: not ball_known, to: search, name: lost, priority: 2}
          - {if: final, to: search, name: done}
  rest: {}
layout: {rest: {x: 1, y: 2}}
`

// bases returns machines by their names.
func bases(texts ...string) func(string) (*Machine, error) {
	return func(name string) (*Machine, error) {
		for _, text := range texts {
			if m, findings := ReadYAML(name+".yaml", []byte(text)); m != nil && m.Name == name {
				if errs := findings.Errors(); len(errs) > 0 {
					return nil, errs
				}
				return m, nil
			}
		}
		return nil, fmt.Errorf("not here")
	}
}

func extend(t testing.TB, text string, others ...string) (*Machine, Findings) {
	t.Helper()
	m, findings := ReadYAML("mine.yaml", []byte(text))
	require.Empty(t, findings)
	require.NotNil(t, m.Extends)
	require.Nil(t, m.Root)
	return Extended(m, bases(others...))
}

func TestAMachineThatExtendsAnotherIsItWithWhatItReplaces(t *testing.T) {
	for name, row := range map[string]struct{ text, old, new string }{
		"one key of a state":          {"states: {play/attack: {do: {shoot: {at: far_corner}}}}", "at: middle", "at: far_corner"},
		"the same, nested":            {"states: {play: {states: {attack: {do: {shoot: {at: far_corner}}}}}}", "at: middle", "at: far_corner"},
		"a value":                     {"variables: {turns: {type: int, initial: 3}}", "initial: 0}", "initial: 3}"},
		"a value more":                {"inputs: {mode: string}", "choice: string}", "choice: string, mode: string}"},
		"its rate":                    {"rate_hz: 50", "rate_hz: 20", "rate_hz: 50"},
		"its description":             {"description: another", "goes to and fro", "another"},
		"a transition":                {"states: {play/attack: {transitions: [{if: final, after: 1s, to: search, name: done}]}}", "{if: final, to: search, name: done}", "{if: final, after: 1s, to: search, name: done}"},
		"a transition that is off":    {"states: {play/attack: {transitions: [{name: lost, disabled: true}]}}", "name: lost,", "name: lost, disabled: true,"},
		"a transition more":           {"states: {play/search: {transitions: [{event: go, to: attack}]}}", "FAILED}", "FAILED}\n          - {event: go, to: attack}"},
		"all transitions":             {"states: {play/search: {replace: [transitions], transitions: [{event: go, to: attack}]}}", "- {if: ball_known, to: attack, name: found}\n          - {after: 9s, to: FAILED}", "- {event: go, to: attack}"},
		"no transitions":              {"states: {play/search: {replace: [transitions], transitions: []}}", "\n          - {if: ball_known, to: attack, name: found}\n          - {after: 9s, to: FAILED}", " []"},
		"a state more":                {"states: {play/pass: {do: {kick: {}}}}", "      search:\n", "      pass: {do: {kick: {}}}\n      search:\n"},
		"a state inside an empty one": {"states: {rest: {initial: a}, rest/a: {}}", "rest: {}\n", "rest: {initial: a, states: {a: {}}}\n"},
		"a place of a drawing":        {"layout: {rest: {x: 5, y: 6}}", "x: 1, y: 2", "x: 5, y: 6"},
	} {
		t.Run(name, func(t *testing.T) {
			got, findings := extend(t, "machine: mine\nextends: base\n"+row.text+"\n", extendedBase)
			require.Empty(t, findings)
			require.Contains(t, extendedBase, row.old)
			text := strings.Replace(strings.Replace(extendedBase, row.old, row.new, 1), "machine: base", "machine: mine", 1)
			want, findings := ReadYAML("mine.yaml", []byte(text))
			require.Empty(t, findings.Errors())
			require.Equal(t, sortedText(t, want), sortedText(t, got))
			require.Nil(t, got.Extends)
		})
	}
}

// sortedText returns a machine as text, its states in the order of their names.
func sortedText(t testing.TB, m *Machine) string {
	t.Helper()
	sorted := func(s *State) {}
	sorted = func(s *State) {
		for i := range s.States {
			for j := i; j > 0 && s.States[j-1].Name > s.States[j].Name; j-- {
				s.States[j-1], s.States[j] = s.States[j], s.States[j-1]
			}
		}
		for _, inside := range s.States {
			sorted(inside)
		}
	}
	sorted(m.Root)
	var out bytes.Buffer
	require.NoError(t, m.WriteYAML(&out))
	return out.String()
}

func TestFindingsNameTheFileInWhichTheWrongLineStands(t *testing.T) {
	_, findings := extend(t, "machine: mine\nextends: between\nstates:\n  play/attack: {do: {shoot: {at: a}}, when: 1}\n  nowhere/deep: {}\n",
		"machine: between\nextends: base\nrate_hz: fast\n", extendedBase)
	require.ElementsMatch(t, []string{
		`between.yaml:3:10: rate_hz: "fast"; expected a rate from 0.001 to 1000 Hz`,
		"mine.yaml:5:3: states.nowhere/deep: no state around it in the machine that is extended; expected the path of one of its states, such as play",
		`mine.yaml:4:39: states.play.states.attack.when: no such key; expected one of description, entry, do, exit, transitions, rate_hz, history, initial, states, regions, call, stop_within, …`,
	}, strings.Split(findings.Errors().Error(), "\n"))
	_, findings = extend(t, "machine: mine\nextends: base\n", strings.Replace(extendedBase, "rate_hz", "rate_mhz", 1))
	require.ErrorContains(t, findings, `mine.yaml:2:10: extends: machine "base": base.yaml:5:1: rate_mhz: no such key`)
	got, findings := extend(t, "machine: mine\nextends: base\nstates: {play/attack: {do: {shoot: {at: a}}}}\n", extendedBase)
	require.Empty(t, findings)
	attack, search := got.Root.States[0].States[1], got.Root.States[0].States[0]
	require.Equal(t, "mine.yaml", got.FileOf(attack.Do[0].Place))
	require.Equal(t, "base.yaml", got.FileOf(search.Do[0].Place))
	require.Equal(t, 15, search.Transitions[1].Line)
}

func TestWhatCannotBeExtendedSaysWhy(t *testing.T) {
	long := func(i int) string { return fmt.Sprintf("machine: m%d\nextends: m%d\n", i, i+1) }
	var chain []string
	for i := range 12 {
		chain = append(chain, long(i))
	}
	for want, row := range map[string][]string{
		`mine.yaml:2:10: extends: machine "base": not here`:                                                 {"machine: mine\nextends: base\n"},
		`mine.yaml:2:10: extends: mine -> mine: machines that extend each other`:                            {"machine: mine\nextends: mine\n", "machine: mine\nextends: mine\n"},
		`other.yaml:2:10: extends: mine -> other -> mine: machines that extend each other`:                  {"machine: mine\nextends: other\n", "machine: other\nextends: mine\n", "machine: mine\nextends: other\n"},
		`m8.yaml:2:10: extends: mine -> m1 -> m2 -> m3 -> m4 -> m5 -> m6 -> m7 -> m8: more than 8 machines`: append([]string{"machine: mine\nextends: m1\n"}, chain...),
		`states.play/attack.transitions[0]: 2 transitions of the state are called "again"`:                  {"machine: mine\nextends: base\nstates: {play/attack: {transitions: [{name: again, disabled: true}]}}", strings.ReplaceAll(strings.ReplaceAll(extendedBase, "name: done", "name: again"), "name: lost", "name: again")},
		`states.play/attack.replace: "entry"; expected transitions`:                                         {"machine: mine\nextends: base\nstates: {play/attack: {replace: [entry]}}", extendedBase},
		`states.play.states.search.transitions[2].to: missing; expected the name of a state`:                {"machine: mine\nextends: base\nstates: {play/search: {transitions: [{name: none, disabled: true}]}}", extendedBase},
	} {
		_, findings := extend(t, row[0], row[1:]...)
		require.NotEmpty(t, findings.Errors(), want)
		require.Contains(t, findings.Errors().Error(), want)
	}
	same := "machine: base\nextends: base\nrate_hz: 5\n"
	m, _ := ReadYAML("sub/base.yaml", []byte(same))
	got, findings := Extended(m, bases(extendedBase))
	require.Empty(t, findings, "another file of the same name is another machine")
	require.InDelta(t, 5, got.Root.RateHz, 1e-9)
	_, findings = Extended(m, nil)
	require.ErrorContains(t, findings, "no other machine can be read here")
}

func TestAMachineThatExtendsAnotherIsFormattedAsItIs(t *testing.T) {
	out, err := Format("mine.yaml", []byte("machine: mine\nextends:   base # ours\nstates:\n    play/attack:   {do: {shoot: {at: a}}}\n"))
	require.NoError(t, err)
	require.Equal(t, "machine: mine\nextends: base  # ours\nstates:\n  play/attack: {do: {shoot: {at: a}}}\n", string(out))
	require.NoError(t, validate(validator(t), out), "the schema knows it")
}

// parts are texts that extend extendedBase.
var parts = []string{
	"states: {play/attack: {do: {shoot: {at: a}}}}", "states: {play: {states: {a/b: {}}}}", "states: {rest: 1, play/search/x/y: []}", "variables: [1]\ninputs: {a: 1}",
	"states: {play/attack: {replace: [transitions, 3], transitions: 7}}", "states:\n  play/search: {transitions: [{name: found, disabled: true}, 5, {name: [1]}]}\n",
	"layout: {rest: {x: q}}\nstates: ~", "states: {play: }", "extends: other", "states: {? [1] : 2, /: {}, a//b: {}}",
}

// survivesExtending extends a machine by whatever bytes: the result is a machine, or findings with the file of one of the two.
func survivesExtending(t *testing.T, part, base []byte) {
	m, _ := ReadYAML("mine.yaml", part)
	if m == nil || m.Extends == nil {
		return
	}
	whole, findings := Extended(m, func(string) (*Machine, error) {
		b, _ := ReadYAML("base.yaml", base)
		return b, nil
	})
	for _, found := range findings {
		require.Contains(t, []string{"mine.yaml", "base.yaml"}, found.File)
	}
	require.True(t, whole != nil && whole.Root != nil || len(findings.Errors()) > 0)
}

func TestExtendedSurvivesRandomBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range fuzzn.N(t) / 4 {
		part := []byte("machine: mine\nextends: base\n" + parts[rng.IntN(len(parts))])
		base := []byte(extendedBase)
		if rng.IntN(2) == 0 {
			base = damaged(rng, base)
		}
		survivesExtending(t, damaged(rng, part), base)
	}
}

func FuzzExtended(f *testing.F) {
	for _, part := range parts {
		f.Add([]byte("machine: mine\nextends: base\n"+part), []byte(extendedBase))
	}
	f.Fuzz(survivesExtending)
}
