package score

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/vision"
	"gonao/vision/lines"
	"gonao/vision/objects"
	"gonao/vision/segment"
)

// Options are how a folder is scored. The zero value of a field is its default.
type Options struct {
	Field    field.Field       // with the size of the ball, for pictures with a pose
	Kinds    objects.BallKinds // objects.Pattern
	Seed     uint64            // of the windows
	Windows  int               // without a ball, in each picture; 100
	Progress func(done, total int)
}

// Windows about each ball, and how far they are off it.
const (
	aboutEach = 20
	offShare  = 0.4  // of the radius, in each direction
	offLog    = 0.25 // logarithm of the size
	awayShare = 2.0  // of both radii: a window farther away shows no ball
)

// sizes are the bounds of the rows of balls by radius, px.
var sizes = [...]float64{0, 5, 10, 20, 40, math.Inf(1)}

// counted is the smallest radius of a ball that is scored in whole images, px, and the least share that can be seen.
const (
	counted     = 5
	seenShare   = 0.5
	robotFarM   = 4.0
	robotPixels = 250
)

// Counts holds the number of objects, of objects found, and of false finds.
type Counts struct{ There, Found, False int }

// Recall returns the share of the objects that were found.
func (c Counts) Recall() float64 { return float64(c.Found) / float64(c.There) }

// Precision returns the share of the finds that are objects.
func (c Counts) Precision() float64 { return float64(c.Found) / float64(c.Found+c.False) }

// Report is the result of a measurement.
type Report struct {
	Kind     string
	Pictures int
	Posed    int                    // with a camera's pose
	Balls    [len(sizes) - 1]Counts // in whole images, by radius
	Robots   Counts
	about    [len(sizes) - 1][]float64 // logits of windows about balls, over the threshold
	without  []float64                 // of windows without one
	centres  []float64                 // errors of centres, px
	options  Options
}

// Run scores a set with a finder of one's own.
func Run(ctx context.Context, s *Set, f *objects.Finder, o Options) (*Report, error) {
	if o.Windows <= 0 {
		o.Windows = 100
	}
	o.Kinds = cmp.Or(o.Kinds, objects.Pattern)
	f.Balls.Look(o.Kinds)
	report := &Report{Kind: s.Kind, options: o}
	if s.Kind == kindWindows {
		return report, report.windows(ctx, s, f.Balls)
	}
	for i := range s.Pictures {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := report.picture(&s.Pictures[i], uint64(i), f); err != nil {
			return nil, err
		}
		if o.Progress != nil {
			o.Progress(i+1, len(s.Pictures))
		}
	}
	return report, nil
}

// windows scores a folder of windows: each picture is one, whole.
func (r *Report) windows(ctx context.Context, s *Set, f *objects.BallFinder) error {
	done := 0
	for class, files := range s.Windows {
		for _, file := range files {
			if err := ctx.Err(); err != nil {
				return err
			}
			img, err := Load(file)
			if err != nil {
				return err
			}
			side := float64(min(img.Width, img.Height))
			logit := r.judge(f, img, float64(img.Width)/2, float64(img.Height)/2, side/objects.BallWindowRadii)
			if class == 1 {
				r.about[sizeOf(side/objects.BallWindowRadii)] = append(r.about[sizeOf(side/objects.BallWindowRadii)], logit)
			} else {
				r.without = append(r.without, logit)
			}
			done++
			if r.options.Progress != nil {
				r.options.Progress(done, len(s.Windows[0])+len(s.Windows[1]))
			}
		}
	}
	return nil
}

// judge returns the logit of a window, over its threshold; −Inf for one without contrast.
func (r *Report) judge(f *objects.BallFinder, img vision.Image, x, y, radius float64) float64 {
	pattern, plain, ok := f.Judge(img, x, y, radius)
	best := math.Inf(-1)
	if ok && r.options.Kinds&objects.Pattern != 0 {
		best = pattern
	}
	if ok && r.options.Kinds&objects.Plain != 0 {
		best = max(best, plain)
	}
	return best
}

func sizeOf(radius float64) int {
	i := 0
	for radius >= sizes[i+1] {
		i++
	}
	return i
}

// picture scores one picture.
func (r *Report) picture(p *Picture, number uint64, f *objects.Finder) error {
	img, err := Load(p.File)
	if err != nil {
		return err
	}
	p.scale(img.Width, img.Height)
	r.Pictures++
	rng := rand.New(rand.NewPCG(r.options.Seed, number))
	r.ballWindows(p, img, rng, f.Balls)
	r.otherWindows(p, img, rng, f.Balls)
	if p.Pose == nil {
		return r.search(p, img, f.Balls)
	}
	return r.find(p, img, f)
}

// ballWindows judges windows about the balls.
func (r *Report) ballWindows(p *Picture, img vision.Image, rng *rand.Rand, f *objects.BallFinder) {
	for i := range p.Boxes {
		b := &p.Boxes[i]
		if b.Class != Ball || b.Share < seenShare || !roundIn(b, img) {
			continue
		}
		x, y := b.middle()
		radius := b.radius()
		for range aboutEach {
			off := func(by float64) float64 { return by * (2*rng.Float64() - 1) }
			logit := r.judge(f, img, x+radius*off(offShare), y+radius*off(offShare), radius*math.Exp(off(offLog)))
			r.about[sizeOf(radius)] = append(r.about[sizeOf(radius)], logit)
		}
	}
}

