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

// ours returns the library of the skills that come with the package.
func ours(t *testing.T) *Library {
	t.Helper()
	cfg := behavior.DefaultConfig()
	l, err := Load(Options{Space: chart.Space{Platform: "nao", Domain: "soccer"}, Words: cfg.Vocabulary()})
	require.NoError(t, err)
	return l
}

// begun is a call on a robot, with the names of the transitions it took.
type begun struct {
	*behavior.Brain
	taken []string
}

// begin begins a call on a robot.
func begin(t *testing.T, robot *behaviortest.Robot, text string) *begun {
	t.Helper()
	model, err := ours(t).Compile(text)
	require.NoError(t, err)
	b := &begun{}
	b.Brain, err = behavior.New(model, behavior.DefaultConfig(), behavior.NewSenses(behavior.DefaultConfig(), robot), robot)
	require.NoError(t, err)
	b.Machine().OnTransition = func(tr hfsm.Transition) { b.taken = append(b.taken, tr.Name) }
	return b
}

// call runs a call on a robot to its end.
func call(t *testing.T, robot *behaviortest.Robot, text string) *begun {
	t.Helper()
	b := begin(t, robot, text)
	ended, err := robot.Run(b.Brain, 5*time.Minute, func() bool { return b.Machine().Status() != hfsm.Running })
	require.NoError(t, err)
	require.True(t, ended, "%s runs for five minutes: %v, %s", text, robot.Log, b.Machine().Path())
	return b
}

// requireFailure says that a call failed by the transition of this name.
func requireFailure(t *testing.T, b *begun, name string) {
	t.Helper()
	require.Equal(t, hfsm.Failed, b.Machine().Status())
	require.Contains(t, b.taken, name)
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
	require.InDelta(t, 1.2, robot.State.Position[nao.LShoulderPitch], 1e-9)
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
	t.Run("without a node that walks", func(t *testing.T) {
		robot := behaviortest.Standing()
		robot.NoLegs = true
		b := call(t, robot, "goto{x=1, y=0}")
		requireFailure(t, b, "cannot walk")
		require.ErrorContains(t, b.Machine().Cause(), "walk_to: no_server")
		require.Zero(t, robot.Velocity)
	})
	t.Run("after a fall", func(t *testing.T) {
		robot := behaviortest.Standing()
		b := begin(t, robot, "goto{x=1, y=0}")
		_, err := robot.Run(b.Brain, 2*time.Second, func() bool { return false })
		require.NoError(t, err)
		require.NotZero(t, robot.Velocity)
		robot.Lie(-1, 0)
		_, err = robot.Run(b.Brain, time.Second, func() bool { return b.Machine().Status() != hfsm.Running })
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

// lying returns a robot that lies, with the motions that stand it up.
func lying(x, y float64) *behaviortest.Robot {
	robot := behaviortest.Standing()
	robot.Lie(x, y)
	sit := func(r *behaviortest.Robot) {
		r.Upright()
		r.State.FSR = [nao.NumFSR]float64{}
	}
	robot.Motions = map[string]behaviortest.Motion{
		"stand_up_back":   {Takes: 4 * time.Second, Effect: sit},
		"stand_up_front":  {Takes: 3 * time.Second, Effect: sit},
		"roll_from_left":  {Takes: time.Second, Effect: func(r *behaviortest.Robot) { r.Lie(1, 0) }},
		"roll_from_right": {Takes: time.Second, Effect: func(r *behaviortest.Robot) { r.Lie(-1, 0) }},
		"getup":           {Takes: 2 * time.Second, Effect: (*behaviortest.Robot).Upright},
	}
	return robot
}

func TestItStandsUpFromWhereverItLies(t *testing.T) {
	for name, c := range map[string]struct {
		x, y float64
		want []string
	}{
		"its back":       {1, 0, []string{"stand_up_back", "getup"}},
		"its front":      {-1, 0, []string{"stand_up_front", "getup"}},
		"its left side":  {0, -1, []string{"roll_from_left", "stand_up_back", "getup"}},
		"its right side": {0, 1, []string{"roll_from_right", "stand_up_front", "getup"}},
		"its feet":       {0, 0, []string{"getup"}},
	} {
		t.Run(name, func(t *testing.T) {
			robot := lying(c.x, c.y)
			b := call(t, robot, "stand_up()")
			require.Equal(t, hfsm.Final, b.Machine().Status(), robot.Log)
			var played []string
			for _, line := range robot.Log {
				if _, motion, ok := strings.Cut(line, " play "); ok {
					played = append(played, motion)
				}
			}
			require.Equal(t, c.want, played)
		})
	}
}

func TestStandingUpIsGivenUp(t *testing.T) {
	robot := lying(1, 0)
	robot.Motions["getup"] = behaviortest.Motion{Takes: 2 * time.Second, Effect: func(r *behaviortest.Robot) { r.Lie(1, 0) }}
	b := call(t, robot, "stand_up()")
	requireFailure(t, b, "three times in vain")
	require.Equal(t, 2, strings.Count(strings.Join(robot.Log, "\n"), "stand_up_back"))

	robot = lying(-1, 0)
	delete(robot.Motions, "stand_up_front")
	requireFailure(t, call(t, robot, "stand_up()"), "not played")
}
