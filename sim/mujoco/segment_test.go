package mujoco

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// geoms of lookWorld, in the order of its text.
const floor, wall, redBall, cart = 0, 1, 2, 3

func TestEachPixelHasTheNumberOfTheGeomItShows(t *testing.T) {
	_, r, p := look(t, RenderOptions{})
	const w, h = 320, 240
	geoms := make([]int32, w*h)
	at := func(x, y int) int { return int(geoms[y*w+x]) }
	require.NoError(t, r.Segment(p, View{}, w, h, nil, geoms))
	require.Equal(t, redBall, at(160, 120))
	require.Equal(t, floor, at(160, 230))
	require.Equal(t, wall, at(10, 100))
	require.Equal(t, Nothing, at(160, 10))

	// The same picture in colours shows the same: the red ball where its number is.
	rgb := make([]byte, 3*w*h)
	require.NoError(t, r.Render(p, View{}, w, h, rgb))
	for y := range h {
		for x := range w {
			red := strongest(pixel(rgb, w, x, y)) == "red"
			require.Equal(t, at(x, y) == redBall, red, "pixel %d, %d", x, y)
		}
	}

	show := make([]byte, 4)
	show[wall] = 1
	require.NoError(t, r.Segment(p, View{}, w, h, show, geoms))
	require.Equal(t, wall, at(10, 100))
	require.Equal(t, Nothing, at(160, 120), "only the wall was to be shown")

	p.Mocap[0] = 1
	require.NoError(t, r.Segment(p, View{}, w, h, nil, geoms))
	require.Equal(t, cart, at(160, 120), "the cart stands before the ball")
}

func TestSegmentingDoesNotChangeThePictureAfterIt(t *testing.T) {
	_, r, p := look(t, RenderOptions{})
	const w, h = 64, 48
	before, after := make([]byte, 3*w*h), make([]byte, 3*w*h)
	require.NoError(t, r.Render(p, View{}, w, h, before))
	require.NoError(t, r.Segment(p, View{}, w, h, nil, make([]int32, w*h)))
	require.NoError(t, r.Render(p, View{}, w, h, after))
	require.Equal(t, before, after)
}

func TestWrongSegmentationsAreRefused(t *testing.T) {
	_, r, p := look(t, RenderOptions{MaxWidth: 320, MaxHeight: 240})
	require.ErrorContains(t, r.Segment(p, View{}, 320, 240, nil, make([]int32, 7)), "buffer of 7 numbers")
	require.ErrorContains(t, r.Segment(p, View{}, 320, 240, nil, nil), "buffer of 0 numbers")
	require.ErrorContains(t, r.Segment(p, View{}, 320, 240, make([]byte, 2), make([]int32, 320*240)), "2 geoms to show: the model has 4")
	require.ErrorContains(t, r.Segment(p, View{}, 640, 480, nil, make([]int32, 640*480)), "at most 320×240")
	_, smooth, p := look(t, RenderOptions{Samples: 4})
	require.ErrorContains(t, smooth.Segment(p, View{}, 320, 240, nil, make([]int32, 320*240)), "without samples")
}
