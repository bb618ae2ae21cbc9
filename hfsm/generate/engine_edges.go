package generate

import (
	"slices"

	"gonao/hfsm"
)

// take writes how a transition is taken, as a case of a switch: it gives the automaton
// whose state changes.
func (w *writer) take(t *transition) {
	from := t.source.in
	w.f("case %s:\n", w.edge(t))
	if t.after() > 0 {
		since := "m." + from.field() + ".Entered+" + duration(t.after())
		if t.acts {
			since += "+m." + t.acted()
		}
		w.f("m.core.Date(&m.%s, &%s, %s)\n", from.field(), w.grid(from), since)
	}
	if !t.acts {
		w.f("if m.depart(&m.%s, edge) {\nm.%s()\n}\nreturn %s\n", t.domain.field(), t.is("go"), w.number(t.domain))
		return
	}
	w.f("m.%s()\nreturn %s\n", t.is("go"), w.number(from))
}

// acts writes a transition that leaves nothing.
func (w *writer) acts(t *transition) {
	w.f("\n%s", doc(t.is("go")+" takes "+t.says()+"."))
	w.method("%s() {\na := &m.%s\n", t.is("go"), t.source.in.field())
	if w.events {
		w.f("m.events.Mark = m.events.Next\na.Seen = m.events.Mark\n")
	}
	w.f("m.%s, m.%sIn = m.core.Entry-a.Entered, m.core.Ticks\n", t.acted(), t.acted())
	w.f("m.core.Blame(a, m.%s())\n}\n", t.is("action"))
}

// says describes the transition.
func (t *transition) says() string {
	text := "the transition of " + t.source.path
	switch {
	case t.acts:
		return text + " that only acts"
	case t.target == nil:
		return text + " to " + t.label
	}
	return text + " to " + t.target.path
}

// goes writes what a transition does once all it leaves has stopped.
func (w *writer) goes(t *transition) {
	switch {
	case t.source.in == nil:
		return
	case t.acts:
		w.acts(t)
		return
	}
	w.f("\n%s", doc(t.is("go")+" takes "+t.says()+", once what it leaves has stopped."))
	w.method("%s() {\na := &m.%s\nfrom := m.arrive(a)\n%s", t.is("go"), t.domain.field(), w.over(t))
	w.f("m.core.Blame(a, m.%s())\n", t.is("action"))
	if t.target == nil {
		w.f("if a.Fault == nil {\n%s}\n", w.ending(t.domain, t.exit))
	} else {
		w.f("if a.Fault == nil {\n%s}\n", w.enterWay(t.way()))
	}
	w.f("m.core.Record(%s, from, m.leafRoot(), %s)\n}\n", w.edge(t), w.current())
}

// over notes that a transition leaves the automaton its source is in, of which nothing
// is to be resumed. One that leads inside its own state does not.
func (w *writer) over(t *transition) string {
	around := t.source.around
	if around == nil || around.id <= t.domain.id {
		return ""
	}
	return "m." + around.field() + ".Over = true\n"
}

// fail writes the transition of an automaton that fails.
func (w *writer) fail(a *automaton) {
	w.f("\n// fail%s is the rest of the end of the automaton %s as failed.\n", a.name, a.where())
	w.method("fail%s() {\na := &m.%s\nfrom := m.arrive(a)\n", a.name, a.field())
	w.f("if a.Fault == nil { // what was left may have failed once more\n%s}\nm.core.Record(%s, from, m.leafRoot(), %s)\n}\n", w.ending(a, hfsm.Failed), w.failEdge(a), w.current())
}

