package main

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/rmw"
)

// patience is the time after which an event counts as missing.
const patience = time.Minute

// rest is the number of cycles after which a robot in lockstep without a commander is limp: found
// stiff it is held for 10 s, then let down in 3 s.
const rest = 1100

// kills is how often a process is killed on each robot: KILL_N, or a few times.
func kills(t *testing.T) int {
	t.Helper()
	text := os.Getenv("KILL_N")
	switch {
	case text == "" && testing.Short():
		return 3
	case text == "":
		return 6
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err, "KILL_N: expected a number of kills")
	return n
}

// The node's program and the robot's are killed with SIGKILL, at moments that a seed draws:
// while they start, run, or end. A process that is started again continues, and no robot without a
// commander stays stiff.
func TestKilledProcessesLeaveNeitherAHangingNodeNorAStiffRobot(t *testing.T) {
	t.Setenv("ROS_DOMAIN_ID", strconv.Itoa(101+os.Getpid()%100)) // others test beside us
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	t.Setenv("CYCLONEDDS_URI", fmt.Sprintf("<CycloneDDS><Domain><Discovery><Tag>gonao_%d</Tag></Discovery></Domain></CycloneDDS>", os.Getpid()))
	t.Setenv("TMPDIR", t.TempDir()) // a killed process does not tidy up
	backend, err := rmw.Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, backend.Close()) })

	for _, row := range []struct {
		protocol, address string
		most              uint64 // reports in which it gets limp; 0: NAOqi's time is the wall's
		parameters        []string
	}{
		{"lola", filepath.Join(t.TempDir(), "r"), rest, nil},
		{"naoqi", freePort(t), 0, []string{"first_command_within_sec:=1.0", "let_down_after_sec:=1.0"}}, // or it would take long
	} {
		t.Run(row.protocol, func(t *testing.T) {
			s := &stage{t: t, protocol: row.protocol, address: row.address, most: row.most, parameters: row.parameters}
			s.rng = rand.New(rand.NewPCG(6, uint64(len(row.protocol))))
			s.commander = newCommander(t, backend, s.namespace())
			for i := range kills(t) {
				s.round(i)
			}
		})
	}
}

// freePort returns an address that is free, to which a killed server can come back: below the ports
// that the system assigns during that time.
func freePort(t *testing.T) string {
	t.Helper()
	for port := 20000 + os.Getpid()%10000; ; port++ {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			l.Close()
			return l.Addr().String()
		}
		require.Less(t, port, 32768, "no port: %v", err)
	}
}

// stage is where a node and a robot play, each in its process.
type stage struct {
	t                 *testing.T
	rng               *rand.Rand
	protocol, address string
	most              uint64
	parameters        []string
	commander         *commander
	node, robot       *process
	what              string // this round does
}

func (s *stage) namespace() string { return "/" + s.protocol }

// start starts whoever does not run.
func (s *stage) start() {
	s.t.Helper()
	if s.robot == nil || s.robot.ended() {
		s.robot = start(s.t, exec.CommandContext(s.t.Context(), os.Args[0]), role+"="+s.protocol, address+"="+s.address)
	}
	if s.node == nil || s.node.ended() {
		arguments := []string{"--ros-args", "-r", "__ns:=" + s.namespace(), "-p", "realtime_priority:=0", "-p", "protocol:=" + s.protocol}
		for _, p := range append([]string{"socket:=" + s.address, "naoqi.address:=" + s.address, "retry_every_sec:=0.01"}, s.parameters...) {
			arguments = append(arguments, "-p", p)
		}
		s.node = start(s.t, exec.CommandContext(s.t.Context(), os.Args[0], arguments...), role+"=node")
	}
}

