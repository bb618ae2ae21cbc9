package generate

import (
	"strconv"
	"strings"
)

// choose writes which transition a state takes now.
func (w *writer) choose(s *state) {
	if len(s.trans) == 0 || s.in == nil {
		return
	}
	w.f("\n// %s: which transition of %s is taken now, if any.\n", s.is("choose"), printable(s.path))
	w.method("%s() int {\n", s.is("choose"))
	event := false // the one that was looked at last may be current
	for _, t := range s.trans {
		if waits := len(t.chart.Events) > 0; waits {
			event = true
		} else if event {
			w.f("m.core.NoEvent()\n")
			event = false
		}
		w.chooseOne(t)
	}
	w.f("return run.None\n}\n")
}

func (w *writer) chooseOne(t *transition) {
	var conditions []string
	if t.after() > 0 {
		conditions = append(conditions, "m.core.After("+w.edge(t)+")")
	}
	if len(t.chart.Events) > 0 {
		w.chooseByEvents(t, conditions)
		return
	}
	if t.acts {
		conditions = append(conditions, "m.core.MayAct("+w.edge(t)+")")
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

// chooseByEvents writes the choice of a transition that waits for events: of several
// that have come the first counts for which the guard holds.
func (w *writer) chooseByEvents(t *transition, conditions []string) {
	of := "&m.core.In[" + w.number(t.source.in) + "]"
	for _, e := range t.chart.Events {
		of += ", " + strconv.Quote(e)
	}
	if len(conditions) > 0 {
		w.f("if %s {\n", strings.Join(conditions, " && "))
	}
	if t.guarded() {
		w.f("for n := m.events.After(0, %s); n > 0; n = m.events.After(n, %s) {\nif m.%s() {\nreturn %s\n}\n", of, of, t.is("guard"), w.edge(t))
		if t.scripted() {
			w.f("if m.core.Problem != nil {\nreturn run.None\n}\n")
		}
		w.f("}\n")
	} else {
		w.f("if m.events.After(0, %s) > 0 {\nreturn %s\n}\n", of, w.edge(t))
	}
	if len(conditions) > 0 {
		w.f("}\n")
	}
}

// guarded says whether the transition has a function that allows it.
func (t *transition) guarded() bool { return t.chart.If != nil }
