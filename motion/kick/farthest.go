package kick

// Farthest returns how far a ball can be kicked in a direction, m.
func (e *Engine) Farthest(direction float64) float64 {
	stroke := e.blend(direction)
	return e.farthest(&stroke)
}
