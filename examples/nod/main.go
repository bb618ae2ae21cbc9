// Command nod is an example of a node: the robot nods, faster or slower while it
// runs (ros2 param set /nod rate_hz 0.5).
package main

import (
	"context"
	"math"
	"time"

	"gonao/msgs"
	"gonao/ros"
	"gonao/ros/rmw"
)

type config struct {
	RateHz float64 `yaml:"rate_hz" desc:"nods a second" unit:"Hz" min:"0" max:"2"`
}

func main() { ros.Main(rmw.Open, "nod", config{RateHz: 1}, run) }

func run(ctx context.Context, n *ros.Node, cfg config) error {
	head, err := ros.Advertise[msgs.HeadCommand](n, "head_command", ros.Depth(1))
	if err != nil {
		return err
	}
	changes, err := ros.WatchConfig[config](n, nil)
	if err != nil {
		return err
	}
	const period = 20 * time.Millisecond
	phase := 0.0 // rad
	for now := range n.Clock.Tick(ctx, period) {
		if next, ok := changes.Next(); ok {
			cfg = next
		}
		phase += 2 * math.Pi * cfg.RateHz * period.Seconds()
		pitch := float32(0.2 * math.Sin(phase)) // rad
		if err := head.Publish(msgs.HeadCommand{Stamp: ros.Stamp(now), Pitch: pitch}); err != nil {
			return err
		}
	}
	return nil
}
