package hfsm

import (
	"cmp"

	"github.com/expr-lang/expr/ast"
)

func compileBinary(n *ast.BinaryNode, names scope) (compiled, error) {
	a, err := compileNode(n.Left, names)
	if err != nil {
		return a, err
	}
	b, err := compileNode(n.Right, names)
	if err != nil {
		return b, err
	}
	if n.Operator == "%" {
		return compileModulo(n, a, b)
	}
	if n.Operator == "/" { // as in expr-lang, a quotient is always a float
		a, b = widen(a, Float), widen(b, Float)
	}
	a, b = widened(a, b)
	if a.typ != b.typ {
		return refuse(n, "%s %s %s; expected two values of one type", a.typ, n.Operator, b.typ)
	}
	out := compiled{constant: a.constant && b.constant}
	switch a.typ {
	case Bool:
		out.bool = logic(n.Operator, a.bool, b.bool)
	case Int:
		out.bool = compare(n.Operator, a.int, b.int)
		out.int = arithmetic(n.Operator, a.int, b.int)
	case Float:
		out.bool = compare(n.Operator, a.float, b.float)
		out.float = arithmetic(n.Operator, a.float, b.float)
		if n.Operator == "/" {
			x, y := a.float, b.float
			out.float = func(m *Machine) float64 { return x(m) / y(m) }
		}
	case String:
		out.bool = compare(n.Operator, a.string, b.string)
	}
	switch {
	case out.bool != nil:
		out.typ = Bool
	case out.int != nil:
		out.typ = Int
	case out.float != nil:
		out.typ = Float
	default:
		return refuse(n, "%s %s %s: no such operation", a.typ, n.Operator, b.typ)
	}
	return out, nil
}

// compileModulo takes only a constant divisor, so that no guard can divide by zero.
func compileModulo(n *ast.BinaryNode, a, b compiled) (compiled, error) {
	if a.typ != Int || b.typ != Int || !b.constant || b.int(nil) == 0 {
		return refuse(n, "expected an int %% a constant int other than 0")
	}
	x, y := a.int, b.int(nil)
	return compiled{typ: Int, constant: a.constant, int: func(m *Machine) int64 { return x(m) % y }}, nil
}

func logic(op string, a, b boolFunc) boolFunc {
	switch op {
	case "and", "&&":
		return func(m *Machine) bool { return a(m) && b(m) }
	case "or", "||":
		return func(m *Machine) bool { return a(m) || b(m) }
	case "==":
		return func(m *Machine) bool { return a(m) == b(m) }
	case "!=":
		return func(m *Machine) bool { return a(m) != b(m) }
	}
	return nil
}

func compare[T cmp.Ordered, F ~func(*Machine) T](op string, a, b F) boolFunc {
	switch op {
	case "==":
		return func(m *Machine) bool { return a(m) == b(m) }
	case "!=":
		return func(m *Machine) bool { return a(m) != b(m) }
	case "<":
		return func(m *Machine) bool { return a(m) < b(m) }
	case "<=":
		return func(m *Machine) bool { return a(m) <= b(m) }
	case ">":
		return func(m *Machine) bool { return a(m) > b(m) }
	case ">=":
		return func(m *Machine) bool { return a(m) >= b(m) }
	}
	return nil
}

func arithmetic[T int64 | float64, F ~func(*Machine) T](op string, a, b F) F {
	switch op {
	case "+":
		return func(m *Machine) T { return a(m) + b(m) }
	case "-":
		return func(m *Machine) T { return a(m) - b(m) }
	case "*":
		return func(m *Machine) T { return a(m) * b(m) }
	}
	return nil
}
