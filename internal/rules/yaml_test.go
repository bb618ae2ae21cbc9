package rules

import (
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readers maps packages besides internal/yamlread that parse YAML, or see it as the library's nodes, to the reason. The
// list may only get shorter: a file of gonao's own is decoded by yamlread into a struct.
var readers = map[string]string{
	"cmd/gonao/hfsm":      "one value after --set, with the type that YAML gives it",
	"cmd/gonao/launcher":  "values as Python's YAML 1.1 reads them, which types launch files",
	"cmd/gonao/graph":     "writes floats and strings so that rcl reads them with their types",
	"hfsm/chart":          "merges, compares and writes machines as documents, with their comments",
	"hfsm/scenario":       "writes a recording, some of its mappings on one line",
	"internal/yamlread":   "it is the reader",
	"nodes/machinetopics": "an event's data, of any form",
	"nodes/studio":        "messages as ros/dynamic writes them",
	"ros/bag":             "writes the profiles as a text in quotes, as rosbag2 does, and shows metadata of any form",
	"ros/dynamic":         "fields of a message whose type is known only when it runs",
	"ros/param":           "values as rcl's YAML 1.1 reads them",
	"soccer/match/bundle": "changes one key of a file and keeps the rest",
	"studio":              "commands that edit a text",
	"studio/yamltext":     "edits texts in place, with their comments",
}

func TestOneReaderOfYAML(t *testing.T) {
	found := map[string]string{}
	eachFile(t, func(path string, f *ast.File, at func(ast.Node) string) {
		if !slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"go.yaml.in/yaml/v3"` }) {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && slices.Contains([]string{"Node", "Unmarshal", "NewDecoder"}, s.Sel.Name) {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "yaml" {
					found[strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")] = at(n)
				}
			}
			return true
		})
	})
	for pkg, at := range found {
		require.Contains(t, readers, pkg, "%s: read the file with internal/yamlread", at)
	}
	for pkg := range readers {
		require.Contains(t, found, pkg, "it no longer uses YAML nodes: remove it from the list")
	}
}
