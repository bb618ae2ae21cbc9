package simulator

// speed returns the speed at the start: real time, and in lockstep as fast as the commands come.
func (c Config) speed() float64 {
	if c.Speed > 0 {
		return c.Speed
	}
	if c.Lockstep {
		return 0
	}
	return 1
}
