// Package gazebobridge is the node that drives a NAO in Gazebo: towards everybody else it is
// nao_driver and simulator in one. The topics of the body are those of every body, see
// nodes/internal/bodytopics; besides:
//
//	publishes   /clock                   rosgraph_msgs/Clock      every cycle, 83.3 Hz
//	            ground_truth             gonao_msgs/GroundTruth   every cycle, best effort
//	            carrier_state            gonao_msgs/CarrierState  every cycle, best effort
//	            camera/top/image_raw     sensor_msgs/Image        as the model's camera, while subscribed
//	            camera/top/camera_info   sensor_msgs/CameraInfo   with each image
//	            camera/bottom/…          the same                 the same
//	subscribes  carrier_command          gonao_msgs/CarrierCommand  where a ball shall go
//	serves      simulator/push           gonao_msgs/PushObject    robot or one of its links: an impulse
//	            simulator/pull           gonao_msgs/PullObject    the same: towards a point
//	            simulator/place          gonao_msgs/PlaceObject   robot or free ball: elsewhere, at rest
//	            simulator/reset          std_srvs/Trigger         all back to where the node found it; time goes on
//
// The topics listed in the file bridge_file are passed on besides, see
// nodes/gazebo_bridge/topics.
//
// Stamps are the simulated time of what they belong to. When the context ends, the robot
// crouches and the world is left paused where the node stepped it.
package gazebobridge

import (
	"context"
	"fmt"

	"gonao/body"
	bridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/transport"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/nao"
	"gonao/nodes/gazebo_bridge/topics"
	"gonao/nodes/internal/bodytopics"
	"gonao/ros"
	"gonao/ros/param"
)

// Run runs the node until ctx ends and the robot has been let down.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	if err := param.Check(&cfg); err != nil {
		return err
	}
	entries, err := cfg.entries()
	if err != nil {
		return fmt.Errorf("gazebo bridge: %w", err)
	}
	options := cfg.transport()
	options.Log = n.Log
	gz, err := transport.Open(options)
	if err != nil {
		return fmt.Errorf("gazebo bridge: %w", err)
	}
	defer gz.Close() //nolint:errcheck // it never fails
	d := bridge.New(cfg.driver(), gz, ros.NewSystemClock(), n.Log)
	if err := ros.OnReconfigure(n, func(c Config) error { d.Tune(c.driver()); return nil }); err != nil {
		return fmt.Errorf("gazebo bridge: %w", err)
	}
	clock, err := ros.Advertise[rosgraphmsgs.Clock](n, "/clock", ros.BestEffort(), ros.Depth(1))
	if err != nil {
		return fmt.Errorf("gazebo bridge: %w", err)
	}
	w, err := newWorld(n, gz, d, cfg.Model)
	if err != nil {
		return fmt.Errorf("gazebo bridge: %w", err)
	}
	defer w.close()
	if len(entries) > 0 {
		if w.passed, err = topics.Open(n, options, entries); err != nil {
			return fmt.Errorf("gazebo bridge: %w", err)
		}
		defer w.passed.Close()
		n.Log.Info("other topics are bridged", "file", cfg.BridgeFile, "topics", len(entries))
	}
	robot := &timed{Driver: d, clock: clock, world: w}
	if err := bodytopics.Run(ctx, n, robot, bodytopics.Options{Protocol: "Gazebo", Timed: true}); err != nil {
		return fmt.Errorf("gazebo bridge: %w", err)
	}
	return nil
}

// timed is the driver, whose states the clock of everybody follows.
type timed struct {
	*bridge.Driver
	clock *ros.Publisher[rosgraphmsgs.Clock]
	world *world
}

// Run drives the body, and tells the time of each of its states before the state.
func (t *timed) Run(ctx context.Context, c body.Commander) error {
	return t.Driver.Run(ctx, &clocking{Commander: c, timed: t})
}

type clocking struct {
	body.Commander
	*timed
}

// Observe hands out a state behind its time.
func (c *clocking) Observe(state *nao.State) {
	if err := c.clock.Publish(rosgraphmsgs.Clock{Clock: stamp(state.Time)}); err != nil {
		c.world.complain(err)
	}
	c.world.cycle(state)
	c.Commander.Observe(state)
}
