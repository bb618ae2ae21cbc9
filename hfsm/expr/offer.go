package expr

import (
	"slices"

	"gonao/hfsm/chart"
)

// Offer adds functions of the host to a scope. Unlike those of a machine they may read inputs of the host: an expression that
// calls one must be able to read these inputs, too. A function may call those before it.
func (s Scope) Offer(all []chart.Function, inputs map[string]chart.Type) []Fault {
	var faults []Fault
	for i := range all {
		f, reads := &all[i], Scope{}
		for name, t := range inputs {
			reads[name] = Name{Type: t, Input: true}
		}
		body, err := s.body(f, reads)
		if err != nil {
			faults = append(faults, Fault{f, err})
			continue
		}
		s[f.Name+mark] = Name{Type: f.Type, function: &defined{f, body}}
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
