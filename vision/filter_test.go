package vision

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

func newFilter(tb testing.TB) *Filter {
	f, err := NewFilter(testColors(), 12)
	require.NoError(tb, err)
	return f
}

func TestFindsTheCentreOfABallToAFractionOfAPixel(t *testing.T) {
	f := newFilter(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		d := disc{60 + 500*rng.Float64(), 60 + 350*rng.Float64(), 6 + 50*rng.Float64(), redBall}
		blobs, err := f.Detect(scene(640, 480, d))
		require.NoError(t, err)
		require.Len(t, blobs, 1)
		b := blobs[0]
		require.Equal(t, "red", b.Color)
		// A row's ends are rounded to pixels, and chroma has half the columns.
		tolerance := 0.1 + 1/d.r
		require.InDelta(t, d.x, b.X, tolerance, "%+v", d)
		require.InDelta(t, d.y, b.Y, tolerance, "%+v", d)
		require.InDelta(t, d.r, b.Radius, 1, "%+v", d)
		require.Greater(t, b.Confidence, 0.95, "%+v", d)
	}
}

// The filter's sums must be those of a plain loop over all pixels.
func TestSumsLikeAPlainLoop(t *testing.T) {
	f := newFilter(t)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		w, h := 2*(20+rng.IntN(80)), 30+rng.IntN(100)
		img := scene(w, h, disc{float64(w) * rng.Float64(), float64(h) * rng.Float64(), 5 + 30*rng.Float64(), greenBall})
		blobs, err := f.Detect(img)
		require.NoError(t, err)
		want, ok := plain(f, img, 1)
		if !ok {
			require.Empty(t, blobs)
			continue
		}
		require.Len(t, blobs, 1)
		got := blobs[0]
		require.Equal(t, want.Pixels, got.Pixels)
		require.InDelta(t, want.X, got.X, 1e-9)
		require.InDelta(t, want.Y, got.Y, 1e-9)
		require.InDelta(t, want.Confidence, got.Confidence, 1e-9)
		require.Equal(t, [4]int{want.MinX, want.MinY, want.MaxX, want.MaxY}, [4]int{got.MinX, got.MinY, got.MaxX, got.MaxY})
	}
}

// plain is the obvious way: all pixels of the colour, one after the other.
func plain(f *Filter, img Image, c int) (Blob, bool) {
	b := Blob{MinX: img.Width, MinY: img.Height}
	var n, sx, sy, sq float64
	for y := range img.Height {
		row := img.row(y)
		for x := range img.Width {
			p := row[x/2*4:]
			i := int(p[2*(x%2)])>>3<<12 | int(p[1])>>2<<6 | int(p[3])>>2
			if f.table[i]>>c&1 == 0 {
				continue
			}
			n, sx, sy = n+1, sx+float64(x), sy+float64(y)
			sq += float64(x*x + y*y)
			b.MinX, b.MaxX = min(b.MinX, x), max(b.MaxX, x)
			b.MinY, b.MaxY = min(b.MinY, y), max(b.MaxY, y)
		}
	}
	b.X, b.Y, b.Pixels = sx/n+0.5, sy/n+0.5, int(n)
	b.Confidence = min(n*n/(2*math.Pi*(sq-(sx*sx+sy*sy)/n+n/6)), 1)
	return b, int(n) >= f.minPixels
}

func TestStrayPixelsHardlyMoveTheCentre(t *testing.T) {
	f := newFilter(t)
	d := disc{420.3, 130.8, 24, redBall}
	img := scene(640, 480, d)
	sprinkle(img, 0.01, redBall, 5)
	blobs, err := f.Detect(img)
	require.NoError(t, err)
	require.Len(t, blobs, 1)
	require.InDelta(t, d.x, blobs[0].X, 0.6)
	require.InDelta(t, d.y, blobs[0].Y, 0.6)
	all, _ := plain(f, img, 0)
	require.Greater(t, math.Hypot(all.X-d.x, all.Y-d.y), 20.0, "the scene must be one a plain mean fails on")
}

func TestTellsWhatIsThere(t *testing.T) {
	for _, row := range []struct {
		name  string
		discs []disc
		want  []string
	}{
		{"empty floor", nil, nil},
		{"both balls, in the order of the colours", []disc{{300, 200, 20, greenBall}, {100, 100, 9, redBall}}, []string{"red", "green"}},
		{"a few pixels are nothing", []disc{{300, 200, 1.5, greenBall}}, nil},
		{"a ball in the corner", []disc{{0, 0, 30, redBall}}, []string{"red"}},
		{"another colour", []disc{{300, 200, 30, rgb{20, 30, 200}}}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			blobs, err := newFilter(t).Detect(scene(640, 480, row.discs...))
			require.NoError(t, err)
			var got []string
			for _, b := range blobs {
				got = append(got, b.Color)
			}
			require.Equal(t, row.want, got)
		})
	}
}

