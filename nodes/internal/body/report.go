package body

import (
	"context"
	"sync/atomic"
	"time"

	"gonao/msgs"
	driver "gonao/nao_driver"
	"gonao/ros"
)

// reporter publishes once a second what people want to know.
type reporter struct {
	node     *ros.Node
	driver   Driver
	protocol string
	realtime atomic.Bool
	stats    *ros.Publisher[msgs.CycleStats]
	standard *slowTopics
	errors   <-chan error // of the control loop
	said     driver.Stats
}

func newReporter(n *ros.Node, d Driver, protocol string, errors <-chan error) (*reporter, error) {
	stats, err := ros.Advertise[msgs.CycleStats](n, "cycle_stats")
	if err != nil {
		return nil, err
	}
	standard, err := newSlowTopics(n, d, protocol)
	if err != nil {
		return nil, err
	}
	return &reporter{node: n, driver: d, protocol: protocol, stats: stats, standard: standard, errors: errors}, nil
}

// run reports every second of wall time, since a simulation may stand still.
func (r *reporter) run(ctx context.Context, wall *ros.Clock) {
	for range wall.Tick(ctx, time.Second) {
		stats, state := r.driver.Stats(), r.driver.State()
		now := ros.Stamp(r.node.Clock.Now())
		err := r.stats.Publish(msgs.CycleStats{
			Stamp: now, Cycles: stats.Cycles, Missed: stats.Missed, Rate: float32(stats.Rate()),
			LatencyP50: milliseconds(stats.Latency.Quantile(0.50)),
			LatencyP99: milliseconds(stats.Latency.Quantile(0.99)),
			LatencyMax: milliseconds(stats.Latency.Max()),
			Realtime:   r.realtime.Load(),
		})
		if err == nil {
			err = r.standard.publish(now, &state)
		}
		if err != nil {
			r.node.Log.Warn("report", "error", err)
		}
		r.complain(&stats)
	}
}

// complain logs what went wrong since the last second.
func (r *reporter) complain(stats *driver.Stats) {
	select {
	case err := <-r.errors:
		r.node.Log.Warn("control loop", "error", err)
	default:
	}
	rejected := stats.Rejected - r.said.Rejected
	garbage := stats.Stream.GarbageBytes - r.said.Stream.GarbageBytes
	frames := stats.Stream.Rejected - r.said.Stream.Rejected
	if rejected > 0 {
		r.node.Log.Warn("joint_command rejected: a number is not finite", "count", rejected, "total", stats.Rejected)
	}
	if garbage > 0 || frames > 0 {
		r.node.Log.Warn(r.protocol+" sent what is no frame", "bytes", garbage, "broken_frames", frames)
	}
	r.said = *stats
}

func milliseconds(d time.Duration) float32 { return float32(d.Seconds() * 1e3) }
