package world

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The SDF's boxes cover what MuJoCo's picture of the field has white.
func TestGazebosLinesAreThePaintedOnes(t *testing.T) {
	for _, name := range []string{"spl", "hsl_small", "field2010"} {
		w, err := Load(name)
		require.NoError(t, err)
		f := w.Field
		strokes := f.strokes()
		covered := func(x, y float64) bool {
			for _, l := range strokes {
				sin, cos := math.Sincos(l.yaw)
				dx, dy := x-l.center.X, y-l.center.Y
				if math.Abs(cos*dx+sin*dy) <= l.size.X/2 && math.Abs(cos*dy-sin*dx) <= l.size.Y/2 {
					return true
				}
			}
			return false
		}
		seen := map[bool]int{}
		for x := -f.LengthM/2 - 0.2; x < f.LengthM/2+0.2; x += 0.017 {
			for y := -f.WidthM/2 - 0.2; y < f.WidthM/2+0.2; y += 0.013 {
				away := f.lineDistance(math.Abs(x), math.Abs(y))
				if math.Abs(away) < 0.004 {
					continue // an edge
				}
				require.Equal(t, away < 0, covered(x, y), "%s at %.3f %.3f", name, x, y)
				seen[away < 0]++
			}
		}
		require.Greater(t, seen[true], 1000)
		require.Greater(t, seen[false], 10000)
	}
}
