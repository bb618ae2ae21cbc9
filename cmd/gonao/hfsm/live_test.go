package hfsm_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/tooltest"
	"gonao/msgs"
	"gonao/nodes/executor"
	"gonao/ros"
)

const clockwork = `
machine: clockwork
rate_hz: 50
inputs: {odom_x: float}
variables: {turns: {type: int, initial: 0}}
initial: tick
states:
  tick:
    transitions:
    - {after: 40ms, to: tock, then: [{set: {turns: turns + 1}}], name: swing}
    - {event: halt, to: rest, priority: 1}
    - {if: odom_x > 3 and turns > 1000, to: rest}
  tock: {transitions: [{after: 40ms, to: tick}, {event: halt, to: rest, priority: 1}]}
  rest: {}
`

// robot is an executor beside gonao, with a robot that is always there.
type robot struct {
	*tooltest.Graph
	t    *testing.T
	file string
}

// newRobot starts an executor with a machine.
func newRobot(t *testing.T) *robot {
	t.Helper()
	r := &robot{Graph: tooltest.New(t), t: t, file: filepath.Join(t.TempDir(), "clockwork.yaml")}
	require.NoError(t, os.WriteFile(r.file, []byte(clockwork), 0o600))
	cfg := executor.DefaultConfig()
	cfg.Machine, cfg.HotReload = r.file, false
	ctx, cancel := context.WithCancel(context.Background())
	n, err := ros.NewNode(ctx, r.Bus, "executor", ros.NodeOptions{Namespace: "nao1", Parameters: &cfg})
	require.NoError(t, err)
	state, err := ros.Advertise[msgs.RobotState](r.Node, "robot_state")
	require.NoError(t, err)
	var both sync.WaitGroup
	both.Go(func() { _ = executor.Run(ctx, n, cfg) })
	both.Go(func() {
		pace := time.NewTicker(3 * time.Millisecond)
		defer pace.Stop()
		for ctx.Err() == nil {
			<-pace.C
			_ = state.Publish(msgs.RobotState{Stamp: ros.Stamp(r.Bus.Clock().Now())})
			r.Bus.Advance(12 * time.Millisecond)
		}
	})
	t.Cleanup(func() {
		cancel()
		both.Wait()
		_ = n.Close()
	})
	require.Eventually(t, func() bool {
		g, err := r.Node.Graph()
		return err == nil && slices.ContainsFunc(g.Services, func(s ros.TopicInfo) bool {
			return strings.HasSuffix(s.Name, "/machine/get_snapshot") && s.Publishers > 0
		})
	}, time.Minute, time.Millisecond, "the executor is there")
	return r
}

// hfsm runs gonao hfsm.
func (r *robot) hfsm(args ...string) (out string, code int) {
	r.t.Helper()
	out, err := r.Gonao(append([]string{"hfsm"}, args...)...)
	if err != nil {
		out += err.Error()
	}
	return out, cli.ExitCode(err)
}

func TestWatchShowsTransitionsAsTheyCome(t *testing.T) {
	r := newRobot(t)
	out, code := r.hfsm("watch", "--count", "4")
	require.Zero(t, code, out)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Len(t, lines, 4)
	require.Contains(t, lines[0], "clockwork ")
	require.Regexp(t, `^ +[0-9.]+  (tick -> tock  \(swing\)|tock -> tick|begins in tick)$`, lines[3])
	out, code = r.hfsm("watch", "--tree", "--values", "-n", "1")
	require.Zero(t, code, out)
	require.Contains(t, out, "variable  turns = ")
	require.Contains(t, out, "input     odom_x = 0  never set")
	require.Contains(t, out, "  rest\n")
	out, code = r.hfsm("watch", "--json", "-n", "2")
	require.Zero(t, code, out)
	require.Contains(t, out, `{"snapshot":{`)
	require.Contains(t, out, `{"delta":{`)
	out, code = r.hfsm("watch", "--machine", "/nao2", "--timeout", "100ms")
	require.Equal(t, 1, code)
	require.Contains(t, out, "no state machine in /nao2")
	_, code = r.hfsm("watch", "--count", "-1")
	require.Equal(t, 2, code)
}

