package topic

import (
	"fmt"
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
	var f filter
	var err error
	// The visitor may visit a field more than once; that is harmless.
	f.program, err = expr.Compile(text, expr.Env(map[string]any{"m": map[string]any{}}), expr.AsBool(), expr.Patch(&f.paths))
	return &f, err
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
	return result == true, nil
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
