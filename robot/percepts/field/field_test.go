package field_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/field"
)

func load(t testing.TB, name string) field.Field {
	t.Helper()
	f, err := field.Load(name)
	require.NoError(t, err)
	return f
}

func TestOurFieldsAreThoseOfTheLeaguesAndThePapers(t *testing.T) {
	require.Equal(t, []string{"field2010", "hsl_small", "spl"}, field.Names())
}

func TestAFieldHasTheLandmarksOfItsLines(t *testing.T) {
	for _, c := range []struct {
		name      string
		counts    map[field.Kind]int
		lines     int
		symmetric bool
	}{
		{"spl", map[field.Kind]int{field.CornerL: 12, field.CornerT: 10, field.CrossX: 2, field.Mark: 2, field.Center: 1, field.Post: 4}, 17, true},
		{"hsl_small", map[field.Kind]int{field.CornerL: 12, field.CornerT: 10, field.CrossX: 2, field.Mark: 2, field.Center: 1, field.Post: 4}, 17, true},
		{"field2010", map[field.Kind]int{field.CornerL: 8, field.CornerT: 6, field.CrossX: 2, field.Mark: 2, field.Center: 1, field.Post: 4}, 11, false},
	} {
		m := load(t, c.name).Map()
		counts := map[field.Kind]int{}
		for _, p := range m.Points {
			counts[p.Kind]++
		}
		require.Equal(t, c.counts, counts, c.name)
		require.Len(t, m.Lines, c.lines, c.name)
		require.Equal(t, c.symmetric, m.Symmetric, c.name)
	}
}

// find returns the landmark of a kind nearest to a place.
func find(m *field.Map, kind field.Kind, x, y float64) field.Landmark {
	var best field.Landmark
	least := math.Inf(1)
	for _, p := range m.Points {
		if d := math.Hypot(p.X-x, p.Y-y); p.Kind == kind && d < least {
			best, least = p, d
		}
	}
	return best
}

func TestCornersPointWhereTheirLinesGo(t *testing.T) {
	m := load(t, "spl").Map()
	for _, c := range []struct {
		kind          field.Kind
		x, y, heading float64 // heading in degrees
	}{
		{field.CornerL, 4.5, 3, -135},       // the field's corner: its rays go back and right
		{field.CornerL, 4.5 - 1.65, 2, -45}, // the penalty area's: towards the goal line and right
		{field.CornerT, 4.5, 2, 180},        // the penalty area meets the goal line
		{field.CornerT, 0, 3, -90},          // the halfway line meets the touchline
	} {
		p := find(m, c.kind, c.x, c.y)
		require.InDelta(t, c.x, p.X, 1e-9)
		require.InDelta(t, c.y, p.Y, 1e-9)
		require.InDelta(t, c.heading, p.Heading*180/math.Pi, 1e-9)
	}
	post := find(m, field.Post, 4.5, 0.8)
	require.InDelta(t, 4.525, post.X, 1e-9)
	require.InDelta(t, 0.8, post.Y, 1e-9)
}

// A field measured to the outside of its lines has its lines half a line further inside.
func TestLengthsToTheOutsideBecomeLengthsToTheMiddle(t *testing.T) {
	m := load(t, "hsl_small").Map()
	require.InDelta(t, 8.95, m.Length, 1e-9)
	require.InDelta(t, 5.95, m.Width, 1e-9)
	require.InDelta(t, 0.725, m.CircleRadius, 1e-9)
	require.InDelta(t, 9+2*1.0, m.Length+2*m.Border, 1e-9, "the carpet does not move")
	front := find(m, field.CornerL, 2.5, 2)
	require.InDelta(t, 4.5-2+0.025, front.X, 1e-9, "the outer edge of the front line is 2 m from the outer edge of the goal line")
	require.InDelta(t, 2-0.025, front.Y, 1e-9)
	require.InDelta(t, 4.5-1.5, find(m, field.Mark, 3, 0).X, 1e-9)
	same := load(t, "spl")
	require.Equal(t, same, same.ToMiddle())
}

