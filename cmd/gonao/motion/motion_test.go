package motion_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/motion"
	"gonao/cmd/gonao/tooltest"
	"gonao/motion/slot"
	"gonao/msgs"
	"gonao/nao"
	motionnode "gonao/nodes/motion"
	"gonao/ros"
)

const waveFile = `<motion name="wave">
  <slot duration="0.3">
    <joint name="RShoulderPitch" angle_deg="-60"/>
  </slot>
  <slot duration="0.5" stiffness="0.5">
    <joint name="RShoulderPitch" angle_deg="20"/>
    <joint name="RHand" open="1"/>
  </slot>
</motion>
`

func TestMotionsAreShownAndChecked(t *testing.T) {
	g := tooltest.New(t)
	wave := tooltest.File(t, "wave.xml", waveFile)
	out, err := g.Gonao("motion", "list")
	require.NoError(t, err)
	require.Contains(t, out, "dance_left            5 slots  2.25 s  left arm\n")
	out, err = g.Gonao("motion", "show", wave)
	require.NoError(t, err)
	require.Equal(t, `wave: 2 slots, 0.80 s, right arm
  1  at 0.30 s
       RShoulderPitch   -60.0°
  2  at 0.80 s
       RShoulderPitch    20.0°  stiffness 0.5
       RHand              1.00  stiffness 0.5
`, out)
	out, err = g.Gonao("motion", "check", wave)
	require.NoError(t, err)
	require.Contains(t, out, "RShoulderPitch turns with 53 % of its top speed in slot 2; stiffness 0.5 to 1")

	wrong := tooltest.File(t, "wrong.xml", strings.Replace(waveFile, "RHand", "RHond", 1))
	out, err = g.Gonao("motion", "check", wave, wrong)
	require.EqualError(t, err, "1 of 2 motions cannot be played")
	require.Contains(t, out, `wrong.xml:7: joint "RHond": no such joint (did you mean RHand?)`)
	_, err = g.Gonao("motion", "show", "dance_lift")
	require.ErrorContains(t, err, `motion "dance_lift": no such motion (did you mean "dance_left"?)`)
}

func TestMotionFilesAreTurnedIntoOthers(t *testing.T) {
	g := tooltest.New(t)
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	_, err := g.Gonao("motion", "mirror", tooltest.File(t, "wave.xml", waveFile), "-o", file("left.xml"))
	require.NoError(t, err)
	out, err := g.Gonao("motion", "show", file("left.xml"))
	require.NoError(t, err)
	require.Contains(t, out, "wave_mirrored: 2 slots, 0.80 s, left arm")

	out, err = g.Gonao("motion", "export", file("left.xml"), "-o", file("left.pos"))
	require.NoError(t, err)
	require.Contains(t, out, "sinusoidal ways of 2 slots")
	_, err = g.Gonao("motion", "import", file("left.pos"), "--name", "again", "-o", file("again.xml"))
	require.NoError(t, err)
	out, err = g.Gonao("motion", "show", file("again.xml"))
	require.NoError(t, err)
	require.Contains(t, out, "again: 2 slots, 0.80 s, left arm\n  1  at 0.30 s, straight, by time\n       LShoulderPitch   -60.0°\n")

	fast := tooltest.File(t, "fast.pos", "! 0"+strings.Repeat(" -", 24)+" 500\n! 90"+strings.Repeat(" -", 24)+" 100\n")
	_, err = g.Gonao("motion", "import", fast)
	require.ErrorContains(t, err, "fast.pos:2: HeadYaw from 0.0 to 90.0° in 100 ms: expected at least 190 ms")
	out, err = g.Gonao("motion", "import", fast, "--fit")
	require.NoError(t, err)
	require.Contains(t, out, "fast.pos:2: 190 ms instead of 100")
	_, err = g.Gonao("motion", "import", fast, "--fit", "--name", "a@b")
	require.ErrorContains(t, err, "expected no @")
}

