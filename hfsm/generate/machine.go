package generate

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gonao/hfsm/chart"
)

// header begins a file.
func (w *writer) header(about string) {
	w.f(generatedBy+" from %s, but for the regions of user code; DO NOT EDIT.\n", printable(filepath.Base(w.chart.File)))
	w.f("\n%s\npackage %s\n\n", doc("This file "+about), w.opts.Package)
	w.f("%s", importsHere)
}

// machineFile writes the machine's type, its values and its activities.
func (w *machineWriter) machineFile() {
	w.imported = w.regions.region("imports of the machine", "")
	w.header("holds the machine with its values and activities.")
	w.stateNames()
	w.values()
	w.activities()
	w.machineStruct()
	w.newMachine()
	w.reset()
	w.setters()
	w.limits()
	w.tick()
}

func (w *machineWriter) machineStruct() {
	about := fmt.Sprintf("%s is one running %s (%s). It is not safe for use by several goroutines at once.", w.machineType(), w.chart.Name, filepath.Base(w.chart.File))
	w.f("\n")
	w.about(w.chart.Description, "%s", about)
	w.f("type %s struct {\nnative.Machine // Tick, Reset, Stop, Post, Path, On, Status, Cause, Trace, OnTransition, Check\n", w.machineType())
	for _, g := range w.groups() {
		if len(g.slots) > 0 {
			w.f("%s %s\n", g.name, w.typed(g.name))
		}
	}
	w.f("// OnLog takes what the machine logs: nil, bool, int64, float64 or string. It may be nil.\nOnLog func(label string, value any)\n")
	if w.sends {
		w.f("// OnSend delivers events to others.\nOnSend func(to string, e native.Event) error\n")
	}
	w.f("\ncore native.Core\n")
	for _, s := range w.scripts {
		w.f("%s *scripted.Scripts // of %s\n", s.field, s.from.Name)
	}
	for _, s := range w.inputs {
		if s.aged {
			w.f("%s native.Stamp\n", s.stamp())
		}
	}
	for _, u := range w.uses {
		if len(u.kind.args) > 0 {
			w.f("%sArgs %s // %s\n", u.field, w.argType(u.kind), printable(u.state.path))
		}
	}
	w.region("fields")
	w.f("}\n")
}

func (w *machineWriter) newMachine() {
	w.f("\n")
	param := ""
	if len(w.kinds) > 0 {
		param = "activities " + w.typed("Activities")
		w.about("", "New%s makes a machine. activities makes its activities; nil makes none of them do anything. It enters its first state at the first Tick.", w.machineType())
	} else {
		w.about("", "New%s makes a machine. It enters its first state at the first Tick.", w.machineType())
	}
	w.f("func New%s(%s) (*%s, error) {\nm := &%s{}\n", w.machineType(), param, w.machineType(), w.machineType())
	for _, u := range w.uses {
		w.constants(u)
	}
	tables, active := "m.tables()", "false"
	if len(w.uses) > 0 {
		tables, active = "m.tables(activities)", "activities != nil"
	}
	w.f("if err := m.core.Open(%s, %s); err != nil {\nreturn nil, err\n}\nm.Machine = m.core.Machine()\n", tables, active)
	if len(w.scripts) > 0 {
		w.f("var err error\n")
		w.openScripts()
	}
	w.parameters()
	w.region("new")
	w.f("m.clear()\nreturn m, nil\n}\n")
}

// limit is how many transitions a tick may have.
func (w *writer) limit() int {
	if w.chart.MaxTransitions > 0 {
		return w.chart.MaxTransitions
	}
	return defaultLimit
}

// singleLine returns the line that lets automata take one transition at a time, or nothing.
func singleLine(c *chart.Machine) string {
	if c.SingleStep {
		return " Single: true,"
	}
	return ""
}

// constants writes the arguments that are fixed.
func (w *machineWriter) constants(u *use) {
	r := u.sight
	for i := range u.args {
		arg := &u.args[i]
		to := u.kind.argument(arg.Name)
		v := arg.Value
		if arg.Expression != nil {
			if r.scripted(arg.Expression) {
				continue
			}
			n := r.parse(arg.Expression)
			if n == nil || !n.Constant {
				continue
			}
			v = n.Value
		}
		w.f("m.%sArgs.%s = %s\n", u.field, to.field, literal(widened(v, to.typ)).text)
	}
}

// parameters writes the values of the machine's parameters.
func (w *machineWriter) parameters() {
	for _, s := range w.params {
		w.f("m.Parameters.%s = %s\n", s.field, literal(s.initial).text)
	}
}

// reset writes how the machine begins again.
func (w *machineWriter) reset() {
	w.f("\n// clear sets all values as in the beginning, but for the parameters.\n")
	w.method("clear() {\n")
	for _, g := range w.groups() {
		if g.name == "Parameters" {
			continue
		}
		for _, s := range g.slots {
			w.f("m.%s.%s = %s\n", g.name, s.field, literal(s.initial).text)
			if s.aged {
				w.f("m.%s = native.Stamp{}\n", s.stamp())
			}
		}
	}
	w.region("clear")
	w.f("}\n")
	w.f("\n// reset is clear when the machine begins anew.\n")
	w.method("reset() error {\nm.clear()\n")
	if len(w.scripts) == 0 {
		w.f("return nil\n}\n")
	} else {
		var all []string
		for _, s := range w.scripts {
			all = append(all, "m."+s.field+".Reset()")
		}
		w.f("return errors.Join(%s)\n}\n", strings.Join(all, ", "))
	}
	if len(w.scripts) > 0 {
		w.f("\n// Close releases what the scripts of a machine hold that is no longer needed.\n")
		w.method("Close() {\n")
		for _, s := range w.scripts {
			w.f("m.%s.Close()\n", s.field)
		}
		w.f("}\n")
	}
}

