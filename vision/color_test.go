package vision

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesWhatIsWrongWithAColor(t *testing.T) {
	box := func(space string, low, high [3]float64) Color {
		return Color{Name: "red", Space: space, Low: low, High: high}
	}
	for _, row := range []struct {
		name, want string
		color      Color
	}{
		{"no name", "name is empty", Color{}},
		{"no such space", `color "red": space "lab": expected rgb, yuv or hsv`, box("lab", [3]float64{}, [3]float64{})},
		{"out of range", "high saturation 50: expected 0 to 1", box("hsv", [3]float64{0, 0, 0}, [3]float64{10, 50, 1})},
		{"negative", "low u -1: expected 0 to 255", box("yuv", [3]float64{0, -1, 0}, [3]float64{10, 50, 1})},
		{"NaN", "low red NaN", box("rgb", [3]float64{math.NaN(), 0, 0}, [3]float64{10, 50, 1})},
		{"turned round", "low green 60 is above high green 50", box("rgb", [3]float64{0, 60, 0}, [3]float64{10, 50, 1})},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := NewFilter([]Color{row.color}, 1)
			require.ErrorContains(t, err, row.want)
		})
	}
	_, err := NewFilter(append(testColors(), testColors()...), 1)
	require.ErrorContains(t, err, `color "red": there are two of that name`)
	_, err = NewFilter(make([]Color, 33), 1)
	require.ErrorContains(t, err, "33 colors: expected at most 32")
}

func TestTheSpacesAgreeOnPureColours(t *testing.T) {
	for _, row := range []struct {
		name    string
		c       rgb
		h, s, v float64
	}{
		{"red", rgb{255, 0, 0}, 0, 1, 1},
		{"green", rgb{0, 255, 0}, 120, 1, 1},
		{"blue", rgb{0, 0, 255}, 240, 1, 1},
		{"yellow", rgb{255, 255, 0}, 60, 1, 1},
		{"dark magenta", rgb{128, 0, 128}, 300, 1, 0.502},
		{"grey", rgb{100, 100, 100}, 0, 0, 0.392},
		{"black", rgb{}, 0, 0, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			h, s, v := rgbToHSV(row.c[0], row.c[1], row.c[2])
			require.InDeltaSlice(t, []float64{row.h, row.s, row.v}, []float64{h, s, v}, 1e-3)
			r, g, b := yuvToRGB(toYUV(row.c))
			require.InDelta(t, row.c[0], r, 0.01)
			require.InDelta(t, row.c[1], g, 0.01)
			require.InDelta(t, row.c[2], b, 0.01)
		})
	}
}

// The same region of colors, defined in each of the three spaces, finds the same ball.
func TestABallIsFoundInEverySpace(t *testing.T) {
	f, err := NewFilter([]Color{
		{Name: "by rgb", Space: "rgb", Low: [3]float64{150, 0, 0}, High: [3]float64{255, 80, 80}},
		{Name: "by yuv", Space: "yuv", Low: [3]float64{50, 80, 180}, High: [3]float64{120, 125, 255}},
		{Name: "by hsv", Space: "hsv", Low: [3]float64{340, 0.6, 0.3}, High: [3]float64{20, 1, 1}},
	}, 1)
	require.NoError(t, err)
	blobs, err := f.Detect(scene(320, 240, disc{160, 120, 30, redBall}))
	require.NoError(t, err)
	require.Len(t, blobs, 3)
	for _, b := range blobs {
		require.InDelta(t, 160, b.X, 0.1, b.Color)
		require.InDelta(t, 30, b.Radius, 0.7, b.Color)
	}
}

// A table entry stands for several values. Averaged over these values, both ends of a range must be exact.
func TestARangeBeginsAndEndsWithinHalfAStepOfItsBounds(t *testing.T) {
	for _, row := range []struct {
		name      string
		channel   int
		low, high float64
		step      int
	}{
		{"luma", 0, 64, 127, stepY},
		{"luma between steps", 0, 59, 130, stepY},
		{"blue chroma", 1, 128, 159, stepUV},
		{"red chroma", 2, 130, 161, stepUV},
		{"all red chroma", 2, 0, 255, stepUV},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := Color{Name: "c", Space: "yuv", High: [3]float64{255, 255, 255}}
			c.Low[row.channel], c.High[row.channel] = row.low, row.high
			f, err := NewFilter([]Color{c}, 1)
			require.NoError(t, err)
			sum, n := 0.0, 0.0 // sum and number of the channel's values that belong to the color
			for v := range 256 {
				px := [3]byte{100, 100, 100}
				px[row.channel] = byte(v)
				blobs, err := f.Detect(Image{Width: 2, Height: 1, Step: 4, Encoding: EncodingYUYV, Data: []byte{px[0], px[1], px[0], px[2]}})
				require.NoError(t, err)
				if len(blobs) > 0 {
					sum, n = sum+float64(v), n+1
				}
			}
			require.InDelta(t, row.high-row.low+1, n, float64(row.step))
			require.InDelta(t, (row.low+row.high)/2, sum/n, float64(row.step)/2-0.1)
		})
	}
}

func TestAColorNarrowerThanTheTableIsRefused(t *testing.T) {
	for _, text := range []string{"grey: yuv 0..255 128..128 128..128", "pure: rgb 255..255 0..0 0..0"} {
		c, err := ParseColor(text)
		require.NoError(t, err)
		_, err = NewFilter([]Color{testColors()[0], c}, 1)
		require.ErrorContains(t, err, `color "`+c.Name+`": no pixel matches it: expected wider ranges`)
	}
}

func TestReadsAColorAsParameterFilesSayIt(t *testing.T) {
	c, err := ParseColor(" red :  hsv 340..20 0.5..1 0.15..1.0 ")
	require.NoError(t, err)
	require.Equal(t, Color{Name: "red", Space: "hsv", Low: [3]float64{340, 0.5, 0.15}, High: [3]float64{20, 1, 1}}, c)
	for text, want := range map[string]string{
		"red":                       "no name and colon: expected",
		"red: hsv 1..2 0..1":        "3 words after the name: expected",
		"red: hsv 1..2 0..1 0,5..1": `range "0,5..1": expected`,
		"red: hsv 1..2 0..1 1":      `range "1": expected`,
		"red: hsv 1..2 0..1 0..2":   `color "red": high value 2: expected 0 to 1`,
		"red: cmyk 1..2 0..1 0..2":  `space "cmyk": expected rgb, yuv or hsv`,
		": hsv 1..2 0..1 0..1":      "name is empty",
	} {
		_, err := ParseColor(text)
		require.ErrorContains(t, err, want, text)
	}
}
