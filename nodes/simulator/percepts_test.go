package simulator

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/ros"
)

func TestPerceptsOfTruthShowWhatIsThere(t *testing.T) {
	observer, step, _ := startTwo(t, func(c *Config) { c.Percepts.Source, c.Percepts.Table = "truth", "ideal" })
	truths := subscribe[msgs.GroundTruth](t, observer, "red/ground_truth")
	features := subscribe[msgs.FieldFeatures](t, observer, "red/field_features")
	objects := subscribe[msgs.SeenObjects](t, observer, "red/seen_objects")
	step(50)
	// The node may publish the newest of several cycles, so which cycles come depends on the machine. What it published of
	// cycle 0 may have come before one of the subscriptions.
	f := until(t, features, func(f msgs.FieldFeatures) bool { return f.Header.Stamp != ros.EpochStamp(0) })
	o := until(t, objects, func(o msgs.SeenObjects) bool { return o.Header.Stamp == f.Header.Stamp })
	truth := until(t, truths, func(g msgs.GroundTruth) bool { return g.Header.Stamp == f.Header.Stamp })
	q, p := truth.Poses[0].Orientation, truth.Poses[0].Position
	pose := plane.Pose{X: p.X, Y: p.Y, Theta: math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z))}

	spl, err := field.Load("spl")
	require.NoError(t, err)
	require.NotEmpty(t, f.Points)
	for _, point := range f.Points {
		x, y := pose.Point(point.X, point.Y)
		nearest := math.Inf(1)
		for _, l := range spl.Map().Points {
			if uint8(l.Kind) == point.Kind {
				nearest = min(nearest, math.Hypot(l.X-x, l.Y-y))
			}
		}
		require.Less(t, nearest, 0.02, "a feature lies where the field has one")
	}
	require.Equal(t, "red/base_footprint", o.Header.FrameId)
	require.Len(t, o.Robots, 1, "the other robot stands ahead")
	require.InDelta(t, 0.6, o.Robots[0].X, 0.05)
	require.EqualValues(t, percepts.UnknownSide, o.Robots[0].Team)
	forward := o.Camera.Orientation
	require.InDelta(t, 1, forward.W*forward.W+forward.X*forward.X+forward.Y*forward.Y+forward.Z*forward.Z, 1e-9)
}

func TestPerceptsNeedAFieldAndATable(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Percepts.Table = "moon"
	require.ErrorContains(t, cfg.Validate(), `percepts.table: table "moon": no such table`)
}
