package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The range of a parameter is declared once, in the tag of its field. It must not appear again in a row of a table with
// the parameter's name and the two bounds, as in a second check, nor with the same description in the tag of another
// field.
func TestARangeStandsOnce(t *testing.T) {
	ranges := map[string]string{} // where the range is declared, by name and bounds
	fields := map[string]string{} // the same, by name, bounds and description
	var rows []row
	eachFile(t, func(path string, f *ast.File, at func(ast.Node) string) {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				name, bounds, about := declaredRange(n)
				if bounds == "" {
					break
				}
				key := name + " " + bounds
				if first, twice := fields[key+about]; twice && !slices.Contains(declaredTwice, name) {
					t.Errorf("%s: the range %s is declared at %s, too: embed that struct", at(n), key, first)
				}
				ranges[key], fields[key+about] = at(n), at(n)
			case *ast.CompositeLit:
				rows = append(rows, rowsOf(n.Elts, at(n))...)
			case *ast.CallExpr:
				rows = append(rows, rowsOf(n.Args, at(n))...)
			}
			return true
		})
	})
	require.Greater(t, len(ranges), 300)
	for _, r := range rows {
		if at, twice := ranges[r.key]; twice && !strings.HasPrefix(r.key, "volume ") { // say has it in behavior's table, which does not know devices
			t.Errorf("%s: the range %s is declared by the tag at %s", r.at, r.key, at)
		}
	}
}

// declaredTwice are the parameters that are in two structs: players is in game.Setup for a GameController and in
// match.Config for a match.
var declaredTwice = []string{"players"}

// row is a name with two numbers after it, in a list of expressions.
type row struct{ key, at string }

// rowsOf returns a row for the string at the beginning of the list with each two consecutive numbers.
func rowsOf(elements []ast.Expr, at string) []row {
	if len(elements) == 0 {
		return nil
	}
	literal, ok := elements[0].(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return nil
	}
	name, _ := strconv.Unquote(literal.Value)
	var rows []row
	for i := 2; i < len(elements); i++ {
		if low, high := numberOf(elements[i-1]), numberOf(elements[i]); low != "" && high != "" {
			rows = append(rows, row{name + " " + low + " to " + high, at})
		}
	}
	return rows
}

// numberOf returns a number as it is written in the source, or "" for another expression.
func numberOf(e ast.Expr) string {
	sign := ""
	if minus, ok := e.(*ast.UnaryExpr); ok && minus.Op == token.SUB {
		sign, e = "-", minus.X
	}
	if literal, ok := e.(*ast.BasicLit); ok && (literal.Kind == token.INT || literal.Kind == token.FLOAT) {
		return sign + literal.Value
	}
	return ""
}

// declaredRange returns the parameter, the range and the rest that a field's tag declares. The bounds are empty if the
// tag has no range.
func declaredRange(f *ast.Field) (name, bounds, about string) {
	if f.Tag == nil {
		return "", "", ""
	}
	text, _ := strconv.Unquote(f.Tag.Value)
	tag := reflect.StructTag(text)
	name, _, _ = strings.Cut(tag.Get("yaml"), ",")
	if low, high := tag.Get("min"), tag.Get("max"); name != "" && name != "-" && low != "" && high != "" {
		bounds = low + " to " + high
	}
	return name, bounds, tag.Get("unit") + tag.Get("desc")
}

// eachFile parses the files of the module that are neither tests nor generated.
func eachFile(t *testing.T, visit func(path string, f *ast.File, at func(ast.Node) string)) {
	t.Helper()
	root := filepath.Join("..", "..")
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "build" || d.Name() == "node_modules" || d.Name() == "testdata"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_gen.go"):
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		visit(path, f, func(n ast.Node) string { return strings.TrimPrefix(set.Position(n.Pos()).String(), root+"/") })
		return nil
	}))
}
