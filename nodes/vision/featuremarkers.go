package vision

import (
	"gonao/internal/convert"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/robot/percepts"
	"gonao/ros"
)

// featureMarkers publishes the lines and points of an image for rviz.
type featureMarkers struct {
	Out   *ros.Publisher[visualizationmsgs.MarkerArray] `topic:"feature_markers" qos:"sensor data" doc:"lines and points for rviz, per image, while subscribed"`
	marks visualizationmsgs.MarkerArray                 // reused
	frame string
}

func newFeatureMarkers(n *ros.Node, prefix ros.FramePrefix) (m featureMarkers, err error) {
	m.frame = prefix.Frame(convert.GroundFrame)
	err = ros.Open(n, &m)
	return m, err
}

// publish publishes two markers, of all lines and of all points; without features they are empty and vanish.
func (m *featureMarkers) publish(stamp builtininterfaces.Time, f *percepts.FieldFeatures) error {
	if m.Out.Subscribers() == 0 {
		return nil
	}
	begin := func(id, kind int32, size float64, color stdmsgs.ColorRGBA) visualizationmsgs.Marker {
		k := visualizationmsgs.NewMarker()
		k.Header, k.FrameLocked = stdmsgs.Header{Stamp: stamp, FrameId: m.frame}, true
		k.Ns, k.Id, k.Type, k.Action = "features", id, kind, visualizationmsgs.MarkerAdd
		k.Scale = geometrymsgs.Vector3{X: size, Y: size, Z: size}
		k.Color, k.Lifetime = color, builtininterfaces.Duration{Nanosec: 400_000_000}
		return k
	}
	lines := begin(0, visualizationmsgs.MarkerLineList, 0.03, stdmsgs.ColorRGBA{R: 1, G: 1, A: 1})
	for i := range f.Lines {
		l := &f.Lines[i]
		lines.Points = append(lines.Points, geometrymsgs.Point{X: l.FromX, Y: l.FromY}, geometrymsgs.Point{X: l.ToX, Y: l.ToY})
	}
	points := begin(1, visualizationmsgs.MarkerSphereList, 0.12, stdmsgs.ColorRGBA{R: 1, G: 0.3, B: 0.8, A: 1})
	for i := range f.Points {
		points.Points = append(points.Points, geometrymsgs.Point{X: f.Points[i].X, Y: f.Points[i].Y})
	}
	m.marks.Markers = m.marks.Markers[:0]
	for _, k := range []visualizationmsgs.Marker{lines, points} {
		if len(k.Points) == 0 { // rviz warns of a list without points
			k.Action = visualizationmsgs.MarkerDelete
		}
		m.marks.Markers = append(m.marks.Markers, k)
	}
	return m.Out.Publish(m.marks)
}
