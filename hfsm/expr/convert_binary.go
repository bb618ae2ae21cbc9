package expr

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"gonao/hfsm/chart"
)

// operators are the operators that accept each type, by our names.
var operators = map[chart.Type][]string{
	chart.Bool:   {"and", "or", "==", "!="},
	chart.Int:    {"==", "!=", "<", "<=", ">", ">=", "+", "-", "*"},
	chart.Float:  {"==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/"},
	chart.String: {"==", "!=", "<", "<=", ">", ">="},
}

// synonyms are other words for operators.
var synonyms = map[string]string{"&&": "and", "||": "or"}

func (c *converter) binary(n *ast.BinaryNode, at int) *Node {
	op := n.Operator
	if other, ok := synonyms[op]; ok {
		op = other
	}
	if op == "in" {
		return c.in(n, at)
	}
	a, b := c.node(n.Left), c.node(n.Right)
	if c.err != nil {
		return nil
	}
	if op == "%" {
		if a.Type != chart.Int || b.Type != chart.Int || !b.Constant || b.Value.Int == 0 {
			return c.refuse(at, CodeType, "expected an int %% a constant int other than 0")
		}
		return c.finish(&Node{Kind: Binary, Op: op, Type: chart.Int, Args: []*Node{a, b}, Column: at})
	}
	if op == "/" { // as in expr-lang, a quotient is always a float
		a, b = c.widen(a, chart.Float), c.widen(b, chart.Float)
	}
	return c.operation(op, a, b, at)
}

// operation makes a node of an operator whose operands have one type.
func (c *converter) operation(op string, a, b *Node, at int) *Node {
	if a, b = c.widened(a, b); c.err != nil {
		return nil
	}
	if a.Type != b.Type {
		return c.refuse(at, CodeType, "%s %s %s; expected two values of one type", a.Type, op, b.Type)
	}
	if !slices.Contains(operators[a.Type], op) {
		return c.refuse(at, CodeType, "%s %s %s: no such operation", a.Type, op, b.Type)
	}
	t := chart.Bool
	switch op {
	case "+", "-", "*", "/":
		t = a.Type
	case "and", "or":
	default:
		c.inRange(op, a, b)
		c.inRange(op, b, a)
	}
	if c.err != nil {
		return nil
	}
	return c.finish(&Node{Kind: Binary, Op: op, Type: t, Args: []*Node{a, b}, Column: at})
}

// inRange refuses the comparison of a value with a constant that it can never be,
// or never be near.
func (c *converter) inRange(op string, value, constant *Node) {
	if value.Kind == Unary && value.Op == "float" {
		value = value.Args[0]
	}
	if value.Kind != Variable || !constant.Constant {
		return
	}
	d := c.scope[value.Name].Declaration
	if d == nil {
		return
	}
	v := constant.Value
	if value.Type == chart.Int && v.Type == chart.Float && v.Float == float64(int64(v.Float)) {
		v = chart.IntValue(int64(v.Float))
	}
	within := *d
	if op != "==" && op != "!=" || v.Type != value.Type {
		within.Enum = nil // less or more than a value is a question about the order
	}
	if expected := within.Expected(v); expected != "" {
		c.refuse(constant.Column, CodeRange, "%s is never %s; expected %s", value.Name, constant.Value.Text(), expected)
	}
}

// in converts x in [a, b] to x == a or x == b.
func (c *converter) in(n *ast.BinaryNode, at int) *Node {
	list, ok := n.Right.(*ast.ArrayNode)
	if !ok || len(list.Nodes) == 0 {
		return c.refuse(n.Right.Location().From, CodeType, "%q behind in; expected a list of constants, such as [1, 2]", n.Right.String())
	}
	var all *Node
	for _, item := range list.Nodes {
		x, v := c.node(n.Left), c.node(item)
		if c.err != nil {
			return nil
		}
		if !v.Constant {
			return c.refuse(v.Column, CodeType, "%s in a list behind in; expected a constant", v)
		}
		same := c.operation("==", x, v, at)
		if c.err != nil {
			return nil
		}
		if all == nil {
			all = same
		} else {
			all = c.finish(&Node{Kind: Binary, Op: "or", Type: chart.Bool, Args: []*Node{all, same}, Column: at})
		}
	}
	return all
}
