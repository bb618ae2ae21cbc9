package vision

import (
	"gonao/internal/convert"
	"gonao/msgs"
	sv2 "gonao/msgs/soccer_vision_2d_msgs"
	sv3 "gonao/msgs/soccer_vision_3d_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/ros"
	"gonao/vision"
	"gonao/vision/lines"
	"gonao/vision/view"
)

// features finds the parts of the field and publishes them.
type features struct {
	finders [nao.NumCameras]*lines.Finder
	found   percepts.FieldFeatures
	message msgs.FieldFeatures
	drawing soccer
	prefix  ros.FramePrefix

	Field      *ros.Publisher[msgs.FieldFeatures] `topic:"field_features" qos:"sensor data" doc:"for every image, when the parameter field names a field"`
	Boundary2d *ros.Publisher[sv2.FieldBoundary]  `topic:"soccer_vision_2d/field_boundary" qos:"depth 10" doc:"per image, while subscribed"`
	Markings2d *ros.Publisher[sv2.MarkingArray]   `topic:"soccer_vision_2d/markings" qos:"depth 10" doc:"per image, while subscribed"`
	Posts2d    *ros.Publisher[sv2.GoalpostArray]  `topic:"soccer_vision_2d/goalposts" qos:"depth 10" doc:"per image, while subscribed"`
	Boundary3d *ros.Publisher[sv3.FieldBoundary]  `topic:"soccer_vision_3d/field_boundary" qos:"depth 10" doc:"in base_footprint, per image, while subscribed"`
	Markings3d *ros.Publisher[sv3.MarkingArray]   `topic:"soccer_vision_3d/markings" qos:"depth 10" doc:"in base_footprint, per image, while subscribed"`
	Posts3d    *ros.Publisher[sv3.GoalpostArray]  `topic:"soccer_vision_3d/goalposts" qos:"depth 10" doc:"in base_footprint, per image, while subscribed"`
}

func newFeatures(n *ros.Node, f field.Field, prefix ros.FramePrefix) (*features, error) {
	s := &features{drawing: newSoccer(f), prefix: prefix}
	for cam := range s.finders {
		s.finders[cam] = lines.New(f)
	}
	return s, ros.Open(n, s)
}

// see finds the features of an image and publishes them. An image without carpet has a message without features.
func (s *features) see(img vision.Image, v *view.View, header stdmsgs.Header) error {
	finder := s.finders[v.Camera]
	if _, err := finder.Find(img, v, &s.found); err != nil {
		return err // the colour filter has read the same image
	}
	pose := v.Percept()
	convert.Features(s.prefix, &s.message, &pose, &s.found)
	for i := range s.found.Points {
		if x, y, ok := v.Pixel(s.found.Points[i].X, s.found.Points[i].Y, 0); ok {
			s.message.Points[i].PixelX, s.message.Points[i].PixelY = float32(x), float32(y)
		}
	}
	if err := s.Field.Publish(s.message); err != nil {
		return err
	}
	if err := s.publish2d(v, finder.Boundary(), header); err != nil {
		return err
	}
	return s.publish3d(v, finder.Boundary(), stdmsgs.Header{Stamp: header.Stamp, FrameId: s.prefix.Frame(convert.GroundFrame)})
}

// publish2d publishes the messages of soccer_vision_2d that have subscribers; pixels in the image's frame.
func (s *features) publish2d(v *view.View, b *lines.Boundary, header stdmsgs.Header) error {
	d := &s.drawing
	if s.Boundary2d.Subscribers() > 0 {
		if err := s.Boundary2d.Publish(d.boundary2d(header, v, b)); err != nil {
			return err
		}
	}
	if s.Markings2d.Subscribers() > 0 {
		if err := s.Markings2d.Publish(d.markings2d(header, v, &s.found)); err != nil {
			return err
		}
	}
	if s.Posts2d.Subscribers() > 0 {
		return s.Posts2d.Publish(d.posts2d(header, v, &s.found))
	}
	return nil
}

// publish3d publishes the messages of soccer_vision_3d that have subscribers; m in base_footprint.
func (s *features) publish3d(v *view.View, b *lines.Boundary, header stdmsgs.Header) error {
	d := &s.drawing
	if s.Boundary3d.Subscribers() > 0 {
		if err := s.Boundary3d.Publish(d.boundary3d(header, v, b)); err != nil {
			return err
		}
	}
	if s.Markings3d.Subscribers() > 0 {
		if err := s.Markings3d.Publish(d.markings3d(header, &s.found)); err != nil {
			return err
		}
	}
	if s.Posts3d.Subscribers() > 0 {
		return s.Posts3d.Publish(d.posts3d(header, &s.found))
	}
	return nil
}
