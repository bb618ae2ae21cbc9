package vision

import (
	"fmt"
	"math"

	"gonao/internal/convert"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	sv2 "gonao/msgs/soccer_vision_2d_msgs"
	sv3 "gonao/msgs/soccer_vision_3d_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visionmsgs "gonao/msgs/vision_msgs"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/ros"
	"gonao/vision"
	"gonao/vision/lines"
	visionobjects "gonao/vision/objects"
	"gonao/vision/view"
)

// ballBlob is the name in color_blobs of a ball that the net finds, such as the black-and-white one.
const ballBlob = "ball"

// objectFinder finds balls and robots and publishes them.
type objectFinder struct {
	radiusM float64
	finders [nao.NumCameras]visionobjects.Finder
	shirts  *visionobjects.Shirts
	seen    []percepts.SeenBall  // reused
	others  []percepts.SeenRobot // reused
	message msgs.SeenObjects
	prefix  ros.FramePrefix // of the frames

	Objects *ros.Publisher[msgs.SeenObjects] `topic:"seen_objects" qos:"sensor data" doc:"balls and robots, as field_features"`
	Balls2d *ros.Publisher[sv2.BallArray]    `topic:"soccer_vision_2d/balls" qos:"depth 10" doc:"per image, while subscribed"`
	Balls3d *ros.Publisher[sv3.BallArray]    `topic:"soccer_vision_3d/balls" qos:"depth 10" doc:"in base_footprint, per image, while subscribed"`
}

func newObjects(n *ros.Node, f field.Field, cfg Config) (*objectFinder, error) {
	o := &objectFinder{prefix: cfg.FramePrefix, radiusM: f.Ball.Diameter / 2}
	var err error
	if o.shirts, err = visionobjects.NewShirts(cfg.OwnColor, cfg.OpponentColor); err != nil {
		return nil, fmt.Errorf("own_color, opponent_color: %w", err)
	}
	for cam := range o.finders {
		eye := &o.finders[cam]
		if eye.Balls, err = visionobjects.OpenBalls(cfg.BallNet, o.radiusM); err != nil {
			return nil, fmt.Errorf("ball_net: %w", err)
		}
		switch {
		case cfg.Balls == "plain" || cfg.Balls == "field" && f.Ball.OneColor:
			eye.Balls.Look(visionobjects.Plain)
		case cfg.Balls == "any":
			eye.Balls.Look(visionobjects.Pattern | visionobjects.Plain)
		}
		if eye.Robots, err = visionobjects.OpenRobots(cfg.RobotNet); err != nil {
			return nil, fmt.Errorf("robot_net: %w", err)
		}
	}
	return o, ros.Open(n, o)
}

// see finds balls and robots in an image in which finder has found the field, and publishes them. The surest ball with a
// pattern is added to the image's blobs, so that programs that follow coloured balls can follow it too.
func (o *objectFinder) see(e *eye, v *view.View, finder *lines.Finder) error {
	balls, found, err := o.finders[v.Camera].Find(e.image, v, finder)
	if err != nil {
		return err // the colour filter has read the same image
	}
	o.seen = o.seen[:0]
	for i := range balls {
		o.seen = append(o.seen, balls[i].Seen)
	}
	if len(balls) > 0 {
		e.blobs = append(e.blobs, blobOf(&balls[0]))
	}
	pose := v.Percept()
	o.shirts.Assign(e.image, v, finder.Light(), found)
	o.others = o.others[:0]
	for i := range found {
		o.others = append(o.others, found[i].Seen)
	}
	convert.Objects(o.prefix, &o.message, &pose, o.seen, o.others)
	for i := range balls {
		m := &o.message.Balls[i]
		m.PixelX, m.PixelY, m.PixelRadius = float32(balls[i].X), float32(balls[i].Y), float32(balls[i].Radius)
	}
	if err := o.Objects.Publish(o.message); err != nil {
		return err
	}
	return o.publishBalls(e, balls)
}

// blobOf returns a ball as a blob. Its confidence is the net's.
func blobOf(b *visionobjects.Ball) vision.Blob {
	return vision.Blob{Color: ballBlob, X: b.X, Y: b.Y, Radius: b.Radius, Pixels: int(math.Pi * b.Radius * b.Radius), Confidence: b.Confidence}
}

// publishBalls publishes the messages of soccer_vision that have subscribers.
func (o *objectFinder) publishBalls(e *eye, balls []visionobjects.Ball) error {
	if o.Balls2d.Subscribers() > 0 {
		m := sv2.BallArray{Header: e.header}
		for i := range balls {
			b := &balls[i]
			center := visionmsgs.Point2D{X: b.X, Y: b.Y}
			box := visionmsgs.BoundingBox2D{Center: visionmsgs.Pose2D{Position: center}, SizeX: 2 * b.Radius, SizeY: 2 * b.Radius}
			m.Balls = append(m.Balls, sv2.Ball{Bb: box, Center: center, Confidence: confidence(b.Confidence)})
		}
		if err := o.Balls2d.Publish(m); err != nil {
			return err
		}
	}
	if o.Balls3d.Subscribers() > 0 {
		m := sv3.BallArray{Header: stdmsgs.Header{Stamp: e.header.Stamp, FrameId: o.prefix.Frame(convert.GroundFrame)}}
		for i := range balls {
			s := &balls[i].Seen
			m.Balls = append(m.Balls, sv3.Ball{Center: geometrymsgs.Point{X: s.X, Y: s.Y, Z: o.radiusM}, Confidence: confidence(s.Confidence)})
		}
		return o.Balls3d.Publish(m)
	}
	return nil
}
