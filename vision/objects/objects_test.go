package objects_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/vision"
	"gonao/vision/lines"
	"gonao/vision/objects"
	"gonao/vision/view"
)

func TestRobotsWhereABallIsAreDeleted(t *testing.T) {
	found := []objects.Robot{{X: 100, Y: 100}, {X: 300, Y: 200}, {X: 114, Y: 100}, {X: 116, Y: 100}}
	kept := objects.WithoutBalls(found, []objects.Ball{{X: 100, Y: 100, Radius: 10}, {X: 300, Y: 300, Radius: 20}})
	require.Equal(t, []objects.Robot{{X: 300, Y: 200}, {X: 116, Y: 100}}, kept)
	require.Len(t, objects.WithoutBalls(kept, nil), 2)
}

// A ball often lies before a robot's feet.
func TestARobotWithABallAtItsFeetIsKept(t *testing.T) {
	found := []objects.Robot{{X: 100, Y: 100, Logit: 9}, {X: 102, Y: 100, Logit: 1}}
	kept := objects.WithoutBalls(found, []objects.Ball{{X: 100, Y: 100, Radius: 10}})
	require.Equal(t, []objects.Robot{{X: 100, Y: 100, Logit: 9}}, kept)
}

func TestNothingIsFoundBeforeAnyCarpetWasInSight(t *testing.T) {
	fld, err := field.Load("spl")
	require.NoError(t, err)
	f, err := objects.Default(fld.Ball.Diameter / 2)
	require.NoError(t, err)
	img := vision.Image{Width: 640, Height: 480, Step: 1280, Encoding: vision.EncodingYUYV, Data: make([]byte, 1280*480)}
	posture := view.Of(&nao.State{Position: nao.StandPosture()})
	v, err := view.New(nao.Intrinsics{Fx: 600, Fy: 600, Cx: 320, Cy: 240}, view.Size{Width: 640, Height: 480}, nao.TopCamera, &posture)
	require.NoError(t, err)
	finder := lines.New(fld)
	var features percepts.FieldFeatures
	for range 2 {
		balls, others, err := f.Find(img, &v, finder)
		require.NoError(t, err)
		require.Empty(t, balls)
		require.Empty(t, others)
		ok, err := finder.Find(img, &v, &features)
		require.NoError(t, err)
		require.False(t, ok)
	}
}
