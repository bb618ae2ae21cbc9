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

// Dir writes a machine as a Go package into a directory, keeping the regions of user
// code of what is there. With Options.Node it writes a main too, into cmd/NAME below
// it. Nothing is written when anything is wrong; written names what was changed.
func Dir(dir string, c *chart.Machine, opts Options) (result *Result, written []string, err error) {
	if opts.Old, err = readOld(dir); err != nil {
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
		changed, err := writeFile(filepath.Join(dir, filepath.FromSlash(f.Name)), f.Text)
		if err != nil {
			return nil, nil, err
		}
		if changed {
			written = append(written, f.Name)
		}
	}
	return result, written, nil
}

// readOld reads what was generated before. A file of one of our names that was not
// generated is not overwritten.
func readOld(dir string) (map[string]string, error) {
	old := map[string]string{}
	for _, name := range []string{machineGo, statesGo, engineGo, nodeGo, activitiesGo} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if name != activitiesGo && !bytes.HasPrefix(text, []byte(generatedBy)) {
			return nil, fmt.Errorf("%s: this file was not generated; expected another directory, or none of its name", filepath.Join(dir, name))
		}
		old[name] = string(text)
	}
	return old, nil
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
