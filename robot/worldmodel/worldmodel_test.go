package worldmodel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
)

const (
	degree = math.Pi / 180
	period = 33 * time.Millisecond
	height = 0.5
)

// bench is a robot that stands and sees a ball with the errors of a camera: a tilt that lasts for some images, of which
// localization knows all but a part, and pixels.
type bench struct {
	t       testing.TB
	rng     *rand.Rand
	model   *Model
	now     time.Duration
	out     Snapshot
	tilt    [2]float64 // rad, what is left of the tilt's error
	tiltDev float64
	in      Input
}

func newBench(t testing.TB, seed uint64) *bench {
	m, err := New(DefaultConfig())
	require.NoError(t, err)
	b := &bench{t: t, rng: rand.New(rand.NewPCG(seed, 8)), model: m, tiltDev: 0.5 * degree}
	b.in.View = View{HalfWidth: 27 * degree, NearM: 0.2, FarM: 5}
	return b
}

// seen returns a place on the ground as the camera sees it.
func (b *bench) seen(x, y float64) (float64, float64, plane.Cov2) {
	d, a := math.Hypot(x, y), math.Atan2(y, x)
	xp, yp, xr, yr := tilted(x, y, height)
	x, y = x+xp*b.tilt[0]+xr*b.tilt[1], y+yp*b.tilt[0]+yr*b.tilt[1]
	radial, across := 0.008+0.0015*(d*d/height+height), 0.008+0.0015*d
	sin, cos := math.Sincos(a)
	r, s := radial*b.rng.NormFloat64(), across*b.rng.NormFloat64()
	return x + r*cos - s*sin, y + r*sin + s*cos, plane.Cov2{XX: radial * radial, YY: across * across}.Rotated(a)
}

