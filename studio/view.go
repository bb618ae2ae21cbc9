package studio

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/studio/yamltext"
)

// viewer makes the view of a document. It reads the YAML nodes instead of the machine, so that a machine with
// errors is drawn, too.
type viewer struct {
	doc      *yamltext.Document
	resolver resolver
	layout   *yamltext.Node
}

// viewOf returns the view of a document.
func viewOf(d *yamltext.Document) View {
	v := viewer{d, newResolver(d), d.Root.At("layout")}
	root := d.Root
	view := View{
		Name: text(root, "machine"), Description: text(root, "description"), Profile: "robot", Language: text(root, "language"),
		Level: text(root, "level"), RateHz: number(root, "rate_hz"), History: text(root, "history"), Initial: initialOf(root),
		Parameters: v.values("parameters"), Inputs: v.values("inputs"), Variables: v.values("variables"), Outputs: v.values("outputs"),
		Functions: v.functions(), States: v.states(root, ""),
	}
	if p := text(root, "profile"); p != "" {
		view.Profile = p
	}
	return view
}

// emptyView returns the view of a text that cannot be read at all.
func emptyView() View {
	return View{
		Profile: "robot", Unreadable: true, Parameters: []Value{}, Inputs: []Value{}, Variables: []Value{}, Outputs: []Value{},
		Functions: []Func{}, States: []State{},
	}
}

// text returns the text at a key, or "" if there is none.
func text(n *yamltext.Node, key string) string {
	if v := n.At(key); v != nil && v.Kind == yaml.ScalarNode && !v.Nothing() {
		return v.Value
	}
	return ""
}

// number returns the number at a key, or 0 if there is none.
func number(n *yamltext.Node, key string) float64 {
	x, err := strconv.ParseFloat(text(n, key), 64)
	if err != nil || x != x || x > 1e300 || x < -1e300 {
		return 0
	}
	return x
}

// limit returns the number at a key, or nil if there is none.
func limit(n *yamltext.Node, key string) *float64 {
	if text(n, key) == "" {
		return nil
	}
	x := number(n, key)
	return &x
}

// texts returns a text, or a list of texts, as a list.
func texts(n *yamltext.Node) []string {
	all := []string{}
	switch {
	case n.Nothing():
	case n.Kind == yaml.ScalarNode:
		all = append(all, n.Value)
	case n.Kind == yaml.SequenceNode:
		for _, i := range n.Items {
			if i.Kind == yaml.ScalarNode {
				all = append(all, i.Value)
			}
		}
	}
	return all
}

// initialOf returns the name of an automaton's initial state.
func initialOf(n *yamltext.Node) string {
	at := n.At("initial")
	if at != nil && at.Kind == yaml.MappingNode {
		at = at.At("to")
	}
	if all := texts(at); len(all) > 0 {
		return all[0]
	}
	return ""
}

func (v viewer) values(key string) []Value {
	all := []Value{}
	declared := v.doc.Root.At(key)
	if declared == nil {
		return all
	}
	for _, e := range declared.Entries {
		d := Value{Name: e.Key.Value, Line: v.doc.Line(e.Key.Start)}
		if e.Value.Kind == yaml.ScalarNode {
			d.Type = e.Value.Value
			all = append(all, d)
			continue
		}
		n := e.Value
		d.Type, d.Description, d.Unit = text(n, "type"), text(n, "description"), text(n, "unit")
		d.Initial, d.StaleAfter = text(n, "initial")+text(n, "default"), text(n, "stale_after")
		d.Min, d.Max = limit(n, "min"), limit(n, "max")
		if enum := n.At("enum"); enum != nil {
			d.Enum = texts(enum)
		}
		if from := n.At("from"); from != nil {
			d.From = &Source{Topic: text(from, "topic"), Type: text(from, "type"), Field: text(from, "field")}
		}
		all = append(all, d)
	}
	return all
}

func (v viewer) functions() []Func {
	all := []Func{}
	declared := v.doc.Root.At("functions")
	if declared == nil {
		return all
	}
	for _, e := range declared.Entries {
		f := Func{
			Name: e.Key.Value, Description: text(e.Value, "description"), Type: text(e.Value, "type"),
			Expression: text(e.Value, "value"), Parameters: []Param{}, Line: v.doc.Line(e.Key.Start),
		}
		if params := e.Value.At("parameters"); params != nil {
			for _, p := range params.Entries {
				f.Parameters = append(f.Parameters, Param{Name: p.Key.Value, Type: p.Value.Value})
			}
		}
		all = append(all, f)
	}
	return all
}

