package place

import (
	"context"
	"slices"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/sim/scenery"
	"gonao/vision"
	"gonao/vision/lines"
	"gonao/vision/objects"
	"gonao/vision/trial"
	"gonao/vision/view"
)

// drawnImage is an image of a world with the pose of its camera.
type drawnImage struct {
	view view.View
	img  vision.Image
}

// wholeImages returns a function that finds boundary, lines, corners, marks, posts, balls and robots in the next of some images of 640×480, as
// the node vision does.
func wholeImages() (func(), error) {
	const world, count = 1, 8
	var all []drawnImage
	o := trial.Options{Seeds: []uint64{world}, Images: count, Stage: scenery.Options{World: "spl", Samples: 1, ShadowSize: -1}}
	err := trial.Each(context.Background(), o, func(f *trial.Frame) error {
		d := drawnImage{f.View, f.Image}
		d.img.Data = slices.Clone(d.img.Data)
		all = append(all, d)
		return nil
	})
	if err != nil {
		return nil, err
	}
	f, err := field.Load("spl")
	if err != nil {
		return nil, err
	}
	finder := lines.New(f)
	others, err := objects.Default(f.Ball.Diameter / 2)
	if err != nil {
		return nil, err
	}
	var features percepts.FieldFeatures
	i := 0
	return func() {
		d := &all[i%len(all)]
		i++
		_, _ = finder.Find(d.img, &d.view, &features) // all images are whole
		_, _, _ = others.Find(d.img, &d.view, finder)
	}, nil
}
