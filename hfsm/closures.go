package hfsm

import (
	"cmp"

	"gonao/hfsm/expr"
)

// binding says what the names in an expression are in one place of a machine.
type binding struct {
	names scope
	// call gives what age, stale or active gives of an input or a state's path; a
	// text when there is none. nil where nothing is known by them.
	call func(function, of string) (c compiled, fault string)
}

// closures makes functions of a checked expression. They allocate nothing. An
// error is an [expr.Error].
func (b *binding) closures(n *expr.Node) (compiled, error) {
	if n.Constant {
		return fixed(n.Value), nil
	}
	if n.Kind == expr.Variable {
		known, ok := b.names[n.Name]
		if !ok { // the scope it was checked with had it
			return compiled{}, &expr.Error{Column: n.Column, Text: "nothing is called " + n.Name, Code: expr.CodeUnknown}
		}
		return known.read, nil
	}
	if n.Kind == expr.Call {
		return b.calls(n)
	}
	args := make([]compiled, len(n.Args))
	for i, a := range n.Args {
		var err error
		if args[i], err = b.closures(a); err != nil {
			return compiled{}, err
		}
	}
	out := compiled{typ: n.Type}
	switch n.Kind {
	case expr.Unary:
		unary(&out, n.Op, args[0])
	case expr.Conditional:
		out.bool = choose(args[0].bool, args[1].bool, args[2].bool)
		out.int = choose(args[0].bool, args[1].int, args[2].int)
		out.float = choose(args[0].bool, args[1].float, args[2].float)
		out.string = choose(args[0].bool, args[1].string, args[2].string)
	default:
		binary(&out, n, args[0], args[1])
	}
	return out, nil
}

// fixed gives the expression of a value.
func fixed(v Value) compiled {
	return compiled{
		typ: v.Type, constant: true,
		bool: func(*Machine) bool { return v.Bool }, int: func(*Machine) int64 { return v.Int },
		float: func(*Machine) float64 { return v.Float }, string: func(*Machine) string { return v.String },
	}
}

func unary(out *compiled, op string, x compiled) {
	switch {
	case op == "not":
		out.bool = func(m *Machine) bool { return !x.bool(m) }
	case op == "float":
		out.float = func(m *Machine) float64 { return float64(x.int(m)) }
	case out.typ == Int:
		out.int = func(m *Machine) int64 { return -x.int(m) }
	default:
		out.float = func(m *Machine) float64 { return -x.float(m) }
	}
}

// binary makes the function of an operator. A constant on the right, as most
// guards have it, is worth a function of its own.
func binary(out *compiled, n *expr.Node, a, b compiled) {
	right := n.Args[1]
	switch a.typ {
	case Bool:
		out.bool = logic(n.Op, a.bool, b.bool)
	case Int:
		switch {
		case n.Op == "%":
			y := right.Value.Int
			out.int = func(m *Machine) int64 { return a.int(m) % y }
		case out.typ == Int:
			out.int = arithmetic(n.Op, a.int, b.int)
		case right.Constant:
			out.bool = compareTo(n.Op, a.int, right.Value.Int)
		default:
			out.bool = compare(n.Op, a.int, b.int)
		}
	case Float:
		switch {
		case n.Op == "/":
			out.float = func(m *Machine) float64 { return a.float(m) / b.float(m) }
		case out.typ == Float:
			out.float = arithmetic(n.Op, a.float, b.float)
		case right.Constant:
			out.bool = compareTo(n.Op, a.float, right.Value.Float)
		default:
			out.bool = compare(n.Op, a.float, b.float)
		}
	case String:
		if right.Constant {
			out.bool = compareTo(n.Op, a.string, right.Value.String)
		} else {
			out.bool = compare(n.Op, a.string, b.string)
		}
	}
}

// compareTo compares with a constant.
func compareTo[T cmp.Ordered, F ~func(*Machine) T](op string, a F, v T) boolFunc {
	switch op {
	case "==":
		return func(m *Machine) bool { return a(m) == v }
	case "!=":
		return func(m *Machine) bool { return a(m) != v }
	case "<":
		return func(m *Machine) bool { return a(m) < v }
	case "<=":
		return func(m *Machine) bool { return a(m) <= v }
	case ">":
		return func(m *Machine) bool { return a(m) > v }
	case ">=":
		return func(m *Machine) bool { return a(m) >= v }
	}
	return nil
}
