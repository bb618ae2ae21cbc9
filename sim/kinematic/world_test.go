package kinematic

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/motion"
	"gonao/motion/kick"
	"gonao/nao"
	"gonao/nao/preset"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

const cycle = 12 * time.Millisecond

func world(t testing.TB, figures, on string, n int, seed uint64) *World {
	t.Helper()
	p, err := preset.Load(figures)
	require.NoError(t, err)
	f, err := field.Load(on)
	require.NoError(t, err)
	w, err := New(p, f, n, seed)
	require.NoError(t, err)
	return w
}

// exact returns a world without errors.
func exact(t testing.TB, n int) *World {
	t.Helper()
	w := world(t, "nao", "spl", n, 1)
	p := *w.Preset
	p.Walk.Error, p.Walk.Noise, p.Walk.Odometry, p.Walk.Drift = [3]float64{}, [3]float64{}, [3]float64{}, 0
	p.Falls.Collision, p.Falls.Walking, p.Falls.Kick, p.Falls.GetsUp = 0, 0, 0, 1
	p.Kicks.Error, p.Kicks.Direction, p.Ball.Scatter = 0, 0, 0
	f, err := field.Load("spl")
	require.NoError(t, err)
	w, err = New(&p, f, n, 1)
	require.NoError(t, err)
	return w
}

func run(w *World, d time.Duration) {
	for range int(d / cycle) {
		w.Step(cycle)
	}
}

// Random orders, seeds and numbers of robots: the same seed returns the same bytes, and nothing becomes NaN or leaves the
// carpet for ever.
func TestRandomOrdersReturnTheSameBytes(t *testing.T) {
	for i := range max(10, fuzzn.N(t)/400) {
		play := func() []byte {
			rng := rand.New(rand.NewPCG(uint64(i), 7))
			n := rng.IntN(6)
			w := world(t, []string{"nao", "naoisis2010"}[rng.IntN(2)], []string{"spl", "field2010"}[rng.IntN(2)], n, uint64(i))
			for k := range n {
				w.Place(k, plane.Pose{X: rng.NormFloat64(), Y: rng.NormFloat64(), Theta: 6 * rng.Float64()})
			}
			for range 400 {
				if rng.IntN(20) == 0 && n > 0 {
					askAnything(Mover{&w.Robots[rng.IntN(n)]}, rng)
				}
				w.Step(cycle)
				w.Ping()
			}
			require.True(t, plane.Finite(w.Ball.X, w.Ball.Y, w.Ball.VX, w.Ball.VY), "seed %d", i)
			require.LessOrEqual(t, math.Abs(w.Ball.X), w.Field.Length/2+w.Field.Border+1e-9)
			for k := range w.Robots {
				require.True(t, w.Robots[k].Pose.Finite(), "seed %d", i)
			}
			return w.Append(nil)
		}
		first := play()
		require.Equal(t, first, play(), "seed %d", i)
	}
}

// askAnything asks a robot for something at random.
func askAnything(m Mover, rng *rand.Rand) {
	_ = m.SetVelocity(motion.Velocity{X: wild(rng), Y: wild(rng), Yaw: wild(rng)})
	_ = m.SetHead(nao.HeadCommand{Yaw: wild(rng)})
	switch rng.IntN(5) {
	case 0:
		_, _ = m.Kick(motion.KickRequest{Direction: wild(rng), Distance: wild(rng), Foot: kick.Foot(rng.IntN(3))})
	case 1:
		_, _ = m.Save(motion.SaveRequest{Kind: motion.SaveKind(rng.IntN(4))})
	case 2:
		t, _ := m.GetUp()
		m.CancelTask(t)
	case 3:
		_, _ = m.GetUp()
	}
}

// walks has a robot walk.
func walks(w *World, i int, v motion.Velocity) { _ = Mover{&w.Robots[i]}.SetVelocity(v) }

func wild(rng *rand.Rand) float64 {
	switch rng.IntN(12) {
	case 0:
		return math.NaN()
	case 1:
		return math.Inf(1 - 2*rng.IntN(2))
	case 2:
		return 1e300
	}
	return rng.NormFloat64()
}

