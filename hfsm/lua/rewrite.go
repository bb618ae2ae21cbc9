package lua

import (
	"strconv"

	"github.com/yuin/gopher-lua/ast"
)

// The interpreter does some things in one instruction that can cost any amount of memory
// or time: joining strings, setting an element far behind an array's end, making a table
// of all values of a call, searching the end of an array that has become empty, comparing
// long texts, and dividing numbers far apart. Before a text is compiled, these are
// rewritten into calls of functions of the sandbox, which charge for them or refuse them.
// The functions are locals of the text's outermost block with names that no script can
// write.
const (
	concatName  = "(concat)"
	indexName   = "(index)"
	spreadName  = "(spread)"
	lengthName  = "(length)"
	compareName = "(compare)"
	moduloName  = "(modulo)"
	valueName   = "(value)" // value assigned to a location
)

// helpers are the names of the sandbox's functions, in the order in which a text receives them.
var helpers = []string{concatName, indexName, spreadName, lengthName, compareName, moduloName, valueName}

// mostJoined is the largest number of strings that one call of concat joins. It is limited because each string takes a
// register.
const mostJoined = 30

// rewriter rewrites one text.
type rewriter struct{ used bool }

// rewrite makes the statements of a text safe and reports whether they need the functions
// of the sandbox for it.
func rewrite(stmts []ast.Stmt) ([]ast.Stmt, bool) {
	var r rewriter
	r.block(stmts)
	if !r.used {
		return stmts, false
	}
	return withHelpers(stmts), true
}

// withHelpers declares the functions of the sandbox.
func withHelpers(stmts []ast.Stmt) []ast.Stmt {
	declare := &ast.LocalAssignStmt{Names: helpers, Exprs: []ast.Expr{&ast.Comma3Expr{}}}
	line := 1
	if len(stmts) > 0 {
		line = stmts[0].Line()
	}
	declare.SetLine(line)
	declare.SetLastLine(line)
	declare.Exprs[0].SetLine(line)
	return append([]ast.Stmt{declare}, stmts...)
}

func (r *rewriter) block(stmts []ast.Stmt) {
	for _, s := range stmts {
		r.stmt(s)
	}
}

func (r *rewriter) stmt(s ast.Stmt) {
	assign, ok := s.(*ast.AssignStmt)
	if !ok {
		parts(s, r.expr, r.block)
		return
	}
	for i := range assign.Lhs {
		r.target(&assign.Lhs[i])
	}
	r.exprs(assign.Rhs)
}

func (r *rewriter) exprs(list []ast.Expr) {
	for i := range list {
		r.expr(&list[i])
	}
}

func (r *rewriter) expr(at *ast.Expr) {
	switch e := (*at).(type) {
	case *ast.TableExpr:
		r.table(e)
		return
	case *ast.StringConcatOpExpr:
		*at = r.concat(e)
		return
	}
	parts(*at, r.expr, r.block)
	switch e := (*at).(type) {
	case *ast.RelationalOpExpr:
		*at = r.compared(e)
	case *ast.ArithmeticOpExpr:
		if e.Operator == "%" {
			*at = r.call(e, moduloName, e.Lhs, e.Rhs)
		}
	case *ast.UnaryLenOpExpr:
		*at = r.call(e, lengthName, e.Expr)
	}
}

// compared rewrites a < b to (compare)("<", a, b) if both may be texts.
func (r *rewriter) compared(e *ast.RelationalOpExpr) ast.Expr {
	_, left := e.Lhs.(*ast.NumberExpr)
	_, right := e.Rhs.(*ast.NumberExpr)
	if left || right || e.Operator == "==" || e.Operator == "~=" {
		return e
	}
	op := &ast.StringExpr{Value: e.Operator}
	op.SetLine(e.Line())
	op.SetLastLine(e.Line())
	return r.call(e, compareName, op, e.Lhs, e.Rhs)
}

