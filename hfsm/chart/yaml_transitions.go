package chart

import (
	"fmt"
	"regexp"

	"go.yaml.in/yaml/v3"
)

// transition reads one transition; nil if the node is not one.
func (r stateReader) transition(n *yaml.Node, key string, depth int) *Transition {
	fs := r.record(n, key, "a transition: to, after, if, name", transitionKeys...)
	if n.Kind != yaml.MappingNode {
		return nil
	}
	t := &Transition{Place: r.place(n, key)}
	t.Name, t.Description = r.optionalText(fs, "name"), r.optionalText(fs, "description")
	optional(fs, "after", &t.After, r.duration)
	t.If = r.optionalExpression(fs, "if")
	optional(fs, "event", &t.Events, r.events)
	optional(fs, "internal", &t.Internal, r.bool)
	optional(fs, "disabled", &t.Disabled, r.bool)
	if f, ok := fs.get("priority"); ok {
		const most = 1_000_000
		t.Priority = r.integer(f.val, f.at, -most, most)
	}
	t.Then = actionReader(r).optional(fs, "then", depth)
	f, ok := fs.get("to")
	switch {
	case ok:
		t.To = r.words(f.val, f.at, "the name of a state")
		if len(t.To) > 1 && r.profile == Robot {
			r.fault(f.val, f.at, codeValue, "%d states; expected one", len(t.To))
		}
		if f.val.Kind == yaml.SequenceNode && len(f.val.Content) == 0 {
			r.fault(f.val, f.at, codeValue, "no state; expected one")
		}
	case len(t.Then) == 0 && fs.of("then").val == nil && r.profile == Robot && len(fs) == len(n.Content)/2: // otherwise a wrong key was reported in its place
		r.fault(n, join(key, "to"), codeMissing, "missing; expected the name of a state")
	}
	return t
}

// eventWord matches the event names of a transition: words joined by dots, which also match events with more words, or *
// for any event.
var eventWord = regexp.MustCompile(`^(\*|[\pL_][\pL\pN_-]*(\.[\pL\pN_-]+)*)$`)

// events reads the events of a transition.
func (r stateReader) events(n *yaml.Node, key string) []string {
	all := r.words(n, key, "the name of an event, or a list of them")
	for _, word := range all {
		if r.profile == Robot && !eventWord.MatchString(word) {
			r.fault(n, key, codeName, "%q is not a name of an event; expected words joined by dots, or *", word)
		}
	}
	if n.Kind == yaml.SequenceNode && len(n.Content) == 0 {
		r.fault(n, key, codeValue, "no event; expected at least one")
	}
	return all
}

// call reads the use of another machine.
func (r stateReader) call(n *yaml.Node, key string) *Call {
	c := &Call{Place: r.place(n, key)}
	if n.Kind == yaml.ScalarNode {
		c.Machine, _ = r.name(n, key, "the name of a machine")
		return c
	}
	fs := r.record(n, key, "a machine, or {machine: name, with: arguments, returns: {variable: output}}", callKeys...)
	if n.Kind != yaml.MappingNode {
		return c
	}
	if f, ok := fs.get("machine"); ok {
		c.Machine, _ = r.name(f.val, f.at, "the name of a machine")
	} else {
		r.fault(n, join(key, "machine"), codeMissing, "missing; expected the name of a machine")
	}
	optional(fs, "with", &c.Args, actionReader(r).args)
	if f, ok := fs.get("returns"); ok {
		at := join(key, "returns")
		for _, out := range r.mapping(f.val, at, "variables with the outputs that they receive") {
			at := join(at, out.name)
			if word, ok := r.text(out.val, at, "the name of an output"); ok {
				c.Returns = append(c.Returns, Return{Place: r.place(out.val, at), Variable: out.name, Output: word})
			}
		}
	}
	return c
}

// args reads arguments by their names.
func (r actionReader) args(n *yaml.Node, key string) []Arg {
	if isNothing(n) {
		return nil
	}
	var all []Arg
	for _, f := range r.mapping(n, key, "arguments by their names") {
		if a, ok := r.arg(f.name, f.val, join(key, f.name)); ok {
			all = append(all, a)
		}
	}
	return all
}

// arg reads one argument: a value, or an expression.
func (r actionReader) arg(name string, n *yaml.Node, key string) (a Arg, ok bool) {
	a = Arg{Place: r.place(n, key), Name: name}
	if text, ok := computed(n); ok {
		a.Expression = &Expression{Place: r.computedPlace(n, key), Text: text}
		return a, true
	}
	if n.Kind == yaml.MappingNode {
		e, ok := r.expression(n, key)
		a.Expression = &e
		return a, ok
	}
	a.Value, ok = r.typed(n, key, 0)
	return a, ok
}

// nestedArgs reads the arguments of an activity, which may be mappings and lists.
func (r actionReader) nestedArgs(n *yaml.Node, key string) []Arg {
	if isNothing(n) {
		return nil
	}
	var all []Arg
	for _, f := range r.mapping(n, key, "arguments by their names") {
		all = r.flatten(all, f.name, f.val, join(key, f.name), 0)
	}
	return all
}

// flatten appends an argument, or each argument inside it.
func (r actionReader) flatten(all []Arg, name string, n *yaml.Node, key string, depth int) []Arg {
	switch {
	case depth > maxDepth:
		r.fault(n, key, CodeTooMuch, "more than %d mappings and lists inside each other", maxDepth)
	case r.full():
	case n.Kind == yaml.SequenceNode && !tagged(n):
		for i, item := range n.Content {
			at := fmt.Sprintf("[%d]", i)
			all = r.flatten(all, name+at, item, key+at, depth+1)
		}
	case n.Kind == yaml.MappingNode && !tagged(n) && !isScript(n):
		for _, f := range r.mapping(n, key, "values by their names") {
			all = r.flatten(all, join(name, f.name), f.val, join(key, f.name), depth+1)
		}
	default:
		if a, ok := r.arg(name, n, key); ok {
			all = append(all, a)
		}
	}
	return all
}

// isScript reports whether a mapping is an expression in Lua, {lua: text}.
func isScript(n *yaml.Node) bool { return len(n.Content) == 2 && n.Content[0].Value == "lua" }

// isNothing reports whether nothing is written: null.
func isNothing(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Tag == "!!null" && !tagged(n)
}