func TestAStepAllocatesNothing(t *testing.T) {
	w := world(t, "nao", "spl", 10, 3)
	for i := range w.Robots {
		w.Place(i, plane.Pose{X: 0.2 * float64(i), Y: 0.1 * float64(i%3)})
		walks(w, i, motion.Velocity{X: 0.2, Yaw: 0.3})
	}
	require.Zero(t, testing.AllocsPerRun(500, func() { w.Step(cycle); w.Ping() }))
}

func TestMovesAreScaledDownToTheLimits(t *testing.T) {
	p, err := preset.Load("naoisis2010")
	require.NoError(t, err)
	l := &p.Walk
	o := Move(l, 10, 0, 0, 1)
	require.InDelta(t, p.Walk.Forward, o.X, 1e-12)
	o = Move(l, 10, 10, 10, 1)
	x, y, turn := o.X/p.Walk.Forward, o.Y/p.Walk.Side, o.Yaw/p.Walk.Turn
	require.InDelta(t, 1, x*x+y*y+turn*turn, 1e-9)
	require.InDelta(t, o.X, o.Y, 1e-12, "as a whole")
	require.Equal(t, motion.Velocity{X: 0.05}, Move(l, 0.05, 0, 0, 1))
}

func TestARobotWalksAsFarAsItIsTold(t *testing.T) {
	w := exact(t, 1)
	w.Place(0, plane.Pose{X: -2, Theta: 0})
	walks(w, 0, motion.Velocity{X: 0.2})
	run(w, 6*time.Second)
	require.InDelta(t, 1.2, w.Robots[0].Pose.X+2, 0.06)
	require.InDelta(t, w.Robots[0].Pose.X+2, w.Robots[0].Odometry.X, 1e-9)
}

// The rectangles of NaOISIS, table 2, from both sides of every edge.
func TestAKickMovesOnlyABallInItsRectangle(t *testing.T) {
	p, err := preset.Load("naoisis2010")
	require.NoError(t, err)
	const e = 1e-6
	for kick, r := range rectangles {
		k := Kick(kick)
		for _, in := range [][2]float64{{r.minX + e, r.minY + e}, {r.maxX - e, r.maxY - e}, {r.minX + e, r.maxY - e}, {r.maxX - e, r.minY + e}} {
			require.True(t, k.Admits(in[0], in[1]))
			_, _, ok := trajectory(&p.Kicks, k, in[0], in[1], 1)
			require.True(t, ok)
		}
		for _, out := range [][2]float64{{r.minX - e, r.minY + e}, {r.maxX + e, r.maxY - e}, {r.minX + e, r.maxY + e}, {r.maxX - e, r.minY - e}} {
			require.False(t, k.Admits(out[0], out[1]))
		}
	}
}

func TestTheDirectionOfAKickFollowsTheFoot(t *testing.T) {
	p, err := preset.Load("naoisis2010")
	require.NoError(t, err)
	d, _, ok := trajectory(&p.Kicks, leftStraight, 0.15, 0.05, 1)
	require.True(t, ok)
	require.InDelta(t, 0, d, 1e-9, "the ball lies before the tip of the foot")
	d, _, _ = trajectory(&p.Kicks, leftStraight, 0.15, 0.08, 1)
	require.InDelta(t, math.Atan2(0.03, 0.05), d, 1e-9)
	d, _, _ = trajectory(&p.Kicks, RightSide, extendX, 0.05, 1)
	require.InDelta(t, math.Pi/2, d, 1e-9)
	_, straight, _ := trajectory(&p.Kicks, leftStraight, 0.15, 0.05, 1)
	_, wrong, ok := trajectory(&p.Kicks, LeftSide, 0.15, 0.05, 1)
	require.True(t, ok, "a side kick from the wrong side is a straight kick of reduced speed")
	require.Less(t, wrong, straight)
	require.Positive(t, wrong)
}

