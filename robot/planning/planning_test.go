package planning

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

func planner(t testing.TB) *Tangents {
	t.Helper()
	p, err := NewTangents(DefaultConfig())
	require.NoError(t, err)
	return p
}

// plain returns a planner whose cost is the length alone.
func plain(t testing.TB) *Tangents {
	t.Helper()
	c := DefaultConfig()
	c.TurnCost, c.SideCost = 0, 0
	p, err := NewTangents(c)
	require.NoError(t, err)
	return p
}

func TestTheWayIsStraightWhenNothingStandsInIt(t *testing.T) {
	var p Plan
	r := Request{Start: plane.Pose{X: -2}, Goal: plane.Pose{X: 2, Y: 1}, Obstacles: []Obstacle{{X: 0, Y: 3, Radius: 0.5}}}
	require.NoError(t, planner(t).Plan(&r, &p))
	require.Equal(t, 1, p.Count)
	require.InDelta(t, math.Hypot(4, 1), p.Length, 1e-9)
	require.Equal(t, Straight, p.Side)
}

// Round one circle in the middle: two tangents of √(d² − r²) and an arc of 2 asin(r/d) r.
func TestTheWayRoundOneCircleIsTheShortest(t *testing.T) {
	var p Plan
	r := Request{Start: plane.Pose{X: -2}, Goal: plane.Pose{X: 2}, Obstacles: []Obstacle{{X: 0, Y: 0.01, Radius: 0.5}}}
	require.NoError(t, plain(t).Plan(&r, &p))
	require.Equal(t, 3, p.Count)
	require.InDelta(t, 2*math.Sqrt(4-0.25)+2*math.Asin(0.25)*0.5, p.Length, 0.01)
	require.Equal(t, LeftWise, p.Side, "the obstacle lies a little to the left: pass it on its right side, counterclockwise")
}

// fineSearch is Dijkstra's algorithm on points round the circles, 64 each: independent of tangents and arcs.
func fineSearch(r *Request) float64 {
	const around = 64
	points := [][2]float64{{r.Start.X, r.Start.Y}, {r.Goal.X, r.Goal.Y}}
	inside := func(x, y, share float64) bool {
		for _, o := range r.Obstacles {
			if math.Hypot(x-o.X, y-o.Y) < share*o.Radius {
				return true
			}
		}
		return false
	}
	for _, o := range r.Obstacles {
		for k := range around {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / around)
			x, y := o.X+1.002*o.Radius*cos, o.Y+1.002*o.Radius*sin
			if !inside(x, y, 1.001) {
				points = append(points, [2]float64{x, y})
			}
		}
	}
	free := func(a, b [2]float64) bool {
		dx, dy := b[0]-a[0], b[1]-a[1]
		l2 := dx*dx + dy*dy
		for _, o := range r.Obstacles {
			s := min(max(((o.X-a[0])*dx+(o.Y-a[1])*dy)/l2, 0), 1)
			if math.Hypot(o.X-a[0]-s*dx, o.Y-a[1]-s*dy) < 0.998*o.Radius {
				return false
			}
		}
		return true
	}
	cost := make([]float64, len(points))
	done := make([]bool, len(points))
	for i := range cost {
		cost[i] = math.Inf(1)
	}
	cost[0] = 0
	q := &queue{{0, 0}}
	for q.Len() > 0 {
		top := heap.Pop(q).(entry)
		if done[top.at] {
			continue
		}
		done[top.at] = true
		if top.at == 1 {
			return top.cost
		}
		for j := range points {
			d := math.Hypot(points[j][0]-points[top.at][0], points[j][1]-points[top.at][1])
			if !done[j] && d > 0 && top.cost+d < cost[j] && free(points[top.at], points[j]) {
				cost[j] = top.cost + d
				heap.Push(q, entry{cost[j], j})
			}
		}
	}
	return math.Inf(1)
}

type entry struct {
	cost float64
	at   int
}

type queue []entry

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(entry)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// scene returns a request on a field: start and goal outside the obstacles.
func scene(rng *rand.Rand, robots int) Request {
	at := func() (float64, float64) { return 9 * (rng.Float64() - 0.5), 6 * (rng.Float64() - 0.5) }
	for {
		var r Request
		r.Start.X, r.Start.Y = at()
		r.Goal.X, r.Goal.Y = at()
		r.Start.Theta, r.Goal.Theta = 6.28*rng.Float64(), 6.28*rng.Float64()
		if r.Start.Distance(r.Goal) < 3 {
			continue
		}
		for len(r.Obstacles) < robots {
			x, y := at()
			if math.Hypot(x-r.Start.X, y-r.Start.Y) > 0.8 && math.Hypot(x-r.Goal.X, y-r.Goal.Y) > 0.8 {
				r.Obstacles = append(r.Obstacles, Obstacle{X: x, Y: y, Radius: RobotRadius})
			}
		}
		return r
	}
}

func TestTheWayIsAsShortAsAFineSearchFinds(t *testing.T) {
	scenes := 20
	if !testing.Short() {
		scenes = 100
	}
	for seed := range uint64(scenes) {
		r := scene(rand.New(rand.NewPCG(seed, 2)), 7)
		var p Plan
		require.NoError(t, plain(t).Plan(&r, &p))
		want := fineSearch(&r)
		if p.Tight || math.IsInf(want, 1) {
			continue // no way: circles overlap from border to border
		}
		require.Less(t, p.Length, 1.005*want+0.01, "seed %d", seed)
		require.Greater(t, p.Length, 0.99*want-0.01, "seed %d", seed)
		for d := 0.0; d < p.Length; d += 0.02 {
			x, y, _ := p.At(d)
			for _, o := range r.Obstacles {
				require.Greater(t, math.Hypot(x-o.X, y-o.Y), o.Radius-1e-6, "seed %d at %.2f m", seed, d)
			}
		}
	}
}

