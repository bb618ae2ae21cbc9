package motionlab

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gonao/cmd/gonao/lab"
	"gonao/sim/camera"
	"gonao/sim/scenery"
)

// dataset writes a set of labelled images.
func (p program) dataset(ctx context.Context, o *lab.Dataset) error {
	lens, err := camera.Preset(o.Camera)
	if err != nil {
		return err
	}
	options := scenery.DatasetOptions{
		Dir: o.Output, Seeds: o.Seeds, Images: o.Images,
		Stage: scenery.Options{World: o.World, Camera: lens, Robots: o.Robots, Plain: o.Plain},
	}
	summary, err := scenery.WriteDataset(ctx, options, p.Progress("images"))
	if err != nil {
		return err
	}
	var counts []string
	for _, class := range slices.Sorted(maps.Keys(summary.Things)) {
		counts = append(counts, fmt.Sprintf("%d %s", summary.Things[class], class))
	}
	_, err = fmt.Fprintf(p.Out, "%s: %d images with %s\nsha256 %s\n", o.Output, summary.Images, strings.Join(counts, ", "), summary.Hash)
	return err
}
