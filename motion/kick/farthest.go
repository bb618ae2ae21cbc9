package kick

// Farthest returns how far a ball can be kicked in a direction, as the left foot has it, m.
func (e *Engine) Farthest(direction float64) float64 { return e.farthest(direction) }

// TopSpeed returns the fastest speed of the foot in a direction, as the left foot has it, m/s.
func (e *Engine) TopSpeed(direction float64) float64 {
	s := e.blend(direction)
	return s.TopSpeed
}
