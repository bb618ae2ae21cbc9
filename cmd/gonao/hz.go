package main

import (
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"gonao/ros"
)

func newHz(t tool) *cobra.Command {
	var wait, duration time.Duration
	var window int
	var qos qosFlags
	cmd := &cobra.Command{
		Use: "hz TOPIC", Short: "measure how often a topic is published", Args: cobra.ExactArgs(1),
		Long: `hz measures the times between messages as they arrive here, in wall-clock time, and
shows once a second: the mean rate, the shortest and longest gap, and the gaps'
standard deviation. The type need not be known to gonao.`,
		Example: "  gonao topic hz /nao1/robot_state\n  gonao topic hz /nao1/camera/top/image_raw --window 30 --duration 10s",
		RunE: func(cmd *cobra.Command, args []string) error {
			if window < 2 {
				return fmt.Errorf("--window %d: expected 2 or more", window)
			}
			return t.withNode(cmd.Context(), func(n *ros.Node) error {
				typeName, err := topicType(n, args[0], wait)
				if err != nil {
					return err
				}
				arrivals := make(chan time.Time, 10_000)
				_, err = ros.SubscribeRaw(n, args[0], typeName, func([]byte) {
					select {
					case arrivals <- time.Now():
					default: // we hang: the gap shows
					}
				}, qos.subscription()...)
				if err != nil {
					return err
				}
				return measure(t, n, arrivals, window, duration)
			})
		},
	}
	cmd.Flags().IntVarP(&window, "window", "w", 10_000, "number of messages to look back at")
	cmd.Flags().DurationVar(&duration, "duration", 0, "stop after this time (0: never)")
	qos.add(cmd)
	spinFlag(cmd, &wait)
	return cmd
}

// measure shows the statistics once a second, and at the end.
func measure(t tool, n *ros.Node, arrivals <-chan time.Time, window int, duration time.Duration) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	var end <-chan time.Time
	if duration > 0 {
		end = time.After(duration)
	}
	var s gaps
	for {
		select {
		case <-n.Context().Done():
			return nil
		case <-end:
			fmt.Fprintln(t.out, s)
			return nil
		case at := <-arrivals:
			s.add(at, window)
		case <-tick.C:
			fmt.Fprintln(t.out, s)
		}
	}
}

// gaps holds the times between messages.
type gaps struct {
	last time.Time
	sec  []float64 // the newest last
}

// add notes an arrival, and forgets gaps beyond the window.
func (g *gaps) add(at time.Time, window int) {
	if !g.last.IsZero() {
		g.sec = append(g.sec, at.Sub(g.last).Seconds())
		if len(g.sec) > window-1 {
			g.sec = g.sec[1:]
		}
	}
	g.last = at
}

// String gives the rate and the spread, as `ros2 topic hz` writes them.
func (g gaps) String() string {
	if len(g.sec) == 0 {
		return "no new messages"
	}
	sum, low, high := 0.0, math.Inf(1), math.Inf(-1)
	for _, sec := range g.sec {
		sum += sec
		low, high = min(low, sec), max(high, sec)
	}
	mean := sum / float64(len(g.sec))
	squares := 0.0
	for _, sec := range g.sec {
		squares += (sec - mean) * (sec - mean)
	}
	return fmt.Sprintf("average rate: %.3f\n\tmin: %.4fs max: %.4fs std dev: %.5fs window: %d",
		1/mean, low, high, math.Sqrt(squares/float64(len(g.sec))), len(g.sec)+1)
}
