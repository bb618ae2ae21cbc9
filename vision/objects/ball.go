package objects

// This part of the package finds balls with a pattern, such as the black-and-white one, in camera images: candidates by the size a
// ball would have where it would lie, then a small net for each of them, which also measures centre and radius.
//
// The net is the file ball.net, which gonao vision train ball wrote; its threshold was fixed on drawn and rendered
// pictures. Pixels are those of package view; places are in base_footprint, m, with covariances without the camera's
// tilt, which all that is seen in one image share.

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"

	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
	"gonao/vision"
	"gonao/vision/net"
	"gonao/vision/segment"
	"gonao/vision/view"
)

//go:embed ball.net
var weights []byte

// BallWindowRadii is the side of a ball's window in radii of the ball that is expected there.
const BallWindowRadii = 3.5

// outputs are the outputs of the net that the package reads.
var outputs = []string{"is_ball", "is_plain", "at_x", "at_y", "at_log_radius"}

// BallOutputs returns the outputs of a ball net: the logits of a ball with a pattern and of a plain one, its offset from
// the window's middle in expected radii, right and down, and the logarithm of its radius by the expected one.
func BallOutputs() []string { return append([]string(nil), outputs...) }

// BallShape returns the shape of a ball net.
func BallShape() net.Shape {
	return net.Shape{Width: vision.PatchSide, Height: vision.PatchSide, Channels: 1, Layers: []net.Layer{
		{Kind: "conv", Out: 8, Pool: true},
		{Kind: "conv", Out: 16, Pool: true},
		{Kind: "conv", Out: 24, Pool: true},
		{Kind: "dense", Out: 24},
		{Kind: "dense", Out: len(outputs)},
	}}
}

// BallKinds are the balls that a finder looks for.
type BallKinds uint8

// The kinds.
const (
	Pattern BallKinds = 1 << iota // a ball with a pattern, such as the black-and-white one
	Plain                         // a ball of one colour, such as the orange one
)

// Ball is a ball in an image.
type Ball struct {
	X, Y, Radius float64 // px
	Plain        bool    // it has one colour
	Confidence   float64 // 0 to 1, 0.5 at the threshold
	Seen         percepts.SeenBall
}

// BallWindow is a candidate with the net's verdict, for measurements.
type BallWindow struct {
	X, Y, Expected float64       // px: where it was looked for, and the radius that was expected
	Logit          float64       // over the threshold
	At             BallCandidate // where the net found it on its second look; R is 0 without one
	Mean           float64       // of the logits of the second look
	Outline        BallOutline   // there
}

// BallFinder finds balls in the images of one camera. It is not safe for concurrent use.
type BallFinder struct {
	radiusM   float64
	runner    *net.Fixed
	kinds     BallKinds
	threshold [2]float64 // logits: of balls with a pattern, of plain ones
	ease      float64    // by how much a logit may be below its threshold
	places    BallCandidates
	luma      vision.PatchLuma
	edges     [rays]edge
	balls     []Ball
	windows   []BallWindow
}

// examined is the number of candidates in an image that the net looks at; it is trained with all of them.
const examined = 12

// maxBalls is the number of balls found in one image at most.
const maxBalls = 4

// OpenBalls returns a finder with the net of a file, or with ours where no file is named.
func OpenBalls(file string, radiusM float64) (*BallFinder, error) {
	if file == "" {
		return defaultBalls(radiusM)
	}
	n, err := net.Load(file)
	if err != nil {
		return nil, err
	}
	return newBalls(n, radiusM)
}

// defaultBalls returns a finder of balls with a pattern, of a radius in m, with the net of this package.
func defaultBalls(radiusM float64) (*BallFinder, error) {
	n, err := net.Decode(weights)
	if err != nil {
		return nil, fmt.Errorf("ball.net: %w", err)
	}
	return newBalls(n, radiusM)
}

// newBalls returns a finder of balls with a pattern, of a radius in m, with a net of one's own.
func newBalls(n *net.Net, radiusM float64) (*BallFinder, error) {
	if err := n.Expect(BallShape(), outputs...); err != nil {
		return nil, fmt.Errorf("ball net: %w", err)
	}
	if !(radiusM >= 0.02 && radiusM <= 0.2) {
		return nil, fmt.Errorf("ball of radius %g m: expected 0.02 to 0.2", radiusM)
	}
	return &BallFinder{
		radiusM: radiusM, runner: net.NewFixed(n), kinds: Pattern,
		threshold: [2]float64{n.Origin.Thresholds["is_ball"], n.Origin.Thresholds["is_plain"]},
		balls:     make([]Ball, 0, maxBalls), windows: make([]BallWindow, 0, most),
	}, nil
}

