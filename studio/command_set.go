package studio

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/studio/yamltext"
)

// otherWords maps other names of keys that people use to the keys.
var otherWords = map[string]string{"guard": "if", "rate": "rate_hz", "activity": "do", "actions": "then", "time": "after", "events": "event"}

// yamlKeys are the keys whose values are given as YAML. The values of all other keys are texts.
var yamlKeys = []string{"entry", "do", "exit", "then", "call", "begin", "needs", "preconditions", "spaces", "invoke", "done"}

// settable lists the keys of each part that the command set accepts.
var settable = map[string][]string{
	"transition": {"if", "after", "event", "then", "priority", "name", "description", "internal"},
	"state":      {"description", "entry", "do", "exit", "stop_within", "call", "rate_hz", "history", "invoke", "done", "memory"},
	"machine": {
		"machine", "description", "profile", "language", "level", "spaces", "needs", "rate_hz", "history", "max_transitions",
		"late_binding", "preconditions", "begin",
	},
}

// set sets one key of a transition, a state or the machine.
func (e valueEditor) set(c Command) error {
	kind, n, err := e.part(c)
	if err != nil {
		return err
	}
	key := c.Key
	if other, ok := otherWords[key]; ok {
		key = other
	}
	if !slices.Contains(settable[kind], key) {
		return refuse(Invalid, "no key %q of a %s; expected one of %s", c.Key, kind, strings.Join(settable[kind], ", "))
	}
	e.said = "set " + key
	if c.Text == "" && len(c.Actions) == 0 {
		e.said = "removed " + key
	}
	value := c.Text
	switch {
	case len(c.Actions) > 0:
		if value, err = actionsText(c.Actions); err != nil {
			return err
		}
		return e.setYAML(n, kind, key, value)
	case slices.Contains(yamlKeys, key):
		return e.setYAML(n, kind, key, value)
	case key == "event":
		return e.setYAML(n, kind, key, eventText(value))
	case key == "if" && n.At("if") != nil && n.At("if").Kind == yaml.MappingNode && value != "": // {lua: text}
		if at := n.At("if"); len(at.Entries) == 1 {
			language := at.Entries[0].Key.Value
			return e.to(e.doc.Set(at.Entries[0].Value, strings.TrimSpace(strings.TrimPrefix(value, language+":"))))
		}
	}
	return e.setKey(n, kind, key, value)
}

// part returns the part that a command changes: a transition, a state or the machine.
func (e *editor) part(c Command) (kind string, n *yamltext.Node, err error) {
	switch {
	case c.Transition != "":
		item, _, err := e.transition(c.Transition)
		if err != nil {
			return "", nil, err
		}
		e.selected = []string{c.Transition}
		return "transition", item.Node, nil
	case c.State != "":
		s, err := e.state(c.State)
		if err != nil {
			return "", nil, err
		}
		e.selected = []string{c.State}
		return "state", s.Value, nil
	}
	return "machine", e.doc.Root, nil
}

// actionsText returns actions as YAML: a single one directly, several as a list.
func actionsText(actions []Action) (string, error) {
	var all []string
	for _, a := range actions {
		one, err := actionText(a)
		if err != nil {
			return "", err
		}
		all = append(all, one)
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return "[" + strings.Join(all, ", ") + "]", nil
}

func actionText(a Action) (string, error) {
	if a.Text != "" {
		if _, err := yamltext.Parse(a.Text); err != nil {
			return "", refuse(Invalid, "an action: not YAML: %v", err)
		}
		return a.Text, nil
	}
	value := yamltext.Scalar(a.Value, true)
	switch a.Kind {
	case ActionActivity, "":
		if a.Name == "" {
			return "", refuse(Invalid, "an activity without a name")
		}
		if len(a.Args) == 0 {
			return yamltext.Scalar(a.Name, true), nil
		}
		n := &yaml.Node{Kind: yaml.MappingNode}
		for _, arg := range a.Args {
			if err := putArgument(n, arg.Name, argumentValue(arg)); err != nil {
				return "", err
			}
		}
		return fmt.Sprintf("{%s: %s}", yamltext.Key(a.Name), yamltext.Flow(n)), nil
	case ActionSet:
		return fmt.Sprintf("{set: {%s: %s}}", yamltext.Key(a.Name), value), nil
	case ActionRaise:
		return fmt.Sprintf("{raise: %s}", yamltext.Scalar(a.Name, true)), nil
	case ActionScript:
		key := "script"
		if a.Name == "lua" {
			key = "lua"
		}
		return fmt.Sprintf("{%s: %s}", key, value), nil
	case ActionCancel, ActionLog, ActionSend:
		return fmt.Sprintf("{%s: %s}", a.Kind, value), nil
	case ActionIf, ActionEach, ActionBlock:
	}
	return "", refuse(Invalid, "actions of the kind %q are edited as text", a.Kind)
}

// argumentValue returns the value of an argument as a node: an expression after a =, a number or a text.
func argumentValue(arg Arg) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: arg.Value}
	switch {
	case arg.Expression:
		n.Value = "=" + arg.Value
	default:
		if d, err := yamltext.Parse(arg.Value); err == nil && d.Root.Kind == yaml.ScalarNode && slices.Contains([]string{"!!int", "!!float", "!!bool"}, d.Root.Tag) {
			n.Tag = d.Root.Tag
		}
	}
	return n
}

// putArgument sets the value in a mapping at the path of an argument: a, a.b or a[0].
func putArgument(n *yaml.Node, path string, value *yaml.Node) error {
	head, rest, _ := strings.Cut(path, ".")
	name, index, listed := strings.Cut(head, "[")
	if name == "" {
		return refuse(Invalid, "an argument without a name")
	}
	at := child(n, name)
	for listed {
		number, more, _ := strings.Cut(index, "]")
		var i int
		if _, err := fmt.Sscanf(number, "%d", &i); err != nil || i < 0 || i > 1000 {
			return refuse(Invalid, "the argument %q; expected a number in brackets", path)
		}
		at.Kind = yaml.SequenceNode
		for len(at.Content) <= i {
			at.Content = append(at.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"})
		}
		at = at.Content[i]
		_, index, listed = strings.Cut(more, "[")
	}
	if rest == "" {
		*at = *value
		return nil
	}
	if at.Kind != yaml.MappingNode {
		*at = yaml.Node{Kind: yaml.MappingNode}
	}
	return putArgument(at, rest, value)
}

// child returns the value at a key of a mapping. It adds the key if it is missing.
func child(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	value := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"}
	n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key}, value)
	return value
}
