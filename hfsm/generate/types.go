package generate

import (
	"fmt"
	"strings"

	"gonao/hfsm/chart"
)

// groups are the structs of values, in the order of the machine's fields.
func (w *machineWriter) groups() []group {
	return []group{
		{"Inputs", "what the machine reads; the host writes it with the Set methods, between ticks or from activities", w.inputs},
		{"Parameters", "what is set before the machine starts", w.params},
		{"Variables", "what the machine remembers", w.vars},
		{"Outputs", "what the machine reports to the host", w.outputs},
	}
}

type group struct {
	name, about string
	slots       []*slot
}

// values writes the structs of inputs, parameters, variables and outputs.
func (w *machineWriter) values() {
	for _, g := range w.groups() {
		if len(g.slots) == 0 {
			continue
		}
		w.f("\n%stype %s struct {\n", doc(w.typed(g.name)+" is "+g.about+"."), w.typed(g.name))
		for _, s := range g.slots {
			w.f("%s%s %s\n", doc(s.about()), s.field, goType(s.typ))
		}
		w.f("}\n")
	}
}

// about returns what a value is, with its unit and range.
func (s *slot) about() string {
	d := s.declared
	var parts []string
	if d.Description != "" {
		parts = append(parts, d.Description)
	}
	if d.Unit != "" {
		parts = append(parts, d.Unit)
	}
	switch {
	case d.Min != nil && d.Max != nil:
		parts = append(parts, fmt.Sprintf("%g to %g", *d.Min, *d.Max))
	case d.Min != nil:
		parts = append(parts, fmt.Sprintf("at least %g", *d.Min))
	case d.Max != nil:
		parts = append(parts, fmt.Sprintf("at most %g", *d.Max))
	}
	if len(d.Enum) > 0 {
		parts = append(parts, "one of "+enumText(d.Enum))
	}
	if s.aged {
		parts = append(parts, "its age counts")
	}
	if len(parts) == 0 {
		return d.Name + " of the file"
	}
	return strings.Join(parts, ", ")
}

func enumText(values []chart.Value) string {
	var all []string
	for _, v := range values {
		all = append(all, v.Text())
	}
	return strings.Join(all, ", ")
}

// typed returns the name of a type of the package, with the machine's prefix.
func (w *writer) typed(name string) string { return w.opts.Prefix + name }

// machineType is the name of the machine's type.
func (w *writer) machineType() string { return w.typed("Machine") }

// method begins a method of the machine.
func (w *writer) method(format string, args ...any) {
	w.f("func (m *%s) %s", w.machineType(), fmt.Sprintf(format, args...))
}

// stateNames writes the states as constants, and their paths.
func (w *machineWriter) stateNames() {
	w.f("\n// The states, in the order of the file.\nconst (\n")
	for _, s := range w.states[1:] {
		w.f("%s = %d // %s\n", w.typed(s.name), s.id, printable(s.path))
	}
	w.f(")\n")
}

// activities writes the interface that the user implements and the arguments.
func (w *machineWriter) activities() {
	if len(w.kinds) == 0 {
		return
	}
	w.f("\n%stype %s interface {\n", doc(fmt.Sprintf("%s makes the activities of a machine: each method is called once for each use, when the "+
		"machine is made. The arguments are written before each Start, where they are no constants.", w.typed("Activities"))), w.typed("Activities"))
	for _, k := range w.kinds {
		var where []string
		for _, u := range k.uses {
			where = append(where, fmt.Sprintf("%s (%s)", u.state.path, place(u.sight.from, u.at)))
		}
		w.f("%s", doc(k.goName+" makes one use of "+k.name+": "+strings.Join(where, ", ")+"."))
		w.f("%s(m *%s%s) (native.Activity, error)\n", k.goName, w.machineType(), w.argParam(k))
	}
	w.f("}\n")
	for _, k := range w.kinds {
		if len(k.args) == 0 {
			continue
		}
		w.f("\n// %s are the arguments of %s.\ntype %s struct {\n", w.argType(k), printable(k.name), w.argType(k))
		for _, a := range k.args {
			w.f("%s %s\n", a.field, goType(a.typ))
		}
		w.f("}\n")
	}
}

func (w *writer) argType(k *kind) string { return w.typed(k.typ) }

func (w *machineWriter) argParam(k *kind) string {
	if len(k.args) == 0 {
		return ""
	}
	return ", args *" + w.argType(k)
}
