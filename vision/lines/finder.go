package lines

import (
	"fmt"

	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/vision"
	"gonao/vision/net"
	"gonao/vision/segment"
	"gonao/vision/view"
)

// Finder finds the field's features in the images of one camera. It is not safe for concurrent use.
type Finder struct {
	frame
	scan  scanner
	fit   fitter
	judge judger
	mark  marker
	stand uprights
	poles poles
	pairs *pairs
}

// New returns a finder for a field, with the nets of this package.
func New(f field.Field) *Finder {
	s, err := Open(f, "", "")
	if err != nil {
		panic(err) // the nets are part of the program
	}
	return s
}

// Open returns a finder for a field with the nets of two files; an empty name is the net of this package.
func Open(f field.Field, cornerNet, postNet string) (*Finder, error) {
	corners, err := open(cornerNet, "corner.net", cornerWeights)
	if err != nil {
		return nil, err
	}
	posts, err := open(postNet, "post.net", postWeights)
	if err != nil {
		return nil, err
	}
	return With(f, corners, posts)
}

// open returns the net of a file, or ours.
func open(file, name string, ours []byte) (*net.Net, error) {
	if file != "" {
		return net.Load(file)
	}
	n, err := net.Decode(ours)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

// With returns a finder for a field, with nets of one's own that judge corners and posts.
func With(f field.Field, corners, posts *net.Net) (*Finder, error) {
	m := f.ToMiddle()
	s := &Finder{frame: frame{field: f.Map(), lineM: m.Lines.LineWidth, markM: m.Lines.PenaltyMarkSize}}
	s.pairs = pairsOf(s.field)
	s.scan.frame, s.fit.frame, s.mark.frame = &s.frame, &s.frame, &s.frame
	var err error
	if s.judge, err = newJudge(&s.frame, corners); err != nil {
		return nil, err
	}
	s.mark.judge = &s.judge
	if s.stand, err = newUprights(&s.frame, posts); err != nil {
		return nil, err
	}
	s.poles = newPoles(&s.frame, f.Landmarks)
	return s, nil
}

// Candidates returns where corners and marks were looked for in the last image. They are valid until the next one.
func (f *Finder) Candidates() (corners, marks []Candidate) { return f.judge.candidates, f.judge.marks }

// Find finds the features of an image and writes them to out, whose memory it reuses. It returns false without carpet in
// sight: then out holds no features. The error reports an image that cannot be read, or whose size differs from the
// view's. It allocates only while its memory grows.
func (f *Finder) Find(img vision.Image, v *view.View, out *percepts.FieldFeatures) (bool, error) {
	out.Stamp, out.Bottom, out.HeightM, out.TiltVar = v.Stamp, v.Camera == nao.BottomCamera, v.HeightM(), v.TiltVar
	out.Points, out.Lines = out.Points[:0], out.Lines[:0]
	if err := img.Check(); err != nil {
		return false, err
	}
	if img.Width != v.Width || img.Height != v.Height {
		return false, fmt.Errorf("%w: %d × %d px: expected the view's %d × %d", vision.ErrImage, img.Width, img.Height, v.Width, v.Height)
	}
	f.img, f.view, f.ideal = img, v, v.Ideal()
	f.clear()
	limits, ok := f.light.Adapt(img.Data, img.Width, img.Height, img.Step, v.Horizon)
	if !ok {
		return false, nil
	}
	f.masks.Fill(img.Data, img.Width, img.Height, img.Step, limits)
	f.boundary.find(&f.masks, v)
	if !f.boundary.Known {
		return false, nil
	}
	f.poles.find(out)
	if f.lineM <= 0 {
		return true, nil // a field without lines: posts and corners are looked for along lines
	}
	f.scan.findPoints()
	f.fit.findCircle()
	f.fit.findPieces()
	f.judge.findCorners()
	f.mark.findMarks(out)
	f.stand.findPosts(out)
	f.report(out)
	f.dropStrangers(out)
	return true, nil
}

func (f *Finder) clear() {
	f.pieces, f.corners, f.circle, f.boundary.Known = f.pieces[:0], f.corners[:0], circle{}, false
	f.posts.candidates, f.posts.found = f.posts.candidates[:0], f.posts.found[:0]
	f.judge.candidates, f.judge.marks, f.judge.fits = f.judge.candidates[:0], f.judge.marks[:0], f.judge.fits[:0]
}

// Feet calls for each place on the ground, m, at which a post was looked for in the last image.
func (f *Finder) Feet(each func(gx, gy float64)) {
	for i := range f.posts.candidates {
		each(f.posts.candidates[i].gx, f.posts.candidates[i].gy)
	}
}

// Boundary returns the boundary of the carpet in the last image.
func (f *Finder) Boundary() *Boundary { return &f.boundary }

// Masks returns the green and white of the last image.
func (f *Finder) Masks() *segment.Masks { return &f.masks }

// Light returns the colours of carpet and lines as estimated so far.
func (f *Finder) Light() *segment.Light { return &f.light }
