package hfsm

import (
	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// call compiles the use of a function.
func (c *closures) call(n *expr.Node) compiled {
	switch n.Name {
	case "age", "stale":
		return c.age(n)
	case "active":
		return c.active(n)
	case "floor", "ceil", "round":
		f, x := expr.Rounding(n.Name), c.node(n.Args[0]).float
		return compiled{typ: Int, int: func(m *Machine) int64 { return expr.Int(f(x(m))) }}
	case "abs", "min", "max", "clamp":
		args := make([]compiled, len(n.Args))
		for i, a := range n.Args {
			args[i] = c.node(a)
		}
		if n.Type == Int {
			ints := make([]intFunc, len(args))
			for i := range args {
				ints[i] = args[i].int
			}
			return compiled{typ: Int, int: ofSame(n.Name, ints)}
		}
		floats := make([]floatFunc, len(args))
		for i := range args {
			floats[i] = args[i].float
		}
		return compiled{typ: Float, float: ofSame(n.Name, floats)}
	}
	f, x := expr.Floats(n.Name), c.node(n.Args[0]).float
	if len(n.Args) == 1 {
		return compiled{typ: Float, float: func(m *Machine) float64 { return f(x(m), 0) }}
	}
	y := c.node(n.Args[1]).float
	return compiled{typ: Float, float: func(m *Machine) float64 { return f(x(m), y(m)) }}
}

// age compiles age and stale of an input. An input without a largest age is never stale.
func (c *closures) age(n *expr.Node) compiled {
	known := c.frame.names[n.Args[0].Name]
	slot := known.slot
	if n.Name == "age" {
		return compiled{typ: Float, float: func(m *Machine) float64 { return m.age(slot) }}
	}
	limit := 0.0
	if known.declared != nil {
		limit = known.declared.StaleAfter.Seconds()
	}
	if limit == 0 {
		return constant(BoolValue(false))
	}
	return compiled{typ: Bool, bool: func(m *Machine) bool { return m.age(slot) > limit }}
}

// active compiles the test whether a state is active: its path is from the top of its chart.
func (c *closures) active(n *expr.Node) compiled {
	path := n.Args[0].Value.String
	if c.frame.path != "" {
		path = c.frame.path + "/" + path
	}
	s, ok := c.model.byPath[path]
	if !ok && c.model.profile == chart.SCXML {
		s, ok = c.model.named(path, none)
	}
	if !ok {
		at := c.text.Within(n.Args[0].Column)
		c.fault(c.frame, at, "no state %s; expected its path from the top", n.Args[0].Value.Text())
		return compiled{}
	}
	return compiled{typ: Bool, bool: func(m *Machine) bool { return m.isActive(s) }}
}

// ofSame compiles the functions of numbers of one type.
func ofSame[T int64 | float64, F ~func(*Machine) T](name string, args []F) F {
	x := args[0]
	switch name {
	case "abs":
		return func(m *Machine) T { return expr.Abs(x(m)) }
	case "clamp":
		low, high := args[1], args[2]
		return func(m *Machine) T { return expr.Clamp(x(m), low(m), high(m)) }
	case "min":
		return func(m *Machine) T {
			least := x(m)
			for _, y := range args[1:] {
				least = min(least, y(m))
			}
			return least
		}
	}
	return func(m *Machine) T {
		most := x(m)
		for _, y := range args[1:] {
			most = max(most, y(m))
		}
		return most
	}
}
