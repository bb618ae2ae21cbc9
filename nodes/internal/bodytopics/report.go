package bodytopics

import (
	"context"
	"sync/atomic"
	"time"

	"gonao/msgs"
	"gonao/nao/body"
	"gonao/nao/body/safety"
	"gonao/ros"
)

// reporter publishes and logs once a second how the cycle is kept.
type reporter struct {
	node      *ros.Node
	driver    body.Driver
	protocol  string
	realtime  atomic.Bool
	Stats     *ros.Publisher[msgs.CycleStats] `topic:"cycle_stats" doc:"1 Hz"`
	standard  *slowTopics
	commander *commander
	before    body.Stats // of the last second

	// What has been logged.
	invalid uint64    // commands with NaN or Inf
	refused [4]uint64 // refused commands, by source
	several bool      // there are several publishers of joint_command
	left    [4]bool   // a source yields to joint_command
}

func newReporter(n *ros.Node, d body.Driver, o Options, c *commander) (*reporter, error) {
	r := &reporter{node: n, driver: d, protocol: o.Protocol, commander: c}
	if err := ros.Open(n, r); err != nil {
		return nil, err
	}
	var err error
	r.standard, err = newSlowTopics(n, d, o, c)
	return r, err
}

// run reports every second of wall time, since a simulation may stand still.
func (r *reporter) run(ctx context.Context, wall *ros.Clock) {
	for range wall.Tick(ctx, time.Second) {
		stats, state := r.driver.Stats(), r.driver.State()
		now := ros.Stamp(r.node.Clock.Now())
		err := r.Stats.Publish(msgs.CycleStats{
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
		r.logErrors(&stats)
	}
}

// logErrors logs the errors of the last second.
func (r *reporter) logErrors(stats *body.Stats) {
	select {
	case err := <-r.commander.errors:
		r.node.Log.Warn("control loop", "error", err)
	default:
	}
	invalid := r.commander.invalid.Load()
	rejected := stats.Rejected - r.before.Rejected + invalid - r.invalid
	r.invalid = invalid
	garbage := stats.Stream.GarbageBytes - r.before.Stream.GarbageBytes
	frames := stats.Stream.Rejected - r.before.Stream.Rejected
	if rejected > 0 {
		r.node.Log.Warn("joint_command rejected: a number is not finite", "count", rejected, "total", stats.Rejected+invalid)
	}
	if garbage > 0 || frames > 0 {
		r.node.Log.Warn(r.protocol+" sent what is not a frame", "bytes", garbage, "broken_frames", frames)
	}
	r.before = *stats
	r.logRefusals()
}

// logRefusals logs which sources were refused since the last second.
func (r *reporter) logRefusals() {
	if refused := r.commander.refused.Load(); refused > 0 && !r.several {
		r.several = true // once: the count is in the diagnostics
		r.node.Log.Warn("two command on joint_command: the first is obeyed, the other one when the first is silent; end one of them",
			"publishers", r.commander.Commands.Publishers(), "for", safety.Silence)
	}
	for source := range r.refused {
		total := r.commander.sources.refused[source].Load()
		count, by := total-r.refused[source], r.commander.sources.owning()
		r.refused[source] = total
		switch {
		case count == 0:
		case by != body.JointCommand:
			r.node.Log.Warn(body.CommandSource(source).String()+" is not obeyed: somebody else commands, who must be silent first",
				"commands", by.String(), "count", count, "for", body.CommandSilence)
		case !r.left[source]:
			r.left[source] = true // once: it may be a stream for hours
			r.node.Log.Info(body.CommandSource(source).String() + " is left to who commands by joint_command: the node motion obeys it, others may not")
		}
	}
}

func milliseconds(d time.Duration) float32 { return float32(d.Seconds() * 1e3) }
