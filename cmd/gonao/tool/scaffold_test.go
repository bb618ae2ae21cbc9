package tool_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	"gonao/soccer/match"
	"gonao/soccer/match/bundle"
)

func TestWhatIsNewWorksAsItIs(t *testing.T) {
	g := tooltest.New(t)
	t.Chdir(t.TempDir())
	for _, line := range []string{
		"new machine greet_ball", "hfsm check --strict greet_ball.yaml",
		"new motion greet_ball", "motion check greet_ball.xml",
		"new launch greet_ball",
		"new node greet_ball -C sub",
	} {
		out, err := g.Gonao(strings.Fields(line)...)
		require.NoError(t, err, "%s: %s", line, out)
	}
	require.FileExists(t, "sub/greet_ball/main_test.go")
}

func TestANewTeamPlaysAsItIs(t *testing.T) {
	g := tooltest.New(t)
	t.Chdir(t.TempDir())
	for _, line := range []string{"new team lions", "hfsm check --strict lions_striker.yaml"} {
		out, err := g.Gonao(strings.Fields(line)...)
		require.NoError(t, err, "%s: %s", line, out)
	}
	out, err := g.Gonao("hfsm", "fmt", "lions_striker.yaml")
	require.NoError(t, err)
	require.Empty(t, out, "fmt names the files that it changes")
	lines := 0
	for _, file := range []string{"lions.yaml", "lions_striker.yaml"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		lines += strings.Count(string(text), "\n")
	}
	require.LessOrEqual(t, lines, 30)
	for red, name := range map[string]string{"./lions.yaml": "lions", "./lions_striker.yaml": "lions_striker"} {
		m, err := match.New(match.Config{Red: red, Blue: "ours", Players: 2, Half: 20 * time.Second})
		require.NoError(t, err)
		require.Equal(t, name, m.Sides[0].Name)
		require.Equal(t, "body", m.Sides[0].Of(1)["body"].Name(), "the keeper's is ours")
		require.Equal(t, "lions_striker", m.Sides[0].Of(2)["body"].Name())
		r, err := m.Run(t.Context())
		require.NoError(t, err)
		require.Zero(t, r.Faults)
		b, err := bundle.OfTeam(red)
		require.NoError(t, err)
		s, err := b.Squad()
		require.NoError(t, err)
		require.Equal(t, "lions_striker", s.Of(2)["body"].Name(), "a bundle needs no file beside it")
	}
}

func TestANewMachineHasTheFormOfFmt(t *testing.T) {
	g := tooltest.New(t)
	t.Chdir(t.TempDir())
	_, err := g.Gonao("new", "machine", "greet_ball")
	require.NoError(t, err)
	out, err := g.Gonao("hfsm", "fmt", "greet_ball.yaml")
	require.NoError(t, err)
	require.Empty(t, out, "fmt names the files that it changes")
}

func TestANodeWithoutAModuleNamesWhatIsMissing(t *testing.T) {
	g := tooltest.New(t)
	dir := t.TempDir()
	out, err := g.Gonao("new", "node", "bell", "-C", dir)
	require.NoError(t, err)
	require.Contains(t, out, "gonao new project NAME writes a module that can")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module mine\n\nrequire gonao v0.0.0\n"), 0o644))
	out, err = g.Gonao("new", "node", "gong", "-C", dir)
	require.NoError(t, err)
	require.NotContains(t, out, "new project")
}

func TestALaunchFileThatIsNewStartsARobot(t *testing.T) {
	g := tooltest.New(t)
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	dir, err := os.MkdirTemp(root, ".new") //nolint:usetesting // the launcher finds gonao_bringup around the file
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	_, err = g.Gonao("new", "launch", "mine", "-C", dir)
	require.NoError(t, err)
	out, err := g.Gonao("launch", filepath.Join(dir, "mine.launch.yaml"), "--show-args")
	require.NoError(t, err, out)
	require.Contains(t, out, "default: follow_ball")
}

func TestAProjectThatIsNewBuildsAndItsTestsPass(t *testing.T) {
	if testing.Short() {
		t.Skip("it links a program: not in -short")
	}
	g := tooltest.New(t)
	dir := t.TempDir()
	out, err := g.Gonao("new", "project", "mine", "-C", dir, "--gonao", "../../..")
	require.NoError(t, err, out)
	project := filepath.Join(dir, "mine")
	here, err := filepath.Abs("../../..")
	require.NoError(t, err)
	require.NoError(t, filepath.WalkDir(project, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, absolute := range []string{here, project} {
			require.NotRegexp(t, `(^|[^./])`+regexp.QuoteMeta(absolute), string(text), path)
		}
		return err
	}))
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./...")
	list.Dir = project
	text, err := list.CombinedOutput()
	require.NoError(t, err, "%s", text)
	modules := strings.Fields(string(text))
	slices.Sort(modules)
	require.LessOrEqual(t, len(slices.Compact(modules)), 15, "a node of one's own needs the client alone: %s", modules)
	for _, words := range []string{"go vet ./...", "go test ./..."} {
		cmd := exec.Command("go", strings.Fields(words)[1:]...)
		cmd.Dir, cmd.Env = project, append(os.Environ(), "GOFLAGS=-buildvcs=false -trimpath", "GOPROXY=off")
		text, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", words, text)
	}
	_, err = g.Gonao("hfsm", "check", "--strict", filepath.Join(project, "machines", "mine.yaml"))
	require.NoError(t, err)
	_, err = g.Gonao("motion", "check", filepath.Join(project, "motions", "mine.xml"))
	require.NoError(t, err)
}

func TestNothingIsOverwritten(t *testing.T) {
	g := tooltest.New(t)
	dir := t.TempDir()
	old := filepath.Join(dir, "mine", "main_test.go")
	require.NoError(t, os.MkdirAll(filepath.Dir(old), 0o755))
	require.NoError(t, os.WriteFile(old, []byte("mine"), 0o644))
	_, err := g.Gonao("new", "node", "mine", "-C", dir)
	require.ErrorContains(t, err, "main_test.go exists already")
	require.NoFileExists(t, filepath.Join(dir, "mine", "main.go"))
	text, err := os.ReadFile(old)
	require.NoError(t, err)
	require.Equal(t, "mine", string(text))
}

func TestNamesAreChecked(t *testing.T) {
	g := tooltest.New(t)
	for _, name := range []string{"Wave", "../wave", "wave.yaml", "1st", "a b", ""} {
		_, err := g.Gonao("new", "motion", name, "-C", t.TempDir())
		require.ErrorContains(t, err, "expected a name of lower-case letters", name)
	}
	_, err := g.Gonao("new", "project", "mine", "-C", t.TempDir(), "--gonao", t.TempDir())
	require.ErrorContains(t, err, "expected the directory of gonao's source tree, with its go.mod")
}
