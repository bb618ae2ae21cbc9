package trial

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
)

const degree = math.Pi / 180

// walk runs a minute with the errors of DefaultErrors.
func walk(t *testing.T, field string, change func(*Setup)) Result {
	t.Helper()
	s := Setup{Field: load(t, field), Errors: DefaultErrors(), Duration: 60 * time.Second, Seed: 11}
	if change != nil {
		change(&s)
	}
	return run1(t, s)
}

func TestAWalkingRobotKnowsItsPlaceWithinCentimetres(t *testing.T) {
	for _, name := range []string{"spl", "hsl_small", "field2010"} {
		r := walk(t, name, nil)
		require.Less(t, Quantile(r.Position, 0.5), 0.03, name)
		require.Less(t, Quantile(r.Position, 0.9), 0.10, name)
		require.Less(t, Quantile(r.Heading, 0.5), 0.8*degree, name)
		require.Less(t, Quantile(r.Heading, 0.9), 3*degree, name)
		require.Zero(t, r.Flips, name)
		require.Zero(t, r.Jumps, name)
	}
}

// The filter was made with a tilt that lasts 0.4 s and the variance in the percepts. It must hold when both are wrong.
func TestAWrongModelOfTheTiltCostsLittle(t *testing.T) {
	for _, seconds := range []float64{0.05, 3} {
		r := walk(t, "spl", func(s *Setup) { s.Errors.TiltTimeSec = seconds })
		require.Less(t, Quantile(r.Position, 0.5), 0.05, "%g s", seconds)
		require.Less(t, Quantile(r.Position, 0.9), 0.20, "%g s", seconds)
		require.Zero(t, r.Flips)
	}
}

func TestACarriedRobotFindsItselfAgain(t *testing.T) {
	for _, active := range []bool{false, true} {
		r := walk(t, "spl", func(s *Setup) { s.Kidnap, s.ActiveHead, s.Duration = 20*time.Second, active, 180*time.Second })
		require.GreaterOrEqual(t, len(r.Recovered), 8)
		require.Less(t, Quantile(r.Recovered, 0.5), 5.0)
		require.Less(t, Quantile(r.Recovered, 0.9), 15.0)
		require.Zero(t, r.Jumps, "each jump has its reason")
	}
}

// On a field with coloured goals there is no other side to end up on.
func TestColouredGoalsShowTheSide(t *testing.T) {
	m := load(t, "field2010")
	for seed := range uint64(6) {
		w := newWalker(m, DefaultErrors(), 100+seed)
		f, err := localization.New(m, localization.DefaultConfig())
		require.NoError(t, err)
		var e localization.Estimate
		for i := 1; i <= 200; i++ {
			now := time.Duration(i) * period
			w.step()
			w.sweepHead()
			e = f.Step(&localization.Input{Stamp: now, Odometry: w.odometry, Features: w.look(now)})
		}
		require.Less(t, e.Pose.Distance(w.pose), 0.3, "seed %d, put down anywhere at first", 100+seed)
	}
}

func TestAFallenRobotStaysOnItsSide(t *testing.T) {
	r := walk(t, "spl", func(s *Setup) { s.Fall, s.Duration = 15*time.Second, 120*time.Second })
	require.Zero(t, r.Flips)
	require.Less(t, Quantile(r.Position, 0.5), 0.05)
}

// follow runs a filter from a start with a robot at a pose and returns the last estimate, and the robot.
func follow(t *testing.T, start localization.Start, pose plane.Pose, each func(int, *localization.Input, *walker)) (localization.Estimate, *walker) {
	t.Helper()
	return followSeed(t, 21, start, pose, each)
}

