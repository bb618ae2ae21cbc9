package trial

import (
	"cmp"
	"context"
	"os"

	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/sim/scenery"
	simworld "gonao/sim/world"
	"gonao/vision/lines"
)

// Features judges the field features of all images, with the camera's true pose. It uses the pictures that Measure keeps.
func Features(ctx context.Context, o Options) (*Tally, error) {
	drawn, err := simworld.Load(cmp.Or(o.Stage.World, "spl"))
	if err != nil {
		return nil, err
	}
	f, err := field.Load(drawn.FieldName)
	if err != nil {
		return nil, err
	}
	if o.Cache != "" {
		if err := os.MkdirAll(o.Cache, 0o777); err != nil {
			return nil, err
		}
	}
	tally := &Tally{}
	for i, seed := range o.Seeds {
		if err := judgeWorld(ctx, tally, f, seed, i*o.Images, o); err != nil {
			return nil, err
		}
	}
	return tally, nil
}

// judgeWorld adds the images of one world.
func judgeWorld(ctx context.Context, tally *Tally, f field.Field, seed uint64, before int, o Options) error {
	pictures := source{seed: seed, o: o}
	defer pictures.close()
	finders := [nao.NumCameras]*lines.Finder{lines.New(f), lines.New(f)}
	m := f.Map()
	var shot scenery.Shot
	var out percepts.FieldFeatures
	for i := range uint64(o.Images) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := pictures.shoot(i, &shot); err != nil {
			return err
		}
		if _, err := tally.Judge(&shot, m, finders[shot.Labels.Camera.Which], &out); err != nil {
			return err
		}
		if o.Done != nil {
			o.Done(before + int(i) + 1)
		}
	}
	return nil
}
