package simulator

import (
	"math"

	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/ros"
	"gonao/sim/world"
)

// Namespaces of the markers. A ball's is followed by its name, which is also its name in ground_truth.
const (
	markCarpet = "carpet"
	markLines  = "lines"
	markGoals  = "goals"
	markBall   = "balls/"
)

// worldDrawing is the topic on which the world is drawn.
type worldDrawing struct {
	Markers *ros.Publisher[visualizationmsgs.MarkerArray] `topic:"world_markers" qos:"reliable, transient local, depth 1" doc:"once: carpet, lines, goals and balls"`
}

// advertiseMarkers publishes the appearance of the world, once.
func advertiseMarkers(n *ros.Node, ground world.World) error {
	var out worldDrawing
	if err := ros.Open(n, &out); err != nil {
		return err
	}
	return out.Markers.Publish(worldMarkers(ground))
}

// worldMarkers returns the carpet, the lines, the goals and the balls of a world, in the frame of the ground truth.
// Balls are where they start; where they are is in ground_truth.
func worldMarkers(ground world.World) visualizationmsgs.MarkerArray {
	m := &markerList{}
	m.carpet(ground)
	if f := ground.Field; f != nil {
		m.lines(f)
	}
	for _, g := range ground.Goals {
		m.goal(g)
	}
	for _, b := range ground.Balls {
		m.ball(b.Name, b.DiameterM/2, b.Color, geometrymsgs.Point{X: b.XM, Y: b.YM, Z: b.DiameterM / 2})
	}
	for _, c := range ground.Carriers {
		yaw := c.AngleDeg * math.Pi / 180
		m.ball(c.Name, c.RadiusM, c.Color, geometrymsgs.Point{X: c.XM + c.ReachM*math.Cos(yaw), Y: c.YM + c.ReachM*math.Sin(yaw), Z: c.HeightM})
	}
	return m.array
}

// markerList collects markers.
type markerList struct{ array visualizationmsgs.MarkerArray }

// add appends a marker of a namespace and returns it.
func (m *markerList) add(ns string, kind int32, c world.Color) *visualizationmsgs.Marker {
	marker := visualizationmsgs.NewMarker()
	marker.Header.FrameId, marker.FrameLocked, marker.Ns = worldFrame, true, ns
	marker.Type, marker.Action = kind, visualizationmsgs.MarkerAdd
	marker.Id = int32(len(m.array.Markers)) //nolint:gosec // a world has a few dozen
	marker.Color = stdmsgs.ColorRGBA{R: float32(c[0]), G: float32(c[1]), B: float32(c[2]), A: 1}
	m.array.Markers = append(m.array.Markers, marker)
	return &m.array.Markers[len(m.array.Markers)-1]
}

// carpetThicknessM is the thickness of the carpet's marker, and how far it lies below the lines: at one height, viewers
// hide the lines.
const carpetThicknessM = 0.002

func (m *markerList) carpet(ground world.World) {
	size, color := ground.Floor.SizeM, ground.Floor.Color
	if f := ground.Field; f != nil {
		size, color = [2]float64{f.LengthM + 2*f.BorderM, f.WidthM + 2*f.BorderM}, f.Carpet
	}
	c := m.add(markCarpet, visualizationmsgs.MarkerCube, color)
	c.Pose.Position.Z = -1.5 * carpetThicknessM
	c.Scale = geometrymsgs.Vector3{X: size[0], Y: size[1], Z: carpetThicknessM}
}

func (m *markerList) lines(f *world.Field) {
	l := m.add(markLines, visualizationmsgs.MarkerLineList, f.Lines)
	l.Scale.X, l.Pose.Position.Z = f.LineWidthM, 0.004 // at the ground, rviz2 hides them from above
	for _, s := range f.Strokes() {
		l.Points = append(l.Points, geometrymsgs.Point{X: s.From[0], Y: s.From[1]}, geometrymsgs.Point{X: s.To[0], Y: s.To[1]})
	}
}

// goal adds the posts and the crossbar.
func (m *markerList) goal(g world.Goal) {
	yaw := g.FacingDeg * math.Pi / 180
	half := (g.InnerWidthM + g.PostDiameterM) / 2
	for _, side := range []float64{-1, 1} {
		post := m.add(markGoals, visualizationmsgs.MarkerCylinder, g.Color)
		post.Pose.Position = geometrymsgs.Point{X: g.XM - side*half*math.Sin(yaw), Y: g.YM + side*half*math.Cos(yaw), Z: g.HeightM / 2}
		post.Scale = geometrymsgs.Vector3{X: g.PostDiameterM, Y: g.PostDiameterM, Z: g.HeightM}
	}
	bar := m.add(markGoals, visualizationmsgs.MarkerCylinder, g.Color)
	bar.Pose.Position = geometrymsgs.Point{X: g.XM, Y: g.YM, Z: g.HeightM}
	// A cylinder's axis is z: turned by 90° about the axis that the goal faces.
	s := math.Sqrt2 / 2
	bar.Pose.Orientation = geometrymsgs.Quaternion{W: s, X: s * math.Cos(yaw), Y: s * math.Sin(yaw)}
	bar.Scale = geometrymsgs.Vector3{X: g.PostDiameterM, Y: g.PostDiameterM, Z: 2 * half}
}

func (m *markerList) ball(name string, radiusM float64, c world.Color, at geometrymsgs.Point) {
	b := m.add(markBall+name, visualizationmsgs.MarkerSphere, c)
	b.Pose.Position = at
	b.Scale = geometrymsgs.Vector3{X: 2 * radiusM, Y: 2 * radiusM, Z: 2 * radiusM}
}
