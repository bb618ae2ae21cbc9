package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMain is also the tool itself, for tests of the whole process.
func TestMain(m *testing.M) {
	if os.Getenv("GONAO_TEST_ROLE") == "gonao" {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestALaunchThatLosesItsTerminalEndsGently(t *testing.T) {
	rows := map[string]func(cmd *exec.Cmd, out *os.File) error{
		"the pipe behind it is closed": func(_ *exec.Cmd, out *os.File) error { return out.Close() },
		"the terminal is closed":       func(cmd *exec.Cmd, _ *os.File) error { return cmd.Process.Signal(syscall.SIGHUP) },
	}
	if signal.Ignored(syscall.SIGHUP) { // the tests were started by nohup, and so is the launch: it continues
		delete(rows, "the terminal is closed")
	}
	for name, lose := range rows {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			safe, file := filepath.Join(dir, "safe"), filepath.Join(dir, "robot.launch.yaml")
			require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, `launch:
- executable:
    cmd: sh -c 'trap "touch %s; exit 0" INT; while echo standing; do sleep 0.05; done'
    output: screen
`, safe), 0o600))
			cmd := exec.Command(os.Args[0], "launch", file, "--log-dir", dir)
			cmd.Env = append(os.Environ(), "GONAO_TEST_ROLE=gonao")
			out, theirs, err := os.Pipe()
			require.NoError(t, err)
			cmd.Stdout = theirs
			require.NoError(t, cmd.Start())
			require.NoError(t, theirs.Close())
			lines := bufio.NewScanner(out)
			for lines.Scan() && !strings.Contains(lines.Text(), "standing") {
			}
			require.NoError(t, lose(cmd, out))
			require.NoError(t, cmd.Wait())
			require.FileExists(t, safe, "the program got SIGINT and its time")
		})
	}
}
