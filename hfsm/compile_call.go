package hfsm

import (
	"fmt"
	"slices"
	"strings"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// call finds the machine that a state calls, checks that the call is allowed, and declares its values. It returns nil
// after a finding.
func (b *treeBuilder) call(id int, src *chart.State, f *frame) *frame {
	call := src.Call
	at := f.chart.At(call.Place, "machine")
	if len(src.States) > 0 {
		b.fault(f, call.Place, "a call beside states; expected one of them")
		return nil
	}
	if b.words == nil || b.words.Machines == nil {
		b.fault(f, at, "no machine %q; machines cannot be called here", call.Machine)
		return nil
	}
	if chain := f.chain(call.Machine); chain != "" {
		b.fault(f, at, "the machine calls itself: %s; expected calls without a cycle", chain)
		return nil
	}
	c, err := b.expansion.machine(b.words, call.Machine)
	switch {
	case err != nil:
		b.fault(f, at, "machine %q: %v", call.Machine, err)
		return nil
	case c == nil || c.Root == nil:
		b.fault(f, at, "no machine %q", call.Machine)
		return nil
	case c.Profile != chart.Robot || b.model.profile != chart.Robot:
		b.fault(f, at, "%q: only machines of the profile robot call each other", call.Machine)
		return nil
	}
	b.mayCall(f, c, at)
	if why := b.expansion.add(c); why != "" {
		b.fault(f, at, "with this call %s: %s; expected fewer calls", why, strings.Join(append(f.callers(), call.Machine), " -> "))
	}
	if b.expansion.over {
		return nil
	}
	callee := b.frame(c, f, id, b.model.states[id].path)
	b.model.states[id].call = callee.id
	callee.call = call
	b.model.states[id].begin = func(m *Machine) error { return m.robot.called(m, callee.id) }
	return callee
}

// chain returns the cycle that a call would close, or an empty text.
func (f *frame) chain(machine string) string {
	callers := f.callers()
	if i := slices.Index(callers, machine); i >= 0 {
		return strings.Join(append(callers[i:], machine), " -> ")
	}
	return ""
}

// callers returns the names of the machines that call each other down to this one,
// the outermost first.
func (f *frame) callers() []string {
	var names []string
	for at := f; at != nil; at = at.parent {
		names = append(names, at.chart.Name)
	}
	slices.Reverse(names)
	return names
}

// mayCall checks levels and spaces.
func (b *treeBuilder) mayCall(f *frame, c *chart.Machine, at chart.Place) {
	if own := f.chart.Level; own != chart.NoLevel && c.Level > own {
		b.fault(f, at, "%s is of the level %s, this machine of the level %s; expected one of its own level or a lower one",
			c.Name, c.Level, own)
	}
	spaces := f.chart.Spaces
	if b.words.Space != (chart.Space{}) {
		spaces = []chart.Space{b.words.Space}
	}
	for _, s := range spaces {
		if !offered(c, s) {
			b.fault(f, at, "%s is not offered in the space %s", c.Name, spaceName(s))
		}
	}
}

// space refuses a machine that is not for the space it is to run in.
func (b *treeBuilder) space(c *chart.Machine) {
	if b.words == nil || b.words.Space == (chart.Space{}) || offered(c, b.words.Space) {
		return
	}
	at := c.At(c.Place, "spaces")
	b.add(Finding{
		File: c.FileOf(at), Line: at.Line, Column: at.Column, Key: at.Key,
		Text: fmt.Sprintf("not offered in the space %s, where this robot is", spaceName(b.words.Space)), Code: "space",
	})
}

// offered reports whether a machine is for a space.
func offered(c *chart.Machine, in chart.Space) bool {
	fits := func(a, b string) bool { return a == "" || b == "" || a == b }
	return len(c.Spaces) == 0 || slices.ContainsFunc(c.Spaces, func(s chart.Space) bool {
		return fits(s.Platform, in.Platform) && fits(s.Domain, in.Domain)
	})
}

func spaceName(s chart.Space) string {
	any := func(word string) string {
		if word == "" {
			return "any"
		}
		return word
	}
	return any(s.Platform) + "/" + any(s.Domain)
}

// arguments binds the arguments of a call to the parameters.
func (b *linker) arguments(f, callee *frame, call *chart.Call) {
	given := map[string]bool{}
	var names []string
	for i := range callee.chart.Parameters {
		names = append(names, callee.chart.Parameters[i].Name)
	}
	for i := range call.Args {
		arg := &call.Args[i]
		slot, ok := callee.names[arg.Name]
		if !ok || !slices.Contains(names, arg.Name) {
			b.fault(f, arg.Place, "no parameter %q%s; expected one of %s", arg.Name, wording.DidYouMean(arg.Name, names), chart.Listed(names))
			continue
		}
		given[arg.Name] = true
		e, ok := b.acts.argument(f, callee.state, arg, slot.typ)
		if !ok {
			continue
		}
		if e.constant {
			v := e.value(nil)
			if expected := outside(slot.declared, &v); expected != "" {
				b.fault(f, arg.Place, "%s; expected %s", v.Text(), expected)
				continue
			}
		}
		callee.args = append(callee.args, argument{slot.slot, assignment(slot.slot, e)})
	}
	for i := range callee.chart.Parameters {
		if p := &callee.chart.Parameters[i]; !given[p.Name] && p.Initial == nil {
			b.fault(f, call.Place, "the parameter %s of %s is missing; expected a value of type %s", p.Name, call.Machine, p.Type)
		}
	}
}

// argument compiles an argument as an expression of a type; want 0 accepts any type.
func (b *actionCompiler) argument(f *frame, state int, arg *chart.Arg, want Type) (compiled, bool) {
	if want == 0 && arg.Expression == nil {
		want = arg.Value.Type
	}
	if want == 0 && f.scripted(arg.Expression) {
		b.fault(f, arg.Place, "a script; expected a value or an expression: the type of this argument is not known")
		return compiled{}, false
	}
	if arg.Expression != nil && f.scripted(arg.Expression) {
		e := b.texts.scriptValue(f, *arg.Expression, want)
		return e, e.typ != 0
	}
	if arg.Expression != nil {
		e := b.texts.expression(f, state, *arg.Expression)
		if e.typ == 0 {
			return e, false
		}
		if e = widen(e, want); want != 0 && e.typ != want {
			b.fault(f, arg.Expression.Place, "a value of type %s; expected one of type %s", e.typ, want)
			return e, false
		}
		return e, true
	}
	v, ok := widenValue(arg.Value, want)
	if !ok {
		b.fault(f, arg.Place, "%s; expected a value of type %s", valueText(arg.Value), want)
	}
	return constant(v), ok
}

// returns binds the outputs of a called machine to variables.
func (b *linker) returns(f, callee *frame, call *chart.Call) {
	for i := range call.Returns {
		r := &call.Returns[i]
		f.used.Writes(r.Variable)
		to, ok := f.names[r.Variable]
		if !ok || !to.writable {
			b.fault(f, r.Place, "no variable %q; expected one of %s", r.Variable, chart.Listed(f.writable()))
			continue
		}
		from, ok := callee.names[r.Output]
		if !ok || !from.writable {
			b.fault(f, r.Place, "no output %q of %s; expected one of %s", r.Output, call.Machine, chart.Listed(callee.writable()))
			continue
		}
		if from.typ != to.typ {
			b.fault(f, r.Place, "%s is a %s; the variable %s is a %s", r.Output, from.typ, r.Variable, to.typ)
			continue
		}
		callee.returns = append(callee.returns, outputCopy{r.Key, from.slot, to.slot})
	}
}

// writable returns the names a chart may assign to.
func (f *frame) writable() []string {
	var names []string
	for word, n := range f.names {
		if n.writable {
			names = append(names, word)
		}
	}
	slices.Sort(names)
	return names
}
