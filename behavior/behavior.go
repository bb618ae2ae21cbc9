// Package behavior is what the robot does: state machines ([hfsm]) with the
// inputs and activities of a NAO.
//
// A [Brain] runs one machine. It reads the robot through [Inputs] and acts
// through [Outputs], which the executor node implements over ROS and robot/
// within one process. Times are on one clock of the caller's; angles are rad.
//
// What machines may use is one table: [Config.Actions] and the inputs beside it. An action
// is one entry there, see docs/state-machines/vocabulary.md.
package behavior

import (
	"fmt"

	"gonao/behavior/track"
)

// Config holds the figures of the behaviours.
type Config struct {
	Controller    string   // "predictive" or "proportional"
	Colors        []string // that vision reports
	MinConfidence float64  // of a blob, 0 to 1
	Track         track.Config
	Motions       []string // that play may name; empty: any name
	// Types are the definitions of messages; nil: machines may name any type, and calls
	// of ports are not checked.
	Types Types
}

// Validate names the figure that is wrong, as parameter files call it, and what
// was expected.
func (c *Config) Validate() error {
	if c.Controller != "predictive" && c.Controller != "proportional" {
		return fmt.Errorf("controller: %q; expected predictive or proportional", c.Controller)
	}
	if len(c.Colors) == 0 {
		return fmt.Errorf("colors: none; expected the names of vision's colours")
	}
	if !(c.MinConfidence >= 0 && c.MinConfidence <= 1) {
		return fmt.Errorf("min_confidence %g: expected 0 to 1", c.MinConfidence)
	}
	return c.Track.Validate()
}
