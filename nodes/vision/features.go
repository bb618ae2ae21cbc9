package vision

import (
	"gonao/internal/convert/seen"
	"gonao/msgs"
	sv2 "gonao/msgs/soccer_vision_2d_msgs"
	sv3 "gonao/msgs/soccer_vision_3d_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/percepts"
	"gonao/percepts/field"
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

	field      *ros.Publisher[msgs.FieldFeatures]
	boundary2d *ros.Publisher[sv2.FieldBoundary]
	markings2d *ros.Publisher[sv2.MarkingArray]
	posts2d    *ros.Publisher[sv2.GoalpostArray]
	boundary3d *ros.Publisher[sv3.FieldBoundary]
	markings3d *ros.Publisher[sv3.MarkingArray]
	posts3d    *ros.Publisher[sv3.GoalpostArray]
}

func newFeatures(n *ros.Node, f field.Field) (*features, error) {
	s := &features{drawing: newSoccer(f)}
	for cam := range s.finders {
		s.finders[cam] = lines.New(f)
	}
	var errs [7]error
	s.field, errs[0] = ros.Advertise[msgs.FieldFeatures](n, "field_features", ros.SensorData())
	s.boundary2d, errs[1] = ros.Advertise[sv2.FieldBoundary](n, "soccer_vision_2d/field_boundary", ros.Depth(10))
	s.markings2d, errs[2] = ros.Advertise[sv2.MarkingArray](n, "soccer_vision_2d/markings", ros.Depth(10))
	s.posts2d, errs[3] = ros.Advertise[sv2.GoalpostArray](n, "soccer_vision_2d/goalposts", ros.Depth(10))
	s.boundary3d, errs[4] = ros.Advertise[sv3.FieldBoundary](n, "soccer_vision_3d/field_boundary", ros.Depth(10))
	s.markings3d, errs[5] = ros.Advertise[sv3.MarkingArray](n, "soccer_vision_3d/markings", ros.Depth(10))
	s.posts3d, errs[6] = ros.Advertise[sv3.GoalpostArray](n, "soccer_vision_3d/goalposts", ros.Depth(10))
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// see finds the features of an image and publishes them. An image without carpet has a message without features.
func (s *features) see(img vision.Image, v *view.View, header stdmsgs.Header) error {
	finder := s.finders[v.Camera]
	if _, err := finder.Find(img, v, &s.found); err != nil {
		return err // the colour filter has read the same image
	}
	pose := v.Percept()
	seen.Features(&s.message, &pose, &s.found)
	for i := range s.found.Points {
		if x, y, ok := v.Pixel(s.found.Points[i].X, s.found.Points[i].Y, 0); ok {
			s.message.Points[i].PixelX, s.message.Points[i].PixelY = float32(x), float32(y)
		}
	}
	if err := s.field.Publish(s.message); err != nil {
		return err
	}
	if err := s.publish2d(v, finder.Boundary(), header); err != nil {
		return err
	}
	return s.publish3d(v, finder.Boundary(), stdmsgs.Header{Stamp: header.Stamp, FrameId: seen.Frame})
}

// publish2d publishes the messages of soccer_vision_2d that somebody subscribes to; pixels in the image's frame.
func (s *features) publish2d(v *view.View, b *lines.Boundary, header stdmsgs.Header) error {
	d := &s.drawing
	if s.boundary2d.Subscribers() > 0 {
		if err := s.boundary2d.Publish(d.boundary2d(header, v, b)); err != nil {
			return err
		}
	}
	if s.markings2d.Subscribers() > 0 {
		if err := s.markings2d.Publish(d.markings2d(header, v, &s.found)); err != nil {
			return err
		}
	}
	if s.posts2d.Subscribers() > 0 {
		return s.posts2d.Publish(d.posts2d(header, v, &s.found))
	}
	return nil
}

// publish3d publishes the messages of soccer_vision_3d that somebody subscribes to; m in base_footprint.
func (s *features) publish3d(v *view.View, b *lines.Boundary, header stdmsgs.Header) error {
	d := &s.drawing
	if s.boundary3d.Subscribers() > 0 {
		if err := s.boundary3d.Publish(d.boundary3d(header, v, b)); err != nil {
			return err
		}
	}
	if s.markings3d.Subscribers() > 0 {
		if err := s.markings3d.Publish(d.markings3d(header, &s.found)); err != nil {
			return err
		}
	}
	if s.posts3d.Subscribers() > 0 {
		return s.posts3d.Publish(d.posts3d(header, &s.found))
	}
	return nil
}
