package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A source is a package of the module with its types. Tests are left out.
type source struct {
	path  string // inside the module
	files []*ast.File
	types *types.Package
	fset  *token.FileSet
	made  map[string]bool // files that are generated
}

// generated reports whether a type is declared in a generated file.
func (s *source) generated(name *types.TypeName) bool {
	return s.made[s.fset.Position(name.Pos()).Filename]
}

// listing is a package as go list prints it.
type listing struct {
	ImportPath string
	Dir        string
	Export     string // file of its export data
	GoFiles    []string
	CgoFiles   []string
	Module     *struct{ Main bool }
}

// sources returns the packages of the module without generated code.
func sources(t *testing.T) []source {
	t.Helper()
	all, err := loaded()
	require.NoError(t, err)
	require.NotEmpty(t, all)
	return all
}

var loaded = sync.OnceValues(load)

// load type-checks the module's packages. Imports are read from the export data that the go command has.
func load() ([]source, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,CgoFiles,Module", "./...")
	cmd.Dir = filepath.Join("..", "..")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	var ours []listing
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listing
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if p.Module != nil && p.Module.Main && !strings.HasPrefix(p.ImportPath, "gonao/msgs") {
			ours = append(ours, p)
		}
	}
	fset := token.NewFileSet()
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var all []source
	for _, p := range ours {
		s, err := check(fset, imports, &p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.ImportPath, err)
		}
		all = append(all, s)
	}
	return all, nil
}

// check parses and type-checks one package.
func check(fset *token.FileSet, imports types.Importer, p *listing) (source, error) {
	s := source{path: strings.TrimPrefix(p.ImportPath, "gonao/"), fset: fset, made: map[string]bool{}}
	var all []*ast.File
	for _, name := range append(p.GoFiles, p.CgoFiles...) {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			return s, err
		}
		all = append(all, f)
		if ast.IsGenerated(f) {
			s.made[fset.Position(f.Pos()).Filename] = true
		} else {
			s.files = append(s.files, f)
		}
	}
	config := types.Config{Importer: imports, FakeImportC: true, Error: func(error) {}} // types of C are not known
	checked, err := config.Check(p.ImportPath, fset, all, nil)
	if err != nil && len(p.CgoFiles) == 0 {
		return s, err
	}
	s.types = checked
	return s, nil
}