// states returns the states or regions inside a node.
func (v viewer) states(at *yamltext.Node, id string) []State {
	all := []State{}
	inside, key := statesOf(at)
	if inside == nil {
		return all
	}
	initial := initialOf(at)
	if initial == "" && len(inside.Entries) > 0 && text(v.doc.Root, "profile") == "scxml" {
		initial = inside.Entries[0].Key.Value
	}
	for _, e := range inside.Entries {
		s := v.state(e, join(id, e.Key.Value))
		s.Initial = key == keyStates && (s.Name == initial || s.ID == initial)
		if key == keyRegions && s.Kind != FinalLeaf && s.Kind != Call {
			s.Kind = Region
		}
		all = append(all, s)
	}
	return all
}

func (v viewer) state(e *yamltext.Entry, id string) State {
	n := e.Value
	_, end := v.doc.Extent(e)
	if end > e.Key.Start { // before the next line
		end--
	}
	s := State{
		ID: id, Name: e.Key.Value, Kind: kindOf(n), Description: text(n, "description"), StopWithin: text(n, "stop_within"),
		Entry: v.actions(n.At("entry")), Do: v.actions(n.At("do")), Exit: v.actions(n.At("exit")), Call: v.call(n.At("call")),
		Begins: initialOf(n), RateHz: number(n, "rate_hz"), History: text(n, "history"),
		Line: v.doc.Line(e.Key.Start), EndLine: v.doc.Line(max(end, e.Value.End)), Transitions: []Transition{}, States: v.states(n, id),
	}
	switch text(n, "final") {
	case "true":
		s.Kind, s.Final = FinalLeaf, true
	case "failed":
		s.Kind, s.Final, s.Failed = FinalLeaf, true, true
	}
	if at := v.layout.At(id); at != nil && at.Kind == yaml.MappingNode {
		s.Placed = true
		s.X, s.Y, s.Width, s.Height = number(at, "x"), number(at, "y"), number(at, "width"), number(at, "height")
	}
	if list := n.At("transitions"); list != nil {
		for _, i := range list.Items {
			s.Transitions = append(s.Transitions, v.transition(i, id))
		}
	}
	return s
}

func kindOf(n *yamltext.Node) StateKind {
	inside, key := statesOf(n)
	switch {
	case key == keyRegions:
		return Parallel
	case inside != nil:
		return Composite
	case n.At("call") != nil:
		return Call
	case n.At("memory") != nil:
		return Memory
	}
	return Leaf
}

func (v viewer) transition(i *yamltext.Item, state string) Transition {
	t := Transition{
		ID: transitionID(state, i.Index()), Name: text(i.Node, "name"), To: texts(i.At("to")), If: v.expression(i.At("if")),
		After: text(i.Node, "after"), Priority: int(number(i.Node, "priority")), Internal: text(i.Node, "internal") == "true",
		Actions: v.actions(i.At("then")), Disabled: slices.Contains([]string{"true", "True", "TRUE"}, text(i.Node, "disabled")),
		Description: text(i.Node, "description"), Line: v.doc.Line(i.Start), EndLine: v.doc.Line(i.End),
	}
	if event := i.At("event"); event != nil {
		t.Event = texts(event)
	}
	if len(t.To) > 0 {
		t.Target = v.resolver.target(state, t.To[0], t.Internal)
	}
	return t
}

// expression returns the text of an expression. For {lua: text} it returns text.
func (v viewer) expression(n *yamltext.Node) string {
	switch {
	case n.Nothing():
		return ""
	case n.Kind == yaml.ScalarNode:
		return n.Value
	case n.Kind == yaml.MappingNode && len(n.Entries) == 1:
		return n.Entries[0].Key.Value + ": " + n.Entries[0].Value.Value
	}
	return strings.TrimSpace(v.doc.Text[n.Start:n.End])
}

// call returns the use of another machine, or nil.
func (v viewer) call(n *yamltext.Node) *MachineCall {
	if n.Nothing() {
		return nil
	}
	c := &MachineCall{Args: []Arg{}, Returns: []Return{}}
	if n.Kind == yaml.ScalarNode {
		c.Machine = n.Value
		return c
	}
	c.Machine = text(n, "machine")
	if with := n.At("with"); with != nil {
		c.Args = v.arguments(with, "")
	}
	if returns := n.At("returns"); returns != nil {
		for _, e := range returns.Entries {
			c.Returns = append(c.Returns, Return{Variable: e.Key.Value, Output: e.Value.Value})
		}
	}
	return c
}
