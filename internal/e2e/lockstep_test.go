package e2e

import (
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/nao"
	"gonao/nao/lola"
	"gonao/ros"
)

// body is a simulator in lockstep with its driver and motion, without eyes.
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
	// Motion that is only slow is waited for.
	b.driver = b.start("nao_driver", append(here, "-p", "socket:="+b.socket, "-p", "answer_within_sec:=10.0")...)
	return b
}

// TestInLockstepPhysicsWaitsForEveryCommand also ends the driver, on the same processes.
func TestInLockstepPhysicsWaitsForEveryCommand(t *testing.T) {
	b := newBody(t)
	b.stands(t)
	if t.Failed() {
		return
	}
	t.Run("each command is for its own cycle", b.everyCycleIsAnswered)
	t.Run("no command, no time", b.stoppedMotionStopsTime)
	t.Run("SIGINT, twice, lets the robot down", b.letDown)
}

func (b *body) stands(t *testing.T) {
	await(t, b.states, "a robot that is stiff", func(m *msgs.RobotState) bool { return m.Stiffness[0] > 0.9 })
}

// everyCycleIsAnswered pairs states and commands. DDS may lose one for us, as best
// effort topics do, but who waits for whom is in the numbers of those we have.
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
	end := await(t, stats, "statistics of these", func(m *msgs.CycleStats) bool { return m.Cycles >= begin.Cycles+300 })
	require.Equal(t, begin.Missed, end.Missed, "cycles without a command of their own")
}

// stoppedMotionStopsTime shows that physics never runs ahead of control.
func (b *body) stoppedMotionStopsTime(t *testing.T) {
	drain(b.clock)
	begin := await(t, b.clock, "time", func(*rosgraphmsgs.Clock) bool { return true })
	b.motion.signal(syscall.SIGSTOP)
	stopped := untilSilent(t, b.clock, begin, time.Second)
	state := untilSilent(t, b.states, msgs.RobotState{}, 0)
	require.Equal(t, stopped, untilSilent(t, b.clock, stopped, time.Second), "time went on without commands")
	require.Equal(t, state.Cycle, untilSilent(t, b.states, state, 0).Cycle)
	b.motion.signal(syscall.SIGCONT)
	next := await(t, b.states, "a cycle that follows", func(m *msgs.RobotState) bool { return m.Cycle > state.Cycle })
	require.Equal(t, state.Cycle+1, next.Cycle)
}

// untilSilent receives until nothing has come for so long, and gives the last message,
// or the given one where none came.
func untilSilent[T any](t *testing.T, sub *ros.Subscription[T], last T, silence time.Duration) T {
	t.Helper()
	late := time.After(patience)
	for {
		select {
		case m := <-sub.C():
			last = m
			continue
		default:
		}
		select {
		case m := <-sub.C():
			last = m
		case <-time.After(silence):
			return last
		case <-late:
			require.FailNow(t, "no silence on "+sub.Topic())
		}
	}
}

// letDown interrupts the driver twice while motion still commands.
func (b *body) letDown(t *testing.T) {
	drain(b.truth)
	standing := await(t, b.truth, "the torso", func(*msgs.GroundTruth) bool { return true })
	b.driver.signal(syscall.SIGINT)
	b.driver.says("letting the robot down")
	b.driver.signal(syscall.SIGINT)
	require.Zero(t, b.driver.exit())
	require.NotContains(t, b.driver.out.String(), "not let down")

	crouched := untilSilent(t, b.truth, standing, time.Second)
	took := ros.StampTime(crouched.Header.Stamp).Sub(ros.StampTime(standing.Header.Stamp))
	require.Less(t, took, 4*time.Second, "of simulated time")
	require.Greater(t, standing.Poses[0].Position.Z, 0.3, "height of the torso, m")
	require.Less(t, crouched.Poses[0].Position.Z, 0.28, "height of the torso, m")
	up := crouched.Poses[0].Orientation
	require.Greater(t, 1-2*(up.X*up.X+up.Y*up.Y), 0.9, "it sits, and does not lie")

	// The next client finds it limp, but for the two cycles that a command is under way:
	// without a client time stands still in lockstep.
	conn, err := net.Dial("unix", b.socket)
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.SetDeadline(time.Now().Add(patience)))
	var sensors lola.Sensors
	require.NoError(t, lola.NewReader(conn).Sensors(&sensors))
	for j, stiffness := range sensors.Stiffness {
		require.InDelta(t, 0, stiffness, 0.03, nao.Joint(j).String())
	}
	conn.Close() // or the simulator would wait for what this client still has to say
	b.simulator.signal(syscall.SIGINT)
	require.Zero(t, b.simulator.exit())
	require.NoFileExists(t, b.socket)
	b.motion.signal(syscall.SIGINT)
	require.Zero(t, b.motion.exit())
}
