package player

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/behavior/machines/soccer"
	"gonao/hfsm"
	"gonao/internal/convert/belief"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/percepts/plane"
	"gonao/ros"
	"gonao/ros/tf"
	"gonao/soccer/player"
)

// repeatPeriod is how often role and machines are published when nothing changes.
const repeatPeriod = time.Second

// outputs publishes what the player believes and does.
type outputs struct {
	messages  *ros.Publisher[msgs.TeamMessage]
	roles     *ros.Publisher[stdmsgs.String]
	poses     *ros.Publisher[geometrymsgs.PoseWithCovarianceStamped]
	estimates *ros.Publisher[msgs.PoseEstimate]
	models    *ros.Publisher[msgs.WorldModel]
	frames    *tf.Broadcaster
	machines  []machine

	pose     geometrymsgs.PoseWithCovarianceStamped
	estimate msgs.PoseEstimate
	model    msgs.WorldModel
	links    [2]tf.Stamped // odom in map, map in world
	role     string
	repeated time.Duration
}

// machine is a machine of the player with its topic.
type machine struct {
	name  string
	out   *ros.Publisher[msgs.MachineState]
	runs  *hfsm.Machine
	last  hfsm.Transition
	fresh bool // a transition has not been published yet
}

// newOutputs opens the topics; prefix stands before the names of the frames.
func newOutputs(n *ros.Node, prefix string) (*outputs, error) {
	o := &outputs{}
	var errs [6]error
	o.messages, errs[0] = ros.Advertise[msgs.TeamMessage](n, "team_message")
	o.roles, errs[1] = ros.Advertise[stdmsgs.String](n, "role", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	o.poses, errs[2] = ros.Advertise[geometrymsgs.PoseWithCovarianceStamped](n, "pose")
	o.estimates, errs[3] = ros.Advertise[msgs.PoseEstimate](n, "pose_estimate", ros.SensorData())
	o.models, errs[4] = ros.Advertise[msgs.WorldModel](n, "world_model", ros.SensorData())
	o.frames, errs[5] = tf.NewBroadcaster(n)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	for _, name := range soccer.Machines() {
		out, err := ros.Advertise[msgs.MachineState](n, name+"/machine_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
		if err != nil {
			return nil, err
		}
		o.machines = append(o.machines, machine{name: name, out: out})
	}
	o.pose.Header.FrameId, o.estimate.Header.FrameId, o.model.Header.FrameId = prefix+"map", prefix+"map", prefix+"base_footprint"
	o.links[0].Parent, o.links[0].Child = prefix+"map", prefix+"odom"
	o.links[1].Parent, o.links[1].Child = "world", prefix+"map"
	o.setAttack(plane.PositiveX)
	return o, nil
}

// setAttack sets how map lies in world.
func (o *outputs) setAttack(a plane.Attack) {
	o.links[1].Transform = tf.Rotation(r3.Vec{Z: 1}, plane.Convert(a, plane.Pose{}).Theta)
}

// follow notes the transitions of a player's machines from now on; nil: it has none.
func (o *outputs) follow(m *player.Machines) {
	if m == nil {
		return
	}
	for i, runs := range []*hfsm.Machine{m.Game, m.Role, m.Body, m.Head} {
		at := &o.machines[i]
		at.runs = runs
		runs.OnTransition = func(t hfsm.Transition) { at.last, at.fresh = t, true }
	}
}

// publish publishes all that is due after a step. The odometry is that of the step's moment.
func (o *outputs) publish(p *player.Player, odometry plane.Pose) error {
	v := &p.View
	e := &v.Estimate
	stamp := ros.EpochStamp(v.Now)
	o.model.Header.Stamp, o.estimate.Header.Stamp, o.pose.Header.Stamp = stamp, stamp, stamp
	belief.SetModel(&o.model, &v.World, odometry, e.Localized)
	belief.SetEstimate(&o.estimate, e, odometry)
	x_MO := e.Pose.Mul(odometry.Inverse())
	o.links[0].Time, o.links[1].Time = ros.StampTime(stamp), ros.StampTime(stamp)
	o.links[0].Transform = tf.Rotation(r3.Vec{Z: 1}, x_MO.Theta)
	o.links[0].P = r3.Vec{X: x_MO.X, Y: x_MO.Y}
	errs := []error{o.models.Publish(o.model), o.estimates.Publish(o.estimate), o.frames.Send(o.links[:]...)}
	if o.poses.Subscribers() > 0 {
		o.pose.Pose.Pose = belief.Spatial(e.Pose)
		belief.SetCovariance(&o.pose.Pose.Covariance, &e.Cov)
		errs = append(errs, o.poses.Publish(o.pose))
	}
	again := v.Now-o.repeated >= repeatPeriod || v.Now < o.repeated
	if again {
		o.repeated = v.Now
	}
	if role := v.Role.String(); role != o.role || again {
		o.role = role
		errs = append(errs, o.roles.Publish(stdmsgs.String{Data: role}))
	}
	for i := range o.machines {
		if m := &o.machines[i]; m.fresh || again {
			errs = append(errs, m.publish(v.Now))
		}
	}
	return errors.Join(errs...)
}

// publish publishes where a machine stands.
func (m *machine) publish(now time.Duration) error {
	if m.runs == nil {
		return nil
	}
	m.fresh = false
	s := msgs.MachineState{
		Stamp: ros.EpochStamp(now), Machine: m.runs.Model().Name(), Epoch: m.last.Epoch, Sequence: m.last.Sequence, Time: m.runs.Since(now).Seconds(),
		Path: m.runs.Path(), Active: strings.Split(m.runs.Path(), "/"), Paths: m.runs.Leaves(nil), Source: m.last.From, Target: m.last.To,
		Transition: m.last.Name,
	}
	if m.last.Source != "" && m.last.Place >= 0 {
		s.TransitionId = fmt.Sprintf("%s#%d", m.last.Source, m.last.Place)
	}
	return m.out.Publish(s)
}