// concat rewrites a .. b .. c to (concat)(a, b, c).
func (r *rewriter) concat(e *ast.StringConcatOpExpr) ast.Expr {
	var parts []ast.Expr
	var rest ast.Expr = e
	for {
		join, ok := rest.(*ast.StringConcatOpExpr)
		if !ok {
			break
		}
		parts, rest = append(parts, join.Lhs), join.Rhs
	}
	parts = append(parts, rest)
	r.exprs(parts)
	for len(parts) > mostJoined { // the last operands come first, because .. is evaluated from right to left
		cut := len(parts) - mostJoined
		parts = append(parts[:cut:cut], r.call(e, concatName, parts[cut:]...))
	}
	return r.call(e, concatName, parts...)
}

// call returns a call of a function of the sandbox that returns one value.
func (r *rewriter) call(at ast.Expr, name string, args ...ast.Expr) *ast.FuncCallExpr {
	r.used = true
	if n := len(args); n > 0 {
		switch last := args[n-1].(type) { // of several values only the first counts
		case *ast.FuncCallExpr:
			last.AdjustRet = true
		case *ast.Comma3Expr:
			last.AdjustRet = true
		}
	}
	f := &ast.IdentExpr{Value: name}
	call := &ast.FuncCallExpr{Func: f, Args: args, AdjustRet: true}
	for _, node := range []ast.Expr{f, call} {
		node.SetLine(at.Line())
		node.SetLastLine(at.Line())
	}
	return call
}

// target rewrites the target of an assignment: t[k] becomes t[(index)(k, t)].
func (r *rewriter) target(at *ast.Expr) {
	get, ok := (*at).(*ast.AttrGetExpr)
	if !ok {
		return
	}
	plain := nearKey(get.Key)
	again, simple := repeatable(get.Object)
	r.expr(&get.Object)
	r.expr(&get.Key)
	switch {
	case plain:
	case simple:
		get.Key = r.call(get, indexName, get.Key, again)
	default:
		get.Key = r.call(get, indexName, get.Key, nilAt(get))
	}
}

// nearKey reports whether a key cannot be a number far behind an array's end.
func nearKey(key ast.Expr) bool {
	switch k := key.(type) {
	case *ast.StringExpr, *ast.TrueExpr, *ast.FalseExpr:
		return true
	case *ast.NumberExpr:
		n, err := strconv.ParseFloat(k.Value, 64)
		return err == nil && n <= sparseIndex
	}
	return false
}

// repeatable returns a copy of an expression that can be evaluated twice: a name, or
// a field of one.
func repeatable(e ast.Expr) (ast.Expr, bool) {
	switch e := e.(type) {
	case *ast.IdentExpr:
		again := *e
		return &again, true
	case *ast.AttrGetExpr:
		object, ok := repeatable(e.Object)
		if !ok {
			return nil, false
		}
		again := *e
		again.Object = object
		switch key := e.Key.(type) {
		case *ast.StringExpr, *ast.NumberExpr:
			return &again, true
		case *ast.IdentExpr:
			k := *key
			again.Key = &k
			return &again, true
		}
	}
	return nil, false
}

func nilAt(at ast.Expr) ast.Expr {
	n := &ast.NilExpr{}
	n.SetLine(at.Line())
	n.SetLastLine(at.Line())
	return n
}

// table rewrites a constructor: its computed keys, and a last field that may have
// many values.
func (r *rewriter) table(e *ast.TableExpr) {
	for i, f := range e.Fields {
		if f.Key != nil {
			near := nearKey(f.Key)
			r.expr(&f.Key)
			if !near {
				f.Key = r.call(e, indexName, f.Key, nilAt(e))
			}
		}
		r.expr(&f.Value)
		if f.Key == nil && i == len(e.Fields)-1 && manyValued(f.Value) {
			spread := r.call(e, spreadName)
			spread.Args, spread.AdjustRet = []ast.Expr{f.Value}, false
			f.Value = spread
		}
	}
}

func manyValued(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.FuncCallExpr:
		return !e.AdjustRet
	case *ast.Comma3Expr:
		return !e.AdjustRet
	}
	return false
}
