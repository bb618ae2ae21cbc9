package localization

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/localization"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/percepts/plane"
	"gonao/ros"
	"gonao/ros/tf"
)

// reporter publishes where the robot is.
type reporter struct {
	poses      *ros.Publisher[geometrymsgs.PoseWithCovarianceStamped]
	estimates  *ros.Publisher[msgs.PoseEstimate]
	hypotheses *ros.Publisher[geometrymsgs.PoseArray]
	frames     *tf.Broadcaster
	frame      string // map, with the prefix

	where  geometrymsgs.PoseWithCovarianceStamped
	belief msgs.PoseEstimate
	all    geometrymsgs.PoseArray
	links  [2]tf.Stamped // odom in map, map in world

	mu   sync.Mutex // guards last
	last localization.Estimate
}

// newReporter opens the topics; prefix stands before the names of the frames.
func newReporter(n *ros.Node, prefix string) (*reporter, error) {
	r := &reporter{frame: prefix + "map"}
	var errs [5]error
	r.poses, errs[0] = ros.Advertise[geometrymsgs.PoseWithCovarianceStamped](n, "pose")
	r.estimates, errs[1] = ros.Advertise[msgs.PoseEstimate](n, "pose_estimate", ros.SensorData())
	r.hypotheses, errs[2] = ros.Advertise[geometrymsgs.PoseArray](n, "pose_hypotheses")
	r.frames, errs[3] = tf.NewBroadcaster(n)
	d, err := ros.Diagnostics(n, "")
	errs[4] = err
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	d.Add("pose", r.diagnose)
	r.where.Header.FrameId, r.belief.Header.FrameId, r.all.Header.FrameId = r.frame, r.frame, r.frame
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
	if !ok || r.poses.Subscribers() == 0 {
		return nil
	}
	e, _ := t.Estimate()
	r.where.Header.Stamp = ros.EpochStamp(stamp)
	r.where.Pose.Pose = spatial(pose)
	setCovariance(&r.where.Pose.Covariance, &e.Cov)
	return r.poses.Publish(r.where)
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
	if err := r.frames.Send(r.links[:]...); err != nil {
		return err
	}
	if r.estimates.Subscribers() > 0 {
		r.belief.Header.Stamp = stamp
		setEstimate(&r.belief, e, t.AtStep())
		if err := r.estimates.Publish(r.belief); err != nil {
			return err
		}
	}
	if r.hypotheses.Subscribers() == 0 {
		return nil
	}
	r.all.Header.Stamp, r.all.Poses = stamp, r.all.Poses[:0]
	for i := range e.Count {
		r.all.Poses = append(r.all.Poses, spatial(e.Hypotheses[i].Pose))
	}
	return r.hypotheses.Publish(r.all)
}

// setEstimate sets a message to an estimate and the odometry at its moment.
func setEstimate(m *msgs.PoseEstimate, e *localization.Estimate, odometry plane.Pose) {
	c := &e.Cov
	m.X, m.Y, m.Theta = e.Pose.X, e.Pose.Y, e.Pose.Theta
	m.Covariance = [6]float64{c.XX, c.XY, c.XT, c.YY, c.YT, c.TT}
	m.OdomX, m.OdomY, m.OdomTheta = odometry.X, odometry.Y, odometry.Theta
	m.Localized, m.Fit, m.Reason, m.Refused = e.Localized, float32(e.Fit), uint8(e.Reason), uint32(e.Refused)
	m.Pitch, m.Roll, m.TiltVariance = e.Pitch, e.Roll, e.TiltVar
	m.Hypotheses = m.Hypotheses[:0]
	for i := range e.Count {
		h := &e.Hypotheses[i]
		m.Hypotheses = append(m.Hypotheses, msgs.PoseHypothesis{
			X: h.Pose.X, Y: h.Pose.Y, Theta: h.Pose.Theta, Deviation: float32(math.Sqrt(h.Cov.XX + h.Cov.YY)), Weight: float32(h.Weight),
		})
	}
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
	p := planar(&m.Pose.Pose)
	c := &m.Pose.Covariance
	dev, turn := math.Sqrt((c[0]+c[7])/2), math.Sqrt(c[35])
	q := &m.Pose.Pose.Orientation
	if !p.Finite() || !plane.Finite(dev, turn) || math.Abs(q.X*q.X+q.Y*q.Y+q.Z*q.Z+q.W*q.W-1) > 0.1 {
		return localization.Start{}, errors.New("initialpose: expected finite numbers, a unit quaternion and variances that are not negative")
	}
	return localization.At(p, max(dev, 0.02), max(turn, 0.02)), nil
}

// planar returns a pose's part on the ground.
func planar(m *geometrymsgs.Pose) plane.Pose {
	p, q := &m.Position, &m.Orientation
	return plane.Pose{X: p.X, Y: p.Y, Theta: math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z))}
}

// spatial returns the message of a pose on the ground.
func spatial(p plane.Pose) geometrymsgs.Pose {
	return geometrymsgs.Pose{
		Position:    geometrymsgs.Point{X: p.X, Y: p.Y},
		Orientation: geometrymsgs.Quaternion{Z: math.Sin(p.Theta / 2), W: math.Cos(p.Theta / 2)},
	}
}

// setCovariance sets the covariance of a message.
func setCovariance(m *[36]float64, c *plane.Cov3) {
	*m = [36]float64{}
	m[0], m[1], m[5] = c.XX, c.XY, c.XT
	m[6], m[7], m[11] = c.XY, c.YY, c.YT
	m[30], m[31], m[35] = c.XT, c.YT, c.TT
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
