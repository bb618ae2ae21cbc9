package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// launchFile holds the arguments of a launch file.
type launchFile struct {
	Launch []struct {
		Arg *struct {
			Name, Default, Description string
			Choice                     []struct{ Value string }
		}
	}
}

// header returns the first paragraph of the comment at the beginning of a launch file.
func header(text string) string {
	var words []string
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
		if !ok || strings.TrimSpace(comment) == "" {
			break
		}
		words = append(words, strings.TrimSpace(comment))
	}
	return strings.Join(words, " ")
}

// launchFilesPage returns docs/launch-files.md. A file whose comment has no line "gonao launch FILE" is only included
// by others, so its arguments are left out.
func launchFilesPage(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "launch", "*.launch.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	page := "# All launch files\n\nThis page is generated from the files in [launch](../launch). [Launch files](launch.md) explains how to start them.\n"
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		name := filepath.Base(file)
		page += fmt.Sprintf("\n## %s\n%s\n", name, header(string(text)))
		if !strings.Contains(string(text), "#   gonao launch "+name) {
			continue
		}
		var f launchFile
		require.NoError(t, yaml.Unmarshal(text, &f), file)
		page += "\n| argument | default | meaning |\n|-|-|-|\n"
		for _, action := range f.Launch {
			a := action.Arg
			if a == nil {
				continue
			}
			require.NotEmpty(t, a.Description, "%s: %s", file, a.Name)
			initial, choices := "", make([]string, len(a.Choice))
			if a.Default != "" {
				initial = "`" + a.Default + "`"
			}
			for i, c := range a.Choice {
				choices[i] = "`" + c.Value + "`"
			}
			meaning := a.Description
			if len(choices) > 0 {
				meaning += " (" + strings.Join(choices, ", ") + ")"
			}
			page += fmt.Sprintf("| `%s` | %s | %s |\n", a.Name, initial, meaning)
		}
	}
	return page
}

func TestThePageOfLaunchFilesIsThatOfTheFiles(t *testing.T) {
	golden(t, filepath.Join(root, "docs/launch-files.md"), []byte(launchFilesPage(t)))
}
