package trial

import (
	"context"
	"fmt"
	"math"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/estimate"
	"gonao/internal/journal"
	"gonao/internal/proc"
	"gonao/nao"
	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/vision/lines"
)

// poseErrorsOf holds the errors of the pose in a run, m and rad.
type poseErrorsOf struct{ Position, Heading []float64 }

// placed lets a robot walk and localize itself with rendered images from alternating cameras at 10 Hz. It returns the
// errors of the pose.
func placed(s *Stage, f field.Field, d time.Duration) (position, heading []float64, err error) {
	filter, err := localization.New(f.Map(), localization.DefaultConfig())
	if err != nil {
		return nil, nil, err
	}
	finders := [nao.NumCameras]*lines.Finder{lines.New(f), lines.New(f)}
	if err := s.Run(2 * time.Second); err != nil {
		return nil, nil, err
	}
	filter.Reset(localization.At(s.Pose(), 0.1, 0.1))
	var out percepts.FieldFeatures
	images := 0
	for end := s.State.Time + d; s.State.Time < end; images++ {
		if err := s.Run(96 * time.Millisecond); err != nil { // eight cycles
			return nil, nil, err
		}
		s.Sim.State(&s.State)
		truth := s.Pose()
		cam := nao.Camera(images % nao.NumCameras)
		o := s.Motion.Odometry()
		in := localization.Input{Stamp: s.State.Time, Odometry: plane.Pose{X: o.X, Y: o.Y, Theta: o.Yaw}}
		v, err := s.View(cam)
		if in.Fallen = err != nil; !in.Fallen {
			if err := s.Look(cam); err != nil {
				return nil, nil, err
			}
			ok, err := finders[cam].Find(s.Picture(), &v, &out)
			if err != nil {
				return nil, nil, err
			}
			if ok {
				in.Features = &out
			}
		}
		e := filter.Step(&in)
		position = append(position, e.Pose.Distance(truth))
		heading = append(heading, math.Abs(plane.Angle(e.Pose.Theta-truth.Theta)))
	}
	return position, heading, nil
}

// A walking robot with the profile real localizes itself with its camera images. SECONDS and SEEDS make the run longer;
// JOURNAL names a file that keeps finished runs.
func TestAWalkingRobotKnowsItsPlaceByRenderedPictures(t *testing.T) {
	if testing.Short() {
		t.Skip("renders hundreds of images; make bench OF=lines runs it")
	}
	f, err := field.Load("spl")
	require.NoError(t, err)
	var position, heading []float64
	ctx, stop := proc.WithInterrupt()
	defer stop()
	seconds := number(t, "SECONDS", 20)
	keys := make([]journal.Key, number(t, "SEEDS", 2))
	for i := range keys {
		keys[i] = journal.Key{Name: "place by pictures", Seed: uint64(1001 + i), Settings: fmt.Sprintf("%d s", seconds)}
	}
	_, err = journal.RunIn(ctx, os.Getenv("JOURNAL"), keys, journal.Options{Workers: 1}, func(_ context.Context, i int) (e poseErrorsOf, err error) {
		s, err := Open(Setup{World: "spl", Profile: sim.Real, Seed: keys[i].Seed, Camera: camera.Options{Noise: 4}})
		if err != nil {
			return e, err
		}
		defer s.Close()
		e.Position, e.Heading, err = placed(s, f, time.Duration(seconds)*time.Second)
		return e, err
	}, func(i int, e poseErrorsOf) {
		p, h := e.Position, e.Heading
		t.Logf("seed %d: median %.3f m, %.2f°; 90 %% %.3f m, %.2f° of %d images", keys[i].Seed,
			estimate.Quantile(p, 0.5), estimate.Quantile(h, 0.5)/degree, estimate.Quantile(p, 0.9), estimate.Quantile(h, 0.9)/degree, len(p))
		position, heading = append(position, p...), append(heading, h...)
	})
	require.NoError(t, err)
	t.Logf("all: median %.3f m, %.2f°; 90 %% %.3f m, %.2f°", estimate.Quantile(position, 0.5), estimate.Quantile(heading, 0.5)/degree,
		estimate.Quantile(position, 0.9), estimate.Quantile(heading, 0.9)/degree)
	require.Less(t, estimate.Quantile(position, 0.5), 0.15)
}
