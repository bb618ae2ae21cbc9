package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// forUsers are the packages for people who write their own nodes, machines, filters, planners and bodies. Their exported
// names may be unused in the module. A path that ends in /... stands for the whole tree.
var forUsers = []string{"msgs/...", "ros/...", "hfsm/...", "nao", "behavior", "robot/localization", "robot/planning", "gazebo_bridge/gzmsgs"}

// unusedFile lists the exported names that no other package uses, with one line for each package.
const unusedFile = "testdata/unused_exported.txt"

// An api holds the exported names of a package, each with the names of its own package that it mentions.
type api map[string]map[string]bool

// mention records that a name mentions the exported identifiers of its own package that occur in nodes.
func (a api) mention(name string, nodes ...ast.Node) {
	if a[name] == nil {
		a[name] = map[string]bool{}
	}
	for _, n := range nodes {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr: // the identifier is of another package
				return false
			case *ast.Ident:
				if n.IsExported() {
					a[name][n.Name] = true
				}
			}
			return true
		})
	}
}

// declare adds the declarations of a file.
func (a api) declare(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil { // a method belongs to its type
				name = receiver(d.Recv.List[0].Type)
			}
			if d.Name.IsExported() && ast.IsExported(name) {
				a.mention(name, d.Type)
			}
		case *ast.GenDecl:
			var typ ast.Expr // type of constants, which also applies to the following ones
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.IsExported() {
						a.mention(spec.Name.Name, spec.Type)
					}
				case *ast.ValueSpec:
					if spec.Type != nil || len(spec.Values) > 0 {
						typ = spec.Type
					}
					for _, name := range spec.Names {
						if !name.IsExported() {
							continue
						}
						a.mention(name.Name)
						if typ != nil {
							a.mention(name.Name, typ)
							if t, ok := typ.(*ast.Ident); ok && d.Tok == token.CONST && t.IsExported() { // the constant is one of the values of a type
								a.mention(t.Name, name)
							}
						}
					}
				}
			}
		}
	}
}

// unused returns the names that are neither used nor mentioned by a used name.
func (a api) unused(used map[string]bool) []string {
	reached := map[string]bool{}
	var reach func(name string)
	reach = func(name string) {
		if reached[name] || a[name] == nil {
			return
		}
		reached[name] = true
		for n := range a[name] {
			reach(n)
		}
	}
	for n := range used {
		reach(n)
	}
	var left []string
	for n := range a {
		if !reached[n] {
			left = append(left, n)
		}
	}
	slices.Sort(left)
	return left
}

// unusedExported returns the exported names of the module that no other package uses, one line for each package. Tests
// of other packages, examples, and external tests of the package itself count as users.
func unusedExported(t *testing.T) []string {
	t.Helper()
	root := filepath.Join("..", "..")
	apis, names := map[string]api{}, map[string]string{}
	var files []*ast.File
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "build" || d.Name() == "node_modules" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != root):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.Contains(path, "/msgs/") && !strings.HasSuffix(path, "_test.go"): // generated code, which our code need not use
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return err
		}
		files = append(files, f)
		if strings.HasSuffix(path, "_test.go") || f.Name.Name == "main" {
			return nil
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		names[dir] = f.Name.Name
		if apis[dir] == nil {
			apis[dir] = api{}
		}
		if !ast.IsGenerated(f) {
			apis[dir].declare(f)
		}
		return err
	}))
	used := map[string]map[string]bool{}
	for dir := range apis {
		used[dir] = map[string]bool{}
	}
	for _, f := range files {
		imported := map[string]string{} // packages by their names in the file
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			if dir, ours := strings.CutPrefix(path, "gonao/"); ours && apis[dir] != nil {
				imported[names[dir]] = dir
				if spec.Name != nil {
					imported[spec.Name.Name] = dir
				}
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && imported[x.Name] != "" {
					used[imported[x.Name]][s.Sel.Name] = true
				}
			}
			return true
		})
	}
	var lines []string
	for _, dir := range slices.Sorted(maps.Keys(apis)) {
		if withinAny(dir, forUsers) {
			continue
		}
		if left := apis[dir].unused(used[dir]); len(left) > 0 {
			lines = append(lines, dir+": "+strings.Join(left, " "))
		}
	}
	return lines
}

// TestExportedNamesHaveUsers compares the exported names without an outside user with the list, which may only get
// shorter. GOLDEN=write writes the list.
func TestExportedNamesHaveUsers(t *testing.T) {
	now := unusedExported(t)
	if os.Getenv("GOLDEN") == "write" {
		require.NoError(t, os.WriteFile(unusedFile, []byte(strings.Join(now, "\n")+"\n"), 0o644))
	}
	text, err := os.ReadFile(unusedFile)
	require.NoError(t, err)
	listed := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		dir, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for _, name := range strings.Fields(rest) {
			listed[dir+"."+name] = true
		}
	}
	count := 0
	for _, line := range now {
		dir, rest, _ := strings.Cut(line, ": ")
		for _, name := range strings.Fields(rest) {
			if count++; !listed[dir+"."+name] {
				t.Errorf("%s.%s: no other package uses it; make it private", dir, name)
			}
			delete(listed, dir+"."+name)
		}
	}
	for name := range listed {
		t.Errorf("%s is in %s, but it is removed, private or used: delete it there", name, unusedFile)
	}
	t.Logf("%d exported names without a user in another package", count)
}
