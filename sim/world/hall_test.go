package world

import (
	"bytes"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/sim/mujoco"
)

const everything = `
title: all that a hall has
floor: {size_m: [16, 13], color: grey}
field: spl
light:
  brightness: 0.8
  ambient: 0.3
  lamps:
  - {from_m: [1, 1, 4], to_m: [0, 0, 0], color: white, strength: 0.6, beam_deg: 70, shadow: true}
  - {from_m: [0, 20, 9], to_m: [0, 0, 0], color: [1, 0.9, 0.8], strength: 1.2, shadow: true}
hall:
  height_m: 5
  walls: bricks
  color: [0.6, 0.4, 0.3]
  accent: grey
  seed: 3
  windows: 3
  window_m: [1.5, 1.2]
  sill_m: 1.2
  board_m: 0.5
  people:
  - {x_m: 0, y_m: 4.2, height_m: 1.8, trousers: blue, shirt: white, shoes: black, skin: [0.8, 0.6, 0.5], stride_m: 0.2}
  neighbours:
  - {x_m: 0, y_m: -8}
puppets:
- {name: keeper, make: nao, x_m: 4, posture: crouch, color: grey, jersey: red, number: 1}
- {name: guest, make: other, x_m: 2, y_m: 1, yaw_deg: 90, posture: stand, color: red, jersey: blue, number: 12}
- {name: fallen, make: nao, x_m: 1, y_m: -1, posture: back, color: blue, jersey: none}
balls:
- {name: ball, mass_kg: 0.2, pattern: tango, color: white, accent: blue}
`

func TestAHallWithEverythingLoads(t *testing.T) {
	w, err := Parse([]byte(everything))
	require.NoError(t, err)
	r := Robot{Look: LookSkin, Color: Color{0, 0, 1}, Jersey: "yellow", Number: 7}
	o := r.Options()
	o.Prefix = "nao1/"
	scene, err := w.MJCF(nao.MJCF(o))
	require.NoError(t, err)
	require.Contains(t, scene.Files, "nao1_number.png")
	require.Contains(t, scene.Files, "guest_number.png")
	require.NotContains(t, scene.Files, "fallen_number.png")
	m, err := mujoco.Load(scene.XML, scene.Files, scene.Pictures)
	require.NoError(t, err)
	defer m.Close()
	for _, name := range []string{"wall0", "wall3/pier0", "wall3/bar2", "neighbour0", "person0/0"} {
		_, err := m.ID(mujoco.Geom, name)
		require.NoError(t, err)
	}
	for _, name := range []string{"keeper", "guest", "fallen"} {
		_, err := m.ID(mujoco.Body, name)
		require.NoError(t, err)
	}
	// A puppet is placed, it has no joint of its own: only the ball and the robot move.
	require.Equal(t, 1+1+nao.NumJoints+1, m.Count(mujoco.Joint))

	// Each puppet stands on the ground, and the sun is drawn as one: without a cone.
	d, err := mujoco.NewData(m)
	require.NoError(t, err)
	defer d.Close()
	require.NoError(t, d.Forward())
	require.Contains(t, scene.XML, `directional="true"`)
	groups, bodies := m.GeomGroups(), m.GeomBodies()
	for name, want := range map[string]float64{"keeper": 0.26, "guest": nao.OtherHeight, "fallen": 0.075} {
		id, err := m.ID(mujoco.Body, name)
		require.NoError(t, err)
		require.InDelta(t, want, d.BodyPosition[3*id+2], 0.05, name)
		solid := 0
		for g, body := range bodies {
			if int(body) == id && groups[g] == 3 {
				solid++
			}
		}
		require.Positive(t, solid, "%s can be touched", name)
	}
}

func TestWrongHallsAreRefusedByKey(t *testing.T) {
	for want, change := range map[string][2]string{
		`hall.walls: "glass": want one of`:                {"walls: bricks", "walls: glass"},
		"hall.windows: 9: want 0 to 8":                    {"windows: 3", "windows: 9"},
		"hall.window_m: 0: want":                          {"window_m: [1.5, 1.2]", "window_m: [0, 1]"},
		"hall.sill_m: 6: want":                            {"sill_m: 1.2", "sill_m: 6"},
		"hall.people[0].height_m: 18: want 0.5 to 2.5":    {"height_m: 1.8", "height_m: 18"},
		"hall.neighbours[0].y_m: -800":                    {"y_m: -8", "y_m: -800"},
		"light.lamps[0]: from_m and to_m: want two":       {"from_m: [1, 1, 4]", "from_m: [0, 0, 0]"},
		"light.lamps[1].strength: NaN":                    {"strength: 1.2", "strength: .nan"},
		"light.lamps[0].beam_deg: 120: want 0 to 90":      {"beam_deg: 70", "beam_deg: 120"},
		`puppets[1].make: "robot": want one of`:           {"make: other", "make: robot"},
		`puppets[0].posture: "dance": want one of`:        {"posture: crouch", "posture: dance"},
		"puppets[1].number: 120: want 0 to 99":            {"number: 12", "number: 120"},
		`puppets[0].jersey: colour "rot"`:                 {"jersey: red", "jersey: rot"},
		`puppets[1].name: "keeper": the name is taken by`: {"name: guest", "name: keeper"},
		`balls[0].pattern: "dots": want one of`:           {"pattern: tango", "pattern: dots"},
		`hall.floors: no such key`:                        {"height_m: 5", "floors: 5"},
	} {
		require.Contains(t, everything, change[0])
		_, err := Parse([]byte(strings.Replace(everything, change[0], change[1], 1)))
		require.ErrorContains(t, err, want)
	}
	w, err := Parse([]byte(everything))
	require.NoError(t, err)
	w.Light.Lamps = make([]Lamp, 8)
	require.ErrorContains(t, w.Validate(), "light.lamps: 8 lamps: want 7 at most")
}

