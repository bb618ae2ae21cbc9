package lua

import "github.com/yuin/gopher-lua/ast"

// mostNested bounds expressions and blocks inside each other: code that walks the tree,
// the compiler first of all, recurses for each. A chain such as 1+1+1 or elseif nests,
// too.
const mostNested = 400

// tooDeep returns the line where a tree nests too deep. It does not recurse.
func tooDeep(stmts []ast.Stmt) (line int, deep bool) {
	type item struct {
		node  ast.PositionHolder
		depth int
	}
	var stack []item
	push := func(depth int) func(ast.PositionHolder) {
		return func(n ast.PositionHolder) { stack = append(stack, item{n, depth}) }
	}
	for _, s := range stmts {
		push(1)(s)
	}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.depth > mostNested {
			return top.node.Line(), true
		}
		children(top.node, push(top.depth+1))
	}
	return 0, false
}

// children calls each for the statements and expressions right inside a node.
func children(n ast.PositionHolder, each func(ast.PositionHolder)) {
	parts(n, func(e *ast.Expr) { each(*e) }, func(list []ast.Stmt) {
		for _, s := range list {
			each(s)
		}
	})
}

// parts calls expr for the places of the expressions right inside a statement or an expression, and block for its lists of
// statements.
func parts(n ast.PositionHolder, expr func(*ast.Expr), block func([]ast.Stmt)) {
	one := func(all ...*ast.Expr) {
		for _, at := range all {
			if *at != nil {
				expr(at)
			}
		}
	}
	list := func(all []ast.Expr) {
		for i := range all {
			one(&all[i])
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		list(n.Lhs)
		list(n.Rhs)
	case *ast.LocalAssignStmt:
		list(n.Exprs)
	case *ast.FuncCallStmt:
		one(&n.Expr)
	case *ast.DoBlockStmt:
		block(n.Stmts)
	case *ast.WhileStmt:
		one(&n.Condition)
		block(n.Stmts)
	case *ast.RepeatStmt:
		block(n.Stmts)
		one(&n.Condition)
	case *ast.IfStmt:
		one(&n.Condition)
		block(n.Then)
		block(n.Else)
	case *ast.NumberForStmt:
		one(&n.Init, &n.Limit, &n.Step)
		block(n.Stmts)
	case *ast.GenericForStmt:
		list(n.Exprs)
		block(n.Stmts)
	case *ast.FuncDefStmt:
		body := ast.Expr(n.Func)
		one(&n.Name.Func, &n.Name.Receiver, &body)
	case *ast.ReturnStmt:
		list(n.Exprs)
	case *ast.AttrGetExpr:
		one(&n.Object, &n.Key)
	case *ast.TableExpr:
		for _, f := range n.Fields {
			one(&f.Key, &f.Value)
		}
	case *ast.FuncCallExpr:
		one(&n.Func, &n.Receiver)
		list(n.Args)
	case *ast.LogicalOpExpr:
		one(&n.Lhs, &n.Rhs)
	case *ast.RelationalOpExpr:
		one(&n.Lhs, &n.Rhs)
	case *ast.StringConcatOpExpr:
		one(&n.Lhs, &n.Rhs)
	case *ast.ArithmeticOpExpr:
		one(&n.Lhs, &n.Rhs)
	case *ast.UnaryMinusOpExpr:
		one(&n.Expr)
	case *ast.UnaryNotOpExpr:
		one(&n.Expr)
	case *ast.UnaryLenOpExpr:
		one(&n.Expr)
	case *ast.FunctionExpr:
		block(n.Stmts)
	}
}
