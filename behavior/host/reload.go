package host

import (
	"fmt"
	"slices"

	"gonao/hfsm"
)

// Reload reads the machine's files anew and goes on with what they say, between two
// ticks: what is active stays so as far as it is still there. When they are wrong, the
// machine goes on as it was, and the view says why. said is for people.
func (m *Machine) Reload() (said string, err error) {
	m.loading.Lock()
	defer m.loading.Unlock()
	if m.opts.Source == "" {
		return "", fmt.Errorf("no file: what runs here is made for each call")
	}
	model, files, err := m.load()
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, file := range m.files { // that are wrong now may name files that they do not reach
		if err != nil && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	m.files = files
	if m.refused = err; err != nil {
		return "", err
	}
	if model.Hash() == m.brain.Machine().Model().Hash() {
		return "nothing has changed", nil
	}
	return m.swap(model)
}

// swap goes on with another model. mu is held.
func (m *Machine) swap(model *hfsm.Model) (said string, err error) {
	defer m.hold()()
	next := m.brain.Machine().Memory().Sequence
	changed, err := m.brain.Reload(model)
	if m.refused = err; err != nil {
		return "", err
	}
	m.revision++
	m.models = append(m.models, segment{next, model})
	return changed.String(), m.rebreak()
}

// segment is a part of the trace that one model has made.
type segment struct {
	from  uint64 // sequence of its first record
	model *hfsm.Model
}

// segments are the parts of a machine's trace, in their order.
type segments []segment

// model returns the model that a record's ids are of, nil for none.
func (s segments) model(sequence uint64) *hfsm.Model {
	for _, part := range slices.Backward(s) {
		if sequence >= part.from {
			return part.model
		}
	}
	return nil
}
