package skills

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/behavior/behaviortest"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/nao"
)

// ours gives the library of the skills that come with the package.
func ours(t *testing.T) *Library {
	t.Helper()
	cfg := behavior.DefaultConfig()
	l, err := Load(Options{Space: chart.Space{Platform: "nao", Domain: "soccer"}, Words: cfg.Vocabulary()})
	require.NoError(t, err)
	return l
}

// call runs a call on a robot to its end, and gives the brain.
func call(t *testing.T, robot *behaviortest.Robot, text string) *behavior.Brain {
	t.Helper()
	model, err := ours(t).Compile(text)
	require.NoError(t, err)
	b, err := behavior.New(model, behavior.DefaultConfig(), robot, robot)
	require.NoError(t, err)
	ended, err := robot.Run(b, 5*time.Minute, func() bool { return b.Machine().Status() != hfsm.Running })
	require.NoError(t, err)
	require.True(t, ended, "%s runs for five minutes: %v, %s", text, robot.Log, b.Machine().Path())
	return b
}

// requireFailure says that a call failed by the transition of this name.
func requireFailure(t *testing.T, b *behavior.Brain, name string) {
	t.Helper()
	require.Equal(t, hfsm.Failed, b.Machine().Status())
	var names []string
	for tr := range b.Machine().Trace(0) {
		names = append(names, tr.Name)
	}
	require.Contains(t, names, name)
}

func TestAllSkillsThatComeWithThePackageAreOffered(t *testing.T) {
	for _, s := range ours(t).Skills() {
		require.NoError(t, s.Refused, s.Name)
		require.NotEmpty(t, s.Description, s.Name)
		require.Empty(t, s.Warnings, s.Name)
	}
}

func TestServoTakesAJointThere(t *testing.T) {
	robot := behaviortest.Standing()
	b := call(t, robot, `servo{joint="LShoulderPitch", angle=1.2}; servo{joint="HeadYaw", angle=-0.5, speed=0.5}`)
	require.Equal(t, hfsm.Final, b.Machine().Status())
	require.Equal(t, 1.2, robot.State.Position[nao.LShoulderPitch])
	require.Len(t, robot.Log, 2)
	require.Contains(t, robot.Log[0], "move LShoulderPitch to 1.20 at 0.20")
	require.Contains(t, robot.Log[1], "move HeadYaw to -0.50 at 0.50")
	require.Equal(t, hfsm.Failed, call(t, robot, `servo{joint="LElbow", angle=0.5}`).Machine().Status())
}

func TestGotoWalksThereAndStands(t *testing.T) {
	robot := behaviortest.Standing()
	robot.At.Theta = 0.7
	b := call(t, robot, "goto{x=1.0, y=-0.5, theta=1.5}")
	require.Equal(t, hfsm.Final, b.Machine().Status())
	sin, cos := math.Sincos(0.7)
	require.InDelta(t, cos+0.5*sin, robot.At.X, 0.06)
	require.InDelta(t, sin-0.5*cos, robot.At.Y, 0.06)
	require.InDelta(t, 0.7+1.5, robot.At.Theta, 0.1)
	require.Zero(t, robot.Velocity)
}

func TestGotoFails(t *testing.T) {
	t.Run("without odometry", func(t *testing.T) {
		robot := behaviortest.Standing()
		robot.NoOdom = true
		b := call(t, robot, "goto{x=1, y=0}")
		requireFailure(t, b, "cannot walk")
		require.ErrorContains(t, b.Machine().Cause(), "no odometry")
		require.Zero(t, robot.Velocity)
	})
	t.Run("after a fall", func(t *testing.T) {
		robot := behaviortest.Standing()
		model, err := ours(t).Compile("goto{x=1, y=0}")
		require.NoError(t, err)
		b, err := behavior.New(model, behavior.DefaultConfig(), robot, robot)
		require.NoError(t, err)
		_, err = robot.Run(b, 2*time.Second, func() bool { return false })
		require.NoError(t, err)
		require.NotZero(t, robot.Velocity)
		robot.Lie(-1, 0)
		_, err = robot.Run(b, time.Second, func() bool { return b.Machine().Status() != hfsm.Running })
		require.NoError(t, err)
		requireFailure(t, b, "fell")
		require.Zero(t, robot.Velocity)
	})
	t.Run("when it takes too long", func(t *testing.T) {
		b := call(t, behaviortest.Standing(), "goto{x=20, y=0, timeout=3}")
		requireFailure(t, b, "too late")
	})
}

func TestTheBallIsSearchedAndFollowed(t *testing.T) {
	robot := behaviortest.Standing()
	robot.Balls = []behaviortest.Ball{{Color: "green", X: 0.4, Y: 1}}
	b := call(t, robot, `search_ball{color="green"}; track_ball{color="green", seconds=3}`)
	require.Equal(t, hfsm.Final, b.Machine().Status())
	require.InDelta(t, math.Atan2(1, 0.4), robot.State.Position[nao.HeadYaw], 0.1)
}

func TestASearchThatFindsNothingEnds(t *testing.T) {
	robot := behaviortest.Standing()
	b := call(t, robot, "search_ball{look=3}")
	requireFailure(t, b, "nowhere")
	require.InDelta(t, 3, robot.State.Time.Seconds(), 0.2)

	robot = behaviortest.Standing()
	robot.NoImage = true
	b = call(t, robot, "search_ball()")
	requireFailure(t, b, "no images")
	require.ErrorContains(t, b.Machine().Cause(), "is vision running?")
}

func TestABallBehindTheRobotIsFoundByTurning(t *testing.T) {
	robot := behaviortest.Standing()
	robot.Balls = []behaviortest.Ball{{Color: "red", X: -2, Y: -0.1}}
	b := call(t, robot, "search_ball{turns=3, look=4}")
	require.Equal(t, hfsm.Final, b.Machine().Status())
	require.Greater(t, math.Abs(robot.At.Theta), 1.5)
	require.Zero(t, robot.Velocity)
}

func TestATrackedBallThatIsLostFailsTheSkill(t *testing.T) {
	robot := behaviortest.Standing()
	b := call(t, robot, "track_ball{lost_after=2}")
	requireFailure(t, b, "lost")
	require.InDelta(t, 2, robot.State.Time.Seconds(), 0.2)
}

func TestGetupStandsUp(t *testing.T) {
	sitting := func() *behaviortest.Robot {
		robot := behaviortest.Standing()
		robot.State.FSR = [nao.NumFSR]float64{}
		return robot
	}
	robot := sitting()
	require.Equal(t, hfsm.Failed, call(t, robot, "getup()").Machine().Status(), "no such motion")

	robot = sitting()
	robot.Motions["getup"] = behaviortest.Motion{Takes: 3 * time.Second, Effect: (*behaviortest.Robot).Upright}
	b := call(t, robot, "getup()")
	require.Equal(t, hfsm.Final, b.Machine().Status())
	require.Equal(t, 1, strings.Count(strings.Join(robot.Log, "\n"), "getup"), "once")

	robot = sitting()
	robot.Motions["getup"] = behaviortest.Motion{Takes: 3 * time.Second, Effect: func(r *behaviortest.Robot) { r.Lie(1, 0) }}
	requireFailure(t, call(t, robot, "getup()"), "fell")

	robot = sitting()
	robot.Motions["getup"] = behaviortest.Motion{Takes: 3 * time.Second}
	requireFailure(t, call(t, robot, "getup()"), "no weight on its soles")
}
