package setup

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOneCommandChangesTheModulesPath gives a copy of the tree another path and back; no import may keep the old one.
func TestOneCommandChangesTheModulesPath(t *testing.T) {
	if testing.Short() {
		t.Skip("8 s of processor time for what a release's owner does once: make nightly STEPS=tests")
	}
	root := t.TempDir()
	written := map[string]string{}
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if slices.Contains([]string{"build", "node_modules", ".git", "testdata"}, d.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		if !slices.Contains([]string{".go", ".mod", ".sum", ".sh", ".tmpl", ".yml"}, filepath.Ext(path)) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		to := filepath.Join(root, strings.TrimPrefix(path, "../../"))
		written[to] = string(text)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o755)
	}))
	script := func(to string) {
		t.Helper()
		cmd := exec.Command("internal/scripts/module_path.sh", to)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	const path = "example.org/robots/nao-go"
	first, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	old := strings.TrimPrefix(strings.SplitN(string(first), "\n", 2)[0], "module ")
	script(path)
	list := exec.Command("go", "list", "-e", "-f", `{{.ImportPath}} {{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}}`, "./...")
	list.Dir = root
	out, err := list.Output()
	require.NoError(t, err)
	require.Greater(t, strings.Count(string(out), "\n"), 200)
	for _, imported := range strings.Fields(string(out)) {
		require.False(t, strings.HasPrefix(imported, old+"/"), imported)
	}
	template, err := os.ReadFile(filepath.Join(root, "hfsm/generate/node.go"))
	require.NoError(t, err)
	require.Contains(t, string(template), `\"`+path+`/hfsm\"`, "what is generated imports it, too")
	bundle, err := os.ReadFile(filepath.Join(root, "cmd/gonao/deploy/bundle.go"))
	require.NoError(t, err)
	require.Contains(t, string(bundle), `"lib/gonao/"`, "directories of ROS packages keep their name")
	script(old)
	for file, was := range written {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, was, string(text), file)
	}
}
