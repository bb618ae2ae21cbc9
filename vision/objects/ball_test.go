package objects

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/vision"
	"gonao/vision/net"
	"gonao/vision/segment"
	"gonao/vision/view"
)

const (
	width, height = 640, 480
	ballM         = 0.05
)

// scene is an image of a carpet with a line, seen by a camera 0.5 m above it that looks 25° down.
type scene struct {
	img   vision.Image
	view  view.View
	masks segment.Masks
}

func newScene(t testing.TB, seed uint64) *scene {
	down := nao.Rotation(r3.Vec{Y: 1}, 25*math.Pi/180)
	optical := nao.Pose{R: [9]float64{0, 0, 1, -1, 0, 0, 0, -1, 0}}
	pose := down.Mul(optical)
	pose.P = r3.Vec{X: 0.05, Z: 0.5}
	lens := nao.Intrinsics{Fx: 617, Fy: 617, Cx: width / 2, Cy: height / 2}
	v, err := view.At(lens, view.Size{Width: width, Height: height}, nao.TopCamera, 0, pose, 1e-4)
	require.NoError(t, err)
	s := &scene{view: v}
	s.img = vision.Image{Width: width, Height: height, Step: 2 * width, Encoding: vision.EncodingYUYV, Data: make([]byte, 2*width*height)}
	rng := rand.New(rand.NewPCG(seed, 1))
	for y := range height {
		for x := range width {
			gx, gy, ok := v.Ground(float64(x)+0.5, float64(y)+0.5)
			luma, u, c := 90.0, byte(100), byte(100)
			switch {
			case !ok:
				luma, u, c = 170, 128, 128
			case math.Abs(gx-1.5) < 0.025 || math.Abs(gy-0.6) < 0.025:
				luma, u, c = 200, 128, 128
			}
			s.set(x, y, luma+rng.NormFloat64()*4, u, c)
		}
	}
	return s
}

func (s *scene) set(x, y int, luma float64, u, v byte) {
	at := y*s.img.Step + 2*x
	s.img.Data[at] = uint8(min(max(luma, 0), 255))
	s.img.Data[at+1] = []byte{u, v}[x%2]
}

// ball paints a ball with twelve dark discs, and returns its centre and radius in the image.
func (s *scene) ball(t testing.TB, gx, gy float64, turn nao.Pose) (x, y, r float64) {
	x, y, ok := s.view.Pixel(gx, gy, ballM)
	require.True(t, ok)
	r, ok = s.view.BallRadius(x, y, ballM)
	require.True(t, ok)
	phi := (1 + math.Sqrt(5)) / 2
	var spots []r3.Vec
	for _, a := range []float64{-1, 1} {
		for _, b := range []float64{-phi, phi} {
			spots = append(spots, r3.Unit(r3.Vec{Y: a, Z: b}), r3.Unit(r3.Vec{X: a, Y: b}), r3.Unit(r3.Vec{X: b, Z: a}))
		}
	}
	const fine = 4
	for j := int(y - r - 1); j <= int(y+r+1); j++ {
		for i := int(x - r - 1); i <= int(x+r+1); i++ {
			if i < 0 || j < 0 || i >= width || j >= height {
				continue
			}
			sum, covered := 0.0, 0
			for k := range fine * fine {
				nx := (float64(i) + (float64(k%fine)+0.5)/fine - x) / r
				ny := (float64(j) + (float64(k/fine)+0.5)/fine - y) / r
				if nx*nx+ny*ny > 1 {
					continue
				}
				n := turn.Rotate(r3.Vec{X: nx, Y: ny, Z: -math.Sqrt(1 - nx*nx - ny*ny)})
				level := 225.0
				for _, spot := range spots {
					if r3.Dot(n, spot) > 0.93 {
						level = 30
					}
				}
				sum += level * (0.8 - 0.25*ny)
				covered++
			}
			if covered > 0 {
				share := float64(covered) / (fine * fine)
				old := float64(s.img.Data[j*s.img.Step+2*i])
				s.set(i, j, sum/float64(covered)*share+old*(1-share), 128, 128)
			}
		}
	}
	return x, y, r
}

// find makes the masks and finds the balls.
func (s *scene) find(t testing.TB, f *BallFinder) []Ball {
	var light segment.Light
	limits, ok := light.Adapt(s.img.Data, width, height, s.img.Step, s.view.Horizon)
	require.True(t, ok)
	s.masks.Fill(s.img.Data, width, height, s.img.Step, limits)
	balls, err := f.Find(s.img, &s.view, &s.masks, s.view.Horizon)
	require.NoError(t, err)
	return balls
}

