package behavior

import (
	"fmt"
	"strings"

	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// external is an action by which a machine calls any topic, service or action.
type external struct {
	name    string
	kind    vocabulary.PortKind
	target  string // argument that names the port
	nested  string // argument that is the message
	about   string
	ends    string // effect of Cancel
	example string
}

// externals are the actions by which a machine calls any topic, service or action.
var externals = []external{
	{
		name: "publish", kind: vocabulary.TopicPort, target: "topic", nested: "message", example: "std_msgs/msg/String",
		about: "publishes one message when the state is entered, as an entry action too", ends: "nothing",
	},
	{
		name: "call", kind: vocabulary.ServicePort, target: "service", nested: "request", example: "std_srvs/srv/Trigger",
		about: "calls a service; final when the answer has come, and its field success, if there is one, is true",
		ends:  "the answer is not waited for",
	},
	{
		name: "goal", kind: vocabulary.ActionPort, target: "action", nested: "goal", example: "gonao_msgs/action/Say",
		about: "sends a goal to an action; ends as the goal does", ends: "the goal is canceled, and its end is waited for",
	},
}

// externalActions returns the table's entries of [externals].
func (c *Config) externalActions() []Action {
	var all []Action
	for i := range externals {
		all = append(all, externals[i].action(c.Types))
	}
	return all
}

// action returns the entry of the table.
func (e *external) action(types Types) Action {
	typ := vocabulary.Text("type", "the type, such as "+e.example).Fixed()
	if types != nil {
		typ.Check = func(v hfsm.Value) string {
			if err := types.Known(e.kind, v.String); err != nil {
				return err.Error()
			}
			return ""
		}
	}
	target := vocabulary.Text(e.target, "name of the "+e.kind.String()+", relative to the robot's namespace").Fixed()
	target.Check = func(v hfsm.Value) string {
		if !chart.IsTopic(v.String) {
			return chart.TopicWords
		}
		return ""
	}
	return Action{
		Action: vocabulary.Action{
			Name: e.name, Description: e.about, Cancel: e.ends, Ends: true, External: true,
			Args: []vocabulary.Arg{target, typ}, Nested: e.nested,
			Find: func(args hfsm.Args, name string) (hfsm.Param, error) { return e.find(types, args, name) },
		},
		make: func(b *Brain, m *hfsm.Machine, a *Action, args hfsm.Args) (hfsm.Activity, error) {
			port := Port{Kind: e.kind, Name: args.String(e.target), Type: args.String("type")}
			return newGoal(b, m, &a.Action, port, func() any { return Fields{args, e.nested} })
		},
	}
}

// find finds the parameter of an argument inside the message.
func (e *external) find(types Types, args hfsm.Args, name string) (hfsm.Param, error) {
	path, ok := strings.CutPrefix(name, e.nested+".")
	if !ok {
		return hfsm.Param{}, fmt.Errorf("no such key; expected %s, type or %s: {FIELD: value}", e.target, e.nested)
	}
	if types == nil { // without definitions, any field is accepted
		return hfsm.Param{Name: name}, nil
	}
	t, check, err := types.Field(e.kind, args.String("type"), path)
	return hfsm.Param{Name: name, Type: t, Check: check}, err
}

// source returns the type of an input that comes from a topic.
func (c *Config) source(s chart.Source) (hfsm.Type, error) {
	if c.Types == nil {
		return 0, nil
	}
	if err := c.Types.Known(vocabulary.TopicPort, s.Type); err != nil {
		return 0, fmt.Errorf("%s; expected %w", s.Type, err)
	}
	t, _, err := c.Types.Field(vocabulary.TopicPort, s.Type, s.Field)
	return t, err
}

// subscription is an input of a machine that comes from a topic.
type subscription struct {
	in     hfsm.Input
	source Source
	count  uint64 // messages that had come when the input was set last
}

// subscribe opens the sources of the inputs that come from topics.
func (b *Brain) subscribe(model *hfsm.Model) ([]subscription, error) {
	var all []subscription
	for _, slot := range model.Slots() {
		if slot.Role != hfsm.InputRole || slot.Declaration == nil || slot.Declaration.From == nil {
			continue
		}
		from := slot.Declaration.From
		in, ok := model.Input(slot.Name)
		if !ok {
			continue
		}
		source, err := b.out.Subscribe(Port{Kind: vocabulary.TopicPort, Name: from.Topic, Type: from.Type}, from.Field, slot.Type)
		if err != nil {
			return nil, fmt.Errorf("input %s: topic %s: %w", slot.Name, from.Topic, err)
		}
		all = append(all, subscription{in: in, source: source})
	}
	return all, nil
}

// setTopicInputs sets the inputs whose topics have new messages.
func (b *Brain) setTopicInputs() {
	for i := range b.subscriptions {
		s := &b.subscriptions[i]
		if v, count := s.source.Value(); count != s.count {
			s.count = count
			write(b.machine, s.in, v)
		}
	}
}