func TestWithoutAMachineTheCommandsSayWhatToDo(t *testing.T) {
	g := tooltest.New(t)
	_, err := g.Gonao("hfsm", "watch")
	require.ErrorContains(t, err, "no state machine in the graph; start one with gonao launch sim.launch.yaml")
}

func TestAttachDebugsAMachine(t *testing.T) {
	r := newRobot(t)
	r.Typed = `
# until the fifth transition
break tick#0
wait
delete
set turns 41
why tick
next
next
values
until rest 2
`
	out, code := r.hfsm("attach")
	require.Equal(t, 1, code)
	require.Contains(t, out, "until rest 2: expected until PATH")
	require.Contains(t, out, "breakpoints: tick#0\n")
	require.Contains(t, out, "tick#0 -> tock  (swing)\n  tick is not active\n")
	require.Contains(t, out, "in tick\nin tock\n")
	require.Contains(t, out, "variable  turns = 42\n", "the value that was set, and one more swing")
	r.Typed = "hold odom_x 7\nwhy tick#2\nfinish\npost halt\nuntil rest\n"
	out, code = r.hfsm("attach", "-m", "/nao1")
	require.Zero(t, code, out)
	require.Contains(t, out, "  if: odom_x > 3 and turns > 1000\n    odom_x > 3.0 = true\n    odom_x = 7  held\n")
	r.Typed = "tree\nfly\n"
	out, code = r.hfsm("attach")
	require.Equal(t, 1, code)
	require.Contains(t, out, `fly: no command "fly"; help lists them`)
	require.Contains(t, out, "* rest")
	r.Typed = "help\nquit\n"
	out, code = r.hfsm("attach")
	require.Zero(t, code)
	require.Contains(t, out, "until, u PATH")
}

func TestLoadChecksAndTakesOver(t *testing.T) {
	r := newRobot(t)
	wrong := machineFile(t, "wrong.yaml", strings.Replace(clockwork, "to: tock", "to: tok", 1))
	out, code := r.hfsm("load", wrong)
	require.Equal(t, 1, code)
	require.Contains(t, out, `wrong.yaml:10:25: states.tick.transitions[0].to: `)
	require.Contains(t, out, `did you mean "tock"?`)
	require.Contains(t, out, "1 error; the running machine goes on unchanged")
	right := machineFile(t, "right.yaml", strings.Replace(clockwork, "  rest: {}", "  rest: {}\n  more: {}\n", 1))
	out, code = r.hfsm("load", right, "--check")
	require.Zero(t, code, out)
	require.Contains(t, out, "clockwork has no errors")
	out, code = r.hfsm("load", right)
	require.Zero(t, code, out)
	require.Contains(t, out, "clockwork runs: 1 active states go on")
	out, code = r.hfsm("load", right)
	require.Zero(t, code, out)
	require.Contains(t, out, "nothing has changed")
	r.Typed = strings.Replace(clockwork, "clockwork", "other", 1)
	out, code = r.hfsm("load", "-", "--anew")
	require.Zero(t, code, out)
	require.Contains(t, out, "other runs")
	out, code = r.hfsm("load", right, "--start", "arms", "-m", "/nao1")
	require.Zero(t, code, out)
	require.Contains(t, out, "started clockwork")
	out, code = r.hfsm("watch", "-n", "1")
	require.Equal(t, 2, code, out)
	require.Contains(t, out, "expected --machine with one of them")
	_, code = r.hfsm("load", right, "--check", "--anew")
	require.Equal(t, 2, code)
	out, code = r.hfsm("load", filepath.Join(t.TempDir(), "none.yaml"))
	require.Equal(t, 1, code)
	require.Contains(t, out, "no such file")
}

func TestPostSendsAnEvent(t *testing.T) {
	r := newRobot(t)
	r.Typed = "pause\n"
	out, code := r.hfsm("attach")
	require.Zero(t, code, out)
	out, code = r.hfsm("post", "halt", "{power: 3}")
	require.Zero(t, code, out)
	require.Equal(t, "halt posted to /nao1\n", out)
	r.Typed = "until rest\n"
	out, code = r.hfsm("attach")
	require.Zero(t, code, out)
	out, _ = r.hfsm("watch", "-n", "1")
	require.Contains(t, out, "in rest")
	out, code = r.hfsm("post", "two words")
	require.Equal(t, 1, code)
	require.Contains(t, out, "expected words joined by dots")
}
