package lua

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// use is a global name in a text, with its line.
type use struct {
	name   string
	line   int
	inside bool // a function
}

// names are the global names of a text.
type names struct {
	read []use
	set  []use
}

// move adds lines to all places.
func (n *names) move(lines int) {
	for _, list := range [][]use{n.read, n.set} {
		for i := range list {
			list[i].line += lines
		}
	}
}

// scopes finds the global names: those that are not local.
type scopes struct {
	locals []string
	depth  int // nesting of functions
	found  names
}

// namesOf returns the global names of statements.
func namesOf(stmts []ast.Stmt) names {
	var s scopes
	s.block(stmts)
	return s.found
}

func (s *scopes) block(stmts []ast.Stmt) {
	mark := len(s.locals)
	s.stmts(stmts)
	s.locals = s.locals[:mark]
}

func (s *scopes) stmts(list []ast.Stmt) {
	for _, st := range list {
		s.stmt(st)
	}
}

func (s *scopes) stmt(st ast.Stmt) {
	mark := len(s.locals)
	switch st := st.(type) {
	case *ast.AssignStmt:
		s.exprs(st.Rhs)
		for _, e := range st.Lhs {
			if id, ok := e.(*ast.IdentExpr); ok {
				s.assigned(id)
			} else {
				s.expr(e)
			}
		}
	case *ast.LocalAssignStmt:
		s.localAssign(st)
	case *ast.RepeatStmt: // the condition sees the block's locals
		s.stmts(st.Stmts)
		s.expr(st.Condition)
		s.locals = s.locals[:mark]
	case *ast.NumberForStmt:
		s.exprs([]ast.Expr{st.Init, st.Limit, st.Step})
		s.locals = append(s.locals, st.Name)
		s.block(st.Stmts)
		s.locals = s.locals[:mark]
	case *ast.GenericForStmt:
		s.exprs(st.Exprs)
		s.locals = append(s.locals, st.Names...)
		s.block(st.Stmts)
		s.locals = s.locals[:mark]
	case *ast.FuncDefStmt:
		s.funcDef(st)
	default:
		parts(st, func(e *ast.Expr) { s.expr(*e) }, s.block)
	}
}

// localAssign declares a local function before its body, which may call it.
func (s *scopes) localAssign(st *ast.LocalAssignStmt) {
	if len(st.Names) == 1 && len(st.Exprs) == 1 {
		if _, ok := st.Exprs[0].(*ast.FunctionExpr); ok {
			s.locals = append(s.locals, st.Names[0])
			s.exprs(st.Exprs)
			return
		}
	}
	s.exprs(st.Exprs)
	s.locals = append(s.locals, st.Names...)
}

func (s *scopes) funcDef(st *ast.FuncDefStmt) {
	mark := len(s.locals)
	switch {
	case st.Name.Receiver != nil:
		s.expr(st.Name.Receiver)
		s.locals = append(s.locals, "self")
	default:
		if id, ok := st.Name.Func.(*ast.IdentExpr); ok {
			s.assigned(id)
		} else {
			s.expr(st.Name.Func)
		}
	}
	s.function(st.Func)
	s.locals = s.locals[:mark]
}

func (s *scopes) function(f *ast.FunctionExpr) {
	mark := len(s.locals)
	if f.ParList != nil {
		s.locals = append(s.locals, f.ParList.Names...)
	}
	s.depth++
	s.stmts(f.Stmts)
	s.depth--
	s.locals = s.locals[:mark]
}

func (s *scopes) exprs(list []ast.Expr) {
	for _, e := range list {
		s.expr(e)
	}
}

func (s *scopes) expr(e ast.Expr) {
	switch e := e.(type) {
	case nil:
	case *ast.IdentExpr:
		if !slices.Contains(s.locals, e.Value) {
			s.found.read = append(s.found.read, use{e.Value, e.Line(), s.depth > 0})
		}
	case *ast.FunctionExpr:
		s.function(e)
	default:
		parts(e, func(e *ast.Expr) { s.expr(*e) }, s.block)
	}
}

func (s *scopes) assigned(id *ast.IdentExpr) {
	if !slices.Contains(s.locals, id.Value) {
		s.found.set = append(s.found.set, use{id.Value, id.Line(), s.depth > 0})
	}
}
