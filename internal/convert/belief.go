package convert

import (
	"math"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/nao"
	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
	"gonao/ros"
)

// SetEstimate sets a message to an estimate and the odometry at its moment.
func SetEstimate(m *msgs.PoseEstimate, e *localization.Estimate, odometry plane.Pose) {
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

// Planar returns the position on the ground and the heading of a pose.
func Planar(m *geometrymsgs.Pose) plane.Pose {
	p, q := &m.Position, &m.Orientation
	return plane.Pose{X: p.X, Y: p.Y, Theta: math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z))}
}

// Pose returns the message of a pose.
func Pose(x nao.Pose) geometrymsgs.Pose {
	q := x.Quat()
	return geometrymsgs.Pose{
		Position:    geometrymsgs.Point{X: x.P.X, Y: x.P.Y, Z: x.P.Z},
		Orientation: geometrymsgs.Quaternion{X: q.Imag, Y: q.Jmag, Z: q.Kmag, W: q.Real},
	}
}

// FromPose returns the pose of a message.
func FromPose(m *geometrymsgs.Pose) nao.Pose {
	q := &m.Orientation
	return nao.FromQuat(r3.Vec(m.Position), quat.Number{Real: q.W, Imag: q.X, Jmag: q.Y, Kmag: q.Z})
}

// Spatial returns the message of a pose on the ground.
func Spatial(p plane.Pose) geometrymsgs.Pose {
	return geometrymsgs.Pose{
		Position:    geometrymsgs.Point{X: p.X, Y: p.Y},
		Orientation: geometrymsgs.Quaternion{Z: math.Sin(p.Theta / 2), W: math.Cos(p.Theta / 2)},
	}
}

// SetCovariance sets the covariance of a message.
func SetCovariance(m *[36]float64, c *plane.Cov3) {
	*m = [36]float64{}
	m[0], m[1], m[5] = c.XX, c.XY, c.XT
	m[6], m[7], m[11] = c.XY, c.YY, c.YT
	m[30], m[31], m[35] = c.XT, c.YT, c.TT
}

// SetModel sets a message to a snapshot of the world model, and the odometry of its moment. It reuses the message's slices.
func SetModel(m *msgs.WorldModel, s *worldmodel.Snapshot, odometry plane.Pose, localized bool) {
	m.Header.Stamp, m.Localized, m.Refused = ros.EpochStamp(s.Stamp), localized, uint32(s.Refused)
	m.PoseX, m.PoseY, m.PoseTheta = s.Pose.X, s.Pose.Y, s.Pose.Theta
	m.OdomX, m.OdomY, m.OdomTheta = odometry.X, odometry.Y, odometry.Theta
	b := &s.Ball
	m.Ball = msgs.ModelBall{
		Known: b.Known, X: b.X, Y: b.Y, Vx: b.VX, Vy: b.VY, Covariance: covariance(b.Cov), MapX: b.MapX, MapY: b.MapY,
		StopsX: b.StopsX, StopsY: b.StopsY, Rolling: float32(b.Rolling), Missed: float32(b.Missed), Seen: ros.EpochStamp(b.SeenAt),
	}
	m.TeamBallKnown, m.TeamBallX, m.TeamBallY, m.TeamBallDeviation = s.TeamBall.Known, s.TeamBall.X, s.TeamBall.Y, float32(s.TeamBall.Dev)
	m.MatesBallKnown, m.MatesBallX, m.MatesBallY, m.MatesBallDeviation = s.MatesBall.Known, s.MatesBall.X, s.MatesBall.Y, float32(s.MatesBall.Dev)
	m.OtherSide = float32(s.OtherSide)
	m.Robots = m.Robots[:0]
	for i := range s.Count {
		o := &s.Robots[i]
		m.Robots = append(m.Robots, msgs.ModelRobot{
			X: o.X, Y: o.Y, Vx: o.VX, Vy: o.VY, Covariance: covariance(o.Cov), MapX: o.MapX, MapY: o.MapY,
			Team: uint8(o.Side), Number: uint8(min(max(o.Number, 0), 255)), Fallen: o.Fallen, Told: o.Told, Seen: ros.EpochStamp(o.SeenAt),
		})
	}
}

