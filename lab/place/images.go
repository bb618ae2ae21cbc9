package place

import (
	"fmt"

	"gonao/nao"
	"gonao/percepts"
	"gonao/percepts/field"
	"gonao/sim/scenery"
	"gonao/vision"
	"gonao/vision/ball"
	"gonao/vision/lines"
	"gonao/vision/robots"
	"gonao/vision/view"
)

// drawnImage is an image of a world with the pose of its camera.
type drawnImage struct {
	view view.View
	data []byte
}

// drawImages draws images of a world on the SPL field.
func drawImages(seed uint64, count int) ([]drawnImage, error) {
	stage, err := scenery.Open(seed, scenery.Options{World: "spl", Samples: 1, ShadowSize: -1})
	if err != nil {
		return nil, err
	}
	defer stage.Close()
	var shot scenery.Shot
	all := make([]drawnImage, count)
	for i := range all {
		if err := stage.Shoot(uint64(i), &shot); err != nil {
			return nil, err
		}
		c := &shot.Labels.Camera
		lens := nao.Intrinsics{Fx: c.FX, Fy: c.FY, Cx: c.CX + 0.5, Cy: c.CY + 0.5}
		v, err := view.At(lens, view.Size{Width: shot.Image.Width, Height: shot.Image.Height}, c.Which, 0, c.Ground, 1e-6)
		if err != nil {
			return nil, fmt.Errorf("image %d of world %d: %w", i, seed, err)
		}
		v.K1 = c.K1
		all[i] = drawnImage{v, append([]byte(nil), shot.Image.YUYV...)}
	}
	return all, nil
}

// wholeImages returns a function that finds boundary, lines, corners, marks, posts, balls and robots in the next of some images of 640×480, as
// the node vision does.
func wholeImages() (func(), error) {
	const world, count = 1, 8
	all, err := drawImages(world, count)
	if err != nil {
		return nil, err
	}
	f, err := field.Load("spl")
	if err != nil {
		return nil, err
	}
	finder := lines.New(f)
	balls, err := ball.Default(f.Ball.Diameter / 2)
	if err != nil {
		return nil, err
	}
	others, err := robots.Default()
	if err != nil {
		return nil, err
	}
	var features percepts.FieldFeatures
	i := 0
	return func() {
		d := &all[i%len(all)]
		i++
		v := &d.view
		img := vision.Image{Width: v.Width, Height: v.Height, Step: 2 * v.Width, Encoding: vision.EncodingYUYV, Data: d.data}
		_, _ = finder.Find(img, v, &features) // all images are whole
		top := v.Horizon
		if b := finder.Boundary(); b.Known {
			top = b.Row
		}
		if finder.Light().Known {
			_, _ = balls.Find(img, v, finder.Masks(), top)
		}
		_, _ = others.Find(img, v, &finder.Masks().Green)
	}, nil
}