func TestABadFileIsRefusedWithItsKey(t *testing.T) {
	good, err := os.ReadFile("fields/spl.yaml")
	require.NoError(t, err)
	for name, c := range map[string]struct{ from, to, want string }{
		"goal area outside the penalty area": {"goalAreaWidth: 2.2", "goalAreaWidth: 4.0", "field.goalAreaWidth: 4: the goal area's sides cross"},
		"penalty area wider than the field":  {"penaltyAreaWidth: 4.0", "penaltyAreaWidth: 6.0", "field.penaltyAreaWidth: 6: its sides cross the touchlines"},
		"penalty area over halfway":          {"penaltyAreaLength: 1.65", "penaltyAreaLength: 4.6", "field.penaltyAreaLength: 4.6: its front line crosses"},
		"circle through the penalty area":    {"centerCircleDiameter: 1.5", "centerCircleDiameter: 5.8", "field.centerCircleDiameter: 5.8: the circle crosses the penalty areas"},
		"circle through the touchline":       {"centerCircleDiameter: 1.5", "centerCircleDiameter: 6", "the circle crosses the touchlines"},
		"mark beyond the halfway line":       {"penaltyMarkDistance: 1.3", "penaltyMarkDistance: 5", "field.penaltyMarkDistance: 5"},
		"not a number":                       {"length: 9.0", "length: .nan", "field.length: NaN: expected a number"},
		"a text for a number":                {"length: 9.0", "length: nine", `:7: field.length: "nine": expected a number`},
		"infinite":                           {"width: 6.0", "width: .inf", "field.width: +Inf"},
		"unknown key":                        {"lineWidth:", "linewidth:", `:9: field.linewidth: no such key (did you mean "lineWidth"?); expected one of length, width, lineWidth`},
		"unknown colour":                     {"color_positive_x: white", "color_positive_x: mauve", `goal.color_positive_x: "mauve"`},
		"measured to nothing":                {"measured_to: middle", "measured_to: inside", `measured_to: "inside": want middle or outside`},
		"area without width":                 {"goalAreaWidth: 2.2", "goalAreaWidth: 0", "field.goalAreaWidth: 0, with a length of 0.6"},
	} {
		text := strings.Replace(string(good), c.from, c.to, 1)
		require.NotEqual(t, string(good), text, name)
		path := filepath.Join(t.TempDir(), "mine.yaml")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := field.Load(path)
		require.ErrorContains(t, err, c.want, name)
		require.ErrorContains(t, err, "mine.yaml", name)
	}
	_, err = field.Load("moon")
	require.ErrorContains(t, err, `field "moon": no such field; want one of field2010, hsl_small, spl`)
	_, err = field.Parse(nil)
	require.ErrorContains(t, err, "empty")
}

func TestAFieldWithoutALandmarkIsRefused(t *testing.T) {
	bare := "field: {length: 9, width: 6, lineWidth: 0, borderStripWidth: 1}\n"
	_, err := field.Parse([]byte(bare))
	require.ErrorContains(t, err, "field.lineWidth: 0, and neither goals nor landmarks")
	f, err := field.Parse([]byte(bare + "landmarks: [{x: 0, y: 3.3, diameter: 0.2, height: 1, upper: yellow, lower: blue}]\n"))
	require.NoError(t, err)
	m := f.Map()
	require.Equal(t, []field.Landmark{{Kind: field.Pole, Y: 3.3, Color: field.Yellow, Lower: field.Blue}}, m.Points)
	require.False(t, m.Symmetric)
}

// A file of the league's own schema is JSON.
func TestAFileOfTheLeaguesSchemaIsRead(t *testing.T) {
	f, err := field.Parse([]byte(`{"field": {"length": 9, "width": 6, "lineWidth": 0.05, "penaltyMarkSize": 0.1, "goalAreaLength": 0.6,
		"goalAreaWidth": 2.2, "penaltyAreaLength": 1.65, "penaltyAreaWidth": 4, "penaltyMarkDistance": 1.3, "centerCircleDiameter": 1.5,
		"borderStripWidth": 0.7}, "goal": {"postDiameter": 0.1, "height": 0.8, "innerWidth": 1.5, "depth": 0.5}}`))
	require.NoError(t, err)
	require.Equal(t, load(t, "spl").Map(), f.Map())
}

func FuzzParse(f *testing.F) {
	for _, name := range field.Names() {
		text, err := os.ReadFile("fields/" + name + ".yaml")
		require.NoError(f, err)
		f.Add(text)
	}
	f.Add([]byte("landmarks: [{x: .inf}]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		read, err := field.Parse(text)
		if err != nil {
			return
		}
		m := read.Map()
		require.NotEmpty(t, m.Points)
		for _, p := range m.Points {
			require.False(t, math.IsNaN(p.X+p.Y+p.Heading))
		}
	})
}
