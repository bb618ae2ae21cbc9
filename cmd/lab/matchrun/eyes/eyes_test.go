package eyes

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/plane"
	"gonao/sim/kinematic"
	"gonao/soccer/match"
)

// difference returns the middle column of what differs between two pictures, as a share of the width, and how many pixels differ.
func difference(t *testing.T, a, b []byte) (column float64, pixels int) {
	t.Helper()
	decode := func(data []byte) image.Image {
		p, err := jpeg.Decode(bytes.NewReader(data))
		require.NoError(t, err)
		require.Equal(t, image.Rect(0, 0, Width, Height), p.Bounds())
		return p
	}
	pa, pb := decode(a), decode(b)
	for y := range Height {
		for x := range Width {
			ra, ga, ba, _ := pa.At(x, y).RGBA()
			rb, gb, bb, _ := pb.At(x, y).RGBA()
			if math.Abs(float64(ra)-float64(rb))+math.Abs(float64(ga)-float64(gb))+math.Abs(float64(ba)-float64(bb)) > 30000 {
				column, pixels = column+float64(x), pixels+1
			}
		}
	}
	return column / float64(max(pixels, 1)) / Width, pixels
}

func TestARobotOfTheKinematicWorldSeesBallAndOthersWhereTheyAre(t *testing.T) {
	m, err := match.New(match.Config{Players: 1, Half: time.Minute})
	require.NoError(t, err)
	defer m.Close()
	e := New(m)
	defer e.Close()
	_, err = e.Glance(0) // the renderer may still be opening
	require.NoError(t, err)
	want, err := e.Picture(0)
	require.NoError(t, err)
	got, err := e.Glance(0)
	require.NoError(t, err)
	require.Equal(t, want, got, "once it is open nobody waits")
	red, blue := &m.World.Robots[0], &m.World.Robots[1]
	look := func() []byte {
		p, err := e.Picture(0)
		require.NoError(t, err)
		return p
	}
	red.Pose, red.Away, red.HeadYaw = plane.Pose{X: -2}, false, 0
	blue.Away = true
	m.World.Ball = kinematic.Ball{X: -4}
	empty := look()
	_, pixels := difference(t, empty, look())
	require.Zero(t, pixels, "nothing has moved")

	m.World.Ball.X = -1
	ahead, pixels := difference(t, empty, look())
	require.Greater(t, pixels, 40, "the ball, 1 m ahead")
	require.InDelta(t, 0.5, ahead, 0.05)
	m.World.Ball.Y = 0.3
	left, _ := difference(t, empty, look())
	require.Less(t, left, 0.3, "what is on the left is on the left of the picture")

	m.World.Ball = kinematic.Ball{X: -4}
	blue.Away, blue.Pose = false, plane.Pose{X: 0, Y: -0.4, Theta: math.Pi}
	right, standing := difference(t, empty, look())
	require.Greater(t, right, 0.6)
	require.Greater(t, standing, 500)
	blue.Posture = kinematic.Fallen
	_, lying := difference(t, empty, look())
	require.Less(t, lying, standing, "it lies")
	blue.Away, red.HeadYaw = true, 0.5
	_, turned := difference(t, empty, look())
	require.Greater(t, turned, 500, "the head turns")
}
