package proc

// This part of the package finds the programs of gonao that other programs of it start.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Sibling returns the path of a program of gonao, beside this one or in PATH. The error names what it serves.
func Sibling(name, serves string) (string, error) {
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