// roundIn reports whether a box is about as wide as high, large enough and inside the image: that of a whole ball.
func roundIn(b *Box, img vision.Image) bool {
	w, h := b.Right-b.Left, b.Bottom-b.Top
	return b.radius() >= 2.5 && w < 1.4*h && h < 1.4*w && b.Left > -2 && b.Top > -2 &&
		b.Right < float64(img.Width)+2 && b.Bottom < float64(img.Height)+2
}

// otherWindows judges windows anywhere that show no ball.
func (r *Report) otherWindows(p *Picture, img vision.Image, rng *rand.Rand, f *objects.BallFinder) {
	for range r.options.Windows {
		radius := 3 * math.Exp(rng.Float64()*math.Log(min(20, float64(img.Height)/objects.BallWindowRadii/3)))
		x, y := rng.Float64()*float64(img.Width), rng.Float64()*float64(img.Height)
		clear := true
		for i := range p.Boxes {
			b := &p.Boxes[i]
			u, v := b.middle()
			clear = clear && (b.Class != Ball || math.Hypot(u-x, v-y) > awayShare*max(radius, b.radius()))
		}
		if clear {
			r.without = append(r.without, r.judge(f, img, x, y, radius))
		}
	}
}

// search finds balls in a picture without a pose.
func (r *Report) search(p *Picture, img vision.Image, f *objects.BallFinder) error {
	var light segment.Light
	var masks segment.Masks
	var found []objects.Ball
	limits, ok := light.Adapt(img.Data, img.Width, img.Height, img.Step, func(float64) float64 { return 0 })
	if ok {
		masks.Fill(img.Data, img.Width, img.Height, img.Step, limits)
		var err error
		if found, err = f.Search(img, &masks); err != nil {
			return err
		}
	}
	r.compareBalls(p, img, found)
	return nil
}

// find finds balls and robots in a picture with a pose, as the node does.
func (r *Report) find(p *Picture, img vision.Image, f *objects.Finder) error {
	v, err := p.Pose.view(img.Width, img.Height)
	if err != nil {
		return nil //nolint:nilerr // a robot that lies: the node looks for nothing either
	}
	r.Posed++
	finder := lines.New(r.options.Field)
	var features percepts.FieldFeatures
	if _, err := finder.Find(img, &v, &features); err != nil {
		return err
	}
	balls, others, err := f.Find(img, &v, finder)
	if err != nil {
		return err
	}
	r.compareBalls(p, img, balls)
	r.compareRobots(p, others)
	return nil
}

// compareBalls compares the finds in a picture with its labels. Finding a ball that need not be found is not an error.
func (r *Report) compareBalls(p *Picture, img vision.Image, found []objects.Ball) {
	used := make([]bool, len(found))
	for i := range p.Boxes {
		b := &p.Boxes[i]
		if b.Class != Ball {
			continue
		}
		x, y := b.middle()
		must, hit := b.Share >= seenShare && roundIn(b, img) && b.radius() >= counted, false
		for k, d := range found {
			if off := math.Hypot(d.X-x, d.Y-y); off < max(0.6*b.radius(), 3) {
				used[k] = true
				if must && !hit {
					r.centres = append(r.centres, off)
				}
				hit = true
			}
		}
		if c := &r.Balls[sizeOf(b.radius())]; must {
			c.There++
			if hit {
				c.Found++
			}
		}
	}
	for k, d := range found {
		if !used[k] {
			r.Balls[sizeOf(d.Radius)].False++
		}
	}
}

// compareRobots compares robots up to 4 m by their places.
func (r *Report) compareRobots(p *Picture, found []objects.Robot) {
	hit := make([]bool, len(p.Boxes))
	for _, d := range found {
		nearest, apart := -1, math.Inf(1)
		for i := range p.Boxes {
			b := &p.Boxes[i]
			if off := math.Hypot(b.X-d.Seen.X, b.Y-d.Seen.Y); b.Class == Robot && off < apart && off < 0.25+0.12*math.Hypot(b.X, b.Y) {
				nearest, apart = i, off
			}
		}
		switch {
		case nearest >= 0:
			hit[nearest] = true
		case math.Hypot(d.Seen.X, d.Seen.Y) <= robotFarM:
			r.Robots.False++
		}
	}
	for i := range p.Boxes {
		b := &p.Boxes[i]
		area := (b.Right - b.Left) * (b.Bottom - b.Top)
		if b.Class == Robot && b.Share >= seenShare && area >= 2*robotPixels && math.Hypot(b.X, b.Y) <= robotFarM && p.footInside(b) {
			r.Robots.There++
			if hit[i] {
				r.Robots.Found++
			}
		}
	}
}

// footInside reports whether the ground below a robot's trunk is in a picture of 640 × 480 or of the lens's own size.
func (p *Picture) footInside(b *Box) bool {
	width, height := int(2*p.Pose.Lens.Cx), int(2*p.Pose.Lens.Cy)
	v, err := p.Pose.view(width, height)
	if err != nil {
		return false
	}
	x, y, ok := v.Pixel(b.X, b.Y, 0)
	return ok && v.Inside(x, y, 4)
}

// passed returns the share of logits over a threshold.
func passed(logits []float64, threshold float64) float64 {
	n := 0
	for _, l := range logits {
		if l > threshold {
			n++
		}
	}
	return float64(n) / float64(len(logits))
}

// Recall returns the share of windows about balls that pass the threshold of the net's file.
func (r *Report) Recall() float64 { return passed(r.allAbout(), 0) }

// False returns the share of windows without a ball that pass.
func (r *Report) False() float64 { return passed(r.without, 0) }

func (r *Report) allAbout() []float64 { return slices.Concat(r.about[:]...) }
