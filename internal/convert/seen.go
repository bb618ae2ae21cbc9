package convert

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/ros"
)

// GroundFrame is the frame of all percepts on the ground.
const GroundFrame = "base_footprint"

// Features sets a message to what an image shows of the field; prefix is put before the name of the frame. It reuses the message's slices.
func Features(prefix ros.FramePrefix, m *msgs.FieldFeatures, c *percepts.CameraPose, f *percepts.FieldFeatures) {
	m.Header.Stamp, m.Header.FrameId = ros.EpochStamp(f.Stamp), prefix.Frame(GroundFrame)
	m.BottomCamera, m.Camera, m.TiltVariance = c.Bottom, cameraPose(c), f.TiltVar
	m.Points, m.Lines = m.Points[:0], m.Lines[:0]
	unknown := float32(math.NaN())
	for i := range f.Points {
		p := &f.Points[i]
		m.Points = append(m.Points, msgs.FieldPoint{
			Kind: uint8(p.Kind), X: p.X, Y: p.Y, Covariance: covariance(p.Cov), Heading: p.Heading, HeadingVariance: p.HeadingVar,
			Color: string(p.Color), LowerColor: string(p.Lower), PixelX: unknown, PixelY: unknown, Confidence: float32(p.Confidence),
		})
	}
	for i := range f.Lines {
		l := &f.Lines[i]
		m.Lines = append(m.Lines, msgs.FieldLine{
			FromX: l.FromX, FromY: l.FromY, ToX: l.ToX, ToY: l.ToY, OffsetVariance: l.OffsetVar, HeadingVariance: l.HeadingVar,
		})
	}
}

// SetFeatures sets f to what a message holds. It reuses the slices of f.
func SetFeatures(f *percepts.FieldFeatures, m *msgs.FieldFeatures) {
	f.Stamp, f.HeightM, f.TiltVar = ros.StampSinceEpoch(m.Header.Stamp), m.Camera.Position.Z, m.TiltVariance
	f.Bottom = m.BottomCamera
	f.Points, f.Lines = f.Points[:0], f.Lines[:0]
	for i := range m.Points {
		p := &m.Points[i]
		f.Points = append(f.Points, percepts.FieldPoint{
			Kind: field.Kind(p.Kind), X: p.X, Y: p.Y, Cov: cov2(p.Covariance), Heading: p.Heading, HeadingVar: p.HeadingVariance,
			Color: field.Color(p.Color), Lower: field.Color(p.LowerColor), Confidence: float64(p.Confidence),
		})
	}
	for i := range m.Lines {
		l := &m.Lines[i]
		f.Lines = append(f.Lines, percepts.FieldLine{
			FromX: l.FromX, FromY: l.FromY, ToX: l.ToX, ToY: l.ToY, OffsetVar: l.OffsetVariance, HeadingVar: l.HeadingVariance,
		})
	}
}

// Objects sets a message to the balls and robots of an image; prefix is put before the name of the frame. It reuses the message's slices. A ball's radius and its place in
// the image stay unset.
func Objects(prefix ros.FramePrefix, m *msgs.SeenObjects, c *percepts.CameraPose, balls []percepts.SeenBall, robots []percepts.SeenRobot) {
	m.Header.Stamp, m.Header.FrameId = ros.EpochStamp(c.Stamp), prefix.Frame(GroundFrame)
	m.BottomCamera, m.Camera, m.TiltVariance = c.Bottom, cameraPose(c), c.TiltVar
	m.Balls, m.Robots = m.Balls[:0], m.Robots[:0]
	unknown := float32(math.NaN())
	for i := range balls {
		b := &balls[i]
		m.Balls = append(m.Balls, msgs.SeenBall{
			X: b.X, Y: b.Y, Covariance: covariance(b.Cov), PixelX: unknown, PixelY: unknown, PixelRadius: unknown, Confidence: float32(b.Confidence),
		})
	}
	for i := range robots {
		r := &robots[i]
		m.Robots = append(m.Robots, msgs.SeenRobot{
			X: r.X, Y: r.Y, Covariance: covariance(r.Cov), Team: uint8(r.Side), Number: uint8(min(max(r.Number, 0), 255)), Fallen: r.Fallen,
			Confidence: float32(r.Confidence),
		})
	}
}

// Balls appends the balls of a message.
func Balls(to []percepts.SeenBall, m *msgs.SeenObjects) []percepts.SeenBall {
	stamp := ros.StampSinceEpoch(m.Header.Stamp)
	for i := range m.Balls {
		b := &m.Balls[i]
		to = append(to, percepts.SeenBall{Stamp: stamp, X: b.X, Y: b.Y, Cov: cov2(b.Covariance), Confidence: float64(b.Confidence)})
	}
	return to
}

// Robots appends the robots of a message.
func Robots(to []percepts.SeenRobot, m *msgs.SeenObjects) []percepts.SeenRobot {
	stamp := ros.StampSinceEpoch(m.Header.Stamp)
	for i := range m.Robots {
		r := &m.Robots[i]
		to = append(to, percepts.SeenRobot{
			Stamp: stamp, X: r.X, Y: r.Y, Cov: cov2(r.Covariance), Side: percepts.RobotSide(r.Team), Number: int(r.Number), Fallen: r.Fallen,
			Confidence: float64(r.Confidence),
		})
	}
	return to
}

// Camera returns the pose of the camera when the image of a message was taken.
func Camera(m *msgs.SeenObjects) percepts.CameraPose {
	x := FromPose(&m.Camera)
	return percepts.CameraPose{
		Stamp: ros.StampSinceEpoch(m.Header.Stamp), Bottom: m.BottomCamera, TiltVar: m.TiltVariance,
		Position: [3]float64{x.P.X, x.P.Y, x.P.Z}, Rotation: x.R,
	}
}

// cameraPose returns the message of a camera's pose.
func cameraPose(c *percepts.CameraPose) geometrymsgs.Pose {
	return Pose(nao.Pose{R: c.Rotation, P: r3.Vec{X: c.Position[0], Y: c.Position[1], Z: c.Position[2]}})
}

func covariance(c plane.Cov2) [3]float64 { return [3]float64{c.XX, c.XY, c.YY} }

func cov2(c [3]float64) plane.Cov2 { return plane.Cov2{XX: c[0], XY: c[1], YY: c[2]} }
