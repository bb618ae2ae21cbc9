package ros_test

import (
	"context"
	"fmt"
	"time"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

// Config holds the parameters of a node: ros2 param describe tells what its tags say.
type Config struct {
	RateHz float64 `yaml:"rate_hz" unit:"Hz" min:"0.1" max:"100" desc:"how often a word is said"`
	Word   string  `yaml:"word" enum:"hello|bye" desc:"what is said"`
}

// A whole node, whose parameters can be set while it runs. A real one gives Main
// rmw.Open in place of a bus.
func Example_parameters() {
	open := func() (ros.Backend, error) { return inproc.NewBus(), nil }
	_ = func() { ros.Main(open, "talker", Config{RateHz: 2, Word: "hello"}, talk) }
}

func talk(ctx context.Context, n *ros.Node, cfg Config) error {
	words, err := ros.Advertise[stdmsgs.String](n, "chatter")
	if err != nil {
		return fmt.Errorf("talker: %w", err)
	}
	changes, err := ros.WatchConfig[Config](n, nil)
	if err != nil {
		return fmt.Errorf("talker: %w", err)
	}
	for n.Clock.Sleep(ctx, time.Duration(float64(time.Second)/cfg.RateHz)) == nil {
		if changed, ok := changes.Next(); ok {
			cfg = changed
		}
		if err := words.Publish(stdmsgs.String{Data: cfg.Word}); err != nil {
			return fmt.Errorf("talker: %w", err)
		}
	}
	return nil
}
