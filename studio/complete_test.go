package studio

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCompletesWhatMayStandThere(t *testing.T) {
	w, _ := workspace(t, nil)
	head := "machine: m\ninputs: {ball_age: float}\nfunctions: {near: {parameters: {x: float}, type: bool, value: x < 1}}\ninitial: a\nstates:\n  a:\n    states:\n      c: {}\n"
	for _, c := range []struct {
		name, text string
		want       []string
		not        string
	}{
		{"keys of a state", head + "    tr|\n  b: {}\n", []string{"transitions"}, "to"},
		{"the first key of a state", head + "  b:\n    tr|\n", []string{"transitions"}, "to"},
		{"the first key of a transition", head + "    transitions:\n      - t|\n  b: {}\n", []string{"to", "then"}, "transitions"},
		{"keys of a transition", head + "    transitions:\n      - {after: 1s, t|\n  b: {}\n", []string{"to", "then"}, "after"},
		{"targets", head + "    transitions:\n      - {after: 1s, to: |}\n  b: {}\n", []string{"a", "b", "FINAL", "a/c"}, ""},
		{"names in a guard", head + "    transitions:\n      - {if: n|, to: b}\n  b: {}\n", []string{"near", "not"}, "ball_age"},
		{"inputs in a guard", head + "    transitions:\n    - if: not ba|\n      to: b\n  b: {}\n", []string{"ball_age"}, ""},
		{"functions of the robot in a guard", head + "    transitions:\n      - {if: be|, to: b}\n  b: {}\n", []string{"bearing_to"}, "ball_age"},
		{"actions", head + "    do: {p|}\n  b: {}\n", []string{"play"}, "set"},
		{"actions that take no time", head + "    entry: {s|}\n  b: {}\n", []string{"set", "send"}, ""},
		{"arguments", head + "    do: {play: {motion: x, |}}\n  b: {}\n", []string{"times"}, "motion"},
		{"values of an argument", head + "    do: {track: {color: |}}\n  b: {}\n", []string{"red", "green"}, ""},
		{"keys of the machine", head + "  b: {}\nhi|\n", []string{"history"}, "inputs"},
		{"histories", head + "  b: {}\nhistory: |\n", []string{"resume", "none"}, ""},
		{"inputs of the robot", strings.Replace(head, "{ball_age: float}", "{|}", 1), []string{"ball_age"}, ""},
		{"machines", head + "  b: {call: |}\n", []string{"dance", "goto"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := strings.IndexByte(c.text, '|')
			text := strings.Replace(c.text, "|", "", 1)
			line := strings.Count(c.text[:at], "\n") + 1
			column := at - strings.LastIndexByte(c.text[:at], '\n')
			out := w.Complete(CompleteRequest{Format: YAML, Text: text, Line: line, Column: column})
			var labels []string
			for _, i := range out.Items {
				labels = append(labels, i.Label)
			}
			require.Subset(t, labels, c.want)
			if c.not != "" {
				require.NotContains(t, labels, c.not)
			}
		})
	}
}

func TestCompletesACallOfASkill(t *testing.T) {
	w, _ := workspace(t, nil)
	labels := func(text string) (all []string) {
		for _, i := range w.Complete(CompleteRequest{Format: Lua, Text: text, Line: 1, Column: len(text) + 1}).Items {
			all = append(all, i.Label)
		}
		return all
	}
	require.Contains(t, labels("goto{x=1}; ki"), "kick_ball")
	require.Equal(t, []string{"motion", "times"}, labels("play{"))
	require.Equal(t, []string{"times"}, labels("play{ti"))
}

func TestCompletionNeverFails(t *testing.T) {
	w, _ := workspace(t, nil)
	for i := range len(greet) {
		lines := strings.Split(greet[:i], "\n")
		out := w.Complete(CompleteRequest{Format: YAML, Text: greet[:i], Line: len(lines), Column: len(lines[len(lines)-1]) + 1})
		require.LessOrEqual(t, out.From, out.To)
		require.False(t, slices.ContainsFunc(out.Items, func(c Completion) bool { return strings.Contains(c.Label, here) }))
	}
	for _, at := range [][2]int{{0, 0}, {-5, 3}, {99, 99}, {1, -1}} {
		w.Complete(CompleteRequest{Format: YAML, Text: "größe: 😀 x\n", Line: at[0], Column: at[1]})
	}
}
