package robot_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/tooltest"
	"gonao/internal/sshdtest"
)

const robotLaunch = `launch:
- arg: {name: machine, default: none}
- arg: {name: socket, default: /tmp/robocup}
- node: {pkg: gonao, exec: nao_driver, name: nao_driver, output: screen}
`

// bench is a robot and an installation of gonao on this computer.
type bench struct {
	t      *testing.T
	robot  *sshdtest.Robot
	socket string // where the robot's LoLA is
}

func newBench(t *testing.T) *bench {
	r := sshdtest.New(t)
	r.Program("systemctl", "exit 1") // whatever this machine has
	l, err := net.Listen("unix", r.Path("robocup"))
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	b := &bench{t: t, robot: r, socket: r.Path("robocup")}
	b.install()
	t.Cleanup(func() { _, _ = b.run(context.Background(), "stop") })
	return b
}

// install lays gonao out as colcon does, with this test program as its programs.
func (b *bench) install() {
	prefix := b.t.TempDir()
	self, err := os.Executable()
	require.NoError(b.t, err)
	for _, name := range []string{"gonao", "nao_driver"} {
		file := filepath.Join(prefix, "lib", "gonao", name)
		require.NoError(b.t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(b.t, os.Link(self, file))
	}
	for name, text := range map[string]string{
		"share/ament_index/resource_index/packages/gonao":         "",
		"share/ament_index/resource_index/packages/gonao_bringup": "",
		"share/gonao_bringup/robot.launch.yaml":                   robotLaunch,
		"share/gonao_bringup/params/nao_driver.yaml":              "# none\n",
	} {
		file := filepath.Join(prefix, name)
		require.NoError(b.t, os.MkdirAll(filepath.Dir(file), 0o755))
		tooltest.WriteFile(b.t, file, text)
	}
	b.t.Setenv("AMENT_PREFIX_PATH", prefix)
}

// gonao runs gonao robot COMMAND on the robot.
func (b *bench) gonao(command string, args ...string) (string, error) {
	return b.run(b.t.Context(), command, args...)
}

func (b *bench) run(ctx context.Context, command string, args ...string) (string, error) {
	line := append([]string{"robot", command, b.robot.Target()}, args...)
	for _, option := range b.robot.Options {
		line = append(line, "--ssh-option", option)
	}
	var out tooltest.Buffer
	err := (&tooltest.Graph{}).Run(ctx, &out, line...)
	return out.String(), err
}

func TestProgramsAreDeployedWatchedAndRolledBack(t *testing.T) {
	b := newBench(t)
	host := b.robot.Target()
	_, err := b.gonao("status")
	require.EqualError(t, err, host+": gonao is not installed there: gonao robot deploy "+host)

	out, err := b.gonao("deploy", "--no-start", "socket:="+b.socket)
	require.NoError(t, err, out)
	require.Regexp(t, `copied [\d.]+ of [\d.]+ MB\n`, out)
	require.Contains(t, out, "is on the robot, but not started\n")
	out, err = b.gonao("status")
	require.EqualError(t, err, host+": the nodes do not run: gonao robot logs "+host+" shows why, gonao robot deploy "+host+" starts them")
	require.Contains(t, out, ": robot.launch.yaml socket:="+b.socket+" machine:=none\n")
	first := current(t, out)

	out, err = b.gonao("deploy", "socket:="+b.socket, "machine:=dance", "--watch", "100ms")
	require.NoError(t, err, out)
	require.Contains(t, out, "runs: robot.launch.yaml socket:="+b.socket+" machine:=dance\n")
	require.Contains(t, out, "the nodes run. gonao robot logs -f "+host)
	out, err = b.gonao("status")
	require.NoError(t, err)
	require.Regexp(t, `nodes     run for .*, as a process\n`, out)
	require.Contains(t, out, "before    "+first+"\n")

	require.Eventually(t, func() bool {
		out, err := b.gonao("logs", "-n", "100")
		return err == nil && strings.Contains(out, "the robot stands")
	}, time.Minute, 10*time.Millisecond)

	out, err = b.gonao("rollback")
	require.NoError(t, err)
	require.Contains(t, out, host+": version "+first+" runs: ")

	out, err = b.gonao("stop")
	require.NoError(t, err)
	require.Equal(t, host+": stopped\n", out)
	out, err = b.gonao("logs")
	require.NoError(t, err)
	require.Contains(t, out, "the robot is let down")
}

// current returns the version that status printed.
func current(t *testing.T, status string) string {
	t.Helper()
	_, rest, ok := strings.Cut(status, "version   ")
	require.True(t, ok, status)
	version, _, _ := strings.Cut(rest, ":")
	return version
}

func TestADryRunChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("many connections to an sshd")
	}
	b := newBench(t)
	mine := filepath.Join(t.TempDir(), "mine.yaml")
	tooltest.WriteFile(t, mine, "machine: mine\n")
	out, err := b.gonao("deploy", "--dry-run", "socket:="+b.socket, "machine:="+mine)
	require.NoError(t, err, out)
	require.Regexp(t, `would copy \d+ files, [\d.]+ of [\d.]+ MB`, out)
	require.Contains(t, out, "  files/machine/mine.yaml\n")
	require.Contains(t, out, "would start: robot.launch.yaml socket:="+b.socket+" machine:="+mine)
	require.NoDirExists(t, filepath.Join(b.robot.Home, "gonao", "versions"))

	_, err = b.gonao("deploy", "--dry-run", "socket:="+b.robot.Path("nowhere"))
	require.ErrorContains(t, err, "no LoLA socket", "a dry run is refused as the deployment would be")

	out, err = b.gonao("deploy", "socket:="+b.socket, "--watch", "100ms")
	require.NoError(t, err, out)
	out, err = b.gonao("deploy", "--dry-run", "socket:="+b.socket)
	require.NoError(t, err, out)
	require.Regexp(t, `would stop version \S+: the driver lets the robot down`, out)
	out, err = b.gonao("status")
	require.NoError(t, err, out)
}

