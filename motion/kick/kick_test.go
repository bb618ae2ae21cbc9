package kick

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// follow is a body that does at once what it is told.
func follow(c *nao.Command, cycle int) nao.State {
	return nao.State{
		Time: time.Duration(cycle) * nao.CyclePeriod, Cycle: uint64(cycle),
		Position: c.Position, Accelerometer: [3]float64{0, 0, 9.81},
	}
}

func standing() nao.Command {
	c := nao.Command{Position: nao.StandPosture()}
	for j := range c.Stiffness {
		c.Stiffness[j] = 1
	}
	return c
}

func forward() Request { return Request{BallX: 0.17, BallY: 0.05, Distance: 2} }

// engine returns an engine without the fitted table: the plan is what was requested.
func engine(t *testing.T) *Engine {
	t.Helper()
	cfg := DefaultConfig()
	cfg.TableShare = 0
	e, err := New(cfg)
	require.NoError(t, err)
	return e
}

// play kicks to the end and looks at every command on the way.
func play(t *testing.T, e *Engine, c *nao.Command, look func(cycle int, before, after *nao.Command)) int {
	t.Helper()
	for cycle := 1; cycle < 1000; cycle++ {
		before := *c
		state := follow(c, cycle)
		status := e.Step(&state, c)
		if look != nil {
			look(cycle, &before, c)
		}
		if status == Done {
			return cycle
		}
		require.Equal(t, Running, status)
	}
	require.Fail(t, "the kick does not end")
	return 0
}

func begin(t *testing.T, e *Engine, r Request, c *nao.Command) {
	t.Helper()
	state := follow(c, 0)
	require.NoError(t, e.Begin(r, &state, c))
}

var kicks = map[string]Request{
	"forward":        {BallX: 0.17, BallY: 0.05, Distance: 2},
	"forward, right": {BallX: 0.17, BallY: -0.05, Distance: 2},
	"softly":         {BallX: 0.16, BallY: 0.05, Distance: 0.3},
	"half left":      {BallX: 0.16, BallY: 0.13, Direction: 0.6, Distance: 1},
	"half right":     {BallX: 0.16, BallY: -0.13, Direction: -0.6, Distance: 1},
	"inwards":        {BallX: 0.16, BallY: 0.05, Direction: -0.3, Distance: 1},
	"to the left":    {BallX: 0.03, BallY: 0.18, Direction: math.Pi / 2, Distance: 0.8},
	"to the right":   {BallX: 0.03, BallY: -0.18, Direction: -math.Pi / 2, Distance: 0.8},
}

func TestNoTargetJumpsLeavesItsLimitsOrIsTooFast(t *testing.T) {
	for name, r := range kicks {
		e, c := engine(t), standing()
		begin(t, e, r, &c)
		last := nao.Joints{}
		play(t, e, &c, func(cycle int, before, after *nao.Command) {
			for j := range nao.Joint(nao.NumJoints) {
				require.InDelta(t, j.Clamp(after.Position[j]), after.Position[j], 0, "%s: %s", name, j)
				speed := (after.Position[j] - before.Position[j]) / nao.CyclePeriod.Seconds()
				require.LessOrEqual(t, math.Abs(speed), j.MaxSpeed()*(1+1e-9), "%s: %s", name, j)
				if cycle == 1 {
					require.Less(t, math.Abs(speed), 0.2, "%s: %s begins with a jump", name, j)
				}
				last[j] = speed
			}
		})
	}
}

func TestEndsInTheStandItBeganIn(t *testing.T) {
	for name, r := range kicks {
		e, c := engine(t), standing()
		begin(t, e, r, &c)
		play(t, e, &c, nil)
		for j, v := range nao.StandPosture() {
			require.InDelta(t, v, c.Position[j], 0.01, "%s: %s", name, nao.Joint(j))
		}
		require.True(t, e.Hit(), name)
		require.InDelta(t, 1, e.Progress(), 0)
	}
}