func TestABallIsFoundWhereItLies(t *testing.T) {
	f, err := defaultBalls(ballM)
	require.NoError(t, err)
	for i, at := range [][2]float64{{0.7, 0.1}, {0.9, -0.2}, {1.2, 0.3}, {1.5, 0}, {2, -0.5}, {2.5, 0.4}, {3, 0.2}} {
		s := newScene(t, uint64(i))
		turn := nao.Rotation(r3.Unit(r3.Vec{X: 1, Y: 0.3 * float64(i), Z: 0.5}), float64(i))
		x, y, r := s.ball(t, at[0], at[1], turn)
		balls := s.find(t, f)
		require.Len(t, balls, 1, "ball at %v, radius %.1f px, windows %v", at, r, f.Windows())
		b := balls[0]
		require.InDelta(t, x, b.X, 0.5+0.1*r)
		require.InDelta(t, y, b.Y, 0.5+0.1*r)
		require.InEpsilon(t, r, b.Radius, 0.2)
		require.Greater(t, b.Confidence, 0.5)
		require.Less(t, math.Hypot(b.Seen.X-at[0], b.Seen.Y-at[1]), 0.04*at[0]*at[0]+0.02, "place of the ball at %v", at)
		require.Positive(t, b.Seen.Cov.XX)
	}
}

func TestNothingIsFoundOnAnEmptyCarpet(t *testing.T) {
	f, err := defaultBalls(ballM)
	require.NoError(t, err)
	for seed := range uint64(5) {
		require.Empty(t, newScene(t, seed).find(t, f))
	}
}

func TestTwoBallsAreBothFound(t *testing.T) {
	f, err := defaultBalls(ballM)
	require.NoError(t, err)
	s := newScene(t, 1)
	s.ball(t, 1, 0.2, nao.Rotation(r3.Vec{X: 1}, 1))
	s.ball(t, 1.3, -0.2, nao.Rotation(r3.Vec{Y: 1}, 1))
	require.Len(t, s.find(t, f), 2)
}

func TestFindingDoesNotAllocate(t *testing.T) {
	f, err := defaultBalls(ballM)
	require.NoError(t, err)
	s := newScene(t, 1)
	s.ball(t, 1, 0.2, nao.Rotation(r3.Vec{X: 1}, 1))
	s.find(t, f)
	require.NotEmpty(t, f.Windows())
	top := s.view.Horizon
	require.Zero(t, testing.AllocsPerRun(10, func() { _, _ = f.Find(s.img, &s.view, &s.masks, top) }))
}

func TestImagesThatDoNotFitAreRefused(t *testing.T) {
	f, err := defaultBalls(ballM)
	require.NoError(t, err)
	s := newScene(t, 1)
	s.find(t, f)
	half := s.img
	half.Data = half.Data[:len(half.Data)/2]
	_, err = f.Find(half, &s.view, &s.masks, s.view.Horizon)
	require.ErrorIs(t, err, vision.ErrImage)
	small := s.img
	small.Height /= 2
	_, err = f.Find(small, &s.view, &s.masks, s.view.Horizon)
	require.ErrorContains(t, err, "expected the size of its view")
}

// A ball is the best candidate wherever it lies, also on lines and where they cross.
func TestABallIsTheBestCandidate(t *testing.T) {
	f, err := defaultBalls(ballM)
	require.NoError(t, err)
	for i, at := range [][2]float64{{0.7, 0.1}, {1.25, 0.58}, {1.46, 0.1}, {1.5, 0}, {1.5, 0.6}, {1.53, 0.62}, {2.5, 0.6}, {3, 0.2}} {
		s := newScene(t, uint64(i))
		x, y, r := s.ball(t, at[0], at[1], nao.Rotation(r3.Unit(r3.Vec{X: 1, Y: 0.3 * float64(i), Z: 0.5}), float64(i)))
		s.find(t, f)
		best := f.Windows()[0]
		require.Less(t, math.Hypot(best.X-x, best.Y-y), 0.7*r+cellPx, "ball at %v, radius %.1f px, windows %v", at, r, f.Windows())
	}
}

