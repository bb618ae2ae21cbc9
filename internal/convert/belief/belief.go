// Package belief converts what a robot believes of itself, the ball and other robots to messages.
package belief

import (
	"math"

	"gonao/localization"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/percepts/plane"
	"gonao/ros"
	"gonao/worldmodel"
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

// Planar returns a pose's part on the ground.
func Planar(m *geometrymsgs.Pose) plane.Pose {
	p, q := &m.Position, &m.Orientation
	return plane.Pose{X: p.X, Y: p.Y, Theta: math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z))}
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
		Known: b.Known, X: b.X, Y: b.Y, Vx: b.VX, Vy: b.VY, Covariance: [3]float64{b.Cov.XX, b.Cov.XY, b.Cov.YY}, MapX: b.MapX, MapY: b.MapY,
		StopsX: b.StopsX, StopsY: b.StopsY, Rolling: float32(b.Rolling), Missed: float32(b.Missed), Seen: ros.EpochStamp(b.SeenAt),
	}
	m.TeamBallKnown, m.TeamBallX, m.TeamBallY, m.TeamBallDeviation = s.TeamBall.Known, s.TeamBall.X, s.TeamBall.Y, float32(s.TeamBall.Dev)
	m.MatesBallKnown, m.MatesBallX, m.MatesBallY, m.MatesBallDeviation = s.MatesBall.Known, s.MatesBall.X, s.MatesBall.Y, float32(s.MatesBall.Dev)
	m.Robots = m.Robots[:0]
	for i := range s.Count {
		o := &s.Robots[i]
		m.Robots = append(m.Robots, msgs.ModelRobot{
			X: o.X, Y: o.Y, Vx: o.VX, Vy: o.VY, Covariance: [3]float64{o.Cov.XX, o.Cov.XY, o.Cov.YY}, MapX: o.MapX, MapY: o.MapY,
			Team: uint8(o.Side), Number: uint8(min(max(o.Number, 0), 255)), Fallen: o.Fallen, Told: o.Told, Seen: ros.EpochStamp(o.SeenAt),
		})
	}
}
