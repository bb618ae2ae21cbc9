// Package behavior runs the robot's behaviour: state machines ([hfsm]) with the inputs and activities of a NAO.
//
// A [Brain] runs one machine. It reads the robot through [Inputs] and acts
// through [Outputs], which the executor node implements over ROS and robot/
// within one process. Times are on one clock of the caller's; angles are rad.
//
// [Config.Actions] and the table of inputs list what machines may use. An action is one entry there, see
// docs/state-machines/vocabulary.md.
package behavior

import (
	"errors"

	"gonao/behavior/track"
)

// Config holds the figures of the behaviours.
type Config struct {
	Controller    string       `yaml:"controller" enum:"predictive|proportional" readonly:"true" desc:"how the head follows a ball; proportional is the paper's"`
	Colors        []string     `yaml:"colors" readonly:"true" desc:"vision's colours that machines may follow"`
	MinConfidence float64      `yaml:"min_confidence" min:"0" max:"1" desc:"blobs less round than this do not count as a ball"`
	Track         track.Config `yaml:",inline"`
	Motions       []string     `yaml:"-"` // motions that play may name; empty: any name
	// Types are the definitions of messages; nil: machines may name any type, and calls
	// of ports are not checked.
	Types Types `yaml:"-"`
}

// Validate returns an error if there is no colour.
func (c *Config) Validate() error {
	if len(c.Colors) == 0 {
		return errors.New("colors: the list is empty; expected the names of vision's colours")
	}
	return nil
}
