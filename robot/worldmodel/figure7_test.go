package worldmodel

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// The scene of figure 7 of the NaOISIS document: two robots face each other on the field of 2010, and the right one believes
// something about where the other is.
var (
	own      = plane.Pose{X: 0.9, Y: 0.2, Theta: math.Pi}
	opponent = plane.Pose{X: 0.3, Y: 0.32}
)

// belief is a circle that holds the opponent with 95 %, m in map.
type belief struct{ x, y, radius float64 }

// believed returns the belief of a snapshot. Who has no information believes that the opponent is anywhere on the field.
func believed(s *Snapshot, m *field.Map) belief {
	if s.Count == 0 {
		return belief{0, 0, math.Hypot(m.Length/2, m.Width/2)}
	}
	r := &s.Robots[0]
	half, diff := (r.Cov.XX+r.Cov.YY)/2, (r.Cov.XX-r.Cov.YY)/2
	const most = 2.45 // √χ² of 95 % with two degrees of freedom
	return belief{r.MapX, r.MapY, most * math.Sqrt(half+math.Hypot(diff, r.Cov.XY))}
}

// picture draws the field from above with both robots and the belief, as the figure does. One metre is 100 units.
func picture(m *field.Map, b belief) string {
	var out strings.Builder
	w, h := 50*(m.Length+1), 50*(m.Width+1)
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%.0f %.0f %.0f %.0f">`+"\n", -w, -h, 2*w, 2*h)
	fmt.Fprintf(&out, `<rect x="%.0f" y="%.0f" width="%.0f" height="%.0f" fill="#2e7d32"/>`+"\n", -w, -h, 2*w, 2*h)
	for _, l := range m.Lines {
		fmt.Fprintf(&out, `<line x1="%.0f" y1="%.0f" x2="%.0f" y2="%.0f" stroke="#fff" stroke-width="5"/>`+"\n", 100*l.FromX, -100*l.FromY, 100*l.ToX, -100*l.ToY)
	}
	fmt.Fprintf(&out, `<circle r="%.0f" fill="none" stroke="#fff" stroke-width="5"/>`+"\n", 100*m.CircleRadius)
	for _, r := range []plane.Pose{own, opponent} {
		x, y := r.Point(0.25, 0)
		fmt.Fprintf(&out, `<circle cx="%.0f" cy="%.0f" r="15" fill="#ddd"/>`+"\n", 100*r.X, -100*r.Y)
		fmt.Fprintf(&out, `<line x1="%.0f" y1="%.0f" x2="%.0f" y2="%.0f" stroke="#333" stroke-width="4"/>`+"\n", 100*r.X, -100*r.Y, 100*x, -100*y)
	}
	fmt.Fprintf(&out, `<circle cx="%.0f" cy="%.0f" r="%.0f" fill="#2196f3" fill-opacity="0.3" stroke="#0d47a1" stroke-width="3"/>`+"\n</svg>\n", 100*b.x, -100*b.y, 100*b.radius)
	return out.String()
}

func TestTheThreePicturesOfFigure7(t *testing.T) {
	f, err := field.Load("field2010")
	require.NoError(t, err)
	land := f.Map()
	m, err := New(DefaultConfig())
	require.NoError(t, err)
	at := time.Second
	step := func(image bool, robots ...percepts.SeenRobot) belief {
		at += 100 * time.Millisecond
		var s Snapshot
		m.Step(&Input{
			Stamp: at, Pose: own, Image: image, Robots: robots,
			View: View{HalfWidth: 0.48, NearM: 0.2, FarM: 5}, Tilt: Tilt{Var: 4e-4, HeightM: 0.5},
		}, &s)
		return believed(&s, land)
	}
	x, y := own.Local(opponent.X, opponent.Y)
	away := func(b belief) float64 { return math.Hypot(b.x-opponent.X, b.y-opponent.Y) }

	nothing := step(true)
	require.Greater(t, nothing.radius, 3.0, "it may be anywhere on the field")

	// Sight is off by 12 cm along the ray and 3 cm across: the waistband is seen, not the feet.
	ray := math.Atan2(y, x)
	sin, cos := math.Sincos(ray)
	seen := percepts.SeenRobot{
		X: x + 0.12*cos - 0.03*sin, Y: y + 0.12*sin + 0.03*cos, Cov: plane.Cov2{XX: 0.15 * 0.15, YY: 0.06 * 0.06}.Rotated(ray), Confidence: 0.9,
	}
	step(true, seen)
	sight := step(true, seen)
	require.Less(t, sight.radius, 0.6)
	require.Less(t, away(sight), sight.radius, "the circle holds the opponent")

	// The sonar measures how far its surface is, to 1 cm, and not in which direction.
	sonar := sight
	for range 3 {
		sonar = step(false, Echo(at, math.Hypot(x, y)-0.08+0.01, ray+0.1, math.Pi/6))
	}
	require.Less(t, sonar.radius, 0.8*sight.radius, "both together are surer")
	require.Less(t, away(sonar), away(sight), "and nearer to the truth")
	require.Less(t, away(sonar), sonar.radius)

	for name, b := range map[string]belief{"figure7a.svg": nothing, "figure7b.svg": sight, "figure7c.svg": sonar} {
		path := filepath.Join("testdata", name)
		if os.Getenv("GOLDEN") == "write" {
			require.NoError(t, os.MkdirAll("testdata", 0o755))
			require.NoError(t, os.WriteFile(path, []byte(picture(land, b)), 0o644))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), picture(land, b), name)
	}
}
