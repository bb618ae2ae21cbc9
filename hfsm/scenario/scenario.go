// Package scenario tests state machines with files: the robot's inputs over time, how its activities end, and what the
// machine must do.
//
//	scenario: dances after ten seconds   # its name; the file's name when absent
//	machine: ../paper.yaml               # from the directory of this file
//	vocabulary: loose                    # loose: any input and activity; or one of the tool's
//	tick: 10ms                           # how often it is ticked; its shortest period when absent
//	begin: '{…}'                         # where the machine stands at first: a snapshot, of a recorded run
//	for: 30s                             # how long; until the last step when absent
//	activities:                          # the others run until their state is left
//	  play: {ends: final, after: 2s}     # each use ends so, from its start
//	  walk: {ends: failed, after: 500ms, error: fell over}
//	steps:                               # in the order of their times, each before the tick of its time
//	  - {at: 0s, set: {ball_age: 0.1}}
//	  - {at: 3s, event: kick}            # or {name: kick, data: {power: 3}}
//	  - {at: 4s, end: {play: failed}}    # what runs of it now ends so
//	  - {at: 5s, expect: {path: dance/left, in: [dance], not_in: [walk], values: {turns: 3}, status: running}}
//	transitions:                         # all of them, in order; what is not written is not compared
//	  - {at: 0s, to: followBall/red}
//	  - {at: 10s, from: followBall/green, to: dance/right, source: followBall, name: enough}
//	golden: paper.trace                  # the trace must be this file's, record by record
//
// A file may hold several scenarios, divided by a line of three hyphens. A step is carried out before the tick at its
// time or the next one after it; its expectations are checked after that tick.
package scenario

import (
	"time"

	"gonao/hfsm"
)

// Scenario is one of a file.
type Scenario struct {
	File       string            `yaml:"-"`
	Line       int               `yaml:"@line"`
	Name       string            `yaml:"scenario"`
	About      string            `yaml:"description"`
	Machine    string            `yaml:"machine" need:"the path of a machine's file"` // as written
	Vocabulary string            `yaml:"vocabulary"`                                  // "" or a word of the tool
	Tick       time.Duration     `yaml:"tick" min:"0.0001" max:"999999"`
	For        time.Duration     `yaml:"for" min:"0" max:"999999"`
	Begin      begin             `yaml:"begin"` // first state of the machine; nil: its start
	Activities map[string]Ending `yaml:"activities"`
	Steps      []Step            `yaml:"steps"`
	// Transitions are those expected; nil when they are not compared.
	Transitions []Expected `yaml:"transitions"`
	Golden      string     `yaml:"golden"` // path of a trace file, as written
}

// Ending is how an activity ends.
type Ending struct {
	Status hfsm.Status
	After  time.Duration // after its start
	Error  string        // of a failed activity
}

// Step is an input or an expectation at a time.
type Step struct {
	Line   int
	Key    string
	At     time.Duration
	Set    []Setting
	Events []hfsm.Event
	End    map[string]hfsm.Status
	Expect *State
}

// Setting sets an input to a value.
type Setting struct {
	Line  int
	Key   string
	Input string `yaml:"@key"`
	Value any    // bool, int64, float64 or string
}

// State is an expected state of a machine; empty fields are not compared.
type State struct {
	Path   *string   `yaml:"path"`
	In     Paths     `yaml:"in"`
	NotIn  Paths     `yaml:"not_in"`
	Values []Setting `yaml:"values"`
	Status string    `yaml:"status" enum:"running|final|failed"`
}

// Expected is an expected transition; nil fields are not compared.
type Expected struct {
	Line   int            `yaml:"@line"`
	Key    string         `yaml:"@path"`
	At     *time.Duration `yaml:"at"`
	From   *string        `yaml:"from"`
	To     *string        `yaml:"to"`
	Source *string        `yaml:"source"`
	Target *string        `yaml:"target"`
	Name   *string        `yaml:"name"`
}
