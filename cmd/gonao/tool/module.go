package tool

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// The parts of gonao's go.mod that a module that replaces gonao needs as well.
var (
	goLine   = regexp.MustCompile(`(?m)^go (\S+)$`)
	requires = regexp.MustCompile(`(?ms)^require \(\n.*?^\)$|(?m)^require [^(\n]+$`)
	replaces = regexp.MustCompile(`(?m)^replace .*$`)
)

// withModule adds what a module's go.mod needs to import gonao from a source tree.
func withModule(v values, gonao string) (values, error) {
	root, err := sourceTree(gonao)
	if err != nil {
		return v, err
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return v, err
	}
	version := goLine.FindSubmatch(text)
	if version == nil {
		return v, fmt.Errorf("new project: %s: no line with the version of Go", filepath.Join(root, "go.mod"))
	}
	v.Gonao, v.Go = root, string(version[1])
	blocks := append(requires.FindAllString(string(text), -1), replaces.FindAllString(string(text), -1)...)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return v, err
	}
	v.Sums = string(sums)
	v.Requires = strings.Join(blocks, "\n\n")
	return v, nil
}

// sourceTree returns the absolute path of gonao's source tree: dir, or else the nearest one around this program or the
// working directory.
func sourceTree(dir string) (string, error) {
	if dir != "" {
		dir, err := filepath.Abs(dir)
		if err == nil && !isGonao(dir) {
			err = fmt.Errorf("new project: --gonao %s: no source tree of gonao: expected its go.mod there", dir)
		}
		return dir, err
	}
	var from []string
	if self, err := os.Executable(); err == nil {
		from = append(from, filepath.Dir(self))
	}
	if here, err := os.Getwd(); err == nil {
		from = append(from, here)
	}
	for _, dir := range from {
		for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			if isGonao(dir) {
				return dir, nil
			}
		}
	}
	return "", errors.New("new project: no source tree of gonao around this program or this directory: name it with --gonao DIR")
}

// isGonao reports whether a directory is the root of gonao's source tree.
func isGonao(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && strings.HasPrefix(string(text), "module gonao\n")
}

// importsGonao reports whether a module around a directory, or the workspace it is in, is gonao or requires it.
func importsGonao(dir string) bool {
	dir, err := filepath.Abs(dir)
	for ; err == nil; dir = filepath.Dir(dir) {
		text, missing := os.ReadFile(filepath.Join(dir, "go.mod"))
		if missing == nil {
			return isGonao(dir) || requiresGonao.Match(text)
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
	return false
}

// requiresGonao matches the line of a go.mod that requires gonao.
var requiresGonao = regexp.MustCompile(`(?m)^(?:require )?\s*gonao v`)
