package lua

import (
	"errors"
	"fmt"
	"slices"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/suggest"
)

// What can be wrong with a call: codes of the findings of ReadCalls.
const (
	CodeCall    = "call"          // it is not understood
	CodeUnknown = "unknown-skill" // there is no such skill
	CodeRefused = "refused-skill" // the policy or the space does not let it be called
	CodeArgs    = "call-argument" // an argument is wrong or missing
)

// Policy says which skills may be called.
type Policy struct {
	Allowed []string // none: all
}

// allows says whether a skill may be called.
func (p Policy) allows(skill string) bool {
	return len(p.Allowed) == 0 || slices.Contains(p.Allowed, skill)
}

// ReadCalls makes a machine of a text such as goto{x=1.0, y=0.5}; kick(): it calls
// the skills one after the other, ends when the last one has, and fails with the
// first that fails. Skills are those of words.Machines and words.Space. Arguments
// are checked against the skills' parameters. The machine is nil when one of the
// findings is an error; their columns are those of the text.
func ReadCalls(text string, words *hfsm.Vocabulary, policy Policy, opts Options) (*chart.Machine, chart.Findings) {
	calls, err := ParseCalls(text, opts)
	if err != nil {
		var e *CallError
		if !errors.As(err, &e) {
			e = &CallError{1, err.Error()}
		}
		return nil, chart.Findings{called(e.Column, CodeCall, "%s", e.Text)}
	}
	r := &sequence{words: words, policy: policy}
	for i := range calls {
		r.add(&calls[i])
	}
	if len(r.findings) > 0 {
		return nil, r.findings
	}
	root := &chart.State{Place: chart.Place{Line: 1, Column: 1}, Initial: []string{r.states[0].Name}, History: chart.None, States: r.states}
	for i, s := range r.states {
		next := finalTarget
		if i+1 < len(r.states) {
			next = r.states[i+1].Name
		}
		s.Transitions = []*chart.Transition{r.when(s, 0, "final", next), r.when(s, 1, "failed", failedTarget)}
	}
	return &chart.Machine{
		Place: chart.Place{Line: 1, Column: 1}, File: "call", Name: "call", Description: text, Root: root,
	}, nil
}

func called(column int, code, format string, args ...any) chart.Finding {
	return chart.Finding{File: "call", Line: 1, Column: column, Text: fmt.Sprintf(format, args...), Code: code}
}

// sequence makes states of calls.
type sequence struct {
	words    *hfsm.Vocabulary
	policy   Policy
	states   []*chart.State
	findings chart.Findings
}

func (r *sequence) when(s *chart.State, i int, word, to string) *chart.Transition {
	key := fmt.Sprintf("%s.transitions[%d]", s.Key, i)
	at := chart.Place{Line: s.Line, Column: s.Column, Key: key}
	return &chart.Transition{Place: at, To: []string{to}, If: &chart.Expression{Place: at, Text: word}}
}

// add checks one call and makes its state.
func (r *sequence) add(c *Call) {
	if !r.policy.allows(c.Skill) {
		r.findings = append(r.findings, called(c.Column, CodeRefused, "%s may not be called here%s; allowed are %s",
			c.Skill, suggest.DidYouMean(c.Skill, r.policy.Allowed), chart.Listed(r.policy.Allowed)))
		return
	}
	m, err := r.find(c.Skill)
	if err != nil {
		r.findings = append(r.findings, called(c.Column, codeOf(err), "%s: %s", c.Skill, err.Error()))
		return
	}
	name := c.Skill
	for n := 2; slices.ContainsFunc(r.states, func(s *chart.State) bool { return s.Name == name }); n++ {
		name = fmt.Sprintf("%s_%d", c.Skill, n)
	}
	at := chart.Place{Line: 1, Column: c.Column, Key: "states." + name}
	r.states = append(r.states, &chart.State{
		Place: at, Name: name, Call: &chart.Call{Place: at, Machine: c.Skill, Args: r.args(c, m)},
	})
}

var errNone = errors.New("there are no skills here")

func (r *sequence) find(name string) (*chart.Machine, error) {
	if r.words == nil || r.words.Machines == nil {
		return nil, errNone
	}
	m, err := r.words.Machines(name)
	if err == nil && m == nil {
		err = errNone
	}
	return m, err
}

// codeOf says what it means that a skill was not found.
func codeOf(err error) string {
	if errors.Is(err, ErrSpace) {
		return CodeRefused
	}
	return CodeUnknown
}

// args checks the arguments of a call against the skill's parameters.
func (r *sequence) args(c *Call, m *chart.Machine) []chart.Arg {
	var args []chart.Arg
	given := map[string]bool{}
	wrong := func(column int, format string, a ...any) {
		r.findings = append(r.findings, called(column, CodeArgs, format, a...))
	}
	for i, a := range c.Args {
		if a.Name == "" {
			if i >= len(m.Parameters) {
				wrong(a.Column, "%s has no parameter %d; expected %s", c.Skill, i+1, parameters(m))
				continue
			}
			a.Name = m.Parameters[i].Name
		}
		at := slices.IndexFunc(m.Parameters, func(d chart.Declaration) bool { return d.Name == a.Name })
		if at < 0 {
			wrong(a.Column, "%s has no parameter %s%s; expected %s", c.Skill, a.Name, suggest.DidYouMean(a.Name, declaredOf(m.Parameters)), parameters(m))
			continue
		}
		if given[a.Name] {
			wrong(a.Column, "%s is given twice", a.Name)
			continue
		}
		given[a.Name] = true
		d := &m.Parameters[at]
		v, ok := fits(a.Value, d.Type)
		if !ok {
			wrong(a.Column, "%s = %s; expected a value of type %s", a.Name, a.Value.Text(), d.Type)
			continue
		}
		if expected := d.Expected(v); expected != "" {
			wrong(a.Column, "%s = %s; expected %s", a.Name, v.Text(), expected)
			continue
		}
		args = append(args, chart.Arg{Place: chart.Place{Line: 1, Column: a.Column, Key: "args." + a.Name}, Name: a.Name, Value: v})
	}
	for i := range m.Parameters {
		if d := &m.Parameters[i]; !given[d.Name] && d.Initial == nil {
			wrong(c.Column, "%s needs %s, a value of type %s", c.Skill, d.Name, d.Type)
		}
	}
	return args
}

// fits makes an int a float where one is wanted.
func fits(v chart.Value, want chart.Type) (chart.Value, bool) {
	if v.Type == chart.Int && want == chart.Float {
		return chart.FloatValue(float64(v.Int)), true
	}
	return v, v.Type == want
}

func declaredOf(list []chart.Declaration) []string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	return names
}

// parameters gives those of a skill for people: x float m, y float m.
func parameters(m *chart.Machine) string {
	all := make([]string, len(m.Parameters))
	for i, d := range m.Parameters {
		all[i] = d.Name + " " + d.Type.String()
		if d.Unit != "" {
			all[i] += " in " + d.Unit
		}
	}
	return chart.Listed(all)
}
