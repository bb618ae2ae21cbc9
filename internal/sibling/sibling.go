// Package sibling finds the programs of gonao that other programs of it start.
package sibling

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Program returns the path of a program of gonao, beside this one or in PATH. The error names what it serves.
func Program(name, serves string) (string, error) {
	if self, err := os.Executable(); err == nil {
		program := filepath.Join(filepath.Dir(self), name)
		if _, err := os.Stat(program); err == nil {
			return program, nil
		}
	}
	if program, err := exec.LookPath(name); err == nil {
		return program, nil
	}
	return "", fmt.Errorf("no %s: expected the program %s beside gonao (make build)", serves, name)
}
