package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
)

const (
	dear        = "costs three times as much with it; make nightly runs all packages with it"
	commandOnly = "a command of the tool waits for one goroutine; package ros has its own tests with the race detector"
)

// withoutRace maps packages that run without the race detector in every run to the reason; make nightly runs all
// packages with it.
var withoutRace = map[string]string{
	"gonao/gazebo_bridge":           dear,
	"gonao/gazebo_bridge/transport": dear,
	"gonao/hfsm":                    "a machine belongs to one goroutine; its models, which are shared, are constant",
	"gonao/hfsm/lua":                dear,
	"gonao/internal/bodytest":       "the drivers that it tests have their own tests with the race detector",
	"gonao/internal/e2e":            "starts programs, which are built without the race detector",
	"gonao/internal/guard":          "starts its own program, which is built without the race detector",
	"gonao/internal/interop":        "starts programs, which are built without the race detector",
	"gonao/internal/soak":           "starts programs, which are built without the race detector",
	"gonao/internal/studiotest":     "most of what it tests runs in a browser; nodes/studio has its own tests",
	"gonao/internal/surface":        "starts programs, which are built without the race detector",
	"gonao/nao_driver/lola":         dear,
	"gonao/nao_driver/naoqi":        dear,
	"gonao/nodes/gazebo_bridge":     dear,
	"gonao/nodes/simulator":         dear,
	"gonao/ros/bag":                 dear,
	"gonao/sim/camera":              "its only goroutine is locked to the thread that draws; drawing costs five times as much with it",
	"gonao/sim/mujoco":              "its goroutines call C, which the race detector does not see",
	"gonao/soccer/match/batch":      dear,
	"gonao/soccer/match/env":        dear,
	"gonao/soccer/match/pool":       dear,
	"gonao/cmd/gonao/graph":         commandOnly,
	"gonao/cmd/lab/demo":            "starts programs, which are built without the race detector",
	"gonao/cmd/gonao/deploy":        "starts programs, which are built without the race detector",
	"gonao/cmd/gonao/hfsm":          commandOnly,
	"gonao/cmd/lab/matchrun/eyes":   "its goroutines draw pictures of their own; drawing costs five times as much",
	"gonao/cmd/gonao/motion":        commandOnly,
	"gonao/cmd/gonao/tool":          commandOnly,
	"gonao/vision/train":            "its goroutines draw pictures of their own; drawing costs five times as much",
}

// A pkg is a package that has tests.
type pkg struct {
	path     string // its import path
	race     bool   // runs with the race detector
	programs bool   // its tests start our programs
}

// builtPackage is the package that tests import if they start our programs.
const builtPackage = "gonao/internal/built"

// list returns those packages that match the patterns and have tests.
//
// A package shares memory, and so runs with the race detector, if its code starts a goroutine, or if its code guards
// memory (imports sync or sync/atomic) and its tests start a goroutine.
func list(ctx context.Context, dir string, patterns []string) ([]pkg, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{
		"list", "-json=ImportPath,Dir,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,TestImports,XTestImports", "--",
	}, patterns...)...)
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, &errs)
	}
	var found []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Dir                              string
			GoFiles, CgoFiles, TestGoFiles, XTestGoFiles []string
			TestImports, XTestImports                    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, err
		}
		if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			continue
		}
		shares, err := sharesMemory(p.Dir, slices.Concat(p.GoFiles, p.CgoFiles), slices.Concat(p.TestGoFiles, p.XTestGoFiles))
		if err != nil {
			return nil, err
		}
		_, without := withoutRace[p.ImportPath]
		found = append(found, pkg{
			path:     p.ImportPath,
			race:     shares && !without,
			programs: slices.Contains(p.TestImports, builtPackage) || slices.Contains(p.XTestImports, builtPackage),
		})
	}
}

// sharesMemory reports whether the code and its tests share memory between goroutines.
func sharesMemory(dir string, code, tests []string) (bool, error) {
	if started, err := anyFile(dir, code, starts); started || err != nil {
		return started, err
	}
	if guarded, err := anyFile(dir, code, guards); !guarded || err != nil {
		return false, err
	}
	return anyFile(dir, tests, starts)
}

// anyFile reports whether the condition is true for one of the files.
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

// guards reports whether a file imports a package that guards memory.
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
