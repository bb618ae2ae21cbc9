package world

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The pieces are where the picture of the carpet has its lines, and no line is without one.
func TestTheStrokesAreThePaintedLines(t *testing.T) {
	for _, name := range []string{"spl", "hsl_small", "field2010"} {
		w, err := Load(name)
		require.NoError(t, err)
		f := w.Field
		strokes := f.Strokes()
		for _, l := range strokes {
			for i := range 11 {
				s := float64(i) / 10
				x, y := l.From[0]+s*(l.To[0]-l.From[0]), l.From[1]+s*(l.To[1]-l.From[1])
				require.LessOrEqual(t, f.lineDistance(math.Abs(x), math.Abs(y)), 5e-3, // corners of the circle's pieces
					"%s: %v", name, l)
			}
		}
		near := func(x, y float64) float64 {
			best := math.Inf(1)
			for _, l := range strokes {
				dx, dy := l.To[0]-l.From[0], l.To[1]-l.From[1]
				s := min(max(((x-l.From[0])*dx+(y-l.From[1])*dy)/(dx*dx+dy*dy), 0), 1)
				best = min(best, math.Hypot(x-l.From[0]-s*dx, y-l.From[1]-s*dy))
			}
			return best
		}
		for x := -f.LengthM / 2; x <= f.LengthM/2; x += 0.02 {
			for y := -f.WidthM / 2; y <= f.WidthM/2; y += 0.02 {
				if f.lineDistance(math.Abs(x), math.Abs(y)) < 0 {
					require.LessOrEqual(t, near(x, y), f.LineWidthM*0.75, "%s: line at %.2f %.2f", name, x, y)
				}
			}
		}
	}
}
