// Package shots measures and trains what finds objects, on labelled images of seeded worlds (package sim/scenery): which
// of the balls and robots are found, what is found besides, and the windows that the ball net is trained with.
//
// The views have a seeded error of the tilt, as a walking robot's have. Pixels are those of package view.
package shots

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/percepts"
	"gonao/percepts/field"
	"gonao/sim/label"
	"gonao/sim/scenery"
	"gonao/vision"
	"gonao/vision/lines"
	"gonao/vision/segment"
	"gonao/vision/view"
)

// tiltDev is the standard deviation of the views' pitch and roll, rad.
const tiltDev = 0.5 * math.Pi / 180

// Options choose the images.
type Options struct {
	Seeds  []uint64 // of worlds
	Images int      // of each world
	Stage  scenery.Options
}

// Frame is one image with what vision knows before it looks for objects. It is valid until the next one.
type Frame struct {
	Seed, Number uint64
	Image        vision.Image
	View         view.View // with an error
	Exact        view.View
	Masks        *segment.Masks
	Features     percepts.FieldFeatures
	Labels       *label.Labels
	Random       *rand.Rand

	lines *lines.Finder
}

// Top returns the row at which the carpet ends.
func (f *Frame) Top(x float64) float64 { return f.lines.Boundary().Row(x) }

// Each calls use for every image of every world in which carpet is seen.
func Each(ctx context.Context, o Options, use func(*Frame) error) error {
	for _, seed := range o.Seeds {
		if err := world(ctx, seed, o, use); err != nil {
			return err
		}
	}
	return nil
}

// world calls use for every image of one world.
func world(ctx context.Context, seed uint64, o Options, use func(*Frame) error) error {
	stage, err := scenery.Open(seed, o.Stage)
	if err != nil {
		return err
	}
	defer stage.Close()
	fld, err := field.Load(stage.World.FieldName)
	if err != nil {
		return err
	}
	var shot scenery.Shot
	f := Frame{Seed: seed}
	for i := range uint64(o.Images) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := stage.Shoot(i, &shot); err != nil {
			return err
		}
		f.Number, f.Labels = i, &shot.Labels
		f.lines = lines.New(fld)
		f.Random = rand.New(rand.NewPCG(seed, i))
		if !f.prepare(&shot) {
			continue
		}
		if err := use(&f); err != nil {
			return err
		}
	}
	return nil
}

// prepare computes view and masks. It reports false if the camera's pose is of no use or no carpet is in sight.
func (f *Frame) prepare(shot *scenery.Shot) bool {
	cam, img := &shot.Labels.Camera, &shot.Image
	f.Image = vision.Image{Width: img.Width, Height: img.Height, Step: 2 * img.Width, Encoding: vision.EncodingYUYV, Data: img.YUYV}
	lens := nao.Intrinsics{Fx: cam.FX, Fy: cam.FY, Cx: cam.CX + 0.5, Cy: cam.CY + 0.5}
	size := view.Size{Width: img.Width, Height: img.Height}
	var err error
	if f.Exact, err = view.At(lens, size, cam.Which, 0, cam.Ground, tiltDev*tiltDev); err != nil {
		return false
	}
	turned := cam.Ground
	roll, pitch := f.Random.NormFloat64()*tiltDev, f.Random.NormFloat64()*tiltDev
	turned.R = nao.Rotation(r3.Vec{Y: 1}, pitch).Mul(nao.Rotation(r3.Vec{X: 1}, roll)).Mul(cam.Ground).R
	if f.View, err = view.At(lens, size, cam.Which, 0, turned, tiltDev*tiltDev); err != nil {
		return false
	}
	// Three looks, as the light is followed from image to image.
	ok := false
	for range 3 {
		if ok, err = f.lines.Find(f.Image, &f.View, &f.Features); err != nil {
			return false
		}
	}
	f.Masks = f.lines.Masks()
	return ok
}

// Ball is a true ball, px.
type Ball struct {
	U, V, Radius, Share float64
	Cut                 bool
	X, Y                float64 // m, in base_footprint
	Carpet              bool    // it lies on the carpet, as far as that can be seen
}

// Balls returns the true balls of which anything can be seen.
func (f *Frame) Balls() (balls []Ball) {
	cam := &f.Labels.Camera
	x_RW := cam.Ground.Mul(cam.World.Inverse())
	for i := range f.Labels.Things {
		t := &f.Labels.Things[i]
		if t.Class != label.Ball {
			continue
		}
		p := x_RW.Apply(t.Place)
		balls = append(balls, Ball{U: t.U + 0.5, V: t.V + 0.5, Radius: t.Radius, Share: t.Share, Cut: t.Cut, X: p.X, Y: p.Y, Carpet: f.onCarpet(t.U, t.V+t.Radius)})
	}
	return balls
}

// onCarpet reports whether a pixel, which may be hidden, is below the carpet's edge.
func (f *Frame) onCarpet(u, v float64) bool {
	edge := f.Labels.Boundary
	i := min(max(int(u), 0), len(edge)-1)
	return i >= 0 && v > edge[i] // NaN: no edge in sight
}
