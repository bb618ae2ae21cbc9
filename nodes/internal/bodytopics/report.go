package bodytopics

import (
	"context"
	"sync/atomic"
	"time"

	"gonao/body"
	"gonao/body/command"
	"gonao/body/safety"
	"gonao/msgs"
	"gonao/ros"
)

// reporter publishes once a second what people want to know.
type reporter struct {
	node     *ros.Node
	driver   body.Driver
	protocol string
	realtime atomic.Bool
	stats    *ros.Publisher[msgs.CycleStats]
	standard *slowTopics
	link     *link
	said     body.Stats
	rubbish  uint64    // commands that were none, that have been complained of
	refused  [4]uint64 // commands, by source, that have been complained of
	two      bool      // it has been said that two speak on joint_command
	left     [4]bool   // it has been said that a source is left to joint_command
}

func newReporter(n *ros.Node, d body.Driver, protocol string, l *link) (*reporter, error) {
	stats, err := ros.Advertise[msgs.CycleStats](n, "cycle_stats")
	if err != nil {
		return nil, err
	}
	standard, err := newSlowTopics(n, d, protocol, l)
	if err != nil {
		return nil, err
	}
	return &reporter{node: n, driver: d, protocol: protocol, stats: stats, standard: standard, link: l}, nil
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
func (r *reporter) complain(stats *body.Stats) {
	select {
	case err := <-r.link.errors:
		r.node.Log.Warn("control loop", "error", err)
	default:
	}
	rubbish := r.link.rubbish.Load()
	rejected := stats.Rejected - r.said.Rejected + rubbish - r.rubbish
	r.rubbish = rubbish
	garbage := stats.Stream.GarbageBytes - r.said.Stream.GarbageBytes
	frames := stats.Stream.Rejected - r.said.Stream.Rejected
	if rejected > 0 {
		r.node.Log.Warn("joint_command rejected: a number is not finite", "count", rejected, "total", stats.Rejected+rubbish)
	}
	if garbage > 0 || frames > 0 {
		r.node.Log.Warn(r.protocol+" sent what is no frame", "bytes", garbage, "broken_frames", frames)
	}
	r.said = *stats
	r.complainOfCommanders()
}

// complainOfCommanders logs who commanded in vain since the last second.
func (r *reporter) complainOfCommanders() {
	if many := r.link.many.Load(); many > 0 && !r.two {
		r.two = true // once: the count is in the diagnostics
		r.node.Log.Warn("two command on joint_command: the first is obeyed, the other one when the first is silent; end one of them",
			"publishers", r.link.commands.Publishers(), "for", safety.Silence)
	}
	for who := range r.refused {
		total := r.link.may.refused[who].Load()
		count, by := total-r.refused[who], r.link.may.commanding()
		r.refused[who] = total
		switch {
		case count == 0:
		case by != command.JointCommand:
			r.node.Log.Warn(command.Source(who).String()+" is not obeyed: somebody else commands, who must be silent first",
				"commands", by.String(), "count", count, "for", command.Silence)
		case !r.left[who]:
			r.left[who] = true // once: it may be a stream for hours
			r.node.Log.Info(command.Source(who).String() + " is left to who commands by joint_command: the node motion obeys it, others may not")
		}
	}
}

func milliseconds(d time.Duration) float32 { return float32(d.Seconds() * 1e3) }
