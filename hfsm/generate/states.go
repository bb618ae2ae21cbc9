package generate

import (
	"fmt"
	"slices"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// statesFile writes the file that people read: what each state does and what each
// transition's guard and action.
func (w *statesWriter) statesFile() {
	w.imported = w.regions.region("imports", "")
	w.header("is what the machine does, state by state and transition by transition. Of a state, entry is done when it is entered, " +
		"do at each tick while it stays active, exit when it is left; of a transition, action when it is taken. " +
		"An error makes the automaton fail that the state is in.")
	w.introduction("introduce", "the machine begins: its preconditions have to hold, then come its first actions.",
		w.outside(w.states[0]), "", w.chart.Preconditions, w.begin)
	for _, s := range w.states[1:] {
		w.stateFunctions(s)
		for _, t := range s.trans {
			if s.in != nil { // no region
				w.transitionFunctions(t)
			}
		}
	}
	w.f("\n")
	w.region("more")
	w.scriptTexts()
}

// stateFunctions writes what a state does when it begins, at each step, and when it
// ends.
func (w *statesWriter) stateFunctions(s *state) {
	w.f("\n// State %s (%s).\n", printable(s.path), place(s.from, s.chart.Place))
	if s.chart.Description != "" {
		w.f("//\n%s", doc(s.chart.Description))
	}
	if s.call != nil {
		w.called(s)
	}
	w.f("\n")
	w.method("%s(how native.Entry) error {\n", s.is("entry"))
	w.steps(s, s.entry, "how")
	w.region("entry %s", printable(s.path))
	w.f("return nil\n}\n")
	for _, u := range s.do {
		if u.prepares() {
			w.f("\n%s", doc(u.preparation()+" writes the arguments of "+u.kind.name+" before each start."))
			w.method("%s() error {\n", u.preparation())
			w.arguments(u)
			w.f("return nil\n}\n")
		}
	}
	if s.kind != chart.FinalState {
		w.f("\n")
		w.method("%s() {\n", s.is("do"))
		if len(s.runs) > 0 {
			var ids string
			for _, a := range s.runs {
				ids += ", " + w.at(s).script(a.Value, hfsm.Statement)
			}
			w.f("m.core.Fail(%s, %s.Run(%s))\n", w.id(s), w.at(s).lua(), strings.TrimPrefix(ids, ", "))
		}
		w.region("do %s", printable(s.path))
		w.f("}\n")
	}
	w.f("\n")
	w.method("%s() error {\n", s.is("exit"))
	if s.call != nil {
		w.copyOutputs(s)
	}
	w.steps(s, s.exit, "native.Anew")
	w.region("exit %s", printable(s.path))
	w.f("return nil\n}\n")
}

// transitionFunctions writes the guard and the action of a transition.
func (w *statesWriter) transitionFunctions(t *transition) {
	c := t.chart
	what := fmt.Sprintf("%s (%s)", t.says(), place(t.source.from, c.Place))
	if c.Name != "" {
		what += fmt.Sprintf(", %q", printable(c.Name))
	}
	if t.guarded() {
		w.f("\n")
		w.about("", "%s: %s", t.is("guard"), printable(c.If.Text))
		w.method("%s() bool {\n", t.is("guard"))
		w.region("guard %s", w.regionOf(t))
		text := "true"
		if t.scripted() {
			text = w.at(t.source).run("Holds", c.If, hfsm.Condition)
		} else if n := w.at(t.source).parse(c.If); n != nil {
			text = translate(n, w.at(t.source)).text
		}
		w.f("return %s\n}\n", text)
	}
	w.f("\n")
	w.about(c.Description, "%s: %s.", t.is("action"), what)
	w.method("%s() error {\n", t.is("action"))
	w.steps(t.source, t.then, "native.Anew")
	w.region("action %s", w.regionOf(t))
	w.f("return nil\n}\n")
}

// regionOf names the region of a transition by the words that people see, so that it
// stays the same when other transitions come and go.
func (w *statesWriter) regionOf(t *transition) string {
	label := t.chart.Name
	if label == "" {
		label = "to " + t.label
	}
	name := printable(t.source.path + ": " + label)
	for _, other := range t.source.trans {
		if other == t {
			break
		}
		if other.chart.Name == t.chart.Name && other.label == t.label {
			return name + " " + strings.TrimPrefix(t.name, t.source.name) // the second one to the same place
		}
	}
	return name
}

// introduction writes what a chart demands before it begins, and does first.
func (w *statesWriter) introduction(method, about string, r sight, path string, demands []chart.Expression, begin []*step) {
	w.f("\n%s", doc(method+" is done when "+about))
	w.method("%s() error {\n", method)
	for i := range demands {
		e := &demands[i]
		if r.scripted(e) {
			w.f("if holds, err := %s; err != nil {\nreturn err\n} else if !holds {\nreturn &hfsm.PreconditionError{Machine: m.core.Name(), Path: %q, Condition: %q}\n}\n", r.run("Bool", e, hfsm.Condition), path, e.Text)
			continue
		}
		n := r.parse(e)
		if n == nil {
			continue
		}
		w.f("if !(%s) {\nreturn &hfsm.PreconditionError{Machine: m.core.Name(), Path: %q, Condition: %q}\n}\n", translate(n, r).text, path, e.Text)
	}
	w.stepsSeen(r, begin, "native.Anew")
	w.region("%s", method)
	w.f("return nil\n}\n")
}

// called writes how a called machine begins.
func (w *statesWriter) called(s *state) {
	c := s.call
	w.introduction(s.is("introduce"), "the machine "+c.machine.Name+" begins: its preconditions have to hold, then come its first actions.", w.outside(s), s.path, c.machine.Preconditions, c.begin)
	w.f("\n%s", doc(s.is("call")+" begins the machine "+c.machine.Name+" anew; one that continues where it was interrupted keeps its values."))
	w.method("%s() error {\n", s.is("call"))
	for _, v := range append(append([]*slot{}, c.args...), c.vars...) {
		w.f("m.%s.%s = %s\n", v.group, v.field, literal(v.initial).text)
	}
	for i := range c.chart.Args {
		arg := &c.chart.Args[i]
		v := c.scope.slots[arg.Name]
		if v == nil {
			continue
		}
		if arg.Expression == nil {
			w.f("m.%s.%s = %s\n", v.group, v.field, literal(widened(arg.Value, v.typ)).text)
			continue
		}
		w.assign(w.at(s), v, arg.Expression)
	}
	if scripts := c.scope.scripts; scripts != nil {
		w.f("if err := m.%s.Reset(); err != nil {\nreturn err\n}\n", scripts.field)
	}
	w.f("return m.%s()\n}\n", s.is("introduce"))
}

// copyOutputs copies the outputs of a called machine that is left.
func (w *statesWriter) copyOutputs(s *state) {
	for _, r := range s.call.chart.Returns {
		from, to := s.call.scope.slots[r.Output], s.scope.slots[r.Variable]
		if from == nil || to == nil {
			continue
		}
		value := fmt.Sprintf("m.%s.%s", from.group, from.field)
		if to.limited() {
			w.f("m.core.Fail(%s, m.%s(%s))\n", w.id(s), to.setter(), value)
		} else {
			w.f("m.%s.%s = %s\n", to.group, to.field, value)
		}
	}
}

// arguments writes the evaluation of those that are no constants.
func (w *statesWriter) arguments(u *use) {
	r := u.sight
	for i := range u.args {
		arg := &u.args[i]
		if arg.Expression == nil {
			continue
		}
		if r.scripted(arg.Expression) {
			to := u.kind.argument(arg.Name)
			set := fmt.Sprintf("{\nm.%sArgs.%s = v\n}\n", u.field, to.field)
			if u.checks(arg.Name) {
				set = fmt.Sprintf("if err = %s; err != nil {\nreturn err\n}\n", u.argument(to, "v"))
			}
			w.f("if v, err := %s; err != nil {\nreturn err\n} else %s", r.get(to.typ, arg.Expression), set)
			continue
		}
		n := r.parse(arg.Expression)
		if n == nil || n.Constant {
			continue
		}
		to := u.kind.argument(arg.Name)
		value := as(n, to.typ, r)
		if u.checks(arg.Name) {
			w.try(u.argument(to, value))
			continue
		}
		w.f("m.%sArgs.%s = %s\n", u.field, to.field, value)
	}
}

// prepares reports whether some argument is an expression that is no constant.
func (u *use) prepares() bool {
	return slices.ContainsFunc(u.args, func(arg chart.Arg) bool {
		if arg.Expression == nil || u.sight.scripted(arg.Expression) {
			return arg.Expression != nil
		}
		n := u.sight.parse(arg.Expression)
		return n != nil && !n.Constant
	})
}

// preparation is the method that writes the arguments of a use.
func (u *use) preparation() string { return "prepare" + strings.TrimPrefix(u.field, "use") }

// checks reports whether the host only takes some values of an argument.
func (u *use) checks(name string) bool {
	offered := u.sight.offered(u.kind.name)
	return offered != nil && slices.ContainsFunc(offered.Params, func(p hfsm.Param) bool { return p.Name == name && p.Check != nil })
}

// argument returns the call that sets a checked argument.
func (u *use) argument(to *argument, value string) string {
	return fmt.Sprintf("native.Argument(&m.core, %[6]s, %[2]q, %[3]q, &m.%[1]sArgs.%[4]s, %[5]s)", u.field, u.kind.name, to.name, to.field, value, u.sight.opts.Prefix+u.field)
}

// argument finds an argument by its name.
func (k *kind) argument(name string) *argument {
	for _, a := range k.args {
		if a.name == name {
			return a
		}
	}
	return nil
}
