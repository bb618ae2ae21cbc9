package walk

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The document's table is made of Fields; GOLDEN=write rewrites it.
func TestTheDocumentHasEveryNumber(t *testing.T) {
	const file = "../../docs/motion/walk.md"
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	cfg := DefaultConfig()
	var table strings.Builder
	table.WriteString("| name | default | from | to | unit | |\n|-|-|-|-|-|-|\n")
	for _, f := range cfg.Fields() {
		fmt.Fprintf(&table, "| `%s` | %g | %g | %g | %s | %s |\n", f.Name, *f.Value, f.Min, f.Max, f.Unit, f.Doc)
	}
	before, rest, found := strings.Cut(string(text), "## Parameters\n")
	require.True(t, found)
	_, after, found := strings.Cut(rest, "\n`gonao tune` varies them")
	require.True(t, found)
	want := before + "## Parameters\n" + table.String() + "\n`gonao tune` varies them" + after
	if os.Getenv("GOLDEN") == "write" {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o600))
		return
	}
	require.Equal(t, want, string(text), "the table of docs/motion/walk.md is not that of Fields: make golden")
}

// Every number is documented where it stands: its comment has its meaning, unit and range.
func TestEveryNumberIsDocumentedInTheConfig(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "config.go", nil, parser.ParseComments)
	require.NoError(t, err)
	comments := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.Name == "Config" {
			for _, f := range spec.Type.(*ast.StructType).Fields.List {
				comments[f.Names[0].Name] = strings.Join(strings.Fields(f.Doc.Text()), " ")
			}
		}
		return true
	})
	cfg := DefaultConfig()
	value := reflect.ValueOf(&cfg).Elem()
	fields := cfg.Fields()
	require.Len(t, comments, len(fields))
	for i, f := range fields {
		name := value.Type().Field(i).Name
		require.Same(t, value.Field(i).Addr().Interface(), f.Value, "%s is %s", f.Name, name)
		unit := f.Unit
		if unit != "" {
			unit += ", "
		}
		require.Contains(t, comments[name], fmt.Sprintf("%s is ", name))
		require.Contains(t, comments[name], fmt.Sprintf("%s: %s%g to %g.", f.Doc, unit, f.Min, f.Max))
	}
}
