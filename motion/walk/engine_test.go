package walk

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// puppet is a body without physics: joints are where they were commanded, the torso
// stays as level as commanded, and the lower foot bears the weight.
type puppet struct {
	e     *Engine
	state nao.State
	out   nao.Command
}

func newPuppet(t *testing.T) *puppet {
	t.Helper()
	e, err := New(DefaultConfig())
	require.NoError(t, err)
	p := &puppet{e: e}
	p.out.Position = nao.StandPosture()
	p.state.Position = p.out.Position
	p.state.Time = nao.CyclePeriod
	e.Begin(&p.state, &p.out)
	p.feel()
	return p
}

func (p *puppet) step() {
	p.state.Time += nao.CyclePeriod
	p.state.Cycle++
	p.e.Step(&p.state, &p.out)
	p.state.Position = p.out.Position
	p.state.Angles = [2]float64{0, p.e.torso.leanRad}
	p.feel()
}

func (p *puppet) run(cycles int) {
	for range cycles {
		p.step()
	}
}

// feel gives the weight to the lower sole, to both when they are level.
func (p *puppet) feel() {
	left := nao.SoleInTorso(nao.LeftLeg, &p.state.Position).P.Z
	right := nao.SoleInTorso(nao.RightLeg, &p.state.Position).P.Z
	share := clamp(0.5+(right-left)/0.004, 0, 1) // of the left one
	if p.e.stepping() && p.e.t > 0.9*p.e.period {
		share = (1 - side(p.e.support)) / 2 // the body rocks over to the foot that lands
	}
	for leg := range nao.Leg(nao.NumLegs) {
		p.press(leg, share)
		share = 1 - share
	}
}

// press puts a share of the weight on a foot, where the stand has its pivot.
func (p *puppet) press(leg nao.Leg, share float64) {
	first := nao.FSR(4 * leg)
	at := vec2{p.e.cfg.StandPivotX, 0}
	front := clamp((at.x+0.03)/0.1, 0, 1)
	in := first.InFoot()
	left := clamp((at.y-(in.Y-0.053))/0.053, 0, 1)
	for i, part := range [4]float64{front * left, front * (1 - left), (1 - front) * left, (1 - front) * (1 - left)} {
		p.state.FSR[int(first)+i] = 52 * share * part
	}
}

func TestNoTargetLeavesItsRangeAndNoJointJumpsHoweverTheVelocityChanges(t *testing.T) {
	p := newPuppet(t)
	require.NoError(t, p.e.Tune(DefaultConfig()))
	random := rand.New(rand.NewPCG(3, 4))
	before := p.out.Position
	for cycle := range 6000 {
		if random.IntN(20) == 0 { // at any phase of a step, beyond every limit too
			v := Velocity{random.NormFloat64() * 0.4, random.NormFloat64() * 0.3, random.NormFloat64() * 2}
			if random.IntN(4) == 0 {
				v = Velocity{}
			}
			require.NoError(t, p.e.SetVelocity(v))
		}
		if random.IntN(100) == 0 {
			_ = p.e.Kick(KickStep{Leg: nao.Leg(random.IntN(2)), BallX: 0.3, BallY: 0.05, Strength: 1})
		}
		p.state.Gyroscope = [3]float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
		p.state.Angles = [2]float64{0.1 * random.NormFloat64(), 0.1 * random.NormFloat64()}
		p.step()
		for j := range nao.Joint(nao.NumJoints) {
			low, high := j.Range()
			q := p.out.Position[j]
			require.True(t, q >= low && q <= high, "cycle %d: %s at %g", cycle, j, q)
			reach := j.MaxSpeed() * nao.CyclePeriod.Seconds()
			require.LessOrEqual(t, math.Abs(q-before[j]), reach+1e-9, "cycle %d: %s", cycle, j)
		}
		before = p.out.Position
	}
}

func TestAMirroredWishGivesTheMirroredGait(t *testing.T) {
	for _, v := range []Velocity{{X: 0.15, Y: 0.05}, {Y: 0.12}, {Yaw: 1}, {X: 0.1, Yaw: 0.6}} {
		a, b := newPuppet(t), newPuppet(t)
		a.run(80)
		b.run(80)
		require.NoError(t, a.e.SetVelocity(v))
		require.NoError(t, b.e.SetVelocity(Velocity{v.X, -v.Y, -v.Yaw}))
		for range 200 {
			a.step()
			b.step()
			mirrored := b.out.Position.Mirror()
			for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
				// The head's centre of mass is 1.5 mm to the left, the feet's sensors differ by 1 mm.
				require.InDelta(t, mirrored[j], a.out.Position[j], 0.03, "%v: %s", v, j)
			}
		}
	}
}

func TestAStepAllocatesNothing(t *testing.T) {
	p := newPuppet(t)
	p.run(80)
	require.NoError(t, p.e.SetVelocity(Velocity{0.2, 0.05, 0.3}))
	require.Zero(t, testing.AllocsPerRun(500, p.step))
}

