package foreign

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

var odd = regexp.MustCompile(`[^A-Za-z0-9_]+`)

// eventName returns an event's name as machines write it.
func eventName(text string) string {
	name := strings.Trim(odd.ReplaceAllString(text, "_"), "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "event_" + name
	}
	return name
}

// ident returns the name that an expression is, or "".
func ident(x ast.Expr) string {
	if i, ok := x.(*ast.IdentExpr); ok {
		return i.Value
	}
	return ""
}

// literal returns the text that an expression is, or "".
func literal(x ast.Expr) string {
	if s, ok := x.(*ast.StringExpr); ok {
		return s.Value
	}
	return ""
}

// constant returns the value of a number, or of products and quotients of numbers.
func constant(x ast.Expr) (float64, bool) {
	switch x := x.(type) {
	case *ast.NumberExpr:
		var v float64
		_, err := fmt.Sscan(x.Value, &v)
		return v, err == nil
	case *ast.ArithmeticOpExpr:
		a, ok := constant(x.Lhs)
		b, fine := constant(x.Rhs)
		if !ok || !fine {
			return 0, false
		}
		switch x.Operator {
		case "*":
			return a * b, true
		case "/":
			return a / b, b != 0
		}
	}
	return 0, false
}
