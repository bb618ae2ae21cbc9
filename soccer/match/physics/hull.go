package physics

// Stance returns how far the outer edges of a robot's feet are apart, m.
func (w *World) Stance(i int) float64 { return w.shapes.Stance(i) }

// Cover returns the share of the ball that lies under the convex hull of a robot's links, seen from above.
func (w *World) Cover(i int) float64 {
	ball := &w.Plane.Ball
	return w.shapes.Cover(i, ball.X, ball.Y, w.Plane.Preset.Ball.Radius)
}