// aRobot runs the motion node in front of a body whose joints follow at once; cycles take a
// millisecond.
func aRobot(t *testing.T, g *tooltest.Graph) {
	n, err := ros.NewNode(t.Context(), g.Bus, "motion", ros.NodeOptions{Namespace: "/nao1"})
	require.NoError(t, err)
	cfg := motionnode.DefaultConfig()
	cfg.RealtimePriority = 0
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- motionnode.Run(ctx, n, cfg) }()
	states, err := ros.Advertise[msgs.RobotState](g.Node, "robot_state", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	commands, err := ros.Subscribe[msgs.JointCommand](g.Node, "joint_command", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	still := make(chan struct{})
	go func() {
		defer close(still)
		state := msgs.RobotState{Accelerometer: [3]float32{0, 0, 9.81}}
		for j, rad := range nao.StandPosture() {
			state.Position[j], state.Stiffness[j] = float32(rad), 1
		}
		for i := range state.Fsr {
			state.Fsr[i] = 6
		}
		for ctx.Err() == nil {
			state.Cycle++
			state.Stamp = ros.Stamp(time.Unix(0, 0).Add(time.Duration(state.Cycle) * nao.CyclePeriod))
			_ = states.Publish(state)
			select {
			case c := <-commands.C():
				state.Position, state.Stiffness = c.Position, c.Stiffness
			case <-time.After(time.Millisecond):
			}
			time.Sleep(100 * time.Microsecond)
		}
	}()
	t.Cleanup(func() {
		stop()
		<-still
		require.NoError(t, <-ended)
		require.NoError(t, n.Close())
	})
}

func TestAMotionIsPlayedSteppedAndRecorded(t *testing.T) {
	g := tooltest.New(t)
	aRobot(t, g)
	wave := tooltest.File(t, "wave.xml", waveFile)
	out, err := g.Gonao("motion", "play", wave)
	require.NoError(t, err)
	require.Contains(t, out, "played wave\n")
	out, err = g.Gonao("motion", "play", "dance_left", "--mirrored")
	require.NoError(t, err)
	require.Contains(t, out, "slot 5 of 5\nplayed dance_left@mirrored\n")
	_, err = g.Gonao("motion", "play", "dance_lift")
	require.ErrorContains(t, err, "no such motion")
	require.Equal(t, cli.ExitAborted, cli.ExitCode(err))

	g.Typed = "\n\n9\nwhat\nb\nq\n"
	out, err = g.Gonao("motion", "step", wave, "--slower", "1")
	require.NoError(t, err)
	require.Contains(t, out, "wave, 2 of 2 slots")
	require.Contains(t, out, "expected Enter for the next slot")
	require.True(t, strings.HasSuffix(out, "wave, 1 of 2 slots [Enter, b, 1..2, q] \n"), out)

	made := filepath.Join(t.TempDir(), "made.xml")
	out, err = g.Gonao("motion", "record", made, "--stiff", "--joints", "right_arm", "--take", "2", "--every", "20ms")
	require.NoError(t, err)
	require.Contains(t, out, "RShoulderPitch -60.0°")
	require.Contains(t, out, "motion made, 2 slots, 1.20 s, right arm")
	data, err := os.ReadFile(made)
	require.NoError(t, err)
	m, err := slot.Parse(made, data)
	require.NoError(t, err)
	require.InDelta(t, -1.047, m.Slots[0].Targets[0].Angle, 1e-3)

	_, err = g.Gonao("motion", "record", made, "--stiff", "--take", "1")
	require.ErrorContains(t, err, "exists already; --force overwrites it")
}

func TestPosturesAreTakenByHandPlayedBackAndWritten(t *testing.T) {
	g := tooltest.New(t)
	aRobot(t, g)
	_, err := g.Gonao("motion", "play", "stand") // which waits until it stands
	require.NoError(t, err)
	made := filepath.Join(t.TempDir(), "made.xml")
	g.Typed = "\n\nd 0.9\nw 0.2\n\nu\nu\nl\np 1\ns 1\ns 7\nbad\nd x\n\nq\n"
	out, err := g.Gonao("motion", "record", made, "--limp", "left_arm", "--name", "hello", "--stiffness", "0.6")
	require.NoError(t, err)
	for _, want := range []string{
		"2: 0.90 s  LShoulderPitch", "2: 0.90 s + 0.20 s", "3: 0.60 s", "posture 7: expected 1 to 1",
		`"bad": expected Enter, u, d`, `"x": expected a number`, "motion hello, 2 slots", "stiffness 0.6 to 0.6",
	} {
		require.Contains(t, out, want)
	}

	g.Typed = "x\n"
	_, err = g.Gonao("motion", "record", filepath.Join(t.TempDir(), "no.xml"))
	require.ErrorIs(t, err, motion.ErrNotWritten)
	g.Typed = "\nq\n"
	_, err = g.Gonao("motion", "record", filepath.Join(t.TempDir(), "legs.xml"), "--legs")
	require.ErrorContains(t, err, "the robot is on its feet; let it sit, rest or lie, or hang it up")
	for _, args := range [][]string{{"--limp", "legs"}, {"--limp", "all"}, {"--joints", "nose"}, {"--take", "-1"}, {"--duration", "NaN"}} {
		_, err = g.Gonao(append([]string{"motion", "record", filepath.Join(t.TempDir(), "a.xml")}, args...)...)
		require.Equal(t, cli.ExitUsage, cli.ExitCode(err), args)
	}
}

func TestARobotThatIsNotThereIsTold(t *testing.T) {
	g := tooltest.New(t)
	_, err := g.Gonao("motion", "play", "stand", "--timeout", "50ms", "--robot", "nao9")
	require.ErrorContains(t, err, "no node has served /nao9/play_motion within 50ms: start a robot with gonao launch sim.launch.yaml")
	_, err = g.Gonao("motion", "record", filepath.Join(t.TempDir(), "a.xml"), "--timeout", "50ms")
	require.ErrorContains(t, err, "no robot_state from /nao1/robot_state within 50ms")
}
