package generate

import (
	"slices"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// resolve binds the actions and transitions of a state.
func (p *planner) resolve(s *state) {
	s.entry = p.steps(p.at(s), s.chart.Entry)
	s.exit = p.steps(p.at(s), s.chart.Exit)
	for i := range s.chart.Do {
		do := &s.chart.Do[i]
		if do.Do == chart.Script {
			s.runs = append(s.runs, do)
			continue
		}
		if do.Do != chart.Activity || do.OnDemand {
			p.refuse(s.from, do.Place, "an activity that a script begins; expected it to run with its state")
			continue
		}
		s.do = append(s.do, p.use(p.at(s), do.Name, do.Args, do.Place))
	}
	for _, t := range s.chart.Enabled() {
		s.trans = append(s.trans, p.transition(s, t))
	}
	slices.SortStableFunc(s.trans, func(a, b *transition) int { return b.chart.Priority - a.chart.Priority })
	if s.call != nil {
		s.call.begin = p.steps(p.outside(s), s.call.machine.Begin)
	}
	if len(s.chart.Invokes) > 0 {
		p.refuse(s.from, s.chart.Invokes[0].Place, "invoke belongs to SCXML; only the profile robot becomes Go")
	}
}

// findEvents sets events: whether the machine has anything to do with events.
func (p *planner) findEvents() {
	var raises func(steps []*step) bool
	raises = func(steps []*step) bool {
		return slices.ContainsFunc(steps, func(a *step) bool {
			return a.action.Do == chart.Raise || a.action.Do == chart.Send || a.action.Do == chart.Cancel || raises(a.inside())
		})
	}
	p.events = raises(p.begin)
	for _, s := range p.states {
		p.events = p.events || raises(s.entry) || raises(s.exit) || s.call != nil && raises(s.call.begin)
		for _, t := range s.trans {
			p.events = p.events || len(t.chart.Events) > 0 || raises(t.then)
		}
	}
}

// steps binds actions.
func (p *planner) steps(r sight, actions []chart.Action) []*step {
	var all []*step
	for i := range actions {
		a := &actions[i]
		bound := &step{action: a}
		switch a.Do {
		case chart.Activity:
			bound.use = p.use(r, a.Name, a.Args, a.Place)
		case chart.If:
			for i := range a.Branches {
				bound.ways = append(bound.ways, p.steps(r, a.Branches[i].Then))
			}
		case chart.Block:
			bound.ways = [][]*step{p.steps(r, a.Actions)}
		case chart.Each:
			if a.Loop != nil {
				bound.ways = [][]*step{p.steps(r, a.Loop.Do)}
			}
		case chart.Set, chart.Raise, chart.Send, chart.Cancel, chart.Log, chart.Script:
		}
		all = append(all, bound)
	}
	return all
}

// inside returns the actions inside an action.
func (a *step) inside() []*step { return slices.Concat(a.ways...) }

// use makes one use of an activity, with the defaults of its kind.
func (p *planner) use(r sight, name string, args []chart.Arg, at chart.Place) *use {
	k := p.kind(name)
	u := &use{id: len(p.uses), kind: k, state: r.at, sight: r, at: at, args: slices.Clone(args)}
	if offered := p.offered(name); offered != nil {
		u.args = withDefaults(*offered, u.args)
	}
	k.uses = append(k.uses, u)
	p.uses = append(p.uses, u)
	return u
}

// offered returns an activity of the host's vocabulary; nil when it is not there.
func (p *plan) offered(name string) *hfsm.Kind {
	if p.words == nil || p.words.Loose {
		return nil
	}
	for i := range p.words.Activities {
		if p.words.Activities[i].Name == name {
			return &p.words.Activities[i]
		}
	}
	return nil
}

// kind finds or adds an activity.
func (p *planner) kind(name string) *kind {
	for _, k := range p.kinds {
		if k.name == name {
			return k
		}
	}
	k := &kind{name: name}
	p.kinds = append(p.kinds, k)
	return k
}

// withDefaults returns the arguments as the kind orders them, each of its type.
func withDefaults(offered hfsm.Kind, args []chart.Arg) []chart.Arg {
	var all []chart.Arg
	for _, param := range offered.Params {
		i := slices.IndexFunc(args, func(a chart.Arg) bool { return a.Name == param.Name })
		switch {
		case i >= 0:
			arg := args[i]
			arg.Value = widened(arg.Value, param.Type)
			all = append(all, arg)
		case param.Default != nil:
			all = append(all, chart.Arg{Name: param.Name, Value: *param.Default})
		}
	}
	return all
}

// transition binds one edge.
func (p *planner) transition(s *state, c *chart.Transition) *transition {
	t := &transition{id: -1, chart: c, source: s, then: p.steps(p.at(s), c.Then), domain: s.around}
	switch {
	case len(c.To) == 0:
		t.acts, t.label = true, s.path
	case len(c.To) > 1:
		p.refuse(s.from, c.Place, "several targets belong to SCXML; expected one")
	case c.To[0] == "FINAL":
		t.exit, t.label = hfsm.Final, c.To[0]
	case c.To[0] == "FAILED":
		t.exit, t.label = hfsm.Failed, c.To[0]
	default:
		if t.target = p.find(s, c.To[0], c.Internal); t.target == nil {
			p.refuse(s.from, c.Place, "no state %q; expected one beside %q or a path from the top", c.To[0], s.path)
			t.acts = true
			return t
		}
		t.label = t.target.path
		t.domain = domainOf(s, t.target, c.Internal)
	}
	return t
}

// find finds the state that a transition of s names: beside s, or from the top of
// its chart; right inside s, when the transition is internal.
func (p *planner) find(s *state, word string, internal bool) *state {
	if internal {
		if inside := s.child(word); inside != nil {
			return inside
		}
	}
	if s.around != nil {
		if sibling := s.around.owner.child(word); sibling != nil {
			return sibling
		}
	}
	path := word
	if s.scope.path != "" {
		path = s.scope.path + "/" + word
	}
	for _, other := range p.states[1:] {
		if other.path == path && other.scope == s.scope {
			return other
		}
	}
	return nil
}

// domainOf returns the innermost automaton around both ends of a transition. Of an
// internal one, its source counts as being around what is inside it.
func domainOf(from, to *state, internal bool) *automaton {
	if internal {
		if from.inside != nil {
			return from.inside
		}
		for _, region := range from.children {
			if to.within(region) {
				return region.inside
			}
		}
	}
	a := from.around
	for !to.within(a.owner) {
		a = a.parent
	}
	return a
}

// within reports whether s is strictly inside of outer.
func (s *state) within(outer *state) bool {
	for p := s.parent; p != nil; p = p.parent {
		if p == outer {
			return true
		}
	}
	return false
}

// nameTransitions sets the ids of transitions, in document order, and their names: of
// where it begins and its own name, or where it goes.
func (p *planner) nameTransitions() {
	id := 0
	for _, s := range p.states {
		for _, c := range s.chart.Enabled() {
			for _, t := range s.trans {
				if t.chart != c {
					continue
				}
				t.id = id
				id++
				t.name = p.types.claim(s.name + transitionName(t))
				t.constant = p.types.claim(lower(t.name) + "Edge")
			}
		}
	}
}

func transitionName(t *transition) string {
	switch {
	case t.chart.Name != "":
		return exported(t.chart.Name)
	case t.target != nil:
		return "To" + t.target.name
	case t.exit == hfsm.Final:
		return "ToFinal"
	case t.exit == hfsm.Failed:
		return "ToFailed"
	}
	return "Acts"
}

// joinKinds sets the identifier of each activity and the types of its arguments: those
// of all its uses, a float where any of them is one.
func (p *planner) joinKinds() {
	methods := newNames()
	for _, k := range p.kinds {
		k.goName = methods.claim(exported(k.name))
		k.typ = p.types.claim(k.goName + "Args")
		fields := newNames()
		if offered := p.offered(k.name); offered != nil {
			for _, param := range offered.Params {
				k.args = append(k.args, &argument{param.Name, fields.claim(exported(param.Name)), param.Type})
			}
			continue
		}
		for _, u := range k.uses {
			for _, arg := range u.args {
				t := arg.Value.Type
				if arg.Expression != nil {
					t = u.sight.typeOf(arg.Expression)
				}
				i := slices.IndexFunc(k.args, func(a *argument) bool { return a.name == arg.Name })
				if i < 0 {
					k.args = append(k.args, &argument{arg.Name, fields.claim(exported(arg.Name)), t})
					continue
				}
				was := k.args[i]
				switch {
				case was.typ == t, was.typ == chart.Float && t == chart.Int, t == 0:
				case was.typ == chart.Int && t == chart.Float, was.typ == 0:
					was.typ = t
				default:
					p.refuse(u.sight.from, arg.Place, "%s of %s is a %s here and a %s elsewhere; expected one type", arg.Name, k.name, t, was.typ)
				}
			}
		}
	}
	for _, u := range p.uses {
		u.field = p.types.claim("use" + exported(u.kind.name) + u.state.name)
	}
}

// callee opens the machine that a state calls.
func (p *planner) callee(s *state, calls []string) (*called, error) {
	c := s.chart.Call
	if p.words == nil || p.words.Machines == nil {
		return nil, chart.Findings{{File: s.from.File, Line: c.Line, Column: c.Column, Key: c.Key, Text: "calls machine " + c.Machine + ", and nobody tells where machines are"}}
	}
	if slices.Contains(calls, c.Machine) {
		return nil, chart.Findings{{File: s.from.File, Line: c.Line, Column: c.Column, Key: c.Key, Text: "calls itself: " + strings.Join(append(calls, c.Machine), " -> ")}}
	}
	m, err := p.words.Machines(c.Machine)
	if err != nil {
		return nil, err
	}
	m, found := hfsm.Extended(m, p.words)
	if errs := found.Errors(); len(errs) > 0 {
		return nil, errs
	}
	in := &scope{path: s.path, slots: map[string]*slot{}}
	for i := range m.Inputs { // shared by their names
		p.share(in, &m.Inputs[i])
	}
	before := len(p.vars)
	p.declare(in, "Variables", m.Parameters, &p.vars)
	args := slices.Clone(p.vars[before:])
	p.declare(in, "Variables", m.Variables, &p.vars)
	p.declare(in, "Variables", m.Outputs, &p.vars)
	s.call = &called{machine: m, chart: c, scope: in, args: args, vars: p.vars[before+len(args):]}
	return s.call, nil
}

// share adds an input of the caller's to a called machine, or makes one.
func (p *planner) share(in *scope, d *chart.Declaration) {
	for _, s := range p.inputs {
		if s.declared.Name == d.Name {
			in.slots[d.Name] = s
			return
		}
	}
	single := []chart.Declaration{*d}
	p.declare(&scope{slots: in.slots}, "Inputs", single, &p.inputs)
}
