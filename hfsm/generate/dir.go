package generate

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"gonao/hfsm/chart"
)

// Dir writes a machine as a Go package into a directory. With Options.Node it writes a main too, into cmd/NAME below it.
// After an error nothing is written; written names the changed files.
func Dir(dir string, c *chart.Machine, opts Options) (result *Result, written []string, err error) {
	stale, err := readOld(dir)
	if err != nil {
		return nil, nil, err
	}
	if result, err = Package(c, opts); err != nil {
		return nil, nil, err
	}
	if opts.Node {
		imported, err := importPath(dir)
		if err != nil {
			return nil, nil, err
		}
		name := topic(c.Name)
		main := result.Main(imported, name)
		main.Name = path.Join("cmd", name, main.Name)
		result.Files = append(result.Files, main)
	}
	for _, f := range result.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if _, err := os.Stat(name); err == nil && f.Name == activitiesGo {
			continue // it belongs to the user
		}
		changed, err := writeFile(name, f.Text)
		if err != nil {
			return nil, nil, err
		}
		if changed {
			written = append(written, f.Name)
		}
	}
	for _, name := range stale {
		if err := os.Remove(name); err != nil {
			return nil, nil, err
		}
	}
	return result, written, nil
}

// readOld reads what was generated before. A file that was not generated, or that holds code of the user, is not
// overwritten. It returns the files of an older gonao that the package no longer has.
func readOld(dir string) (stale []string, err error) {
	for _, name := range []string{machineGo, machineYAML, nodeGo, "states.go", "engine.go"} {
		name = filepath.Join(dir, name)
		text, err := os.ReadFile(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, err
		case strings.HasSuffix(name, "states.go") || strings.HasSuffix(name, "engine.go"):
			if bytes.HasPrefix(text, []byte(generatedBy)) {
				stale = append(stale, name)
			}
		case !bytes.HasPrefix(text, []byte(generatedBy)) && !bytes.Contains(text, []byte("\n"+generatedYAML)):
			return nil, fmt.Errorf("%s: this file was not generated; expected a directory without a file of this name", name)
		}
		if line := userCode(string(text)); line > 0 && bytes.HasPrefix(text, []byte(generatedBy)) {
			return nil, fmt.Errorf("%s:%d: your code is between marks, which generated packages no longer have; move it to another file and remove it here", name, line)
		}
	}
	return stale, nil
}

// userCode returns the first line of code between the marks of an older gonao, or 0.
func userCode(text string) int {
	line, inside := 0, false
	for l := range strings.Lines(text) {
		line++
		switch trimmed := strings.TrimSpace(l); {
		case strings.HasPrefix(trimmed, "// user code: begin"):
			inside = true
		case strings.HasPrefix(trimmed, "// user code: end"):
			inside = false
		case inside && trimmed != "":
			return line
		}
	}
	return 0
}

// writeFile writes a file where it differs.
func writeFile(name string, text []byte) (changed bool, err error) {
	if there, err := os.ReadFile(name); err == nil && bytes.Equal(there, text) {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return false, err
	}
	return true, os.WriteFile(name, text, 0o644)
}

// importPath returns the import path of a directory by the go.mod around it.
func importPath(dir string) (string, error) {
	at, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	below := ""
	for {
		text, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil {
			for line := range strings.Lines(string(text)) {
				if module, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
					return path.Join(strings.Trim(strings.TrimSpace(module), `"`), below), nil
				}
			}
		}
		up := filepath.Dir(at)
		if up == at {
			return "", fmt.Errorf("%s: no go.mod there or above; expected a Go module, for the node's main has to import its package", dir)
		}
		below = path.Join(filepath.Base(at), below)
		at = up
	}
}
