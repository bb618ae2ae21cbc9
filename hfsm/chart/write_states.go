package chart

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// pace writes an automaton's rate and history.
func (w *writer) pace(r record, s *State) {
	r.add("rate_hz", w.optional(s.RateHz))
	r.addText("history", s.History.String())
}

// inside writes the automaton inside a state, or its regions.
func (w *writer) inside(r record, s *State) {
	if len(s.InitialActions) > 0 {
		initial := newRecord()
		initial.add("to", texts(s.Initial))
		initial.add("then", w.actions(s.InitialActions))
		r.add("initial", initial.Node)
	} else {
		r.add("initial", texts(s.Initial))
	}
	key := "states"
	if s.Kind == Parallel {
		key = "regions"
	}
	if len(s.States) == 0 {
		return
	}
	states := newRecord()
	for _, child := range s.States {
		states.add(child.Name, w.state(child))
	}
	r.add(key, states.Node)
}

// state returns the node of a state, without its name.
func (w *writer) state(s *State) *yaml.Node {
	r := newRecord()
	r.addText("description", s.Description)
	switch s.Kind {
	case FinalState:
		if s.Failed {
			r.addText("final", "failed")
		} else {
			r.add("final", flag(true))
		}
	case ShallowMemory, DeepMemory:
		r.addText("memory", memoryWords[s.Kind-ShallowMemory])
	case Plain, Parallel:
	}
	r.add("entry", w.actions(s.Entry))
	r.add("do", w.actions(s.Do))
	r.add("exit", w.actions(s.Exit))
	r.add("stop_within", duration(s.StopWithin))
	r.add("invoke", sequence(s.Invokes, w.invoke))
	if s.Call != nil {
		r.add("call", w.call(s.Call))
	}
	if s.Done != nil {
		done := newRecord()
		w.payload(done, s.Done)
		r.add("done", done.Node)
	}
	r.add("transitions", sequence(s.Transitions, w.transition))
	w.pace(r, s)
	w.inside(r, s)
	return r.Node
}

func (w *writer) call(c *Call) *yaml.Node {
	if len(c.Args) == 0 && len(c.Returns) == 0 {
		return textNode(c.Machine)
	}
	r := newRecord()
	r.add("machine", textNode(c.Machine))
	r.add("with", w.args(c.Args))
	if len(c.Returns) > 0 {
		returns := newRecord()
		for _, out := range c.Returns {
			returns.add(out.Variable, textNode(out.Output))
		}
		r.add("returns", returns.Node)
	}
	return r.Node
}

func (w *writer) transition(t *Transition) *yaml.Node {
	r := newRecord()
	r.add("event", texts(t.Events))
	r.add("if", expression(t.If))
	r.add("after", duration(t.After))
	r.add("to", texts(t.To))
	r.addText("name", t.Name)
	r.addText("description", t.Description)
	r.add("priority", w.optional(float64(t.Priority)))
	r.add("internal", flag(t.Internal))
	r.add("then", w.actions(t.Then))
	r.add("disabled", flag(t.Disabled))
	return r.Node
}

// args returns the node of arguments, or nil if there are none.
func (w *writer) args(all []Arg) *yaml.Node {
	if len(all) == 0 {
		return nil
	}
	r := newRecord()
	for _, a := range all {
		if a.Expression != nil {
			r.add(a.Name, computedNode(a.Expression))
		} else {
			r.add(a.Name, w.value(a.Value))
		}
	}
	return r.Node
}

// actions writes one action, or a list. Assignments that follow each other are one.
func (w *writer) actions(all []Action) *yaml.Node {
	var nodes []*yaml.Node
	for i := 0; i < len(all); i++ {
		if all[i].Do != Set {
			nodes = append(nodes, w.action(&all[i]))
			continue
		}
		sets := newRecord()
		var names []string
		for ; i < len(all) && all[i].Do == Set && !slices.Contains(names, all[i].Name); i++ {
			names = append(names, all[i].Name)
			sets.add(all[i].Name, assigned(&all[i]))
		}
		i--
		nodes = append(nodes, entry("set", sets.Node))
	}
	if len(nodes) == 1 {
		return nodes[0]
	}
	return sequence(nodes, func(n *yaml.Node) *yaml.Node { return n })
}

