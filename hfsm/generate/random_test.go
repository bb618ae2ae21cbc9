package generate

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// author draws machines that use all that expressions and the profile robot have.
type author struct {
	t     *rapid.T
	out   strings.Builder
	paths []string
	kinds map[string]string // of a path: leaf, states, regions, call, final
	uses  int
	depth int
	calls []string // machines it may call
	lua   bool     // some of its texts are scripts
}

// events are those that machines wait for, raise and get.
var events = []string{"e", "f", "e.sub", "g"}

// values are what every machine has.
const values = `inputs: {x: int, y: float, b: bool, s: {type: string, stale_after: 100ms}}
variables: {count: {type: int, initial: 1, min: -50, max: 50}, level: {type: float, initial: 0.5}, flag: bool, word: {type: string, initial: red, enum: [red, green, blue]}}
outputs: {out: {type: float, max: 40}}
functions:
  within: {parameters: {v: float, limit: float}, type: bool, value: size(v) <= limit}
  size: {parameters: {v: float}, type: float, value: "v < 0 ? -v : v * 1.1"}
`

func machine(name string, calls []string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		a := &author{t: t, kinds: map[string]string{}, calls: calls, depth: 3}
		if name != "random" {
			a.depth = 1
		}
		a.uses = 1000 * len(name)
		a.lua = a.chance(3)
		fmt.Fprintf(&a.out, "machine: %s\n%s", name, values)
		if name != "random" {
			a.out.WriteString("parameters: {gain: {type: float, default: 0.25, min: -100, max: 100}, limit: {type: int, default: 3}}\n")
		}
		if a.chance(4) {
			a.f("max_transitions: %d", a.upTo(3, 20))
		}
		if name != "random" && a.chance(3) {
			a.f("preconditions: [%s]", a.truth(1, false))
		}
		if a.chance(4) {
			a.f("begin: %s", a.actions(false))
		}
		a.plan("", 0)
		a.automaton("", 0, "")
		return a.out.String()
	})
}

func (a *author) f(format string, args ...any) { fmt.Fprintf(&a.out, format+"\n", args...) }

func (a *author) upTo(low, high int) int { return rapid.IntRange(low, high).Draw(a.t, "n") }

// chance is true once in n times.
func (a *author) chance(n int) bool { return a.upTo(1, n) == 1 }

func (a *author) of(words ...string) string { return words[a.upTo(0, len(words)-1)] }

// plan chooses the states before anything refers to them.
func (a *author) plan(at string, depth int) {
	n := a.upTo(1, 2)
	if depth == 0 {
		n = a.upTo(2, 3)
	}
	for i := range n {
		path := fmt.Sprintf("%s%c%d", at, 'a'+depth, i)
		a.paths = append(a.paths, path)
		kind := a.of("leaf", "leaf", "leaf", "states", "states", "regions", "call", "final")
		switch {
		case i == 0 && kind == "final", kind == "call" && len(a.calls) == 0, kind != "final" && depth >= a.depth:
			kind = "leaf"
		}
		a.kinds[path] = kind
		switch kind {
		case "states":
			a.plan(path+"/", depth+1)
		case "regions":
			for r := range a.upTo(1, 2) {
				region := fmt.Sprintf("%s/r%d", path, r)
				a.kinds[region] = "region"
				a.paths = append(a.paths, region)
				a.plan(region+"/", depth+2)
			}
		}
	}
}

func (a *author) inside(at string) []string {
	var all []string
	for _, path := range a.paths {
		if name, ok := strings.CutPrefix(path, at); ok && !strings.Contains(name, "/") {
			all = append(all, path)
		}
	}
	return all
}

// automaton writes the states inside a state, or of the machine.
func (a *author) automaton(at string, depth int, indent string) {
	if a.chance(2) {
		a.f("%shistory: %s", indent, a.of("none", "shallow", "deep", "resume"))
	}
	if a.chance(2) || depth == 0 {
		a.f("%srate_hz: %s", indent, a.of("10", "20", "30", "50", "100", "7.5"))
	}
	states := a.inside(at)
	a.f("%sinitial: %s\n%sstates:", indent, strings.TrimPrefix(states[a.upTo(0, len(states)-1)], at), indent)
	for _, path := range states {
		a.state(path, at, depth, indent+"  ")
	}
}

