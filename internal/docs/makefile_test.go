package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// makefile holds the targets and variables of the Makefile.
type makefile struct{ targets, variables map[string]bool }

func readMakefile(t *testing.T) makefile {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "Makefile"))
	require.NoError(t, err)
	m := makefile{map[string]bool{}, map[string]bool{}}
	for _, found := range regexp.MustCompile(`(?m)^([a-z][a-z-]*):`).FindAllSubmatch(text, -1) {
		m.targets[string(found[1])] = true
	}
	for _, found := range regexp.MustCompile(`(?m)^([A-Z_]+) \?=`).FindAllSubmatch(text, -1) {
		m.variables[string(found[1])] = true
	}
	require.NotEmpty(t, m.targets)
	require.NotEmpty(t, m.variables)
	return m
}

// check checks the words after make: targets and variables.
func (m makefile) check(words []string) error {
	for _, word := range words {
		name, _, assigned := strings.Cut(word, "=")
		if assigned && !m.variables[name] {
			return fmt.Errorf("make: no variable %s", name)
		}
		if !assigned && !m.targets[name] {
			return fmt.Errorf("make: no target %s", name)
		}
	}
	return nil
}

func TestMakeHasWhatTheDocumentsName(t *testing.T) {
	m := readMakefile(t)
	quoted := regexp.MustCompile("`make ([^`]+)`")
	seen := 0
	for file, text := range documents(t) {
		if file == "CHANGELOG.md" {
			continue // the Makefile also has the names of past releases
		}
		for _, found := range quoted.FindAllStringSubmatch(text, -1) {
			seen++
			if err := m.check(strings.Fields(found[1])); err != nil {
				t.Errorf("%s: `make %s`: %v", file, found[1], err)
			}
		}
	}
	require.Greater(t, seen, 5)
	require.Error(t, m.check([]string{"demmo"}))
	require.Error(t, m.check([]string{"demo", "LENGTH=3"}))
}
