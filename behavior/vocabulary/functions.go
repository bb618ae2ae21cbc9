package vocabulary

import (
	"fmt"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// reads returns the inputs that a function of the table reads.
func (t *Table) reads(function string) []string {
	inputs := map[string]hfsm.Type{}
	for _, in := range t.AllInputs() {
		inputs[in.Name] = in.Type
	}
	scope := expr.Scope{}
	scope.Offer(t.Functions, inputs)
	value, parameters := scope.Function(function)
	if value == nil {
		return nil
	}
	return value.Reads(parameters)
}

// parameterNames returns the parameters of a function.
func parameterNames(f *chart.Function) []string {
	names := make([]string, len(f.Parameters))
	for i, p := range f.Parameters {
		names[i] = p.Name
	}
	return names
}

// functionSection writes the functions for people.
func (t *Table) functionSection(b *strings.Builder) {
	if len(t.Functions) == 0 {
		return
	}
	b.WriteString("\n## Functions\nExpressions may call these besides the [functions of the language](language.md#expressions). A machine that calls one declares the inputs\nthat it reads. Scripts in Lua have them, too, and the pairs `to_field(x, y)` and `to_robot(x, y)`, which return x and y.\n\n| function | value | reads |\n|-|-|-|\n")
	for i := range t.Functions {
		f := &t.Functions[i]
		fmt.Fprintf(b, "| `%s(%s)` | %s | %s |\n", f.Name, strings.Join(parameterNames(f), ", "), cell(f.Description), code(t.reads(f.Name)))
	}
}