func (a *author) state(path, at string, depth int, indent string) {
	a.f("%s%s:", indent, strings.TrimPrefix(path, at))
	indent += "  "
	kind := a.kinds[path]
	if a.chance(2) {
		a.f("%sentry: %s", indent, a.actions(true))
	}
	if kind == "final" {
		a.f("%sfinal: %s", indent, a.of("true", "failed"))
		return
	}
	if a.chance(2) {
		a.f("%sexit: %s", indent, a.actions(true))
	}
	if a.chance(2) {
		uses := make([]string, a.upTo(1, 2))
		for i := range uses {
			uses[i] = a.activity()
		}
		if a.lua && a.chance(2) {
			uses = append(uses, "{lua: "+quoted(a.luaStatement())+"}")
		}
		a.f("%sdo: [%s]", indent, strings.Join(uses, ", "))
	}
	if a.chance(3) {
		a.f("%sstop_within: %s", indent, a.of("50ms", "200ms"))
	}
	a.transitions(path, at, indent)
	switch kind {
	case "states":
		a.automaton(path+"/", depth+1, indent)
	case "regions":
		a.f("%sregions:", indent)
		for _, region := range a.inside(path + "/") {
			a.f("%s  %s:", indent, strings.TrimPrefix(region, path+"/"))
			a.automaton(region+"/", depth+2, indent+"    ")
		}
	case "call":
		a.f("%scall: {machine: %s, with: {gain: %s}, returns: {%s}}", indent, a.of(a.calls...),
			quoted("="+a.number(2, true)), a.of("", "level: out", "count: count", "word: word"))
	}
}

func (a *author) transitions(path, at, indent string) {
	a.f("%stransitions:", indent)
	for range a.upTo(1, 2) {
		a.transition(path, at, indent, "")
	}
	// So that every state is reached, by something that happens seldom.
	beside := a.inside(at)
	next := beside[(slices.Index(beside, path)+1)%len(beside)]
	a.f("%s- {to: %s, after: %dms, if: x == %d}", indent, strings.TrimPrefix(next, at), 10+a.upTo(0, 400), a.upTo(-2, 6))
	if a.chance(3) {
		a.transition(path, at, indent, a.paths[a.upTo(0, len(a.paths)-1)])
	}
}

func (a *author) transition(path, at, indent, to string) {
	var keys []string
	kind := a.upTo(0, 9)
	switch {
	case to != "":
		if a.kinds[to] == "region" {
			return
		}
		keys = append(keys, "to: "+to)
	case kind == 0:
		keys = append(keys, "then: "+a.actions(true))
	case kind == 1:
		keys = append(keys, "to: "+a.of("FINAL", "FAILED"))
	case kind == 2 && a.kinds[path] == "states":
		inside := a.inside(path + "/")
		keys = append(keys, "internal: true", "to: "+inside[a.upTo(0, len(inside)-1)])
	default:
		beside := a.inside(at)
		keys = append(keys, "to: "+strings.TrimPrefix(beside[a.upTo(0, len(beside)-1)], at))
	}
	if kind > 0 && a.chance(3) {
		keys = append(keys, "then: "+a.actions(true))
	}
	if a.chance(3) {
		keys = append(keys, "event: "+a.of("e", "f", "[f, g]", "e.sub", `"*"`))
	}
	if a.chance(3) {
		keys = append(keys, fmt.Sprintf("after: %dms", a.upTo(1, 300)))
	}
	if a.chance(10) {
		keys = append(keys, "disabled: true")
	}
	if a.chance(4) {
		keys = append(keys, fmt.Sprintf("priority: %d", a.upTo(-2, 2)))
	}
	if a.chance(4) {
		keys = append(keys, "name: "+a.of("go", "same name", "über"))
	}
	if a.lua && a.chance(2) {
		keys = append(keys, "if: {lua: "+quoted(a.luaTruth())+"}")
	} else {
		keys = append(keys, "if: "+quoted(a.truth(2, true)))
	}
	a.f("%s- {%s}", indent, strings.Join(keys, ", "))
}

// activity writes one use of an activity, with an id of its own.
func (a *author) activity() string {
	a.uses++
	if a.chance(3) {
		return fmt.Sprintf("{slow: {id: %d}}", a.uses)
	}
	return fmt.Sprintf("{act: {id: %d, x: %s}}", a.uses, a.of("0.5", quoted("="+a.number(1, true)), quoted("="+a.whole(1, true))))
}

func (a *author) actions(words bool) string {
	all := make([]string, a.upTo(1, 2))
	for i := range all {
		all[i] = a.action(words, 1)
	}
	return "[" + strings.Join(all, ", ") + "]"
}

