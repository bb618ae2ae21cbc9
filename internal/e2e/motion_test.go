package e2e

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

// mover holds the whole stack, whose robot the tool moves. The stack runs in lockstep: on a busy machine a robot
// without commands would otherwise fall or restart its motion.
type mover struct {
	*sandbox
	states *ros.Subscription[msgs.MotionState]
	now    msgs.MotionState
}

func newMover(t *testing.T) *mover {
	t.Helper()
	m := &mover{sandbox: newSandbox(t)}
	m.observe()
	m.states = subscribe[msgs.MotionState](m.sandbox, "motion_state", ros.Reliable(), ros.TransientLocal())
	m.startEnv([]string{"GONAO_SIMULATOR_LOCKSTEP=true", "GONAO_NAO_DRIVER_ANSWER_WITHIN_SEC=1.0"},
		"gonao", "launch", "sim.launch.yaml", "blind:=true", "world:=empty", "profile:=real", "socket:="+m.socket, "machine:=none")
	return m
}

// until waits up to two minutes of the robot's own time for a state of the body.
func (m *mover) until(name string, fits func(s *msgs.MotionState) bool) {
	m.t.Helper()
	const longest = 2 * time.Minute
	begin := ros.StampTime(m.now.Stamp)
	m.now = await(m.t, m.states, name, func(s *msgs.MotionState) bool {
		if m.now.Stamp == (msgs.MotionState{}).Stamp {
			begin, m.now = ros.StampTime(s.Stamp), *s
		}
		at := ros.StampTime(s.Stamp).Sub(begin)
		require.Less(m.t, at, longest, "%s; expected %s, %d falls", s.Name, name, s.Falls)
		return fits(s)
	})
}

func (m *mover) in(name string) {
	m.t.Helper()
	m.until(name, func(s *msgs.MotionState) bool { return s.Name == name })
}

// walks waits until the robot walks because of its command, and not only to keep its balance.
func (m *mover) walks() {
	m.t.Helper()
	m.until("walking", func(s *msgs.MotionState) bool { return s.Name == "walking" && s.VelocityX > 0.05 })
}

// walk publishes a walking command at a high rate, because simulated time may run much faster than the clock.
func (m *mover) walk() *process {
	m.t.Helper()
	p := m.start("gonao", "topic", "pub", "--rate", "200", "/nao1/cmd_vel", "geometry_msgs/msg/Twist", "{linear: {x: 0.1}}")
	m.walks()
	return p
}

// turnsItsHead sends commands for head and legs as programs written for naoqi_driver do, while the robot walks. Both
// the driver and the motion node subscribe to them. The head must turn, and the robot must keep walking.
func (m *mover) turnsItsHead() {
	m.t.Helper()
	states := subscribe[msgs.RobotState](m.sub(m.t), "robot_state", ros.BestEffort(), ros.Depth(1))
	p := m.start("gonao", "topic", "pub", "--rate", "200", "/nao1/joint_angles", "naoqi_bridge_msgs/msg/JointAnglesWithSpeed",
		"{joint_names: [HeadYaw], joint_angles: [0.5], speed: 0.2}")
	legs := m.start("gonao", "topic", "pub", "--rate", "50", "/nao1/joint_angles", "naoqi_bridge_msgs/msg/JointAnglesWithSpeed",
		"{joint_names: [LKneePitch], joint_angles: [2.0], speed: 1.0}")
	m.until("walking with a head of joint_angles", func(s *msgs.MotionState) bool { return s.Name == "walking" && s.HeadOwner == "joint_angles" })
	await(m.t, states, "a head that is turned", func(s *msgs.RobotState) bool { return s.Position[nao.HeadYaw] > 0.45 })
	m.ends(p)
	m.ends(legs)
	require.Equal(m.t, "the walk", m.now.LegsOwner)
	m.walks()
}

// ends interrupts a process and waits until it has ended.
func (m *mover) ends(p *process) {
	m.t.Helper()
	p.signal(syscall.SIGINT)
	require.Zero(m.t, p.exit())
}

// tool runs the tool and returns its output.
func (m *mover) tool(args ...string) string {
	m.t.Helper()
	p := m.run("gonao", args...)
	require.Zero(m.t, p.cmd.ProcessState.ExitCode(), p.out.String())
	return p.out.String()
}

// TestTheToolMakesTheRobotWalkAndKickAndGetUp uses the whole stack as docs/motion/node.md
// describes.
func TestTheToolMakesTheRobotWalkAndKickAndGetUp(t *testing.T) {
	m := newMover(t)
	m.in("standing")
	walk := m.walk()
	m.turnsItsHead()
	m.ends(walk)
	// The kick waits until the walk has ended.
	require.Contains(t, m.tool("action", "send-goal", "/nao1/kick", "gonao_msgs/action/Kick", "{}"), "hit: true")
	m.in("kicking")
	m.in("standing")
	m.tool("action", "send-goal", "/nao1/get_up", "gonao_msgs/action/GetUp", "{}") // the robot stands already, so there is nothing to do

	walk = m.walk()
	require.Zero(t, m.now.Falls)
	m.tool("sim", "push", "14", "0")
	m.in("falling")
	pushed := ros.StampTime(m.now.Stamp)
	m.in("fallen")
	m.in("getting_up")
	m.walks() // it walks by the command that is still being published
	require.EqualValues(t, 1, m.now.Falls)
	t.Logf("continues to walk %.1f s after it fell", ros.StampTime(m.now.Stamp).Sub(pushed).Seconds())
	m.ends(walk)
	m.in("standing")
}
