package hfsm

import "gonao/hfsm/expr"

// calls makes the function of a call.
func (b *binding) calls(n *expr.Node) (compiled, error) {
	switch n.Name {
	case "age", "stale", "active":
		of := n.Args[0].Name
		if n.Name == "active" {
			of = n.Args[0].Value.String
		}
		if b.call == nil {
			return compiled{}, &expr.Error{Column: n.Column, Text: n.Name + " is not known here", Code: expr.CodeUnknown}
		}
		c, fault := b.call(n.Name, of)
		if fault != "" {
			return compiled{}, &expr.Error{Column: n.Args[0].Column, Text: fault, Code: expr.CodeUnknown}
		}
		return c, nil
	}
	args := make([]compiled, len(n.Args))
	for i, a := range n.Args {
		var err error
		if args[i], err = b.closures(a); err != nil {
			return compiled{}, err
		}
	}
	out := compiled{typ: n.Type}
	if round := expr.Rounding(n.Name); round != nil {
		x := args[0].float
		out.int = func(m *Machine) int64 { return expr.Int(round(x(m))) }
		return out, nil
	}
	if f := expr.Floats(n.Name); f != nil {
		x, y := args[0].float, args[len(args)-1].float
		out.float = func(m *Machine) float64 { return f(x(m), 0) }
		if len(args) > 1 {
			out.float = func(m *Machine) float64 { return f(x(m), y(m)) }
		}
		return out, nil
	}
	if n.Type == Int {
		out.int = ofNumbers(n.Name, args, func(c compiled) intFunc { return c.int })
	} else {
		out.float = ofNumbers(n.Name, args, func(c compiled) floatFunc { return c.float })
	}
	return out, nil
}

// ofNumbers makes the functions that give the type they are given.
func ofNumbers[T int64 | float64, F ~func(*Machine) T](name string, args []compiled, of func(compiled) F) F {
	x := of(args[0])
	switch name {
	case "abs":
		return func(m *Machine) T { return expr.Abs(x(m)) }
	case "clamp":
		low, high := of(args[1]), of(args[2])
		return func(m *Machine) T { return expr.Clamp(x(m), low(m), high(m)) }
	}
	for _, a := range args[1:] {
		before, y := x, of(a)
		if name == "min" {
			x = func(m *Machine) T { return min(before(m), y(m)) }
		} else {
			x = func(m *Machine) T { return max(before(m), y(m)) }
		}
	}
	return x
}
