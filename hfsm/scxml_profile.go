package hfsm

import (
	"errors"

	"gonao/hfsm/chart"
)

// scxmlState is the mutable part of a machine of the profile scxml.
type scxmlState struct{}

// tickSCXML runs a machine of the profile scxml.
func (m *Machine) tickSCXML() error {
	return errors.New("hfsm: the profile scxml is not there yet")
}

// initialSCXML finds the states an automaton begins with.
func (b *compiler) initialSCXML(int, *chart.State, *frame) {}
