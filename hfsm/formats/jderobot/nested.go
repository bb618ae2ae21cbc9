package jderobot

import "strings"

// nested reads the dialects B to E.
func nested(root *element) *document {
	d := &document{dialect: nestedDialect(root)}
	d.config = configs(root)
	d.kept = root.all("kept")
	d.manner = root.child("manner")
	d.libraries, d.librariesAt = list(root.child("libraries"), "library", "lib")
	config := root.child("config")
	d.build, d.buildAt = list(config.child("buildDependencies"), "dependency")
	d.run, d.runAt = list(config.child("runDependencies"), "dependency")
	global := root.child("global_namespace")
	if global == nil {
		global = root // D writes them beside the states
	}
	d.globalFunctions = global.child("functions")
	d.globalVariables = global.child("variables")
	d.globalParameters = global.child("parameters")

	tops := root.all("state")
	if len(tops) == 1 && (tops[0].attr("id") == "0" || len(tops[0].all("state")) > 0) {
		d.root = nestedState(tops[0])
		if d.root.name != "root" {
			d.name = d.root.name
		}
		// A transition of the root has nothing to lead to.
		d.lost = append(d.lost, tops[0].all("transition")...)
		return d
	}
	// A file without its root: it holds the uppermost states.
	d.root = &rawState{at: root, compound: true}
	d.root.fill(tops)
	return d
}

func nestedDialect(root *element) string {
	config := root.child("config")
	switch {
	case root.child("configs") != nil:
		return "C"
	case config == nil && root.child("global_namespace") == nil:
		return "B"
	case config != nil && config.attr("type") == "0":
		return "D1"
	case config != nil && config.attr("type") == "1":
		return "D2"
	}
	return "E"
}

func nestedState(e *element) *rawState {
	s := &rawState{
		at: e, id: e.attr("id"), name: e.words("name"), initial: isTrue(e.attr("initial")),
		x: e.words("posx"), y: e.words("posy"), code: e.child("code"), period: e.child("timestep"),
	}
	space := e.child("namespace")
	if space == nil {
		space = e
	}
	s.functions, s.variables, s.parameters = space.child("functions"), space.child("variables"), space.child("parameters")
	s.fill(e.all("state"))
	return s
}

// fill reads the states inside and the transitions, which each state has written
// inside it.
func (s *rawState) fill(inside []*element) {
	s.compound = s.compound || len(inside) > 0
	for _, e := range inside {
		inner := nestedState(e)
		s.states = append(s.states, inner)
		for _, t := range e.all("transition") {
			s.transitions = append(s.transitions, &rawTransition{
				at: t, id: t.attr("id"), name: t.words("name"), x: t.words("posx"), y: t.words("posy"),
				origin: t.words("originid"), within: inner, target: t.words("destinationid"),
				timed: isTimed(t.words("type")), time: t.child("time"),
				condition: t.child("condition"), code: t.child("code"),
			})
		}
	}
}

func isTrue(word string) bool  { return strings.EqualFold(word, "true") || word == "1" }
func isTimed(word string) bool { return word == "0" || strings.EqualFold(word, "time") }

// configs returns the interfaces and topics of any dialect.
func configs(root *element) []config {
	var found []config
	add := func(role string, in []*element) {
		for _, e := range in {
			found = append(found, config{at: e, role: role})
		}
	}
	add("interface", root.child("configs").all("config"))
	c := root.child("config")
	add("interface", c.all("iceinterface"))
	for _, e := range c.all("interfaces") {
		for _, child := range e.all() {
			found = append(found, config{at: child, role: "interface"})
		}
	}
	add("topic", c.child("topics").all("topic"))
	return found
}

// list returns the texts of the elements inside e that have one of the names.
func list(e *element, names ...string) ([]string, *element) {
	var texts []string
	for _, name := range names {
		for _, c := range e.all(name) {
			if text := strings.Join(strings.Fields(c.Text), " "); text != "" {
				texts = append(texts, text)
			}
		}
	}
	return texts, e
}
