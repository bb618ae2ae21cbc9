package param

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"gonao/internal/wording"
)

// environment is the variable that overrides a parameter of a node.
func environment(fqn, name string) string {
	return strings.ToUpper("GONAO_" + path.Base(fqn) + "_" + strings.ReplaceAll(name, ".", "__"))
}

// checkEnvironment refuses variables with a node's prefix that match none of its parameters: they would be ignored
// silently.
func checkEnvironment(fqn string, entries []Entry, environ []string) error {
	known := make([]string, len(entries))
	for i, e := range entries {
		known[i] = environment(fqn, e.Name)
	}
	for _, assignment := range environ {
		name, _, _ := strings.Cut(assignment, "=")
		if !strings.HasPrefix(name, environment(fqn, "")) || slices.Contains(known, name) {
			continue
		}
		near := cmp.Or(wording.DidYouMean(name, known), "; --help lists them")
		return fmt.Errorf("environment variable %s: %s has %w%s", name, fqn, errUnknown, near)
	}
	return nil
}
