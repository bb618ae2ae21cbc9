package studio

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/studio/yamltext"
)

// actions returns one action or a list of them.
func (v viewer) actions(n *yamltext.Node) []Action {
	all := []Action{}
	switch {
	case n.Nothing():
	case n.Kind == yaml.SequenceNode:
		for _, i := range n.Items {
			all = append(all, v.action(i.Node)...)
		}
	default:
		all = v.action(n)
	}
	return all
}

// momentary maps the keys of actions that are not activities to their kinds.
var momentary = map[string]ActionKind{
	"set": ActionSet, "raise": ActionRaise, "send": ActionSend, "cancel": ActionCancel, "log": ActionLog, "lua": ActionScript,
	"script": ActionScript, "if": ActionIf, "each": ActionEach, "block": ActionBlock,
}

func (v viewer) action(n *yamltext.Node) []Action {
	line := v.doc.Line(n.Start)
	switch {
	case n.Nothing():
		return nil
	case n.Kind == yaml.ScalarNode:
		return []Action{{Kind: ActionActivity, Name: n.Value, Summary: n.Value, Line: line}}
	case n.Kind != yaml.MappingNode || len(n.Entries) == 0:
		return nil
	}
	e := n.Entries[0]
	kind, ok := momentary[e.Key.Value]
	if !ok {
		a := Action{Kind: ActionActivity, Name: e.Key.Value, Text: yamltext.Flow(n.Node), Line: line}
		if e.Value.Kind == yaml.MappingNode {
			a.Args = v.arguments(e.Value, "")
		}
		var words []string
		for _, arg := range a.Args {
			value := arg.Value
			if arg.Expression {
				value = "=" + value
			}
			words = append(words, arg.Name+" "+value)
		}
		a.Summary = strings.TrimSpace(a.Name + " " + strings.Join(words, ", "))
		return []Action{a}
	}
	if kind == ActionSet && e.Value.Kind == yaml.MappingNode {
		var all []Action
		for _, set := range e.Value.Entries {
			value := v.expression(set.Value)
			all = append(all, Action{Kind: ActionSet, Name: set.Key.Value, Value: value, Summary: set.Key.Value + " := " + value, Line: v.doc.Line(set.Key.Start)})
		}
		return all
	}
	a := Action{Kind: kind, Line: line, Value: oneLine(v.expression(e.Value)), Text: yamltext.Flow(n.Node)}
	if kind == ActionRaise {
		a.Name, a.Value = a.Value, ""
	}
	if kind == ActionScript {
		a.Summary = shortened(e.Key.Value+" "+a.Value, 80)
		a.Value = v.expression(e.Value)
		if e.Key.Value == "lua" {
			a.Name = "lua"
		}
		return []Action{a}
	}
	a.Summary = shortened(strings.TrimSpace(e.Key.Value+" "+a.Name+a.Value), 80)
	return []Action{a}
}

// arguments returns arguments by name. Those inside mappings and lists have their path as the name.
func (v viewer) arguments(n *yamltext.Node, name string) []Arg {
	all := []Arg{}
	switch {
	case n.Nothing():
	case n.Kind == yaml.MappingNode && (len(n.Entries) != 1 || n.Entries[0].Key.Value != "lua"):
		for _, e := range n.Entries {
			of := e.Key.Value
			if name != "" {
				of = name + "." + of
			}
			all = append(all, v.arguments(e.Value, of)...)
		}
	case n.Kind == yaml.SequenceNode:
		for _, i := range n.Items {
			all = append(all, v.arguments(i.Node, fmt.Sprintf("%s[%d]", name, i.Index()))...)
		}
	default:
		value := v.expression(n)
		computed := strings.HasPrefix(value, "=") && !strings.HasPrefix(value, "==")
		all = append(all, Arg{Name: name, Value: strings.TrimPrefix(value, "="), Expression: computed})
	}
	return all
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// shortened returns a text cut to at most some characters.
func shortened(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
