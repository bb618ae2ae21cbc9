package expr

import (
	"cmp"

	"gonao/hfsm/chart"
)

// Env holds the values that [Node.Eval] reads.
type Env interface {
	// Value returns a value by its name, with its declared type.
	Value(name string) chart.Value
	// Call returns the result of age, stale or active for an input or a state.
	Call(function, of string) chart.Value
}

// Eval returns the value of an expression. It is for checks and tools: machines run
// closures. env may be nil where the node is constant.
func (n *Node) Eval(env Env) chart.Value {
	switch n.Kind {
	case Const:
		return n.Value
	case Variable:
		return env.Value(n.Name)
	case Unary:
		return unary(n.Op, n.Args[0].Eval(env))
	case Binary:
		a := n.Args[0].Eval(env)
		if n.Op == "and" && !a.Bool || n.Op == "or" && a.Bool {
			return a
		}
		return binary(n.Op, a, n.Args[1].Eval(env))
	case Conditional:
		if n.Args[0].Eval(env).Bool {
			return n.Args[1].Eval(env)
		}
		return n.Args[2].Eval(env)
	case Call:
		return n.call(env)
	}
	panic("expr: a node of no kind")
}

func unary(op string, x chart.Value) chart.Value {
	switch op {
	case "not":
		return chart.BoolValue(!x.Bool)
	case "float":
		return chart.FloatValue(float64(x.Int))
	}
	if x.Type == chart.Int {
		return chart.IntValue(-x.Int)
	}
	return chart.FloatValue(-x.Float)
}

func binary(op string, a, b chart.Value) chart.Value {
	switch a.Type {
	case chart.Bool:
		switch op {
		case "and", "or": // a did not decide
			return b
		case "==":
			return chart.BoolValue(a.Bool == b.Bool)
		}
		return chart.BoolValue(a.Bool != b.Bool)
	case chart.Int:
		switch op {
		case "%":
			return chart.IntValue(a.Int % b.Int)
		case "+", "-", "*":
			return chart.IntValue(arithmetic(op, a.Int, b.Int))
		}
		return chart.BoolValue(compare(op, a.Int, b.Int))
	case chart.Float:
		switch op {
		case "/":
			return chart.FloatValue(a.Float / b.Float)
		case "+", "-", "*":
			return chart.FloatValue(arithmetic(op, a.Float, b.Float))
		}
		return chart.BoolValue(compare(op, a.Float, b.Float))
	default:
		return chart.BoolValue(compare(op, a.String, b.String))
	}
}

func arithmetic[T int64 | float64](op string, a, b T) T {
	switch op {
	case "+":
		return a + b
	case "-":
		return a - b
	}
	return a * b
}

func compare[T cmp.Ordered](op string, a, b T) bool {
	switch op {
	case "==":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}

func (n *Node) call(env Env) chart.Value {
	f := functions[n.Name]
	switch f.rule {
	case ofInput:
		return env.Call(n.Name, n.Args[0].Name)
	case ofPath:
		return env.Call(n.Name, n.Args[0].Value.String)
	case toInt:
		return chart.IntValue(Int(f.saturate(n.Args[0].Eval(env).Float)))
	case ofFloats:
		x := n.Args[0].Eval(env).Float
		return chart.FloatValue(f.floats(x, n.Args[len(n.Args)-1].Eval(env).Float))
	case ofSame:
	}
	values := make([]chart.Value, len(n.Args))
	for i, a := range n.Args {
		values[i] = a.Eval(env)
	}
	if n.Type == chart.Int {
		return chart.IntValue(same(n.Name, values, func(v chart.Value) int64 { return v.Int }))
	}
	return chart.FloatValue(same(n.Name, values, func(v chart.Value) float64 { return v.Float }))
}

// same evaluates a function of numbers of one type.
func same[T int64 | float64](name string, values []chart.Value, of func(chart.Value) T) T {
	x := of(values[0])
	switch name {
	case "abs":
		return Abs(x)
	case "clamp":
		return Clamp(x, of(values[1]), of(values[2]))
	}
	for _, v := range values[1:] {
		if name == "min" {
			x = min(x, of(v))
		} else {
			x = max(x, of(v))
		}
	}
	return x
}

// Abs returns x without its sign. The least int has no positive counterpart and is
// returned as it is.
func Abs[T int64 | float64](x T) T {
	if x <= 0 { // also the float -0
		return 0 - x
	}
	return x
}

// Clamp returns the nearest to x from low to high; where low is beyond high, high.
func Clamp[T int64 | float64](x, low, high T) T {
	return min(max(x, low), high)
}