func assigned(a *Action) *yaml.Node {
	if a.Value == nil {
		return entry("content", textNode(a.Literal))
	}
	return expression(a.Value)
}

func (w *writer) action(a *Action) *yaml.Node {
	switch a.Do {
	case Activity:
		return w.activity(a)
	case Raise:
		return entry("raise", textNode(a.Name))
	case Send:
		return entry("send", w.message(a.Message))
	case Cancel:
		if a.Value != nil {
			return entry("cancel", computedNode(a.Value))
		}
		return entry("cancel", textNode(escaped(a.Name)))
	case Log:
		if a.Name == "" && a.Value != nil {
			return entry("log", expression(a.Value))
		}
		r := newRecord()
		r.addText("label", a.Name)
		r.add("value", expression(a.Value))
		return entry("log", r.Node)
	case Script:
		if a.Value.Language == "lua" {
			return entry("lua", textNode(a.Value.Text))
		}
		return entry("script", expression(a.Value))
	case If:
		return entry("if", sequence(a.Branches, func(b Branch) *yaml.Node {
			r := newRecord()
			r.add("if", expression(b.If))
			r.add("then", w.actions(b.Then))
			return r.Node
		}))
	case Each:
		r := newRecord()
		r.add("array", expression(&a.Loop.Array))
		r.addText("item", a.Loop.Item)
		r.addText("index", a.Loop.Index)
		r.add("do", w.actions(a.Loop.Do))
		return entry("each", r.Node)
	case Block:
		inner := w.actions(a.Actions)
		if inner == nil {
			inner = &yaml.Node{Kind: yaml.SequenceNode}
		}
		return entry("block", inner)
	case Set:
	}
	w.refuse("an action of no kind")
	return nil
}

func (w *writer) activity(a *Action) *yaml.Node {
	if slices.Contains(actionNames, a.Name) {
		w.refuse("an activity named %s; YAML machines mean another action by that", a.Name)
	}
	if args := w.args(a.Args); args != nil {
		return entry(a.Name, args)
	}
	return textNode(a.Name)
}

func (w *writer) message(m *Message) *yaml.Node {
	r := newRecord()
	r.add("event", either(m.Event, m.EventExpression))
	r.add("to", either(m.Target, m.TargetExpression))
	r.add("type", either(m.Type, m.TypeExpression))
	r.addText("id", m.ID)
	r.addText("id_location", m.IDLocation)
	r.add("delay", either(m.Delay, m.DelayExpression))
	w.payload(r, &m.Payload)
	if len(r.Content) == 2 && r.Content[0].Value == "event" {
		return r.Content[1]
	}
	return r.Node
}

func (w *writer) payload(r record, p *Payload) {
	r.add("namelist", texts(p.NameList))
	r.add("params", sequence(p.Params, func(p PayloadParam) *yaml.Node {
		r := newRecord()
		r.addText("name", p.Name)
		r.addText("value", p.Expression)
		r.addText("location", p.Location)
		return r.Node
	}))
	r.addText("content", p.Content)
	r.add("value", expression(p.Value))
}

func (w *writer) invoke(v Invoke) *yaml.Node {
	r := newRecord()
	r.add("type", either(v.Type, v.TypeExpression))
	r.add("source", either(v.Source, v.SourceExpression))
	r.addText("id", v.ID)
	r.addText("id_location", v.IDLocation)
	r.add("auto_forward", flag(v.AutoForward))
	w.payload(r, &v.Payload)
	if v.HasFinalize {
		finalize := w.actions(v.Finalize)
		if finalize == nil {
			finalize = &yaml.Node{Kind: yaml.SequenceNode}
		}
		r.add("finalize", finalize)
	}
	if v.Machine != nil {
		r.add("machine", w.machine(v.Machine))
	}
	return r.Node
}
