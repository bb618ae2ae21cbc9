package trial

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/sim"
)

func TestFilmsATrial(t *testing.T) {
	o := DefaultFilmOptions()
	o.Width, o.Height, o.FPS = 96, 80, 10
	f, err := NewFilm(o)
	require.NoError(t, err)
	s, err := New(Setup{Profile: sim.Ideal, Seed: 1, Watch: f.Watch})
	require.NoError(t, err)
	require.NoError(t, s.Hold(290*time.Millisecond))
	s.Close()
	require.Equal(t, 3, f.Frames())
	var b bytes.Buffer
	require.NoError(t, f.WriteGIF(&b))
	g, err := gif.DecodeAll(&b)
	require.NoError(t, err)
	require.Len(t, g.Image, 3)
	require.Equal(t, []int{10, 10, 10}, g.Delay)
	require.Equal(t, 96, g.Config.Width)
	seen := map[uint8]bool{}
	for _, index := range g.Image[0].Pix {
		seen[index] = true
	}
	require.Greater(t, len(seen), 20, "the robot is in the picture, not a plain colour")
}

func TestAFilmSaysWhatIsWrong(t *testing.T) {
	o := DefaultFilmOptions()
	o.FPS = 0
	_, err := NewFilm(o)
	require.ErrorContains(t, err, "film: 0 pictures a second: expected 1 to 50")
	f, err := NewFilm(DefaultFilmOptions())
	require.NoError(t, err)
	require.ErrorContains(t, f.WriteGIF(&bytes.Buffer{}), "no picture was taken: trial 1")
	o = DefaultFilmOptions()
	o.View = "nowhere"
	f, err = NewFilm(o)
	require.NoError(t, err)
	s, err := New(Setup{Profile: sim.Ideal, Seed: 1, Watch: f.Watch})
	require.NoError(t, err)
	defer s.Close()
	require.NoError(t, s.Hold(20*time.Millisecond))
	require.ErrorContains(t, f.WriteGIF(&bytes.Buffer{}), `view "nowhere": expected follow, front`)
}

// The decoded film is near to the pictures that were drawn, although pixels were left out.
func TestAFilmShowsItsPictures(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var frames []*image.RGBA
	for k := range 5 {
		img := image.NewRGBA(image.Rect(0, 0, 40, 30))
		for i := range 40 * 30 {
			img.SetRGBA(i%40, i/40, color.RGBA{R: uint8(6 * (i % 40)), G: uint8(8 * (i / 40)), B: uint8(20 * k), A: 255})
		}
		img.SetRGBA(rng.IntN(40), rng.IntN(30), color.RGBA{R: 255, A: 255})
		frames = append(frames, img)
	}
	var b bytes.Buffer
	require.NoError(t, writeGIF(&b, frames, 12.5, 6))
	g, err := gif.DecodeAll(&b)
	require.NoError(t, err)
	require.Equal(t, []int{8, 8, 8, 8, 8}, g.Delay)
	shown := image.NewRGBA(image.Rect(0, 0, 40, 30))
	for k, p := range g.Image {
		for y := p.Rect.Min.Y; y < p.Rect.Max.Y; y++ {
			for x := p.Rect.Min.X; x < p.Rect.Max.X; x++ {
				if c := p.At(x, y); c != (color.RGBA{}) {
					shown.Set(x, y, c)
				}
			}
		}
		off := 0
		for i := range shown.Pix {
			if d := int(shown.Pix[i]) - int(frames[k].Pix[i]); max(d, -d) > 40 {
				off++
			}
		}
		require.Less(t, off, len(shown.Pix)/100, "picture %d", k)
	}
}

func TestEdgesThatMoveLeaveNoStreaks(t *testing.T) {
	// Two shades that differ by less than the tolerance; the edge between them moves.
	frame := func(edge int) *image.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, 40, 8))
		for i := range 40 * 8 {
			shade := uint8(120)
			if i%40 < edge {
				shade = 126
			}
			copy(img.Pix[4*i:], []byte{shade, shade, shade, 255})
		}
		return img
	}
	var frames []*image.RGBA
	for k := range 20 {
		frames = append(frames, frame(2*k))
	}
	var out bytes.Buffer
	require.NoError(t, writeGIF(&out, frames, 10, 9))
	g, err := gif.DecodeAll(&out)
	require.NoError(t, err)
	shown := image.NewRGBA(frames[0].Bounds())
	for k, p := range g.Image {
		draw.Draw(shown, p.Bounds(), p, p.Bounds().Min, draw.Over)
		if k < mostStale {
			continue
		}
		for i := range 40 * 8 {
			if i%40 < 2*(k-mostStale) {
				require.InDelta(t, 126, int(shown.Pix[4*i]), 1, "frame %d, pixel %d", k, i%40)
			}
		}
	}
}
