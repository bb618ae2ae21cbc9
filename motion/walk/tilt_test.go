package walk

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// walkTilted makes steps over a slope, in the frame of the odometry, with a body that tips by itself. The trunk tips by what the
// soles are not turned against.
func walkTilted(t *tilt, ground, body vec2, heading float64, steps int) {
	for range steps {
		for range 20 {
			off := ground.turned(-heading).add(body).sub(t.at)
			t.step(off, heading, true, 0.012)
		}
		t.beginStep(0.3, heading, true)
	}
}

func TestTheSolesComeToLieOnTheSlope(t *testing.T) {
	var k tilt
	ground := vec2{0.08, -0.07}
	walkTilted(&k, ground, vec2{}, 0, 40)
	require.InDelta(t, ground.x, k.at.x, tiltDead+1e-3)
	require.InDelta(t, ground.y, k.at.y, tiltDead+1e-3)
	require.Greater(t, k.at.x, 0.04)
}

// A robot that turned on the slope learns which part turns with it.
func TestASlopeStaysWhereItIsAndAFaultOfTheBodyTurnsWithIt(t *testing.T) {
	var k tilt
	ground, body := vec2{0.06, 0}, vec2{0, 0.05}
	for i := range 60 {
		walkTilted(&k, ground, body, float64(i%4)*math.Pi/2, 10)
	}
	for i := range 4 {
		heading := float64(i) * math.Pi / 2
		want := ground.turned(-heading).add(body)
		is := k.ground.turned(-heading).add(k.body)
		require.LessOrEqual(t, math.Abs(want.x-is.x), tiltDead+0.01)
		require.LessOrEqual(t, math.Abs(want.y-is.y), tiltDead+0.01)
	}
}

func TestASmallTiltAndAFallTeachNothing(t *testing.T) {
	var k tilt
	walkTilted(&k, vec2{0.8 * tiltDead, -0.8 * tiltDead}, vec2{}, 0, 20)
	require.Zero(t, k.at)
	for range 20 {
		k.step(vec2{0.6, 0}, 0, true, 0.012)
		k.beginStep(0.3, 0, true)
	}
	require.Zero(t, k.at)
}

// Downhill ahead and to the left, the soles point there, and stay below the torso.
func TestTurnedSolesPointDownhillBelowTheTorso(t *testing.T) {
	k := tilt{at: vec2{0.05, 0.03}}
	const height = 0.3
	middle := k.turn(nao.Translation(r3.Vec{Z: -height}), height)
	require.InDelta(t, 0, r3.Norm(r3.Sub(middle.P, r3.Vec{Z: -height})), 1e-12)
	require.InDelta(t, -0.05, middle.Rotate(r3.Vec{X: 1}).Z, 1e-3)
	require.InDelta(t, -0.03, middle.Rotate(r3.Vec{Y: 1}).Z, 1e-3)
	ahead := k.turn(nao.Translation(r3.Vec{X: 0.1, Z: -height}), height)
	require.InDelta(t, -height-0.005, ahead.P.Z, 1e-4)
}

// Lying and getting up a robot turns unseen: the slope that it learnt may lie anywhere then.
func TestARobotThatGotUpForgetsTheSlopeAndKeepsItsFaults(t *testing.T) {
	learnt := tilt{ground: vec2{0.05, 0}, body: vec2{0, 0.02}, at: vec2{0.05, 0.02}}
	k := learnt
	k.begin(2) // after a kick
	require.Equal(t, tilt{ground: learnt.ground, body: learnt.body}, k)
	k.begin(6)
	require.Equal(t, tilt{body: learnt.body}, k)
}
