package localization

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

func gazeOn(t *testing.T, name string) *Gaze {
	t.Helper()
	f, err := field.Load(name)
	require.NoError(t, err)
	return &Gaze{Field: f.Map(), View: View{WidthRad: 0.95, NearM: 0.3, FarM: 4.5, HeightM: 0.5, TiltDev: 0.017}, Limit: math.Pi / 2, Dwell: 700 * time.Millisecond}
}

func TestALostRobotLooksAllAround(t *testing.T) {
	g := gazeOn(t, "spl")
	var seen []float64
	for i := range 100 {
		seen = append(seen, g.Yaw(&Estimate{Stamp: time.Duration(i) * 100 * time.Millisecond}))
	}
	for yaw := -g.Limit; yaw <= g.Limit; yaw += 0.1 {
		nearest := math.Inf(1)
		for _, s := range seen {
			nearest = min(nearest, math.Abs(s-yaw))
		}
		require.Less(t, nearest, 0.5*g.View.WidthRad, "%.1f rad is in view at times", yaw)
	}
}

func TestARobotThatKnowsItsPlaceLooksToTheFieldAndComesRound(t *testing.T) {
	g := gazeOn(t, "spl")
	// At the left touchline, looking along it: the field is to the right.
	e := Estimate{Pose: plane.Pose{X: -1, Y: 3}, Cov: plane.Cov3{XX: 0.01, YY: 0.01, TT: 0.01}, Localized: true}
	right, low, high := 0, math.Inf(1), math.Inf(-1)
	for i := range 100 {
		e.Stamp = time.Duration(i+1) * 100 * time.Millisecond
		yaw := g.Yaw(&e)
		if yaw < 0.3 {
			right++
		}
		low, high = min(low, yaw), max(high, yaw)
	}
	require.Greater(t, right, 70)
	require.Greater(t, high-low, 0.5)
	require.Zero(t, testing.AllocsPerRun(50, func() { e.Stamp += time.Second; g.Yaw(&e) }))
}

func TestAClockThatWentBackDoesNotStopTheHead(t *testing.T) {
	g := gazeOn(t, "spl")
	g.Yaw(&Estimate{Stamp: time.Hour})
	first := g.Yaw(&Estimate{Stamp: time.Second})
	require.NotEqual(t, first, g.Yaw(&Estimate{Stamp: 2 * time.Second}))
}
