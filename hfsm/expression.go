package hfsm

import (
	"errors"
	"strconv"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// Expressions of each type as closures. They allocate nothing.
type (
	boolFunc   func(*Machine) bool
	intFunc    func(*Machine) int64
	floatFunc  func(*Machine) float64
	stringFunc func(*Machine) string
)

// compiled is an expression of one type: only the function of that type is set.
type compiled struct {
	typ      Type
	bool     boolFunc
	int      intFunc
	float    floatFunc
	string   stringFunc
	constant bool // it reads nothing, so its value never changes
	fails    bool // evaluating it may leave an error in Machine.scripts.problem
	node     *expr.Node
}

// value returns an expression's value whatever its type.
func (c compiled) value(m *Machine) Value {
	switch c.typ {
	case Bool:
		return BoolValue(c.bool(m))
	case Int:
		return IntValue(c.int(m))
	case Float:
		return FloatValue(c.float(m))
	case String:
		return StringValue(c.string(m))
	}
	return Value{}
}

// evaluated returns the function that evaluates it.
func (c compiled) evaluated() func(*Machine) (Value, error) {
	if !c.fails {
		return func(m *Machine) (Value, error) { return c.value(m), nil }
	}
	return func(m *Machine) (Value, error) {
		v := c.value(m)
		return v, m.scripts.takeError()
	}
}

// constant returns the expression of a value.
func constant(v Value) compiled {
	c := compiled{typ: v.Type, constant: true}
	switch v.Type {
	case Bool:
		c.bool = func(*Machine) bool { return v.Bool }
	case Int:
		c.int = func(*Machine) int64 { return v.Int }
	case Float:
		c.float = func(*Machine) float64 { return v.Float }
	case String:
		c.string = func(*Machine) string { return v.String }
	}
	return c
}

// reader returns the expression that reads a slot of the machine.
func reader(slot int, t Type) compiled {
	c := compiled{typ: t}
	switch t {
	case Bool:
		c.bool = func(m *Machine) bool { return m.values.of[slot].Bool }
	case Int:
		c.int = func(m *Machine) int64 { return m.values.of[slot].Int }
	case Float:
		c.float = func(m *Machine) float64 { return m.values.of[slot].Float }
	case String:
		c.string = func(m *Machine) string { return m.values.of[slot].String }
	}
	return c
}

// widen makes an int a float when a float is wanted.
func widen(c compiled, want Type) compiled {
	if c.typ != Int || want != Float {
		return c
	}
	if c.constant {
		return constant(FloatValue(float64(c.int(nil))))
	}
	f := c.int
	return compiled{typ: Float, fails: c.fails, float: func(m *Machine) float64 { return float64(f(m)) }}
}

// valueText returns a value as findings write it.
func valueText(v Value) string {
	if v.Type == String {
		return v.Text()
	}
	return strconv.Quote(v.Text())
}

// guard compiles a condition. The zero value comes with a finding.
func (b *textCompiler) guard(f *frame, state int, e chart.Expression) compiled {
	if f.scripted(&e) {
		return b.scriptGuard(f, e)
	}
	c := b.expression(f, state, e)
	if c.typ != 0 && c.typ != Bool {
		b.find(f, e.Place, expr.CodeType, "a guard of type %s; expected a bool", c.typ)
		return compiled{}
	}
	return c
}

// expression compiles a typed expression for a state, or for a chart as a whole.
// The zero value comes with a finding.
func (b *textCompiler) expression(f *frame, state int, e chart.Expression) compiled {
	words := f.words
	if state != none && b.model.states[state].around != none {
		words = f.guards
	}
	n, err := words.Parse(e.Text)
	if err == nil {
		f.used.Reads(n)
		c := closures{b, f, state, e}
		out := c.node(n)
		out.node = n
		return out
	}
	var at *expr.Error
	if errors.As(err, &at) {
		b.find(f, e.Within(at.Column), at.Code, "%s (in %q)", at.Text, excerpt(e.Text, at.Column))
	} else {
		b.fault(f, e.Place, "%v", err)
	}
	return compiled{}
}

// closures makes closures of an expression of a state.
type closures struct {
	*textCompiler
	frame *frame
	state int
	text  chart.Expression
}

func (c *closures) node(n *expr.Node) compiled {
	if n.Constant {
		return constant(n.Value)
	}
	switch n.Kind {
	case expr.Variable:
		return c.variable(n)
	case expr.Unary:
		return c.unary(n)
	case expr.Binary:
		return c.binary(n)
	case expr.Conditional:
		return c.conditional(n)
	case expr.Call:
		return c.call(n)
	case expr.Const:
	}
	return constant(n.Value)
}

// variable compiles the reading of a value, or of a guard word.
func (c *closures) variable(n *expr.Node) compiled {
	if known, ok := c.frame.names[n.Name]; ok {
		return reader(known.slot, known.typ)
	}
	id := c.state
	a := c.model.states[id].around
	switch n.Name {
	case "elapsed":
		return compiled{typ: Float, float: func(m *Machine) float64 { return m.elapsed(a).Seconds() }}
	case "final":
		return compiled{typ: Bool, bool: func(m *Machine) bool { return m.outcome(id) == Final }}
	case "failed":
		return compiled{typ: Bool, bool: func(m *Machine) bool { return m.outcome(id) == Failed }}
	}
	return compiled{typ: String, string: func(m *Machine) string { return m.events.current.Name }}
}

func (c *closures) unary(n *expr.Node) compiled {
	x := c.node(n.Args[0])
	out := compiled{typ: n.Type}
	switch n.Op {
	case "not":
		f := x.bool
		out.bool = func(m *Machine) bool { return !f(m) }
	case "float":
		return widen(x, Float)
	default:
		if n.Type == Int {
			f := x.int
			out.int = func(m *Machine) int64 { return -f(m) }
		} else {
			f := x.float
			out.float = func(m *Machine) float64 { return -f(m) }
		}
	}
	return out
}

func (c *closures) conditional(n *expr.Node) compiled {
	when, a, b := c.node(n.Args[0]), c.node(n.Args[1]), c.node(n.Args[2])
	out := compiled{typ: n.Type}
	switch n.Type {
	case Bool:
		out.bool = choose(when.bool, a.bool, b.bool)
	case Int:
		out.int = choose(when.bool, a.int, b.int)
	case Float:
		out.float = choose(when.bool, a.float, b.float)
	case String:
		out.string = choose(when.bool, a.string, b.string)
	}
	return out
}

// choose returns a function that evaluates a if c is true, otherwise b.
func choose[T any, F ~func(*Machine) T](c boolFunc, a, b F) F {
	return func(m *Machine) T {
		if c(m) {
			return a(m)
		}
		return b(m)
	}
}

// excerpt returns the part of a text around a column that fits into a message.
func excerpt(text string, column int) string {
	const before, after = 60, 100
	all := []rune(text)
	if len(all) <= before+after {
		return text
	}
	column = min(max(column, 0), len(all))
	from, to := max(0, column-before), min(len(all), column+after)
	part := string(all[from:to])
	if from > 0 {
		part = "…" + part
	}
	if to < len(all) {
		part += "…"
	}
	return part
}
