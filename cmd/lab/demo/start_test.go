package demo

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/launcher"
)

func TestAProcessThatNeverStartsIsToldWithItsWords(t *testing.T) {
	dir := t.TempDir()
	l := &live{opts: options{Out: dir}, failed: map[string]int{}, words: map[string]string{}, hopeless: make(chan error, 1)}
	require.NoError(t, os.Mkdir(l.logDir(), 0o755))
	log := "motion: an old mistake\nmotion: motion_dir \"mm\": no motion in it\ndied\n"
	require.NoError(t, os.WriteFile(filepath.Join(l.logDir(), "motion-5.log"), []byte(log), 0o644))
	ended := launcher.Event{Kind: launcher.Exited, Status: "exit code 1", Process: &launcher.Process{Name: "motion-5", Program: "bin/motion"}}

	for range tries - 1 {
		l.noteFailure(ended)
	}
	killed := ended
	killed.Status = "signal: killed"
	l.noteFailure(killed)
	require.Empty(t, l.hopeless, "killed from outside, it may start again")
	require.Equal(t, `: motion: motion_dir "mm": no motion in it`, l.words["motion-5"])
	l.noteFailure(ended)
	require.EqualError(t, <-l.hopeless, `process motion-5 does not start: motion: motion_dir "mm": no motion in it`)
}

func TestAProcessWithAWrongConfigurationEndsTheDemoAtOnce(t *testing.T) {
	l := &live{opts: options{Out: t.TempDir()}, failed: map[string]int{}, words: map[string]string{}, hopeless: make(chan error, 1)}
	l.noteFailure(launcher.Event{
		Kind: launcher.Exited, Status: "exit code 78", GivenUp: true, Process: &launcher.Process{Name: "executor-6", Program: "bin/executor"},
	})
	require.ErrorContains(t, <-l.hopeless, "process executor-6 does not start: exit code 78")
}

func TestWhatAnEarlierRunLeftIsRemoved(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, removeOld(dir), "nothing there yet")
	for _, name := range []string{"head_camera.png", "mine.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o644))
	}
	require.NoError(t, removeOld(dir))
	require.NoFileExists(t, filepath.Join(dir, "head_camera.png"))
	require.FileExists(t, filepath.Join(dir, "mine.txt"), "not ours")
}
