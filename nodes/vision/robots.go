package vision

import (
	"math"

	"gonao/internal/convert"
	geometrymsgs "gonao/msgs/geometry_msgs"
	sv2 "gonao/msgs/soccer_vision_2d_msgs"
	sv3 "gonao/msgs/soccer_vision_3d_msgs"
	attributes "gonao/msgs/soccer_vision_attribute_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visionmsgs "gonao/msgs/vision_msgs"
	"gonao/robot/percepts"
	"gonao/ros"
	"gonao/vision/view"
)

// Size of a robot in messages, m: vision finds the place on the ground under its trunk and no outline.
const (
	robotHeightM = 0.58
	robotWidthM  = 0.30
)

// robotTopics publishes the robots of an image as soccer_vision has them.
type robotTopics struct {
	frame string // of those on the ground

	In2d *ros.Publisher[sv2.RobotArray] `topic:"soccer_vision_2d/robots" qos:"depth 10" doc:"per image, while subscribed"`
	In3d *ros.Publisher[sv3.RobotArray] `topic:"soccer_vision_3d/robots" qos:"depth 10" doc:"in base_footprint, per image, while subscribed"`
}

func newRobotTopics(n *ros.Node, prefix ros.FramePrefix) (*robotTopics, error) {
	r := &robotTopics{frame: prefix.Frame(convert.GroundFrame)}
	return r, ros.Open(n, r)
}

// publish publishes the messages that have subscribers. A robot whose head is out of the image has no box in 2D.
func (r *robotTopics) publish(v *view.View, header stdmsgs.Header, robots []percepts.SeenRobot) error {
	if r.In2d.Subscribers() > 0 {
		m := sv2.RobotArray{Header: header}
		for i := range robots {
			if box, ok := robotBox(v, &robots[i]); ok {
				m.Robots = append(m.Robots, sv2.Robot{Bb: box, Attributes: attributesOf(&robots[i]), Confidence: confidence(robots[i].Confidence)})
			}
		}
		if err := r.In2d.Publish(m); err != nil {
			return err
		}
	}
	if r.In3d.Subscribers() == 0 {
		return nil
	}
	m := sv3.RobotArray{Header: stdmsgs.Header{Stamp: header.Stamp, FrameId: r.frame}}
	for i := range robots {
		s := &robots[i]
		box := visionmsgs.BoundingBox3D{Size: geometrymsgs.Vector3{X: robotWidthM, Y: robotWidthM, Z: robotHeightM}}
		box.Center.Position, box.Center.Orientation.W = geometrymsgs.Point{X: s.X, Y: s.Y, Z: robotHeightM / 2}, 1
		m.Robots = append(m.Robots, sv3.Robot{Bb: box, Attributes: attributesOf(s), Confidence: confidence(s.Confidence)})
	}
	return r.In3d.Publish(m)
}

// robotBox returns the box of a robot that stands, from its feet to its head.
func robotBox(v *view.View, s *percepts.SeenRobot) (visionmsgs.BoundingBox2D, bool) {
	footX, footY, ok := v.Pixel(s.X, s.Y, 0)
	headX, headY, also := v.Pixel(s.X, s.Y, robotHeightM)
	if !ok || !also {
		return visionmsgs.BoundingBox2D{}, false
	}
	high := math.Hypot(headX-footX, headY-footY)
	return visionmsgs.BoundingBox2D{
		Center: visionmsgs.Pose2D{Position: visionmsgs.Point2D{X: (footX + headX) / 2, Y: (footY + headY) / 2}}, SizeX: high * robotWidthM / robotHeightM, SizeY: high,
	}, true
}

// attributesOf returns the known attributes of a robot.
func attributesOf(s *percepts.SeenRobot) attributes.Robot {
	a := attributes.Robot{PlayerNumber: uint8(min(max(s.Number, 0), 255)), State: attributes.RobotStateStanding}
	switch s.Side {
	case percepts.OwnSide:
		a.Team = attributes.RobotTeamOwn
	case percepts.OpponentSide:
		a.Team = attributes.RobotTeamOpponent
	case percepts.UnknownSide:
	}
	if s.Fallen {
		a.State = attributes.RobotStateFallen
	}
	return a
}
