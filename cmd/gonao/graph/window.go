package graph

import (
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/ros"
)

// arrival is when a message arrived, and its size.
type arrival struct {
	at   time.Time
	size int       // bytes with the encapsulation header
	sent time.Time // stamp of the header, for topic delay

	simulated time.Time // the simulation's time at the arrival; zero without a simulation
}

// meter prints statistics of a topic once a second.
type meter struct {
	window         int
	wait, duration time.Duration
	qos            qosFlags
}

// add adds the flags of all meters.
func (m *meter) add(cmd *cobra.Command, window int) {
	cmd.Flags().IntVarP(&m.window, "window", "w", window, "number of messages to look back at")
	m.duration = 0
	cmd.Flags().Var((*cli.Seconds)(&m.duration), "duration", "stop after this time (0: never)")
	m.qos.addSubscription(cmd)
	SearchFlag(cmd, &m.wait)
}

// check returns an error for flags out of range.
func (m *meter) check() error {
	if m.window < 2 {
		return cli.Usagef("--window %d: expected 2 or more", m.window)
	}
	return m.qos.check()
}

// measure calls note for each arrival. It prints text() once a second and at the end.
func (m *meter) measure(t Access, n *ros.Node, arrivals <-chan arrival, errs <-chan error, note func(arrival), text func() string) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	var end <-chan time.Time
	if m.duration > 0 {
		end = time.After(m.duration)
	}
	for {
		select {
		case <-n.Context().Done():
			return nil
		case <-end:
			fmt.Fprintln(t.Out, text())
			return nil
		case err := <-errs:
			return err
		case a := <-arrivals:
			note(a)
		case <-tick.C:
			fmt.Fprintln(t.Out, text())
		}
	}
}

// push appends x and drops the oldest element beyond size.
func push[T any](list []T, x T, size int) []T {
	list = append(list, x)
	if len(list) > size {
		list = list[1:]
	}
	return list
}

// spread returns mean, minimum, maximum and standard deviation.
func spread(values []float64) (mean, low, high, dev float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		mean += v / float64(len(values))
		low, high = min(low, v), max(high, v)
	}
	for _, v := range values {
		dev += (v - mean) * (v - mean) / float64(len(values))
	}
	return mean, low, high, math.Sqrt(dev)
}

// gaps holds the times between messages.
type gaps struct {
	last time.Time
	sec  []float64 // the newest last
}

// add adds an arrival and drops the gaps before the window.
func (g *gaps) add(at time.Time, window int) {
	if !g.last.IsZero() {
		g.sec = push(g.sec, at.Sub(g.last).Seconds(), window-1)
	}
	g.last = at
}

// String returns rate and gaps in the words of `ros2 topic hz`.
func (g *gaps) String() string {
	if len(g.sec) == 0 {
		return "no new messages"
	}
	mean, low, high, dev := spread(g.sec)
	return fmt.Sprintf("average rate: %.3f\n\tmin: %.3fs max: %.3fs std dev: %.5fs window: %d", 1/mean, low, high, dev, len(g.sec)+1)
}

// volume holds the sizes of messages and when they arrived.
type volume struct {
	at    []time.Time
	bytes []float64
}

// add adds an arrival and drops the messages before the window.
func (v *volume) add(a arrival, window int) {
	v.at, v.bytes = push(v.at, a.at, window), push(v.bytes, float64(a.size), window)
}

// text returns the bandwidth until now in the words of `ros2 topic bw`.
func (v *volume) text(now time.Time) string {
	if len(v.at) < 2 {
		return "no new messages"
	}
	mean, low, high, _ := spread(v.bytes)
	perSec := mean * float64(len(v.bytes)) / now.Sub(v.at[0]).Seconds()
	unit, factor, digits := "B", 1.0, 0
	switch {
	case perSec >= 1e6:
		unit, factor, digits = "MB", 1e6, 2
	case perSec >= 1e3:
		unit, factor, digits = "KB", 1e3, 2
	}
	in := func(bytes float64) string { return fmt.Sprintf("%.*f %s", digits, bytes/factor, unit) }
	return fmt.Sprintf("%s/s from %d messages\n\tMessage size mean: %s min: %s max: %s",
		in(perSec), len(v.at), in(mean), in(low), in(high))
}

// delays holds the delays of messages, s.
type delays struct{ sec []float64 }

// add adds the delay of an arrival, against the system's or the simulation's time, whichever is nearer to its stamp.
func (d *delays) add(a arrival, window int) {
	late := a.at.Sub(a.sent)
	if !a.simulated.IsZero() {
		if other := a.simulated.Sub(a.sent); other.Abs() < late.Abs() {
			late = other
		}
	}
	d.sec = push(d.sec, late.Seconds(), window)
}

// String returns the delays in the words of `ros2 topic delay`.
func (d *delays) String() string {
	if len(d.sec) == 0 {
		return "no new messages"
	}
	mean, low, high, dev := spread(d.sec)
	return fmt.Sprintf("average delay: %.3f\n\tmin: %.3fs max: %.3fs std dev: %.5fs window: %d", mean, low, high, dev, len(d.sec))
}