func TestTheMirroredKickIsTheMirrorImage(t *testing.T) {
	left, right := engine(t), engine(t)
	for _, e := range []*Engine{left, right} {
		e.cfg.Compliance = 0 // the head's weight is not quite symmetric
	}
	a, b := standing(), standing()
	r := Request{BallX: 0.16, BallY: 0.09, Direction: 0.3, Distance: 0.2}
	begin(t, left, r, &a)
	r.BallY, r.Direction = -r.BallY, -r.Direction
	begin(t, right, r, &b)
	require.Equal(t, nao.LeftLeg, left.Leg())
	require.Equal(t, nao.RightLeg, right.Leg())
	for cycle := 1; cycle < 300; cycle++ {
		sa, sb := follow(&a, cycle), follow(&b, cycle)
		sa.Gyroscope, sb.Gyroscope = [3]float64{0.1, 0.2, 0}, [3]float64{-0.1, 0.2, 0}
		left.Step(&sa, &a)
		right.Step(&sb, &b)
		for leg := range nao.Leg(nao.NumLegs) {
			l, r := nao.SoleInTorso(leg, &a.Position), nao.SoleInTorso(1-leg, &b.Position)
			require.InDelta(t, l.P.X, r.P.X, 4e-3, "cycle %d", cycle)
			require.InDelta(t, l.P.Y, -r.P.Y, 4e-3, "cycle %d", cycle)
			require.InDelta(t, l.P.Z, r.P.Z, 4e-3, "cycle %d", cycle)
		}
	}
}

// The centre of mass by the commanded posture lies over the standing sole while the
// other one is in the air. Loads and tilts are left out: what is added for them is not where the body is to be.
func TestTheWeightIsOverTheStandingSole(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Compliance, cfg.TiltGain = 0, 0
	for name, r := range kicks {
		e, err := New(cfg)
		require.NoError(t, err)
		c := standing()
		begin(t, e, r, &c)
		play(t, e, &c, func(_ int, _, after *nao.Command) {
			if e.Phase() != Lifting && e.Phase() != Retracting {
				return
			}
			com := nao.SoleInTorso(1-e.Leg(), &after.Position).Inverse().Apply(nao.CoM(&after.Position))
			require.True(t, com.X > -0.02 && com.X < 0.06 && math.Abs(com.Y) < 0.025, "%s: %v at %v", name, e.Phase(), com)
		})
	}
}

func TestCancelReturnsToTheStandFromAnyMoment(t *testing.T) {
	for at := 0; at < 240; at += 7 {
		e, c := engine(t), standing()
		begin(t, e, forward(), &c)
		play(t, e, &c, func(cycle int, before, after *nao.Command) {
			if cycle == at {
				e.Cancel()
				e.Cancel()
			}
			for j := range nao.Joint(nao.NumJoints) {
				speed := (after.Position[j] - before.Position[j]) / nao.CyclePeriod.Seconds()
				require.LessOrEqual(t, math.Abs(speed), j.MaxSpeed()*(1+1e-9))
			}
		})
		for j, v := range nao.StandPosture() {
			require.InDelta(t, v, c.Position[j], 0.01, "%s, canceled in cycle %d", nao.Joint(j), at)
		}
	}
}

func TestACanceledKickDoesNotHit(t *testing.T) {
	e, c := engine(t), standing()
	begin(t, e, forward(), &c)
	e.Cancel()
	play(t, e, &c, nil)
	require.False(t, e.Hit())
}

func TestSaysWhatCannotBeReached(t *testing.T) {
	for name, row := range map[string]struct {
		request Request
		want    string
	}{
		"far ahead":     {Request{BallX: 0.5, BallY: 0.05, Distance: 1}, "ball x"},
		"beside":        {Request{BallX: 0.17, BallY: 0.5, Distance: 1}, "ball y"},
		"backwards":     {Request{BallX: 0.17, BallY: 0.05, Direction: 3, Distance: 1}, "direction"},
		"across a town": {Request{BallX: 0.17, BallY: 0.05, Distance: 100}, "distance"},
		"nowhere":       {Request{BallX: 0.17, BallY: 0.05}, "distance"},
		"wrong foot":    {Request{BallX: 0.17, BallY: 0.1, Distance: 1, Foot: RightFoot}, "ball y"},
	} {
		e, c := engine(t), standing()
		state := follow(&c, 0)
		err := e.Begin(row.request, &state, &c)
		require.ErrorIs(t, err, ErrUnreachable, name)
		var unreachable *unreachableError
		require.ErrorAs(t, err, &unreachable, name)
		require.Equal(t, row.want, unreachable.What, "%s: %v", name, err)
		require.Equal(t, Idle, e.Step(&state, &c))
	}
}

// A robot that steps to the ball ends some millimetres off: the foot comes as near to the standing leg as it may.
func TestABallALittleTooFarInwardsIsMet(t *testing.T) {
	r := forward()
	r.BallY = 0.04
	e, c := engine(t), standing()
	state := follow(&c, 0)
	a, err := e.aim(&r, nao.LeftLeg, &c.Position)
	require.NoError(t, err)
	_, y := e.contact(&a)
	require.InDelta(t, leastY, y, 1e-9)
	for _, off := range []float64{0.03, -0.035} {
		r.BallY = off
		r.Foot = LeftFoot
		require.ErrorIs(t, e.Begin(r, &state, &c), ErrUnreachable, "ball %g m aside", off)
	}
}

