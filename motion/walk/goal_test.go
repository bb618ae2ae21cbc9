package walk

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestAGoalIsTheMeanOfNoisyOnes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var g goal
	for range 30 {
		noise := func(sigma float64) float64 { return sigma * random.NormFloat64() }
		g.filter(place{}, place{1 + noise(0.02), noise(0.02), 0.5 + noise(0.03)}, 0.02, 0.03)
	}
	require.InDelta(t, 1, g.at.x, 0.015)
	require.InDelta(t, 0, g.at.y, 0.015)
	require.InDelta(t, 0.5, g.at.yaw, 0.03)
	require.Less(t, math.Sqrt(g.posVar), 0.01)
}

func TestOneGoalThatJumpsIsNotBelievedAndThreeAre(t *testing.T) {
	var g goal
	feed := func(x float64) { g.filter(place{}, place{x: x}, 0.02, 0.03) }
	for range 10 {
		feed(1)
	}
	feed(2)
	require.InDelta(t, 1, g.at.x, 1e-9)
	feed(1)
	feed(2)
	feed(2)
	require.InDelta(t, 1, g.at.x, 1e-9)
	feed(2)
	require.InDelta(t, 2, g.at.x, 1e-9)
}

func TestGoalsThatAreNoneAreRefusedInWords(t *testing.T) {
	p := newPuppet(t)
	require.ErrorIs(t, p.e.Feed([]Point{{X: math.NaN()}}, 0, 0), ErrNotFinite)
	require.ErrorIs(t, p.e.Feed([]Point{{X: 1}, {Yaw: math.Inf(1)}}, 0, 0), ErrNotFinite)
	for _, err := range []error{
		p.e.Feed(nil, 0, 0), p.e.Feed(make([]Point, mostVia+2), 0, 0),
		p.e.Feed([]Point{{X: 1}}, math.NaN(), 0), p.e.Feed([]Point{{X: 1}}, -1, 0), p.e.Feed([]Point{{X: 1}}, 0, 9),
	} {
		require.ErrorIs(t, err, errBadGoal)
	}
	p.run(200)
	require.Equal(t, Standing, p.e.Phase(), "none of them moved it")
}

func TestWayPointsArePassedInTheirOrder(t *testing.T) {
	g := goal{set: true, at: place{x: 3}, via: [mostVia]place{{x: 1}, {x: 2}}, vias: 2}
	next, ok := g.nextVia(place{})
	require.True(t, ok)
	require.InDelta(t, 1, next.x, 0)
	next, ok = g.nextVia(place{x: 0.9})
	require.True(t, ok)
	require.InDelta(t, 2, next.x, 0)
	next, ok = g.nextVia(place{x: 2.1, y: 0.25}) // beside it, and past it
	require.False(t, ok, "%+v", next)
}

func TestAFarGoalIsTurnedToAndANearOneIsNot(t *testing.T) {
	c := DefaultConfig()
	top := [axes]float64{c.MaxForward, c.MaxSide, c.MaxTurn}
	for _, row := range []struct {
		d     place
		ahead bool
	}{
		{place{x: 3, y: 2, yaw: -1}, true},
		{place{y: -2}, true},
		{place{x: -0.3, yaw: 0.2}, false},
		{place{y: 0.45}, false},
		{place{x: -0.8}, false}, // backward is quicker than two half turns
	} {
		var g goal
		g.chooseWay(row.d, top)
		require.Equal(t, row.ahead, g.ahead, "%+v", row.d)
	}
	v := ahead(vec2{-1, 0.1}, top)
	require.Zero(t, v.X, "it turns first")
	require.Greater(t, v.Yaw, 1.0)
}

func TestAStepToAGoalAllocatesNothing(t *testing.T) {
	p := newPuppet(t)
	require.NoError(t, p.e.Feed([]Point{{X: 1}, {X: 2, Y: 1}}, 0.02, 0.03))
	require.Zero(t, testing.AllocsPerRun(300, p.step))
}

func TestStepsThatSlowDownEndAtTheGoal(t *testing.T) {
	const change, periodSec = 0.1, 0.25
	for _, wayM := range []float64{0.002, 0.01, 0.05, 0.1, 0.4} {
		v := stoppable(wayM, change, periodSec)
		walked := 0.0
		for u := v; u > 1e-9; u -= change {
			walked += u * periodSec
		}
		require.InDelta(t, wayM, walked, 0.15*change*periodSec+1e-9, "from %g m/s", v)
	}
}