// The classic ball: pentagons at an icosahedron's corners, hexagons with seams between them elsewhere, 12 + 20 panels
// whose areas are those of a truncated icosahedron on a sphere.
func TestAClassicBallIsATruncatedIcosahedron(t *testing.T) {
	shade := ballShade(PatternPentagons)
	require.Len(t, dodecahedron(), 20)
	for _, c := range icosahedron() {
		accent, seam := shade(c)
		require.Equal(t, [2]float64{1, 0}, [2]float64{accent, seam})
	}
	for _, c := range dodecahedron() {
		accent, seam := shade(c)
		require.Equal(t, [2]float64{0, 0}, [2]float64{accent, seam})
	}
	// Halfway between the middles of two neighbouring hexagons is a seam.
	faces := dodecahedron()
	seams := 0
	for i, a := range faces {
		for _, b := range faces[i+1:] {
			if dot(a, b) > 0.74 { // 41.8°
				middle := [3]float64{a[0] + b[0], a[1] + b[1], a[2] + b[2]}
				r := math.Sqrt(dot(middle, middle))
				accent, seam := shade([3]float64{middle[0] / r, middle[1] / r, middle[2] / r})
				require.Zero(t, accent)
				require.InDelta(t, 1, seam, 1e-6)
				seams++
			}
		}
	}
	require.Equal(t, 30, seams)

	// A pentagon of a truncated icosahedron of edge 1 covers 0.2952 of a sphere's 4π as one of twelve, a hexagon the rest.
	black, all := 0.0, 0.0
	const n = 400
	for j := range n {
		z := -1 + 2*(float64(j)+0.5)/n
		for i := range 2 * n {
			turn := math.Pi * (float64(i) + 0.5) / n
			r := math.Sqrt(1 - z*z)
			accent, _ := shade([3]float64{r * math.Cos(turn), r * math.Sin(turn), z})
			black, all = black+accent, all+1
		}
	}
	require.InDelta(t, 0.285, black/all, 0.02)
}

func TestEachPatternHasBothColors(t *testing.T) {
	seen := map[string]bool{}
	for _, pattern := range patterns() {
		if pattern == PatternPlain {
			continue
		}
		img := paintPattern(pattern, Color{1, 1, 1}, Color{})
		require.False(t, seen[string(img.Pix)], "%s looks like another", pattern)
		seen[string(img.Pix)] = true
		dark := 0
		for i := 0; i < len(img.Pix); i += 4 {
			if img.Pix[i] < 100 {
				dark++
			}
		}
		share := 4 * float64(dark) / float64(len(img.Pix))
		require.True(t, share > 0.05 && share < 0.6, "%s: %.2f is dark", pattern, share)
	}
}

// A number is legible: its digits differ, and stand out on dark and on light jerseys.
func TestNumbersOfJerseysDiffer(t *testing.T) {
	seen := map[string]int{}
	for number := 1; number <= 99; number++ {
		r := Robot{Look: LookSkin, Jersey: "yellow", Number: number}
		parts := nao.MJCF(r.Options())
		content := parts.Files["number.png"]
		require.NotEmpty(t, content)
		if other, is := seen[string(content)]; is {
			t.Fatalf("%d looks like %d", number, other)
		}
		seen[string(content)] = number
	}
	for name, ink := range map[string]uint32{"yellow": 15, "blue": 245, "black": 245, "white": 15} {
		r := Robot{Jersey: name, Number: 8}
		img, err := png.Decode(bytes.NewReader(nao.MJCF(r.Options()).Files["number.png"]))
		require.NoError(t, err)
		found := false
		for y := range 64 {
			for x := range 64 {
				red, _, _, _ := img.At(x, y).RGBA()
				found = found || red>>8 == ink
			}
		}
		require.True(t, found, name)
	}
	require.Empty(t, nao.MJCF(nao.MJCFOptions{}).Files)
}
