// Package statepublisher is the node that publishes the robot's model and its frames, as
// robot_state_publisher does.
//
//	subscribes  joint_states       sensor_msgs/JointState  positions, rad (m of what slides)
//	publishes   /tf_static         tf2_msgs/TFMessage      links that do not move, once
//	            /tf                tf2_msgs/TFMessage      links that move, with the stamp of joint_states, ≤ 50 Hz
//	            robot_description  std_msgs/String         the URDF, once
//
// Frames are the URDF's links, with frame_prefix before their names. A joint that mimics another has its
// position: RHipYawPitch has LHipYawPitch's, since one motor moves both. A link whose joint nobody reports
// has no frame. Robots that share one /tf need prefixes, or the remaps /tf:=tf and /tf_static:=tf_static for
// a /tf of their own.
package statepublisher

import (
	"context"
	"fmt"
	"time"

	"gonao/internal/throttle"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/tf"
)

// ports are the node's topics.
type ports struct {
	Static      *tf.StaticBroadcaster                    `topic:"/tf_static" doc:"links that do not move, once"`
	Moving      *tf.Broadcaster                          `topic:"/tf" doc:"links that move, with the stamp of joint_states, ≤ 50 Hz"`
	Description *ros.Publisher[stdmsgs.String]           `topic:"robot_description" qos:"reliable, transient local, depth 1" doc:"the URDF, once"`
	States      *ros.Subscription[sensormsgs.JointState] `topic:"joint_states" qos:"sensor data" doc:"positions, rad (m of what slides)"`
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	text, robot, err := cfg.description()
	if err != nil {
		return err
	}
	links, fixed := newLinks(robot, string(cfg.FramePrefix))
	var io ports
	if err := ros.Open(n, &io); err != nil {
		return err
	}
	if err := io.Description.Publish(stdmsgs.String{Data: text}); err != nil {
		return err
	}
	if err := io.Static.Send(fixed...); err != nil {
		return err
	}
	changes, err := ros.WatchConfig[Config](n, nil)
	if err != nil {
		return err
	}
	p := publisher{n: n, links: links, moving: io.Moving, period: cfg.period()}
	for {
		select {
		case <-ctx.Done():
			return nil
		case state := <-io.States.C():
			if next, ok := changes.Next(); ok {
				p.period = next.period()
			}
			if err := p.publish(&state); err != nil {
				return err
			}
		}
	}
}

// publisher publishes the frames of joint states. It belongs to one goroutine.
type publisher struct {
	n      *ros.Node
	links  *links
	moving *tf.Broadcaster
	period time.Duration

	unread throttle.Counter // messages and positions that were skipped
	why    string           // of the last dropped message
}

func (p *publisher) publish(state *sensormsgs.JointState) error {
	defer p.report()
	if len(state.Name) != len(state.Position) {
		p.unread.Add(1)
		p.why = fmt.Sprintf("%d names and %d positions: expected equally many", len(state.Name), len(state.Position))
		return nil
	}
	poses, broken := p.links.move(ros.StampTime(state.Header.Stamp), state.Name, state.Position, p.period)
	if broken > 0 {
		p.unread.Add(broken)
		p.why = "a position is not finite"
	}
	if len(poses) == 0 {
		return nil
	}
	return p.moving.Send(poses...)
}

// report logs unusable messages once a second.
func (p *publisher) report() {
	if times, due := p.unread.Due(p.n.Clock.Now()); due {
		p.n.Log.Warn("joint_states not used", "count", times, "error", p.why)
	}
}
