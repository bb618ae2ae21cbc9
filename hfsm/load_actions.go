package hfsm

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"gonao/hfsm/chart"
	"gonao/internal/suggest"
)

// setName is the built-in action that writes variables.
const setName = "set"

// actions reads one action or a list of them. An action is a name, or a mapping
// of one name to its arguments. set is only taken where momentary is true.
func (b *builder) actions(n *yaml.Node, key string, momentary bool) []action {
	if n.Kind != yaml.SequenceNode {
		return b.action(n, key, momentary)
	}
	var all []action
	for i, item := range n.Content {
		all = append(all, b.action(item, fmt.Sprintf("%s[%d]", key, i), momentary)...)
	}
	return all
}

func (b *builder) action(n *yaml.Node, key string, momentary bool) []action {
	const expected = "an activity, such as {track: {color: red}}"
	if n.Kind == yaml.ScalarNode {
		word, ok := b.text(n, key, expected)
		if !ok {
			return nil
		}
		return b.activity(field{word, n, nil}, key)
	}
	fields := b.mapping(n, key, expected)
	if n.Kind != yaml.MappingNode {
		return nil
	}
	if len(fields) != 1 {
		b.fault(n, key, "%d names in one action; expected one (several actions are a list)", len(fields))
		return nil
	}
	f := fields[0]
	if f.name != setName {
		return b.activity(f, join(key, f.name))
	}
	if !momentary {
		b.fault(f.key, join(key, f.name), "set takes no time; expected it under entry or exit")
		return nil
	}
	return b.assignments(f.val, join(key, setName))
}

// assignments reads {variable: expression, …}.
func (b *builder) assignments(n *yaml.Node, key string) []action {
	var all []action
	for _, f := range b.mapping(n, key, "variables with their new values") {
		at := join(key, f.name)
		slot, ok := b.slots[f.name]
		if !ok {
			var names []string
			for word := range b.slots {
				names = append(names, word)
			}
			slices.Sort(names)
			b.fault(f.key, at, "no variable %q%s; expected one of %s", f.name, suggest.DidYouMean(f.name, names), chart.Listed(names))
			continue
		}
		want := b.model.initial[slot].Type
		c := b.expression(f.val, at, b.scope)
		if c.typ == 0 {
			continue
		}
		if c = widen(c, want); c.typ != want {
			b.fault(f.val, at, "a value of type %s; the variable is of type %s", c.typ, want)
			continue
		}
		all = append(all, action{assign: assign(slot, c), use: none})
	}
	return all
}

// assign gives the function that writes an expression's value to a slot.
func assign(slot int, c compiled) func(*Machine) {
	switch c.typ {
	case Bool:
		return func(m *Machine) { m.values[slot].Bool = c.bool(m) }
	case Int:
		return func(m *Machine) { m.values[slot].Int = c.int(m) }
	case Float:
		return func(m *Machine) { m.values[slot].Float = c.float(m) }
	case String:
		return func(m *Machine) { m.values[slot].String = c.string(m) }
	}
	panic("hfsm: an expression without a type")
}

// activity reads one use of an activity.
func (b *builder) activity(f field, key string) []action {
	args := Args{}
	kind, offered := b.kind(f.name)
	switch {
	case b.words == nil:
		b.looseArgs(f, key, args)
	case !offered:
		var names []string
		for _, k := range b.words.Activities {
			names = append(names, k.Name)
		}
		b.fault(f.key, key, "no activity %q%s; expected one of %s", f.name, suggest.DidYouMean(f.name, names), chart.Listed(names))
		return nil
	default:
		b.checkedArgs(kind, f, key, args)
	}
	b.model.uses = append(b.model.uses, use{kind: f.name, args: args, key: key})
	return []action{{use: len(b.model.uses) - 1}}
}

// kind finds an activity the host offers.
func (b *builder) kind(word string) (Kind, bool) {
	if b.words == nil {
		return Kind{}, false
	}
	for _, k := range b.words.Activities {
		if k.Name == word {
			return k, true
		}
	}
	return Kind{}, false
}

// checkedArgs reads the arguments an activity's kind wants.
func (b *builder) checkedArgs(kind Kind, f field, key string, args Args) {
	var names []string
	for _, p := range kind.Params {
		names = append(names, p.Name)
	}
	found := map[string]field{}
	if f.val != nil && f.val.Tag != "!!null" {
		found = b.record(f.val, key, "arguments by their names", names...)
	}
	for _, p := range kind.Params {
		at := join(key, p.Name)
		given, ok := found[p.Name]
		if !ok {
			if p.Default == nil {
				b.fault(f.key, at, "missing; expected a value of type %s", p.Type)
			} else {
				args[p.Name] = *p.Default
			}
			continue
		}
		v, ok := b.value(given.val, at, p.Type)
		if !ok {
			continue
		}
		if p.Check != nil {
			if expected := p.Check(v); expected != "" {
				b.fault(given.val, at, "%s; expected %s", v.Text(), expected)
			}
		}
		args[p.Name] = v
	}
}

// looseArgs reads arguments as they are written, when nobody says what is right.
func (b *builder) looseArgs(f field, key string, args Args) {
	if f.val == nil || f.val.Tag == "!!null" {
		return
	}
	for _, a := range b.mapping(f.val, key, "arguments by their names") {
		t := String
		switch a.val.Tag {
		case "!!bool":
			t = Bool
		case "!!int":
			t = Int
		case "!!float":
			t = Float
		}
		if v, ok := b.value(a.val, join(key, a.name), t); ok {
			args[a.name] = v
		}
	}
}
