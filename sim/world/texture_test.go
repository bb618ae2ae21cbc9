package world

import (
	"image"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// isLine reports whether a point of the field, m, is painted.
func isLine(img *image.RGBA, x, y float64) bool {
	size := img.Bounds().Size()
	c := img.RGBAAt(int(math.Floor(float64(size.X)/2+x/texelM)), int(math.Floor(float64(size.Y)/2-y/texelM)))
	return c.R > 180 && c.G > 180 && c.B > 180
}

func TestTheFieldHasItsLinesWhereTheRulesSay(t *testing.T) {
	w, err := Load("spl")
	require.NoError(t, err)
	img := paintField(w.Field)
	require.Equal(t, image.Pt(2080, 1480), img.Bounds().Size())
	for name, row := range map[string]struct {
		x, y float64
		line bool
	}{
		"goal line": {4.5, 1.5, true}, "beside the goal line": {4.44, 1.45, false},
		"touch line": {-2, 3, true}, "corner": {4.52, 3.02, true}, "outside the corner": {4.54, 3.04, false},
		"halfway line": {0, -2, true}, "beside it": {0.03, -2, false},
		"centre circle": {0.75 * math.Cos(0.5), 0.75 * math.Sin(0.5), true}, "inside it": {0.5, 0.3, false},
		"goal area's front": {3.9, -0.9, true}, "goal area's side": {-4.2, 1.1, true}, "in it": {4.2, 0.5, false},
		"penalty area's front": {2.85, 1.7, true}, "penalty area's side": {3.5, 2.0, true},
		"penalty mark": {-3.2, 0.04, true}, "beside the mark": {-3.2, 0.06, false}, "between its arms": {-3.16, 0.04, false},
		"border": {5.0, 0, false},
	} {
		for _, side := range [][2]float64{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
			require.Equal(t, row.line, isLine(img, side[0]*row.x, side[1]*row.y), "%s %v", name, side)
		}
	}
}

func TestTheCarpetIsGrainyAroundItsColor(t *testing.T) {
	w, err := Load("field2010")
	require.NoError(t, err)
	img := paintField(w.Field)
	var sum, sum2 float64
	const n = 100 // a patch of border without lines
	for j := range n {
		for i := range n {
			v := float64(img.RGBAAt(i, j).G) / 255
			sum, sum2 = sum+v, sum2+v*v
		}
	}
	mean := sum / (n * n)
	require.InDelta(t, w.Field.Carpet[1], mean, 0.01)
	require.InDelta(t, 0.03, math.Sqrt(sum2/(n*n)-mean*mean), 0.01)
}

func TestTheBallHasTwelvePatches(t *testing.T) {
	img := paintBall(Color{1, 1, 1})
	black := 0
	for i := 0; i < len(img.Pix); i += 4 {
		if img.Pix[i] < 100 {
			black++
		}
	}
	// Twelve caps of 0.34 rad cover 12 (1 − cos 0.34)/2 of the ball; cube maps stretch a little.
	require.InDelta(t, 6*(1-math.Cos(0.34)), float64(black)/(6*128*128), 0.05)
}

func BenchmarkPaintField(b *testing.B) {
	w, err := Load("spl")
	require.NoError(b, err)
	for b.Loop() {
		paintField(w.Field)
	}
}
