package generate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// plan is a machine with its names resolved and its calls expanded: what the writer
// goes through.
type plan struct {
	chart    *chart.Machine
	words    *hfsm.Vocabulary
	states   []*state // [0] is the root; the place is the id
	automata []*automaton
	inputs   []*slot
	params   []*slot
	vars     []*slot
	outputs  []*slot
	kinds    []*kind
	uses     []*use
	begin    []*step
	findings chart.Findings
	hash     string // of the model
	yaml     string // the machine as YAML; "" where YAML cannot hold it

	types   *names // of the package
	members *names // fields of the machine
	opts    *Options
	scripts []*scripts // by chart
	sends   bool       // events go to others
	events  bool       // some transition waits for one, or one is raised
}

// state is one state.
type state struct {
	id       int
	chart    *chart.State
	from     *chart.Machine // the chart it stands in
	path     string
	name     string // in Go: FollowBallRed
	kind     chart.Kind
	failed   bool // of a final state
	parent   *state
	children []*state
	in       *automaton // it is a state of; nil for the root and for regions
	around   *automaton // the same, of a region that around its owner; nil for the root
	inside   *automaton // of a compound state
	call     *called
	scope    *scope

	entry, exit []*step
	do          []*use
	runs        []*chart.Action // scripts that run in each tick
	trans       []*transition
}

// automaton is the sibling states inside a compound state.
type automaton struct {
	id     int
	owner  *state
	parent *automaton // the one around it
	// constant is its name in Go: inFollowBall; inRoot for the outermost.
	constant string
	milliHz  uint64
	history  chart.History // None, Deep (back to the state it was in, begun anew) or Resume
	initial  *state
	states   []*state
}

// scope is the values that texts of one chart see.
type scope struct {
	path    string // of the state that calls it, "" for the machine
	slots   map[string]*slot
	scripts *scripts // nil without any
}

// slot is an input, a parameter, a variable or an output.
type slot struct {
	declared *chart.Declaration
	typ      chart.Type
	field    string // in Go: Turns
	group    string // Inputs, Parameters, Variables or Outputs
	aged     bool   // a guard reads its age
	initial  chart.Value
}

// kind is an activity with the arguments of all its uses.
type kind struct {
	name   string // in the file
	goName string
	typ    string // of its arguments
	args   []*argument
	uses   []*use
}

type argument struct {
	name, field string
	typ         chart.Type
}

// use is one use of an activity.
type use struct {
	id    int
	kind  *kind
	state *state
	sight sight // what its arguments see
	at    chart.Place
	args  []chart.Arg
	field string // in Go: the machine's field that holds it
}

// step is an action with its place in the state or transition it belongs to.
type step struct {
	action *chart.Action
	use    *use      // of an activity
	ways   [][]*step // the actions inside it
}

// transition is one edge.
type transition struct {
	id     int
	chart  *chart.Transition
	source *state
	name   string // in Go: FollowBallRedToGreen
	// constant is the name of its id: followBallRedToGreenEdge.
	constant string
	target   *state // nil: an exit, or none
	exit     hfsm.Status
	label    string // of the target, in the trace
	acts     bool   // it has no target
	domain   *automaton
	then     []*step
}

// called is a state's use of another machine.
type called struct {
	machine *chart.Machine
	chart   *chart.Call
	scope   *scope
	begin   []*step
	args    []*slot // the callee's parameters
	vars    []*slot // its variables and outputs, which begin anew at each entry
}

// reserved are the names of a generated package that nothing of the machine gets.
var reserved = []string{
	"Root", "Machine", "NewMachine", "Inputs", "Parameters", "Variables", "Outputs", "Activities", "Period",
	"Config", "DefaultConfig", "Run", "runner", "robot", "newRobot", "clockTime", "init", "main",
}

// planner makes a plan.
type planner struct {
	*plan
	fields map[string]*names // of each group of values
}

// newPlan resolves a chart that was checked.
func newPlan(c *chart.Machine, opts *Options) (*plan, error) {
	p := &planner{
		plan:   &plan{chart: c, words: opts.Words, opts: opts, types: newNames(reserved...), members: newNames()},
		fields: map[string]*names{},
	}
	top := &scope{slots: map[string]*slot{}}
	p.declare(top, "Inputs", c.Inputs, &p.inputs)
	p.declare(top, "Parameters", c.Parameters, &p.params)
	p.declare(top, "Variables", c.Variables, &p.vars)
	p.declare(top, "Outputs", c.Outputs, &p.outputs)
	root := &state{chart: c.Root, from: c, scope: top, name: ""}
	p.states = append(p.states, root)
	if err := p.grow(root, nil, defaults{10_000, rules[chart.Resume]}, []string{c.Name}); err != nil {
		return nil, err
	}
	p.nameStates()
	for _, s := range p.states {
		p.resolve(s)
	}
	p.begin = p.steps(p.outside(root), c.Begin)
	p.nameTransitions()
	p.joinKinds()
	p.findEvents()
	if errs := p.findings.Errors(); len(errs) > 0 {
		return nil, errs.Sorted()
	}
	return p.plan, nil
}

// refuse reports what cannot become Go.
func (p *plan) refuse(from *chart.Machine, at chart.Place, format string, args ...any) {
	p.findings = append(p.findings, chart.Finding{
		File: from.FileOf(at), Line: at.Line, Column: at.Column, Key: at.Key, Code: "generate", Text: fmt.Sprintf(format, args...),
	})
}

