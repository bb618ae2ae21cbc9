package trial

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/localization"
	"gonao/nao"
	"gonao/percepts"
	"gonao/percepts/field"
	"gonao/percepts/plane"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/vision/lines"
)

// placed walks and localizes by rendered pictures, the cameras alternating at 10 Hz, and returns the errors of the pose.
func placed(t testing.TB, s *Stage, f field.Field, d time.Duration) (position, heading []float64) {
	t.Helper()
	filter, err := localization.New(f.Map(), localization.DefaultConfig())
	require.NoError(t, err)
	finders := [nao.NumCameras]*lines.Finder{lines.New(f), lines.New(f)}
	require.NoError(t, s.Run(2*time.Second))
	filter.Reset(localization.At(s.Pose(), 0.1, 0.1))
	var out percepts.FieldFeatures
	images := 0
	for end := s.State.Time + d; s.State.Time < end; images++ {
		require.NoError(t, s.Run(96*time.Millisecond)) // eight cycles
		s.Sim.State(&s.State)
		truth := s.Pose()
		cam := nao.Camera(images % nao.NumCameras)
		o := s.Motion.Odometry()
		in := localization.Input{Stamp: s.State.Time, Odometry: plane.Pose{X: o.X, Y: o.Y, Theta: o.Yaw}}
		v, err := s.View(cam)
		if in.Fallen = err != nil; !in.Fallen {
			require.NoError(t, s.Look(cam))
			ok, err := finders[cam].Find(s.Picture(), &v, &out)
			require.NoError(t, err)
			if ok {
				in.Features = &out
			}
		}
		e := filter.Step(&in)
		position = append(position, e.Pose.Distance(truth))
		heading = append(heading, math.Abs(plane.Angle(e.Pose.Theta-truth.Theta)))
	}
	return position, heading
}

// A walking robot of the profile real knows its place by what its cameras see. SECONDS and SEEDS make the run longer.
func TestAWalkingRobotKnowsItsPlaceByRenderedPictures(t *testing.T) {
	if testing.Short() {
		t.Skip("renders hundreds of images; make bench-lines runs it")
	}
	f, err := field.Load("spl")
	require.NoError(t, err)
	var position, heading []float64
	for i := range number(t, "SEEDS", 2) {
		seed := uint64(1001 + i)
		s, err := Open(Setup{World: "spl", Profile: sim.Real, Seed: seed, Camera: camera.Options{Noise: 4}})
		require.NoError(t, err)
		p, h := placed(t, s, f, time.Duration(number(t, "SECONDS", 20))*time.Second)
		s.Close()
		t.Logf("seed %d: median %.3f m, %.2f°; 90 %% %.3f m, %.2f° of %d images", seed,
			Quantile(p, 0.5), Quantile(h, 0.5)/degree, Quantile(p, 0.9), Quantile(h, 0.9)/degree, len(p))
		position, heading = append(position, p...), append(heading, h...)
	}
	t.Logf("all: median %.3f m, %.2f°; 90 %% %.3f m, %.2f°", Quantile(position, 0.5), Quantile(heading, 0.5)/degree,
		Quantile(position, 0.9), Quantile(heading, 0.9)/degree)
	require.Less(t, Quantile(position, 0.5), 0.15)
}
