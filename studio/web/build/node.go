package main

import (
	"errors"
	"os"
	"os/exec"
)

// runTests runs the tests of the TypeScript code with node's own test runner.
func runTests(dir string) (err error) {
	out, err := os.MkdirTemp("", "gonao-page-tests")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(out)) }()
	files, err := bundleTests(dir, out)
	if err != nil {
		return err
	}
	node := exec.Command("node", append([]string{"--test"}, files...)...)
	node.Stdout, node.Stderr = os.Stdout, os.Stderr
	return node.Run()
}
