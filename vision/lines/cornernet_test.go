package lines_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/field"
	"gonao/vision/lines"
	"gonao/vision/net"
)

// A window that is turned shows the class of a feature that is turned by as much, and one in a mirror that of the feature
// in the mirror.
func TestTurnedWindowsHaveTheClassOfTurnedFeatures(t *testing.T) {
	target := func(k field.Kind, turned, x, y float64) []float32 {
		class, ok := lines.CornerClass(k, turned)
		require.True(t, ok)
		out := make([]float32, len(lines.CornerOutputs()))
		out[class], out[len(out)-2], out[len(out)-1] = 1, float32(x), float32(y)
		return out
	}
	for _, c := range []struct {
		kind field.Kind
		at   float64
	}{{field.CornerL, math.Pi / 4}, {field.CornerL, -math.Pi / 4}, {field.CornerT, 0}, {field.CornerT, math.Pi / 2}, {field.CrossX, 0}, {field.Mark, 0.4}} {
		for turns := range 4 {
			a := c.at + float64(turns)*math.Pi/2
			sin, cos := math.Sincos(float64(turns) * math.Pi / 2)
			x, y := 0.2*cos-0.1*sin, 0.2*sin+0.1*cos
			require.InDeltaSlice(t, target(c.kind, a, x, y), lines.TurnedCorner(target(c.kind, c.at, 0.2, 0.1), turns, false), 1e-6, "%v %d", c.kind, turns)
			require.InDeltaSlice(t, target(c.kind, -a, x, -y), lines.TurnedCorner(target(c.kind, c.at, 0.2, 0.1), turns, true), 1e-6, "%v %d", c.kind, turns)
		}
	}
}

func TestHeadingsBetweenTwoClassesHaveNone(t *testing.T) {
	_, ok := lines.CornerClass(field.CornerT, math.Pi/4)
	require.False(t, ok)
	_, ok = lines.CornerClass(field.CornerL, 0)
	require.False(t, ok)
	_, ok = lines.CornerClass(field.Post, 0)
	require.False(t, ok)
}

func TestNetsOfAnotherShapeAreRefused(t *testing.T) {
	f, err := field.Load("spl")
	require.NoError(t, err)
	zeros := func(s net.Shape, outputs []string) *net.Net {
		n, err := net.New(s, outputs, make([]float32, s.Parameters()))
		require.NoError(t, err)
		return n
	}
	corners, posts := zeros(lines.CornerShape(), lines.CornerOutputs()), zeros(lines.PostShape(), lines.PostOutputs())
	_, err = lines.With(f, corners, posts)
	require.NoError(t, err)
	_, err = lines.With(f, posts, posts)
	require.ErrorContains(t, err, "corner net")
	_, err = lines.With(f, corners, corners)
	require.ErrorContains(t, err, "post net")
}
