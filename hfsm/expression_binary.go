package hfsm

import (
	"cmp"

	"gonao/hfsm/expr"
)

func (c *closures) binary(n *expr.Node) compiled {
	out := compiled{typ: n.Type}
	x, y := n.Args[0], n.Args[1]
	if slot, ok := c.slotOf(x); ok && y.Constant && n.Type == Bool && x.Type != Bool {
		out.bool = compareSlot(n.Op, slot, y)
		return out
	}
	if x.Kind == expr.Variable && x.Name == "elapsed" && y.Constant && n.Type == Bool {
		if out.bool = compareElapsed(n.Op, c.model.states[c.state].around, y.Value.Float); out.bool != nil {
			return out
		}
	}
	a, b := c.node(x), c.node(y)
	switch x.Type {
	case Bool:
		out.bool = logic(n.Op, a.bool, b.bool)
	case Int:
		switch {
		case n.Type == Bool && y.Constant:
			out.bool = compareTo(n.Op, a.int, y.Value.Int)
		case n.Type == Bool:
			out.bool = compare(n.Op, a.int, b.int)
		default:
			out.int = arithmetic(n.Op, a.int, b.int)
			if n.Op == "%" {
				f, by := a.int, b.int
				out.int = func(m *Machine) int64 { return f(m) % by(m) } // the divisor is a constant other than 0
			}
		}
	case Float:
		switch {
		case n.Type == Bool && y.Constant:
			out.bool = compareTo(n.Op, a.float, y.Value.Float)
		case n.Type == Bool:
			out.bool = compare(n.Op, a.float, b.float)
		default:
			out.float = arithmetic(n.Op, a.float, b.float)
			if n.Op == "/" {
				f, by := a.float, b.float
				out.float = func(m *Machine) float64 { return f(m) / by(m) }
			}
		}
	case String:
		out.bool = compare(n.Op, a.string, b.string)
	}
	return out
}

// slotOf returns the slot of a node that does nothing but read a value.
func (c *closures) slotOf(n *expr.Node) (int, bool) {
	if n.Kind != expr.Variable {
		return 0, false
	}
	known, ok := c.frame.names[n.Name]
	return known.slot, ok
}

// compareSlot compares a value with a constant, the most frequent of all guards,
// in one function.
func compareSlot(op string, slot int, y *expr.Node) boolFunc {
	switch y.Type {
	case Int:
		return compareInt(op, slot, y.Value.Int)
	case Float:
		return compareFloat(op, slot, y.Value.Float)
	default:
		text := y.Value.String
		return compareTo(op, func(m *Machine) string { return m.values.of[slot].String }, text)
	}
}

func compareInt(op string, slot int, y int64) boolFunc {
	switch op {
	case "==":
		return func(m *Machine) bool { return m.values.of[slot].Int == y }
	case "!=":
		return func(m *Machine) bool { return m.values.of[slot].Int != y }
	case "<":
		return func(m *Machine) bool { return m.values.of[slot].Int < y }
	case "<=":
		return func(m *Machine) bool { return m.values.of[slot].Int <= y }
	case ">":
		return func(m *Machine) bool { return m.values.of[slot].Int > y }
	}
	return func(m *Machine) bool { return m.values.of[slot].Int >= y }
}

func compareFloat(op string, slot int, y float64) boolFunc {
	switch op {
	case "==":
		return func(m *Machine) bool { return m.values.of[slot].Float == y }
	case "!=":
		return func(m *Machine) bool { return m.values.of[slot].Float != y }
	case "<":
		return func(m *Machine) bool { return m.values.of[slot].Float < y }
	case "<=":
		return func(m *Machine) bool { return m.values.of[slot].Float <= y }
	case ">":
		return func(m *Machine) bool { return m.values.of[slot].Float > y }
	}
	return func(m *Machine) bool { return m.values.of[slot].Float >= y }
}

// compareTo compares with a constant.
func compareTo[T cmp.Ordered, F ~func(*Machine) T](op string, a F, y T) boolFunc {
	switch op {
	case "==":
		return func(m *Machine) bool { return a(m) == y }
	case "!=":
		return func(m *Machine) bool { return a(m) != y }
	case "<":
		return func(m *Machine) bool { return a(m) < y }
	case "<=":
		return func(m *Machine) bool { return a(m) <= y }
	case ">":
		return func(m *Machine) bool { return a(m) > y }
	}
	return func(m *Machine) bool { return a(m) >= y }
}

func logic(op string, a, b boolFunc) boolFunc {
	switch op {
	case "and":
		return func(m *Machine) bool { return a(m) && b(m) }
	case "or":
		return func(m *Machine) bool { return a(m) || b(m) }
	case "==":
		return func(m *Machine) bool { return a(m) == b(m) }
	}
	return func(m *Machine) bool { return a(m) != b(m) }
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
	}
	return func(m *Machine) bool { return a(m) >= b(m) }
}

func arithmetic[T int64 | float64, F ~func(*Machine) T](op string, a, b F) F {
	switch op {
	case "+":
		return func(m *Machine) T { return a(m) + b(m) }
	case "-":
		return func(m *Machine) T { return a(m) - b(m) }
	}
	return func(m *Machine) T { return a(m) * b(m) }
}
