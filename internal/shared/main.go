// Command shared lists the packages that share memory between goroutines, for the race detector: those whose code or tests
// start a goroutine, or whose code imports sync or sync/atomic. With -not it lists the other packages that have tests.
//
//	go test -race $(go run ./internal/shared ./...)
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

func main() {
	not := flag.Bool("not", false, "list the packages with tests that share none")
	flag.Parse()
	packages, err := list(context.Background(), ".", !*not, flag.Args())
	if err != nil {
		fmt.Fprintf(os.Stderr, "shared: %v\n", err)
		os.Exit(1)
	}
	for _, p := range packages {
		fmt.Println(p)
	}
}

// list returns those packages with tests that share memory, or those that do not.
func list(ctx context.Context, dir string, sharing bool, patterns []string) ([]string, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{
		"list", "-json=ImportPath,Dir,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles", "--",
	}, patterns...)...)
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, &errs)
	}
	var found []string
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Dir                              string
			GoFiles, CgoFiles, TestGoFiles, XTestGoFiles []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, err
		}
		if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			continue
		}
		code, err := anyFile(p.Dir, slices.Concat(p.GoFiles, p.CgoFiles), func(f *ast.File) bool { return starts(f) || guards(f) })
		if err != nil {
			return nil, err
		}
		tests, err := anyFile(p.Dir, slices.Concat(p.TestGoFiles, p.XTestGoFiles), starts)
		if err != nil {
			return nil, err
		}
		if (code || tests) == sharing {
			found = append(found, p.ImportPath)
		}
	}
}

// anyFile reports whether something holds for one of the files.
func anyFile(dir string, files []string, holds func(*ast.File) bool) (bool, error) {
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, 0)
		if err != nil {
			return false, err
		}
		if holds(f) {
			return true, nil
		}
	}
	return false, nil
}

// guards reports whether a file imports what guards memory.
func guards(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool {
		return spec.Path.Value == `"sync"` || spec.Path.Value == `"sync/atomic"`
	})
}

// starts reports whether a file starts a goroutine.
func starts(f *ast.File) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if _, ok := n.(*ast.GoStmt); ok {
			found = true
		}
		return !found
	})
	return found
}
