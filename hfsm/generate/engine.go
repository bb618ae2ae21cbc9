package generate

import (
	"fmt"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// How the parts of a machine are called in Go. No verb is the beginning of another
// with a capital, so that no two names meet.

func (s *state) is(verb string) string { return verb + s.name }

// field is the machine's field of an automaton.
func (a *automaton) field() string { return "in" + a.name }

// number is the constant of an automaton.
func (w *writer) number(a *automaton) string { return w.typed("auto") + a.name }

// id is the constant of a state.
func (w *writer) id(s *state) string { return w.typed(s.name) }

// edge is the constant of a transition.
func (w *writer) edge(t *transition) string { return w.typed(lower(t.name)) + "Edge" }

func lower(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(r)) + name[n:]
}

// engine writes the file that moves the machine from state to state.
func (w *writer) engine() {
	w.header("moves the machine from state to state; nothing in it is for users.")
	w.numbers()
	w.tick()
	for _, a := range w.automata {
		w.tickOf(a)
		w.inside(a)
		w.look(a)
		w.enterInside(a)
		w.leaf(a)
	}
	for _, s := range w.states {
		w.choose(s)
		w.open(s)
		w.enter(s)
		w.quit(s)
		w.drop(s)
		w.leave(s)
		w.outcome(s)
	}
	for _, t := range w.edges() {
		w.goes(t)
	}
	for _, a := range w.automata {
		w.fail(a)
	}
	w.dispatch()
	w.settle()
	w.stops()
}

// edges gives all transitions in the order of their ids.
func (p *plan) edges() []*transition {
	var all []*transition
	for _, s := range p.states {
		all = append(all, s.trans...)
	}
	slices.SortFunc(all, func(a, b *transition) int { return a.id - b.id })
	return all
}

// numbers writes the ids of automata and transitions and what traces say of them.
func (w *writer) numbers() {
	w.f("// The automata, outermost first.\nconst (\n")
	for _, a := range w.automata {
		w.f("%s = %d\n", w.number(a), a.id)
	}
	w.f(")\n\n// The transitions, in the order of the file, then the ways automata fail.\nconst (\n")
	edges := w.edges()
	for _, t := range edges {
		w.f("%s = %d\n", w.edge(t), t.id)
	}
	for i, a := range w.automata {
		w.f("%s = %d\n", w.failEdge(a), len(edges)+i)
	}
	w.f(")\n\n// %s are the paths of the states.\nvar %s = []string{\n\"\",\n", w.typed("paths"), w.typed("paths"))
	for _, s := range w.states[1:] {
		w.f("%q,\n", s.path)
	}
	w.f("}\n\n// The times at which automata are ticked.\nvar (\n")
	var rates []uint64
	for _, a := range w.automata {
		if !slices.Contains(rates, a.milliHz) {
			rates = append(rates, a.milliHz)
			w.f("%s = run.NewGrid(%d) // mHz\n", w.grid(a), a.milliHz)
		}
	}
	w.f(")\n\n// %s are the transitions as traces name them.\nvar %s = []run.Edge{\n", w.typed("edges"), w.typed("edges"))
	for _, t := range edges {
		w.f("{Source: %s, Target: %q, Name: %q},\n", w.id(t.source), t.label, t.chart.Name)
	}
	for _, a := range w.automata {
		source := "0"
		if a.owner.id > 0 {
			source = w.id(a.owner)
		}
		w.f("{Source: %s, Target: \"FAILED\"},\n", source)
	}
	w.f("}\n")
}

// grid names the grid of an automaton.
func (w *writer) grid(a *automaton) string {
	if a.milliHz%1000 == 0 {
		return fmt.Sprintf("%s%dHz", w.typed("grid"), a.milliHz/1000)
	}
	return fmt.Sprintf("%s%dMilliHz", w.typed("grid"), a.milliHz)
}

func (w *writer) failEdge(a *automaton) string { return w.typed("fail") + a.name + "Edge" }

