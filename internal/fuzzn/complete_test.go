package fuzzn_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMakeFuzzRunsEveryFuzzingTest checks that the pattern in the Makefile selects each test that calls fuzzn.N.
func TestMakeFuzzRunsEveryFuzzingTest(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	found := regexp.MustCompile(`(?m)^FUZZ_TESTS = (.+)$`).FindSubmatch(makefile)
	require.NotNil(t, found, "the variable FUZZ_TESTS")
	picked := regexp.MustCompile(strings.ReplaceAll(string(found[1]), "$$", "$")) // make replaces $$ by $
	seen := 0
	require.NoError(t, filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "build") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") || filepath.Base(path) == "complete_test.go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !strings.HasPrefix(f.Name.Name, "Test") || !asks(f) {
				continue
			}
			seen++
			assert.Regexp(t, picked, f.Name.Name, "%s: FUZZ_TESTS in the Makefile does not name it", path)
		}
		return nil
	}))
	require.Greater(t, seen, 15)
}

// asks reports whether a function calls fuzzn.N.
func asks(f *ast.FuncDecl) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "N" {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "fuzzn" {
				found = true
			}
		}
		return true
	})
	return found
}
