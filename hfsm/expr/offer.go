package expr

import (
	"fmt"
	"slices"

	"gonao/hfsm/chart"
)

// Offer adds functions of the host to a scope. Unlike those of a machine they may read inputs of the host: an expression that
// calls one must be able to read these inputs, too. A function may call those before it.
func (s Scope) Offer(all []chart.Function, inputs map[string]chart.Type) []Fault {
	var faults []Fault
	for i := range all {
		f := &all[i]
		if _, taken := functions[f.Name]; taken {
			faults = append(faults, Fault{f, &Error{0, fmt.Sprintf("%s is a function of the language; expected another name", f.Name), CodeUnknown}})
			continue
		}
		reads := Scope{}
		for name, t := range inputs {
			reads[name] = Name{Type: t, Input: true}
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
		if err == nil && f.Type == chart.Float {
			body = Widen(body)
		}
		switch {
		case err != nil:
			faults = append(faults, Fault{f, err})
		case body.Type != f.Type:
			faults = append(faults, Fault{f, &Error{body.Column, fmt.Sprintf("a value of type %s; expected a %s", body.Type, f.Type), CodeType}})
		default:
			s[f.Name+mark] = Name{Type: f.Type, function: &defined{f, body}}
		}
	}
	return faults
}

// Function returns the value of a function in the scope, as an expression of its parameters and of the inputs that it
// reads; nil if there is no such function.
func (s Scope) Function(name string) (value *Node, parameters []chart.FunctionParameter) {
	d := s[name+mark].function
	if d == nil {
		return nil, nil
	}
	return d.body, d.written.Parameters
}

// Reads returns the names that an expression reads, each once, except some.
func (n *Node) Reads(but []chart.FunctionParameter) []string {
	var names []string
	n.Walk(func(n *Node) {
		own := slices.ContainsFunc(but, func(p chart.FunctionParameter) bool { return p.Name == n.Name })
		if n.Kind == Variable && !own && !slices.Contains(names, n.Name) {
			names = append(names, n.Name)
		}
	})
	return names
}
