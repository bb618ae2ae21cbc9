package trial

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim/scenery"
	"gonao/vision/objects"
)

// seeds returns n seeds of worlds from the first on.
func seeds(first, n int) (s []uint64) {
	for i := range n {
		s = append(s, uint64(first+i))
	}
	return s
}

// Balls and robots of rendered worlds are found where the labels have them: 300 images, with -short 24, without shadows to keep
// the test within its three minutes of processor time. make bench OF=vision measures with shadows. The bounds leave room for the chance
// of the few objects.
func TestBallsAndRobotsOfRenderedWorldsAreFound(t *testing.T) {
	worlds, images, balls := 10, 30, 50
	if testing.Short() {
		worlds, images, balls = 2, 12, 3
	}
	o := Options{Seeds: seeds(1001, worlds), Images: images, Stage: scenery.Options{Samples: 1, ShadowSize: -1}}
	m, err := Measure(context.Background(), o, objects.Pattern, "", "")
	require.NoError(t, err)
	t.Logf("balls: %s\n%srobots: %s", &m.Balls, m.Balls.List(), &m.Robots)
	require.Equal(t, worlds*images, m.Balls.Images)
	require.Greater(t, m.Balls.Balls, balls)
	require.Greater(t, m.Balls.Recall(), 0.85)
	require.Greater(t, m.Balls.Precision(), 0.9)
	require.Less(t, quantile(m.Balls.CentrePx, 0.5), 0.6)
	require.Greater(t, m.Robots.Recall(), 0.4)
	require.Greater(t, m.Robots.Precision(), 0.7)
	require.Less(t, quantile(m.Robots.NearM, 0.5), 0.25)
}

// Pictures that were kept are the pictures that would be rendered, and half a file is drawn again.
func TestKeptPicturesAreThoseThatWereRendered(t *testing.T) {
	if testing.Short() {
		t.Skip("renders images")
	}
	o := Options{Seeds: seeds(1, 1), Images: 2, Stage: scenery.Options{Samples: 1, ShadowSize: -1, Robots: 1}, Cache: t.TempDir()}
	first, err := Windows(context.Background(), o)
	require.NoError(t, err)
	again, err := Windows(context.Background(), o)
	require.NoError(t, err)
	require.Equal(t, first.Hash(), again.Hash())
	o.Cache = ""
	rendered, err := Windows(context.Background(), o)
	require.NoError(t, err)
	require.Equal(t, first.Hash(), rendered.Hash())
}