// followSeed is follow with the errors of a seed.
func followSeed(t *testing.T, seed uint64, start localization.Start, pose plane.Pose, each func(int, *localization.Input, *walker)) (localization.Estimate, *walker) {
	t.Helper()
	m := load(t, "spl")
	w := newWalker(m, DefaultErrors(), seed)
	w.pose, w.goal = pose, plane.Pose{}
	f, err := localization.New(m, localization.DefaultConfig())
	require.NoError(t, err)
	f.Reset(start)
	var e localization.Estimate
	for i := 1; i <= 100; i++ {
		now := time.Duration(i) * period
		w.step()
		w.sweepHead()
		in := localization.Input{Stamp: now, Odometry: w.odometry, Features: w.look(now)}
		if each != nil {
			each(i, &in, w)
		}
		before := e
		e = f.Step(&in)
		if i > 1 && e.Pose.Distance(before.Pose) > 0.6 {
			require.NotEqual(t, localization.NoJump, e.Reason)
		}
	}
	return e, w
}

func TestARobotComesBackFromItsPenaltyOnTheRightTouchline(t *testing.T) {
	m := load(t, "spl")
	for _, y := range []float64{3.3, -3.3} {
		e, w := follow(t, localization.PenaltyReturn(m), plane.Pose{X: -3.1, Y: y, Theta: -math.Copysign(math.Pi/2, y)}, nil)
		require.Less(t, e.Pose.Distance(w.pose), 0.2, "y %g", y)
		require.True(t, e.Localized)
	}
}

// Robots of a team stand side by side: some are a metre from where one alone is placed.
func TestARobotThatWasPlacedBesideOthersComesBackInItsOwnHalf(t *testing.T) {
	m := load(t, "spl")
	for seed := range uint64(12) {
		for _, p := range []plane.Pose{{X: -2.5, Y: 3.5}, {X: -2.5, Y: -3.5}, {X: -3.9, Y: 3.2}, {X: -2.1, Y: -3.3}} {
			p.Theta = -math.Copysign(math.Pi/2, p.Y)
			e, w := followSeed(t, seed, localization.PenaltyReturn(m), p, nil)
			require.LessOrEqual(t, e.Pose.Distance(w.pose), e.Pose.Turned().Distance(w.pose), "seed %d, %v: on the other side", seed, p)
		}
	}
}

func TestARobotFindsItsPlaceAtKickOff(t *testing.T) {
	m := load(t, "spl")
	for _, p := range []plane.Pose{{X: -1.2, Y: 3.1, Theta: -1.6}, {X: -1.5, Y: -3, Theta: 1.5}, {X: -3.2, Y: 3, Theta: -1.5}, {X: -3.4, Y: -3.1, Theta: 1.6}} {
		e, w := follow(t, localization.KickOff(m), p, nil)
		require.Less(t, e.Pose.Distance(w.pose), 0.2, "%v", p)
	}
}

// The team's ball turns a robot round that stands on the wrong side, and leaves one alone that does not.
func TestTheTeamsBallShowsTheSide(t *testing.T) {
	for _, wrong := range []bool{true, false} {
		truth := plane.Pose{X: -2, Y: 1, Theta: 0.3}
		start := truth
		if wrong {
			start = truth.Turned()
		}
		turned := 0
		e, w := follow(t, localization.At(start, 0.2, 0.1), truth, func(_ int, in *localization.Input, w *walker) {
			ball := percepts.SeenBall{X: 1.5, Y: 0.5, Cov: plane.Cov2{XX: 0.04, YY: 0.04}}
			in.TeamBall = &ball
			own := ball
			own.X, own.Y = w.pose.Local(ball.X, ball.Y)
			in.OwnBall = &own
			turned++
		})
		require.Positive(t, turned)
		require.Less(t, e.Pose.Distance(w.pose), 0.3, "wrong side: %v", wrong)
	}
}

