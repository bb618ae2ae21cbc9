package launcher

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestOutputIsPrefixedLineByLine(t *testing.T) {
	w := newWorkshop(t)
	w.program("talk", "#!/bin/sh\nprintf 'half'\nprintf ' and half\\nto the end'\nprintf 'wrong\\n' >&2\n")
	w.program("chat", "#!/bin/sh\ni=0; while [ $i -lt 200 ]; do echo \"line $i\"; i=$((i+1)); done\n")
	l := w.start(`
launch:
- executable: {cmd: $(dirname)/talk, output: screen}
- executable: {cmd: $(dirname)/chat, output: screen}
- executable: {cmd: $(dirname)/chat, output: screen, name: other}
- executable: {cmd: $(dirname)/talk, name: quiet}
`, Options{})
	require.NoError(t, l.wait())
	require.Subset(t, l.out.of("talk-1"), []string{"half and half", "to the end", "wrong"})
	require.NotContains(t, l.out.of("quiet-4"), "half and half", "stdout goes to the log alone by default")
	require.Contains(t, l.out.of("quiet-4"), "wrong")
	for _, name := range []string{"chat-2", "other-3"} {
		lines := l.out.of(name)
		require.Contains(t, lines[0], "started, pid ")
		require.Len(t, lines, 202)
		require.Equal(t, "line 199", lines[200])
		require.Contains(t, lines[201], "finished cleanly, pid ")
	}
	for _, text := range l.out.writes {
		require.Equal(t, 1, strings.Count(text, "\n"), "one line a time: %q", text)
	}
}

// stuck is a terminal that blocks until it is released.
type stuck struct {
	output
	released chan struct{}
}

func (s *stuck) Write(p []byte) (int, error) {
	<-s.released
	return s.output.Write(p)
}

func TestATerminalThatStandsStillHoldsNobodyUp(t *testing.T) {
	w := newWorkshop(t)
	w.program("chat", "#!/bin/sh\ni=0; while [ $i -lt 20000 ]; do echo \"line $i of many that fill every pipe\"; i=$((i+1)); done; touch "+w.dir+"/said\n"+
		"while [ ! -e "+w.dir+"/again ]; do sleep 0.01; done; echo last\n")
	screen := &stuck{released: make(chan struct{})}
	plan := w.mustLoad("launch:\n- executable: {cmd: $(dirname)/chat, output: screen}")
	result := make(chan error, 1)
	go func() { result <- Run(t.Context(), plan, Options{Output: screen, LogDir: w.dir}) }()
	require.Eventually(t, func() bool { return exists(w.dir + "/said") }, patience, time.Millisecond)
	close(screen.released)
	require.Eventually(t, func() bool { return len(screen.of("chat-1")) >= queuedLines-1 }, patience, time.Millisecond)
	require.NoError(t, os.WriteFile(w.dir+"/again", nil, 0o600))
	require.NoError(t, <-result)
	require.Contains(t, screen.of("chat-1"), "last")
	require.Regexp(t, `^\d+ lines were not shown`, screen.of("launch")[0])
	text, err := os.ReadFile(w.dir + "/chat-1.log")
	require.NoError(t, err)
	require.Contains(t, string(text), "line 19999 of many", "the log has all")
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func TestLogsHoldTheWholeOutput(t *testing.T) {
	w := newWorkshop(t)
	w.program("talk", "#!/bin/sh\necho out\necho wrong >&2\n")
	logs := filepath.Join(w.dir, "new", "logs")
	l := w.start("launch:\n- executable: {cmd: $(dirname)/talk, output: own_log}", Options{LogDir: logs, Color: true})
	require.NoError(t, l.wait())
	text, err := os.ReadFile(filepath.Join(logs, "talk-1.log"))
	require.NoError(t, err)
	require.Contains(t, string(text), "out\n")
	require.Contains(t, string(text), "wrong\n")
	require.NotContains(t, string(text), "\x1b", "no colours in files")
	require.Contains(t, l.out.text.String(), "\x1b[32m[talk-1]\x1b[0m ")
	require.NotContains(t, l.out.text.String(), "wrong")
}

func TestParameterFilesExistWhileTheNodeRuns(t *testing.T) {
	w := newWorkshop(t)
	w.program("install/lib/demo/show", "#!/bin/sh\nfor a; do case $a in *.yaml) echo $a; cat $a;; esac; done\n")
	l := w.start("launch:\n- node: {pkg: demo, exec: show, output: screen, param: [{name: gain, value: 0.5}]}", Options{})
	require.NoError(t, l.wait())
	lines := l.out.of("show-1")
	require.Equal(t, []string{`"/**":`, "  ros__parameters:", `    "gain": 0.5`}, lines[2:5])
	require.NoFileExists(t, lines[1])
}