func TestTheStepThatClosesTheFeetMayEndATurn(t *testing.T) {
	const accel, decel = 0.7, 0.8 // of DefaultConfig
	c := DefaultConfig()
	turnFrom := func(yaw, opened, want float64, swing nao.Leg) float64 {
		return c.openFrom(Velocity{Yaw: yaw}, Velocity{Yaw: opened}, Velocity{Yaw: want}, swing).Yaw
	}
	require.InDelta(t, 0, turnFrom(2, 2, 0, nao.RightLeg), 0, "closing, turning left")
	require.InDelta(t, 1.5, turnFrom(2, 2, 1.5, nao.RightLeg), 1e-12)
	require.InDelta(t, 2, turnFrom(2, 2, 0, nao.LeftLeg), 0, "opening: no faster than it may sink")
	require.InDelta(t, 0.9, turnFrom(0, 1.2, 0.9, nao.LeftLeg), 1e-12, "opening again: on from the last one")
	require.InDelta(t, 2-decel, turnFrom(0, 2, 0.1, nao.LeftLeg), 1e-12, "a stride is two steps")
	require.InDelta(t, 1+accel, turnFrom(0, 1, 2, nao.LeftLeg), 1e-12)
	require.InDelta(t, accel, turnFrom(0, 0, 2, nao.LeftLeg), 1e-12, "from rest")
	require.InDelta(t, 0, turnFrom(0, 1.2, -0.9, nao.LeftLeg), 0, "the other way round: the other foot opens")
	require.InDelta(t, -0.08, c.openFrom(Velocity{}, Velocity{}, Velocity{Y: -0.2}, nao.RightLeg).Y, 1e-12, "the same sideways")
}

func TestATurnThatPutsTheGoalAsideComesLater(t *testing.T) {
	c := DefaultConfig()
	top := [axes]float64{c.MaxForward, c.MaxSide, c.MaxTurn}
	require.True(t, turnsLater(place{x: 1, yaw: 1}, top))
	require.False(t, turnsLater(place{x: 0.3, yaw: 1}, top), "it is near")
	require.False(t, turnsLater(place{y: 0.8, yaw: 1}, top), "the turn puts the goal ahead")
}

func TestASpeedThatSinksALittleIsNotLost(t *testing.T) {
	for _, row := range []struct{ from, to, next float64 }{
		{0.1, 0.08, 0.08},
		{0.1, 0, 0},
		{0.3, 0.2, 0.2},
		{0.3, 0.02, 0.11},
		{-0.1, -0.08, -0.08},
		{0.1, -0.2, -(1 - 0.1/0.19) * 0.1},
		{0.3, -0.2, 0.11},
		{0, -0.2, -0.1},
		{0.1, 0.3, 0.2},
	} {
		require.InDelta(t, row.next, changed(row.from, row.to, 0.1, 0.19), 1e-12, "%+v", row)
	}
}

func TestTheLegOfTheLongerWayStepsFirst(t *testing.T) {
	c := DefaultConfig()
	require.Equal(t, nao.LeftLeg, c.firstSwing(-0.001, 3), "a half turn to the left")
	require.Equal(t, nao.RightLeg, c.firstSwing(0.001, -3))
	require.Equal(t, nao.LeftLeg, c.firstSwing(0.5, -0.2), "aside to the left")
	require.Equal(t, nao.RightLeg, c.firstSwing(-0.5, 0.2))
}

func TestStandingStillIsPredictedAlikeOnBothSides(t *testing.T) {
	left, right := sway(Walking, nao.LeftLeg), sway(Walking, nao.RightLeg)
	require.InDelta(t, left.x, right.x, 0)
	require.InDelta(t, left.y, -right.y, 0)
	require.InDelta(t, left.yaw, -right.yaw, 0)
	require.Equal(t, place{}, sway(Standing, nao.LeftLeg), "it stands already")
}

// TestGoalsThatJumpAtEveryCallAreFollowedSafely feeds a goal elsewhere at every call: near, far, behind, turned, with any
// standard deviation. The planned speeds stay within those of the balance, and change from step to step no more than balance allows.
func TestGoalsThatJumpAtEveryCallAreFollowedSafely(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	p := newPuppet(t)
	c := DefaultConfig()
	last, steps := p.e.making, p.e.steps
	for i := range 4000 {
		if i%4 == 0 { // 21 Hz
			far := []float64{0.05, 1, 30}[random.IntN(3)]
			points := make([]Point, 1+random.IntN(4))
			for k := range points {
				points[k] = Point{far * random.NormFloat64(), far * random.NormFloat64(), 3 * random.NormFloat64()}
			}
			require.NoError(t, p.e.Feed(points, random.Float64(), random.Float64()))
		}
		p.step()
		plan := p.e.speed
		require.LessOrEqual(t, math.Hypot(math.Hypot(plan.X/max(c.PlanForward, c.PlanBackward), plan.Y/c.PlanSide), plan.Yaw/c.PlanTurn), 1+1e-9)
		if p.e.steps == steps {
			continue
		}
		// A step that closes the feet may drop a speed at once; none may gain more than two steps' worth.
		require.LessOrEqual(t, math.Abs(p.e.making.X-last.X), c.AccelX+c.DecelX+1e-9)
		require.LessOrEqual(t, math.Abs(p.e.making.Y), max(math.Abs(last.Y), math.Abs(p.e.opened.Y))+2*c.AccelY+1e-9)
		require.LessOrEqual(t, math.Abs(p.e.making.Yaw), max(math.Abs(last.Yaw), math.Abs(p.e.opened.Yaw))+2*c.AccelYaw+1e-9)
		last, steps = p.e.making, p.e.steps
	}
	require.Positive(t, steps, "it walked")
}
