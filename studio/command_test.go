package studio

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// small is a machine in the forms that people write.
const small = `machine: m   # name
inputs: {near: bool}
initial: a
states:
  # the first
  a:
    do: {track: {color: red}}  # why
    transitions:
      - {if: near, to: b, name: seen}
      # the second way
      - to: c
        after: 2s
  b: {transitions: [{after: 1s, to: a}]}

  c:
    transitions: [{if: 'active("b") and near', to: b}]
    initial: x
    states:
      x: {transitions: [{after: 1s, to: y}]}
      y:
        transitions: [{after: 1s, to: x}, {event: out, to: a}]
layout:
  a: {x: 1, y: 2}
`

func TestEachCommandIsASmallEdit(t *testing.T) {
	at := func(i int) *int { return &i }
	for _, c := range []struct {
		name    string
		command Command
		edits   []string // what is replaced by what, in turn
		selects string
	}{
		{"add a state", Command{Op: AddState, Name: "d"}, []string{"layout:\n", "\n  d: {}\nlayout:\n"}, "d"},
		{"add a state before another one", Command{Op: AddState, Name: "d", Index: at(1)}, []string{"  b: {tr", "  d: {}\n  b: {tr"}, "d"},
		{"add a state inside", Command{Op: AddState, Name: "d", Parent: "a"}, []string{"        after: 2s\n", "        after: 2s\n    initial: d\n    states:\n      d: {}\n"}, "a/d"},
		{"rename", Command{Op: RenameState, State: "b", Name: "ball"}, []string{"to: b, name", "to: ball, name", "  b: {tr", "  ball: {tr", `active("b") and near', to: b}`, `active("ball") and near', to: ball}`}, "ball"},
		{"rename what has a place", Command{Op: RenameState, State: "a", Name: "z"}, []string{"initial: a", "initial: z", "  a:\n    do", "  z:\n    do", "1s, to: a}]}", "1s, to: z}]}", "out, to: a}", "out, to: z}", "  a: {x", "  z: {x"}, "z"},
		{"delete", Command{Op: DeleteState, State: "c"}, []string{"      # the second way\n      - to: c\n        after: 2s\n", "", small[strings.Index(small, "  c:\n"):strings.Index(small, "layout")], ""}, ""},
		{"duplicate", Command{Op: DuplicateState, State: "b"}, []string{"to: a}]}\n", "to: a}]}\n  b_2: {transitions: [{after: 1s, to: a}]}\n"}, "b_2"},
		{"move", Command{Op: MoveState, State: "c/y", Index: at(0)}, []string{"      x: {transitions: [{after: 1s, to: y}]}\n", "", "to: a}]\nlayout", "to: a}]\n      x: {transitions: [{after: 1s, to: y}]}\nlayout"}, "c/y"},
		{"un-nest", Command{Op: Unnest, State: "c/x"}, []string{"    initial: x\n", "    initial: y\n", "      x: {transitions: [{after: 1s, to: y}]}\n", "", "out, to: a}]\n", "out, to: a}]\n\n  x: {transitions: [{after: 1s, to: c/y}]}\n"}, "x"},
		{"initial", Command{Op: SetInitial, State: "c/y"}, []string{"initial: x", "initial: y"}, "c/y"},
		{"final", Command{Op: SetFinal, State: "c", Value: "failed"}, []string{"  c:\n", "  c:\n    final: failed\n"}, "c"},
		{"add a transition", Command{Op: AddTransition, State: "a", To: "c/x", If: "near", After: "3s"}, []string{"        after: 2s\n", "        after: 2s\n      - {after: 3s, if: near, to: c/x}\n"}, "a#2"},
		{"add a first transition", Command{Op: AddTransition, State: "c/y", To: "FINAL", Event: "e, f", Index: at(0)}, []string{"        transitions: [{", "        transitions: [{event: [e, f], to: FINAL}, {"}, "c/y#0"},
		{"retarget", Command{Op: Retarget, Transition: "a#1", To: "c/y"}, []string{"- to: c\n", "- to: c/y\n"}, "a#1"},
		{"retarget the source", Command{Op: Retarget, Transition: "c/y#1", State: "b"}, []string{"1s, to: a}]}\n", "1s, to: a}, {event: out, to: a}]}\n", ", {event: out, to: a}]\n", "]\n"}, "b#1"},
		{"reorder", Command{Op: ReorderTransition, Transition: "a#1", Index: at(0)}, []string{"      - {if: near, to: b, name: seen}\n", "", "        after: 2s\n", "        after: 2s\n      - {if: near, to: b, name: seen}\n"}, "a#0"},
		{"name", Command{Op: RenameTransition, Transition: "a#1", Name: "it's: late"}, []string{"        after: 2s\n", "        after: 2s\n        name: 'it''s: late'\n"}, "a#1"},
		{"delete a transition", Command{Op: DeleteTransition, Transition: "a#1"}, []string{"      # the second way\n      - to: c\n        after: 2s\n", ""}, "a"},
		{"disable", Command{Op: DisableTransition, Transition: "b#0"}, []string{"1s, to: a}]}", "1s, to: a, disabled: true}]}"}, "b#0"},
		{"guard", Command{Op: Set, Transition: "a#0", Key: "guard", Text: "not near"}, []string{"if: near, to: b", "if: not near, to: b"}, "a#0"},
		{"time", Command{Op: Set, Transition: "a#1", Key: "after", Text: ""}, []string{"        after: 2s\n", ""}, "a#1"},
		{"event", Command{Op: Set, Transition: "a#1", Key: "event", Text: "e"}, []string{"- to: c\n", "- event: e\n        to: c\n"}, "a#1"},
		{"an argument", Command{Op: Set, State: "a", Key: "do", Actions: []Action{{Kind: ActionActivity, Name: "track", Args: []Arg{{Name: "color", Value: "green"}}}}}, []string{"color: red", "color: green"}, "a"},
		{"description", Command{Op: Set, State: "c", Key: "description", Text: "two\nlines"}, []string{"  c:\n", "  c:\n    description: |-\n      two\n      lines\n"}, "c"},
		{"rate", Command{Op: Set, State: "c", Key: "rate", Text: "20"}, []string{"    initial: x\n", "    rate_hz: 20\n    initial: x\n"}, "c"},
		{"history of the machine", Command{Op: Set, Key: "history", Text: "none"}, []string{"initial: a\n", "history: none\ninitial: a\n"}, ""},
		{"a variable", Command{Op: SetDeclaration, Key: "variables", Name: "n", Text: "{type: int, initial: 2}"}, []string{"initial: a\n", "variables:\n  n: {type: int, initial: 2}\ninitial: a\n"}, ""},
		{"rename an input", Command{Op: SetDeclaration, Key: "inputs", Name: "near", To: "close"}, []string{"{near: bool}", "{close: bool}", "if: near, to", "if: close, to", `and near'`, `and close'`}, ""},
		{"a function", Command{Op: SetDeclaration, Key: "functions", Name: "f", Text: "{type: bool, value: 1 < 2}"}, []string{"initial: a\n", "functions:\n  f: {type: bool, value: 1 < 2}\ninitial: a\n"}, ""},
		{"layout", Command{Op: Layout, Places: []Spot{{State: "a", X: 10.4, Y: 20}, {State: "c/x", X: 1, Y: 1}}}, []string{"{x: 1, y: 2}\n", "{x: 10, y: 20}\n  c/x: {x: 1, y: 1}\n"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := small
			for i := 0; i < len(c.edits); i += 2 {
				require.Contains(t, want, c.edits[i])
				want = strings.Replace(want, c.edits[i], c.edits[i+1], 1)
			}
			d := newDocument("m.yaml", YAML, small, nothing)
			out, err := d.apply("ann", 1, c.command)
			require.NoError(t, err)
			require.Equal(t, want, d.text)
			require.Equal(t, c.selects, strings.Join(out.Select, " "))
			_, err = d.undo("ann")
			require.NoError(t, err)
			require.Equal(t, small, d.text)
		})
	}
}