func TestWhatIsNotANumberIsRefused(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for i := range 4 {
			r := forward()
			*[...]*float64{&r.BallX, &r.BallY, &r.Direction, &r.Distance}[i] = bad
			e, c := engine(t), standing()
			state := follow(&c, 0)
			require.ErrorIs(t, e.Begin(r, &state, &c), errNotNumbers)
		}
	}
	e, c := engine(t), standing()
	state := follow(&c, 0)
	require.Error(t, e.Begin(Request{Foot: 7}, &state, &c))
}

func TestKicksOnlyFromAStandAndOneAtATime(t *testing.T) {
	e, c := engine(t), standing()
	state := follow(&c, 0)
	c.Position[nao.LKneePitch] += 0.5
	require.ErrorIs(t, e.Begin(forward(), &state, &c), ErrNotStanding)
	c = standing()
	begin(t, e, forward(), &c)
	require.ErrorIs(t, e.Begin(forward(), &state, &c), ErrBusy)
}

func TestARobotThatFallsFails(t *testing.T) {
	e, c := engine(t), standing()
	begin(t, e, forward(), &c)
	state := follow(&c, 1)
	state.Angles[1] = 1
	require.Equal(t, Failed, e.Step(&state, &c))
}

func TestTheFootGoesThroughTheBallAtTheSpeedThatWasPlanned(t *testing.T) {
	e, c := engine(t), standing()
	begin(t, e, forward(), &c)
	at, speed, phase := e.path.sample(e.hitSec)
	require.Equal(t, Hitting, phase)
	s := e.blend(0)
	require.InDelta(t, s.footSpeed(math.Sqrt(2*0.32*2)), math.Hypot(speed[footX], speed[footY]), 1e-9)
	require.InDelta(t, s.Turn, math.Atan2(speed[footY], speed[footX]), 1e-9)
	toe, _ := touch(0)
	require.InDelta(t, 0.17-0.05-toe, at[footX], 2e-3)
}

func TestFartherNeedsAFasterFoot(t *testing.T) {
	last := 0.0
	for d := 0.3; d < 2.5; d += 0.2 {
		e, c := engine(t), standing()
		r := forward()
		r.Distance = d
		begin(t, e, r, &c)
		_, speed, _ := e.path.sample(e.hitSec)
		require.Greater(t, speed[footX], last)
		last = speed[footX]
	}
}

func TestPathsAreContinuousInPlaceAndSpeed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var p path
	for i := range maxKnots {
		k := p.add(Hitting, 0.1+rng.Float64())
		for c := range k.at {
			k.at[c], k.speed[c] = rng.NormFloat64(), rng.NormFloat64()
		}
		if i == 0 {
			k.sec = 0
		}
	}
	const d = 1e-6
	last, lastSpeed, _ := p.sample(0)
	for sec := d; sec < p.seconds(); sec += 0.013 {
		a, va, _ := p.sample(sec - d)
		b, vb, _ := p.sample(sec)
		for c := range a {
			require.InDelta(t, b[c]-a[c], d*vb[c], 1e-9)
			require.InDelta(t, va[c], vb[c], 1e-2)
		}
		last, lastSpeed = b, vb
	}
	_, _ = last, lastSpeed
}

func TestAStrokesNumbersAreAllBlended(t *testing.T) {
	var s Stroke
	for i, n := range s.numbers() {
		require.Same(t, reflect.ValueOf(&s).Elem().Field(i).Addr().Interface(), n)
	}
	require.Len(t, s.numbers(), reflect.TypeOf(s).NumField())
}

func TestAStepAllocatesNothing(t *testing.T) {
	e, c := engine(t), standing()
	cycle := 0
	require.Zero(t, testing.AllocsPerRun(300, func() {
		state := follow(&c, cycle)
		if e.Step(&state, &c) != Running {
			_ = e.Begin(forward(), &state, &c)
		}
		cycle++
	}))
}

func BenchmarkStep(b *testing.B) {
	e, err := New(DefaultConfig())
	if err != nil {
		b.Fatal(err)
	}
	c := standing()
	b.ReportAllocs()
	cycle := 0
	for b.Loop() {
		state := follow(&c, cycle)
		if e.Step(&state, &c) != Running {
			_ = e.Begin(forward(), &state, &c)
		}
		cycle++
	}
}

// tilting returns a state of a robot that stands on the right leg, whose sole has tilted by an angle about the x axis.
func tilting(c *nao.Command, cycle int, rollRad float64) nao.State {
	s := follow(c, cycle)
	s.Angles[0] = rollRad
	return s
}

