package e2e

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/ros"
	"gonao/ros/tf"
)

// both is a machine that follows the red ball with the head and dances with the arms at the same time, so that every
// node is busy all the time.
const both = `
machine: both
inputs: {positions_reached: int}
initial: right
states:
  right:
    do: [{track: {color: red}}, {play: {motion: dance_right}}]
    transitions: [{if: positions_reached >= 1, to: left, name: a position}]
  left:
    do: [{track: {color: red}}, {play: {motion: dance_left}}]
    transitions: [{if: positions_reached >= 1, to: right, name: a position}]
`

// stack holds the running launch file and an observer.
type stack struct {
	*sandbox
	launch   *process
	clock    *ros.Subscription[rosgraphmsgs.Clock]
	states   *ros.Subscription[msgs.RobotState]
	commands *ros.Subscription[msgs.JointCommand]
	blobs    *ros.Subscription[msgs.ColorBlobArray]
	machine  *ros.Subscription[msgs.MachineState]
	carriers *ros.Subscription[msgs.CarrierState]
	truth    *ros.Subscription[msgs.GroundTruth]
	frames   tf.Buffer
}

func newStack(t *testing.T) *stack {
	t.Helper()
	s := &stack{sandbox: newSandbox(t)}
	s.observe()
	s.clock = subscribe[rosgraphmsgs.Clock](s.sandbox, "/clock")
	s.states = subscribe[msgs.RobotState](s.sandbox, "robot_state")
	s.commands = subscribe[msgs.JointCommand](s.sandbox, "joint_command")
	s.blobs = subscribe[msgs.ColorBlobArray](s.sandbox, "color_blobs")
	s.machine = subscribe[msgs.MachineState](s.sandbox, "machine_state", ros.TransientLocal())
	s.carriers = subscribe[msgs.CarrierState](s.sandbox, "carrier_state")
	s.truth = subscribe[msgs.GroundTruth](s.sandbox, "ground_truth")
	require.NoError(t, s.frames.Listen(s.node))
	s.launch = s.start("gonao", "launch", "sim.launch.yaml", "camera:=paper", "world:=empty",
		"socket:="+s.socket, "machine:="+s.file("both.yaml", both))
	return s
}

// TestTheStackCarriesOn starts everything once. The inspection with the tool, the killing of nodes, and Ctrl-C follow
// one another on the same processes.
func TestTheStackCarriesOn(t *testing.T) {
	s := newStack(t)
	s.works(t)
	if t.Failed() {
		return
	}
	t.Run("the tool looks into it", func(t *testing.T) { s.lookAround(t) })
	rounds := [][]string{{"vision", "motion", "executor", "nao_driver"}} // make nightly STEPS=faults tests the other nodes, the simulator and pauses
	if !testing.Short() {
		rounds = [][]string{{"vision", "state_publisher", "ball_mover", "motion"}, {"executor", "nao_driver"}, {"simulator"}}
	}
	for _, nodes := range rounds {
		t.Run("killed "+strings.Join(nodes, ", ")+" comes back to work", func(t *testing.T) { s.kill(t, nodes...) })
	}
	t.Run("Ctrl-C, twice, ends everything", func(t *testing.T) { s.interrupt(t) })
}

// works waits until each node has shown that it is working.
func (s *stack) works(t *testing.T) {
	t.Helper()
	for _, forget := range []func(){
		func() { drain(s.clock) }, func() { drain(s.states) }, func() { drain(s.commands) },
		func() { drain(s.blobs) }, func() { drain(s.machine) }, func() { drain(s.carriers) },
		func() { drain(s.truth) },
	} {
		forget()
	}
	await(t, s.clock, "simulated time", func(*rosgraphmsgs.Clock) bool { return true })
	cycle := await(t, s.states, "a robot that is stiff", func(m *msgs.RobotState) bool { return m.Stiffness[0] > 0.9 }).Cycle
	await(t, s.commands, "an answer to a robot state", func(m *msgs.JointCommand) bool { return m.Cycle >= cycle })
	await(t, s.truth, "a robot that stands", func(m *msgs.GroundTruth) bool {
		return m.Names[0] == "torso" && m.Poses[0].Position.Z > 0.28
	})
	centred := 0
	await(t, s.blobs, "the red ball in the middle of five images in a row", func(m *msgs.ColorBlobArray) bool {
		centred++
		if !seesRedInTheMiddle(m) {
			centred = 0
		}
		return centred == 5
	})
	now := await(t, s.machine, "a state", func(*msgs.MachineState) bool { return true })
	await(t, s.machine, "a position of the arms", func(m *msgs.MachineState) bool {
		return m.Transition == "a position" && (m.Epoch != now.Epoch || m.Sequence > now.Sequence)
	})
	s.ballsMove(t)
	s.framesFollow(t)
}

