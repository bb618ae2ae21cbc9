package yamlfault_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// unread are the packages that read only YAML that gonao has written itself, or use nothing of the error.
var unread = []string{
	"nodes/studio",       // messages as ros/dynamic writes them
	"cmd/gonao/hfsm",     // a value of --set, whose message shows an example
	"internal/yamlfault", // it is where they are described
}

func TestEveryReaderOfYAMLDescribesFaultsHere(t *testing.T) {
	root := filepath.Join("..", "..")
	reads, describes := map[string]string{}, map[string]bool{}
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "testdata" || name == "build") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		describes[pkg] = describes[pkg] || imports(f, "gonao/internal/yamlfault")
		if imports(f, "go.yaml.in/yaml/v3") && readsText(f) {
			reads[pkg] = path
		}
		return nil
	}))
	require.Contains(t, reads, "hfsm/chart", "the test sees readers")
	for pkg, path := range reads {
		require.True(t, describes[pkg] || slices.Contains(unread, pkg),
			"%s reads YAML, and its package does not describe the library's errors with yamlfault.Of or yamlfault.Error", path)
	}
}

// imports reports whether a file imports a package.
func imports(f *ast.File, path string) bool {
	return slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"`+path+`"` })
}

// readsText reports whether a file calls yaml.Unmarshal or yaml.NewDecoder.
func readsText(f *ast.File) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			x, ok := s.X.(*ast.Ident)
			found = found || ok && x.Name == "yaml" && (s.Sel.Name == "Unmarshal" || s.Sel.Name == "NewDecoder")
		}
		return true
	})
	return found
}
