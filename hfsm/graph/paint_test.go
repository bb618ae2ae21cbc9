package graph

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawing is a box with a text in it and a dashed curve, in Graphviz's elements.
const drawing = `<svg width="100pt" height="50pt" viewBox="0.00 0.00 100.00 50.00" xmlns="http://www.w3.org/2000/svg">
<g transform="scale(1 1) rotate(0) translate(4 46)">
<polygon fill="#00ff00" stroke="none" points="10,-30 40,-30 40,-10 10,-10 10,-30"/>
<path fill="none" stroke="#ff0000" stroke-width="3" d="M60,-40C60,-30 60,-20 60,-5"/>
<ellipse fill="#0000ff" stroke="none" cx="80" cy="-20" rx="8" ry="4"/>
<text text-anchor="middle" x="25" y="-17" font-size="11.00">ab</text>
</g></svg>`

func TestADrawingBecomesPixels(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, PNG(&out, []byte(drawing)))
	picture, err := png.Decode(&out)
	require.NoError(t, err)
	require.Equal(t, image.Pt(200, 100), picture.Bounds().Size(), "144 dots an inch")
	at := func(x, y float64) [3]uint32 { // of the file, before its transformation
		r, g, b, _ := picture.At(int(2*(x+4)), int(2*(y+46))).RGBA()
		return [3]uint32{r >> 8, g >> 8, b >> 8}
	}
	require.Equal(t, [3]uint32{0, 255, 0}, at(12, -28), "the box")
	require.Equal(t, [3]uint32{255, 0, 0}, at(60, -20), "the curve")
	require.Equal(t, [3]uint32{255, 255, 255}, at(66, -20), "beside the curve")
	require.Equal(t, [3]uint32{0, 0, 255}, at(80, -20), "the ellipse")
	require.Equal(t, [3]uint32{255, 255, 255}, at(90, -20), "beside the ellipse")
	dark := 0
	for x := 18.0; x < 32; x += 0.5 {
		if c := at(x, -20); c[1] < 100 {
			dark++
		}
	}
	require.NotZero(t, dark, "the text")
}

func TestAScaledDrawingIsPaintedWhole(t *testing.T) {
	const scaled = `<svg width="50.00pt" height="25.00pt" viewBox="0.00 0.00 100.00 50.00" xmlns="http://www.w3.org/2000/svg">
<g transform="scale(1 1) rotate(0) translate(10 40)"><g transform="translate(50 -20)">
<polygon fill="#00ff00" stroke="none" points="0,0 20,0 20,10 0,10 0,0"/></g></g></svg>`
	var out bytes.Buffer
	require.NoError(t, PNG(&out, []byte(scaled)))
	picture, err := png.Decode(&out)
	require.NoError(t, err)
	require.Equal(t, image.Pt(100, 50), picture.Bounds().Size(), "half as large")
	green := func(x, y int) bool { r, g, _, _ := picture.At(x, y).RGBA(); return r == 0 && g > 0 }
	require.True(t, green(70, 25), "the box, moved by both groups")
	require.False(t, green(58, 25))
	require.False(t, green(82, 25))
	require.False(t, green(70, 18))
}

func TestADrawingBecomesADocument(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, PDF(&out, []byte(drawing)))
	require.True(t, bytes.HasPrefix(out.Bytes(), []byte("%PDF-")))
	require.Contains(t, out.String(), "/Type /Page\n")
}

func TestADrawingThatIsNoneIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "expected <svg>",
		"<svg":                       "read the drawing",
		"<g/>":                       "<g> before <svg>",
		`<svg viewBox="0 0 1"/>`:     "viewBox",
		`<svg viewBox="0 0 1e9 5"/>`: "below 14400 pt",
		`<svg viewBox="0 0 NaN 5"/>`: "viewBox",
		`<svg viewBox="0 0 9 9"><path d="L4,4"/></svg>`: "expected one point and cubic curves",
	} {
		require.ErrorContains(t, PNG(&bytes.Buffer{}, []byte(text)), want, text)
	}
}