// A number that is not a number is dropped: the pose stays where it was.
func TestWrongNumbersNeverMakeThePoseJump(t *testing.T) {
	nan := math.NaN()
	for name, spoil := range map[string]func(*localization.Input){
		"odometry":          func(in *localization.Input) { in.Odometry.Theta = nan },
		"odometry far away": func(in *localization.Input) { in.Odometry.X += 1000 },
		"odometry and its moment far away": func(in *localization.Input) {
			in.Odometry.X, in.Stamp = in.Odometry.X+1e6, in.Stamp+1e6*time.Hour
		},
		"moment far ahead": func(in *localization.Input) { in.Stamp += 1e6 * time.Hour },
		"point":            func(in *localization.Input) { each(in, func(p *percepts.FieldPoint) { p.X = nan }) },
		"covariance":       func(in *localization.Input) { each(in, func(p *percepts.FieldPoint) { p.Cov.XX = -1 }) },
		"heading":          func(in *localization.Input) { each(in, func(p *percepts.FieldPoint) { p.Heading = math.Inf(1) }) },
		"height":           func(in *localization.Input) { in.Features.HeightM = 0 },
		"tilt":             func(in *localization.Input) { in.Features.TiltVar = nan },
		"lines": func(in *localization.Input) {
			for i := range in.Features.Lines {
				in.Features.Lines[i].ToX = nan
			}
		},
		"ball": func(in *localization.Input) {
			in.OwnBall = &percepts.SeenBall{X: nan, Cov: plane.Cov2{XX: 1, YY: 1}}
			in.TeamBall = &percepts.SeenBall{Cov: plane.Cov2{XX: 1, YY: 1}}
		},
		"clock": func(in *localization.Input) { in.Stamp = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			e, w := follow(t, localization.At(plane.Pose{X: -2, Y: 1}, 0.1, 0.1), plane.Pose{X: -2, Y: 1}, func(i int, in *localization.Input, _ *walker) {
				if i%3 == 0 {
					spoil(in)
				}
			})
			require.True(t, e.Pose.Finite())
			require.Less(t, e.Pose.Distance(w.pose), 0.25)
			if name != "clock" && name != "lines" && name != "moment far ahead" {
				require.Positive(t, e.Refused)
			}
		})
	}
}

// A robot that is given spoiled odometry for a second and a half finds its place again.
func TestSpoiledOdometryIsForgotten(t *testing.T) {
	m := load(t, "spl")
	mirrored := 0
	wide := []float64{-1e300, 1e154, 1e18, 1e9, -300, 8, math.Inf(1)}
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 7))
		w := newWalker(m, DefaultErrors(), seed)
		w.pose, w.goal = plane.Pose{X: -2, Y: 1}, plane.Pose{}
		f, err := localization.New(m, localization.DefaultConfig())
		require.NoError(t, err)
		f.Reset(localization.At(w.pose, 0.1, 0.1))
		var e localization.Estimate
		for i := range 160 {
			in := localization.Input{Stamp: time.Duration(i+1) * period}
			w.step()
			w.sweepHead()
			in.Odometry, in.Features = w.odometry, w.look(in.Stamp)
			if i >= 40 && i < 55 {
				*[]*float64{&in.Odometry.X, &in.Odometry.Y, &in.Odometry.Theta}[random.IntN(3)] = wide[random.IntN(len(wide))]
				if random.IntN(2) == 0 {
					in.Stamp += time.Second << random.IntN(32)
				}
			}
			e = f.Step(&in)
		}
		require.True(t, e.Localized, "seed %d: %v", seed, e.Pose)
		require.Less(t, min(e.Pose.Distance(w.pose), e.Pose.Turned().Distance(w.pose)), 0.25, "seed %d", seed)
		if e.Pose.Distance(w.pose) > 0.25 {
			mirrored++
		}
	}
	require.LessOrEqual(t, mirrored, 8, "a turn and a moment that fit each other cannot be told from a robot that turned")
}

func each(in *localization.Input, spoil func(*percepts.FieldPoint)) {
	for i := range in.Features.Points {
		spoil(&in.Features.Points[i])
	}
}

