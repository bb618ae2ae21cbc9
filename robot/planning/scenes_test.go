package planning

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/journal"
	"gonao/internal/proc"
)

// Figures of the scenes: our robot and seven others walk; they touch when their middles are closer than touch.
const (
	sceneSpeed = 0.22 // m/s
	othersMost = 0.15 // m/s
	touch      = 0.30 // m: twice a NAO's half width
	stepSec    = 0.1
	mostSec    = 120
)

// moved returns where an obstacle is after some seconds: it walks straight and turns back at the touchlines.
func moved(o Obstacle, sec float64) (x, y, vx, vy float64) {
	fold := func(p, v, half float64) (float64, float64) {
		p = math.Mod(p+v*sec+half, 4*half)
		if p < 0 {
			p += 4 * half
		}
		if p > 2*half {
			return 3*half - p, -v
		}
		return p - half, v
	}
	x, vx = fold(o.X, o.VX, 4.5)
	y, vy = fold(o.Y, o.VY, 3)
	return x, y, vx, vy
}

// movingScene returns a scene with seven robots that walk.
func movingScene(seed uint64) Request {
	rng := rand.New(rand.NewPCG(seed, 7))
	r := scene(rng, 7)
	for i := range r.Obstacles {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		speed := othersMost * rng.Float64()
		r.Obstacles[i].VX, r.Obstacles[i].VY = speed*cos, speed*sin
	}
	return r
}

// walkThrough walks to the goal, planning at 10 Hz, and returns how far it walked and how near another robot came.
func walkThrough(p *Tangents, scene Request) (walked, nearest float64, arrived bool, err error) {
	var plan Plan
	r := scene
	r.HalfLength, r.HalfWidth = 5.2, 3.7
	r.Obstacles = append([]Obstacle(nil), scene.Obstacles...)
	nearest = math.Inf(1)
	for s := 0.0; s < mostSec; s += stepSec {
		for i, o := range scene.Obstacles {
			q := &r.Obstacles[i]
			q.X, q.Y, q.VX, q.VY = moved(o, s)
			nearest = min(nearest, math.Hypot(q.X-r.Start.X, q.Y-r.Start.Y))
		}
		if r.Start.Distance(r.Goal) < 0.05 {
			return walked, nearest, true, nil
		}
		if err := p.Plan(&r, &plan); err != nil {
			return walked, nearest, false, err
		}
		r.LastSide = plan.Side
		x, y, _ := plan.At(min(sceneSpeed*stepSec, plan.Length))
		r.Start.Theta = math.Atan2(y-r.Start.Y, x-r.Start.X)
		walked += math.Hypot(x-r.Start.X, y-r.Start.Y)
		r.Start.X, r.Start.Y = x, y
	}
	return walked, nearest, false, nil
}

// optimum returns the least time to the goal as a distance, on a grid of 5 cm and steps of about 1.1 s: from all places that can be reached
// at one time, those within a step that are free at the next. Robots are seen only at the ends of steps, so the result is
// too small rather than too large. Independent of circles and tangents.
func optimum(scene Request) float64 {
	const cell, reach = 0.05, 5
	const nx, ny = 209, 149 // 10.4 × 7.4 m of carpet
	index := func(x, y float64) (int, int) { return int(math.Round(x/cell)) + nx/2, int(math.Round(y/cell)) + ny/2 }
	now, next := make([]bool, nx*ny), make([]bool, nx*ny)
	i, j := index(scene.Start.X, scene.Start.Y)
	gi, gj := index(scene.Goal.X, scene.Goal.Y)
	now[j*nx+i] = true
	for step := 1; float64(step)*reach*cell < mostSec*sceneSpeed; step++ {
		clear(next)
		for at, ok := range now {
			if !ok {
				continue
			}
			ai, aj := at%nx, at/nx
			if d := math.Hypot(float64(gi-ai), float64(gj-aj)); d <= reach {
				return (float64(step-1)*reach + d) * cell
			}
			for dj := -reach; dj <= reach; dj++ {
				for di := -reach; di <= reach; di++ {
					if di*di+dj*dj <= reach*reach && ai+di >= 0 && ai+di < nx && aj+dj >= 0 && aj+dj < ny {
						next[(aj+dj)*nx+ai+di] = true
					}
				}
			}
		}
		for _, o := range scene.Obstacles {
			x, y, _, _ := moved(o, float64(step)*reach*cell/sceneSpeed)
			oi, oj := index(x, y)
			n := int(o.Radius/cell) + 1
			for dj := -n; dj <= n; dj++ {
				for di := -n; di <= n; di++ {
					if a, b := oi+di, oj+dj; a >= 0 && a < nx && b >= 0 && b < ny && math.Hypot(float64(di), float64(dj))*cell < o.Radius {
						next[b*nx+a] = false
					}
				}
			}
		}
		now, next = next, now
	}
	return math.Inf(1)
}

// crossing is how the robot walked through a scene.
type crossing struct {
	Walked, Nearest, Shortest float64 // m
	Arrived                   bool
}

// Scenes 1 to 1000 tune, 1001 to 5000 check: SCENES=500 FIRST=1001 go test -v -run SevenMovingRobots ./planning. JOURNAL keeps what has finished.
func TestTheRobotWalksThroughSevenMovingRobots(t *testing.T) {
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	usual := 40
	if testing.Short() {
		usual = 12
	}
	count, first := number("SCENES", usual), number("FIRST", 1001)
	ctx, stop := proc.WithInterrupt()
	defer stop()
	keys := make([]journal.Key, count)
	for i := range keys {
		keys[i] = journal.Key{Name: "scene", Seed: uint64(first + i)}
	}
	p := planner(t)
	touched, late := 0, 0
	walked, shortest := 0.0, 0.0
	_, err := journal.RunIn(ctx, os.Getenv("JOURNAL"), keys, journal.Options{Workers: 1}, func(_ context.Context, i int) (c crossing, err error) {
		s := movingScene(keys[i].Seed)
		if c.Walked, c.Nearest, c.Arrived, err = walkThrough(p, s); c.Arrived {
			c.Shortest = optimum(s)
		}
		return c, err
	}, func(i int, c crossing) {
		if c.Nearest < touch {
			touched++
			t.Logf("scene %d: %.2f m", keys[i].Seed, c.Nearest)
		}
		if n := i + 1; n%50 == 0 {
			t.Logf("%d of %d scenes", n, count)
		}
		if !c.Arrived {
			late++
			return
		}
		walked += c.Walked
		shortest += c.Shortest
	})
	require.NoError(t, err)
	t.Logf("%d scenes: %d touched, %d not there in %d s, way %.3f of the optimum", count, touched, late, mostSec, walked/shortest)
	require.LessOrEqual(t, touched, count/100)
	require.LessOrEqual(t, late, count/100)
	require.Less(t, walked, 1.10*shortest)
}