func TestStatesAreNestedWithTheirComments(t *testing.T) {
	d := newDocument("m.yaml", YAML, small, nothing)
	_, err := d.apply("ann", 1, Command{Op: Nest, States: []string{"a", "b"}, Name: "both"})
	require.NoError(t, err)
	require.Empty(t, errorsOf(d.checked.findings), d.text)
	require.Contains(t, d.text, `  both:
    initial: a
    states:
      # the first
      a:
        do: {track: {color: red}}  # why
        transitions:
          - {if: near, to: b, name: seen}
          # the second way
          - to: c
            after: 2s
      b: {transitions: [{after: 1s, to: a}]}
`)
	require.Contains(t, d.text, "initial: both\n")
	require.Contains(t, d.text, `active("both/b") and near', to: both/b`)
	require.Contains(t, d.text, "both/a: {x: 1, y: 2}")
}

// A path begins at the top, also where a sibling of that name has come beside it.
func TestANestedStateKeepsItsPathsToItsOwnStates(t *testing.T) {
	d := newDocument("m.yaml", YAML, `machine: m
initial: watch
states:
  watch:
    transitions: [{after: 1s, to: watch/red}]
    initial: red
    states:
      red: {}
`, nothing)
	_, err := d.apply("ann", 1, Command{Op: Nest, States: []string{"watch"}, Name: "around"})
	require.NoError(t, err)
	require.Empty(t, errorsOf(d.checked.findings), d.text)
	require.Contains(t, d.text, "to: around/watch/red")
}

