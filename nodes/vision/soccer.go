package vision

import (
	"math"

	geometrymsgs "gonao/msgs/geometry_msgs"
	sv2 "gonao/msgs/soccer_vision_2d_msgs"
	sv3 "gonao/msgs/soccer_vision_3d_msgs"
	attributes "gonao/msgs/soccer_vision_attribute_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visionmsgs "gonao/msgs/vision_msgs"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/vision/lines"
	"gonao/vision/view"
)

// soccer writes the messages of soccer_vision_2d and soccer_vision_3d.
type soccer struct {
	circleM, postM, heightM float64 // diameters and a post's height
}

func newSoccer(f field.Field) soccer {
	return soccer{circleM: 2 * f.Map().CircleRadius, postM: f.Goal.PostDiameter, heightM: f.Goal.Height}
}

// rayAngles returns the directions of a corner's rays, rad from its heading.
func rayAngles(kind field.Kind) []float64 {
	switch kind {
	case field.CornerL:
		return []float64{math.Pi / 4, -math.Pi / 4}
	case field.CornerT:
		return []float64{0, math.Pi / 2, -math.Pi / 2}
	case field.CrossX:
		return []float64{0, math.Pi / 2, math.Pi, -math.Pi / 2}
	default:
		return nil
	}
}

func confidence(c float64) attributes.Confidence {
	return attributes.Confidence{Confidence: float32(c)}
}

// boundaryStepPx is the distance between two points of the boundary in its messages.
const boundaryStepPx = 32

func (s *soccer) boundary2d(h stdmsgs.Header, v *view.View, b *lines.Boundary) sv2.FieldBoundary {
	m := sv2.FieldBoundary{Header: h}
	for x := 0.0; b.Known && x <= float64(v.Width); x += boundaryStepPx {
		if y := b.Row(x); y > 0 && y < float64(v.Height) {
			m.Points = append(m.Points, visionmsgs.Point2D{X: x, Y: y})
		}
	}
	m.Confidence = confidence(1)
	return m
}

func (s *soccer) boundary3d(h stdmsgs.Header, v *view.View, b *lines.Boundary) sv3.FieldBoundary {
	m := sv3.FieldBoundary{Header: h}
	for _, p := range s.boundary2d(h, v, b).Points {
		if x, y, ok := v.Ground(p.X, p.Y); ok {
			m.Points = append(m.Points, geometrymsgs.Point{X: x, Y: y})
		}
	}
	m.Confidence = confidence(1)
	return m
}

func (s *soccer) markings2d(h stdmsgs.Header, v *view.View, f *percepts.FieldFeatures) sv2.MarkingArray {
	m := sv2.MarkingArray{Header: h}
	for i := range f.Points {
		p := &f.Points[i]
		x, y, ok := v.Pixel(p.X, p.Y, 0)
		rays := rayAngles(p.Kind)
		if !ok || rays == nil && p.Kind != field.Mark {
			continue
		}
		c := sv2.MarkingIntersection{Center: visionmsgs.Point2D{X: x, Y: y}, NumRays: int32(len(rays)), Confidence: confidence(p.Confidence)}
		for _, a := range rays {
			if p.HeadingVar == 0 {
				break
			}
			sin, cos := math.Sincos(p.Heading + a)
			if rx, ry, ok := v.Pixel(p.X+0.2*cos, p.Y+0.2*sin, 0); ok {
				c.HeadingRays = append(c.HeadingRays, math.Atan2(ry-y, rx-x))
			}
		}
		m.Intersections = append(m.Intersections, c)
	}
	for i := range f.Lines {
		l := &f.Lines[i]
		ax, ay, ok := v.Pixel(l.FromX, l.FromY, 0)
		bx, by, also := v.Pixel(l.ToX, l.ToY, 0)
		if ok && also {
			m.Segments = append(m.Segments, sv2.MarkingSegment{
				Start: visionmsgs.Point2D{X: ax, Y: ay}, End: visionmsgs.Point2D{X: bx, Y: by}, Confidence: confidence(1),
			})
		}
	}
	return m
}

func (s *soccer) markings3d(h stdmsgs.Header, f *percepts.FieldFeatures) sv3.MarkingArray {
	m := sv3.MarkingArray{Header: h}
	for i := range f.Points {
		p := &f.Points[i]
		at := geometrymsgs.Point{X: p.X, Y: p.Y}
		rays := rayAngles(p.Kind)
		switch {
		case p.Kind == field.Center:
			m.Ellipses = append(m.Ellipses, sv3.MarkingEllipse{Center: geometrymsgs.Pose{Position: at, Orientation: geometrymsgs.Quaternion{W: 1}}, Diameter: s.circleM, Confidence: confidence(p.Confidence)})
		case rays != nil || p.Kind == field.Mark:
			c := sv3.MarkingIntersection{Center: at, NumRays: int32(len(rays)), Confidence: confidence(p.Confidence)}
			for _, a := range rays {
				if p.HeadingVar == 0 {
					break
				}
				sin, cos := math.Sincos(p.Heading + a)
				c.Rays = append(c.Rays, geometrymsgs.Vector3{X: cos, Y: sin})
			}
			m.Intersections = append(m.Intersections, c)
		}
	}
	for i := range f.Lines {
		l := &f.Lines[i]
		m.Segments = append(m.Segments, sv3.MarkingSegment{
			Start: geometrymsgs.Point{X: l.FromX, Y: l.FromY}, End: geometrymsgs.Point{X: l.ToX, Y: l.ToY}, Confidence: confidence(1),
		})
	}
	return m
}

func (s *soccer) posts2d(h stdmsgs.Header, v *view.View, f *percepts.FieldFeatures) sv2.GoalpostArray {
	m := sv2.GoalpostArray{Header: h}
	for i := range f.Points {
		p := &f.Points[i]
		if p.Kind != field.Post {
			continue
		}
		ax, ay, ok := v.Pixel(p.X, p.Y, 0)
		bx, by, also := v.Pixel(p.X, p.Y, s.heightM)
		if !ok || !also {
			continue
		}
		width := v.Lens.Fx * s.postM / math.Hypot(p.X, p.Y)
		m.Posts = append(m.Posts, sv2.Goalpost{
			Bb: visionmsgs.BoundingBox2D{
				Center: visionmsgs.Pose2D{Position: visionmsgs.Point2D{X: (ax + bx) / 2, Y: (ay + by) / 2}}, SizeX: width, SizeY: math.Abs(ay - by),
			},
			Confidence: confidence(p.Confidence),
		})
	}
	return m
}

func (s *soccer) posts3d(h stdmsgs.Header, f *percepts.FieldFeatures) sv3.GoalpostArray {
	m := sv3.GoalpostArray{Header: h}
	for i := range f.Points {
		p := &f.Points[i]
		if p.Kind != field.Post {
			continue
		}
		post := sv3.Goalpost{Confidence: confidence(p.Confidence)}
		post.Bb.Center.Position = geometrymsgs.Point{X: p.X, Y: p.Y, Z: s.heightM / 2}
		post.Bb.Center.Orientation.W = 1
		post.Bb.Size = geometrymsgs.Vector3{X: s.postM, Y: s.postM, Z: s.heightM}
		m.Posts = append(m.Posts, post)
	}
	return m
}