// framesFollow waits for the frames of a moving body: the pose of the camera relative to the foot at the latest time,
// then at a slightly later time.
func (s *stack) framesFollow(t *testing.T) {
	t.Helper()
	s.frames.Clear()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	first, err := s.frames.Wait(ctx, "l_sole", "CameraTop_optical_frame", time.Time{})
	require.NoError(t, err)
	require.InDelta(t, 0.5, first.P.Z, 0.05, "eyes of a robot that stands")
	later, err := s.frames.Wait(ctx, "l_sole", "CameraTop_optical_frame", first.Time.Add(100*time.Millisecond))
	require.NoError(t, err)
	require.NotEqual(t, first.Transform, later.Transform)
}

// ballsMove waits until the red ball has moved.
func (s *stack) ballsMove(t *testing.T) {
	t.Helper()
	red := func(m *msgs.CarrierState) float64 {
		for i, name := range m.Names {
			if name == "ball_red" {
				return float64(m.Angles[i])
			}
		}
		return 0
	}
	drain(s.carriers)
	first := await(t, s.carriers, "carriers", func(m *msgs.CarrierState) bool { return len(m.Names) == 2 })
	await(t, s.carriers, "a ball that moves", func(m *msgs.CarrierState) bool { return math.Abs(red(m)-red(&first)) > 0.2 })
}

func seesRedInTheMiddle(m *msgs.ColorBlobArray) bool {
	for _, b := range m.Blobs {
		if b.Color == "red" && math.Hypot(float64(b.ImageAzimuth), float64(b.ImageElevation)) < 10*math.Pi/180 {
			return true
		}
	}
	return false
}

// kill kills nodes and waits until the launcher has started them again and they work.
func (s *stack) kill(t *testing.T, nodes ...string) {
	epoch := s.lastEpoch(t)
	drain(s.states)
	cycle := await(t, s.states, "a state", func(*msgs.RobotState) bool { return true }).Cycle
	before := map[string]int{}
	for _, node := range nodes {
		before[node] = s.launch.pidOf(node)
		require.NoError(t, syscall.Kill(before[node], syscall.SIGKILL))
	}
	for _, node := range nodes {
		s.launch.says(fmt.Sprintf(`\[%s-\d+\] died, pid %d, signal: killed`, node, before[node]))
		s.launch.says(fmt.Sprintf(`\[%s-\d+\] respawned, pid `, node))
		require.NotEqual(t, before[node], s.launch.pidOf(node))

		switch node {
		case "executor": // the new log begins with the machine's first entry
			m := await(t, s.machine, "the machine's first entry", func(m *msgs.MachineState) bool { return m.Sequence == 0 })
			require.Equal(t, "right", m.Path)
		case "nao_driver": // the count of cycles begins again
			await(t, s.states, "the cycles of a new driver", func(m *msgs.RobotState) bool { return m.Cycle < cycle })
		case "simulator":
			await(t, s.clock, "time that begins again", func(m *rosgraphmsgs.Clock) bool { return m.Clock.Sec == 0 })
			await(t, s.machine, "the machine begins again", func(m *msgs.MachineState) bool { return m.Epoch > epoch })
		}
	}
	s.works(t)
}

func (s *stack) lastEpoch(t *testing.T) uint32 {
	t.Helper()
	drain(s.machine)
	return await(t, s.machine, "a state", func(*msgs.MachineState) bool { return true }).Epoch
}

// interrupt sends Ctrl-C twice.
func (s *stack) interrupt(t *testing.T) {
	s.launch.signal(syscall.SIGINT)
	s.launch.says(`finished cleanly`) // it has begun to stop
	s.launch.signal(syscall.SIGINT)
	require.Zero(t, s.launch.exit())
	require.Empty(t, s.left(), "processes that outlive the launch")
	for _, node := range []string{"executor", "vision", "motion", "nao_driver", "state_publisher", "ball_mover", "simulator"} {
		s.launch.says(fmt.Sprintf(`\[%s-\d+\] finished cleanly, pid %d`, node, s.launch.pidOf(node)))
	}
}