func TestAStateWithActivityIsNoRegion(t *testing.T) {
	before := `machine: m
initial: watch
states:
  watch: {do: {track: {color: red}}, initial: red, states: {red: {}}}
  both:
    regions:
      legs: {initial: a, states: {a: {}}}
`
	d := newDocument("m.yaml", YAML, before, nothing)
	_, err := d.apply("ann", 1, Command{Op: Nest, States: []string{"watch"}, Parent: "both"})
	require.ErrorContains(t, err, `"watch" has do, which a region cannot have`)
	require.Equal(t, before, d.text)
}

func TestACommandThatMakesNoSenseIsRefusedInWords(t *testing.T) {
	for want, c := range map[string]Command{
		`no state "q"`: {Op: RenameState, State: "q", Name: "x"},
		`the state "b" exists already in the machine`: {Op: RenameState, State: "a", Name: "b"},
		`"FINAL" is not a name of a state`:            {Op: AddState, Name: "FINAL"},
		`no transition "a#7"`:                         {Op: DeleteTransition, Transition: "a#7"},
		`"a" cannot be moved into itself`:             {Op: Nest, States: []string{"a"}, Parent: "a"},
		`no command "explode"`:                        {Op: "explode"},
		`no key "speed" of a state`:                   {Op: Set, State: "a", Key: "speed", Text: "1"},
		`do: not YAML`:                                {Op: Set, State: "a", Key: "do", Text: "{a: ["},
		`"close-by" is not a valid name of a value; expected letters, digits and _`: {Op: SetDeclaration, Key: "inputs", Name: "near", To: "close-by"},
		`"a" is in the outermost automaton already`:                                 {Op: Unnest, State: "a"},
		`the clip contains neither states nor transitions`:                          {Op: Paste, Clip: "x: 1"},
		`final "maybe"; expected true, failed or false`:                             {Op: SetFinal, State: "a", Value: "maybe"},
		`no state "d"`: {Op: AddTransition, State: "a", To: "d"},
	} {
		d := newDocument("m.yaml", YAML, small, nothing)
		_, err := d.apply("ann", 1, c)
		require.ErrorContains(t, err, want)
		require.Equal(t, small, d.text)
	}
}

// Deleting all but the last state leaves a machine; the last one stays.
func TestTheLastStateStays(t *testing.T) {
	d := newDocument("m.yaml", YAML, small, nothing)
	_, err := d.apply("ann", 1, Command{Op: DeleteState, States: []string{"a", "c"}})
	require.NoError(t, err)
	require.Empty(t, errorsOf(d.checked.findings), d.text)
	_, err = d.apply("ann", 2, Command{Op: DeleteState, State: "b"})
	require.ErrorContains(t, err, "is the only state")
}
