package generate

import (
	"slices"
	"strconv"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// choose writes which transition a state takes now.
func (w *writer) choose(s *state) {
	if len(s.trans) == 0 || s.in == nil {
		return
	}
	w.f("\n// %s gives the transition that %s takes now, or None.\n", s.is("choose"), printable(s.path))
	w.method("%s() int {\n", s.is("choose"))
	for _, t := range s.trans {
		w.chooseOne(t)
	}
	if w.events {
		w.f("m.events.None()\n")
	}
	w.f("return run.None\n}\n")
}

func (w *writer) chooseOne(t *transition) {
	var conditions []string
	if t.after() > 0 {
		since := "m.core.At-m." + t.source.in.field() + ".Entered"
		if t.acts {
			since += "-m." + t.acted()
		}
		conditions = append(conditions, since+" >= "+duration(t.after()))
	}
	waits := len(t.chart.Events) > 0
	if t.acts && !waits {
		conditions = append(conditions, "m."+t.acted()+"In != m.core.Ticks")
	}
	if waits {
		var names []string
		for _, e := range t.chart.Events {
			names = append(names, strconv.Quote(e))
		}
		if len(conditions) > 0 {
			w.f("if %s {\n", strings.Join(conditions, " && "))
		}
		of := "&m." + t.source.in.field() + ", " + strings.Join(names, ", ")
		if t.guarded() {
			fails := ""
			if t.scripted() {
				fails = "if m.core.Problem != nil {\nreturn run.None\n}\n"
			}
			w.f("for n := m.events.After(0, %s); n > 0; n = m.events.After(n, %s) {\nif m.%s() {\nreturn %s\n}\n%s}\n", of, of, t.is("guard"), w.edge(t), fails)
		} else {
			w.f("if m.events.After(0, %s) > 0 {\nreturn %s\n}\n", of, w.edge(t))
		}
		if len(conditions) > 0 {
			w.f("}\n")
		}
		return
	}
	if w.events {
		w.f("m.events.None()\n")
	}
	if t.guarded() {
		conditions = append(conditions, "m."+t.is("guard")+"()")
	}
	if len(conditions) == 0 { // what follows is never reached, and go vet would say so
		conditions = []string{"true"}
	}
	w.f("if %s {\nreturn %s\n}\n", strings.Join(conditions, " && "), w.edge(t))
	if t.scripted() {
		w.f("if m.core.Problem != nil {\nreturn run.None\n}\n")
	}
}

// guarded says whether the transition has a function that allows it.
func (t *transition) guarded() bool { return t.chart.If != nil }

func (t *transition) is(verb string) string { return verb + t.name }

// acted is the machine's field that holds when a transition that only acts did so.
func (t *transition) acted() string { return "acted" + t.name }

// open writes how a state becomes active, without what is inside it.
func (w *writer) open(s *state) {
	if s.id == 0 {
		return
	}
	verb, result, failed, done := "open", " bool", "return false\n", "return true\n"
	about := "makes " + s.path + " active; false when what is inside it is not to be entered"
	if len(s.children) == 0 {
		verb, result, failed, done, about = "enter", "", "return\n", "", "enters "+s.path
	}
	spent := ", spent time.Duration"
	if s.in == nil {
		spent = ""
	}
	w.f("\n%s", doc(s.is(verb)+" "+about+"."))
	w.method("%s(how run.Entry%s)%s {\nm.on[%s] = true\n", s.is(verb), spent, result, w.id(s))
	if s.in != nil {
		w.f("m.%s.Occupy(%s, m.core.Entry, spent)\n", s.in.field(), w.id(s))
	}
	w.resetActs(s)
	if done == "" && s.kind != chart.FinalState {
		w.f("m.core.Blame(&m.%s, m.%s(how))\n}\n", s.around.field(), s.is("entry"))
		return
	}
	w.f("if err := m.%s(how); err != nil {\nm.core.Blame(&m.%s, err)\n%s}\n", s.is("entry"), s.around.field(), failed)
	if s.inside != nil {
		w.WriteString(w.opening(s.inside))
	}
	if s.call != nil {
		field := s.inside.field()
		w.f("if err := m.%s(); err != nil {\nm.%s.Ended = run.Running\nm.core.Blame(&m.%s, err)\n%s}\n", s.is("call"), field, field, failed)
	}
	if s.kind == chart.FinalState {
		end := hfsm.Final
		if s.failed {
			end = hfsm.Failed
		}
		w.f("m.%s()\n%s", s.is("leave"), w.ending(s.around, end))
	}
	w.f("%s}\n", done)
}

func (w *writer) resetActs(s *state) {
	if !slices.ContainsFunc(s.trans, func(t *transition) bool { return t.acts }) {
		return
	}
	w.f("if how == run.Anew {\n")
	for _, t := range s.trans {
		if t.acts {
			w.f("m.%s, m.%sIn = 0, 0\n", t.acted(), t.acted())
		}
	}
	w.f("}\n")
}

// ending gives an automaton whose state has been left its outcome.
func (w *writer) ending(a *automaton, how hfsm.Status) string {
	text := "m." + a.field() + ".Ended = " + statusName(how) + "\n"
	if a.id == 0 {
		text += "m.core.Status = " + statusName(how) + "\n"
	}
	return text
}

// enter writes how a state is entered with what its history says is inside it.
func (w *writer) enter(s *state) {
	if len(s.children) == 0 || s.id == 0 {
		return
	}
	w.f("\n%s", doc(s.is("enter")+" enters "+s.path+" and what is inside it."))
	spent, pass := ", spent time.Duration", ", spent"
	if s.in == nil {
		spent, pass = "", ""
	}
	w.method("%s(how run.Entry%s) {\nif !m.%s(how%s) {\nreturn\n}\n", s.is("enter"), spent, s.is("open"), pass)
	if s.inside != nil {
		w.f("m.enter%s()\n", s.inside.into())
	}
	for _, region := range s.children {
		if s.inside == nil {
			w.f("m.%s(how)\n", region.is("enter"))
		}
	}
	w.f("}\n")
}

// enterWay gives the code that enters the states of a way to a target, and at the
// end of it what the target's history says.
func (w *writer) enterWay(way []*state) string {
	s := way[0]
	spent := ", 0"
	if s.in == nil {
		spent = ""
	}
	if len(way) == 1 {
		return "m." + s.is("enter") + "(run.Anew" + spent + ")\n"
	}
	text := "if m." + s.is("open") + "(run.Anew" + spent + ") {\n"
	if s.inside != nil {
		text += w.enterWay(way[1:])
	}
	for _, region := range s.children {
		switch {
		case s.inside != nil:
		case region == way[1]:
			text += w.enterWay(way[1:])
		default:
			text += "m." + region.is("enter") + "(run.Anew)\n"
		}
	}
	return text + "}\n"
}

// quit writes how a state begins to be left.
func (w *writer) quit(s *state) {
	if s.id == 0 {
		return
	}
	w.f("\n%s", doc(s.is("quit")+" stops what runs in "+s.path+", innermost first, and leaves it where nothing has to be waited for."))
	w.method("%s() {\n", s.is("quit"))
	if s.inside != nil {
		w.f("m.%s.Waiting = run.None // superseded\nm.quitInside(&m.%s)\n", s.inside.field(), s.inside.field())
	}
	for _, region := range slices.Backward(s.children) {
		if s.inside == nil {
			w.f("if m.on[%s] {\nm.%s()\n}\n", w.id(region), region.is("quit"))
		}
	}
	for _, u := range s.do {
		w.f("m.%s.Stop(&m.core)\n", u.field)
	}
	if w.waits() {
		w.f("if m.core.Held == 0 {\nm.%s()\n}\n}\n", s.is("leave"))
	} else {
		w.f("m.%s()\n}\n", s.is("leave"))
	}
}

// drop writes how a state is left whose activities have stopped.
func (w *writer) drop(s *state) {
	if s.id == 0 || len(s.children) == 0 || !w.waits() {
		return
	}
	w.f("\n%s", doc(s.is("drop")+" leaves what is still active of "+s.path+", innermost first."))
	w.method("%s() {\n", s.is("drop"))
	if s.inside != nil {
		w.f("m.dropInside(&m.%s)\n", s.inside.field())
	}
	for _, region := range slices.Backward(s.children) {
		if s.inside == nil {
			w.f("if m.on[%s] {\nm.%s()\n}\n", w.id(region), region.is("drop"))
		}
	}
	w.f("m.%s()\n}\n", s.is("leave"))
}

// leave writes what happens when a state is left.
func (w *writer) leave(s *state) {
	if s.id == 0 {
		return
	}
	w.f("\n%s", doc(s.is("leave")+" leaves "+s.path+" alone."))
	w.method("%s() {\n", s.is("leave"))
	if s.call != nil {
		w.giveBack(s)
	}
	w.f("err := m.%s()\nm.on[%s] = false\n", s.is("exit"), w.id(s))
	if s.inside != nil {
		w.f("m.%s.Live = false\n", s.inside.field())
	}
	w.f("m.core.Blame(&m.%s, err)\n}\n", s.around.field())
}

// outcome writes how what a state does has ended.
func (w *writer) outcome(s *state) {
	if !s.judged {
		return
	}
	var parts []string
	for _, u := range s.do {
		parts = append(parts, "m."+u.field+".Status")
	}
	if s.inside != nil {
		parts = append(parts, "m."+s.inside.field()+".Ended")
	}
	for _, region := range s.children {
		if s.inside == nil {
			parts = append(parts, "m."+region.is("outcome")+"()")
		}
	}
	text := "run.Running"
	if len(parts) > 0 {
		text = parts[0]
	}
	for _, part := range parts[min(1, len(parts)):] {
		text = "run.Both(" + text + ", " + part + ")"
	}
	w.f("\n%s", doc(s.is("outcome")+" says how what "+s.path+" does has ended."))
	w.method("%s() run.Status { return %s }\n", s.is("outcome"), text)
}
