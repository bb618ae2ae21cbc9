package nao

import (
	"fmt"
	"math"
	"time"
)

// HeadMode is how a command moves the neck.
type HeadMode uint8

// The modes, by their numbers in gonao_msgs/HeadCommand.
const (
	HeadPosition HeadMode = iota // go to yaw and pitch, which move on with the rates from Stamp on
	HeadSpeed                    // turn with the rates
)

// HeadCommand is the desired pose of the neck.
type HeadCommand struct {
	Stamp              time.Duration // time at which Yaw and Pitch are valid; not in the future
	Mode               HeadMode
	Yaw, Pitch         float64 // rad
	YawRate, PitchRate float64 // rad/s
}

// Check returns an error if a number is not finite or the mode is unknown.
func (c HeadCommand) Check() error {
	if c.Mode > HeadSpeed {
		return fmt.Errorf("head command: mode %d: expected 0 (position) or 1 (speed)", c.Mode)
	}
	for _, v := range [4]float64{c.Yaw, c.Pitch, c.YawRate, c.PitchRate} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("head command: %g: expected a finite number", v)
		}
	}
	return nil
}