// lookAround uses the tool as the README describes it.
func (s *stack) lookAround(t *testing.T) {
	tool := func(t *testing.T, args ...string) string {
		t.Helper()
		p := s.sub(t).run("gonao", args...)
		require.Zero(t, p.cmd.ProcessState.ExitCode(), p.out.String())
		return p.out.String()
	}
	t.Run("node list", func(t *testing.T) {
		got := strings.Fields(tool(t, "node", "list"))
		require.Subset(t, got, []string{
			"/nao1/ball_mover", "/nao1/executor", "/nao1/motion", "/nao1/nao_driver",
			"/nao1/observer", "/nao1/simulator", "/nao1/state_publisher", "/nao1/vision",
		})
	})
	t.Run("topic list", func(t *testing.T) {
		got := tool(t, "topic", "list", "-v")
		// The counts are minimums, because other nodes may subscribe too.
		for topic, least := range map[string]int{
			"/clock [rosgraph_msgs/msg/Clock] publisher":                    1,
			"/nao1/robot_state [gonao_msgs/msg/RobotState] subscriber":      4,
			"/nao1/joint_command [gonao_msgs/msg/JointCommand] subscriber":  2,
			"/nao1/camera/top/image_raw [sensor_msgs/msg/Image] subscriber": 1,
			"/diagnostics [diagnostic_msgs/msg/DiagnosticArray] publisher":  2,
			"/tf [tf2_msgs/msg/TFMessage] publisher":                        2,
			"/nao1/robot_description [std_msgs/msg/String] publisher":       1,
		} {
			i := strings.LastIndex(topic, " ")
			line := regexp.MustCompile(`(?m)^ \* ` + regexp.QuoteMeta(topic[:i]) + ` (\d+) ` + topic[i+1:] + `s?$`).FindStringSubmatch(got)
			require.NotNil(t, line, "%s in\n%s", topic, got)
			n, err := strconv.Atoi(line[1])
			require.NoError(t, err)
			require.GreaterOrEqual(t, n, least, topic)
		}
		require.NotContains(t, got, "play_motion/_action", "hidden topics")
	})
	t.Run("topic echo", func(t *testing.T) {
		got := tool(t, "topic", "echo", "--once", "/nao1/robot_state", "--field", "cycle")
		cycle, err := strconv.Atoi(strings.Fields(got)[0])
		require.NoError(t, err, got)
		require.Positive(t, cycle)
		got = tool(t, "topic", "echo", "--once", "--transient-local", "/nao1/machine_state")
		require.Regexp(t, `(?m)^machine: both$`, got)
		require.Regexp(t, `(?m)^path: (right|left)$`, got)
		got = tool(t, "topic", "echo", "--once", "/nao1/camera/top/camera_info", "--field", "width")
		require.Contains(t, got, "320")
	})
	t.Run("topic hz", func(t *testing.T) {
		got := tool(t, "topic", "hz", "/nao1/robot_state", "--duration", "1s")
		m := regexp.MustCompile(`average rate: ([\d.]+)`).FindStringSubmatch(got)
		require.NotNil(t, m, got)
		rate, err := strconv.ParseFloat(m[1], 64)
		require.NoError(t, err)
		require.Positive(t, rate) // the value depends on the machine
	})
	t.Run("topic pub", func(t *testing.T) {
		// The arm with the green ball follows the commands. ball_mover also sends commands to it now and then, but the
		// 50 commands a second of the tool outweigh them.
		p := s.sub(t).start("gonao", "topic", "pub", "--rate", "50", "/nao1/carrier_command",
			"gonao_msgs/msg/CarrierCommand", "{name: ball_green, angle: 1.2, height: 0.5}")
		drain(s.carriers)
		await(t, s.carriers, "the green ball far to the left", func(m *msgs.CarrierState) bool {
			return m.Names[0] == "ball_green" && m.Angles[0] > 1.1
		})
		p.signal(syscall.SIGINT)
		require.Zero(t, p.exit())
	})
	t.Run("a second simulator is told that there is one", func(t *testing.T) {
		p := s.sub(t).run("simulator", node("socket:="+s.socket)...)
		require.Equal(t, 78, p.cmd.ProcessState.ExitCode(), "one that is not started again")
		require.Contains(t, p.errs.String(), s.socket+" is served already, by pid ")
	})
	t.Run("a second demo is told that there is one", func(t *testing.T) {
		p := s.sub(t).run("demo", "--launch", launchFile("sim.launch.yaml"), "--duration", "1s", "studio:=false", "socket:="+s.socket+"2")
		require.Equal(t, 1, p.cmd.ProcessState.ExitCode())
		require.Regexp(t, `^demo: nothing was started: node /nao1/\w+ runs already \(held by pid \d+`, p.errs.String())
	})
	t.Run("unknown topic", func(t *testing.T) {
		p := s.sub(t).run("gonao", "topic", "echo", "/nao2/robot_state", "--timeout", "1s")
		require.Equal(t, 1, p.cmd.ProcessState.ExitCode())
		require.Contains(t, p.errs.String(), "/nao1/robot_state")
		require.Equal(t, 1, strings.Count(p.errs.String(), "\n"))
	})
}
