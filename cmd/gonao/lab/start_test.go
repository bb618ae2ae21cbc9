package lab_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/cmd/gonao/tooltest"
	"gonao/cmd/lab/motionlab"
	"gonao/internal/proc"
)

// TestMain is also the program motion_lab, which gonao starts.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == lab.Program {
		ctx, stop := proc.WithInterrupt()
		err := motionlab.New(cli.Standard()).ExecuteContext(ctx)
		stop()
		cli.Exit(lab.Program, err)
	}
	os.Exit(m.Run())
}

// installed puts motion_lab into a PATH of its own.
func installed(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Link(self, filepath.Join(dir, lab.Program)))
	t.Setenv("PATH", dir)
}

func TestTheProgramWithTheSimulatorDoesTheWork(t *testing.T) {
	installed(t)
	dir := t.TempDir()
	film := filepath.Join(dir, "walk.gif")
	out, errs, err := tooltest.Gonao(t, "sim", "film", "walk 0.1 0 0 1", "--size", "64x48", "--fps", "5", "-o", film)
	require.NoError(t, err, errs)
	require.Contains(t, out, "walk.gif: ")
	require.FileExists(t, film)
	out, errs, err = tooltest.Gonao(t, "motion", "plot", "walk 0.1 0 0 0.5", "-o", dir)
	require.NoError(t, err, errs)
	require.Contains(t, out, "balance.png")

	_, errs, err = tooltest.Gonao(t, "motion", "tune", filepath.Join(dir, "nowhere.yaml"))
	require.EqualError(t, err, "motion_lab ended with exit status 1")
	require.True(t, strings.HasPrefix(errs, "gonao: "), "the program that a person has started: %s", errs)
	require.Contains(t, errs, "nowhere.yaml: no such file")
	_, errs, err = tooltest.Gonao(t, "motion", "adapt", filepath.Join(dir, "nowhere.xml"))
	require.Error(t, err)
	require.Contains(t, errs, "nowhere.xml: no such file")
}

func TestCtrlCEndsTheProgramWithTheSimulator(t *testing.T) {
	installed(t)
	ctx, stop := context.WithCancel(t.Context())
	watch := &stopper{stop}
	file := tooltest.File(t, "long.tune.yaml", `title: a search without end
measure: tfs_legs
profile: ideal
seeds: 1
population: 4
generations: 10000
seconds: 1
parameters:
  tfs.period: {min: 0.35, max: 0.9}
`)
	err := (&tooltest.Graph{}).Run(ctx, watch, "motion", "tune", file)
	require.Equal(t, cli.ExitFailed, cli.ExitCode(err), "runs are missing: %v", err)
}

// gonao returns the exit code of motion_lab also when it was interrupted: a script sees that runs are missing.
func TestAnInterruptedTrialFails(t *testing.T) {
	installed(t)
	ctx, stop := context.WithCancel(t.Context())
	dir := t.TempDir()
	machine := tooltest.File(t, "waits.yaml", "machine: waits\ninitial: wait\nstates: {wait: {}}\n")
	err := (&tooltest.Graph{}).Run(ctx, &stopper{stop}, "experiment", "trial", machine, "--field", "--seeds", "1-1000", "--limit", "1s", "-o", filepath.Join(dir, "t.csv"), "--plot=", "--journal", filepath.Join(dir, "t.jsonl"))
	require.Equal(t, cli.ExitFailed, cli.ExitCode(err), err)
	require.FileExists(t, filepath.Join(dir, "t.jsonl"))
	require.NoFileExists(t, filepath.Join(dir, "t.csv"))
}

// stopper calls stop once the program has written.
type stopper struct {
	stop func()
}

func (s *stopper) Write(p []byte) (int, error) {
	s.stop()
	return len(p), nil
}

// A command with commands below it also takes what is not one of them.
func TestAnExperimentIsAFileOrACommand(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, words := range []string{"experiment mine.yaml --seeds 1-3", "experiment kinds walk", "experiment work nats://127.0.0.1:4222"} {
		_, _, err := tooltest.Gonao(t, strings.Fields(words)...)
		require.ErrorContains(t, err, "no simulator: expected the program motion_lab", words)
	}
	for _, words := range []string{"lesson", "lesson 1"} {
		_, _, err := tooltest.Gonao(t, strings.Fields(words)...)
		require.ErrorContains(t, err, "no simulator: expected the program motion_lab", words)
	}
	for words, want := range map[string]string{
		"lesson 9": `lesson "9": expected 1 to 5`, "lesson chck 1": `did you mean "check"`,
		"experiment": "0 arguments: expected gonao experiment FILE [flags]", "experiment wark nats://127.0.0.1:4222": `did you mean "work"`,
		"experiment kinds wlk": "expected one of walk, motion", "experiment mine.yaml --seeds none": "expected numbers from 1 on",
	} {
		_, _, err := tooltest.Gonao(t, strings.Fields(words)...)
		require.Equal(t, cli.ExitUsage, cli.ExitCode(err), words)
		require.ErrorContains(t, err, want, words)
	}
}

func TestWithoutTheProgramWhatToBuildIsReported(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, _, err := tooltest.Gonao(t, "motion", "tune", "walk.tune.yaml")
	require.EqualError(t, err, "no simulator: expected the program motion_lab beside gonao (make build)")
}

func TestWrongFlagsAreRefusedBeforeTheProgramIsStarted(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, size := range []string{"480", "x480", "8x8", "5000x480", "480x360x2"} {
		_, _, err := tooltest.Gonao(t, "sim", "film", "walk", "--size", size)
		require.ErrorContains(t, err, "expected a size in pixels such as 480x360, 16 to 4096 each", size)
	}
	_, _, err := tooltest.Gonao(t, strings.Fields("tune")...)
	require.Equal(t, cli.ExitUsage, cli.ExitCode(err))
}
