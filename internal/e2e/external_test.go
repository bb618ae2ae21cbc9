package e2e

import (
	"context"
	"io"
	"math"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/nao"
	"gonao/nao/lola"
	"gonao/ros"
	"gonao/ros/tf"
)

// externalSocket is the environment variable that makes the test binary play an external robot; it holds the LoLA
// socket to use.
const externalSocket = "GONAO_E2E_LOLA_SOCKET"

// runExternal is the complete software of a robot that stands and turns its head. It runs until the socket is closed.
func runExternal(socket string) error {
	conn, err := net.Dial("unix", socket)
	for ; err != nil; conn, err = net.Dial("unix", socket) {
		time.Sleep(10 * time.Millisecond) // the simulator has not created the socket yet
	}
	defer conn.Close()
	var frame [lola.SensorFrameSize]byte
	for n := 0; ; n++ {
		if _, err := io.ReadFull(conn, frame[:]); err != nil {
			return err
		}
		command := nao.Command{Position: nao.StandPosture()}
		for i := range command.Stiffness {
			command.Stiffness[i] = 1
		}
		command.Position[nao.HeadYaw] = 0.6 * math.Sin(float64(n)*0.03)
		var c lola.Commands
		c.SetCommand(&command)
		if _, err := conn.Write(c.Append(nil)); err != nil {
			return err
		}
	}
}

// startExternal starts the test binary as an external robot.
func (s *sandbox) startExternal(socket string) *process {
	s.t.Helper()
	own, err := os.Executable()
	require.NoError(s.t, err)
	return s.startCommand(exec.Command(own), externalSocket+"="+socket)
}

// An external program plays as the blue team. While it answers, the world waits for it. It hangs, answers again, and
// dies. The match continues each time, the missed commands are counted, the result is no longer marked as reproducible,
// and in the end the referee takes the robot out.
func TestAMatchGoesOnWithoutAnExternalRobot(t *testing.T) {
	s := newSandbox(t)
	s.observe()
	stats := subscribe[msgs.SimulatorStats](s, "/simulator_stats")
	calls := subscribe[msgs.RefereeCall](s, "/referee_calls")
	markers := subscribe[visualizationmsgs.MarkerArray](s, "/match/markers")
	shapes := subscribe[stdmsgs.String](s, "/red1/robot_description", ros.Reliable(), ros.TransientLocal())
	var frames tf.Buffer
	require.NoError(t, frames.Listen(s.node))
	// The game controller uses topics only, because the ports of a GameController belong to the whole machine.
	s.file(".config/gonao/params.yaml", "/**/game_controller: {ros__parameters: {udp: false}}\n")
	launch := s.startEnv([]string{"HOME=" + s.dir, "XDG_CONFIG_HOME="}, "gonao", "launch", "match_physics.launch.yaml", "players:=1", "blue:=external", "sockets:="+s.socket, "speed:=10.0", "model:=true")
	external := s.startExternal(s.socket + "_blue1")

	launch.saysAtLast("simulating") // Two robots take long to load on a busy machine.
	was := awaitSteady(t, stats)
	await(t, markers, "red 1 on a disc, since viewers draw its body, and blue 1 without a description", func(m *visualizationmsgs.MarkerArray) bool {
		robots := added(m, "robots")
		return len(robots) == 2 && robots[0].Scale.Z < 0.05 && robots[1].Scale.Z > 0.1
	})
	require.Contains(t, await(t, shapes, "the description", func(*stdmsgs.String) bool { return true }).Data, "<robot")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	_, err := frames.Wait(ctx, "world", "red1/Head", time.Time{})
	require.NoError(t, err, "the head of red 1 has a place in the world")

	external.signal(syscall.SIGSTOP)
	external.isStopped()
	hung := await(t, stats, "missed commands", func(m *msgs.SimulatorStats) bool { return m.MissedCommands > was.MissedCommands })
	require.False(t, hung.Reproducible)
	hung = await(t, stats, "a world that continues without the robot", func(m *msgs.SimulatorStats) bool { return m.Simulated > hung.Simulated+1 })

	external.signal(syscall.SIGCONT)
	last := awaitSteady(t, stats)

	external.signal(syscall.SIGKILL)
	external.exit()
	died := await(t, stats, "missed commands", func(m *msgs.SimulatorStats) bool { return m.MissedCommands > last.MissedCommands })
	require.False(t, died.Reproducible)
	for taken, at := false, died; !taken; {
		require.Less(t, at.Simulated, died.Simulated+120, "the referee does not take the robot out")
		at = await(t, stats, "a world that goes on", func(m *msgs.SimulatorStats) bool { return m.Simulated > at.Simulated })
		for len(calls.C()) > 0 {
			c := <-calls.C()
			taken = taken || c.Performed && strings.HasSuffix(c.Call, "inactive away 1")
		}
	}
	await(t, markers, "the penalty above the robot", func(m *visualizationmsgs.MarkerArray) bool {
		words := added(m, "words")
		return len(words) == 2 && words[1].Text == "1 inactive"
	})
	await(t, stats, "a world that goes on", func(m *msgs.SimulatorStats) bool { return m.Simulated > died.Simulated+2 })
}

// awaitSteady waits for a second in which every robot answers each frame. On a busy machine some answers may be late
// before that.
func awaitSteady(t *testing.T, stats *ros.Subscription[msgs.SimulatorStats]) (last msgs.SimulatorStats) {
	t.Helper()
	return await(t, stats, "a second without a missed command", func(m *msgs.SimulatorStats) bool {
		require.Equal(t, m.MissedCommands == 0, m.Reproducible)
		same := last.Simulated > 0 && m.MissedCommands == last.MissedCommands && m.Simulated > last.Simulated
		last = *m
		return same
	})
}

// added returns the markers of a namespace that are drawn at present.
func added(m *visualizationmsgs.MarkerArray, ns string) (of []visualizationmsgs.Marker) {
	for _, k := range m.Markers {
		if k.Ns == ns && k.Action == visualizationmsgs.MarkerAdd {
			of = append(of, k)
		}
	}
	return of
}
