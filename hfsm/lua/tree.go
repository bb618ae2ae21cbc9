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
	if s, ok := n.(ast.Stmt); ok {
		childrenOfStmt(s, each)
	} else if e, ok := n.(ast.Expr); ok {
		childrenOfExpr(e, each)
	}
}

func childrenOfStmt(s ast.Stmt, each func(ast.PositionHolder)) {
	block := func(list []ast.Stmt) {
		for _, s := range list {
			each(s)
		}
	}
	switch s := s.(type) {
	case *ast.AssignStmt:
		every(s.Lhs, each)
		every(s.Rhs, each)
	case *ast.LocalAssignStmt:
		every(s.Exprs, each)
	case *ast.FuncCallStmt:
		every([]ast.Expr{s.Expr}, each)
	case *ast.DoBlockStmt:
		block(s.Stmts)
	case *ast.WhileStmt:
		every([]ast.Expr{s.Condition}, each)
		block(s.Stmts)
	case *ast.RepeatStmt:
		block(s.Stmts)
		every([]ast.Expr{s.Condition}, each)
	case *ast.IfStmt:
		every([]ast.Expr{s.Condition}, each)
		block(s.Then)
		block(s.Else)
	case *ast.NumberForStmt:
		every([]ast.Expr{s.Init, s.Limit, s.Step}, each)
		block(s.Stmts)
	case *ast.GenericForStmt:
		every(s.Exprs, each)
		block(s.Stmts)
	case *ast.FuncDefStmt:
		every([]ast.Expr{s.Name.Func, s.Name.Receiver}, each)
		each(s.Func)
	case *ast.ReturnStmt:
		every(s.Exprs, each)
	}
}

func childrenOfExpr(e ast.Expr, each func(ast.PositionHolder)) {
	switch e := e.(type) {
	case *ast.AttrGetExpr:
		every([]ast.Expr{e.Object, e.Key}, each)
	case *ast.TableExpr:
		for _, f := range e.Fields {
			every([]ast.Expr{f.Key, f.Value}, each)
		}
	case *ast.FuncCallExpr:
		every([]ast.Expr{e.Func, e.Receiver}, each)
		every(e.Args, each)
	case *ast.LogicalOpExpr:
		every([]ast.Expr{e.Lhs, e.Rhs}, each)
	case *ast.RelationalOpExpr:
		every([]ast.Expr{e.Lhs, e.Rhs}, each)
	case *ast.StringConcatOpExpr:
		every([]ast.Expr{e.Lhs, e.Rhs}, each)
	case *ast.ArithmeticOpExpr:
		every([]ast.Expr{e.Lhs, e.Rhs}, each)
	case *ast.UnaryMinusOpExpr:
		every([]ast.Expr{e.Expr}, each)
	case *ast.UnaryNotOpExpr:
		every([]ast.Expr{e.Expr}, each)
	case *ast.UnaryLenOpExpr:
		every([]ast.Expr{e.Expr}, each)
	case *ast.FunctionExpr:
		for _, s := range e.Stmts {
			each(s)
		}
	}
}

// every calls each for the expressions that are there.
func every(list []ast.Expr, each func(ast.PositionHolder)) {
	for _, e := range list {
		if e != nil {
			each(e)
		}
	}
}
