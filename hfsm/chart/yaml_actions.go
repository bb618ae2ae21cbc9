package chart

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
)

// actionNames are the names of actions that are not activities.
var actionNames = []string{"set", "raise", "send", "cancel", "log", "lua", "script", "if", "each", "block"}

var (
	logKeys    = []string{"label", "value"}
	branchKeys = []string{"if", "then"}
	eachKeys   = []string{"array", "item", "index", "do"}
)

// actions reads one action or a list of them. An action is a name, or a mapping
// of one name to its arguments. Only activities are taken where momentary is false.
func (r actionReader) actions(n *yaml.Node, key string, momentary bool, depth int) []Action {
	if depth > maxDepth {
		r.fault(n, key, CodeTooMuch, "more than %d actions inside each other", maxDepth)
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		return r.action(n, key, momentary, depth)
	}
	var all []Action
	for i, item := range n.Content {
		if r.full() {
			break
		}
		all = append(all, r.action(item, fmt.Sprintf("%s[%d]", key, i), momentary, depth)...)
	}
	return all
}

// optional returns the actions of a field that may be absent.
func (r actionReader) optional(fs fields, part string, depth int) []Action {
	if f, ok := fs.get(part); ok {
		return r.actions(f.val, f.at, true, depth)
	}
	return nil
}

func (r actionReader) action(n *yaml.Node, key string, momentary bool, depth int) []Action {
	const expected = "an activity, such as {track: {color: red}}"
	if n.Kind == yaml.ScalarNode {
		word, ok := r.text(n, key, expected)
		if ok && slices.Contains(actionNames, word) {
			r.fault(n, key, codeType, "%s has no argument; expected one to %s, such as {%s: …}", word, word, word)
			return nil
		}
		if _, ok := r.name(n, key, "an activity"); !ok {
			return nil
		}
		return []Action{{Place: r.place(n, key), Name: word}}
	}
	parts := r.mapping(n, key, expected)
	if n.Kind != yaml.MappingNode {
		return nil
	}
	if len(parts) != 1 {
		r.fault(n, key, codeType, "%d names in one action; expected one (several actions are a list)", len(parts))
		return nil
	}
	f := parts[0]
	key = join(key, f.name)
	switch {
	case slices.Contains(actionNames, f.name) && (momentary || f.name == "lua" || f.name == "script"): // a script runs in each tick
		return r.momentary(f, key, depth)
	case slices.Contains(actionNames, f.name):
		r.fault(f.key, key, codeUnknown, "%s takes no time; expected it under entry or exit", f.name)
		return nil
	case !isName(f.name):
		r.fault(f.key, key, codeName, "%q is not a name; expected an activity: letters, digits, _ and -, a letter first", f.name)
		return nil
	}
	return []Action{{Place: r.place(f.key, key), Name: f.name, Args: r.nestedArgs(f.val, key)}}
}

// momentary reads an action that is not an activity.
func (r actionReader) momentary(f field, key string, depth int) []Action {
	a := Action{Place: r.place(f.key, key)}
	switch f.name {
	case "set":
		return r.assignments(f.val, key)
	case "raise":
		a.Do = Raise
		a.Name, _ = r.text(f.val, key, "the name of an event")
		if a.Name != "" && r.profile == Robot && (!eventWord.MatchString(a.Name) || a.Name[len(a.Name)-1] == '*') {
			r.fault(f.val, key, codeName, "%q is not a name of an event; expected words joined by dots", a.Name)
		}
	case "send":
		a.Do, a.Message = Send, r.message(f.val, key)
	case "cancel":
		a.Do = Cancel
		if text, ok := computed(f.val); ok {
			a.Value = &Expression{Place: r.computedPlace(f.val, key), Text: text}
		} else {
			a.Name, _ = r.text(f.val, key, "the id of a message")
			a.Name = literal(a.Name)
		}
	case "log":
		a.Do = Log
		r.log(f.val, key, &a)
	case "lua", "script":
		a.Do = Script
		a.Value = r.pointer(f.val, key)
		if a.Value != nil && f.name == "lua" {
			a.Value.Language = "lua"
		}
	case "if":
		a.Do, a.Branches = If, r.branches(f.val, key, depth)
	case "each":
		a.Do, a.Loop = Each, r.each(f.val, key, depth)
	case "block":
		a.Do, a.Actions = Block, r.actions(f.val, key, true, depth+1)
	}
	return []Action{a}
}

// pointer returns an expression, or nil with a finding.
func (r actionReader) pointer(n *yaml.Node, key string) *Expression {
	if e, ok := r.expression(n, key); ok {
		return &e
	}
	return nil
}

// assignments reads {variable: expression, …}, each as an action.
func (r actionReader) assignments(n *yaml.Node, key string) []Action {
	var all []Action
	for _, f := range r.mapping(n, key, "variables with their new values") {
		at := join(key, f.name)
		a := Action{Place: r.place(f.key, at), Do: Set, Name: f.name}
		if f.val.Kind == yaml.MappingNode && len(f.val.Content) == 2 && f.val.Content[0].Value == "content" {
			a.Literal, _ = r.text(f.val.Content[1], join(at, "content"), "a text")
			all = append(all, a)
		} else if a.Value = r.pointer(f.val, at); a.Value != nil {
			all = append(all, a)
		}
	}
	return all
}

// log reads the logged value: an expression, or {label, value}.
func (r actionReader) log(n *yaml.Node, key string, a *Action) {
	if n.Kind != yaml.MappingNode || len(n.Content) == 2 && !slices.Contains(logKeys, n.Content[0].Value) {
		a.Value = r.pointer(n, key)
		return
	}
	fs := r.record(n, key, "label and value", logKeys...)
	a.Name, a.Value = r.optionalText(fs, "label"), r.optionalExpression(fs, "value")
}

// branches reads [{if: condition, then: actions}, …, {then: actions}].
func (r actionReader) branches(n *yaml.Node, key string, depth int) []Branch {
	var all []Branch
	for i, item := range r.list(n, key, "a list such as [{if: x > 1, then: …}, {then: …}]") {
		at := fmt.Sprintf("%s[%d]", key, i)
		fs := r.record(item, at, "if and then", branchKeys...)
		b := Branch{Place: r.place(item, at), If: r.optionalExpression(fs, "if")}
		if _, ok := fs.get("if"); !ok && i < len(n.Content)-1 {
			r.fault(item, join(at, "if"), codeMissing, "missing; only the last branch may omit it")
		}
		b.Then = r.optional(fs, "then", depth+1)
		all = append(all, b)
	}
	return all
}

// each reads a loop.
func (r actionReader) each(n *yaml.Node, key string, depth int) *Loop {
	fs := r.record(n, key, "array, item, index and do", eachKeys...)
	l := &Loop{Item: r.optionalText(fs, "item"), Index: r.optionalText(fs, "index")}
	if e := r.optionalExpression(fs, "array"); e != nil {
		l.Array = *e
	} else if n.Kind == yaml.MappingNode && fs.of("array").val == nil {
		r.fault(n, join(key, "array"), codeMissing, "missing; expected an expression")
	}
	l.Do = r.optional(fs, "do", depth+1)
	return l
}
