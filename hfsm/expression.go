package hfsm

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"

	"gonao/hfsm/chart"
	"gonao/internal/suggest"
)

// Compiled expressions of each type. They allocate nothing.
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
	constant bool // it reads nothing, so it always gives the same
	fails    bool // evaluating it may leave an error in Machine.problem
}

// name is what an expression may read.
type name struct {
	typ  Type
	read compiled
}

// scope is the names an expression may use.
type scope map[string]name

// expressionError is a fault in an expression, at a column counted from 0.
type expressionError struct {
	column int
	text   string
}

func (e *expressionError) Error() string { return e.text }

// Bounds that keep a hostile file from costing much.
const (
	maxExpressionBytes = 2000
	maxExpressionNodes = 400
)

// compile turns the text of an expression into closures. The text is parsed and
// checked by expr-lang; what it knows and machines do not need is refused here.
func compile(text string, names scope) (c compiled, err error) {
	if len(text) > maxExpressionBytes {
		return c, &expressionError{0, fmt.Sprintf("expression of %d bytes, expected at most %d", len(text), maxExpressionBytes)}
	}
	// The parser is not ours: a panic in it is a fault of this expression only.
	defer func() {
		if r := recover(); r != nil {
			err = &expressionError{0, fmt.Sprintf("expression not understood: %v", r)}
		}
	}()
	config := conf.New(zeroes(names))
	config.Strict = true
	config.MaxNodes = maxExpressionNodes
	config.DisableIfOperator = true
	config.Builtins = map[string]*builtin.Function{}
	tree, err := parser.ParseWithConfig(text, config)
	if err != nil {
		return c, located(err, names)
	}
	if _, err := checker.Check(tree, config); err != nil {
		return c, located(err, names)
	}
	return compileNode(tree.Node, names)
}

// zeroes gives the checker a value of each name's type.
func zeroes(names scope) map[string]any {
	env := make(map[string]any, len(names))
	for word, n := range names {
		switch n.typ {
		case Bool:
			env[word] = false
		case Int:
			env[word] = int(0)
		case Float:
			env[word] = float64(0)
		case String:
			env[word] = ""
		}
	}
	return env
}

// located keeps the column and the first line of an error of expr-lang, and adds
// the nearest name to an unknown one.
func located(err error, names scope) error {
	var at *file.Error
	if !errors.As(err, &at) {
		return &expressionError{0, err.Error()}
	}
	text := at.Message
	var unknown string
	if n, _ := fmt.Sscanf(text, "unknown name %s", &unknown); n == 1 {
		known := slices.Sorted(maps.Keys(names))
		text = fmt.Sprintf("no input or variable %q%s; expected one of %s", unknown, suggest.DidYouMean(unknown, known), chart.Listed(known))
	}
	return &expressionError{at.From, text}
}

// refuse is the error for a node machines do not take.
func refuse(n ast.Node, format string, args ...any) (compiled, error) {
	return compiled{}, &expressionError{n.Location().From, fmt.Sprintf(format, args...)}
}

func compileNode(node ast.Node, names scope) (compiled, error) {
	switch n := node.(type) {
	case *ast.BoolNode:
		v := n.Value
		return compiled{typ: Bool, constant: true, bool: func(*Machine) bool { return v }}, nil
	case *ast.IntegerNode:
		v := int64(n.Value)
		return compiled{typ: Int, constant: true, int: func(*Machine) int64 { return v }}, nil
	case *ast.FloatNode:
		v := n.Value
		return compiled{typ: Float, constant: true, float: func(*Machine) float64 { return v }}, nil
	case *ast.StringNode:
		v := n.Value
		return compiled{typ: String, constant: true, string: func(*Machine) string { return v }}, nil
	case *ast.IdentifierNode:
		if known, ok := names[n.Value]; ok {
			return known.read, nil
		}
		return refuse(n, "no input or variable %q", n.Value)
	case *ast.UnaryNode:
		return compileUnary(n, names)
	case *ast.BinaryNode:
		return compileBinary(n, names)
	case *ast.ConditionalNode:
		return compileConditional(n, names)
	}
	return refuse(node, "%q is no part of a guard; expected names, numbers, texts, comparisons, arithmetic, and, or, not, ?:", node.String())
}

func compileUnary(n *ast.UnaryNode, names scope) (compiled, error) {
	x, err := compileNode(n.Node, names)
	if err != nil {
		return x, err
	}
	out := compiled{typ: x.typ, constant: x.constant}
	switch {
	case (n.Operator == "not" || n.Operator == "!") && x.typ == Bool:
		f := x.bool
		out.bool = func(m *Machine) bool { return !f(m) }
	case n.Operator == "-" && x.typ == Int:
		f := x.int
		out.int = func(m *Machine) int64 { return -f(m) }
	case n.Operator == "-" && x.typ == Float:
		f := x.float
		out.float = func(m *Machine) float64 { return -f(m) }
	case n.Operator == "+" && (x.typ == Int || x.typ == Float):
		return x, nil
	default:
		return refuse(n, "operator %s does not take a %s", n.Operator, x.typ)
	}
	return out, nil
}

