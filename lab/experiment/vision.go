package experiment

import (
	"context"

	"gonao/internal/estimate"
	"gonao/sim/scenery"
	"gonao/vision/objects"
	vtrial "gonao/vision/trial"
)

// visionKind measures what vision finds.
var visionKind = Kind{Name: "vision", Doc: "balls and robots that vision finds in rendered images of a hall of the seed", Here: []string{"keep"}, New: newVision}

func newVision(v *Values) (*Trial, error) {
	world, images := v.Text("world", "spl", "the field: spl, hsl_small, field2010 or a world's file"), v.Whole("images", 15, 1, 10_000, "of each seed")
	plain := v.Word("balls", "pattern", "the balls", "pattern", "plain") == "plain"
	ballNet, robotNet := v.Text("ball_net", "", "file of weights for balls; default: ours"), v.Text("robot_net", "", "the same for robots")
	cache := v.Text("keep", "", "a directory that keeps the images: they are drawn once")
	if _, err := objects.Open(ballNet, robotNet, 0.05); err != nil {
		return nil, err
	}
	kinds := objects.Pattern
	if plain || world == "field2010" {
		kinds = objects.Plain
	}
	return &Trial{
		Measures: []Measure{
			{"ball_precision", "", "share of the balls found that are one"},
			{"ball_recall", "", "share of the balls that are found"},
			{"ball_centre_px", "px", "error of a ball's centre, median"},
			{"robot_precision", "", "share of the robots found that are one"},
			{"robot_recall", "", "share of the robots that are found"},
		},
		Run: func(ctx context.Context, seed uint64) (map[string]float64, error) {
			m, err := vtrial.Measure(ctx, vtrial.Options{
				Seeds: []uint64{seed}, Images: images, Cache: cache,
				Stage: scenery.Options{World: world, Samples: 1, ShadowSize: vtrial.ShadowSize, PlainBalls: plain},
			}, kinds, ballNet, robotNet)
			if err != nil {
				return nil, err
			}
			return map[string]float64{
				"ball_precision": m.Balls.Precision(), "ball_recall": m.Balls.Recall(), "ball_centre_px": estimate.Quantile(m.Balls.CentrePx, 0.5),
				"robot_precision": m.Robots.Precision(), "robot_recall": m.Robots.Recall(),
			}, nil
		},
	}, nil
}
