package studio

import (
	"fmt"
	"strings"

	"gonao/hfsm/chart"
)

// chartView returns the view of a machine that is not written in YAML, which is the static graph of a skill in Lua.
func chartView(m *chart.Machine) View {
	v := emptyView()
	v.Unreadable = false
	v.Name, v.Description, v.Profile, v.Language = m.Name, m.Description, m.Profile.String(), m.Language
	if m.Language == "" && m.Unit != nil {
		v.Language = "lua"
	}
	if m.Level != chart.NoLevel {
		v.Level = [...]string{"", "motion", "skill", "agent"}[m.Level]
	}
	for _, part := range []struct {
		from []chart.Declaration
		to   *[]Value
	}{{m.Parameters, &v.Parameters}, {m.Inputs, &v.Inputs}, {m.Variables, &v.Variables}, {m.Outputs, &v.Outputs}} {
		for _, d := range part.from {
			value := Value{Name: d.Name, Type: d.Type.String(), Description: d.Description, Unit: d.Unit, Min: d.Min, Max: d.Max, Line: d.Line}
			if d.Initial != nil {
				value.Initial = d.Initial.Text()
			}
			*part.to = append(*part.to, value)
		}
	}
	if m.Root == nil {
		return v
	}
	if len(m.Root.Initial) > 0 {
		v.Initial = m.Root.Initial[0]
	}
	v.RateHz = m.Root.RateHz
	known := map[string]bool{}
	collect(m.Root, "", known)
	v.States = chartStates(m, m.Root, "", known)
	for _, s := range v.States {
		v.Arrows = arrows(v.Arrows, s)
	}
	return v
}

func collect(s *chart.State, id string, known map[string]bool) {
	for _, inner := range s.States {
		at := join(id, inner.Name)
		known[at] = true
		collect(inner, at, known)
	}
}

// arrows appends the calls of a state and of its inner states.
func arrows(all []Arrow, s State) []Arrow {
	if s.Call != nil {
		all = append(all, Arrow{s.ID, s.Call.Machine})
	}
	for _, inner := range s.States {
		all = arrows(all, inner)
	}
	return all
}

func chartStates(m *chart.Machine, of *chart.State, id string, known map[string]bool) []State {
	states := []State{}
	for i, s := range of.States {
		at := join(id, s.Name)
		out := State{
			ID: at, Name: s.Name, Kind: Leaf, Description: s.Description, Entry: chartActions(s.Entry), Do: chartActions(s.Do), Exit: chartActions(s.Exit),
			RateHz: s.RateHz, Line: s.Line, EndLine: s.Line, Transitions: []Transition{}, States: chartStates(m, s, at, known),
		}
		out.Initial = of.Kind != chart.Parallel && (len(of.Initial) > 0 && of.Initial[0] == s.Name || len(of.Initial) == 0 && i == 0)
		switch {
		case s.Kind == chart.FinalState:
			out.Kind, out.Final, out.Failed = FinalLeaf, true, s.Failed
		case s.Kind == chart.Parallel:
			out.Kind = Parallel
		case s.Call != nil:
			out.Kind, out.Call = Call, chartCall(s.Call)
		case len(s.States) > 0:
			out.Kind = Composite
		}
		if of.Kind == chart.Parallel {
			out.Kind = Region
		}
		if len(s.Initial) > 0 {
			out.Begins = s.Initial[0]
		}
		if l, ok := m.Layout[at]; ok {
			out.X, out.Y, out.Width, out.Height, out.Placed = l.X, l.Y, l.Width, l.Height, true
		}
		for j, t := range s.Transitions {
			edge := Transition{
				ID: transitionID(at, j), Name: t.Name, To: append([]string{}, t.To...), Event: t.Events, Priority: t.Priority, Internal: t.Internal,
				Actions: chartActions(t.Then), Disabled: t.Disabled, Description: t.Description, Line: t.Line, EndLine: t.Line,
			}
			if t.After > 0 {
				edge.After = t.After.String()
			}
			if t.If != nil {
				edge.If = t.If.Text
			}
			if len(t.To) > 0 {
				edge.Target = resolver{ids: known}.target(at, t.To[0], t.Internal)
			}
			out.Transitions = append(out.Transitions, edge)
		}
		states = append(states, out)
	}
	return states
}

func chartCall(c *chart.Call) *MachineCall {
	out := &MachineCall{Machine: c.Machine, Args: chartArgs(c.Args), Returns: []Return{}}
	for _, r := range c.Returns {
		out.Returns = append(out.Returns, Return{r.Variable, r.Output})
	}
	return out
}

func chartArgs(args []chart.Arg) []Arg {
	all := []Arg{}
	for _, a := range args {
		if a.Expression != nil {
			all = append(all, Arg{a.Name, a.Expression.Text, true})
		} else {
			value := a.Value.Text()
			if a.Value.Type == chart.String {
				value = a.Value.String
			}
			all = append(all, Arg{a.Name, value, false})
		}
	}
	return all
}

func chartActions(actions []chart.Action) []Action {
	all := []Action{}
	for i := range actions {
		a := &actions[i]
		kinds := map[chart.Do]ActionKind{
			chart.Activity: ActionActivity, chart.Set: ActionSet, chart.Raise: ActionRaise, chart.Send: ActionSend, chart.Cancel: ActionCancel,
			chart.Log: ActionLog, chart.Script: ActionScript, chart.If: ActionIf, chart.Each: ActionEach, chart.Block: ActionBlock,
		}
		out := Action{Kind: kinds[a.Do], Name: a.Name, Line: a.Line}
		if a.Do == chart.Activity {
			out.Args = chartArgs(a.Args)
		}
		if a.Value != nil {
			out.Value = a.Value.Text
		}
		out.Summary = shortened(strings.TrimSpace(fmt.Sprintf("%s %s", a.Name, oneLine(out.Value))), 80)
		all = append(all, out)
	}
	return all
}
