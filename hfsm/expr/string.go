package expr

import (
	"strconv"
	"strings"

	"gonao/hfsm/chart"
)

// strengths are the precedences of operators.
var strengths = map[string]int{
	"or": 2, "and": 3, "==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6,
}

const (
	conditionalStrength = 1
	unaryStrength       = 7
)

// String returns the expression as a machine file would write it, with the fewest
// parentheses; read again it is the same expression.
func (n *Node) String() string {
	var b strings.Builder
	n.write(&b, 0)
	return b.String()
}

// write writes a node as an operand of an operator with precedence least: in parentheses when its own operator is weaker.
func (n *Node) write(b *strings.Builder, least int) {
	strength := n.strength()
	if strength < least {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch n.Kind {
	case Const:
		b.WriteString(text(n.Value))
	case Variable:
		b.WriteString(n.Name)
	case Unary:
		switch n.Op {
		case "float":
			n.Args[0].write(b, least)
			return
		case "not":
			b.WriteString("not ")
		default:
			b.WriteString("-")
		}
		n.Args[0].write(b, unaryStrength+1)
	case Binary:
		n.Args[0].write(b, strength)
		b.WriteString(" " + n.Op + " ")
		n.Args[1].write(b, strength+1)
	case Conditional:
		n.Args[0].write(b, conditionalStrength+1)
		b.WriteString(" ? ")
		n.Args[1].write(b, conditionalStrength+1)
		b.WriteString(" : ")
		n.Args[2].write(b, conditionalStrength+1)
	case Call:
		b.WriteString(n.Name + "(")
		for i, a := range n.Args {
			if i > 0 {
				b.WriteString(", ")
			}
			a.write(b, 0)
		}
		b.WriteByte(')')
	}
}

func (n *Node) strength() int {
	switch n.Kind {
	case Unary:
		if n.Op == "float" {
			return n.Args[0].strength()
		}
		return unaryStrength
	case Binary:
		return strengths[n.Op]
	case Conditional:
		return conditionalStrength
	case Variable, Call:
	case Const:
		if n.Value.Type == chart.Int && n.Value.Int < 0 || n.Value.Type == chart.Float && n.Value.Float < 0 {
			return unaryStrength
		}
	}
	return unaryStrength + 2
}

// text returns a constant as the parser reads it: a float keeps its point.
func text(v chart.Value) string {
	if v.Type != chart.Float {
		return v.Text()
	}
	text := strconv.FormatFloat(v.Float, 'g', -1, 64)
	if strings.ContainsAny(text, ".eIN") {
		return text
	}
	return text + ".0"
}