func TestTheSideIsKeptUnlessTheOtherIsMuchShorter(t *testing.T) {
	p, plan := planner(t), Plan{}
	r := Request{Start: plane.Pose{X: -2}, Goal: plane.Pose{X: 2}, Obstacles: []Obstacle{{X: 0, Y: 0.05, Radius: 0.5}}, LastSide: RightWise}
	require.NoError(t, p.Plan(&r, &plan))
	require.Equal(t, RightWise, plan.Side, "a little longer")
	r.Obstacles[0].Y = 0.45
	require.NoError(t, p.Plan(&r, &plan))
	require.Equal(t, LeftWise, plan.Side, "much longer")
}

func TestTheRobotTurnsToTheNearerSide(t *testing.T) {
	p, plan := planner(t), Plan{}
	for _, heading := range []float64{1, -1} {
		r := Request{Start: plane.Pose{X: -1, Theta: heading}, Goal: plane.Pose{X: 1}, Obstacles: []Obstacle{{Radius: 0.5}}}
		require.NoError(t, p.Plan(&r, &plan))
		require.InDelta(t, heading, -float64(plan.Side), 1e-9, "it looks left and passes on the left, clockwise")
	}
}

func TestWrongNumbersAreRefused(t *testing.T) {
	p, plan := planner(t), Plan{}
	for _, r := range []Request{
		{Start: plane.Pose{X: math.NaN()}},
		{Goal: plane.Pose{Theta: math.Inf(1)}},
		{Goal: plane.Pose{X: 1}, Obstacles: []Obstacle{{X: math.NaN(), Radius: 1}}},
	} {
		require.Error(t, p.Plan(&r, &plan))
		require.Zero(t, plan.Count)
	}
	c := DefaultConfig()
	c.SpeedMPS = math.NaN()
	_, err := NewTangents(c)
	require.EqualError(t, err, "speed: NaN: expected 0.01 to 5 m/s")
}

// Behind a wall of obstacles the way is tight, and inside one it is blocked; a plan is there all the same.
func TestAWayThatDoesNotExistIsSaid(t *testing.T) {
	p, plan := planner(t), Plan{}
	r := Request{Goal: plane.Pose{X: 3}}
	for k := range 12 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 12)
		r.Obstacles = append(r.Obstacles, Obstacle{X: cos, Y: sin, Radius: 0.3})
	}
	require.NoError(t, p.Plan(&r, &plan))
	require.True(t, plan.Tight)
	for i := range r.Obstacles {
		r.Obstacles[i].Radius = 0.6
	}
	require.NoError(t, p.Plan(&r, &plan))
	require.True(t, plan.Blocked)
	require.Equal(t, 1, plan.Count)
}

// The last half metre goes round the ball: the robot reaches the kicking pose with its heading and never touches the ball.
func TestTheRobotGoesRoundTheBallToItsKickingPose(t *testing.T) {
	c := DefaultConfig()
	limits := Limits{ForwardMPS: 0.22, SideMPS: 0.12, TurnRadPerSec: 0.8}
	for k := range 16 {
		angle := 2 * math.Pi * float64(k) / 16
		goal := KickPose(1, 0.5, angle, 0.17, 0.05)
		pose := plane.Pose{X: -1, Y: 0.3, Theta: 0.5}
		r := Request{Goal: goal, Obstacles: []Obstacle{AroundBall(1, 0.5, goal)}}
		p, plan := planner(t), Plan{}
		arrived := false
		for i := 0; i < 600 && !arrived; i++ {
			r.Start = pose
			require.NoError(t, p.Plan(&r, &plan))
			r.LastSide = plan.Side
			var v Velocity
			v, arrived = c.Follow(&plan, pose, limits)
			pose = pose.Mul(plane.Pose{X: v.X * 0.1, Y: v.Y * 0.1, Theta: v.Yaw * 0.1})
			require.Greater(t, math.Hypot(pose.X-1, pose.Y-0.5), 0.13, "kick to %.0f°: the feet's middle keeps away from the ball", angle*57.3)
		}
		require.True(t, arrived, "kick to %.0f°", angle*57.3)
		require.Less(t, pose.Distance(goal), c.EndM)
	}
}

func TestAPlanAllocatesNothing(t *testing.T) {
	p, plan := planner(t), Plan{}
	rng := rand.New(rand.NewPCG(4, 4))
	r := scene(rng, 15)
	for i := range r.Obstacles {
		r.Obstacles[i].VX = 0.1
	}
	require.Zero(t, testing.AllocsPerRun(20, func() { _ = p.Plan(&r, &plan) }))
}

func TestPostsOfAFieldAreObstacles(t *testing.T) {
	f, err := field.Load("spl")
	require.NoError(t, err)
	require.Len(t, Posts(nil, f.Map()), 4)
}

func BenchmarkPlan(b *testing.B) {
	for _, moving := range []bool{false, true} {
		name := "15 obstacles"
		if moving {
			name = "15 moving obstacles"
		}
		b.Run(name, func(b *testing.B) {
			p, plan := planner(b), Plan{}
			var scenes [50]Request
			for i := range scenes {
				rng := rand.New(rand.NewPCG(uint64(i), 3))
				scenes[i] = scene(rng, 15)
				for k := range scenes[i].Obstacles {
					if moving {
						scenes[i].Obstacles[k].VX = 0.2 * rng.NormFloat64()
					}
				}
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				_ = p.Plan(&scenes[i%len(scenes)], &plan)
				i++
			}
		})
	}
}
