package vision

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/vision/segment"
)

// A class of a table is found as a colour of the same pixels is, beside colours by ranges.
func TestAClassOfATableIsFoundLikeAColour(t *testing.T) {
	colors := testColors()
	img := scene(320, 240, disc{80, 100, 20, redBall}, disc{240, 100, 25, rgb{30, 60, 220}})
	y, u, v := toYUV(rgb{30, 60, 220})
	l, err := segment.NewLearner([]string{"blue"})
	require.NoError(t, err)
	l.Spread(0, uint8(y+0.5), uint8(u+0.5), uint8(v+0.5), 2)
	f, err := NewTableFilter(colors, l.Table(0), 12)
	require.NoError(t, err)
	blobs, err := f.Detect(img)
	require.NoError(t, err)
	require.Len(t, blobs, 2)
	require.Equal(t, "red", blobs[0].Color)
	require.Equal(t, "blue", blobs[1].Color)
	require.InDelta(t, 240, blobs[1].X, 0.5)
	require.InDelta(t, 25, blobs[1].Radius, 0.5)
	alone, err := newFilter(t).Detect(img)
	require.NoError(t, err)
	require.Equal(t, alone[0], blobs[0], "the ranges find what they found before")
}

func TestATableThatDoesNotFitIsRefused(t *testing.T) {
	_, err := NewTableFilter(testColors(), &segment.Table{Names: []string{"blue"}}, 1)
	require.ErrorContains(t, err, `colour table: no colour is of the class "blue"`)
	_, err = NewTableFilter(nil, &segment.Table{Names: []string{"a", "a"}}, 1)
	require.ErrorContains(t, err, `color "a": there are two of that name`)
}
