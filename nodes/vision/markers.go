package vision

import (
	"golang.org/x/image/colornames"
	"gonum.org/v1/gonum/spatial/r3"

	builtininterfaces "gonao/msgs/builtin_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/vision"
)

// markerLifetime is how long rviz shows a ball that is not seen any more, ns.
const markerLifetime = 500_000_000

// baseLink is the torso's frame in ROS.
const baseLink = "base_link"

// mark publishes the image's balls as spheres for rviz, while they are subscribed. Their positions are
// in base_link, computed with the neck's angles at the image's stamp.
func (d *detector) mark(e *eye, seen vision.Eye) error {
	if d.Markers.Subscribers() == 0 {
		return nil
	}
	d.marks.Markers = d.marks.Markers[:0]
	for i := range e.blobs {
		b := &e.blobs[i]
		if p, ok := seen.Place(*b, d.ballRadius); ok {
			d.marks.Markers = append(d.marks.Markers, d.ball(e.header.Stamp, b.Color, p))
		}
	}
	return d.Markers.Publish(d.marks)
}

// ball returns a sphere at p_TB. Its colour is the CSS colour of that name, or white.
func (d *detector) ball(stamp builtininterfaces.Time, color string, p r3.Vec) visualizationmsgs.Marker {
	m := visualizationmsgs.NewMarker()
	m.Header, m.FrameLocked = stdmsgs.Header{Stamp: stamp, FrameId: d.prefix.Frame(baseLink)}, true
	m.Ns, m.Type, m.Action = color, visualizationmsgs.MarkerSphere, visualizationmsgs.MarkerAdd
	m.Pose.Position.X, m.Pose.Position.Y, m.Pose.Position.Z = p.X, p.Y, p.Z
	m.Scale.X, m.Scale.Y, m.Scale.Z = 2*d.ballRadius, 2*d.ballRadius, 2*d.ballRadius
	m.Color = stdmsgs.ColorRGBA{R: 1, G: 1, B: 1, A: 1}
	if c, ok := colornames.Map[color]; ok {
		m.Color = stdmsgs.ColorRGBA{R: float32(c.R) / 255, G: float32(c.G) / 255, B: float32(c.B) / 255, A: 1}
	}
	m.Lifetime = builtininterfaces.Duration{Nanosec: markerLifetime}
	return m
}