func TestAKickedBallRollsItsDistance(t *testing.T) {
	w := exact(t, 1)
	w.Place(0, plane.Pose{X: -2})
	w.PlaceBall(-1.85, 0.05)
	m := Mover{&w.Robots[0]}
	task, err := m.Kick(motion.KickRequest{Foot: kick.LeftFoot, Distance: w.Preset.Kicks.Straight.Distance / 2})
	require.NoError(t, err)
	run(w, 100*time.Millisecond)
	require.Equal(t, motion.Kicking, m.State())
	require.Equal(t, motion.Playing, m.Report(task).Outcome)
	_, err = m.Kick(motion.KickRequest{})
	require.ErrorIs(t, err, motion.ErrNotReady, "one at a time")
	run(w, 8*time.Second)
	require.Equal(t, motion.Finished, m.Report(task).Outcome)
	require.InDelta(t, w.Preset.Kicks.Straight.Distance/2, w.Ball.X+1.85, 0.05)
	require.Zero(t, w.Ball.Speed())
}

// The five collisions of section 3.2.
func TestCollisions(t *testing.T) {
	kinds := func(w *World, d time.Duration) map[ContactKind]int {
		seen := map[ContactKind]int{}
		for range int(d / cycle) {
			w.Step(cycle)
			for _, c := range w.Contacts {
				seen[c.Kind]++
			}
		}
		return seen
	}
	w := exact(t, 2)
	w.Place(0, plane.Pose{X: -0.5})
	w.Place(1, plane.Pose{X: 0.5, Theta: math.Pi})
	walks(w, 0, motion.Velocity{X: 0.2})
	walks(w, 1, motion.Velocity{X: 0.2})
	require.Positive(t, kinds(w, 5*time.Second)[MovingRobots])
	require.Greater(t, w.Robots[1].Pose.X-w.Robots[0].Pose.X, 0.15, "they do not walk through each other")

	w = exact(t, 2)
	w.Place(0, plane.Pose{X: -0.5})
	w.Place(1, plane.Pose{X: 0.2})
	walks(w, 0, motion.Velocity{X: 0.2})
	seen := kinds(w, 5*time.Second)
	require.Positive(t, seen[StandingRobot])
	require.Zero(t, seen[MovingRobots])

	w = exact(t, 1)
	y := w.Field.GoalWidth/2 + w.Field.PostRadius
	w.Place(0, plane.Pose{X: w.Field.GoalX - 0.6, Y: y})
	walks(w, 0, motion.Velocity{X: 0.2})
	require.Positive(t, kinds(w, 6*time.Second)[Goalpost])
	require.Less(t, w.Robots[0].Pose.X, w.Field.GoalX-w.Field.PostRadius, "it stops at the post")

	w = exact(t, 1)
	w.Place(0, plane.Pose{})
	w.Ball = Ball{X: 1, VX: -1.2}
	require.Positive(t, kinds(w, 2*time.Second)[MovingBall])
	require.Positive(t, w.Ball.X, "the ball bounces back")

	w = exact(t, 1)
	w.Place(0, plane.Pose{})
	w.PlaceBall(0.3, 0)
	walks(w, 0, motion.Velocity{X: 0.2})
	require.Positive(t, kinds(w, 3*time.Second)[StillBall])
	require.Greater(t, w.Ball.X, 0.35)
}

func TestSonarsHearWhatIsInTheirTrapezium(t *testing.T) {
	w := world(t, "naoisis2010", "field2010", 2, 1)
	p := *w.Preset
	p.Sonar.Noise = 0
	w.Preset = &p
	w.Place(0, plane.Pose{})
	for _, row := range []struct {
		x, y        float64
		left, right bool
	}{
		{0.5, 0.18, true, false}, {0.5, -0.18, false, true}, {1.2, 0.4, false, false}, {-0.5, 0, false, false}, {0, 0.5, false, false},
	} {
		w.Place(1, plane.Pose{X: row.x, Y: row.y})
		w.Ping()
		require.Equal(t, row.left, !math.IsInf(w.Robots[0].Sonar[0], 1), "left, %g %g", row.x, row.y)
		require.Equal(t, row.right, !math.IsInf(w.Robots[0].Sonar[1], 1), "right, %g %g", row.x, row.y)
	}
}

