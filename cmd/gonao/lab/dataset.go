package lab

import (
	"github.com/spf13/cobra"

	"gonao/internal/seeds"
)

// Dataset holds the options of dataset.
type Dataset struct {
	Output string     `flag:"output,o" default:"dataset" doc:"write to this directory, which must be empty or new"`
	Seeds  seeds.List `flag:"seeds" default:"1-10" doc:"seeds of the worlds"`
	Images int        `flag:"images" default:"10" doc:"images of each world"`
	World  string     `flag:"world" default:"spl" doc:"the field: spl, hsl_small, field2010 or the path of a world's file"`
	Camera string     `flag:"camera" default:"nao" doc:"nao (640x480), paper (320x240, 60° wide) or naoisis (320x240, 58° in the diagonal)"`
	Robots int        `flag:"robots" doc:"other robots, up to 10; 0: as many as the seed has, -1: none"`
	Plain  bool       `flag:"plain" doc:"use the world's own light and hall, and a camera without faults"`
}

// NewDataset returns the command dataset.
func NewDataset(r Runner) *cobra.Command {
	var o Dataset
	return command(r, "dataset", &o, &cobra.Command{
		Use: "dataset", Short: "write labelled camera images of simulated worlds", Args: cobra.NoArgs,
		Long: `dataset renders what a robot sees in simulated worlds, and writes images with exact labels:
COCO (annotations.json), YOLO (labels, data.yaml), masks of classes and objects, and for
each image the camera's pose, lines, landmarks and the field's edge (frames.jsonl). It
needs no running simulator.

A seed selects a world: its hall, light, carpet, robots and balls. Seeds 1 to 1000 are for training and
for choosing numbers, 1001 to 5000 are for inspection, and from 5001 on each is scored only once. No light and
no hall occurs in two of these ranges. The same seeds give the same bytes.

The files are explained in docs/vision.md.`,
		Example: `  gonao vision dataset -o balls --seeds 1-36 --images 40
  gonao vision dataset -o look --seeds 1001-1010 --images 10 --world hsl_small
  gonao vision dataset -o easy --seeds 1 --images 20 --plain --robots -1`,
	}, nil)
}