// dispatch writes the switches over all states and transitions.
func (w *writer) dispatch() {
	inside := w.occupants()
	w.f("\n// take takes a transition and gives the automaton whose state changes.\n")
	w.method("take(edge int) int {\nswitch edge {\n")
	for _, t := range w.edges() {
		if t.source.in != nil {
			w.take(t)
		}
	}
	w.f("}\nreturn run.None\n}\n")
	w.f("\n%s", doc("depart begins a transition that changes the state of an automaton. It is true when all that is left has stopped; else the automaton waits."))
	w.method("depart(a *run.Automaton, edge int) bool {\n")
	if w.events {
		w.f("m.events.Mark = m.events.Next\n")
	}
	w.f("a.From = m.leafRoot()\na.Waiting = run.None\nm.core.Held = 0\nm.quitInside(a)\n")
	if w.waits() {
		w.f("if m.core.Held > 0 {\na.Waiting = edge\n")
		if w.events {
			w.f("a.Event = m.events.Current\n")
		}
		w.f("return false\n}\nreturn true\n}\n")
	} else {
		w.f("return true // nothing here takes time to stop\n}\n")
	}
	w.f("\n%s", doc("arrive leaves what is still active in an automaton whose transition can go on; it gives the leaf it came from."))
	w.method("arrive(a *run.Automaton) int {\n")
	if w.waits() {
		w.f("m.dropInside(a)\n")
	}
	w.f("a.Waiting = run.None\n")
	if w.events {
		w.f("a.Seen = m.events.Mark\n")
	}
	w.f("return a.From\n}\n")
	w.f("\n// quitInside begins to leave the active state of an automaton.\n")
	w.method("quitInside(a *run.Automaton) {\nif a.Ended != run.Running || a.Active == run.None || !m.on[a.Active] {\nreturn\n}\na.Quit(m.core.Entry)\nswitch a.Active {\n")
	for _, s := range inside {
		w.f("case %s:\nm.%s()\n", w.id(s), s.is("quit"))
	}
	w.f("}\n}\n")
	if w.waits() {
		w.waiting(inside)
	}
}

// occupants gives the states that are in an automaton.
func (w *writer) occupants() []*state {
	return slices.DeleteFunc(slices.Clone(w.states), func(s *state) bool { return s.in == nil })
}

// waiting writes what goes on while activities take their time to stop.
func (w *writer) waiting(inside []*state) {
	w.f("\n// dropInside leaves what is still active in an automaton.\n")
	w.method("dropInside(a *run.Automaton) {\nif a.Active == run.None || !m.on[a.Active] {\nreturn\n}\nswitch a.Active {\n")
	for _, s := range inside {
		verb := "leave"
		if len(s.children) > 0 {
			verb = "drop"
		}
		w.f("case %s:\nm.%s()\n", w.id(s), s.is(verb))
	}
	w.f("}\n}\n\n%s", doc("waited goes on with the transition that an automaton has decided; it is true when the transition is done."))
	w.method("waited(a *run.Automaton) bool {\nm.core.Held = 0\nswitch a.Active {\n")
	for _, s := range inside {
		text := ""
		for _, d := range slices.Backward(w.states) {
			if d != s && !d.within(s) {
				continue
			}
			for _, u := range d.do {
				text += "if m.on[" + w.id(d) + "] {\nm." + u.field + ".Wait(&m.core)\n}\n"
			}
		}
		if text != "" {
			w.f("case %s:\n%s", w.id(s), text)
		}
	}
	w.f("}\nif m.core.Held > 0 {\nreturn false\n}\n")
	if w.events {
		w.f("m.events.Current, m.events.Mark = a.Event, m.events.Next\n")
	}
	w.f("switch a.Waiting {\n")
	for _, t := range w.edges() {
		if !t.acts && t.source.in != nil {
			w.f("case %s:\nm.%s()\n", w.edge(t), t.is("go"))
		}
	}
	for _, a := range w.automata {
		w.f("case %s:\nm.fail%s()\n", w.failEdge(a), a.name)
	}
	w.f("}\nm.settle()\nreturn a.Waiting == run.None\n}\n")
}

// settle writes how automata end that have a fault.
func (w *writer) settle() {
	none := ""
	if w.events {
		none = "m.events.None()\n"
	}
	w.f("\n// settle ends the automata that have a fault as failed, outermost first.\n")
	w.method("settle() {\nfor m.core.Faults > 0 {\nswitch {\n")
	for _, a := range w.automata {
		w.f("case m.%[1]s.Fault != nil:\nif m.core.Fails(&m.%[1]s) {\n%[2]sif m.depart(&m.%[1]s, %[3]s) {\nm.fail%[4]s()\n}\n}\n", a.field(), none, w.failEdge(a), a.name)
	}
	w.f("}\n}\n}\n")
}

// current gives the name of the event that is being consumed.
func (w *writer) current() string {
	if w.events {
		return "m.events.Current.Name"
	}
	return `""`
}

// stops writes how the whole machine is stopped.
func (w *writer) stops() {
	w.f("\n// halt stops the activities of all active states at once, innermost first.\n")
	w.method("halt() {\n")
	for _, s := range slices.Backward(w.states) {
		if len(s.do) == 0 {
			continue
		}
		w.f("if m.on[%s] {\n", w.id(s))
		for _, u := range s.do {
			w.f("m.%s.Halt(&m.core)\n", u.field)
		}
		w.f("}\n")
	}
	w.f("}\n")
}
