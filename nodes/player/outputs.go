package player

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/behavior/machines/soccer"
	"gonao/hfsm"
	"gonao/internal/convert"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/ros/tf"
	"gonao/soccer/player"
)

// repeatPeriod is how often role and machines are published when nothing changes.
const repeatPeriod = time.Second

// outputs publishes the player's belief and actions.
type outputs struct {
	Messages  *ros.Publisher[msgs.TeamMessage]                       `topic:"team_message" doc:"what is to be told to the team, for team_comm, when there is news, within the budget"`
	Roles     *ros.Publisher[stdmsgs.String]                         `topic:"role" qos:"reliable, transient local, depth 1" doc:"on change and once a second"`
	Poses     *ros.Publisher[geometrymsgs.PoseWithCovarianceStamped] `topic:"pose" doc:"per image, while subscribed"`
	Estimates *ros.Publisher[msgs.PoseEstimate]                      `topic:"pose_estimate" qos:"sensor data" doc:"per image"`
	Models    *ros.Publisher[msgs.WorldModel]                        `topic:"world_model" qos:"sensor data" doc:"per image"`
	Frames    *tf.Broadcaster                                        `topic:"/tf" doc:"world to map to odom to base_footprint to base_link, ≤ 50 Hz"`
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

// machineOutput is the topic of one machine.
type machineOutput struct {
	State *ros.Publisher[msgs.MachineState] `topic:"{game|role|body|head}/machine_state" qos:"reliable, transient local, depth 1" doc:"on change and once a second"`
}

// newOutputs opens the topics; prefix stands before the names of the frames.
func newOutputs(n *ros.Node, prefix string) (*outputs, error) {
	o := &outputs{}
	if err := ros.Open(n, o); err != nil {
		return nil, err
	}
	for _, name := range soccer.Machines() {
		var out machineOutput
		if err := ros.Open(n, &out, "{game|role|body|head}", name); err != nil {
			return nil, err
		}
		o.machines = append(o.machines, machine{name: name, out: out.State})
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

// follow records the transitions of a player's machines from now on; machines may be nil.
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
	convert.SetModel(&o.model, &v.World, odometry, e.Localized)
	convert.SetEstimate(&o.estimate, e, odometry)
	x_MO := e.Pose.Mul(odometry.Inverse())
	o.links[0].Time, o.links[1].Time = ros.StampTime(stamp), ros.StampTime(stamp)
	o.links[0].Transform = tf.Rotation(r3.Vec{Z: 1}, x_MO.Theta)
	o.links[0].P = r3.Vec{X: x_MO.X, Y: x_MO.Y}
	errs := []error{o.Models.Publish(o.model), o.Estimates.Publish(o.estimate), o.Frames.Send(o.links[:]...)}
	if o.Poses.Subscribers() > 0 {
		o.pose.Pose.Pose = convert.Spatial(e.Pose)
		convert.SetCovariance(&o.pose.Pose.Covariance, &e.Cov)
		errs = append(errs, o.Poses.Publish(o.pose))
	}
	again := v.Now-o.repeated >= repeatPeriod || v.Now < o.repeated
	if again {
		o.repeated = v.Now
	}
	if role := v.Role.String(); role != o.role || again {
		o.role = role
		errs = append(errs, o.Roles.Publish(stdmsgs.String{Data: role}))
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
