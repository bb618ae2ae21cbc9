package generate

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// How tightly Go's operators bind; a whole operand binds tightest.
const (
	bindOr = iota + 1
	bindAnd
	bindCompare
	bindAdd
	bindMultiply
	bindUnary
	bindOperand
)

// goText is an expression in Go and how tightly its outermost operator binds.
type goText struct {
	text string
	bind int
}

// within returns the text as an operand of an operator that binds as tightly as bind.
func (g goText) within(bind int) string {
	if g.bind < bind {
		return "(" + g.text + ")"
	}
	return g.text
}

// reader returns how the generated code reads what an expression reads.
type reader interface {
	// value reads a name or a word.
	value(name string) goText
	// ask returns the text of age, stale or active of an input or a state.
	ask(function, of string) goText
}

// translate writes a checked expression in Go. Its values are what the closures of
// the interpreter return, bit by bit: constants come computed, since Go would compute
// them exactly, and a product is rounded before it is added to.
func translate(n *expr.Node, read reader) goText {
	if n.Constant {
		return literal(n.Value)
	}
	switch n.Kind {
	case expr.Variable:
		return read.value(n.Name)
	case expr.Unary:
		return unary(n, read)
	case expr.Binary:
		return binary(n, read)
	case expr.Conditional:
		return goText{fmt.Sprintf("native.Choose[%s](%s, %s, %s)", goType(n.Type),
			translate(n.Args[0], read).text, translate(n.Args[1], read).text, translate(n.Args[2], read).text), bindOperand}
	case expr.Call:
		return function(n, read)
	case expr.Const:
	}
	panic(fmt.Sprintf("generate: an expression of kind %d", n.Kind))
}

func unary(n *expr.Node, read reader) goText {
	x := translate(n.Args[0], read)
	switch n.Op {
	case "float":
		return goText{"float64(" + x.text + ")", bindOperand}
	case "not":
		return goText{"!" + x.within(bindUnary), bindUnary}
	}
	return goText{"-" + x.within(bindOperand), bindUnary}
}

// function writes the call of a function.
func function(n *expr.Node, read reader) goText {
	var args []string
	switch n.Name {
	case "age", "stale":
		return read.ask(n.Name, n.Args[0].Name)
	case "active":
		return read.ask(n.Name, n.Args[0].Value.String)
	}
	for _, a := range n.Args {
		args = append(args, translate(a, read).text)
	}
	of := "(" + strings.Join(args, ", ") + ")"
	switch n.Name {
	case "abs", "clamp":
		return goText{fmt.Sprintf("native.%s[%s]%s", exported(n.Name), goType(n.Type), of), bindOperand}
	case "min", "max":
		return goText{n.Name + of, bindOperand}
	case "floor", "ceil", "round":
		return goText{fmt.Sprintf("native.Int(math.%s%s)", exported(n.Name), of), bindOperand}
	}
	return goText{"math." + exported(n.Name) + of, bindOperand}
}

// operator is a binary operator of Go.
type operator struct {
	text string
	bind int
}

var operators = map[string]operator{
	"and": {"&&", bindAnd}, "or": {"||", bindOr},
	"==": {"==", bindCompare}, "!=": {"!=", bindCompare}, "<": {"<", bindCompare}, "<=": {"<=", bindCompare},
	">": {">", bindCompare}, ">=": {">=", bindCompare},
	"+": {"+", bindAdd}, "-": {"-", bindAdd}, "*": {"*", bindMultiply}, "/": {"/", bindMultiply}, "%": {"%", bindMultiply},
}

func binary(n *expr.Node, read reader) goText {
	op := operators[n.Op]
	a, b := translate(n.Args[0], read), translate(n.Args[1], read)
	if op.bind == bindAdd && n.Type == chart.Float {
		a, b = rounded(n.Args[0], a), rounded(n.Args[1], b)
	}
	left, right := op.bind, op.bind+1
	switch op.bind {
	case bindCompare:
		left++ // a chain would read as what it is not
	case bindAnd, bindOr:
		right--
	}
	return goText{a.within(left) + " " + op.text + " " + b.within(right), op.bind}
}

// rounded keeps the compiler from fusing a product with the sum around it, which
// some machines do and the interpreter does not.
func rounded(n *expr.Node, g goText) goText {
	for n.Kind == expr.Unary {
		n = n.Args[0]
	}
	if n.Kind == expr.Binary && n.Op == "*" && g.bind < bindOperand {
		return goText{"float64(" + g.text + ")", bindOperand}
	}
	return g
}

// goType returns Go's name of a type.
func goType(t chart.Type) string {
	switch t {
	case chart.Bool:
		return "bool"
	case chart.Int:
		return "int64"
	case chart.Float:
		return "float64"
	case chart.String:
		return "string"
	}
	panic("generate: a value without a type")
}

// literal writes a value.
func literal(v chart.Value) goText {
	text := ""
	switch v.Type {
	case chart.Bool:
		text = strconv.FormatBool(v.Bool)
	case chart.Int:
		text = strconv.FormatInt(v.Int, 10)
	case chart.String:
		text = strconv.Quote(v.String)
	case chart.Float:
		return floatLiteral(v.Float)
	}
	if strings.HasPrefix(text, "-") {
		return goText{text, bindUnary}
	}
	return goText{text, bindOperand}
}

func floatLiteral(v float64) goText {
	switch {
	case math.IsNaN(v):
		return goText{"math.NaN()", bindOperand}
	case math.IsInf(v, 1):
		return goText{"math.Inf(1)", bindOperand}
	case math.IsInf(v, -1):
		return goText{"math.Inf(-1)", bindOperand}
	case v == 0 && math.Signbit(v):
		return goText{"math.Copysign(0, -1)", bindOperand}
	}
	text := strconv.FormatFloat(v, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	if v < 0 {
		return goText{text, bindUnary}
	}
	return goText{text, bindOperand}
}
