package hfsm_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	"gonao/hfsm"
	"gonao/hfsm/trace"
)

const blink = `machine: blink
initial: on
inputs: {tired: bool}
states:
  on: {transitions: [{after: 1s, to: off, name: dark}]}
  off: {transitions: [{if: not tired, to: on}]}
`

func TestAMachineIsDrawnInTheFormatOfItsOutput(t *testing.T) {
	file := tooltest.File(t, "blink.yaml", blink)
	out, _, err := tooltest.Gonao(t, "hfsm", "graph", file, "--active", "off", "--taken", "on -> off: dark")
	require.NoError(t, err)
	require.Contains(t, out, `label="`+"\u00a0"+`(1)\l`+"\u00a0"+`dark\l`)
	mermaid := filepath.Join(t.TempDir(), "blink.mmd")
	_, _, err = tooltest.Gonao(t, "hfsm", "graph", file, "-o", mermaid)
	require.NoError(t, err)
	text, err := os.ReadFile(mermaid)
	require.NoError(t, err)
	require.Contains(t, string(text), "stateDiagram-v2")
}

func TestATraceIsDrawnWithItsStepsNumbered(t *testing.T) {
	lines := []string{`{"gonao_trace":1,"machine":"duo","file":"duo.yaml","hash":"","profile":"robot"}`}
	for i, line := range []trace.Line{
		{Kind: hfsm.RecordStart, To: "both/left/a"},
		{Kind: hfsm.RecordTransition, Number: 1, From: "both/left/a", To: "both/left/a", Source: "both/right/c", Target: "d", Name: "go"},
		{Kind: hfsm.RecordTransition, Number: 2, From: "both/left/a", To: "both/left/b", Source: "both/left/a", Target: "b"},
	} {
		line.Sequence = uint64(i)
		lines = append(lines, line.String())
	}
	file := tooltest.File(t, "duo.yaml", `machine: duo
initial: both
states:
  both:
    regions:
      left:
        initial: a
        states: {a: {transitions: [{after: 2s, to: b}]}, b: {}}
      right:
        initial: c
        states: {c: {transitions: [{after: 1s, to: d, name: go}]}, d: {}}
`)
	out, _, err := tooltest.Gonao(t, "hfsm", "graph", file, "-f", "mermaid", "--trace", tooltest.File(t, "duo.trace", strings.Join(lines, "\n")+"\n"))
	require.NoError(t, err)
	require.Contains(t, out, "s6 --> s7 : (1)<br/>go")
	require.Contains(t, out, "s3 --> s4 : (2)<br/>after 2s")
	require.Contains(t, out, "class s1,s2,s4,s5,s7 active")
	_, _, err = tooltest.Gonao(t, "hfsm", "graph", file, "--trace", tooltest.File(t, "duo.trace", "nothing\n"))
	require.ErrorContains(t, err, "duo.trace")
}

func TestAMachineGoesToSCXMLAndBack(t *testing.T) {
	file := filepath.Join(t.TempDir(), "blink.scxml")
	_, _, err := tooltest.Gonao(t, "hfsm", "export", tooltest.File(t, "blink.yaml", blink), "-o", file)
	require.NoError(t, err)
	out, _, err := tooltest.Gonao(t, "hfsm", "import", file)
	require.NoError(t, err)
	want, _, err := tooltest.Gonao(t, "hfsm", "export", tooltest.File(t, "blink.yaml", blink))
	require.NoError(t, err)
	require.Equal(t, want, out)
}

func TestSCXMLIsImported(t *testing.T) {
	file := tooltest.File(t, "door.scxml", `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="door" datamodel="null">
  <state id="open"><transition event="close" target="shut"/></state><state id="shut"/></scxml>`)
	out, _, err := tooltest.Gonao(t, "hfsm", "import", file)
	require.NoError(t, err)
	require.Contains(t, out, "profile: scxml")
	require.Contains(t, out, "event: close")
}

func TestAWrongMachineLeavesTheOutputAlone(t *testing.T) {
	output := tooltest.File(t, "out.dot", "as it was")
	for name, c := range map[string]struct{ args, want string }{
		"no such file":         {"hfsm graph nowhere.yaml", "read the machine: open nowhere.yaml"},
		"another ending":       {"hfsm graph hfsm.go", "expected a machine, .yaml, .lua, .scxml, .xml or .xabsl"},
		"a fault":              {"hfsm graph " + tooltest.File(t, "a.yaml", "machine: a\nstats: {}\n"), "a.yaml:2:1: stats:"},
		"a broken XML":         {"hfsm import " + tooltest.File(t, "a.xml", "<VisualStates>"), "no well-formed XML"},
		"an unknown format":    {"hfsm export a.yaml -f visualstate", `format "visualstate"; expected yaml, scxml`},
		"no drawing of export": {"hfsm graph a.yaml -f yaml", `format "yaml"; expected dot, mermaid, svg`},
		"no step":              {"hfsm graph a.yaml --taken on", `--taken "on": expected 'state -> target'`},
		"no such state":        {"hfsm graph --active blue " + tooltest.File(t, "a.yaml", blink), `no state "blue" to show as active`},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := tooltest.Gonao(t, append(strings.Fields(c.args), "-o", output)...)
			require.ErrorContains(t, err, c.want)
			text, err := os.ReadFile(output)
			require.NoError(t, err)
			require.Equal(t, "as it was", string(text))
		})
	}
}

func TestAPictureNeedsGraphvizAndSaysSo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, _, err := tooltest.Gonao(t, "hfsm", "graph", tooltest.File(t, "blink.yaml", blink), "-f", "svg")
	require.ErrorContains(t, err, "expected graph_layout beside gonao (make build), or dot")
}

func TestASkillInLuaIsDrawn(t *testing.T) {
	out, _, err := tooltest.Gonao(t, "hfsm", "graph", "../../../hfsm/lua/testdata/standup.lua", "-f", "mermaid")
	require.NoError(t, err)
	require.Contains(t, out, "getup")
	_, _, err = tooltest.Gonao(t, "hfsm", "export", "../../../hfsm/lua/testdata/standup.lua")
	require.Error(t, err, "it has no form as YAML")
}

func TestAnEndingOfNoFormatIsRefused(t *testing.T) {
	file := tooltest.File(t, "blink.yaml", blink)
	for _, args := range [][]string{{"graph", file, "-o", "x.jpg"}, {"export", file, "-o", "x.foo"}, {"graph", file, "-o", "x.scxml"}} {
		_, _, err := tooltest.Gonao(t, append([]string{"hfsm"}, args...)...)
		require.ErrorContains(t, err, "this command writes no format with the ending")
		require.NoFileExists(t, args[3])
	}
}

func TestATransitionTakenMustBeOfTheMachine(t *testing.T) {
	file := tooltest.File(t, "blink.yaml", blink)
	_, _, err := tooltest.Gonao(t, "hfsm", "graph", file, "--taken", "on -> off: bright")
	require.ErrorContains(t, err, "no such transition is drawn; on has on -> off: dark")
	_, _, err = tooltest.Gonao(t, "hfsm", "graph", file, "--taken", "onn -> off")
	require.ErrorContains(t, err, `did you mean "on"`)
}
