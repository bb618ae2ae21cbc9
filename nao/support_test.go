package nao_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

func standing() [nao.NumLegs]nao.Pose {
	return [nao.NumLegs]nao.Pose{nao.Translation(r3.Vec{Y: 0.05}), nao.Translation(r3.Vec{Y: -0.05})}
}

func TestTheSupportPolygonIsTheHullOfTheTouchingSoles(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for range 100 {
		soles := standing()
		for leg := range soles {
			p := soles[leg].P
			soles[leg] = nao.RollPitchYaw(0, 0, rng.NormFloat64())
			soles[leg].P = r3.Add(p, r3.Vec{X: 0.1 * rng.NormFloat64(), Y: 0.1 * rng.NormFloat64()})
		}
		touches := [nao.NumLegs]bool{rng.IntN(2) == 0, rng.IntN(2) == 0}
		h := nao.SupportPolygon(soles, touches)
		if touches == [nao.NumLegs]bool{} {
			require.Zero(t, h.Len())
			require.False(t, h.Contains(r2.Vec{}))
			continue
		}
		outlines := 0.0
		for leg := range nao.Leg(nao.NumLegs) {
			if !touches[leg] {
				continue
			}
			outlines = 0.0118 // one sole
			for _, c := range nao.SoleOutline(leg) {
				p := soles[leg].Apply(r3.Vec{X: c[0], Y: c[1]})
				require.Greater(t, h.Margin(r2.Vec{X: p.X, Y: p.Y}), -1e-12, "every corner is inside")
			}
		}
		require.Greater(t, h.Area(), outlines)
		require.True(t, h.Contains(h.Centroid()))
		for i := range h.Len() {
			a, b, c := h.Corner(i), h.Corner((i+1)%h.Len()), h.Corner((i+2)%h.Len())
			require.Positive(t, r2.Cross(r2.Sub(b, a), r2.Sub(c, b)), "convex, counter-clockwise")
		}
	}
}

func TestTheMarginIsTheDistanceToTheEdge(t *testing.T) {
	both := nao.SupportPolygon(standing(), [nao.NumLegs]bool{true, true})
	require.InDelta(t, 0.09942, both.Corner(nearestCorner(both, r2.Vec{X: 1, Y: 0.04})).X, 1e-9)
	require.InDelta(t, 0.0507, both.Margin(r2.Vec{}), 0.001, "the edge of the heels is 50.7 mm behind")
	require.InDelta(t, -0.9, both.Margin(r2.Vec{X: 1}), 0.001)
	one := nao.SupportPolygon(standing(), [nao.NumLegs]bool{true, false})
	require.False(t, one.Contains(r2.Vec{}), "between the feet nothing carries a robot on one leg")
	require.InDelta(t, one.Margin(r2.Vec{}), -r2.Norm(one.Nearest(r2.Vec{})), 1e-12)

	rng := rand.New(rand.NewPCG(43, 44))
	for range 500 { // walking by less than the margin never crosses the edge
		p := r2.Vec{X: 0.2 * rng.NormFloat64(), Y: 0.2 * rng.NormFloat64()}
		m := both.Margin(p)
		angle := 2 * math.Pi * rng.Float64()
		q := r2.Add(p, r2.Scale(0.999*math.Abs(m), r2.Vec{X: math.Cos(angle), Y: math.Sin(angle)}))
		require.Equal(t, m >= 0, both.Contains(q))
		near := both.Nearest(p)
		require.InDelta(t, max(-m, 0), r2.Norm(r2.Sub(near, p)), 1e-12)
		require.GreaterOrEqual(t, both.Margin(near), -1e-12)
	}
}

func nearestCorner(h nao.Polygon, p r2.Vec) int {
	best := 0
	for i := range h.Len() {
		if r2.Norm(r2.Sub(h.Corner(i), p)) < r2.Norm(r2.Sub(h.Corner(best), p)) {
			best = i
		}
	}
	return best
}

func TestTheSupportPolygonAllocatesNothing(t *testing.T) {
	soles := standing()
	require.Zero(t, testing.AllocsPerRun(100, func() {
		h := nao.SupportPolygon(soles, [nao.NumLegs]bool{true, true})
		h.Margin(r2.Vec{})
		h.Centroid()
	}))
}
