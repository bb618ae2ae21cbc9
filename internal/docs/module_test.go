package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// ownModule reports whether a block belongs to the reader's own module, and returns the name of its file, or "" for
// commands.
func (b block) ownModule() (file string, own bool) {
	words := strings.Fields(b.kind)
	if len(words) < 2 || words[1] != "own" {
		return "", false
	}
	return strings.Join(words[2:], " "), true
}

// The reader's module is beside the clone. Its commands and files are tried in order.
func TestAModuleOfOnesOwnIsBuiltAsTheDocumentSays(t *testing.T) {
	const file = "docs/ros.md"
	dir := t.TempDir()
	clone, err := filepath.Abs(root)
	require.NoError(t, err)
	require.NoError(t, os.Symlink(clone, filepath.Join(dir, "gonao")))
	commands, files := 0, 0
	for _, b := range fenced(file, documents(t)[file]) {
		name, own := b.ownModule()
		switch {
		case !own:
		case name == "":
			commands++
			cmd := exec.CommandContext(t.Context(), "sh", "-e", "-c", b.text)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GOWORK=off")
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s:%d: %s", file, b.line, out)
			dir = filepath.Join(dir, cdOf(b.text))
		default:
			files++
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(b.text), 0o600), "%s:%d", file, b.line)
		}
	}
	require.Equal(t, 2, commands)
	require.Equal(t, 4, files)
	out, err := exec.CommandContext(t.Context(), "gofmt", "-l", dir).CombinedOutput()
	require.NoError(t, err)
	require.Empty(t, string(out), "not formatted")
}

// cdOf returns the directory to which the commands of a block change, relative to the first directory.
func cdOf(commands string) string {
	_, after, _ := strings.Cut(commands, "&& cd ")
	line, _, _ := strings.Cut(after, "\n")
	return strings.TrimSpace(line)
}
