package track

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts"
)

const deg = math.Pi / 180

func TestPredictiveFollowsFastBallsAndProportionalLags(t *testing.T) {
	for name, ball := range map[string]struct{ speed, accel, median, p95 float64 }{
		"the demo's balls, 38°/s": {38 * deg, 1.2, 1, 3},
		"45°/s with sharp turns":  {45 * deg, 4, 2, 6},
		"25°/s":                   {25 * deg, 1.2, 1, 3},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := Defaults()
			predictive := &Predictive{Config: cfg}
			good := newRig(1, cfg, ball.speed, ball.accel).run(predictive, 120)
			paper := newRig(1, cfg, ball.speed, ball.accel).run(&Proportional{cfg}, 120)
			t.Logf("predictive   median %.2f° p95 %.2f° slowest acquisition %.2f s (%d), lead %.0f ms, searching %d",
				good.quantile(0.5), good.quantile(0.95), slices.Max(good.acquire), len(good.acquire), predictive.LeadSec()*1000, good.lost)
			t.Logf("proportional median %.2f° p95 %.2f° slowest acquisition %.2f s (%d), searching %d",
				paper.quantile(0.5), paper.quantile(0.95), slices.Max(paper.acquire), len(paper.acquire), paper.lost)
			require.Greater(t, len(good.miss), 600, "enough frames with a fast ball")
			require.Less(t, good.quantile(0.5), ball.median)
			require.Less(t, good.quantile(0.95), ball.p95)
			require.Less(t, slices.Max(good.acquire), 0.7)
			require.Greater(t, paper.quantile(0.5), 2*good.quantile(0.5))
		})
	}
}

func TestTheNecksDelayIsLearnt(t *testing.T) {
	for _, start := range []float64{0.005, 0.15} {
		cfg := Defaults()
		cfg.ActuationSec = start
		p := &Predictive{Config: cfg}
		out := newRig(2, cfg, 38*deg, 1.2).run(p, 120)
		require.InDelta(t, 0.05, p.LeadSec(), 0.02, "from %v s", start)
		require.Less(t, out.quantile(0.5), 2.0)
	}
}

func TestADelayThatIsLearntToBeNothingStaysSo(t *testing.T) {
	cfg := Defaults()
	cfg.AdaptRate = 0.2
	p := &Predictive{Config: cfg}
	var target Target
	for i := range 100 { // a ball moves left, and the axis is always ahead of it
		image := percepts.Image{Stamp: time.Duration(i) * 33 * time.Millisecond}
		target.Observe(&image, &percepts.Blob{Bearing: percepts.Bearing{Azimuth: 0.02 * float64(i), ImageAzimuth: 0.05}}, &cfg)
		p.Observe(&target)
		p.Step(image.Stamp, &target)
		if i > 30 {
			require.Less(t, p.LeadSec(), 0.01)
		}
	}
}

func TestThePapersCameraIsEnough(t *testing.T) {
	cfg := Defaults()
	r := newRig(3, cfg, 38*deg, 1.2)
	r.imageHz = 10
	out := r.run(&Predictive{Config: cfg}, 60)
	t.Logf("10 images a second: median %.2f° p95 %.2f°", out.quantile(0.5), out.quantile(0.95))
	require.Less(t, out.quantile(0.5), 2.0)
	require.Less(t, out.quantile(0.95), 6.0)
}

func TestABallThatWasHiddenIsFoundAgain(t *testing.T) {
	for name, make := range map[string]func(Config) Controller{
		"predictive":   func(c Config) Controller { return &Predictive{Config: c} },
		"proportional": func(c Config) Controller { return &Proportional{c} },
	} {
		cfg := Defaults()
		r := newRig(4, cfg, 20*deg, 1.2)
		c := make(cfg)
		r.run(c, 5)
		r.hidden = true
		r.run(c, 12)
		require.Greater(t, r.miss(1), 3*deg, "the head looks elsewhere")
		r.hidden = false
		r.run(c, 22)
		require.Less(t, min(r.miss(0), r.miss(1)), 15*deg, name)
	}
}

func TestABallThatStandsStillIsInTheMiddle(t *testing.T) {
	cfg := Defaults()
	r := newRig(5, cfg, 0, 0)
	r.balls[0] = mover{angle: 0.4, toAngle: 1.4, height: 0.5, toHeight: 0.5}
	r.run(&Predictive{Config: cfg}, 7)
	require.Less(t, r.miss(0), 1*deg, "friction and the neck's offset included")
}

func TestABearingThatIsNoNumberIsForgotten(t *testing.T) {
	cfg := Defaults()
	var target Target
	target.Observe(&percepts.Image{Stamp: time.Second}, &percepts.Blob{Bearing: percepts.Bearing{Azimuth: 0.1}}, &cfg)
	for i, s := range []sighting{
		{ball: percepts.Blob{Bearing: percepts.Bearing{Azimuth: math.NaN()}}},
		{ball: percepts.Blob{Bearing: percepts.Bearing{Elevation: math.Inf(1)}}},
		{image: percepts.Image{HeadYaw: math.NaN()}},
		{ball: percepts.Blob{Bearing: percepts.Bearing{ImageAzimuth: math.NaN()}}},
		{ball: percepts.Blob{Bearing: percepts.Bearing{ImageElevation: math.Inf(-1)}}},
	} {
		s.image.Stamp = time.Second + time.Duration(i+1)*33*time.Millisecond
		target.Observe(&s.image, &s.ball, &cfg)
		seen, _ := target.Seen()
		require.Equal(t, time.Second, seen)
	}
	target.Observe(&percepts.Image{Stamp: 1200 * time.Millisecond}, &percepts.Blob{Bearing: percepts.Bearing{Azimuth: 0.1}}, &cfg)
	az, el := target.Bearing()
	require.InDelta(t, 0.1, az, 0.05)
	require.InDelta(t, 0, el, 0.3)
}

func TestImagesOutOfOrderAreIgnoredAndARestartIsNot(t *testing.T) {
	cfg := Defaults()
	var target Target
	observe := func(ms time.Duration, az float64) {
		target.Observe(&percepts.Image{Stamp: ms * time.Millisecond}, &percepts.Blob{Bearing: percepts.Bearing{Azimuth: az}}, &cfg)
	}
	observe(5000, 0.1)
	observe(5033, 0.11)
	observe(5010, 0.9)
	seen, ok := target.Seen()
	require.True(t, ok)
	require.Equal(t, 5033*time.Millisecond, seen)
	observe(100, 0.2)
	seen, _ = target.Seen()
	require.Equal(t, 100*time.Millisecond, seen)
}
