package expr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// defined is a function that a machine defines.
type defined struct {
	written *chart.Function
	body    *Node // an expression of its parameters
}

// Fault is an error in a function; Err is an [Error] in the function's value.
type Fault struct {
	Of  *chart.Function
	Err error
}

// Define adds the functions of a machine to a scope. A call is replaced by the function's value with the arguments in
// place of the parameters, so that evaluating or translating a [Node] needs no functions. A function may call others that
// do not call it.
func (s Scope) Define(all []chart.Function) []Fault {
	d := definer{into: s, written: map[string]*chart.Function{}, state: map[string]progress{}}
	for i := range all {
		d.written[all[i].Name] = &all[i]
	}
	for i := range all {
		d.define(&all[i])
	}
	return d.faults
}

// progress is how far the definition of a function is.
type progress uint8

const (
	fresh progress = iota
	open           // its value is being read
	done
)

// definer defines functions, called ones before their callers.
type definer struct {
	into    Scope
	written map[string]*chart.Function
	state   map[string]progress
	faults  []Fault
}

func (d *definer) define(f *chart.Function) {
	if d.state[f.Name] != fresh {
		return
	}
	d.state[f.Name] = open
	for _, name := range called(f.Value.Text) {
		other := d.written[name]
		switch {
		case other == nil:
		case d.state[name] == open:
			d.state[f.Name] = done
			d.fault(f, &Error{0, fmt.Sprintf("%s calls itself by %s; expected a function that does not", f.Name, name), CodeSyntax})
			return
		default:
			d.define(other)
		}
	}
	d.state[f.Name] = done
	body, err := d.into.body(f, Scope{})
	if err == nil && body.readsOutside() {
		err = &Error{body.Column, "active reads the machine; expected an expression of the parameters alone", CodeType}
	}
	if err != nil {
		d.fault(f, err)
		return
	}
	d.into[f.Name+mark] = Name{Type: f.Type, function: &defined{f, body}}
}

// body reads the value of a function that may read some names and call the functions of the scope.
func (s Scope) body(f *chart.Function, reads Scope) (*Node, error) {
	if _, taken := functions[f.Name]; taken {
		return nil, &Error{0, fmt.Sprintf("%s is a function of the language; expected another name", f.Name), CodeUnknown}
	}
	for name, n := range s {
		if n.function != nil {
			reads[name] = n
		}
	}
	for _, p := range f.Parameters {
		reads[p.Name] = Name{Type: p.Type}
	}
	body, err := Parse(f.Value.Text, reads)
	if err != nil {
		return nil, err
	}
	if f.Type == chart.Float {
		body = Widen(body)
	}
	if body.Type != f.Type {
		return nil, &Error{body.Column, fmt.Sprintf("a value of type %s; expected a %s", body.Type, f.Type), CodeType}
	}
	return body, nil
}

func (d *definer) fault(f *chart.Function, err error) { d.faults = append(d.faults, Fault{f, err}) }

// called returns the words before a bracket.
func called(text string) []string {
	var names []string
	for i := strings.IndexByte(text, '('); i >= 0; {
		head := strings.TrimRight(text[:i], " ")
		start := len(head)
		for start > 0 && (head[start-1] == '_' || head[start-1] >= '0' && head[start-1] <= '9' || head[start-1]|0x20 >= 'a' && head[start-1]|0x20 <= 'z') {
			start--
		}
		names = append(names, head[start:])
		next := strings.IndexByte(text[i+1:], '(')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return names
}

// readsOutside reports whether an expression reads more than its parameters.
func (n *Node) readsOutside() bool {
	reads := false
	n.Walk(func(n *Node) { reads = reads || n.Kind == Call && functions[n.Name].reads })
	return reads
}

// usage returns how a function is called.
func (d *defined) usage() string {
	var parameters []string
	for _, p := range d.written.Parameters {
		parameters = append(parameters, p.Name+" "+p.Type.String())
	}
	return d.written.Name + "(" + strings.Join(parameters, ", ") + ")"
}

// defined returns the names of the functions in a scope, sorted.
func (s Scope) defined() []string {
	var names []string
	for name, n := range s {
		if n.function != nil {
			names = append(names, strings.TrimSuffix(name, mark))
		}
	}
	slices.Sort(names)
	return names
}

// inline returns the value of a function for some arguments.
func (c *converter) inline(d *defined, n *ast.CallNode, at int) *Node {
	parameters := d.written.Parameters
	if len(n.Arguments) != len(parameters) {
		return c.refuse(at, CodeType, "%s with %s; expected %s", d.written.Name, wording.Count(len(n.Arguments), "argument"), d.usage())
	}
	args := map[string]*Node{}
	for i, a := range n.Arguments {
		arg := c.widen(c.node(a), parameters[i].Type)
		if c.err != nil {
			return nil
		}
		if arg.Type != parameters[i].Type {
			return c.refuse(arg.Column, CodeType, "%s of a %s; expected %s", d.written.Name, arg.Type, d.usage())
		}
		args[parameters[i].Name] = arg
	}
	for _, name := range d.body.Reads(parameters) {
		if _, ok := c.scope[name]; !ok {
			return c.refuse(at, CodeUnknown, "%s reads the input %s, which is not known here; expected it among the machine's inputs", d.written.Name, name)
		}
	}
	return c.substitute(d.body, args, at)
}

// substitute copies an expression and replaces its variables by arguments.
func (c *converter) substitute(n *Node, args map[string]*Node, at int) *Node {
	if c.err != nil {
		return nil
	}
	if arg, ok := args[n.Name]; ok && n.Kind == Variable {
		c.made++
		return arg
	}
	out := *n
	out.Column, out.Constant = at, false
	out.Args = make([]*Node, len(n.Args))
	for i, a := range n.Args {
		if out.Args[i] = c.substitute(a, args, at); c.err != nil {
			return nil
		}
	}
	return c.finish(&out)
}
