package lua

import (
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/gopher-lua/ast"
)

// usage records which fields and methods a skill's text names, and where.
type usage struct {
	everywhere map[string]bool
	anywhere   map[string]bool            // outside the functions of states
	inState    map[string]map[string]bool // used in the functions of one state
	args       map[string][]string        // set by functions of a state: self.args = {x = …}
}

// usageOf returns the usage of a text.
func usageOf(stmts []ast.Stmt) usage {
	u := usage{map[string]bool{}, map[string]bool{}, map[string]map[string]bool{}, map[string][]string{}}
	for _, s := range stmts {
		into := u.anywhere
		if f, ok := s.(*ast.FuncDefStmt); ok && f.Name.Receiver != nil {
			if state, ok := f.Name.Receiver.(*ast.IdentExpr); ok {
				if u.inState[state.Value] == nil {
					u.inState[state.Value] = map[string]bool{}
				}
				into = u.inState[state.Value]
				u.setArgs(state.Value, f.Func)
			}
		}
		u.look(s, into)
	}
	return u
}

// look notes names in a statement or an expression and all inside it. Names in texts
// count too: conditions are texts.
func (u *usage) look(n ast.PositionHolder, into map[string]bool) {
	note := func(name string) { into[name], u.everywhere[name] = true, true }
	switch e := n.(type) {
	case *ast.FuncCallExpr:
		note(e.Method)
	case *ast.IdentExpr:
		note(e.Value)
	case *ast.StringExpr:
		for _, word := range strings.FieldsFunc(e.Value, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			note(word)
		}
	}
	children(n, func(inner ast.PositionHolder) { u.look(inner, into) })
}

// begins reports whether a script of a state may begin an activity.
func (u *usage) begins(state, activity string) bool {
	for _, word := range []string{activity, messageName(activity)} {
		if u.anywhere[word] || u.inState[state][word] {
			return true
		}
	}
	return false
}

// messageName returns the message class of Fawkes for an activity: StandUpMessage for
// stand_up.
func messageName(activity string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(activity, "_") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String() + "Message"
}

// setArgs records the fields that a function of a state sets in its args.
func (u *usage) setArgs(state string, n ast.PositionHolder) {
	if a, ok := n.(*ast.AssignStmt); ok {
		for i, to := range a.Lhs {
			if isArgs(to, state) && i < len(a.Rhs) {
				if t, ok := a.Rhs[i].(*ast.TableExpr); ok {
					for _, f := range t.Fields {
						u.addArg(state, f.Key)
					}
				}
			}
			if get, ok := to.(*ast.AttrGetExpr); ok && isArgs(get.Object, state) {
				u.addArg(state, get.Key)
			}
		}
	}
	children(n, func(inner ast.PositionHolder) { u.setArgs(state, inner) })
}

func (u *usage) addArg(state string, key ast.Expr) {
	if k, ok := key.(*ast.StringExpr); ok && !slices.Contains(u.args[state], k.Value) {
		u.args[state] = append(u.args[state], k.Value)
	}
}

// isArgs reports whether an expression is self.args or STATE.args.
func isArgs(e ast.Expr, state string) bool {
	get, ok := e.(*ast.AttrGetExpr)
	if !ok {
		return false
	}
	key, isText := get.Key.(*ast.StringExpr)
	object, isName := get.Object.(*ast.IdentExpr)
	return isText && key.Value == "args" && isName && (object.Value == "self" || object.Value == state)
}
