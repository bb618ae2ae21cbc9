package behavior

import (
	"fmt"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// States are the active states of the machines that tick before one.
type States interface {
	// Has reports whether a machine of this name ticks before. It is safe for concurrent use.
	Has(machine string) bool
	// State returns the active path of a machine after its last tick; "" before its first entry and
	// after its end. It is for the goroutine that ticks.
	State(machine string) string
}

// StateInputs are the inputs of a machine that are the states of other machines.
type StateInputs struct {
	states States
	all    []stateInput
}

type stateInput struct {
	in hfsm.Input
	of *chart.MachineState
}

// NewStateInputs returns the inputs of a model that are states of other machines. The error names an input whose machine
// does not tick before. states may be nil.
func NewStateInputs(model *hfsm.Model, states States) (StateInputs, error) {
	s := StateInputs{states: states}
	for _, slot := range model.Slots() {
		if slot.Role != hfsm.InputRole || slot.Declaration == nil || slot.Declaration.Machine == nil {
			continue
		}
		of := slot.Declaration.Machine
		if states == nil || !states.Has(of.Machine) {
			return StateInputs{}, fmt.Errorf("input %s: no machine %s ticks before this one; expected it to run here, in front of this one", slot.Name, of.Machine)
		}
		if in, ok := model.Input(slot.Name); ok {
			s.all = append(s.all, stateInput{in, of})
		}
	}
	return s, nil
}

// Write writes the inputs of a machine of the model.
func (s *StateInputs) Write(m *hfsm.Machine) {
	for _, in := range s.all {
		m.SetString(in.in, in.of.Of(s.states.State(in.of.Machine)))
	}
}