// FromEstimate sets an estimate to a message, without its hypotheses, and returns the odometry at its moment. It returns false, and
// changes nothing, when a number of the pose is not finite.
func FromEstimate(e *localization.Estimate, m *msgs.PoseEstimate) (odometry plane.Pose, ok bool) {
	pose, odometry, c := plane.Pose{X: m.X, Y: m.Y, Theta: m.Theta}, plane.Pose{X: m.OdomX, Y: m.OdomY, Theta: m.OdomTheta}, m.Covariance
	if !pose.Finite() || !odometry.Finite() || !plane.Finite(c[:]...) {
		return plane.Pose{}, false
	}
	*e = localization.Estimate{
		Stamp: ros.StampSinceEpoch(m.Header.Stamp), Pose: pose, Cov: plane.Cov3{XX: c[0], XY: c[1], XT: c[2], YY: c[3], YT: c[4], TT: c[5]},
		Localized: m.Localized, Fit: float64(m.Fit), Reason: localization.Reason(m.Reason), Refused: int(m.Refused),
		Pitch: m.Pitch, Roll: m.Roll, TiltVar: m.TiltVariance,
	}
	return odometry, true
}

// FromModel sets a snapshot to a message, and returns the odometry of its moment. It returns false, and changes nothing, when a pose is
// not finite. A ball that is not finite becomes unknown, and a robot that is not finite is left out.
func FromModel(s *worldmodel.Snapshot, m *msgs.WorldModel) (odometry plane.Pose, ok bool) {
	pose, odometry := plane.Pose{X: m.PoseX, Y: m.PoseY, Theta: m.PoseTheta}, plane.Pose{X: m.OdomX, Y: m.OdomY, Theta: m.OdomTheta}
	if !pose.Finite() || !odometry.Finite() {
		return plane.Pose{}, false
	}
	s.Stamp, s.Pose, s.Refused = ros.StampSinceEpoch(m.Header.Stamp), pose, int(m.Refused)
	b := &m.Ball
	s.Ball = worldmodel.Ball{
		Known: b.Known && plane.Finite(b.X, b.Y, b.Vx, b.Vy, b.MapX, b.MapY, b.StopsX, b.StopsY) && plane.Finite(b.Covariance[:]...),
		X:     b.X, Y: b.Y, VX: b.Vx, VY: b.Vy, Cov: cov2(b.Covariance), MapX: b.MapX, MapY: b.MapY,
		StopsX: b.StopsX, StopsY: b.StopsY, Rolling: float64(b.Rolling), SeenAt: ros.StampSinceEpoch(b.Seen), Missed: float64(b.Missed),
	}
	s.TeamBall = teamBall(m.TeamBallKnown, m.TeamBallX, m.TeamBallY, m.TeamBallDeviation)
	s.MatesBall = teamBall(m.MatesBallKnown, m.MatesBallX, m.MatesBallY, m.MatesBallDeviation)
	s.OtherSide = float64(m.OtherSide)
	s.Count = 0
	for i := range m.Robots {
		r := &m.Robots[i]
		if s.Count == worldmodel.MaxRobots || !plane.Finite(r.X, r.Y, r.Vx, r.Vy, r.MapX, r.MapY) {
			continue
		}
		s.Robots[s.Count] = worldmodel.Robot{
			X: r.X, Y: r.Y, VX: r.Vx, VY: r.Vy, Cov: cov2(r.Covariance), MapX: r.MapX, MapY: r.MapY,
			Side: percepts.RobotSide(r.Team), Number: int(r.Number), Fallen: r.Fallen, Told: r.Told, SeenAt: ros.StampSinceEpoch(r.Seen),
		}
		s.Count++
	}
	return odometry, true
}

// teamBall returns a ball of the team; a ball that is not finite becomes unknown.
func teamBall(known bool, x, y float64, dev float32) worldmodel.TeamBall {
	if !known || !plane.Finite(x, y, float64(dev)) {
		return worldmodel.TeamBall{}
	}
	return worldmodel.TeamBall{Known: true, X: x, Y: y, Dev: float64(dev)}
}
