package e2e

import (
	"context"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	rclinterfaces "gonao/msgs/rcl_interfaces"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/nao"
	"gonao/nao/lola"
	"gonao/ros"
)

// body holds a simulator in lockstep with its driver and motion, without cameras and vision.
type body struct {
	*sandbox
	clock    *ros.Subscription[rosgraphmsgs.Clock]
	states   *ros.Subscription[msgs.RobotState]
	commands *ros.Subscription[msgs.JointCommand]
	truth    *ros.Subscription[msgs.GroundTruth]

	simulator, driver, motion *process
}

func newBody(t *testing.T) *body {
	t.Helper()
	b := &body{sandbox: newSandbox(t)}
	b.observe()
	b.clock = subscribe[rosgraphmsgs.Clock](b.sandbox, "/clock")
	b.states = subscribe[msgs.RobotState](b.sandbox, "robot_state", ros.Depth(5000))
	b.commands = subscribe[msgs.JointCommand](b.sandbox, "joint_command", ros.Depth(5000))
	b.truth = subscribe[msgs.GroundTruth](b.sandbox, "ground_truth", ros.Depth(5000))
	here := []string{"--ros-args", "-r", "__ns:=/nao1", "-p", "use_sim_time:=true"}
	b.motion = b.start("motion", here...)
	b.simulator = b.start("simulator", "--ros-args", "-r", "__ns:=/nao1",
		"-p", "socket:="+b.socket, "-p", "world:=empty", "-p", "lockstep:=true")
	// The driver waits for motion, so that this test also passes on a slow machine.
	b.driver = b.start("nao_driver", append(here, "-p", "socket:="+b.socket, "-p", "answer_within_sec:=10.0")...)
	return b
}

// TestInLockstepPhysicsWaitsForEveryCommand also checks how the driver ends, with the same processes.
func TestInLockstepPhysicsWaitsForEveryCommand(t *testing.T) {
	b := newBody(t)
	b.stands(t)
	if t.Failed() {
		return
	}
	t.Run("each command is for its own cycle", b.everyCycleIsAnswered)
	t.Run("without commands time stands still", b.stoppedMotionStopsTime)
	t.Run("SIGINT, twice, lets the robot down", b.letDown)
}

func (b *body) stands(t *testing.T) {
	await(t, b.states, "a stiff robot", func(m *msgs.RobotState) bool { return m.Stiffness[0] > 0.9 })
}

// everyCycleIsAnswered pairs states with commands. The topics are best effort, so DDS may lose a message on its way to
// the test; the cycle numbers of the others show the order.
func (b *body) everyCycleIsAnswered(t *testing.T) {
	drain(b.states)
	first := await(t, b.states, "a state", func(*msgs.RobotState) bool { return true })
	stats := subscribe[msgs.CycleStats](b.sub(t), "cycle_stats")
	begin := await(t, stats, "statistics", func(*msgs.CycleStats) bool { return true })
	drain(b.commands)
	answered := map[uint64]bool{}
	await(t, b.commands, "answers to 300 cycles", func(m *msgs.JointCommand) bool {
		require.Greater(t, m.Cycle, first.Cycle)
		require.False(t, answered[m.Cycle], "cycle %d was answered twice", m.Cycle)
		answered[m.Cycle] = true
		return len(answered) == 300
	})
	end := await(t, stats, "cycle statistics of these cycles", func(m *msgs.CycleStats) bool { return m.Cycles >= begin.Cycles+300 })
	require.Equal(t, begin.Missed, end.Missed, "cycles without a command of their own")
}

