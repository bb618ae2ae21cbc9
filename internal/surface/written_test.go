package surface

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/cmd/gonao/launcher"
	"gonao/hfsm"
)

func TestLaunchArgumentsAreAsTheyWere(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "launch", "*.launch.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var out strings.Builder
	for _, file := range files {
		arguments, err := launcher.Arguments(file)
		require.NoError(t, err)
		fmt.Fprintf(&out, "# %s\n", filepath.Base(file))
		for _, a := range arguments {
			fmt.Fprintf(&out, "%s", a.Name)
			if a.HasDefault {
				fmt.Fprintf(&out, " = %q", a.Default)
			}
			fmt.Fprintf(&out, "%s", prefixed("  # one of ", strings.Join(a.Choices, ", ")))
			if a.Conditional {
				out.WriteString("  (under a condition)")
			}
			out.WriteString("\n")
		}
		out.WriteString("\n")
	}
	compare(t, "launch.txt", out.String())
}

func TestTheVocabularyIsAsItWas(t *testing.T) {
	cfg := behavior.DefaultConfig()
	words := cfg.Vocabulary()
	var out strings.Builder
	list := func(title string, types map[string]hfsm.Type) {
		fmt.Fprintf(&out, "# %s\n", title)
		for _, name := range slices.Sorted(maps.Keys(types)) {
			fmt.Fprintf(&out, "%s: %s\n", name, types[name])
		}
		out.WriteString("\n")
	}
	list("inputs", words.Inputs)
	list("outputs", words.Outputs)
	fmt.Fprintf(&out, "# events\n%s\n\n# activities\n", strings.Join(words.Events, "\n"))
	for _, a := range words.Activities {
		out.WriteString(a.Name)
		for _, p := range a.Params {
			fmt.Fprintf(&out, "  %s: %s", p.Name, p.Type)
			if p.Default != nil {
				fmt.Fprintf(&out, " = %s", p.Default.Text())
			}
		}
		out.WriteString("\n")
	}
	out.WriteString("\n# interfaces\n")
	for _, name := range slices.Sorted(maps.Keys(words.Interfaces)) {
		i := words.Interfaces[name]
		fmt.Fprintf(&out, "%s: inputs %v, activities %v\n", name, i.Inputs, i.Activities)
	}
	fmt.Fprintf(&out, "\n# machines\n%s\n\n# skills\n%s\n", strings.Join(behavior.Machines(), "\n"), strings.Join(behavior.Skills(), "\n"))
	compare(t, "vocabulary.txt", out.String())
}

// A reader's module imports what generated code, the examples and the documents import.
func TestImportPathsAreAsTheyWere(t *testing.T) {
	users := map[string]map[string]bool{} // by import path
	add := func(path, user string) {
		if users[path] == nil {
			users[path] = map[string]bool{}
		}
		users[path][user] = true
	}
	for _, dir := range []string{"examples", "behavior/generated"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root, dir), func(file string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
				return err
			}
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			require.NoError(t, err)
			for _, spec := range tree.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				require.NoError(t, err)
				if strings.HasPrefix(path, "gonao/") && !strings.HasPrefix(path, "gonao/"+dir) {
					add(path, dir)
				}
			}
			return nil
		}))
	}
	quoted := regexp.MustCompile(`"(gonao/[a-z0-9_/]+)"`)
	var documents []string
	for _, pattern := range []string{"README.md", "docs/*.md", "docs/*/*.md"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		documents = append(documents, files...)
	}
	for _, file := range documents {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range quoted.FindAllStringSubmatch(string(text), -1) {
			add(m[1], "documents")
		}
	}
	var out strings.Builder
	for _, path := range slices.Sorted(maps.Keys(users)) {
		fmt.Fprintf(&out, "%s: %s\n", path, strings.Join(slices.Sorted(maps.Keys(users[path])), ", "))
	}
	compare(t, "imports.txt", out.String())
}
