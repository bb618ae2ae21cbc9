package localization

import (
	"math"
	"time"

	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/robot/percepts/field"
)

// fieldMarkers returns carpet, lines, goals and landmarks of a field, in the frame world. Their namespaces are those of the
// simulator's world_markers.
func fieldMarkers(f field.Field) visualizationmsgs.MarkerArray {
	f = f.ToMiddle()
	m := &fieldDrawing{}
	d := f.Lines
	const thick = 0.002 // m, thickness of the carpet, and how far it lies below the lines: at one height, viewers hide the lines
	c := m.add("carpet", visualizationmsgs.MarkerCube, stdmsgs.ColorRGBA{R: 0.165, G: 0.385, B: 0.2, A: 1})
	c.Pose.Position.Z = -1.5 * thick
	c.Scale = geometrymsgs.Vector3{X: d.Length + 2*d.BorderStripWidth, Y: d.Width + 2*d.BorderStripWidth, Z: thick}
	if d.LineWidth > 0 {
		m.lines(f)
	}
	for _, b := range f.Landmarks {
		m.post("landmarks", b.X, b.Y, b.Diameter, b.Height/2, b.Height/4, b.Lower)
		m.post("landmarks", b.X, b.Y, b.Diameter, b.Height/2, 3*b.Height/4, b.Upper)
	}
	if f.Goal.InnerWidth > 0 {
		m.goal(f, f.GoalX(), f.Goal.ColorPositiveX)
		m.goal(f, -f.GoalX(), f.Goal.ColorNegativeX)
	}
	return m.array
}

// fieldDrawing collects markers.
type fieldDrawing struct{ array visualizationmsgs.MarkerArray }

func (m *fieldDrawing) add(ns string, kind int32, c stdmsgs.ColorRGBA) *visualizationmsgs.Marker {
	k := visualizationmsgs.NewMarker()
	k.Header.FrameId, k.FrameLocked, k.Ns, k.Id = "world", true, ns, int32(len(m.array.Markers)) //nolint:gosec // a few dozen
	k.Type, k.Action, k.Color = kind, visualizationmsgs.MarkerAdd, c
	m.array.Markers = append(m.array.Markers, k)
	return &m.array.Markers[len(m.array.Markers)-1]
}

// lines adds the straight lines, the circle and the penalty marks as pieces of one marker.
func (m *fieldDrawing) lines(f field.Field) {
	k := m.add("lines", visualizationmsgs.MarkerLineList, stdmsgs.ColorRGBA{R: 0.93, G: 0.93, B: 0.92, A: 1})
	k.Scale.X = f.Lines.LineWidth
	piece := func(x0, y0, x1, y1 float64) {
		k.Points = append(k.Points, geometrymsgs.Point{X: x0, Y: y0}, geometrymsgs.Point{X: x1, Y: y1})
	}
	all := f.Map()
	for _, l := range all.Lines {
		piece(l.FromX, l.FromY, l.ToX, l.ToY)
	}
	const pieces = 48
	if r := all.CircleRadius; r > 0 {
		for i := range pieces {
			s0, c0 := math.Sincos(2 * math.Pi * float64(i) / pieces)
			s1, c1 := math.Sincos(2 * math.Pi * float64(i+1) / pieces)
			piece(r*c0, r*s0, r*c1, r*s1)
		}
	}
	half := f.Lines.PenaltyMarkSize / 2
	for _, p := range all.Points {
		if p.Kind == field.Mark {
			piece(p.X-half, p.Y, p.X+half, p.Y)
			piece(p.X, p.Y-half, p.X, p.Y+half)
		}
	}
}

// goal adds the posts and the crossbar of a goal.
func (m *fieldDrawing) goal(f field.Field, x float64, color field.Color) {
	g := f.Goal
	half := (g.InnerWidth + g.PostDiameter) / 2
	for _, y := range []float64{half, -half} {
		m.post("goals", x, y, g.PostDiameter, g.Height, g.Height/2, color)
	}
	bar := m.add("goals", visualizationmsgs.MarkerCylinder, paint(color))
	bar.Pose.Position = geometrymsgs.Point{X: x, Z: g.Height}
	// A cylinder's axis is z: turned by 90° about x it lies along y.
	bar.Pose.Orientation = geometrymsgs.Quaternion{W: math.Sqrt2 / 2, X: math.Sqrt2 / 2}
	bar.Scale = geometrymsgs.Vector3{X: g.PostDiameter, Y: g.PostDiameter, Z: 2 * half}
}

// post adds an upright cylinder whose middle is at a height.
func (m *fieldDrawing) post(ns string, x, y, diameter, length, middle float64, color field.Color) {
	k := m.add(ns, visualizationmsgs.MarkerCylinder, paint(color))
	k.Pose.Position = geometrymsgs.Point{X: x, Y: y, Z: middle}
	k.Scale = geometrymsgs.Vector3{X: diameter, Y: diameter, Z: length}
}

// paint returns a colour by its name; white for one without.
func paint(c field.Color) stdmsgs.ColorRGBA {
	switch c {
	case field.Yellow:
		return stdmsgs.ColorRGBA{R: 0.95, G: 0.8, B: 0.1, A: 1}
	case field.Blue:
		return stdmsgs.ColorRGBA{R: 0.1, G: 0.3, B: 0.8, A: 1}
	case field.Orange:
		return stdmsgs.ColorRGBA{R: 0.95, G: 0.45, B: 0.05, A: 1}
	case field.Red:
		return stdmsgs.ColorRGBA{R: 0.8, G: 0.1, B: 0.1, A: 1}
	case field.Green:
		return stdmsgs.ColorRGBA{R: 0.1, G: 0.6, B: 0.2, A: 1}
	case field.Pink:
		return stdmsgs.ColorRGBA{R: 0.95, G: 0.45, B: 0.7, A: 1}
	case field.White:
	}
	return stdmsgs.ColorRGBA{R: 0.93, G: 0.93, B: 0.93, A: 1}
}

// redrawPeriod is the time between two drawings while subscribed. rviz2 reports an error of markers that came before their
// frames until they come again.
const redrawPeriod = 5 * time.Second

// redraw publishes the field again when it is due.
func (l *localizer) redraw(now time.Duration) error {
	if since := now - l.drawn; since >= 0 && since < redrawPeriod || l.Drawing.Subscribers() == 0 {
		return nil
	}
	l.drawn = now
	return l.Drawing.Publish(l.drawing)
}
