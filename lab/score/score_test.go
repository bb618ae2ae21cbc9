package score

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts"
)

// looking is the pose of a camera at the origin that looks along the world's x,
// turned left by yaw.
func looking(yaw float64) nao.Pose {
	optical := nao.Pose{R: [9]float64{0, 0, 1, -1, 0, 0, 0, -1, 0}}
	return nao.Rotation(r3.Vec{Z: 1}, yaw).Mul(optical)
}

func TestTruthGivesErrorAndSpeedOfACirclingBall(t *testing.T) {
	const speed, lag = 0.6, 0.05 // rad/s, rad
	var h Truth
	for i := range 100 {
		at := time.Duration(i) * nao.CyclePeriod
		phi := speed * at.Seconds()
		h.Add(at, looking(phi-lag), r3.Vec{X: math.Cos(phi), Y: math.Sin(phi)})
	}
	errorRad, got, ok := h.At(50 * nao.CyclePeriod)
	require.True(t, ok)
	require.InDelta(t, lag, errorRad, 1e-9)
	require.InDelta(t, speed, got, 0.2*speed)

	_, _, ok = h.At(10 * time.Second)
	require.False(t, ok, "a time that is not remembered has no truth")
}

func TestTruthForgetsWhenTimeGoesBack(t *testing.T) {
	var h Truth
	h.Add(5*time.Second, looking(0), r3.Vec{X: 1})
	h.Add(0, looking(0), r3.Vec{X: 1})
	_, _, ok := h.At(5 * time.Second)
	require.False(t, ok)
}

func TestFollowingCountsFromTheLockAndNotAfterAChange(t *testing.T) {
	var f Following
	frame := func(sec float64, target string, errDeg, speedDeg float64) {
		f.Add(Frame{sec, target, true, errDeg * math.Pi / 180, speedDeg * math.Pi / 180})
	}
	frame(0.0, "red", 40, 30) // not locked yet
	frame(0.5, "red", 3, 30)  // locked, but too soon after the change
	frame(0.8, "red", 1, 30)
	frame(0.9, "red", 5, 10) // slow
	frame(1.0, "green", 50, 30)
	frame(1.4, "green", 5, 30) // locked
	frame(2.0, "green", 3, 30)
	frame(3.0, "", 90, 30) // dancing
	frame(9.0, "green", 20, 30)
	frame(9.8, "green", 20, 30) // never locked again, but it counts

	s := f.Summary()
	require.Equal(t, 4, s.Frames)
	require.InDelta(t, 1.0, s.SeenRatio, 0)
	require.InDelta(t, 0.75, s.FastShare, 1e-9)
	require.InDelta(t, 3.0, s.MedianErrorDeg, 1e-9)
	require.InDelta(t, 20.0, s.P95ErrorDeg, 1e-9)
	require.InDeltaSlice(t, []float64{0.5, 0.4}, s.AcquisitionSec, 1e-9)
	require.False(t, s.Verdicts()["following.p95_error_deg"].Met)
}

func TestNothingCountedIsNoGoodResult(t *testing.T) {
	var f Following
	for _, v := range f.Summary().Verdicts() {
		require.False(t, v.Met)
	}
}

func TestARecordJudgesImagesByTheirMoment(t *testing.T) {
	r := NewRecord("green", "red")
	r.Transition(time.Second, Transition{0, "followBall/red", "", "followBall/red"})
	r.Transition(5*time.Second, Transition{4, "dance/right", "followBall/red", "dance/right"})
	for i := range 1000 {
		at := time.Duration(i) * nao.CyclePeriod
		phi := 0.5 * at.Seconds()
		ball := r3.Vec{X: math.Cos(phi), Y: math.Sin(phi)}
		r.Truth(at, looking(phi-0.02), map[string]r3.Vec{"red": ball, "green": {X: -1}})
		if i%3 == 0 {
			r.Image(redBall(at, 0.02))
		}
	}
	s := r.Snapshot()
	require.InDelta(t, (4-settleSec)/0.036, s.Following.Frames, 2, "only what was taken while following counts")
	require.InDelta(t, 0.02*180/math.Pi, s.Following.MedianErrorDeg, 1e-6)
	require.InDelta(t, 1.0, s.Following.SeenRatio, 0)
	require.NotEmpty(t, s.Errors)
	require.Less(t, s.Errors[len(s.Errors)-1].TSec, 4.0)
}

func TestAMachineThatStartsAgainIsMeasuredAnew(t *testing.T) {
	r := NewRecord("red")
	at := time.Duration(0)
	follow := func(d time.Duration, errorRad float64) {
		r.Transition(at, Transition{0, "followBall/red", "", "followBall/red"})
		for end := at + d; at < end; at += nao.CyclePeriod {
			r.Truth(at, looking(-errorRad), map[string]r3.Vec{"red": {X: 1}})
			r.Image(redBall(at, errorRad))
		}
	}
	follow(20*time.Second, 0.1)
	r.PositionReached()
	follow(5*time.Second, 0.02)
	s := r.Snapshot()
	require.InDelta(t, (5-settleSec)/0.012, s.Following.Frames, 20, "of the second start alone")
	require.InDelta(t, 0.02*180/math.Pi, s.Following.AllMedianDeg, 1e-6)
	require.Zero(t, s.Positions)
	for i := range s.Errors[1:] {
		require.Greater(t, s.Errors[i+1].TSec, s.Errors[i].TSec, "one time line")
	}
}

func TestTraceVerdictsFindEachMoment(t *testing.T) {
	trace := []Transition{
		{0, "followBall/red", "", "followBall/red"},
		{8.02, "followBall/green", "followBall/red", "followBall/green"},
		{10.1, "dance/right", "followBall/green", "dance/right"},
		{20.3, "followBall/green", "dance/left", "followBall/green"},
	}
	v := TraceVerdicts(trace, PaperTrace(), 22)
	require.Len(t, v, 4, "26 s is after the end of the run")
	require.True(t, v["trace.followBall_green_at_8s"].Met)
	require.True(t, v["trace.dance_at_10s"].Met)
	require.False(t, v["trace.followBall_green_at_20s"].Met, "0.3 s late")
}

// redBall is an image in which the red ball was seen so far right of the middle, rad.
func redBall(at time.Duration, rightRad float64) *percepts.Image {
	return &percepts.Image{Stamp: at, Blobs: []percepts.Blob{{Color: "red", Bearing: percepts.Bearing{ImageAzimuth: rightRad}}}}
}