// plainEase is by how much a logit may be below the threshold if only plain balls are searched, whose colour is checked
// too.
const plainEase = 4

// Look sets which kinds of balls are looked for.
func (f *BallFinder) Look(kinds BallKinds) {
	f.kinds, f.places.Kinds, f.ease = kinds, kinds, 0
	if kinds == Plain {
		f.ease = plainEase
	}
}

// Find returns the balls in an image, the surest one first. Masks are the image's, top returns the row at which the
// carpet ends in a column. The slice is valid until the next call. Find allocates only when the image's size changes.
func (f *BallFinder) Find(img vision.Image, v *view.View, m *segment.Masks, top func(x float64) float64) ([]Ball, error) {
	f.balls, f.windows = f.balls[:0], f.windows[:0]
	if err := img.Check(); err != nil {
		return nil, err
	}
	if img.Width != v.Width || img.Height != v.Height || m.Green.Width != img.Width || m.Green.Height != img.Height {
		return nil, fmt.Errorf("%w: %d × %d px: expected the size of its view, %d × %d, and masks", vision.ErrImage,
			img.Width, img.Height, v.Width, v.Height)
	}
	found := f.places.Find(m, v, f.radiusM, top)
	for _, c := range found[:min(len(found), examined)] {
		if b, ok := f.examine(img, v, m, c); ok {
			f.insert(b)
		}
	}
	return f.balls, nil
}

// Windows returns the candidates of the last image.
func (f *BallFinder) Windows() []BallWindow { return f.windows }

// look evaluates the net for a window, and moves the candidate to where the net sees a ball. Logit is that of the
// likelier kind, over the kind's threshold.
func (f *BallFinder) look(img vision.Image, c *BallCandidate, expected float64) (logit float64, plain, ok bool) {
	f.luma.Sample(img, c.X, c.Y, BallWindowRadii*c.R)
	if f.luma.Stretch() < vision.MinPatchContrast {
		return 0, false, false
	}
	out := f.runner.Run(f.luma[:])
	logit, plain = f.likelier(out)
	c.X += c.R * bound(out[2], 0.8)
	c.Y += c.R * bound(out[3], 0.8)
	c.R = min(max(c.R*math.Exp(bound(out[4], 0.5)), expected*0.6), expected*1.7)
	return logit, plain, true
}

// likelier returns the logit of the likelier kind, over the kind's threshold.
func (f *BallFinder) likelier(out []float32) (logit float64, plain bool) {
	logit = math.Inf(-1)
	for k := range f.threshold {
		if over := float64(out[k]) - f.threshold[k] + f.ease; f.kinds&(1<<k) != 0 && over > logit {
			logit, plain = over, k == 1
		}
	}
	return logit, plain
}

// otherSizes are the relative radii of two more windows whose results count.
var otherSizes = [2]float64{1.12, 0.89}

// mean returns the mean of the logit of the last window, and of those of its mirror image, of a larger and of a smaller
// window: a true ball is recognised in all of them, a false one usually not.
func (f *BallFinder) mean(img vision.Image, c BallCandidate, logit float64) float64 {
	for y := range vision.PatchSide {
		slices.Reverse(f.luma[y*vision.PatchSide:][:vision.PatchSide])
	}
	sum, _ := f.likelier(f.runner.Run(f.luma[:]))
	sum += logit
	for _, size := range otherSizes {
		other := c
		other.R *= size
		l, _, ok := f.look(img, &other, other.R)
		if !ok {
			l = logit
		}
		sum += l
	}
	return sum / (2 + float64(len(otherSizes)))
}

func bound(x float32, limit float64) float64 { return min(max(float64(x), -limit), limit) }

// The second look begins where the first one found something that might be a ball.
const promising = -3 // below the threshold

