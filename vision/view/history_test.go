package view

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

const cycle = 12 * time.Millisecond

func posture(at time.Duration, yaw, roll float64) *Posture {
	p := &Posture{At: at, Angles: [2]float64{roll, 0}}
	p.Joints[nao.HeadYaw] = yaw
	return p
}

func TestAPostureBetweenTwoCyclesIsInterpolated(t *testing.T) {
	var h History
	var p Posture
	require.False(t, h.At(0, &p), "nothing is stored")
	for i := range 100 {
		require.True(t, h.Add(posture(time.Duration(i)*cycle, float64(i), 0)))
	}
	at := 90*cycle + cycle/4
	require.True(t, h.Covers(at))
	require.True(t, h.At(at, &p))
	require.InDelta(t, 90.25, p.Joints[nao.HeadYaw], 1e-9)
	require.Equal(t, at, p.At)
}

func TestOnlyNearTimesGetTheNearestPosture(t *testing.T) {
	var h History
	var p Posture
	for i := range 300 {
		h.Add(posture(time.Duration(i)*cycle, float64(i), 0))
	}
	require.False(t, h.Covers(300*cycle))
	require.True(t, h.At(302*cycle, &p))
	require.InDelta(t, 299, p.Joints[nao.HeadYaw], 0)
	require.False(t, h.At(303*cycle, &p), "three cycles late")
	require.True(t, h.At((299-historyLength)*cycle, &p), "a cycle before the oldest")
	require.False(t, h.At((296-historyLength)*cycle, &p))
}

func TestAClockThatGoesBackClearsTheHistory(t *testing.T) {
	var h History
	var p Posture
	h.Add(posture(time.Second, 1, 0))
	h.Add(posture(0, 2, 0))
	require.False(t, h.At(time.Second, &p))
	require.True(t, h.At(0, &p))
}

func TestRollThroughAHalfTurnTakesTheShortWay(t *testing.T) {
	var h History
	var p Posture
	h.Add(posture(0, 0, math.Pi-0.1))
	h.Add(posture(2*cycle, 0, -math.Pi+0.1))
	require.True(t, h.At(cycle, &p))
	require.InDelta(t, math.Pi, p.Angles[0], 1e-9)
}

func TestAPostureThatIsNotFiniteIsDropped(t *testing.T) {
	var h History
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		require.False(t, h.Add(posture(0, bad, 0)))
		require.False(t, h.Add(posture(0, 0, bad)))
		require.False(t, h.Add(&Posture{Turn: [3]float64{0, bad, 0}}))
	}
	require.False(t, h.Covers(0))
}
