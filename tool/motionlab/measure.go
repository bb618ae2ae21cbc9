package motionlab

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"gonao/sim/dataset"
	"gonao/sim/scenery"
	"gonao/sim/sight"
	"gonao/tool/lab"
	"gonao/vision/ball"
	"gonao/vision/robots"
	"gonao/vision/trial/shots"
)

// measure measures what vision finds in rendered worlds.
func (p program) measure(ctx context.Context, o *lab.Measure) error {
	seeds, err := dataset.ParseSeeds(o.Seeds)
	if err != nil {
		return err
	}
	others, err := robots.Open(o.RobotNet)
	if err != nil {
		return err
	}
	total := len(seeds) * o.Images
	options := shots.Options{
		Seeds: seeds, Images: o.Images, Cache: o.Keep,
		Stage: scenery.Options{World: o.World, Samples: 1, ShadowSize: shots.ShadowSize, PlainBalls: o.Balls == "plain"},
		Done: func(done int) {
			if done%10 == 0 || done == total {
				_, _ = fmt.Fprintf(p.Errs, "\r%d of %d images", done, total)
			}
		},
	}
	kinds := ball.Pattern
	if o.Balls == "plain" || o.World == "field2010" {
		kinds = ball.Plain
	}
	m, err := shots.Measure(ctx, options, kinds, func(radiusM float64) (*ball.Finder, error) { return ball.Open(o.BallNet, radiusM) }, others)
	_, _ = fmt.Fprintln(p.Errs)
	if err != nil {
		return err
	}
	source := fmt.Sprintf("measured by gonao vision measure --world %s --balls %s --seeds %s --images %d", o.World, o.Balls, o.Seeds, o.Images)
	var text bytes.Buffer
	fmt.Fprintf(&text, "%s\n", source)
	if err := m.Write(&text); err != nil {
		return err
	}
	if o.Output != "" {
		if err := os.WriteFile(o.Output, text.Bytes(), 0o666); err != nil {
			return err
		}
	}
	if o.Rates != "" {
		var rates bytes.Buffer
		base, err := sight.LoadTable("nao")
		if err != nil {
			return err
		}
		if err := m.WriteRates(&rates, base, source); err != nil {
			return err
		}
		if err := os.WriteFile(o.Rates, rates.Bytes(), 0o666); err != nil {
			return err
		}
	}
	_, err = p.Out.Write(text.Bytes())
	return err
}
