package debug

import (
	"fmt"

	"gonao/hfsm"
)

// Set sets a variable, an output, a parameter or an input, between two ticks. An input keeps the
// value until the host sets it again.
func (d *Debugger) Set(name string, v hfsm.Value) error { return d.set(name, v, hfsm.Running) }

// Hold sets an input to a value that stays, and stays fresh, whatever the host sets.
func (d *Debugger) Hold(name string, v hfsm.Value) error { return d.set(name, v, hfsm.Final) }

// Release ends Hold.
func (d *Debugger) Release(name string) error {
	slot, err := d.slot(name)
	if err != nil {
		return err
	}
	return d.control.Set(slot, d.m.Value(slot), hfsm.Failed)
}

func (d *Debugger) set(name string, v hfsm.Value, hold hfsm.Status) error {
	slot, err := d.slot(name)
	if err != nil {
		return err
	}
	return d.control.Set(slot, v, hold)
}

func (d *Debugger) slot(name string) (int, error) {
	slot, ok := d.m.Model().Slot(name)
	if !ok {
		return 0, fmt.Errorf("machine %s: no value %q", d.m.Model().Name(), name)
	}
	return slot, nil
}

// Finish makes the running uses of an activity, by its name or by the key of one of them, end
// with a status at their next step. It returns how many those are.
func (d *Debugger) Finish(activity string, how hfsm.Status) int {
	n := 0
	for i, u := range d.m.Model().ActivityUses() {
		if (u.Name == activity || u.Key == activity) && d.control.Finish(i, how) {
			n++
		}
	}
	return n
}