// stoppedMotionStopsTime checks that physics never runs ahead of control: while motion is stopped, the simulator and
// the driver answer services, and no further cycle arrives.
func (b *body) stoppedMotionStopsTime(t *testing.T) {
	simulator, driver := b.parameters(t, "simulator"), b.parameters(t, "nao_driver")
	answers := func(n int) {
		for range n {
			simulator()
			driver()
		}
	}
	b.motion.signal(syscall.SIGSTOP)
	b.motion.isStopped()
	answers(50) // The cycle that was under way has arrived by now.
	stopped, state := newest(t, b.clock), newest(t, b.states)
	answers(200)
	require.Empty(t, b.clock.C(), "time went on without commands")
	require.Empty(t, b.states.C())
	b.motion.signal(syscall.SIGCONT)
	next := await(t, b.states, "a cycle that follows", func(m *msgs.RobotState) bool { return m.Cycle > state.Cycle })
	require.Equal(t, state.Cycle+1, next.Cycle)
	await(t, b.clock, "time goes on", func(m *rosgraphmsgs.Clock) bool { return m.Clock != stopped.Clock })
}

// parameters returns a function that requests a node's parameter and waits for the answer.
func (b *body) parameters(t *testing.T, node string) func() {
	client, err := ros.NewClient[rclinterfaces.GetParametersRequest, rclinterfaces.GetParametersResponse](b.node, node+"/get_parameters")
	require.NoError(t, err)
	t.Cleanup(func() { client.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	require.NoError(t, client.WaitForServer(ctx))
	return func() {
		_, err := client.Call(ctx, rclinterfaces.GetParametersRequest{Names: []string{"use_sim_time"}})
		require.NoError(t, err)
	}
}

// newest returns the last received message.
func newest[T any](t *testing.T, sub *ros.Subscription[T]) (last T) {
	t.Helper()
	received := 0
	for ; len(sub.C()) > 0; received++ {
		last = <-sub.C()
	}
	require.Positive(t, received, "nothing on "+sub.Topic())
	return last
}

// letDown interrupts the driver twice while motion is still publishing commands.
func (b *body) letDown(t *testing.T) {
	drain(b.truth)
	standing := await(t, b.truth, "the torso", func(*msgs.GroundTruth) bool { return true })
	b.driver.signal(syscall.SIGINT)
	b.driver.says("letting the robot down")
	b.driver.signal(syscall.SIGINT)
	require.Zero(t, b.driver.exit())
	require.NotContains(t, b.driver.out.String(), "not let down")

	// Time stands still without a client. After this many answers of the simulator, the last cycle has certainly
	// arrived.
	simulator := b.parameters(t, "simulator")
	for range 50 {
		simulator()
	}
	began, crouched := standing, standing // On a busy machine the driver receives the signal late, and the robot stands until then.
	for len(b.truth.C()) > 0 {
		crouched = <-b.truth.C()
		if crouched.Poses[0].Position.Z > standing.Poses[0].Position.Z-0.002 {
			began = crouched
		}
	}
	took := ros.StampTime(crouched.Header.Stamp).Sub(ros.StampTime(began.Header.Stamp))
	require.Less(t, took, 4*time.Second, "expected less simulated time")
	require.Greater(t, standing.Poses[0].Position.Z, 0.3, "height of the torso, m")
	require.Less(t, crouched.Poses[0].Position.Z, 0.28, "height of the torso, m")
	up := crouched.Poses[0].Orientation
	require.Greater(t, 1-2*(up.X*up.X+up.Y*up.Y), 0.9, "it sits and does not lie")

	// The next client finds the robot limp, except during the two cycles in which a command is still under way.
	conn, err := net.Dial("unix", b.socket)
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.SetDeadline(time.Now().Add(patience)))
	var sensors lola.Sensors
	require.NoError(t, lola.NewReader(conn).Sensors(&sensors))
	for j, stiffness := range sensors.Stiffness {
		require.InDelta(t, 0, stiffness, 0.03, nao.Joint(j).String())
	}
	conn.Close() // Otherwise the simulator would wait for this client.
	b.simulator.signal(syscall.SIGINT)
	require.Zero(t, b.simulator.exit())
	require.NoFileExists(t, b.socket)
	b.motion.signal(syscall.SIGINT)
	require.Zero(t, b.motion.exit())
}
