package hfsm_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// otherMachines are directories of machines that are not the robot's: a program of its own has other words, and tests have wrong ones.
var otherMachines = []string{"testdata", "examples/doorbell", "cmd/gonao/scaffold/templates"}

// Every machine of the tree checks with one vocabulary, without a flag and without an error.
func TestEveryMachineOfTheTreeChecks(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	var files []string
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		if d.IsDir() {
			if strings.HasPrefix(d.Name(), ".") && path != root || d.Name() == "build" || d.Name() == "node_modules" {
				return fs.SkipDir
			}
			for _, other := range otherMachines {
				if d.Name() == other || name == other {
					return fs.SkipDir
				}
			}
			return nil
		}
		if filepath.Ext(path) != ".yaml" {
			return nil
		}
		text, err := os.ReadFile(path)
		text = append([]byte("\n"), text...)
		if bytes.Contains(text, []byte("\nmachine: ")) && !bytes.Contains(text, []byte("\nscenario: ")) {
			files = append(files, path)
		}
		return err
	}))
	require.Greater(t, len(files), 20)
	out, errs, code := hfsmTool(t, append([]string{"check"}, files...)...)
	require.Zero(t, code, out+errs)
}