// round kills one of them and looks what becomes of the other.
func (s *stage) round(i int) {
	s.what = fmt.Sprintf("round %d, at the start", i)
	s.commander.speaks.Store(true)
	s.start()
	if s.rng.IntN(4) == 0 {
		time.Sleep(time.Duration(s.rng.IntN(500)) * time.Millisecond) // any moment: nothing is waited for
	} else {
		s.obeys()
		s.pass(s.rng.Uint64N(150))
	}
	victim, commanded := s.rng.IntN(4), s.rng.IntN(2) == 0
	s.what = fmt.Sprintf("round %d, victim %d, commanded %v", i, victim, commanded)
	switch victim {
	case 0:
		s.node.kill()
	case 1:
		s.robot.kill()
	case 2: // a node that lets its robot down
		s.end()
		s.node.kill()
	case 3: // a robot that is let down: the node ends without it
		s.end()
		s.robot.kill()
		s.node.await(s)
	}
	s.commander.speaks.Store(commanded)
	s.start()
	if commanded {
		s.obeys()
		return
	}
	begin := s.robot.last().n
	limp := s.until("limp", func(r report) bool { return r.n > begin+1 && r.stiffness <= 0 })
	if s.most > 0 {
		require.LessOrEqual(s.t, limp.n-begin, s.most, s.what)
	}
}

// obeys blocks until the robot is stiff and its node publishes states that the commander answers.
func (s *stage) obeys() {
	s.t.Helper()
	before := s.commander.states.Load()
	s.until("obeying", func(r report) bool { return r.stiffness > 0.9 && s.commander.states.Load() > before+20 })
}

// pass blocks for some cycles of the robot.
func (s *stage) pass(cycles uint64) {
	s.t.Helper()
	now := s.robot.last()
	s.until("going on", func(r report) bool { return r.n >= now.n+cycles })
}

// end stops the node, and returns at a random moment of that.
func (s *stage) end() {
	require.NoError(s.t, s.node.cmd.Process.Signal(syscall.SIGTERM))
	for stop := s.robot.last().n + s.rng.Uint64N(260); s.robot.last().n < stop; {
		select {
		case <-s.robot.came:
		case <-s.node.done:
			return
		case <-s.robot.done:
			require.FailNow(s.t, "the robot's process ended", "%s\n%s", s.what, s.robot)
		case <-time.After(patience):
			require.FailNow(s.t, "never ended", "%s\n%s\n%s", s.what, s.node, s.robot)
		}
	}
}

// until looks at the robot's reports until one fits.
func (s *stage) until(what string, fits func(report) bool) report {
	s.t.Helper()
	for late := time.After(patience); ; {
		if r := s.robot.last(); fits(r) {
			return r
		}
		select {
		case <-s.robot.came:
		case <-s.node.done:
			require.FailNow(s.t, "the node's process ended", "%s\n%s", s.what, s.node)
		case <-s.robot.done:
			require.FailNow(s.t, "the robot's process ended", "%s\n%s", s.what, s.robot)
		case <-late:
			require.FailNow(s.t, "never "+what, "%s, at %+v\n%s\n%s", s.what, s.robot.last(), s.node, s.robot)
		}
	}
}

// commander answers each state with the posture to stand in, or is silent. Until the driver follows
// it answers with the measured posture, so that it takes over a robot that was let down.
type commander struct {
	speaks atomic.Bool
	states atomic.Uint64 // that came
}

func newCommander(t *testing.T, backend ros.Backend, namespace string) *commander {
	t.Helper()
	n, err := ros.NewNode(context.Background(), backend, "commander", ros.NodeOptions{Namespace: namespace, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	states, err := ros.Subscribe[msgs.RobotState](n, "robot_state", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	guards, err := ros.Subscribe[msgs.GuardState](n, "guard_state", ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	commands, err := ros.Advertise[msgs.JointCommand](n, "joint_command", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	c := &commander{}
	stand := msgs.JointCommand{Commander: 1}
	for j, angle := range nao.StandPosture() {
		stand.Position[j], stand.Stiffness[j] = float32(angle), 1
	}
	go func() {
		follows := false
		for {
			select {
			case guard := <-guards.C():
				follows = guard.State == msgs.GuardStateFollowing && guard.Commander == stand.Commander
			case state := <-states.C():
				c.states.Add(1)
				command := stand
				if command.Cycle = state.Cycle; !follows {
					command.Position = state.Position
				}
				if c.speaks.Load() {
					_ = commands.Publish(command) // nobody may be there
				}
			case <-t.Context().Done():
				return
			}
		}
	}()
	t.Cleanup(func() { n.Close() })
	return c
}