func (a *author) action(words bool, depth int) string {
	if a.lua && a.chance(3) {
		return a.luaAction()
	}
	switch a.upTo(0, 11) {
	case 0, 1, 2:
		return "{set: {count: " + quoted(a.whole(2, words)) + "}}"
	case 3:
		return "{set: {level: " + quoted(a.number(2, words)) + "}}"
	case 4:
		return "{set: {flag: " + quoted(a.truth(1, words)) + "}}"
	case 5:
		return "{set: {word: " + quoted(a.of(`"green"`, "s", `b ? "red" : word`)) + "}}"
	case 6:
		return "{set: {out: " + quoted(a.number(1, words)) + "}}"
	case 7:
		return "{raise: " + a.of(events...) + "}"
	case 8:
		return "{log: " + quoted(a.number(1, words)) + "}"
	case 9:
		return fmt.Sprintf("{send: {event: %s, delay: %dms, id: d}}", a.of(events...), a.upTo(0, 200))
	case 10:
		if depth > 0 {
			return "{cancel: d}"
		}
	}
	return a.activity()
}

// quoted writes an expression as a YAML text.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// whole draws an expression of type int.
func (a *author) whole(depth int, words bool) string {
	if depth == 0 {
		return a.of("x", "count", "1", "-2", "7")
	}
	n := func() string { return a.whole(depth-1, words) }
	switch a.upTo(0, 9) {
	case 0, 1:
		return "(" + n() + " + " + n() + ")"
	case 2:
		return n() + " - (" + n() + ")"
	case 3:
		return "(" + n() + ") * (" + n() + ")"
	case 4:
		return "(" + n() + ") % 5"
	case 5:
		return a.of("min", "max") + "(" + n() + ", " + n() + ")"
	case 6:
		return a.of("floor", "ceil", "round") + "(" + a.number(depth-1, words) + ")"
	case 7:
		return "abs(" + n() + ")"
	case 8:
		return "(" + a.truth(0, words) + " ? " + n() + " : " + n() + ")"
	}
	return "clamp(" + n() + ", -10, 10)"
}

// number draws an expression of type float.
func (a *author) number(depth int, words bool) string {
	if depth == 0 {
		if words && a.chance(4) {
			return "elapsed"
		}
		return a.of("y", "level", "0.5", "1.25e1", "pi", "-0.0", "age(y)")
	}
	n := func() string { return a.number(depth-1, words) }
	switch a.upTo(0, 8) {
	case 0, 1:
		return n() + " + " + n()
	case 2:
		return "(" + n() + ") * (" + n() + ") - " + n()
	case 3:
		return "(" + n() + ") / (" + a.whole(depth-1, words) + ")"
	case 4:
		return a.of("sin", "cos", "sqrt", "tan", "abs") + "(" + n() + ")"
	case 5:
		return a.of("min", "max", "hypot", "atan2") + "(" + n() + ", " + n() + ")"
	case 6:
		return "clamp(" + n() + ", " + a.whole(0, words) + ", 3.5)"
	case 7:
		return "(" + a.truth(0, words) + " ? " + n() + " : " + a.whole(depth-1, words) + " + 0.0)"
	}
	return "-(" + n() + ")"
}

// truth draws a condition.
func (a *author) truth(depth int, words bool) string {
	if depth == 0 {
		switch a.upTo(0, 9) {
		case 0, 1, 2:
			return "x " + a.of("==", "!=", "<", ">=") + " " + a.of("0", "1", "2", "3")
		case 3:
			return "y " + a.of("<", "<=", ">") + " " + a.of("0.5", "1", "x")
		case 4:
			return `s == "red"`
		case 5:
			return "stale(s)"
		case 6:
			return "x in [1, 4]"
		case 7:
			if words {
				return a.of("final", "failed", `event == "e"`, "elapsed > 0.05")
			}
		case 8:
			if words {
				return fmt.Sprintf("active(%q)", a.paths[a.upTo(0, len(a.paths)-1)])
			}
		case 9:
			return "within(" + a.of("y", "x", "level") + ", " + a.of("0.5", "x + 1", "size(y)") + ")"
		}
		return a.of("b", "flag")
	}
	x := func() string { return a.truth(depth-1, words) }
	switch a.upTo(0, 6) {
	case 0:
		return x() + " and " + x()
	case 1:
		return x() + " or " + x()
	case 2:
		return "not (" + x() + ")"
	case 3:
		return "(" + x() + ") == (" + x() + ")"
	case 4:
		return "count < " + a.whole(1, words)
	case 5:
		return a.number(1, words) + " > " + a.number(1, words)
	}
	return x()
}