// examine looks twice: the second window has the ball that the first one found in its middle. The second logit is the mean
// over four windows. Then the outline counts.
func (f *BallFinder) examine(img vision.Image, v *view.View, m *segment.Masks, c BallCandidate) (Ball, bool) {
	w := BallWindow{X: c.X, Y: c.Y, Expected: c.R, Logit: math.Inf(-1)}
	expected := c.R
	logit, plain, ok := f.look(img, &c, expected)
	if ok {
		w.Logit = logit
	}
	if ok = ok && logit > promising; ok {
		if logit, plain, ok = f.look(img, &c, expected); ok {
			w.Mean = f.mean(img, c, logit)
			if m != nil {
				w.Outline.Round = f.refine(img, m, &c)
			}
			if v != nil {
				w.Outline.Size = sizeOf(v, c, f.radiusM)
			}
			w.At = c
			logit = w.Mean + w.Outline.Evidence()
			w.Logit = logit
		}
	}
	f.windows = append(f.windows, w)
	if !ok || logit <= 0 || plain && !colored(img, &c) {
		return Ball{}, false
	}
	b := Ball{X: c.X, Y: c.Y, Radius: c.R, Plain: plain, Confidence: 1 / (1 + math.Exp(-logit))}
	return b, v == nil || f.place(v, &b)
}

// A plain ball has a colour: its chromas are so far from grey, grey levels.
const leastColor = 16

// colored reports whether the middle of a candidate has a colour that is neither grey nor the carpet's around it.
func colored(img vision.Image, c *BallCandidate) bool {
	var in, out [2]float64
	const n = 8
	for k := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / n)
		u, v := chroma(img, c.X+0.5*c.R*cos, c.Y+0.5*c.R*sin)
		in[0], in[1] = in[0]+u/n, in[1]+v/n
		u, v = chroma(img, c.X+1.4*c.R*cos, c.Y+1.4*c.R*sin)
		out[0], out[1] = out[0]+u/n, out[1]+v/n
	}
	return math.Hypot(in[0]-128, in[1]-128) > leastColor && math.Hypot(in[0]-out[0], in[1]-out[1]) > leastColor
}

// sizeOf returns the logarithm of a candidate's radius relative to that of a ball there, 0 where no ball can lie.
func sizeOf(v *view.View, c BallCandidate, radiusM float64) float64 {
	expected, ok := v.BallRadius(c.X, c.Y, radiusM)
	if !ok {
		return 0
	}
	return math.Log(c.R / expected)
}

// place computes where the ball lies. It reports false if no ball of about the size seen can lie there.
func (f *BallFinder) place(v *view.View, b *Ball) bool {
	expected, ok := v.BallRadius(b.X, b.Y, f.radiusM)
	if !ok || b.Radius < 0.6*expected || b.Radius > 1.6*expected {
		return false
	}
	gx, gy, ok := v.Level(b.X, b.Y, f.radiusM)
	if !ok {
		return false
	}
	j, ok := v.Jacobian(b.X, b.Y)
	if !ok {
		return false
	}
	// The ball's centre is at its radius above the ground; the Jacobian scales with the height above that plane.
	scale := (v.HeightM() - f.radiusM) / v.HeightM()
	j.XU, j.XV, j.YU, j.YV = j.XU*scale, j.XV*scale, j.YU*scale, j.YV*scale
	deviation := centreDevPx + centreDevShare*b.Radius
	cov := j.Cov(deviation*deviation, deviation*deviation)
	b.Seen = percepts.SeenBall{
		Stamp: v.Stamp, X: gx, Y: gy,
		Cov:        plane.Cov2{XX: cov.XX + leastVarM2, XY: cov.XY, YY: cov.YY + leastVarM2},
		Confidence: b.Confidence,
	}
	return true
}

// The estimated error of a centre: px, and a share of the radius. Besides, m².
const (
	centreDevPx    = 0.5
	centreDevShare = 0.03
	leastVarM2     = 0.003 * 0.003
)

// insert adds a ball unless a surer one is at the same place.
func (f *BallFinder) insert(b Ball) {
	for i := range f.balls {
		o := &f.balls[i]
		if math.Hypot(b.X-o.X, b.Y-o.Y) < max(b.Radius, o.Radius) {
			if b.Confidence > o.Confidence {
				*o = b
				f.sort()
			}
			return
		}
	}
	if len(f.balls) < maxBalls {
		f.balls = append(f.balls, b)
		f.sort()
	}
}

// sort orders the balls by their confidence.
func (f *BallFinder) sort() {
	slices.SortStableFunc(f.balls, func(a, b Ball) int { return cmp.Compare(b.Confidence, a.Confidence) })
}
