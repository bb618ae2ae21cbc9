package e2e

import (
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
)

// TestTheToolMakesTheRobotWalkAndKickAndGetUp is the whole stack as somebody uses it who
// has read docs/motion/node.md.
func TestTheToolMakesTheRobotWalkAndKickAndGetUp(t *testing.T) {
	s := newSandbox(t)
	s.observe()
	states := subscribe[msgs.MotionState](s, "motion_state", ros.Reliable(), ros.TransientLocal())
	s.start("gonao", "launch", "sim.launch.yaml", "camera:=paper", "world:=empty", "socket:="+s.socket, "machine:=none")
	in := func(name string) {
		t.Helper()
		await(t, states, name, func(m *msgs.MotionState) bool { return m.Name == name })
	}
	tool := func(args ...string) string {
		t.Helper()
		p := s.run("gonao", args...)
		require.Zero(t, p.cmd.ProcessState.ExitCode(), p.out.String())
		return p.out.String()
	}
	in("standing")
	walk := s.start("gonao", "topic", "pub", "--rate", "20", "/nao1/cmd_vel", "geometry_msgs/msg/Twist", "{linear: {x: 0.1}}")
	in("walking")
	walk.signal(syscall.SIGINT)
	require.Zero(t, walk.exit())
	// The kick waits until the walk has come to its end.
	require.Contains(t, tool("action", "send-goal", "/nao1/kick", "gonao_msgs/action/Kick", "{}"), "hit: true")
	in("standing")
	tool("action", "send-goal", "/nao1/get_up", "gonao_msgs/action/GetUp", "{}") // it stands: nothing to do

	walk = s.start("gonao", "topic", "pub", "--rate", "20", "/nao1/cmd_vel", "geometry_msgs/msg/Twist", "{linear: {x: 0.1}}")
	in("walking")
	tool("sim", "push", "14", "0")
	in("falling")
	in("getting_up")
	walk.signal(syscall.SIGINT)
	require.Zero(t, walk.exit())
}
