// Package naodriver is the node that drives a NAO, real or simulated, over LoLA.
//
//	subscribes  joint_command  gonao_msgs/JointCommand          a target for every joint, best effort
//	            lights         gonao_msgs/Lights                every LED, best effort; it stays until the next
//	publishes   robot_state    gonao_msgs/RobotState            every 12 ms, best effort
//	            cycle_stats    gonao_msgs/CycleStats            1 Hz
//	            joint_states   sensor_msgs/JointState           every 12 ms, while subscribed; position and velocity
//	            imu            sensor_msgs/Imu                  every 12 ms, while subscribed
//	            battery        sensor_msgs/BatteryState         1 Hz, while subscribed
//	            /diagnostics   diagnostic_msgs/DiagnosticArray  1 Hz, while subscribed
//
// The rules between joint_command and the motors are those of nao/safety. When
// the context ends, the node lets the robot down and returns within 4 s.
//
// Stamps are the node's clock when the frame arrived; in simulation, where LoLA
// does not say what time it is, they are counted on from /clock, see
// [driver.Stamper].
package naodriver

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"gonao/msgs"
	driver "gonao/nao_driver"
	"gonao/ros"
)

// Run runs the node until ctx ends and the robot has been let down.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	wall := ros.NewSystemClock()
	d := driver.New(cfg.driver(), wall, n.Log)
	if err := ros.OnReconfigure(n, func(c Config) error { d.Tune(c.driver()); return nil }); err != nil {
		return fmt.Errorf("nao driver: %w", err)
	}
	link, err := newLink(ctx, n)
	if err != nil {
		return fmt.Errorf("nao driver: %w", err)
	}
	report, err := newReporter(n, d, link.errors)
	if err != nil {
		return fmt.Errorf("nao driver: %w", err)
	}
	if cfg.RealtimePriority > 0 {
		if err := ros.RealtimeProcess(cfg.RealtimePriority); err != nil {
			n.Log.Warn("no real-time priority: the cycle may be late under load", "reason", err)
		} else {
			report.realtime.Store(true)
		}
	}
	reporting, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		report.run(reporting, wall)
	}()
	err = d.Run(ctx, link)
	stop()
	<-done
	if err != nil {
		return fmt.Errorf("nao driver: %w", err)
	}
	return nil
}

// reporter publishes once a second what people want to know.
type reporter struct {
	node     *ros.Node
	driver   *driver.Driver
	realtime atomic.Bool
	stats    *ros.Publisher[msgs.CycleStats]
	standard *slowTopics
	errors   <-chan error // of the control loop
	said     driver.Stats
}

func newReporter(n *ros.Node, d *driver.Driver, errors <-chan error) (*reporter, error) {
	stats, err := ros.Advertise[msgs.CycleStats](n, "cycle_stats")
	if err != nil {
		return nil, err
	}
	standard, err := newSlowTopics(n, d)
	if err != nil {
		return nil, err
	}
	return &reporter{node: n, driver: d, stats: stats, standard: standard, errors: errors}, nil
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
		r.node.Log.Warn("LoLA sent what is no frame", "bytes", garbage, "broken_frames", frames)
	}
	r.said = *stats
}

func milliseconds(d time.Duration) float32 { return float32(d.Seconds() * 1e3) }