// tick writes Tick and the first entry.
func (w *writer) tick() {
	w.f("\n%s", doc("Tick brings the machine to now, on the caller's clock. The first Tick enters it. Times before the last one are ignored; see Reset. "+
		"The error is a hfsm.LoopError; the machine goes on with the next tick."))
	w.method("Tick(now time.Duration) error {\nif !m.core.Tick(now) {\nreturn nil\n}\n")
	if w.events {
		w.f("m.events.Tick()\n")
	}
	for _, s := range w.inputs {
		if s.aged {
			w.f("m.%s.Tick(now)\n", s.stamp())
		}
	}
	for _, s := range w.scripts {
		w.f("m.%s.Begin()\n", s.field)
	}
	w.f("if m.core.Begin() {\nm.begin()\n}\n")
	if w.delays {
		w.f("m.events.Deliver(now)\n")
	}
	w.f("if m.core.Status == run.Running {\nm.tickRoot()\n}\nif m.core.Looped {\nreturn m.core.Loop(m.Path())\n}\nreturn nil\n}\n")
	w.f("\n// begin enters the machine for the first time.\n")
	w.method("begin() {\nm.inRoot.Live = true\n")
	if w.events {
		w.f("m.events.Mark = m.events.Next // nothing older than the entry is seen\n")
	}
	w.f("if err := m.introduce(); err != nil {\nm.core.Blame(&m.inRoot, err)\n} else {\nm.on[0] = true\n%sm.enterRoot()\n}\n", w.opening(w.automata[0]))
	w.f("m.core.Record(run.None, run.None, m.leafRoot(), \"\")\nm.settle()\n}\n")
}

// opening makes an automaton active itself.
func (w *writer) opening(a *automaton) string {
	seen := "0"
	if w.events {
		seen = "m.events.Mark"
	}
	return fmt.Sprintf("m.%s.Open(m.core.At, m.core.Entry, %s)\n", a.field(), seen)
}

// tickOf writes the turn of an automaton and of what is inside it.
func (w *writer) tickOf(a *automaton) {
	w.f("\n%s", doc(fmt.Sprintf("tick%s gives the automaton %s, at %g Hz, its turn, then what is inside its state. "+
		"It gives the automaton whose state has changed when that is one further out, else None.", a.name, a.where(), float64(a.milliHz)/1000)))
	w.method("tick%s() int {\nif m.core.Time() >= m.%s.Next && m.%s.Live {\nif changed := m.look%s(); changed != run.None {\nreturn changed\n}\n}\n", a.name, a.field(), a.field(), a.name)
	if a.nested() {
		w.f("for !m.core.Looped {\nif changed := m.inside%s(); changed != %s {\nreturn changed\n}\n}\n", a.name, w.number(a))
	}
	w.f("return run.None\n}\n")
}

// where says which automaton it is.
func (a *automaton) where() string {
	if a.owner.id == 0 {
		return "of the machine itself"
	}
	return "inside " + printable(a.owner.path)
}

// nested says whether one of its states has automata inside.
func (a *automaton) nested() bool {
	return slices.ContainsFunc(a.states, func(s *state) bool { return len(s.children) > 0 })
}

// inside writes the turns of the automata inside the active state.
func (w *writer) inside(a *automaton) {
	if !a.nested() {
		return
	}
	w.f("\n// inside%s gives the automata inside the active state their turn.\n", a.name)
	w.method("inside%s() int {\na := &m.%s\nif !a.Inside() {\nreturn run.None\n}\nswitch a.Active {\n", a.name, a.field())
	for _, s := range a.states {
		switch {
		case s.inside != nil:
			w.f("case %s:\nreturn m.%s()\n", w.id(s), s.is("tick"))
		case len(s.children) > 0:
			w.f("case %s:\n", w.id(s))
			for i, region := range s.children {
				if i > 0 {
					w.f("if m.core.Looped {\nreturn run.None\n}\n")
				}
				w.f("if changed := m.%s(); changed != run.None {\nreturn changed\n}\n", region.is("tick"))
			}
		}
	}
	w.f("}\nreturn run.None\n}\n")
}

