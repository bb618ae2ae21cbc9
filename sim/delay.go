package sim

import "gonao/nao"

// maxHeightM is the largest height of a carrier, m.
const maxHeightM = 3.0

// maxDelay is the largest command delay, in cycles.
const maxDelay = 8

// delayLine delays commands by some cycles.
type delayLine struct {
	cycles int
	line   [maxDelay + 1]nao.Command
	at     int
}

// reset fills the line with one command.
func (d *delayLine) reset(c *nao.Command) {
	for i := range d.line {
		d.line[i] = *c
	}
	d.at = 0
}

// pass adds the command of this cycle and returns the one that arrives at the motors.
func (d *delayLine) pass(c *nao.Command) *nao.Command {
	d.line[d.at] = *c
	d.at = (d.at + 1) % (d.cycles + 1)
	return &d.line[d.at]
}