func TestTakesTheLargerOfTwoBallsOfOneColour(t *testing.T) {
	blobs, err := newFilter(t).Detect(scene(640, 480, disc{100, 100, 15, redBall}, disc{500, 300, 25, redBall}))
	require.NoError(t, err)
	require.Len(t, blobs, 1)
	require.InDelta(t, 500, blobs[0].X, 0.2)
	require.InDelta(t, 300, blobs[0].Y, 0.2)
}

func TestForgetsTheLastImage(t *testing.T) {
	f := newFilter(t)
	first, err := f.Detect(scene(640, 480, disc{100, 100, 15, redBall}))
	require.NoError(t, err)
	require.Len(t, first, 1)
	for range 2 { // also after another size
		blobs, err := f.Detect(scene(320, 240, disc{200, 100, 15, redBall}))
		require.NoError(t, err)
		require.Len(t, blobs, 1)
		require.InDelta(t, 200, blobs[0].X, 0.2)
	}
}

func TestConfidenceIsHowWellThePixelsFillTheDisc(t *testing.T) {
	f := newFilter(t)
	confidence := func(discs ...disc) float64 {
		blobs, err := f.Detect(scene(640, 480, discs...))
		require.NoError(t, err)
		require.Len(t, blobs, 1)
		return blobs[0].Confidence
	}
	whole := confidence(disc{300, 200, 30, redBall})
	half := confidence(disc{0, 200, 30, redBall})
	ring := confidence(disc{300, 200, 20, grey}, disc{300, 200, 30, redBall})
	require.Greater(t, whole, 0.99)
	require.Less(t, half, 0.9)
	require.Less(t, ring, 0.5)
}

func TestDetectAllocatesNothing(t *testing.T) {
	f := newFilter(t)
	img := scene(640, 480, disc{300, 200, 40, redBall}, disc{100, 100, 30, greenBall})
	_, err := f.Detect(img)
	require.NoError(t, err)
	require.Zero(t, testing.AllocsPerRun(20, func() {
		if _, err := f.Detect(img); err != nil {
			t.Fatal(err)
		}
	}))
}

func TestNamesWhatIsWrongWithAnImage(t *testing.T) {
	good := scene(64, 48)
	for _, row := range []struct {
		name, want string
		spoil      func(*Image)
	}{
		{"encoding", `encoding "rgb8": expected "yuv422_yuy2"`, func(m *Image) { m.Encoding = "rgb8" }},
		{"odd width", "width 63: expected an even number", func(m *Image) { m.Width = 63 }},
		{"no height", "height 0: expected 1", func(m *Image) { m.Height = 0 }},
		{"negative height", "height -5: expected 1", func(m *Image) { m.Height = -5 }},
		{"short step", "step 127: expected at least 128 bytes", func(m *Image) { m.Step = 127 }},
		{"huge step", "step 1073741824: expected", func(m *Image) { m.Step = 1 << 30 }},
		{"short data", "6143 bytes of data: expected 6144", func(m *Image) { m.Data = m.Data[1:] }},
	} {
		t.Run(row.name, func(t *testing.T) {
			img := good
			row.spoil(&img)
			_, err := newFilter(t).Detect(img)
			require.ErrorIs(t, err, ErrImage)
			require.ErrorContains(t, err, row.want)
			require.ErrorIs(t, new(Overlay).Draw(img, nil, 0, 0), ErrImage)
		})
	}
}

// trial makes an image out of random bytes, header first.
func trial(f *Filter, raw []byte) {
	var head [5]byte
	raw = raw[copy(head[:], raw):]
	img := Image{Width: int(head[0]), Height: int(head[1]) - 2, Step: int(head[2])<<1 | int(head[3]&1), Encoding: EncodingYUYV, Data: raw}
	if head[4] < 16 {
		img.Encoding = string(head[4:])
	}
	blobs, err := f.Detect(img)
	if err != nil {
		return
	}
	if err := new(Overlay).Draw(img, blobs, float64(head[0]), -float64(head[1])); err != nil {
		panic(err)
	}
	for _, b := range blobs {
		if !(b.X >= 0 && b.X <= float64(img.Width) && b.Y >= 0 && b.Y <= float64(img.Height) && b.Confidence > 0 && b.Confidence <= 1) {
			panic(b)
		}
	}
}

func TestDetectSurvivesRandomBytes(t *testing.T) {
	f := newFilter(t)
	rng := rand.New(rand.NewPCG(7, 8))
	raw := make([]byte, 4096)
	for range fuzzn.N(t) {
		n := rng.IntN(len(raw))
		for i := range n {
			raw[i] = byte(rng.Uint32())
		}
		if rng.IntN(2) == 0 { // a header that fits
			raw[0], raw[1], raw[2], raw[3] = byte(2*rng.IntN(30)), byte(rng.IntN(34)), byte(rng.IntN(64)), 0
		}
		trial(f, raw[:n])
	}
}

func FuzzDetect(f *testing.F) {
	filter := newFilter(f)
	f.Add(append([]byte{32, 18, 32, 0, 99}, scene(32, 16, disc{8, 8, 6, redBall}).Data...))
	f.Fuzz(func(_ *testing.T, raw []byte) { trial(filter, raw) })
}
