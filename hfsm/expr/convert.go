package expr

import (
	"fmt"
	"math"

	"github.com/expr-lang/expr/ast"

	"gonao/hfsm/chart"
)

// converter makes nodes from those of expr-lang. After the first fault, every method
// returns nil.
type converter struct {
	scope Scope
	made  int
	err   error
}

// refuse keeps the first fault.
func (c *converter) refuse(column int, code, format string, args ...any) *Node {
	if c.err == nil {
		c.err = &Error{column, fmt.Sprintf(format, args...), code}
	}
	return nil
}

// finish sets the value of a node that is constant.
func (c *converter) finish(n *Node) *Node {
	if c.made++; c.made > maxNodes {
		return c.refuse(n.Column, CodeSyntax, "expression of more than %d parts", maxNodes)
	}
	if n.Kind == Variable || n.Kind == Call && functions[n.Name].reads {
		return n
	}
	n.Constant = true
	for _, a := range n.Args {
		n.Constant = n.Constant && a.Constant
	}
	if n.Constant && n.Kind != Const {
		n.Value = n.Eval(nil)
	}
	return n
}

func (c *converter) constant(column int, v chart.Value) *Node {
	return c.finish(&Node{Kind: Const, Type: v.Type, Value: v, Column: column})
}

// node converts any node.
func (c *converter) node(node ast.Node) *Node {
	if c.err != nil {
		return nil
	}
	at := node.Location().From
	switch n := node.(type) {
	case *ast.BoolNode:
		return c.constant(at, chart.BoolValue(n.Value))
	case *ast.IntegerNode:
		return c.constant(at, chart.IntValue(int64(n.Value)))
	case *ast.FloatNode:
		if math.IsInf(n.Value, 0) {
			return c.refuse(at, CodeSyntax, "a number beyond all floats")
		}
		return c.constant(at, chart.FloatValue(n.Value))
	case *ast.StringNode:
		return c.constant(at, chart.StringValue(n.Value))
	case *ast.IdentifierNode:
		return c.identifier(n, at)
	case *ast.UnaryNode:
		return c.unary(n, at)
	case *ast.BinaryNode:
		return c.binary(n, at)
	case *ast.ConditionalNode:
		return c.conditional(n)
	case *ast.CallNode:
		return c.call(n, at)
	}
	return c.refuse(at, CodeSyntax,
		"%q is not a part of an expression; expected names, numbers, texts, comparisons, arithmetic, functions, and, or, not, in [..], ?:", node.String())
}

func (c *converter) identifier(n *ast.IdentifierNode, at int) *Node {
	if known, ok := c.scope[n.Value]; ok {
		return c.finish(&Node{Kind: Variable, Type: known.Type, Name: n.Value, Column: at})
	}
	if n.Value == "pi" {
		return c.constant(at, chart.FloatValue(math.Pi))
	}
	return c.refuse(at, CodeUnknown, "%s", unknownName(n.Value, c.scope))
}

func (c *converter) unary(n *ast.UnaryNode, at int) *Node {
	x := c.node(n.Node)
	if x == nil {
		return nil
	}
	switch {
	case (n.Operator == "not" || n.Operator == "!") && x.Type == chart.Bool:
		return c.finish(&Node{Kind: Unary, Op: "not", Type: chart.Bool, Args: []*Node{x}, Column: at})
	case n.Operator == "-" && isNumber(x):
		return c.finish(&Node{Kind: Unary, Op: "-", Type: x.Type, Args: []*Node{x}, Column: at})
	case n.Operator == "+" && isNumber(x):
		return x
	}
	return c.refuse(at, CodeType, "operator %s does not accept a %s", n.Operator, x.Type)
}

func (c *converter) conditional(n *ast.ConditionalNode) *Node {
	cond, a, b := c.node(n.Cond), c.node(n.Exp1), c.node(n.Exp2)
	if c.err != nil {
		return nil
	}
	at := cond.Column // expr-lang's column is that of its end
	a, b = c.widened(a, b)
	if cond.Type != chart.Bool || a.Type != b.Type {
		return c.refuse(at, CodeType, "%s ? %s : %s; expected a bool and two values of one type", cond.Type, a.Type, b.Type)
	}
	return c.finish(&Node{Kind: Conditional, Type: a.Type, Args: []*Node{cond, a, b}, Column: at})
}

func isNumber(n *Node) bool { return n.Type == chart.Int || n.Type == chart.Float }

// widened makes an int a float when the other one is a float.
func (c *converter) widened(a, b *Node) (*Node, *Node) {
	return c.widen(a, b.Type), c.widen(b, a.Type)
}

// widen makes an int a float when a float is wanted.
func (c *converter) widen(n *Node, want chart.Type) *Node {
	if n == nil || n.Type != chart.Int || want != chart.Float {
		return n
	}
	if n.Kind == Const {
		return c.constant(n.Column, chart.FloatValue(float64(n.Value.Int)))
	}
	return c.finish(&Node{Kind: Unary, Op: "float", Type: chart.Float, Args: []*Node{n}, Column: n.Column})
}

// Widen returns an expression of type int as a float, and any other as it is.
func Widen(n *Node) *Node { return (&converter{}).widen(n, chart.Float) }
