package topic

import (
	"fmt"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"

	"gonao/ros/dynamic"
)

// filter is an expression over a message m.
type filter struct {
	program *vm.Program
	paths   paths // of the fields it names
}

func compileFilter(text string) (*filter, error) {
	var f filter
	var err error
	// The visitor may see a field more than once, and that does not matter.
	f.program, err = expr.Compile(text, expr.Env(map[string]any{"m": map[string]any{}}), expr.AsBool(), expr.Patch(&f.paths))
	return &f, err
}

// passes tells whether a message passes. A field that its type does not have is an
// error: the expression would take it for nothing, and let nothing pass.
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

// paths collects the fields of m that an expression names, such as header.stamp.
type paths []string

// Visit is called for each part of the expression.
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