// declare makes the slots of one part of a chart's declarations.
func (p *planner) declare(in *scope, group string, all []chart.Declaration, to *[]*slot) {
	for i := range all {
		d := &all[i]
		s := &slot{declared: d, typ: d.Type, group: group, initial: chart.Value{Type: d.Type}}
		if d.Initial != nil {
			s.initial = widened(*d.Initial, d.Type)
		} else if before, ok := p.before(d.Name); group == inputs && ok && before.Type == d.Type {
			s.initial = before
		}
		in.slots[d.Name] = s
		*to = append(*to, s)
		s.field = p.field(group, exported(in.path, d.Name))
	}
}

// field returns a name for a value that no other value of its group has. An input has methods
// SetX and SetXAt, and a field for its time, so that those must be free, too.
func (p *planner) field(group, want string) string {
	taken := p.fields[group]
	if taken == nil {
		taken = newNames()
		p.fields[group] = taken
	}
	if group != inputs {
		return taken.claim(want)
	}
	name := taken.claimAll(want, "", "At")
	p.members.claim(lower(name) + "Set")
	return name
}

// widened returns an int as a float where one is wanted.
func widened(v chart.Value, want chart.Type) chart.Value {
	if v.Type == chart.Int && want == chart.Float {
		return chart.FloatValue(float64(v.Int))
	}
	return v
}

// grow makes the states inside s, in document order. calls names the machines
// around, for the cycle.
func (p *planner) grow(s *state, around *automaton, d defaults, calls []string) error {
	c, from, scope := s.chart, s.from, s.scope
	if s.chart.Call != nil {
		callee, err := p.callee(s, calls)
		if err != nil {
			return err
		}
		c, from, scope = callee.machine.Root, callee.machine, callee.scope
		calls = append(slices.Clip(calls), callee.machine.Name)
	}
	if len(c.States) == 0 {
		return nil
	}
	if s.kind != chart.Parallel {
		s.inside, d = p.automaton(s, c, around, d)
	}
	for _, child := range c.States {
		next := &state{
			id: len(p.states), chart: child, from: from, scope: scope, kind: child.Kind, failed: child.Failed,
			parent: s, in: s.inside, around: around, path: child.Name,
		}
		if s.path != "" {
			next.path = s.path + "/" + child.Name
		}
		p.states = append(p.states, next)
		s.children = append(s.children, next)
		inner := around
		if s.inside != nil {
			inner = s.inside
			next.around = s.inside
			s.inside.states = append(s.inside.states, next)
		}
		if err := p.grow(next, inner, d, calls); err != nil {
			return err
		}
	}
	if s.inside != nil {
		s.inside.initial = s.children[0]
		if len(c.Initial) > 0 {
			s.inside.initial = s.child(c.Initial[0])
		}
		if s.inside.initial == nil {
			p.refuse(from, c.Place, "initial %q is not a state inside; expected the name of one", c.Initial[0])
		}
	}
	return nil
}

// child finds a state inside by its name.
func (s *state) child(name string) *state {
	for _, c := range s.children {
		if c.chart.Name == name {
			return c
		}
	}
	return nil
}

// defaults are what an automaton takes from the one around it.
type defaults struct {
	milliHz uint64
	history rule
}

// rule is a history: what an automaton does when it is entered again, and what that
// means for those inside it without a history of their own.
type rule struct{ own, below chart.History }

var rules = map[chart.History]rule{
	chart.None:    {chart.None, chart.None},
	chart.Shallow: {chart.Deep, chart.None},
	chart.Deep:    {chart.Deep, chart.Deep},
	chart.Resume:  {chart.Resume, chart.Resume},
}

// automaton makes the one inside s; c is s itself, or the root of the machine it calls.
func (p *planner) automaton(s *state, c *chart.State, around *automaton, d defaults) (*automaton, defaults) {
	a := &automaton{id: len(p.automata), owner: s, parent: around}
	rate := s.chart.RateHz
	if s.chart != c {
		if rate == 0 {
			rate = c.RateHz
		}
		if c.History != chart.Inherit {
			d.history.below = rules[c.History].own
		}
	}
	if rate > 0 {
		d.milliHz = uint64(math.Round(rate * 1000))
	}
	if s.chart.History != chart.Inherit {
		below := d.history.below
		d.history = rules[s.chart.History]
		if s.chart != c && c.History != chart.Inherit {
			d.history.below = below
		}
	}
	a.milliHz, a.history = d.milliHz, d.history.own
	if around != nil { // the machine's own rule is that of its uppermost automata
		d.history.own = d.history.below
	}
	p.automata = append(p.automata, a)
	return a, d
}

// after is the time a transition waits.
func (t *transition) after() time.Duration { return t.chart.After }

// nameStates sets the identifiers of states and automata.
func (p *planner) nameStates() {
	for _, s := range p.states[1:] {
		s.name = p.types.claim(exported(strings.Split(s.path, "/")...))
	}
	for _, a := range p.automata {
		a.constant = "inRoot"
		if a.owner.id != 0 {
			a.constant = "in" + a.owner.name
		}
		a.constant = p.types.claim(a.constant)
	}
}

// before returns the value of an input before the first one has come.
func (p *plan) before(name string) (before chart.Value, ok bool) {
	if p.words != nil {
		before, ok = p.words.Before[name]
	}
	return before, ok
}