// step advances one image with the ball at a place; NaN: not seen.
func (b *bench) step(x, y float64) {
	b.now += period
	keep := math.Exp(-period.Seconds() / 0.4)
	for i := range b.tilt {
		b.tilt[i] = keep*b.tilt[i] + b.tiltDev*math.Sqrt(1-keep*keep)*b.rng.NormFloat64()
	}
	b.in.Stamp, b.in.Image = b.now, true
	b.in.Tilt = Tilt{Var: b.tiltDev * b.tiltDev, HeightM: height}
	b.in.Balls = b.in.Balls[:0]
	if !math.IsNaN(x) && b.rng.Float64() < 0.95 {
		sx, sy, c := b.seen(x, y)
		b.in.Balls = append(b.in.Balls, percepts.SeenBall{Stamp: b.now, X: sx, Y: sy, Cov: c, Confidence: 0.95})
	}
	b.model.Step(&b.in, &b.out)
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// A ball that rests, after 2 s of looking: 40 runs.
func TestABallThatRestsIsWhereItIsBelievedToBe(t *testing.T) {
	for _, c := range []struct{ distance, most float64 }{{1, 0.03}, {3, 0.12}} {
		var errors []float64
		for seed := range uint64(40) {
			b := newBench(t, seed)
			for range 60 {
				b.step(c.distance, 0.2)
			}
			require.True(t, b.out.Ball.Known)
			errors = append(errors, math.Hypot(b.out.Ball.X-c.distance, b.out.Ball.Y-0.2))
		}
		t.Logf("at %.0f m: median %.1f cm, 90 %% %.1f cm", c.distance, 100*median(errors), 100*errors[36])
		require.Less(t, median(errors), c.most)
	}
}

// A ball is kicked away at 0.5 to 1 m/s; 0.3 s later its velocity is known, from sight alone and with the robot's own kick.
func TestTheVelocityOfAKickedBallIsKnown(t *testing.T) {
	for _, own := range []bool{true, false} {
		var errors []float64
		for seed := range uint64(40) {
			b := newBench(t, 100+seed)
			for range 40 {
				b.step(0.5, 0)
			}
			speed, angle := 0.5+0.5*b.rng.Float64(), 0.5*(b.rng.Float64()-0.5)
			if own {
				// The kick is 15 % and 7° off.
				s, a := speed*(1+0.15*b.rng.NormFloat64()), angle+0.12*b.rng.NormFloat64()
				b.in.Kick = &Kick{VX: s * math.Cos(a), VY: s * math.Sin(a), Dev: 0.2}
			}
			x, y, v := 0.5, 0.0, speed
			for range 9 {
				dt := period.Seconds()
				x, y = x+v*dt*math.Cos(angle), y+v*dt*math.Sin(angle)
				v -= 0.32 * dt
				b.step(x, y)
				b.in.Kick = nil
			}
			errors = append(errors, math.Hypot(b.out.Ball.VX-v*math.Cos(angle), b.out.Ball.VY-v*math.Sin(angle)))
		}
		t.Logf("own kick %v: median %.2f m/s, 90 %% %.2f m/s", own, median(errors), errors[36])
		require.Less(t, median(errors), 0.12)
	}
}

// A rolling ball stops where s = v²/2a says, and is believed to rest there.
func TestARollingBallSlowsDownAndRests(t *testing.T) {
	b := newBench(t, 9)
	x, v := 0.5, 1.0
	var predicted float64
	for i := range 150 {
		b.step(x, 0)
		if i > 10 {
			dt := period.Seconds()
			x += v * dt
			v = max(0, v-0.32*dt)
		}
		if i == 60 {
			predicted = b.out.Ball.StopsX
			require.Greater(t, b.out.Ball.Rolling, 0.5)
		}
	}
	require.InDelta(t, x, predicted, 0.3)
	require.InDelta(t, x, b.out.Ball.X, 0.1)
	require.Less(t, b.out.Ball.Rolling, 0.5)
	require.Zero(t, b.out.Ball.VX)
}

func TestABallThatIsGoneIsForgottenWithinASecond(t *testing.T) {
	b := newBench(t, 3)
	for range 60 {
		b.step(1, 0.1)
	}
	require.True(t, b.out.Ball.Known)
	images := 0
	for b.out.Ball.Known {
		b.step(math.NaN(), 0)
		images++
		require.Less(t, time.Duration(images)*period, time.Second)
	}
	require.Greater(t, images, 5, "one image without it is not enough")
}

func TestABallOutOfSightIsRemembered(t *testing.T) {
	b := newBench(t, 4)
	for range 60 {
		b.step(1, 0.1)
	}
	b.in.View.Yaw = math.Pi / 2 // the head turns away
	missed := b.out.Ball.Missed
	for range 300 {
		b.step(math.NaN(), 0)
	}
	require.True(t, b.out.Ball.Known)
	require.InDelta(t, missed, b.out.Ball.Missed, 1e-9)
	require.InDelta(t, 1, b.out.Ball.X, 0.05)
	// The robot walks half a metre and turns: the ball is elsewhere in its frame.
	b.in.Odometry = plane.Pose{X: 0.5, Theta: math.Pi / 2}
	b.in.View.Yaw = math.Pi
	b.step(math.NaN(), 0)
	require.InDelta(t, 0.1, b.out.Ball.X, 0.05)
	require.InDelta(t, -0.5, b.out.Ball.Y, 0.05)
}

// A false ball in one image is not believed, and does not move the true one.
func TestAFalseBallIsNotBelieved(t *testing.T) {
	b := newBench(t, 5)
	b.in.Stamp = period
	b.in.Image = true
	b.in.Balls = []percepts.SeenBall{{X: 2, Y: 1, Cov: plane.Cov2{XX: 0.01, YY: 0.01}, Confidence: 0.9}}
	b.model.Step(&b.in, &b.out)
	require.False(t, b.out.Ball.Known)
	for range 30 {
		b.step(1, 0)
	}
	require.InDelta(t, 1, b.out.Ball.X, 0.1)
}

// robotErrors returns the errors of another robot that is believed at 2 m.
func robotErrors(t *testing.T, sonar bool) []float64 {
	var errors []float64
	for seed := range uint64(40) {
		b := newBench(t, 200+seed)
		distance := 2.0
		if sonar {
			distance = 0.6
		}
		for range 60 {
			b.now += period
			x, y, c := b.seen(distance, 0.1)
			keep := math.Exp(-period.Seconds() / 0.4)
			for i := range b.tilt {
				b.tilt[i] = keep*b.tilt[i] + 0.6*degree*math.Sqrt(1-keep*keep)*b.rng.NormFloat64()
			}
			c.XX, c.YY = c.XX+0.01, c.YY+0.01 // where its middle is, is a guess
			x, y = x+0.1*b.rng.NormFloat64(), y+0.1*b.rng.NormFloat64()
			b.in.Stamp, b.in.Image = b.now, true
			b.in.Tilt = Tilt{Var: 0.6 * 0.6 * degree * degree, HeightM: height}
			b.in.Robots = append(b.in.Robots[:0], percepts.SeenRobot{X: x, Y: y, Cov: c, Side: percepts.OpponentSide, Confidence: 0.9})
			if sonar {
				b.in.Robots = append(b.in.Robots, Echo(b.now, math.Hypot(distance, 0.1)-0.08+0.02*b.rng.NormFloat64(), 0.16, 0.3))
			}
			b.model.Step(&b.in, &b.out)
		}
		require.Equal(t, 1, b.out.Count, "seed %d", seed)
		require.Equal(t, percepts.OpponentSide, b.out.Robots[0].Side)
		errors = append(errors, math.Hypot(b.out.Robots[0].X-distance, b.out.Robots[0].Y-0.1))
	}
	return errors
}

func TestOtherRobotsAreWhereTheyAreBelievedToBe(t *testing.T) {
	sight, sonar := robotErrors(t, false), robotErrors(t, true)
	t.Logf("at 2 m by sight: median %.1f cm; at 0.6 m by sight and sonar: %.1f cm", 100*median(sight), 100*median(sonar))
	require.Less(t, median(sight), 0.15)
	require.Less(t, median(sonar), 0.10)
}

// Figure 7 of the NaOISIS paper: nothing is known of the opponent, then it is seen, then heard by the sonar.
func TestTheOpponentsThreePicturesOfNaOISIS(t *testing.T) {
	m, err := New(DefaultConfig())
	require.NoError(t, err)
	var out Snapshot
	in := Input{Stamp: time.Second, Image: true, View: View{HalfWidth: 0.5, NearM: 0.2, FarM: 5}}
	m.Step(&in, &out)
	require.Zero(t, out.Count, "(a) no information")

	truth := [2]float64{0.6, 0.2}
	in.Stamp += period
	in.Robots = []percepts.SeenRobot{{X: 0.75, Y: 0.24, Cov: plane.Cov2{XX: 0.04, YY: 0.01}, Side: percepts.OpponentSide}}
	m.Step(&in, &out)
	require.Zero(t, out.Count, "one image may be wrong")
	in.Stamp += period
	m.Step(&in, &out)
	require.Equal(t, 1, out.Count, "(b) by sight")
	byEye := math.Hypot(out.Robots[0].X-truth[0], out.Robots[0].Y-truth[1])
	area := out.Robots[0].Cov.XX*out.Robots[0].Cov.YY - out.Robots[0].Cov.XY*out.Robots[0].Cov.XY

	in.Stamp += period
	// Table of figure 4: the left sonar looks 19.48° to the left with an opening of 18°.
	in.Robots = []percepts.SeenRobot{Echo(in.Stamp, math.Hypot(truth[0], truth[1])-0.08, 19.48*degree, 9*degree)}
	m.Step(&in, &out)
	require.Equal(t, 1, out.Count, "(c) the same robot, by sonar")
	c := out.Robots[0].Cov
	require.Less(t, c.XX*c.YY-c.XY*c.XY, area/2, "the belief shrinks")
	require.Less(t, math.Hypot(out.Robots[0].X-truth[0], out.Robots[0].Y-truth[1]), byEye/2, "and is nearer to the truth")
}

func TestTeammatesThatTellWhereTheyAreAreThere(t *testing.T) {
	m, err := New(DefaultConfig())
	require.NoError(t, err)
	var out Snapshot
	in := Input{Stamp: 10 * time.Second, Pose: plane.Pose{X: -1, Y: 0, Theta: math.Pi / 2}, Team: []TeamReport{
		{},
		{Stamp: 9 * time.Second, Pose: plane.Pose{X: -1, Y: 2}, PoseDev: 0.1},
		{Stamp: time.Second, Pose: plane.Pose{X: 3}},
		{Stamp: 9 * time.Second, Pose: plane.Pose{X: 2}, Penalized: true},
	}}
	m.Step(&in, &out)
	require.Equal(t, 1, out.Count, "old reports and penalized robots are left out")
	require.InDelta(t, 2, out.Robots[0].X, 1e-9)
	require.InDelta(t, 0, out.Robots[0].Y, 1e-9)
	require.True(t, out.Robots[0].Told)
}

// The team's ball weighs by deviation and age, and one who is far off is left out.
func TestTheTeamsBallIsThatOfTheSurest(t *testing.T) {
	m, err := New(DefaultConfig())
	require.NoError(t, err)
	var out Snapshot
	report := func(x, dev float64, age time.Duration) TeamReport {
		return TeamReport{Stamp: 20*time.Second - age, HasBall: true, BallX: x, BallY: 1, BallDev: dev}
	}
	in := Input{Stamp: 20 * time.Second, Team: []TeamReport{report(2, 0.1, 0), report(2.3, 0.2, 0), report(-4, 0.3, 0), report(1.6, 0.1, 4*time.Second)}}
	m.Step(&in, &out)
	require.True(t, out.TeamBall.Known)
	require.Equal(t, 3, out.TeamBall.Seers)
	require.InDelta(t, 2.05, out.TeamBall.X, 0.05)
	require.Equal(t, out.TeamBall, out.MatesBall, "the robot itself sees none")
	in.Stamp, in.Team = 30*time.Second, nil
	m.Step(&in, &out)
	require.False(t, out.TeamBall.Known, "old")
}

// The ball of the teammates alone leaves out what the robot sees: it stays on their side when the robot's own pose is mirrored.
func TestTheBallOfTheTeammatesLeavesOutTheRobotsOwn(t *testing.T) {
	m, err := New(DefaultConfig())
	require.NoError(t, err)
	var out Snapshot
	mirrored := plane.Pose{X: -1, Theta: math.Pi} // the robot stands at (1, 0) and looks along +x
	for i := range 20 {
		at := time.Duration(i) * 100 * time.Millisecond
		m.Step(&Input{
			Stamp: at, Pose: mirrored, Image: true, View: View{HalfWidth: 0.5, NearM: 0.2, FarM: 5}, Tilt: Tilt{Var: 1e-6, HeightM: 0.5},
			Balls: []percepts.SeenBall{{X: 1, Cov: plane.Cov2{XX: 1e-4, YY: 1e-4}, Confidence: 0.9}},
			Team:  []TeamReport{{Stamp: at, HasBall: true, BallX: 2, BallDev: 0.1, PoseDev: 0.05}},
		}, &out)
	}
	require.InDelta(t, -2, out.Ball.MapX, 0.05)
	require.True(t, out.MatesBall.Known)
	require.Equal(t, 1, out.MatesBall.Seers)
	require.InDelta(t, 2, out.MatesBall.X, 1e-9)
}

func TestWrongNumbersAreDropped(t *testing.T) {
	nan := math.NaN()
	b := newBench(t, 6)
	for range 30 {
		b.step(1, 0)
	}
	for _, in := range []Input{
		{Odometry: plane.Pose{X: nan}},
		{Pose: plane.Pose{Theta: math.Inf(1)}},
		{Image: true, Balls: []percepts.SeenBall{{X: nan, Cov: plane.Cov2{XX: 1, YY: 1}}}},
		{Image: true, Balls: []percepts.SeenBall{{X: 1, Cov: plane.Cov2{XX: -1, YY: 1}}}},
		{Image: true, Robots: []percepts.SeenRobot{{Y: nan, Cov: plane.Cov2{XX: 1, YY: 1}}}},
		{Kick: &Kick{VX: nan}},
		{Team: []TeamReport{{Stamp: 1, BallX: nan}}},
	} {
		before := b.out.Refused
		b.now += time.Millisecond
		in.Stamp = b.now
		b.model.Step(&in, &b.out)
		require.Equal(t, before+1, b.out.Refused)
		require.InDelta(t, 1, b.out.Ball.X, 0.1)
		require.True(t, b.out.Pose.Finite())
	}
	c := DefaultConfig()
	c.Deceleration = nan
	_, err := New(c)
	require.EqualError(t, err, "world model: deceleration: NaN: expected 0.01 to 5 m/s2")
}

// A clock that goes back is a new start.
func TestABackwardJumpOfTheClockForgetsEverything(t *testing.T) {
	b := newBench(t, 7)
	for range 30 {
		b.step(1, 0)
	}
	b.now = 0
	b.step(math.NaN(), 0)
	require.False(t, b.out.Ball.Known)
}

// crowd is an input with two balls and seven robots.
func crowd() (Input, []percepts.SeenBall, []percepts.SeenRobot) {
	c := plane.Cov2{XX: 0.02, YY: 0.01}
	balls := []percepts.SeenBall{{X: 1, Cov: c, Confidence: 0.9}, {X: 3, Y: 1, Cov: c, Confidence: 0.3}}
	var robots []percepts.SeenRobot
	for i := range 7 {
		robots = append(robots, percepts.SeenRobot{X: 1 + 0.5*float64(i), Y: float64(i%3) - 1, Cov: c, Side: percepts.OwnSide})
	}
	return Input{
		Image: true, View: View{HalfWidth: 0.5, NearM: 0.2, FarM: 5}, Balls: balls, Robots: robots,
		Tilt: Tilt{Var: 1e-4, HeightM: height}, Team: make([]TeamReport, 4),
	}, balls, robots
}

func TestAStepAllocatesNothing(t *testing.T) {
	m, err := New(DefaultConfig())
	require.NoError(t, err)
	in, _, _ := crowd()
	var out Snapshot
	require.Zero(t, testing.AllocsPerRun(100, func() {
		in.Stamp += period
		m.Step(&in, &out)
	}))
	require.Equal(t, 7, out.Count)
}

func BenchmarkStep(b *testing.B) {
	m, err := New(DefaultConfig())
	require.NoError(b, err)
	in, _, _ := crowd()
	var out Snapshot
	b.ReportAllocs()
	for b.Loop() {
		in.Stamp += period
		m.Step(&in, &out)
	}
}
