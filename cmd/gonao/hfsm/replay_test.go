package hfsm_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/tooltest"
)

func TestAReplayIsShownAndComparedWithAnotherTrace(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "run.trace")
	_, errs, code := hfsmTool(t, "run", door+"door.yaml", "--event", "knock@1s", "--for", "3s", "--record", trace)
	require.Zero(t, code, errs)
	out, errs, code := hfsmTool(t, "replay", trace, "--show", "--machine", door+"door.yaml", "--expect", trace)
	require.Zero(t, code, errs)
	require.Contains(t, out, `"name":"answer"`)
	require.Contains(t, out, ": the same, ")

	out, errs, code = hfsmTool(t, "replay", trace, "--expect", door+"door.trace")
	require.Equal(t, cli.ExitFailed, code, out)
	require.Contains(t, errs, "recorded: ")
	for _, c := range []struct{ args, want string }{
		{"nowhere.trace", "replay: open nowhere.trace"},
		{trace + " --expect nowhere.trace", "replay: open nowhere.trace"},
		{trace + " --expect " + door + "door.yaml", "door.yaml"},
		{trace + " --machine nowhere.yaml", "read the machine: open nowhere.yaml"},
	} {
		_, errs, code := hfsmTool(t, append([]string{"replay"}, strings.Fields(c.args)...)...)
		require.NotZero(t, code, c.args)
		require.Contains(t, errs, c.want)
	}
}

func TestAGoldenTraceIsWrittenAndComparedWith(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		file := filepath.Join(dir, name)
		tooltest.WriteFile(t, file, text)
		return file
	}
	put("blink.yaml", blink)
	test := put("blink_test.yaml", "scenario: it blinks\nmachine: blink.yaml\nfor: 3s\ngolden: blink.trace\n")
	out, _, code := hfsmTool(t, "test", test)
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, out, "FAIL  it blinks\n      "+filepath.Join(dir, "blink.trace")+": no such file; gonao hfsm test --update writes it\n")
	out, _, code = hfsmTool(t, "test", test, "--update")
	require.Zero(t, code, out)
	out, _, code = hfsmTool(t, "test", test, filepath.Join(dir, "blink.trace"))
	require.Zero(t, code, out)
	require.Contains(t, out, "2 passed, 0 failed\n")

	put("blink.yaml", strings.Replace(blink, "1s", "2s", 1))
	out, errs, code := hfsmTool(t, "test", test, filepath.Join(dir, "blink.trace"))
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, out, "0 passed, 2 failed\n")
	require.Contains(t, errs, "2 scenarios failed")

	put("blink.yaml", "machine: blink\n")
	out, _, code = hfsmTool(t, "test", test)
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, out, "blink.yaml:1:")
	_, errs, code = hfsmTool(t, "test", put("bad_test.yaml", "scenaro: x\n"))
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, errs, "scenaro")
	_, errs, _ = hfsmTool(t, "test", "nowhere_test.yaml")
	require.Contains(t, errs, "read the scenario: open nowhere_test.yaml")
}

func TestARunTakesTheStepsOfAScenario(t *testing.T) {
	out, errs, code := hfsmTool(t, "run", door+"door.yaml", "--script", door+"door_test.yaml", "--json", "--tick", "50ms")
	require.Zero(t, code, errs)
	require.Contains(t, out, `"gonao_trace":1`)
	require.Contains(t, out, `"name":"answer"`)
	trace := filepath.Join(t.TempDir(), "run.trace")
	out, errs, code = hfsmTool(t, "run", door+"door.yaml", "--for", "100ms", "--real-time", "--json", "--record", trace)
	require.Zero(t, code, errs)
	recorded, err := os.ReadFile(trace)
	require.NoError(t, err)
	require.Equal(t, string(recorded), out)
	_, errs, code = hfsmTool(t, "run", door+"door.yaml", "--record", filepath.Join(trace, "below"))
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, errs, "record: ")
}

func TestAMachineMayCallOnesInOtherFormatsBesideIt(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFile(t, filepath.Join(dir, "wait.scxml"), `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="wait" datamodel="null">
  <state id="open"><transition event="close" target="shut"/></state><final id="shut"/></scxml>`)
	tooltest.WriteFile(t, filepath.Join(dir, "broken.yaml"), "machine: broken\nstats: {}\n")
	caller := func(name string) string {
		file := filepath.Join(dir, "caller.yaml")
		tooltest.WriteFile(t, file, "machine: caller\ninitial: a\nstates: {a: {call: {machine: "+name+"}, transitions: [{if: final, to: FINAL}]}}\n")
		return file
	}
	_, errs, code := hfsmTool(t, "check", caller("nobody"))
	require.Equal(t, cli.ExitFailed, code, errs)
	out, _, _ := hfsmTool(t, "check", caller("nobody"))
	require.Contains(t, out, `no machine "nobody" beside`)
	out, _, code = hfsmTool(t, "check", caller("broken"))
	require.Equal(t, cli.ExitFailed, code)
	require.Contains(t, out, "stats")
	out, errs, _ = hfsmTool(t, "check", caller("wait"))
	require.NotContains(t, out+errs, "no machine")
}

// A trace becomes a test of its machine, whole and in part.
func TestATraceBecomesAScenario(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"door.yaml", "door.trace"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "hfsm", "scenario", "testdata", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	for _, part := range [][]string{nil, {"--to", "3s"}, {"--from", "2s"}} {
		out, _, err := tooltest.Gonao(t, append([]string{"hfsm", "scenario", filepath.Join(dir, "door.trace"), "--machine", filepath.Join(dir, "door.yaml")}, part...)...)
		require.NoError(t, err, "%v", part)
		file := filepath.Join(dir, "run_test.yaml")
		require.NoError(t, os.WriteFile(file, []byte(out), 0o600))
		out, _, err = tooltest.Gonao(t, "hfsm", "test", file)
		require.NoError(t, err, out)
		require.Contains(t, out, "1 passed, 0 failed")
	}
}
