package demo

import (
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/lab/score"
)

func TestErrorsAreDrawnWithTheStatePath(t *testing.T) {
	var errors []score.ImageError
	for i := range 1300 {
		sec := float64(i) / 30
		if sec > 10 && sec < 20 {
			continue
		}
		errors = append(errors, score.ImageError{TSec: sec, RightDeg: 3 * math.Sin(sec), DownDeg: math.Cos(2 * sec)})
	}
	stays := []stay{
		{"followBall/red", 0, 8},
		{"followBall/green", 8, 10},
		{"dance/right", 10, 14.7},
		{"dance/left", 14.7, 19.4},
		{"dance/right", 19.4, 20},
		{"followBall/green", 20, 26},
		{"followBall/red", 26, 30},
	}
	file := filepath.Join(t.TempDir(), "errors.png")
	if dir := os.Getenv("KEEP_PICTURES"); dir != "" {
		file = filepath.Join(dir, "errors.png")
	}
	require.NoError(t, drawErrors(file, "Following the ball", errors, stays, 43))

	in, err := os.Open(file)
	require.NoError(t, err)
	defer in.Close()
	img, err := png.Decode(in)
	require.NoError(t, err)
	require.Greater(t, img.Bounds().Dx(), 1000)
	require.Contains(t, colorsOf(img), pathColors["green"], "the stay in green is painted")
}

func colorsOf(img image.Image) map[color.RGBA]bool {
	found := make(map[color.RGBA]bool)
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, a := img.At(x, y).RGBA()
			found[color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}] = true
		}
	}
	return found
}
