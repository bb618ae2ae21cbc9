package hfsm_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/tool"
)

// door are the files of the tool's examples.
const door = "../../../hfsm/scenario/testdata/"

// hfsmTool runs gonao hfsm.
func hfsmTool(t *testing.T, args ...string) (out, errs string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	root := tool.New(graph.Access{Terminal: cli.Terminal{Out: &o, Errs: &e, In: strings.NewReader("")}})
	root.SetArgs(append([]string{"hfsm"}, args...))
	err := root.ExecuteContext(t.Context())
	if err != nil {
		e.WriteString(err.Error())
	}
	return o.String(), e.String(), cli.ExitCode(err)
}

func machineFile(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

func TestCheckTellsAllFindingsWithTheirPlaces(t *testing.T) {
	bad := machineFile(t, "bad.yaml", "machine: bad\ninitial: a\nstates:\n  a: {do: fly, transitions: [{if: x > 1, to: nowhere}]}\n")
	out, _, code := hfsmTool(t, "check", bad)
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, out, "bad.yaml:4:")
	require.Contains(t, out, `no activity "fly"`)
	require.Contains(t, out, "nowhere")

	out, _, code = hfsmTool(t, "check", bad, "--json")
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, out, `"severity": "error"`)

	_, _, code = hfsmTool(t, "check", door+"door.yaml", "--loose")
	require.Zero(t, code)
}

func TestRunPrintsTransitionsAndRecordsATraceThatReplays(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "run.trace")
	out, _, code := hfsmTool(t, "run", door+"door.yaml", "--event", "knock@1s", "--set", "distance=1", "--activity", "open=final@2s", "--set", "distance=2@9s", "--for", "12s", "--record", trace)
	require.Zero(t, code)
	require.Equal(t, "     0.000  begins in closed\n     1.000  closed -> opening  (answer)  on knock\n     3.100  opening -> open  (done)\n     9.000  open -> closed  (nobody)\n    12.000  in closed\n", out)

	out, errs, code := hfsmTool(t, "replay", trace)
	require.Zero(t, code, errs)
	require.Contains(t, out, "the same")

	slower := machineFile(t, "door.yaml", strings.ReplaceAll(read(t, door+"door.yaml"), "name: nobody", "name: alone"))
	_, errs, code = hfsmTool(t, "replay", trace, "--machine", slower)
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, errs, "recorded: ")
	require.Contains(t, errs, "alone")
	require.Contains(t, errs, "alone")
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}

func TestRunRefusesWhatItCannotRead(t *testing.T) {
	for _, row := range []struct{ flag, value, expected string }{
		{"--set", "x", "expected name=value"},
		{"--set", "distance=1@soon", "expected a time"},
		{"--set", "distanc=1", `did you mean "distance"?`},
		{"--set", "distance=[1]", "expected a value"},
		{"--activity", "open=done@2s", "expected name=final@2s"},
		{"--script", "nowhere.yaml", "no such file"},
	} {
		_, errs, code := hfsmTool(t, "run", door+"door.yaml", row.flag, row.value)
		require.NotZero(t, code, row.value)
		require.Contains(t, errs, row.expected)
	}
}

func TestScenariosPassOrSayWhatDiffers(t *testing.T) {
	out, errs, code := hfsmTool(t, "test", door+"door_test.yaml", door+"door.trace")
	require.Zero(t, code, out+errs)
	require.Contains(t, out, "3 passed, 0 failed")

	dir, err := filepath.Abs(door)
	require.NoError(t, err)
	wrong := machineFile(t, "wrong.yaml", "machine: "+filepath.ToSlash(dir)+"/door.yaml\nfor: 1s\ntransitions: [{at: 0s, to: open}]\n")
	out, _, code = hfsmTool(t, "test", wrong)
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, out, `at 0s it is "closed"; expected "open"`)
}

func TestSchemaIsTheOneOfTheReader(t *testing.T) {
	out, _, code := hfsmTool(t, "schema")
	require.Zero(t, code)
	require.Contains(t, out, `"$schema"`)
}

func TestParametersAreSetAtTheBeginning(t *testing.T) {
	file := machineFile(t, "wait.yaml", `machine: wait
parameters: {seconds: {type: float, min: 0.0, max: 9.0}}
initial: a
states:
  a: {transitions: [{if: elapsed >= seconds, to: FINAL}]}
`)
	_, errs, code := hfsmTool(t, "run", file)
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, errs, "the machine's parameter seconds has no default; expected a value at 0s")
	_, errs, _ = hfsmTool(t, "run", file, "--set", "seconds=1@2s")
	require.Contains(t, errs, "seconds is a parameter; expected its value at the beginning")
	_, errs, code = hfsmTool(t, "run", file, "--set", "seconds=10.0")
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, errs, "seconds", "out of its range")

	trace := filepath.Join(t.TempDir(), "run.trace")
	out, errs, code := hfsmTool(t, "run", file, "--set", "seconds=2.5", "--record", trace)
	require.Zero(t, code, errs)
	require.Contains(t, out, "2.500  a -> FINAL")
	_, errs, _ = hfsmTool(t, "run", file, "--set", "seconds=NaN")
	require.Contains(t, errs, "0 to 9", "a number, but none in the range")
	_, errs, code = hfsmTool(t, "replay", trace)
	require.Zero(t, code, errs)
}

