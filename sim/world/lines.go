package world

import "math"

// Line is a straight piece of a field's lines, from the middle of one end to the middle of the other, m in W.
type Line struct{ From, To [2]float64 }

// Strokes returns the field's lines as straight pieces, each LineWidthM wide.
func (f *Field) Strokes() []Line {
	var lines []Line
	for _, s := range f.strokes() {
		long, yaw := s.size.X, s.yaw
		if s.size.Y > s.size.X {
			long, yaw = s.size.Y, s.yaw+math.Pi/2
		}
		dx, dy := long/2*math.Cos(yaw), long/2*math.Sin(yaw)
		lines = append(lines, Line{
			From: [2]float64{s.center.X - dx, s.center.Y - dy},
			To:   [2]float64{s.center.X + dx, s.center.Y + dy},
		})
	}
	return lines
}

// OnLine reports whether a point on the ground, m in W, is on the paint of a line or a penalty mark.
func (f *Field) OnLine(x, y float64) bool { return f.lineDistance(math.Abs(x), math.Abs(y)) < 0 }
