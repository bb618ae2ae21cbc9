package jderobot

import (
	"path"
	"strings"
)

// automaton is one of a flat list.
type automaton struct {
	at     *element
	id     string
	father string
	used   bool
}

// flat reads the dialect A and the Spanish form before it.
func (r *reader) flat(root *element) *document {
	d := &document{dialect: "A"}
	var all []*automaton
	byID := map[string]*automaton{}
	for _, e := range root.all("SubAutomata") {
		a := &automaton{at: e, id: e.attr("id"), father: e.attr("idFather")}
		if e.child("idSub") != nil || e.child("Estado") != nil {
			d.dialect = "A (Spanish)"
			a.id, a.father = e.words("idSub"), e.words("idPadre")
		}
		if byID[a.id] != nil {
			r.warn(e.place("SubAutomata"), "duplicate-id", "the id %q twice; the first one is meant wherever it is used", a.id)
		} else {
			byID[a.id] = a
		}
		all = append(all, a)
		if d.libraries == nil {
			d.libraries, d.librariesAt = list(e.child("Librerias"), "lib")
		}
	}
	if d.libraries == nil {
		d.libraries, d.librariesAt = list(root.child("libraries"), "lib", "library")
	}
	d.config = configs(root)
	if scheme := root.words("nombreEsquema"); scheme != "" {
		d.name = path.Base(strings.ReplaceAll(scheme, `\`, "/"))
	}
	d.root = &rawState{at: root, compound: true}
	if top := topOf(all); top != nil {
		r.hang(d.root, top, byID, 0)
	}
	for _, a := range all {
		if !a.used {
			r.warn(a.at.place("SubAutomata"), "lost-automaton", "the sub-automaton %q is in no state; expected a state with it, kept aside", a.id)
			d.lost = append(d.lost, a.at)
		}
	}
	return d
}

// topOf returns the outermost automaton: that without a father.
func topOf(all []*automaton) *automaton {
	for _, a := range all {
		if a.father == "" || a.father == "0" {
			return a
		}
	}
	if len(all) > 0 {
		return all[0]
	}
	return nil
}

// hang reads an automaton into the state that has it.
func (r *reader) hang(owner *rawState, a *automaton, byID map[string]*automaton, depth int) {
	a.used = true
	e := a.at
	owner.compound = true
	owner.period = e.child("iteration_time", "tiempoIteracion")
	owner.functions = e.child("functions", "funciones_aux")
	owner.variables = e.child("variables", "variables_aux")
	for _, c := range e.all() {
		var s *rawState
		son := ""
		switch c.Name {
		case "state":
			s, son = nestedState(c), c.words("idSubautomataSon")
			s.period, s.functions, s.variables = nil, nil, nil
		case "Estado":
			s, son = spanishState(c), c.words("hijo")
			for _, t := range c.child("transiciones").all("transicion") { //nolint:misspell // the word is Spanish
				owner.transitions = append(owner.transitions, spanishTransition(t, s))
			}
		case "transition":
			owner.transitions = append(owner.transitions, flatTransition(c))
			continue
		default:
			continue
		}
		owner.states = append(owner.states, s)
		if son == "" || son == "0" {
			continue
		}
		inner := byID[son]
		switch {
		case inner == nil:
			r.warn(c.place("idSubautomataSon"), "no-such-automaton", "no sub-automaton %q; the state has none inside it", son)
		case inner.used:
			r.warn(c.place("idSubautomataSon"), "automaton-twice", "the sub-automaton %q is in a state already; this one has none inside it", son)
		case depth >= maxAutomata:
			r.warn(c.place("idSubautomataSon"), "too-deep", "more than %d automata inside each other; this one is kept aside", maxAutomata)
		default:
			r.hang(s, inner, byID, depth+1)
		}
	}
}

func flatTransition(e *element) *rawTransition {
	t := &rawTransition{
		at: e, id: e.attr("id"), name: e.words("name"), x: e.words("posx"), y: e.words("posy"),
		origin: e.words("origin"), target: e.words("destiny"), code: e.child("transcode"),
	}
	trans := e.child("trans")
	if t.timed = isTimed(trans.attr("type")); t.timed {
		t.time = trans
	} else {
		t.condition = trans
	}
	return t
}

func spanishState(e *element) *rawState {
	return &rawState{
		at: e, id: e.words("id"), name: e.words("nombre"), initial: isTrue(e.attr("estado_inicial")),
		x: e.words("origenX"), y: e.words("origenY"), code: e.child("codigo"),
	}
}

func spanishTransition(e *element, from *rawState) *rawTransition {
	box := e.child("box")
	t := &rawTransition{
		at: e, name: e.words("nombre"), x: box.attr("x1"), y: box.attr("y1"), within: from, origin: from.id,
		target: e.words("destino"), time: e.child("tiempo"), condition: e.child("codigo"),
	}
	t.timed = t.time != nil
	return t
}
