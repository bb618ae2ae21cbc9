package graph

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"

	"gonao/ros/dynamic"
)

// filter is a boolean expression over a message m.
type filter struct {
	program *vm.Program
	paths   paths // of the fields in the expression
}

func compileFilter(text string) (*filter, error) {
	if len(text) > maxFilter {
		return nil, fmt.Errorf("expression of %d bytes, expected at most %d", len(text), maxFilter)
	}
	var f filter
	var err error
	// The visitor may visit a field more than once; that is harmless.
	f.program, err = expr.Compile(text, expr.Env(map[string]any{"m": map[string]any{}}), expr.Patch(&f.paths))
	if err != nil {
		return nil, err
	}
	if t := f.program.Node().Type(); t.Kind() != reflect.Interface && t.Kind() != reflect.Bool {
		return nil, fmt.Errorf("the expression is %s; %s", kindOf(t.Kind()), wantBool)
	}
	return &f, nil
}

// maxFilter bounds the length of an expression, bytes.
const maxFilter = 2000

// wantBool is what a filter must be.
const wantBool = "expected true or false, as of m.data > 3"

// kindOf returns the word for a value that is no truth value.
func kindOf(k reflect.Kind) string {
	switch {
	case k >= reflect.Int && k <= reflect.Float64:
		return "a number"
	case k == reflect.String:
		return "a text"
	case k == reflect.Slice || k == reflect.Array:
		return "a list"
	case k == reflect.Map || k == reflect.Struct:
		return "a message"
	}
	return "no truth value"
}

// passes reports whether a message passes. A field that the type does not have is an error,
// since expr would evaluate it as nil and no message would ever pass.
func (f *filter) passes(m *dynamic.Message) (bool, error) {
	for _, path := range f.paths {
		if _, err := m.Field(path); err != nil {
			return false, fmt.Errorf("--filter: %w", err)
		}
	}
	result, err := expr.Run(f.program, map[string]any{"m": plain(m)})
	if err != nil {
		return false, fmt.Errorf("--filter: %w", err)
	}
	passes, ok := result.(bool)
	if !ok {
		return false, fmt.Errorf("--filter: the expression is %s; %s", kindOf(reflect.ValueOf(result).Kind()), wantBool)
	}
	return passes, nil
}

// paths collects the fields of m in an expression, such as header.stamp.
type paths []string

// Visit adds the field of a node of the expression. expr calls it.
func (p *paths) Visit(node *ast.Node) {
	var names []string
	for at := *node; ; {
		switch n := at.(type) {
		case *ast.MemberNode:
			name, ok := n.Property.(*ast.StringNode)
			if !ok {
				return
			}
			names = append([]string{name.Value}, names...)
			at = n.Node
			continue
		case *ast.IdentifierNode:
			if n.Value == "m" && len(names) > 0 {
				*p = append(*p, strings.Join(names, "."))
			}
		}
		return
	}
}
