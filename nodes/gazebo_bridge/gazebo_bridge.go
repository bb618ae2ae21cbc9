// Package gazebobridge is the node that drives a NAO in Gazebo: to all other nodes it is
// nao_driver and simulator in one. The topics of the body are those of every body, see
// nodes/internal/bodytopics; besides:
//
//	subscribes  carrier_command                                    gonao_msgs/CarrierCommand  target of a ball's carrier
//	publishes   camera/top/image_raw, camera/bottom/image_raw      sensor_msgs/Image          as the model's camera, while subscribed
//	            camera/top/camera_info, camera/bottom/camera_info  sensor_msgs/CameraInfo     with each image
//	            ground_truth                                       gonao_msgs/GroundTruth     every cycle, 83.3 Hz
//	            carrier_state                                      gonao_msgs/CarrierState    every cycle, 83.3 Hz
//	            simulator_stats                                    gonao_msgs/SimulatorStats  once a second: how fast the world runs, cycles without a command
//	            /clock                                             rosgraph_msgs/Clock        every cycle of 12 ms
//	            /tf                                                tf2_msgs/TFMessage         world to ground_truth, the torso where it is, 10.4 Hz, while subscribed
//	serves      simulator/place                                    gonao_msgs/PlaceObject     robot or free ball: to another pose, at rest
//	            simulator/push                                     gonao_msgs/PushObject      robot or one of its links: an impulse
//	            simulator/pull                                     gonao_msgs/PullObject      the same: towards a point
//	            simulator/reset                                    std_srvs/Trigger           everything to where the node found it; time goes on
//
// The topics listed in the file bridge_file are bridged too, see nodes/gazebo_bridge.
//
// Stamps are the simulated time of what they belong to. When the context ends, the robot
// crouches and the world is left paused where the node stepped it.
package gazebobridge

import (
	"context"
	"sync"

	bridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/transport"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/nao"
	"gonao/nao/body"
	"gonao/nodes/internal/bodytopics"
	"gonao/ros"
)

// Run runs the node until ctx ends and the robot has been let down.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	entries, err := cfg.entries()
	if err != nil {
		return err
	}
	options := cfg.transport()
	options.Log = n.Log
	gz, err := transport.Open(options)
	if err != nil {
		return err
	}
	defer gz.Close() //nolint:errcheck // it never fails
	d := bridge.New(cfg.Driver, gz, ros.NewSystemClock(), n.Log)
	w, err := newWorld(n, gz, d, cfg)
	if err != nil {
		return err
	}
	defer w.close()
	if err := ros.OnReconfigure(n, func(c Config) error { d.Tune(c.Driver); w.cameras.tune(c.Compressed, c.Store); return nil }); err != nil {
		return err
	}
	if len(entries) > 0 {
		if w.bridged, err = Open(n, options, entries); err != nil {
			return err
		}
		defer w.bridged.Close()
		n.Log.Info("other topics are bridged", "file", cfg.BridgeFile, "topics", len(entries))
	}
	reminding, stop := context.WithCancel(ctx)
	var reminder sync.WaitGroup
	defer reminder.Wait()
	defer stop()
	reminder.Go(func() { w.remind(reminding) })
	driver := &clockDriver{Driver: d, clock: w.Clock, world: w}
	return bodytopics.Run(ctx, n, driver, bodytopics.Options{FramePrefix: cfg.FramePrefix, Protocol: "Gazebo", Timed: true})
}

// clockDriver is a driver that publishes the time of each state as /clock.
type clockDriver struct {
	*bridge.Driver
	clock *ros.Publisher[rosgraphmsgs.Clock]
	world *world
}

// Run drives the body. The time of each state is published before the state.
func (d *clockDriver) Run(ctx context.Context, c body.Commander) error {
	return d.Driver.Run(ctx, &clockCommander{Commander: c, clock: d.clock, world: d.world})
}

// clockCommander publishes /clock and the world's topics before each state.
type clockCommander struct {
	body.Commander
	clock *ros.Publisher[rosgraphmsgs.Clock]
	world *world
}

// Observe publishes the time of a state, the world at that time, then the state.
func (c *clockCommander) Observe(state *nao.State) {
	if err := c.clock.Publish(rosgraphmsgs.Clock{Clock: ros.EpochStamp(state.Time)}); err != nil {
		c.world.report(err)
	}
	c.world.cycle(state)
	c.Commander.Observe(state)
}