func TestAnUpdateAllocatesNothing(t *testing.T) {
	m := load(t, "spl")
	w := newWalker(m, DefaultErrors(), 3)
	f, err := localization.New(m, localization.DefaultConfig())
	require.NoError(t, err)
	now := time.Duration(0)
	for range 100 {
		now += period
		w.step()
		w.sweepHead()
		f.Step(&localization.Input{Stamp: now, Odometry: w.odometry, Features: w.look(now)})
	}
	w.pose = w.anywhere() // carried away: the search for another place must not allocate either
	require.Zero(t, testing.AllocsPerRun(100, func() {
		now += period
		w.step()
		w.sweepHead()
		in := localization.Input{Stamp: now, Odometry: w.odometry, Features: w.look(now)}
		f.Step(&in)
	}))
}

// deadReckoning is a user's own localizer: odometry only.
type deadReckoning struct {
	at, before plane.Pose
	began      bool
}

func (d *deadReckoning) Reset(localization.Start) { *d = deadReckoning{} }

func (d *deadReckoning) Step(in *localization.Input) localization.Estimate {
	if d.began {
		d.at = d.at.Mul(d.before.Inverse().Mul(in.Odometry))
	}
	d.before, d.began = in.Odometry, true
	return localization.Estimate{Stamp: in.Stamp, Pose: d.at}
}

// The features of an image show the tilt of its camera: what is left of the error is smaller than the error.
func TestTheTiltOfTheCameraIsFound(t *testing.T) {
	m := load(t, "spl")
	w := newWalker(m, DefaultErrors(), 8)
	f, err := localization.New(m, localization.DefaultConfig())
	require.NoError(t, err)
	f.Reset(localization.At(w.pose, 0.1, 0.1))
	var before, after float64
	for i := 1; i <= 900; i++ {
		now := time.Duration(i) * period
		w.step()
		w.sweepHead()
		e := f.Step(&localization.Input{Stamp: now, Odometry: w.odometry, Features: w.look(now)})
		before += w.pitch*w.pitch + w.roll*w.roll
		after += (w.pitch-e.Pitch)*(w.pitch-e.Pitch) + (w.roll-e.Roll)*(w.roll-e.Roll)
	}
	t.Logf("tilt %.2f°, left of it %.2f°", math.Sqrt(before/1800)/degree, math.Sqrt(after/1800)/degree)
	require.Less(t, after, 0.8*before)
}

// A filter of one's own runs in the same place, and odometry alone is much worse than ours.
func TestAFilterOfOnesOwnReplacesOurs(t *testing.T) {
	s := Setup{Field: load(t, "spl"), Errors: DefaultErrors(), Duration: 60 * time.Second, Seed: 5}
	own := Run(s, &deadReckoning{})
	require.Greater(t, Quantile(own.Position, 0.5), 5*Quantile(run1(t, s).Position, 0.5))
}

func TestFiguresThatAreWrongAreNamed(t *testing.T) {
	c := localization.DefaultConfig()
	c.Gate2 = math.NaN()
	_, err := localization.New(load(t, "spl"), c)
	require.EqualError(t, err, "localization: gate2: NaN: expected 1 to 100")
	_, err = localization.New(nil, localization.DefaultConfig())
	require.ErrorContains(t, err, "no landmarks")
}

// Images of the benchmark are made beforehand: what a robot sees in 20 s.
func BenchmarkStep(b *testing.B) {
	for _, carried := range []bool{false, true} {
		name := "walks"
		if carried {
			name = "carried away"
		}
		b.Run(name, func(b *testing.B) {
			m := load(b, "spl")
			w := newWalker(m, DefaultErrors(), 3)
			inputs := make([]localization.Input, 200)
			for i := range inputs {
				w.step()
				w.sweepHead()
				if carried && i%20 == 0 {
					w.pose = w.anywhere()
				}
				f := *w.look(time.Duration(i+1) * period)
				f.Points = append([]percepts.FieldPoint(nil), f.Points...)
				f.Lines = append([]percepts.FieldLine(nil), f.Lines...)
				inputs[i] = localization.Input{Odometry: w.odometry, Features: &f}
			}
			f, err := localization.New(m, localization.DefaultConfig())
			require.NoError(b, err)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				in := inputs[i%len(inputs)]
				i++
				in.Stamp = time.Duration(i) * period
				f.Step(&in)
			}
		})
	}
}
