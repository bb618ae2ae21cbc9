package sim

import "gonao/nao"

// maxHeightM is how high a carrier lifts.
const maxHeightM = 3.0

// maxDelay bounds the command delay, in cycles.
const maxDelay = 8

// delayLine hands out commands some cycles after they came in.
type delayLine struct {
	cycles int
	line   [maxDelay + 1]nao.Command
	at     int
}

// reset forgets what is under way: it hands out one command until another comes through.
func (d *delayLine) reset(c *nao.Command) {
	for i := range d.line {
		d.line[i] = *c
	}
	d.at = 0
}

// pass takes this cycle's command and gives the one that arrives at the motors.
func (d *delayLine) pass(c *nao.Command) *nao.Command {
	d.line[d.at] = *c
	d.at = (d.at + 1) % (d.cycles + 1)
	return &d.line[d.at]
}
