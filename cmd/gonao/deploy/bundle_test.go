package deploy

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// unpack writes a bundle's files, as tar does on the robot.
func unpack(t *testing.T, b *Bundle) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range b.files {
		to := filepath.Join(dir, f.path)
		require.NoError(t, os.MkdirAll(filepath.Dir(to), 0o755))
		text := f.content
		if f.source != "" {
			var err error
			text, err = os.ReadFile(f.source)
			require.NoError(t, err)
		}
		require.NoError(t, os.WriteFile(to, text, f.mode))
	}
	return dir
}

// dynamic returns a program of this machine that needs libraries.
func dynamic(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("ssh")
	require.NoError(t, err)
	return path
}

func TestProgramsRunWithNothingButWhatCameWithThem(t *testing.T) {
	c := contents(t)
	c.Programs = append(c.Programs, dynamic(t))
	b, err := Collect(c, noon, os.Getenv)
	require.NoError(t, err)
	require.Equal(t, "20261122-120000-", b.Name[:16])
	dir := unpack(t, b)

	cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "lib", "gonao", "ssh"), "-V")
	// The robot's own libraries must not be used.
	cmd.Env = []string{"LD_LIBRARY_PATH=/nowhere", "LD_PRELOAD=/nowhere/x.so", "LD_DEBUG=libs", "PATH=" + os.Getenv("PATH")}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "OpenSSH")
	for line := range strings.SplitSeq(string(out), "\n") {
		_, library, found := strings.Cut(line, "calling init: ")
		if found && strings.Contains(line, ".so") && !strings.HasPrefix(library, "/lib64/ld-") {
			if strings.HasPrefix(library, "/lib") || strings.HasPrefix(library, "/usr") {
				continue // of the shell that runs the wrapper
			}
			require.Contains(t, library, dir+"/")
		}
	}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		require.NoError(t, err)
		return nil
	}))
}

func TestNodesThatAreOneProgramGoToTheRobotOnce(t *testing.T) {
	c := contents(t)
	dir := t.TempDir()
	text, err := os.ReadFile(dynamic(t))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "nodes"), text, 0o755))
	for _, name := range []string{"vision", "motion"} {
		require.NoError(t, os.Symlink("nodes", filepath.Join(dir, name)))
		c.Programs = append(c.Programs, filepath.Join(dir, name))
	}
	b, err := Collect(c, noon, os.Getenv)
	require.NoError(t, err)
	on := unpack(t, b)
	require.FileExists(t, filepath.Join(on, "programs", "nodes"))
	require.NoFileExists(t, filepath.Join(on, "programs", "vision"))
	for _, name := range []string{"vision", "motion"} {
		script, err := os.ReadFile(filepath.Join(on, "lib", "gonao", name))
		require.NoError(t, err)
		require.Contains(t, string(script), `"$root/programs/nodes" `+name+` "$@"`)
	}
}

func TestTheSameContentsAreTheSameVersionAtAnotherTime(t *testing.T) {
	c := contents(t, "machine:=none")
	first, err := Collect(c, noon, os.Getenv)
	require.NoError(t, err)
	second, err := Collect(c, noon.AddDate(0, 0, 1), os.Getenv)
	require.NoError(t, err)
	require.Equal(t, first.Name[15:], second.Name[15:])
	require.NotEqual(t, first.Name, second.Name)
}

func TestWhatCannotBeCopiedIsNamed(t *testing.T) {
	text := filepath.Join(t.TempDir(), "gonao")
	require.NoError(t, os.WriteFile(text, []byte("#!/bin/sh\n"), 0o755))
	for name, row := range map[string]struct {
		edit func(*Contents)
		says string
	}{
		"not built":      {func(c *Contents) { c.Programs[0] += "x" }, "run make build"},
		"a directory":    {func(c *Contents) { c.Programs[0] = filepath.Dir(c.Programs[0]) }, "expected a program"},
		"a script":       {func(c *Contents) { c.Programs[0] = text }, "expected a program for Linux"},
		"no parameters":  {func(c *Contents) { c.Share = t.TempDir() }, "expected gonao's launch files"},
		"no launch file": {func(c *Contents) { c.Launch = "/nowhere/my.launch.yaml" }, "my.launch.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			c := contents(t)
			row.edit(&c)
			_, err := Collect(c, noon, os.Getenv)
			require.ErrorContains(t, err, row.says)
		})
	}
	_, err := findNeeds([]string{dynamic(t)}, nil)
	require.ErrorContains(t, err, "which is not on this computer")
}

func TestScriptsAreScripts(t *testing.T) {
	for _, script := range []string{
		libraryScript, probeScript, receiveScript, checkScript, activateScript, rollbackScript,
		startScript("robot.launch.yaml", []string{quote("a:=it's $HOME")}, []string{"ROS_DOMAIN_ID=1"}), wrapper("gonao", "loader/ld.so", ".."),
	} {
		cmd := exec.CommandContext(t.Context(), "sh", "-n")
		cmd.Stdin = strings.NewReader(script)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s\n%s", out, script)
	}
	for _, text := range []string{"", "plain", "it's", `a "b" $c \ ; rm`, "'"} {
		out, err := exec.CommandContext(t.Context(), "sh", "-c", "printf %s "+quote(text)).Output()
		require.NoError(t, err)
		require.Equal(t, text, string(out))
	}
}

func TestTheUnitIsOne(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("no systemd-analyze to check the unit with: apt-get install systemd")
	}
	home := t.TempDir()
	program := filepath.Join(home, "robot")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755))
	file := filepath.Join(home, "gonao.service")
	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(unit, "%h/gonao/current/bin/robot", program, 1)), 0o644))
	cmd := exec.CommandContext(t.Context(), analyze, "verify", file)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Empty(t, string(out))
}
