package localization

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/convert"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/robot/localization"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/ros/tf"
)

// reporter publishes where the robot is.
type reporter struct {
	Poses      *ros.Publisher[geometrymsgs.PoseWithCovarianceStamped] `topic:"pose" doc:"in map, with every odometry"`
	Estimates  *ros.Publisher[msgs.PoseEstimate]                      `topic:"pose_estimate" qos:"sensor data" doc:"with fit, reason of a jump and hypotheses, per image and at 2.5 Hz"`
	Hypotheses *ros.Publisher[geometrymsgs.PoseArray]                 `topic:"pose_hypotheses" doc:"all poses that it holds possible, while subscribed, as pose_estimate"`
	Frames     *tf.Broadcaster                                        `topic:"/tf" doc:"map to odom and world to map, with pose_estimate, ≤ 50 Hz"`
	Health     *ros.DiagnosticsUpdater                                `topic:"/diagnostics" doc:"how sure the pose is, 1 Hz"`
	frame      string                                                 // map, with the prefix

	where   geometrymsgs.PoseWithCovarianceStamped
	message msgs.PoseEstimate
	all     geometrymsgs.PoseArray
	links   [2]tf.Stamped // odom in map, map in world

	mu   sync.Mutex // guards last
	last localization.Estimate
}

// newReporter opens the topics; prefix stands before the names of the frames.
func newReporter(n *ros.Node, prefix string) (*reporter, error) {
	r := &reporter{frame: prefix + "map"}
	if err := ros.Open(n, r); err != nil {
		return nil, err
	}
	r.Health.Add("pose", r.diagnose)
	r.where.Header.FrameId, r.message.Header.FrameId, r.all.Header.FrameId = r.frame, r.frame, r.frame
	r.links[0].Parent, r.links[0].Child = r.frame, prefix+"odom"
	r.links[1].Parent, r.links[1].Child = "world", r.frame
	r.setAttack(plane.PositiveX)
	return r, nil
}

// setAttack sets how map lies in world.
func (r *reporter) setAttack(a plane.Attack) {
	r.links[1].Transform = tf.Rotation(r3.Vec{Z: 1}, plane.Convert(a, plane.Pose{}).Theta)
}

// pose publishes where the robot is now.
func (r *reporter) pose(t *localization.Tracker) error {
	pose, _, stamp, ok := t.Now()
	if !ok || r.Poses.Subscribers() == 0 {
		return nil
	}
	e, _ := t.Estimate()
	r.where.Header.Stamp = ros.EpochStamp(stamp)
	r.where.Pose.Pose = convert.Spatial(pose)
	convert.SetCovariance(&r.where.Pose.Covariance, &e.Cov)
	return r.Poses.Publish(r.where)
}

// estimate publishes the last estimate with its hypotheses, and the frame odom in map.
func (r *reporter) estimate(t *localization.Tracker) error {
	e, ok := t.Estimate()
	if !ok {
		return nil
	}
	r.mu.Lock()
	r.last = *e
	r.mu.Unlock()
	odom := t.Odom()
	stamp := ros.EpochStamp(e.Stamp)
	r.links[0].Time, r.links[1].Time = ros.StampTime(stamp), ros.StampTime(stamp)
	r.links[0].Transform = tf.Rotation(r3.Vec{Z: 1}, odom.Theta)
	r.links[0].P = r3.Vec{X: odom.X, Y: odom.Y}
	if err := r.Frames.Send(r.links[:]...); err != nil {
		return err
	}
	if r.Estimates.Subscribers() > 0 {
		r.message.Header.Stamp = stamp
		convert.SetEstimate(&r.message, e, t.AtStep())
		if err := r.Estimates.Publish(r.message); err != nil {
			return err
		}
	}
	if r.Hypotheses.Subscribers() == 0 {
		return nil
	}
	r.all.Header.Stamp, r.all.Poses = stamp, r.all.Poses[:0]
	for i := range e.Count {
		r.all.Poses = append(r.all.Poses, convert.Spatial(e.Hypotheses[i].Pose))
	}
	return r.Hypotheses.Publish(r.all)
}

// diagnose reports how sure the pose is.
func (r *reporter) diagnose(d *ros.Diagnosis) {
	r.mu.Lock()
	e := r.last
	r.mu.Unlock()
	switch {
	case e.Stamp == 0:
		d.Set(ros.HealthStale, "no odometry yet")
		return
	case e.Localized:
		d.Set(ros.HealthOK, "localized")
	case e.Count == 0:
		d.Set(ros.HealthWarn, "nothing was seen that shows where the robot is")
	default:
		d.Set(ros.HealthWarn, "not sure")
	}
	d.Addf("pose", "%.2f m, %.2f m, %.0f°", e.Pose.X, e.Pose.Y, e.Pose.Theta*180/math.Pi)
	d.Addf("deviation", "%.2f m", math.Sqrt(e.Cov.XX+e.Cov.YY))
	d.Addf("fit", "%.2f", e.Fit)
	d.Add("hypotheses", e.Count)
	d.Add("refused", e.Refused)
}

// startAt returns the start of an initial pose of rviz.
func startAt(m *geometrymsgs.PoseWithCovarianceStamped, prefix string) (localization.Start, error) {
	if f := m.Header.FrameId; f != "" && f != prefix+"map" {
		return localization.Start{}, fmt.Errorf("initialpose: frame %q: expected %smap", f, prefix)
	}
	p := convert.Planar(&m.Pose.Pose)
	c := &m.Pose.Covariance
	dev, turn := math.Sqrt((c[0]+c[7])/2), math.Sqrt(c[35])
	q := &m.Pose.Pose.Orientation
	if !p.Finite() || !plane.Finite(dev, turn) || math.Abs(q.X*q.X+q.Y*q.Y+q.Z*q.Z+q.W*q.W-1) > 0.1 {
		return localization.Start{}, errors.New("initialpose: expected finite numbers, a unit quaternion and variances that are not negative")
	}
	return localization.At(p, max(dev, 0.02), max(turn, 0.02)), nil
}