func TestScenariosOfTheMachinesThatComeWithGonao(t *testing.T) {
	files, err := filepath.Glob("../../../behavior/scenarios/*_test.yaml")
	require.NoError(t, err)
	require.Greater(t, len(files), 2)
	out, errs, code := hfsmTool(t, append([]string{"test"}, files...)...)
	require.Zero(t, code, out+errs)
}

func TestAMachineMayCallTheSkillsThatComeWithGonao(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.yaml")
	text := "machine: mine\nlevel: skill\ninitial: a\nstates: {a: {call: {machine: goto, with: {x: 1.0, y: 0.0}}, transitions: [{if: final, to: FINAL}, {if: failed, to: FAILED}]}}\n"
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	out, errs, code := hfsmTool(t, "check", file)
	require.Zero(t, code, out+errs)
	out, errs, code = hfsmTool(t, "run", file, "--for", "1s")
	require.Zero(t, code, errs)
	require.Contains(t, out, "a/walk")
	_, errs, code = hfsmTool(t, "run", file, "--for", "-1s")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "expected no time below 0")
	_, errs, code = hfsmTool(t, "run", "../../../behavior/machines/skills/stand_up.lua", "--for", "1s")
	require.Zero(t, code, errs)
	_, errs, code = hfsmTool(t, "replay", file)
	require.Equal(t, 1, code)
	require.Contains(t, errs, "expected a trace")
}

func TestRunOfAFailedMachineFails(t *testing.T) {
	file := machineFile(t, "sad.yaml", "machine: sad\ninitial: a\nstates:\n  a: {transitions: [{after: 1s, to: FAILED}]}\n")
	_, errs, code := hfsmTool(t, "run", file)
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, errs, "machine sad: failed")
}

func TestALongRunEndsWhenItIsInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var o, e bytes.Buffer
	begun := &whenWritten{Buffer: &o, then: stop}
	root := tool.New(graph.Access{Terminal: cli.Terminal{Out: begun, Errs: &e, In: strings.NewReader("")}})
	root.SetArgs([]string{"hfsm", "run", "../../../behavior/machines/dance.yaml", "--for", "20000h"})
	require.NoError(t, root.ExecuteContext(ctx))
	require.Contains(t, o.String(), "0.000  begins in right")
}

// whenWritten calls then at each write.
type whenWritten struct {
	*bytes.Buffer
	then func()
}

func (w *whenWritten) Write(data []byte) (int, error) {
	w.then()
	return w.Buffer.Write(data)
}

func TestAMachineMayNameTheColoursOfTheUsersParameters(t *testing.T) {
	file := machineFile(t, "blue.yaml", "machine: blue\ninitial: a\nstates:\n  a: {do: {track: {color: blue}}}\n")
	out, _, code := hfsmTool(t, "check", file)
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, out, "one of vision's colours: red, green")
	params := machineFile(t, "my.yaml", "/**/vision:\n  ros__parameters:\n    colors: ['blue: hsv 200..240 0.5..1 0.2..1']\n")
	_, errs, code := hfsmTool(t, "check", file, "--params", params)
	require.Zero(t, code, errs)
	params = machineFile(t, "none.yaml", "/**/vision:\n  ros__parameters: {min_pixels: 4}\n")
	_, errs, _ = hfsmTool(t, "check", file, "--params", params)
	require.Contains(t, errs, "no parameter colors")
}

func TestCheckReadsTheStandardInput(t *testing.T) {
	var out bytes.Buffer
	root := tool.New(graph.Access{Terminal: cli.Terminal{Out: &out, Errs: &out, In: strings.NewReader("machine: m\ninitial: nowhere\nstates: {a: {}}\n")}})
	root.SetArgs([]string{"hfsm", "check", "-"})
	require.Error(t, root.ExecuteContext(t.Context()))
	require.Contains(t, out.String(), `stdin.yaml:2:10: initial: no state "nowhere"`)
}

func TestAMachineOfGonaoIsNamedWithoutAFile(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "run.trace")
	out, errs, code := hfsmTool(t, "run", "dance", "--for", "3s", "--record", trace)
	require.Zero(t, code, errs)
	require.Contains(t, out, "begins in right")
	for _, line := range []string{"replay " + trace, "check dance greet", "graph follow_ball", "export kick", "diff dance ../../../behavior/machines/dance.yaml"} {
		_, errs, code = hfsmTool(t, strings.Fields(line)...)
		require.Zero(t, code, line+": "+errs)
	}
	for line, want := range map[string]string{
		"run danse": `did you mean "dance"?`, "check dance.yaml": "gonao's own is dance, without an ending", "graph ./danse": "no such file or directory",
	} {
		_, errs, code = hfsmTool(t, strings.Fields(line)...)
		require.Equal(t, cli.ExitFailed, code, line)
		require.Contains(t, errs, want)
	}
}
