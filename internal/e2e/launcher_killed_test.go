package e2e

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/nao"
	"gonao/nao/lola"
	"gonao/ros"
)

// driven is a launch file that starts only what a robot needs to stand.
const driven = `
launch:
- arg: {name: socket}
- node: {pkg: gonao, exec: nao_driver, name: nao_driver, namespace: nao1, param: [{from: $(find-pkg-share gonao_bringup)/params/nao_driver.yaml}, {from: $(find-pkg-share gonao_bringup)/params/sim.yaml}, {name: socket, value: $(var socket)}]}
- node: {pkg: gonao, exec: motion, name: motion, namespace: nao1, param: [{from: $(find-pkg-share gonao_bringup)/params/motion.yaml}, {from: $(find-pkg-share gonao_bringup)/params/sim.yaml}]}
`

// A launcher that is killed cannot stop its processes. The driver must nevertheless let the robot down into a limp
// crouch, and no process may remain. The launcher is killed at a random moment while the robot stands up or stands. The
// simulator plays the robot: it runs beside the launcher and continues after the driver has ended.
func TestALauncherThatIsKilledLeavesALimpRobotThatCrouches(t *testing.T) {
	if testing.Short() {
		t.Skip("20 launches take minutes; make nightly runs this test")
	}
	rng := rand.New(rand.NewPCG(32, 9))
	for n := range 20 {
		after := time.Duration(rng.IntN(3000)) * time.Millisecond
		t.Run(fmt.Sprintf("launch %d, %v after it follows", n+1, after), func(t *testing.T) { killLauncher(t, after) })
	}
}

func killLauncher(t *testing.T, after time.Duration) {
	t.Helper()
	s := &stopped{sandbox: newSandbox(t)}
	s.observe()
	s.clock = subscribe[rosgraphmsgs.Clock](s.sandbox, "/clock")
	s.states = subscribe[msgs.RobotState](s.sandbox, "robot_state")
	s.truth = subscribe[msgs.GroundTruth](s.sandbox, "ground_truth")
	guards := subscribe[msgs.GuardState](s.sandbox, "guard_state", ros.Reliable(), ros.TransientLocal())
	s.start("simulator", node("world:=empty", "profile:=real", "socket:="+s.socket)...).says("simulating")
	launch := s.start("gonao", "launch", s.file("driven.launch.yaml", driven), "socket:="+s.socket)
	await(t, guards, "a robot that follows commands", func(m *msgs.GuardState) bool { return m.State == msgs.GuardStateFollowing })
	s.pass(t, after)
	require.NoError(t, launch.cmd.Process.Kill())
	launch.exit()

	othersEnd := func() bool {
		return !slices.ContainsFunc(s.left(), func(p string) bool { return !strings.HasSuffix(p, " simulator") })
	}
	require.Eventually(t, othersEnd, patience, 20*time.Millisecond, "processes still run")
	s.pass(t, time.Second)
	t.Logf("the largest joint movement in a cycle %.3f rad, the largest lean %.2f rad", s.jump, s.lean)
	require.Less(t, s.jump, 0.15, "rad in a cycle")
	require.Less(t, s.lean, 0.6, "it stays upright")
	limp := s.measured(t)
	require.Zero(t, slices.Max(limp.Stiffness[:]), "it is limp")
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		require.InDelta(t, nao.CrouchPosture()[j], limp.Position[j], 0.3, "%v in the crouch", j)
	}
}

// measured returns the state of a robot that has no driver connected.
func (s *sandbox) measured(t *testing.T) nao.State {
	t.Helper()
	conn, err := net.Dial("unix", s.socket)
	require.NoError(t, err)
	defer conn.Close()
	var frame [lola.SensorFrameSize]byte
	_, err = io.ReadFull(conn, frame[:])
	require.NoError(t, err)
	var sensors lola.Sensors
	require.NoError(t, sensors.Decode(frame[:]))
	var state nao.State
	sensors.State(&state)
	for j, stiffness := range state.Stiffness {
		state.Stiffness[j] = math.Max(0, stiffness) // LoLA reports a stiffness of -1 for a motor that is off.
	}
	return state
}