func TestAMissingFileIsFoundBeforeTheRobotIsReached(t *testing.T) {
	b := newBench(t)
	t.Chdir(t.TempDir())
	tooltest.WriteFile(t, "there.yaml", "machine: there\n")
	for _, c := range []struct{ argument, want string }{
		{"machine:=mine.yaml", "argument machine:=mine.yaml: no such file on this computer"},
		{"machine:=./mine", "argument machine:=./mine: no such file"},
		{"machine:=/nowhere/mine.yaml", "argument machine:=/nowhere/mine.yaml: no such file"},
		{"machine:=there.yaml", "no connection to nobody@127.0.0.1"},
		{"socket:=/tmp/robocup_of_the_robot", "no connection to nobody@127.0.0.1"},
	} {
		var out tooltest.Buffer
		err := (&tooltest.Graph{}).Run(t.Context(), &out, "robot", "deploy", "nobody@127.0.0.1", c.argument, "--ssh-option", "Port=1")
		require.ErrorContains(t, err, c.want)
	}
	_ = b
}

func TestStatusLeadsFromAStockRobotToTheFirstFrame(t *testing.T) {
	b := newBench(t)
	out, err := b.gonao("status")
	require.Error(t, err)
	require.Contains(t, out, "  ok    network ")
	require.Contains(t, out, "  ok    key       logs in without a password\n")
	require.Contains(t, out, "next: ")

	var unreached tooltest.Buffer
	err = (&tooltest.Graph{}).Run(t.Context(), &unreached, "robot", "status", "nobody@127.0.0.1", "--ssh-option", "Port=1")
	require.ErrorContains(t, err, "no ssh runs on it")
	require.Contains(t, unreached.String(), "  next  network   it cannot be reached")
	require.Contains(t, unreached.String(), "chest fades in, blue")
}

func TestANodeThatEndsAtOnceIsReportedWithItsLog(t *testing.T) {
	if testing.Short() {
		t.Skip("many connections to an sshd")
	}
	b := newBench(t)
	tooltest.WriteFile(t, filepath.Join(b.robot.Home, "broken"), "")
	out, err := b.gonao("deploy", "socket:="+b.socket, "--watch", "2s")
	require.ErrorContains(t, err, "rollback", out)
	out, err = b.gonao("logs")
	require.NoError(t, err)
	require.Contains(t, out, "nao_driver: no body")
}

func TestWrongRobotCommandsAreRefused(t *testing.T) {
	b := newBench(t)
	t.Chdir(t.TempDir())
	tooltest.WriteFile(t, "empty.launch.yaml", "launch:\n- arg: {name: machine, default: none}\n")
	tooltest.WriteFile(t, "foreign.launch.yaml", "launch:\n- arg: {name: machine, default: none}\n- executable: {cmd: /bin/true}\n")
	for _, c := range []struct{ line, want string }{
		{"deploy --no-start --at-boot", "--no-start and --at-boot: expected one of them"},
		{"deploy machine", `argument "machine": expected name:=value`},
		{"deploy --launch nowhere/x.launch.yaml", "launch file nowhere/x.launch.yaml: no such file"},
		{"deploy --launch empty.launch.yaml", "empty.launch.yaml: it starts nothing"},
		{"deploy --launch foreign.launch.yaml", "foreign.launch.yaml: true is not a program of gonao"},
		{"deploy --at-boot socket:=" + b.socket, "it has no user services (systemctl --user)"},
		{"deploy socket:=" + b.robot.Path("nowhere"), "--no-start copies the files anyway"},
		{"logs -n -1", "--lines -1: expected 0 or more"},
	} {
		t.Run(c.line, func(t *testing.T) {
			words := strings.Fields(c.line)
			out, err := b.gonao(words[0], words[1:]...)
			require.ErrorContains(t, err, c.want, out)
		})
	}
	_, err := b.gonao("logs", "-n", "-1")
	require.Equal(t, cli.ExitUsage, cli.ExitCode(err))
}