// On ground that yields under the outer edge the ankle follows the sole, and the centre of pressure moves nevertheless.
func TestTheAnkleFollowsATiltingSole(t *testing.T) {
	turn := func(gain float64) float64 {
		cfg := DefaultConfig()
		cfg.TiltGain, cfg.CaptureGain, cfg.WaitSec, cfg.Compliance = gain, 0, 0, 0
		cfg.AngleSec = 0 // the tilt comes without the gyroscope
		e, err := New(cfg)
		require.NoError(t, err)
		c := standing()
		begin(t, e, forward(), &c)
		for cycle := 1; e.Phase() != Lifting; cycle++ {
			s := tilting(&c, cycle, 0)
			e.Step(&s, &c)
		}
		start := c
		for cycle := range 6 {
			s := tilting(&start, 200+cycle, 0.05) // its right side is down
			e.Step(&s, &c)
		}
		return c.Position[nao.RAnkleRoll]
	}
	require.Greater(t, turn(0.5), turn(0)+0.01)
}

// The body's own filter lags on some robots: what the gyroscope measures counts at once, and what it drifts by is corrected.
func TestTheBalanceDoesNotWaitForAnglesThatLag(t *testing.T) {
	cfg := DefaultConfig()
	dtSec := nao.CyclePeriod.Seconds()
	var b balance
	state := nao.State{}
	b.sense(&cfg, &state, dtSec)
	b.known = true
	const rate, lag = 0.5, 5 // rad/s, cycles
	for cycle := 1; cycle <= 6; cycle++ {
		state.Gyroscope[1], state.Angles[1] = rate, rate*dtSec*float64(max(cycle-lag, 0))
		b.sense(&cfg, &state, dtSec)
	}
	truth := 6 * rate * dtSec
	require.Less(t, math.Abs(truth-b.angles[1]), 0.85*(truth-state.Angles[1]), "it lags by less")

	state.Gyroscope[1], state.Angles[1] = 0.004, 0.02 // a bias
	for range 200 {
		b.sense(&cfg, &state, dtSec)
	}
	require.InDelta(t, 0.02, b.angles[1], 0.0015)
}

// The foot does not lift before the capture point is where the plan has it, or before the robot has waited long enough.
func TestTheFootLiftsWhenTheBalanceHasCome(t *testing.T) {
	cycles := func(waitSec float64) int {
		cfg := DefaultConfig()
		cfg.WaitSec, cfg.Compliance, cfg.TiltGain, cfg.CaptureGain = waitSec, 0, 0, 0
		e, err := New(cfg)
		require.NoError(t, err)
		c := standing()
		begin(t, e, forward(), &c)
		for cycle := 1; cycle < 500; cycle++ {
			s := tilting(&c, cycle, 0.1) // the centre of mass stays 2.6 cm off
			e.Step(&s, &c)
			if e.Phase() == Lifting {
				return cycle
			}
		}
		return 0
	}
	require.InDelta(t, 50, float64(cycles(1.2)-cycles(0.6)), 1)
	require.InDelta(t, 50, float64(cycles(0.6)-cycles(0)), 1)
}

// On a slope the centre of mass is not where the command has it: the shift begins where it is measured, without a jump, and ends
// so much farther.
func TestTheShiftBeginsWhereTheBodyMeasuresItsWeight(t *testing.T) {
	e, c := engine(t), standing()
	state := follow(&c, 0)
	state.Angles[1] = 0.05
	require.NoError(t, e.Begin(forward(), &state, &c))
	ahead := e.measured[comX] - e.start[comX]
	require.InDelta(t, 0.27*0.05, ahead, 2e-3)
	require.InDelta(t, -ahead, e.balance.comX, 1e-12)
	state.Time += nao.CyclePeriod
	before := c.Position
	e.Step(&state, &c)
	require.InDelta(t, 0, e.balance.offX, 1e-3)
	for j := range before {
		require.InDelta(t, before[j], c.Position[j], 0.003, "%s", nao.Joint(j))
	}
}

// A foot that swings while it still touches the ground trips the robot.
func TestTheFootRisesBeforeItSwings(t *testing.T) {
	e, c := engine(t), standing()
	begin(t, e, forward(), &c)
	from, _, _ := e.path.sample(0)
	for sec := 0.0; sec < e.cfg.ShiftSec+e.cfg.RaiseSec; sec += 0.01 {
		at, _, _ := e.path.sample(sec)
		require.InDelta(t, from[footX], at[footX], 1e-12)
	}
	at, _, _ := e.path.sample(e.cfg.ShiftSec + e.cfg.RaiseSec)
	require.InDelta(t, from[footZ]+e.cfg.RaiseM, at[footZ], 1e-3)
}
