package e2e

import (
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/sshdtest"
	"gonao/msgs"
)

// TestTheRobotIsDeployedTo copies the real programs over a real sshd to an empty home directory, on a robot that has a
// LoLA socket.
func TestTheRobotIsDeployedTo(t *testing.T) {
	robot, s := sshdtest.New(t), newSandbox(t)
	robot.Program("systemctl", "exit 1") // The stub always fails, so that this machine's systemd does not matter.
	s.serveRobot()
	s.observe()
	states := subscribe[msgs.RobotState](s, "robot_state")
	commands := subscribe[msgs.JointCommand](s, "joint_command")
	gonao := func(words ...string) *process {
		for _, option := range robot.Options {
			words = append(words, "--ssh-option", option)
		}
		return s.run("gonao", append([]string{"robot"}, words...)...)
	}

	nothing := gonao("status", robot.Target())
	require.Equal(t, 1, nothing.cmd.ProcessState.ExitCode())
	require.Contains(t, nothing.out.String(), "gonao is not installed there: gonao robot deploy "+robot.Target())

	t.Cleanup(func() { gonao("stop", robot.Target()) })
	deployed := gonao("deploy", robot.Target(), "socket:="+s.socket, "--watch", "2s")
	require.Zero(t, deployed.exit(), deployed.out.String())
	require.Contains(t, deployed.out.String(), "robot.launch.yaml socket:="+s.socket+" machine:=none")
	require.Contains(t, deployed.out.String(), "the nodes run.")
	await(t, states, "the deployed driver's state", func(*msgs.RobotState) bool { return true })
	await(t, commands, "the deployed motion's stand", func(c *msgs.JointCommand) bool { return c.Stiffness[0] > 0.5 })

	// Only copied programs and libraries may be in use.
	status := gonao("status", robot.Target())
	require.Contains(t, status.out.String(), "nodes     run for")
	mapped := mappedFiles(t, filepath.Join(robot.Home, "gonao"))
	require.Contains(t, strings.Join(mapped, "\n"), "/programs/nodes")
	require.Contains(t, strings.Join(mapped, "\n"), "libddsc.so")
	for _, file := range mapped {
		require.True(t, strings.HasPrefix(file, robot.Home) || strings.HasPrefix(file, "/dev/"), file)
	}

	require.Zero(t, gonao("stop", robot.Target()).exit())
	logs := gonao("logs", robot.Target(), "-n", "500").out.String()
	require.Contains(t, logs, "nao_driver")
	status = gonao("status", robot.Target())
	require.Equal(t, 1, status.cmd.ProcessState.ExitCode())
	require.Contains(t, status.out.String(), "the nodes do not run")
	drain(commands)
	require.Empty(t, mappedFiles(t, filepath.Join(robot.Home, "gonao")), "all have ended")
}

// mappedFiles returns the files that programs started from a directory have mapped into memory.
func mappedFiles(t *testing.T, dir string) []string {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/exe")
	require.NoError(t, err)
	seen := map[string]bool{}
	var files []string
	for _, link := range all {
		program, err := os.Readlink(link)
		if err != nil || !strings.HasPrefix(program, dir) {
			continue // it has just ended, or is not one of these programs
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(link)))
		require.NoError(t, err)
		maps, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "maps"))
		require.NoError(t, err)
		for line := range strings.SplitSeq(string(maps), "\n") {
			if i := strings.Index(line, "/"); i >= 0 && !seen[line[i:]] {
				seen[line[i:]] = true
				files = append(files, line[i:])
			}
		}
	}
	return files
}

// serveRobot serves LoLA until the test ends. The robot stays in the crouch, whatever it is commanded.
func (s *sandbox) serveRobot() {
	s.t.Helper()
	l, err := net.Listen("unix", s.socket)
	require.NoError(s.t, err)
	var serving sync.WaitGroup
	s.t.Cleanup(func() {
		l.Close()
		serving.Wait()
	})
	frame, cycle := robotFrame(), time.NewTicker(12*time.Millisecond)
	serving.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return // the test is over
			}
			go io.Copy(io.Discard, conn) // reads and discards the driver's answers
			for err == nil && s.t.Context().Err() == nil {
				<-cycle.C
				_, err = conn.Write(frame)
			}
			conn.Close()
		}
	})
}