// look writes one tick of an automaton alone.
func (w *writer) look(a *automaton) {
	w.f("\n// look%s tries the transitions of the active state, then of the one they lead\n// to, and lets the state that stays do its step.\n", a.name)
	w.method("look%s() int {\na := &m.%s\nm.core.Look(a, &%s)\n", a.name, a.field(), w.grid(a))
	if w.waits() {
		w.f("if a.Waiting != run.None && !m.waited(a) {\nreturn run.None\n}\n")
	}
	w.f("for a.Ended == run.Running {\n")
	if w.events {
		w.f("end := m.events.Next\n")
	}
	w.f("edge := m.pick%s()\n", a.name)
	if a.scripted() {
		w.f("if m.core.Faulty(a) {\nm.settle()\nreturn run.None\n}\n")
	}
	w.f("if edge == run.None {\n")
	if w.events {
		w.f("a.Seen = end\n")
	}
	w.f("break\n}\nif !m.core.Spend() {\nreturn run.None\n}\n")
	if a.parent != nil {
		w.f("changed := m.take(edge)\nm.settle()\nif changed < %s {\nreturn changed\n}\n", w.number(a))
	} else {
		w.f("m.take(edge)\nm.settle()\n")
	}
	if w.waits() {
		w.f("if a.Waiting != run.None {\nreturn run.None\n}\n")
	}
	w.f("}\na.Last = m.core.At\n")
	if a.owner.id > 0 && a.owner.in == nil {
		w.f("m.%s()\n", a.owner.is("do"))
	}
	w.f("if a.Ended == run.Running {\nswitch a.Active {\n")
	for _, s := range a.states {
		if s.kind != chart.FinalState {
			w.f("case %s:\nm.%s()\n", w.id(s), s.is("do"))
		}
	}
	w.f("}\n}\nm.settle()\nreturn run.None\n}\n")
	w.f("\n// pick%s gives the transition that is taken now, or None.\n", a.name)
	w.method("pick%s() int {\nswitch m.%s.Active {\n", a.name, a.field())
	for _, s := range a.states {
		if len(s.trans) > 0 {
			w.f("case %s:\nreturn m.%s()\n", w.id(s), s.is("choose"))
		}
	}
	w.f("}\n")
	if w.events {
		w.f("m.events.None()\n")
	}
	w.f("return run.None\n}\n")
}

// waits says whether anything may take time to stop.
func (w *writer) waits() bool {
	return slices.ContainsFunc(w.states, func(s *state) bool { return len(s.do) > 0 })
}

// enterInside writes how an automaton begins, by its history.
func (w *writer) enterInside(a *automaton) {
	w.f("\n// enter%s enters what the history (%s) says.\n", a.into(), historyName(a.history))
	w.method("enter%s() {\n", a.into())
	initial := a.initial
	if a.history == chart.None {
		w.f("m.%s(run.Anew, 0)\n}\n", initial.is("enter"))
		return
	}
	how := "run.Anew, 0"
	if a.history == chart.Resume {
		w.f("s, how, spent := m.%s.Resume(%s)\nswitch s {\n", a.field(), w.id(initial))
		how = "how, spent"
	} else {
		w.f("switch m.%s.Keep(%s) {\n", a.field(), w.id(initial))
	}
	for _, s := range a.states {
		w.f("case %s:\nm.%s(%s)\n", w.id(s), s.is("enter"), how)
	}
	w.f("}\n}\n")
}

// into names the method that enters an automaton's inside.
func (a *automaton) into() string {
	if a.owner.id == 0 {
		return "Root"
	}
	return "in" + a.name
}

func historyName(h chart.History) string {
	switch h {
	case chart.None:
		return "none"
	case chart.Resume:
		return "resume"
	case chart.Inherit, chart.Shallow, chart.Deep:
	}
	return "back to where it was"
}

// leaf writes which state inside a compound state is the innermost active one.
func (w *writer) leaf(a *automaton) {
	none := "run.None"
	if a.owner.id != 0 {
		none = w.id(a.owner)
	}
	w.f("\n// leaf%s gives the innermost active state, in the first of several regions.\n", a.name)
	w.method("leaf%s() int {\na := &m.%s\n", a.name, a.field())
	if w.waits() {
		w.f("if a.Waiting != run.None {\nreturn a.From // until the transition is done\n}\n")
	}
	w.f("if a.Ended != run.Running || a.Active == run.None || !m.on[a.Active] {\nreturn %s\n}\n", none)
	if a.nested() {
		w.f("switch a.Active {\n")
		for _, s := range a.states {
			switch {
			case s.inside != nil:
				w.f("case %s:\nreturn m.%s()\n", w.id(s), s.is("leaf"))
			case len(s.children) > 0:
				first := s.children[0]
				w.f("case %s:\nif m.on[%s] {\nreturn m.%s()\n}\n", w.id(s), w.id(first), first.is("leaf"))
			}
		}
		w.f("}\n")
	}
	w.f("return a.Active\n}\n")
}

// duration writes a time as people do.
func duration(d time.Duration) string {
	for _, unit := range []struct {
		d    time.Duration
		name string
	}{{time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}} {
		if d%unit.d == 0 && d >= unit.d && (unit.d != time.Minute || d >= 2*time.Minute) {
			if d == unit.d {
				return "time." + unit.name
			}
			return fmt.Sprintf("%d*time.%s", d/unit.d, unit.name)
		}
	}
	return fmt.Sprintf("%d*time.Nanosecond", d)
}

// exits says by which exit a transition ends its automaton.
func statusName(s hfsm.Status) string {
	switch s {
	case hfsm.Final:
		return "run.Final"
	case hfsm.Failed:
		return "run.Failed"
	case hfsm.Running:
	}
	return "run.Running"
}
