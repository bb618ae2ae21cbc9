package naodriver

import (
	"context"
	"errors"
	"time"

	"gonao/internal/convert"
	"gonao/internal/throttle"
	"gonao/msgs"
	"gonao/nao_driver/sim3d"
	"gonao/nodes/internal/bodytopics"
	"gonao/ros"
)

// sightings publishes what the server reports as seen, in place of a vision node.
type sightings struct {
	node     *ros.Node
	failed   throttle.Counter
	Objects  *ros.Publisher[msgs.SeenObjects]   `topic:"seen_objects" qos:"sensor data" doc:"balls and robots that the server reports as seen, every third message"`
	Features *ros.Publisher[msgs.FieldFeatures] `topic:"field_features" qos:"sensor data" doc:"posts and lines, likewise"`
	things   msgs.SeenObjects
	field    msgs.FieldFeatures
	prefix   ros.FramePrefix // of the frames
}

// publish publishes a sight, with the time of the node's clock.
func (s *sightings) publish(f *sim3d.Found) {
	now := ros.SinceEpoch(s.node.Clock.Now())
	f.Camera.Stamp, f.Features.Stamp = now, now
	convert.Objects(s.prefix, &s.things, &f.Camera, f.Balls, f.Robots)
	convert.Features(s.prefix, &s.field, &f.Camera, &f.Features)
	if err := errors.Join(s.Objects.Publish(s.things), s.Features.Publish(s.field)); err != nil {
		if times, due := s.failed.Count(s.node.Clock.Now()); due {
			s.node.Log.Error("what is seen is not published", "times", times, "error", err)
		}
	}
}

// runSim3D is Run for a player in the 3-D simulation league.
func runSim3D(ctx context.Context, n *ros.Node, cfg Config, endWithin time.Duration) error {
	configure := func(c Config) sim3d.Config {
		d := c.sim3d()
		d.EndWithin = endWithin
		return d
	}
	s := &sightings{node: n, prefix: cfg.FramePrefix, failed: throttle.Counter{Period: 10 * time.Second}}
	if err := ros.Open(n, s); err != nil {
		return err
	}
	d := sim3d.New(configure(cfg), ros.NewSystemClock(), n.Log, s.publish)
	if err := ros.OnReconfigure(n, func(c Config) error { d.Tune(configure(c)); return nil }); err != nil {
		return err
	}
	return bodytopics.Run(ctx, n, d, bodytopics.Options{FramePrefix: cfg.FramePrefix, Protocol: "SimSpark", Priority: cfg.Priority})
}

// sim3d returns the configuration of the driver of the 3-D simulation league.
func (c Config) sim3d() sim3d.Config {
	d := c.Sim3D
	d.Config = c.LoLA.Config
	return d
}