func TestWhatABodyWithoutJointsCannotDoIsUnsupported(t *testing.T) {
	w := exact(t, 1)
	w.Place(0, plane.Pose{})
	m := Mover{&w.Robots[0]}
	_, walking := m.KickWalking(motion.KickRequest{})
	_, posture := m.Posture("sit")
	_, play := m.Play("wave")
	for _, err := range []error{walking, posture, play} {
		require.ErrorIs(t, err, motion.ErrUnsupported)
	}
	_, err := m.Kick(motion.KickRequest{Direction: math.Pi})
	require.ErrorIs(t, err, motion.ErrUnreachable)
	task, err := m.GetUp()
	require.NoError(t, err)
	require.Equal(t, motion.Finished, m.Report(task).Outcome, "it stands")
}

func TestARobotThatFellGetsUp(t *testing.T) {
	w := exact(t, 1)
	w.Place(0, plane.Pose{})
	w.Robots[0].fall()
	_, err := Mover{&w.Robots[0]}.GetUp()
	require.NoError(t, err)
	run(w, 3*time.Second)
	require.Equal(t, GettingUp, w.Robots[0].Posture)
	run(w, 6*time.Second)
	require.Equal(t, Upright, w.Robots[0].Posture)
}

func TestARobotGivesUpToGetUp(t *testing.T) {
	w := exact(t, 1)
	w.Preset.Falls.GetsUp = 0
	w.Place(0, plane.Pose{})
	w.Robots[0].fall()
	m := Mover{&w.Robots[0]}
	task, err := m.GetUp()
	require.NoError(t, err)
	run(w, 3*time.Second)
	require.Equal(t, motion.Playing, m.Report(task).Outcome, "it tries again")
	run(w, 60*time.Second)
	require.Equal(t, motion.GaveUp, m.Report(task).Outcome)
	require.Equal(t, Fallen, w.Robots[0].Posture)
}

func TestARobotWalksToAPlaceUntilAVelocityComes(t *testing.T) {
	w := exact(t, 1)
	w.Place(0, plane.Pose{X: 1, Y: 1, Theta: math.Pi / 2})
	m := Mover{&w.Robots[0]}
	task, err := m.WalkTo(0.5, -0.3, 0.7, 0)
	require.NoError(t, err)
	run(w, time.Second)
	require.Equal(t, motion.Walking, m.State())
	require.InDelta(t, 0.7, m.Report(task).Left.Yaw+w.Robots[0].Pose.Theta-math.Pi/2, 0.1)
	run(w, 20*time.Second)
	require.Equal(t, motion.Report{Outcome: motion.Finished}, m.Report(task))
	at := w.Robots[0].Pose
	require.InDelta(t, 1.3, at.X, 0.03)
	require.InDelta(t, 1.5, at.Y, 0.03)
	require.InDelta(t, math.Pi/2+0.7, at.Theta, 0.06)
	again, err := m.WalkTo(1, 0, 0, 0.5)
	require.NoError(t, err)
	require.Equal(t, motion.Finished, m.Report(task).Outcome, "the last but one is remembered")
	run(w, time.Second)
	require.NoError(t, m.SetVelocity(motion.Velocity{}))
	require.Equal(t, motion.Preempted, m.Report(again).Outcome)
	_, err = m.WalkTo(math.NaN(), 0, 0, 0)
	require.ErrorIs(t, err, motion.ErrBadGoal)
}

func TestABlockStopsABallBesideTheFeet(t *testing.T) {
	for _, block := range []bool{true, false} {
		w := exact(t, 1)
		w.Place(0, plane.Pose{})
		w.Ball = Ball{X: 1, Y: 0.17, VX: -1.5}
		if block {
			_, err := Mover{&w.Robots[0]}.Save(motion.SaveRequest{Kind: motion.SaveBlock})
			require.NoError(t, err)
		}
		run(w, 1100*time.Millisecond)
		require.Equal(t, block, w.Ball.X > 0, "block %v", block)
	}
}

func BenchmarkStep(b *testing.B) {
	w := world(b, "nao", "spl", 10, 3)
	for i := range w.Robots {
		w.Place(i, plane.Pose{X: 0.8 * float64(i-5), Y: float64(i%3) - 1})
		walks(w, i, motion.Velocity{X: 0.1, Yaw: 0.3})
	}
	b.ReportAllocs()
	for b.Loop() {
		w.Step(cycle)
	}
}