// setters writes how inputs are set.
func (w *machineWriter) setters() {
	for slot, s := range w.inputs { // its place is its slot in the tables
		text := "."
		if s.aged {
			text = "; it counts as set at the next Tick."
		}
		w.f("\n%s", doc("Set"+s.field+" writes the input "+s.declared.Name+text))
		held := fmt.Sprintf("if m.core.Held(%d) {\nreturn // a debugger holds it\n}\n", slot)
		w.method("Set%s(v %s) {\n%sm.Inputs.%s = v\n", s.field, goType(s.typ), held, s.field)
		if s.aged {
			w.f("m.%s.Fresh = true\n}\n", s.stamp())
			w.f("\n%s", doc("Set"+s.field+"At writes the input "+s.declared.Name+" that is of time at, on the caller's clock."))
			w.method("Set%sAt(v %s, at time.Duration) {\n%sm.Inputs.%s = v\nm.%s.Time, m.%s.Known = at, true\n", s.field, goType(s.typ), held, s.field, s.stamp(), s.stamp())
		}
		w.f("}\n")
	}
}

// limits writes the methods that set what only takes some values.
func (w *machineWriter) limits() {
	for _, s := range append(append([]*slot{}, w.vars...), w.outputs...) {
		if !s.limited() {
			continue
		}
		w.f("\n%s", doc(s.setter()+" writes "+s.declared.Name+", where it takes the value."))
		w.method("%s(v %s) error {\n", s.setter(), goType(s.typ))
		if all := s.declared.Enum; len(all) > 0 {
			var names, none []string
			for _, v := range all {
				names = append(names, v.Text())
				none = append(none, "v != "+literal(widened(v, s.typ)).text)
			}
			w.f("if %s {\nreturn native.OutOfRange(&m.core, %q, v, %q)\n}\n", strings.Join(none, " && "), s.declared.Name, "one of "+chart.Listed(names))
		}
		if beyond, expected := s.beyond(); beyond != "" {
			w.f("if %s {\nreturn native.OutOfRange(&m.core, %q, v, %q)\n}\n", beyond, s.declared.Name, expected)
		}
		w.f("m.%s.%s = v\nreturn nil\n}\n", s.group, s.field)
	}
}

// beyond writes the condition that a value is not between the declared ends, and
// what was expected, in the words of package hfsm. NaN is beyond.
func (s *slot) beyond() (condition, expected string) {
	d, n := s.declared, "v"
	if s.typ == chart.Int {
		n = "float64(v)"
	}
	low, high := "", ""
	if d.Min != nil {
		low = fmt.Sprintf("!(%s >= %s)", n, floatLiteral(*d.Min).text)
	}
	if d.Max != nil {
		high = fmt.Sprintf("!(%s <= %s)", n, floatLiteral(*d.Max).text)
	}
	switch {
	case s.typ != chart.Int && s.typ != chart.Float:
		return "", ""
	case low != "" && high != "":
		return low + " || " + high, fmt.Sprintf("%g to %g", *d.Min, *d.Max)
	case low != "":
		return low, fmt.Sprintf("at least %g", *d.Min)
	case high != "":
		return high, fmt.Sprintf("at most %g", *d.Max)
	}
	return "", ""
}

// tick writes what is done at the start of each tick, how events are sent, and the period.
func (w *machineWriter) tick() {
	if w.opens() {
		w.f("\n// open is called at the start of each tick.\n")
		w.method("open(now time.Duration) {\n")
		for _, s := range w.inputs {
			if s.aged {
				w.f("m.%s.Tick(now)\n", s.stamp())
			}
		}
		w.f("}\n")
	}
	if len(w.scripts) > 0 {
		w.f("\n// grant is called at the start of each tick of an automaton.\n")
		w.method("grant() {\n")
		for _, s := range w.scripts {
			w.f("m.%s.Begin()\n", s.field)
		}
		w.f("}\n")
	}
	if w.sends {
		w.f("\n// deliver sends an event to another machine.\n")
		w.method("deliver(to string, e native.Event) error {\nif m.OnSend == nil {\n" +
			"return fmt.Errorf(\"machine %%s: event %%s to %%q: nobody here delivers it\", m.core.Name(), e.Name, to)\n}\nreturn m.OnSend(to, e)\n}\n")
	}
	if w.opts.Prefix == "" {
		w.f("\n// Period is how often the machine is to be ticked.\nconst Period = %s\n", duration(w.period()))
	}
}

// opens reports whether there is something to do at the start of each tick.
func (w *writer) opens() bool {
	return slices.ContainsFunc(w.inputs, func(s *slot) bool { return s.aged })
}