func compileConditional(n *ast.ConditionalNode, names scope) (compiled, error) {
	cond, err := compileNode(n.Cond, names)
	if err != nil {
		return cond, err
	}
	a, err := compileNode(n.Exp1, names)
	if err != nil {
		return a, err
	}
	b, err := compileNode(n.Exp2, names)
	if err != nil {
		return b, err
	}
	a, b = widened(a, b)
	if cond.typ != Bool || a.typ != b.typ {
		return refuse(n, "%s ? %s : %s; expected a bool and two values of one type", cond.typ, a.typ, b.typ)
	}
	out := compiled{typ: a.typ, constant: cond.constant && a.constant && b.constant}
	out.bool = choose(cond.bool, a.bool, b.bool)
	out.int = choose(cond.bool, a.int, b.int)
	out.float = choose(cond.bool, a.float, b.float)
	out.string = choose(cond.bool, a.string, b.string)
	return out, nil
}

// choose gives the function that evaluates a or b, whichever c says. Only the
// one of the expression's type is ever called.
func choose[T any, F ~func(*Machine) T](c boolFunc, a, b F) F {
	return func(m *Machine) T {
		if c(m) {
			return a(m)
		}
		return b(m)
	}
}

// widened makes an int a float when the other one is a float.
func widened(a, b compiled) (compiled, compiled) {
	return widen(a, b.typ), widen(b, a.typ)
}

// widen makes an int a float when a float is wanted.
func widen(c compiled, want Type) compiled {
	if c.typ != Int || want != Float {
		return c
	}
	f := c.int
	return compiled{typ: Float, constant: c.constant, float: func(m *Machine) float64 { return float64(f(m)) }}
}

// reader gives the expression that reads a slot of the machine.
func reader(slot int, t Type) compiled {
	c := compiled{typ: t}
	switch t {
	case Bool:
		c.bool = func(m *Machine) bool { return m.values[slot].Bool }
	case Int:
		c.int = func(m *Machine) int64 { return m.values[slot].Int }
	case Float:
		c.float = func(m *Machine) float64 { return m.values[slot].Float }
	case String:
		c.string = func(m *Machine) string { return m.values[slot].String }
	}
	return c
}

// fails says that evaluating it may leave an error in Machine.problem.

// value gives an expression's value whatever its type.
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

// constant gives the expression of a value.
func constant(v Value) compiled {
	return compiled{
		typ: v.Type, constant: true,
		bool: func(*Machine) bool { return v.Bool }, int: func(*Machine) int64 { return v.Int },
		float: func(*Machine) float64 { return v.Float }, string: func(*Machine) string { return v.String },
	}
}

// valueText gives a value as findings write it.
func valueText(v Value) string {
	if v.Type == String {
		return v.Text()
	}
	return strconv.Quote(v.Text())
}

// guard compiles a condition. The zero value comes with a finding.
func (b *compiler) guard(f *frame, state int, e chart.Expression) compiled {
	if f.scripted(&e) {
		return b.scriptGuard(f, e)
	}
	c := b.expression(f, state, e)
	if c.typ != 0 && c.typ != Bool {
		b.fault(f, e.Place, "a guard of type %s; expected a bool", c.typ)
		return compiled{}
	}
	return c
}

// expression compiles a typed expression. The zero value comes with a finding.
func (b *compiler) expression(f *frame, state int, e chart.Expression) compiled {
	c, err := compile(e.Text, b.stateScope(f, state))
	if err == nil {
		return c
	}
	var at *expressionError
	if errors.As(err, &at) {
		p := e.Within(at.column)
		b.fault(f, p, "%s in %q", at.text, e.Text)
	} else {
		b.fault(f, e.Place, "%v", err)
	}
	return compiled{}
}

// stateScope gives the names a guard of the state may use.
func (b *compiler) stateScope(f *frame, id int) scope {
	if len(b.scopes) <= f.id {
		return f.scope()
	}
	words := maps.Clone(b.scopes[f.id])
	if id == none || b.model.states[id].around == none {
		return words
	}
	a := b.model.states[id].around
	words["elapsed"] = name{Float, compiled{typ: Float, float: func(m *Machine) float64 { return m.elapsed(a).Seconds() }}}
	words["final"] = name{Bool, compiled{typ: Bool, bool: func(m *Machine) bool { return m.outcome(id) == Final }}}
	words["failed"] = name{Bool, compiled{typ: Bool, bool: func(m *Machine) bool { return m.outcome(id) == Failed }}}
	return words
}