func TestOdometryIsTheWayOfTheFeet(t *testing.T) {
	for _, v := range []Velocity{{X: 0.2}, {Y: 0.1}, {X: -0.1, Y: -0.05}} {
		p := newPuppet(t)
		p.e.cfg.HeadingHold, p.e.cfg.HeadingTrim = 0, 0 // its gyroscope feels no turn
		p.e.cfg.OdometryStep = 0                        // its feet do not slide
		p.run(80)
		require.NoError(t, p.e.SetVelocity(v))
		// The lower foot stands: the other's way over the ground is what both feet's
		// relative poses add up to.
		var stand place // of the standing foot in the world
		leg := nao.LeftLeg
		start := place{y: -DefaultConfig().Width / 2}
		for range 400 {
			p.step()
			soles := [2]place{placeOf(nao.SoleInTorso(0, &p.state.Position)), placeOf(nao.SoleInTorso(1, &p.state.Position))}
			if p.e.support != leg {
				stand = stand.mul(soles[leg].inverse().mul(soles[other(leg)]))
				leg = p.e.support
			}
		}
		r := robotIn(&p.e.est, leg)
		want := start.inverse().mul(stand.mul(r))
		o := p.e.Odometry()
		way := math.Hypot(want.x, want.y)
		require.Greater(t, way, 0.2, "%v", v)
		require.InDelta(t, want.x, o.X, 0.08*way+0.01, "%v", v)
		require.InDelta(t, want.y, o.Y, 0.08*way+0.01, "%v", v)
	}
}

func TestAVelocityThatIsNoNumberIsRefusedAndAGreatOneScaled(t *testing.T) {
	p := newPuppet(t)
	for _, v := range []Velocity{{X: math.NaN()}, {Y: math.Inf(1)}, {Yaw: math.Inf(-1)}} {
		require.ErrorIs(t, p.e.SetVelocity(v), ErrNotFinite)
	}
	require.ErrorIs(t, p.e.WalkTo(math.NaN(), 0, 0, 1), ErrNotFinite)
	require.Error(t, p.e.WalkTo(1, 0, 0, 0))
	require.ErrorIs(t, p.e.Kick(KickStep{BallX: math.NaN()}), ErrNotFinite)

	c := DefaultConfig()
	v := c.Limit(Velocity{10, 10, 100})
	n := math.Hypot(math.Hypot(v.X/c.MaxForward, v.Y/c.MaxSide), v.Yaw/c.MaxTurn)
	require.InDelta(t, 1, n, 1e-9)
	require.Equal(t, Velocity{0.1, 0, 0}, c.Limit(Velocity{X: 0.1}))
	require.InDelta(t, -c.MaxBackward, c.Limit(Velocity{X: -1}).X, 1e-9)
}

func TestItWalksToAPlaceAndStandsThere(t *testing.T) {
	for _, goal := range []place{{0.4, 0, 0}, {0.2, 0.2, 0}, {-0.2, -0.1, 0}} {
		p := newPuppet(t)
		p.run(80)
		require.NoError(t, p.e.WalkTo(goal.x, goal.y, goal.yaw, 1))
		for range 2000 {
			p.step()
			p.state.Gyroscope[2] = 0
			if p.e.Arrived() {
				break
			}
		}
		require.True(t, p.e.Arrived(), "%v: at %+v", goal, p.e.Odometry())
		require.Equal(t, Standing, p.e.Phase())
	}
}

func TestStoppedItStandsWithItsFeetSideBySide(t *testing.T) {
	p := newPuppet(t)
	p.run(80)
	require.NoError(t, p.e.SetVelocity(Velocity{0.2, 0.1, 0.5}))
	p.run(200)
	require.Equal(t, Walking, p.e.Phase())
	p.e.Stop()
	for n := 0; p.e.Phase() != Standing; n++ {
		require.Less(t, n, 300, "it does not stop")
		p.step()
	}
	f := p.e.foot()
	require.InDelta(t, 0, f.x, 0.025)
	require.InDelta(t, p.e.cfg.Width, math.Abs(f.y), 0.025)
}

func TestItStandsAfterBeginningWithoutAJump(t *testing.T) {
	p := newPuppet(t)
	first := p.out.Position
	p.step()
	for j := range nao.Joint(nao.NumJoints) {
		require.InDelta(t, first[j], p.out.Position[j], 0.002, j.String())
	}
	p.run(100)
	require.Equal(t, Standing, p.e.Phase())
	_, double := p.e.SupportLeg()
	require.True(t, double)
}

func TestEveryNumberHasANameARangeAndADefaultInIt(t *testing.T) {
	c := DefaultConfig()
	seen := map[string]bool{}
	for _, f := range c.Fields() {
		require.False(t, seen[f.Name], f.Name)
		seen[f.Name] = true
		require.Less(t, f.Min, f.Max, f.Name)
		require.NotEmpty(t, f.Doc, f.Name)
	}
	c.Period = math.NaN()
	_, err := New(c)
	require.ErrorContains(t, err, "walk: period: NaN: expected 0.15 to 0.5 s")
}

func TestATrunkThatTipsShortensTheSteps(t *testing.T) {
	c := DefaultConfig()
	for _, row := range []struct{ pitch, part float64 }{{0, 1}, {0.14, 1}, {0.225, 0.5}, {-0.225, 0.5}, {0.5, 0}, {-0.5, 0}} {
		s := estimator{pitch: c.Upright + row.pitch}
		require.InDelta(t, row.part, s.upright(&c), 1e-9, "%+v", row)
	}
}

func BenchmarkStep(b *testing.B) {
	e, err := New(DefaultConfig())
	require.NoError(b, err)
	p := &puppet{e: e}
	p.out.Position = nao.StandPosture()
	p.state.Position = p.out.Position
	p.feel()
	p.run(80)
	require.NoError(b, e.SetVelocity(Velocity{0.2, 0.05, 0.3}))
	b.ReportAllocs()
	for b.Loop() {
		p.step()
	}
}
