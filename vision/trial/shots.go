package trial

// This part of the package measures and trains the finders of objects, on labelled images of seeded worlds (package
// sim/scenery): the balls and robots found, false finds, and the windows for training the ball net.
//
// The views have a seeded error of the tilt, as a walking robot's have. Pixels are those of package view.

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"os"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/sim/label"
	"gonao/sim/scenery"
	simworld "gonao/sim/world"
	"gonao/vision"
	"gonao/vision/lines"
	"gonao/vision/segment"
	"gonao/vision/view"
)

// tiltDev is the standard deviation of the views' pitch and roll, rad.
const tiltDev = 0.5 * math.Pi / 180

// ShadowSize is the size of the shadow maps of all images that are measured and trained with, px.
const ShadowSize = 1024

// Options choose the images.
type Options struct {
	Seeds  []uint64 // of worlds
	Images int      // of each world
	Stage  scenery.Options
	Cache  string           // a directory that caches the pictures; may be ""
	Done   func(images int) // is called after each image, with the number so far; may be nil
}

// frame is one image with vision's inputs for finding objects. It is valid until the next one.
type frame struct {
	Seed, Number uint64
	Image        vision.Image
	View         view.View // with an error
	Exact        view.View
	Masks        *segment.Masks
	Features     percepts.FieldFeatures
	Labels       *label.Labels
	Random       *rand.Rand
	BallM        float64 // radius of the field's ball, m
	PlainBall    bool    // it has one colour
	Seen         bool    // carpet was found: otherwise nothing is looked for

	lines  *lines.Finder
	carpet [2]float64 // half its size, m
	field  *field.Map
}

// Top returns the row at which the carpet ends, or the horizon's if that is not known.
func (f *frame) Top(x float64) float64 {
	if b := f.lines.Boundary(); b.Known {
		return b.Row(x)
	}
	return f.View.Horizon(x)
}

// each calls use for every image of every world in which the camera's pose is of use.
func each(ctx context.Context, o Options, use func(*frame) error) error {
	done := o.Done
	o.Done = func(n int) {
		if done != nil {
			done(n)
		}
	}
	if o.Cache != "" {
		if err := os.MkdirAll(o.Cache, 0o777); err != nil {
			return err
		}
	}
	for i, seed := range o.Seeds {
		if err := eachImageOf(ctx, seed, i*o.Images, o, use); err != nil {
			return err
		}
	}
	return nil
}

// eachImageOf calls use for every image of one world.
func eachImageOf(ctx context.Context, seed uint64, before int, o Options, use func(*frame) error) error {
	pictures := source{seed: seed, o: o}
	defer pictures.close()
	drawn, err := simworld.Load(cmp.Or(o.Stage.World, "spl"))
	if err != nil {
		return err
	}
	fld, err := field.Load(drawn.FieldName)
	if err != nil {
		return err
	}
	var shot scenery.Shot
	f := frame{Seed: seed}
	m := fld.Map()
	f.field = m
	f.BallM, f.PlainBall = m.BallRadius, o.Stage.PlainBalls
	for _, b := range drawn.Balls {
		f.PlainBall = f.PlainBall || b.Pattern == simworld.PatternPlain
	}
	f.carpet = [2]float64{m.Length/2 + m.Border, m.Width/2 + m.Border}
	for i := range uint64(o.Images) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := pictures.shoot(i, &shot); err != nil {
			return err
		}
		f.Number, f.Labels = i, &shot.Labels
		f.lines = lines.New(fld)
		f.Random = rand.New(rand.NewPCG(seed, i))
		if f.prepare(&shot) {
			if err := use(&f); err != nil {
				return err
			}
		}
		o.Done(before + int(i) + 1)
	}
	return nil
}

// prepare computes view and masks. It reports false if the camera's pose is of no use.
func (f *frame) prepare(shot *scenery.Shot) bool {
	cam, img := &shot.Labels.Camera, &shot.Image
	f.Image = vision.Image{Width: img.Width, Height: img.Height, Step: 2 * img.Width, Encoding: vision.EncodingYUYV, Data: img.YUYV}
	lens := nao.Intrinsics{Fx: cam.FX, Fy: cam.FY, Cx: cam.CX + 0.5, Cy: cam.CY + 0.5}
	size := view.Size{Width: img.Width, Height: img.Height}
	var err error
	if f.Exact, err = view.At(lens, size, cam.Which, 0, cam.Ground, tiltDev*tiltDev); err != nil {
		return false
	}
	f.Exact.K1 = cam.K1
	turned := cam.Ground
	roll, pitch := f.Random.NormFloat64()*tiltDev, f.Random.NormFloat64()*tiltDev
	turned.R = nao.Rotation(r3.Vec{Y: 1}, pitch).Mul(nao.Rotation(r3.Vec{X: 1}, roll)).Mul(cam.Ground).R
	if f.View, err = view.At(lens, size, cam.Which, 0, turned, tiltDev*tiltDev); err != nil {
		return false
	}
	f.View.K1 = cam.K1
	// Three looks, as the light is followed from image to image.
	f.Seen = false
	for range 3 {
		if _, err = f.lines.Find(f.Image, &f.View, &f.Features); err != nil {
			return false
		}
	}
	f.Seen = f.lines.Light().Known
	f.Masks = f.lines.Masks()
	return true
}

// trueBall is a true ball, px.
type trueBall struct {
	U, V, Radius, Share float64
	Cut                 bool
	X, Y                float64 // m, in base_footprint
	Carpet              bool    // it lies on the carpet, as far as that can be seen
}

// Balls returns the true balls of which anything can be seen.
func (f *frame) Balls() (balls []trueBall) {
	cam := &f.Labels.Camera
	x_RW := cam.Ground.Mul(cam.World.Inverse())
	for i := range f.Labels.Things {
		t := &f.Labels.Things[i]
		if t.Class != label.Ball {
			continue
		}
		p := x_RW.Apply(t.Place)
		balls = append(balls, trueBall{U: t.U + 0.5, V: t.V + 0.5, Radius: t.Radius, Share: t.Share, Cut: t.Cut, X: p.X, Y: p.Y, Carpet: f.onCarpet(t.Place)})
	}
	return balls
}

// onCarpet reports whether a place in world is on the carpet.
func (f *frame) onCarpet(p r3.Vec) bool {
	return math.Abs(p.X) < f.carpet[0] && math.Abs(p.Y) < f.carpet[1]
}