// A ball with a pattern has white pixels and dark ones, a plain one neither carpet nor white; a line is white, a shadow dark.
func TestTheInsideOfACandidateLooksLikeABall(t *testing.T) {
	const line, shadow, football, orange = 0, 1, 2, 3
	shares := [][2]float32{line: {0.1, 0.9}, shadow: {0.1, 0}, football: {0, 0.6}, orange: {0.1, 0.1}} // of carpet and white
	for kinds, want := range map[BallKinds][4]bool{
		0:               {football: true},
		Pattern:         {football: true},
		Plain:           {shadow: true, orange: true},
		Pattern | Plain: {shadow: true, football: true, orange: true},
	} {
		c := BallCandidates{Kinds: kinds}
		for i, s := range shares {
			require.Equal(t, want[i], c.mixed(s[0], s[1]) == mixedMost, "kinds %b, carpet and white %v: %g", kinds, s, c.mixed(s[0], s[1]))
		}
	}
}

// The edge of a ball on the carpet is round, and its size that of a ball there; both speak for it.
func TestTheOutlineOfABallIsRound(t *testing.T) {
	f, err := defaultBalls(ballM)
	require.NoError(t, err)
	for i, at := range [][2]float64{{0.7, 0.1}, {0.9, -0.2}, {1.2, 0.3}} {
		s := newScene(t, uint64(i))
		x, y, r := s.ball(t, at[0], at[1], nao.Rotation(r3.Unit(r3.Vec{X: 1, Y: 0.3 * float64(i), Z: 0.5}), float64(i)))
		require.Len(t, s.find(t, f), 1)
		w := slices.MinFunc(f.Windows(), func(a, b BallWindow) int {
			return cmp.Compare(math.Hypot(a.At.X-x, a.At.Y-y), math.Hypot(b.At.X-x, b.At.Y-y))
		})
		require.Greater(t, w.Outline.Round, 0.6, "ball at %v, radius %.1f px", at, r)
		require.InDelta(t, 0, w.Outline.Size, 0.1)
		require.InDelta(t, w.Mean+w.Outline.Evidence(), w.Logit, 1e-9)
		require.Positive(t, w.Outline.Evidence())
	}
	require.Negative(t, BallOutline{}.Evidence(), "nothing of the edge is seen")
	require.Less(t, BallOutline{Round: 0.6, Size: -0.4}.Evidence(), BallOutline{Round: 0.6}.Evidence(), "too small")
}

// Where only plain balls are looked for, whose colour is checked besides, a lower logit is enough.
func TestPlainBallsNeedLess(t *testing.T) {
	f, err := defaultBalls(ballM)
	require.NoError(t, err)
	out := []float32{float32(f.threshold[0]) + 1, float32(f.threshold[1]) - 1, 0, 0, 0}
	for kinds, want := range map[BallKinds]float64{Pattern: 1, Plain: plainEase - 1, Pattern | Plain: 1} {
		f.Look(kinds)
		logit, plain := f.likelier(out)
		require.InDelta(t, want, logit, 1e-3, "kinds %b", kinds)
		require.Equal(t, kinds == Plain, plain)
	}
}

func TestOtherNetsAndSizesAreRefused(t *testing.T) {
	shape := BallShape()
	shape.Layers[0].Out = 16
	n, err := net.New(shape, BallOutputs(), make([]float32, shape.Parameters()))
	require.NoError(t, err)
	_, err = newBalls(n, ballM)
	require.ErrorContains(t, err, "another shape")
	for _, radius := range []float64{0, -1, 1, math.NaN()} {
		_, err = defaultBalls(radius)
		require.ErrorContains(t, err, "expected 0.02 to 0.2")
	}
}

func TestTheWeightsAreSmallAndSayWhereTheyAreFrom(t *testing.T) {
	require.LessOrEqual(t, len(weights), 100_000)
	n, err := net.Decode(weights)
	require.NoError(t, err)
	require.NotEmpty(t, n.Origin.Command)
	require.Len(t, n.Origin.DataSHA256, 64)
	require.NotZero(t, n.Origin.Thresholds["is_ball"])
}

func BenchmarkFind(b *testing.B) {
	f, err := defaultBalls(ballM)
	require.NoError(b, err)
	s := newScene(b, 1)
	s.ball(b, 1, 0.2, nao.Rotation(r3.Vec{X: 1}, 1))
	s.find(b, f)
	top := s.view.Horizon
	b.ReportAllocs()
	for b.Loop() {
		_, _ = f.Find(s.img, &s.view, &s.masks, top)
	}
	b.ReportMetric(float64(len(f.Windows())), "windows")
}
