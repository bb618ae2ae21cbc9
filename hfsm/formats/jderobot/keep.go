package jderobot

import (
	"regexp"
	"strings"

	"gonao/hfsm/chart"
)

// The roles of kept parts. Those of a transition are "transition NAME role".
const (
	roleCode       = "code"
	roleFunctions  = "functions"
	roleVariables  = "variables"
	roleParameters = "parameters"
	roleCondition  = "condition"
	rolePosition   = "position"
	roleLibraries  = "libraries"
	roleBuild      = "build dependencies"
	roleRun        = "run dependencies"
	roleInterface  = "interface"
	roleLost       = "lost"
	ofGlobal       = "global "
)

func transitionRole(name, role string) string { return "transition " + name + " " + role }

func (r *reader) keep(at chart.Place, path, role, language, text string) {
	r.machine.Kept = append(r.machine.Kept, chart.Kept{Place: at, Path: path, Role: role, Language: language, Text: text})
}

// keepCode keeps a piece of code and reports that it needs a port.
func (r *reader) keepCode(e *element, path, role, hint string) {
	if e == nil || strings.TrimSpace(e.Text) == "" {
		return
	}
	at := e.place(key(path))
	r.keep(at, path, role, r.language, e.Text)
	r.note(at, "needs-port", "%s%s kept and not run; %s", spoken(r.language), role, hint)
}

func spoken(language string) string {
	switch language {
	case "cpp":
		return "C++ "
	case "python":
		return "Python "
	}
	return ""
}

// keepDocument keeps the parts that concern the whole file.
func (r *reader) keepDocument(d *document) {
	r.keepCode(d.globalFunctions, "", ofGlobal+roleFunctions, "they need a port: an activity or a script")
	for _, texts := range []struct {
		role string
		list []string
		at   *element
	}{{roleLibraries, d.libraries, d.librariesAt}, {roleBuild, d.build, d.buildAt}, {roleRun, d.run, d.runAt}} {
		if len(texts.list) > 0 {
			r.keep(texts.at.place(""), "", texts.role, "", strings.Join(texts.list, "\n"))
		}
	}
	for _, c := range d.config {
		at := c.at.place("")
		r.keep(at, "", c.role, "xml", c.at.Raw())
		if names := r.inputsOf(c, at); len(names) > 0 {
			r.note(at, "input", "the %s %s kept; of its values %s are inputs now", c.role, short(nameIn(c.at)), chart.Listed(names))
			continue
		}
		r.note(at, "kept", "the %s %s kept; bind what the machine needs of it as an input or an activity", c.role, short(nameIn(c.at)))
	}
	for _, e := range d.lost {
		r.keep(e.place(""), "", roleLost, "xml", e.Raw())
		if e.Name == "transition" {
			r.warn(e.place(""), "lost-transition", "a transition of the root, which has no state beside it; kept aside")
		}
	}
}

// nameIn returns the name an interface or topic has, in any dialect.
func nameIn(e *element) string { return e.words("name", "nameinterface") }

// keepState keeps the code of a state and of the automaton inside it.
func (r *reader) keepState(raw *rawState, path string) {
	r.keepCode(raw.code, path, roleCode, "it needs a port: an activity (do), or entry and exit actions")
	r.keepCode(raw.functions, path, roleFunctions, "they need a port: an activity or a script")
}

// These distinguish one language from the other.
var (
	looksLikePython = regexp.MustCompile(`(?m)\bself\.|^\s*def \w+\(.*\):|^\s*(if|for|while|else|elif)\b.*:\s*$|\bprint |\bTrue\b|\bFalse\b|\bNone\b|\band not\b`)
	looksLikeCPP    = regexp.MustCompile(`(?m);\s*$|->|::|^\s*(int|float|double|bool|void|char|const|std::\w+|auto)\s+[\w*&]+|&&|\|\||^\s*}`)
)

// languageOf guesses in which language the file's code is: one for all of it.
func languageOf(d *document) string {
	python, cpp := 0, 0
	count := func(pieces ...*element) {
		for _, e := range pieces {
			if e != nil {
				python += len(looksLikePython.FindAllStringIndex(e.Text, -1))
				cpp += len(looksLikeCPP.FindAllStringIndex(e.Text, -1))
			}
		}
	}
	count(d.globalFunctions, d.globalVariables)
	var walk func(s *rawState)
	walk = func(s *rawState) {
		count(s.code, s.functions, s.variables)
		for _, t := range s.transitions {
			count(t.condition, t.code)
		}
		for _, inner := range s.states {
			walk(inner)
		}
	}
	walk(d.root)
	switch {
	case python == 0 && cpp == 0:
		return ""
	case python >= cpp:
		return "python"
	}
	return "cpp"
}
