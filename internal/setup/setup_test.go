package setup

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// run runs a script of the repository with the directory in front of PATH.
func run(t *testing.T, before string, args ...string) (output string, exitCode int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", args...)
	cmd.Dir = filepath.Join("..", "..")
	// Read here too, so that the go command runs the test again when the script changes.
	for _, script := range []string{filepath.Base(args[0]), "watched.sh"} {
		_, err := os.ReadFile(filepath.Join(cmd.Dir, "internal", "scripts", script))
		require.NoError(t, err)
	}
	cmd.Env = append(os.Environ(), "PATH="+before+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// fake puts a program into dir.
func fake(t *testing.T, dir, name, script string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
}

func TestNothingIsSaidOrDoneWhenAllIsThere(t *testing.T) {
	dir := t.TempDir()
	fake(t, dir, "dpkg-query", "printf installed")
	fake(t, dir, "apt-get", "echo apt-get was called; exit 1")
	out, code := run(t, dir, "internal/scripts/deps.sh", "--test")
	require.Zero(t, code, out)
	if !strings.Contains(out, "rmem_max") { // a kernel limit that cannot be raised is reported
		require.Empty(t, out)
	}
}

func TestPackagesThatCannotBeInstalledAreNamed(t *testing.T) {
	dir := t.TempDir()
	fake(t, dir, "dpkg-query", `case "$*" in *libmujoco-dev|*gcc) exit 1;; *) printf installed;; esac`)
	fake(t, dir, "apt-get", "exit 100")
	fake(t, dir, "sudo", `exec "$@"`)
	out, code := run(t, dir, "internal/scripts/deps.sh")
	require.NotZero(t, code)
	require.Contains(t, out, "installing with apt: gcc libmujoco-dev")
	require.Contains(t, out, "could not install: gcc libmujoco-dev")
	require.Contains(t, out, "apt-get install -y gcc libmujoco-dev")
	require.NotContains(t, out, "cyclonedds-dev", "what is there is not asked for")
}

// Benches and scores run with only their build dependencies installed, without root and without apt.
func TestTheLaboratoryNeedsNoPackagesOfTheTests(t *testing.T) {
	dir := t.TempDir()
	fake(t, dir, "dpkg-query", `case "$*" in *gcc|*libc6-dev|*pkg-config|*libmujoco-dev|*egl*|*libgl1*) printf installed;; *) exit 1;; esac`)
	for _, name := range []string{"apt-get", "sudo"} {
		fake(t, dir, name, "echo "+name+" was called; exit 1")
	}
	out, code := run(t, dir, "internal/scripts/deps.sh", "--lab")
	require.Zero(t, code, out)
	require.Empty(t, out)
	out, code = run(t, dir, "internal/scripts/deps.sh", "--test")
	require.NotZero(t, code, "the tests need more")
	require.Contains(t, out, "cyclonedds-tools")
}

func TestAnOldGoFetchesThePinnedOne(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	pinned := strings.TrimSpace(shell(t, `sed -n 's/^toolchain go//p' ../../go.mod`))
	// An old go that can download a module: it puts a toolchain into the cache.
	fake(t, dir, "go", `
case "$*" in
"env GOVERSION") echo go1.19.8 ;;
"env GOMODCACHE") echo `+cache+` ;;
"mod download golang.org/toolchain@v0.0.1-go`+pinned+`."*)
	root=`+cache+`/"$3"
	mkdir -p "$root/bin" "$root/pkg/tool/x" "$root/src/cmd"
	printf '#!/bin/sh\necho go`+pinned+`\n' > "$root/bin/go"
	touch "$root/bin/gofmt" "$root/pkg/tool/x/compile" "$root/src/_go.mod" "$root/src/cmd/_go.mod" ;;
*) echo "go $*: not expected" >&2; exit 1 ;;
esac`)
	script := filepath.Join(t.TempDir(), "internal", "scripts", "go.sh")
	// A copy that does not look at the places where this machine has its own go.
	require.NoError(t, os.MkdirAll(filepath.Dir(script), 0o755))
	text, err := os.ReadFile("../scripts/go.sh")
	require.NoError(t, err)
	only := strings.ReplaceAll(string(text), " /usr/local/go/bin/go /usr/bin/go", "")
	require.NotEqual(t, string(text), only)
	require.NoError(t, os.WriteFile(script, []byte(only), 0o755))
	mod, err := os.ReadFile("../../go.mod")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(script), "..", "..", "go.mod"), mod, 0o644))

	out, code := run(t, dir, script)
	require.Equal(t, 1, code, "an old go alone will not do: %s", out)
	out, code = run(t, dir, script, "--fetch")
	require.Zero(t, code, out)
	require.Contains(t, out, "is older than")
	found, code := run(t, dir, script)
	require.Zero(t, code, found)
	require.Equal(t, "go"+pinned+"\n", shell(t, found), "what was fetched runs")
}

func shell(t *testing.T, command string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "sh", "-c", command).Output()
	require.NoError(t, err)
	return string(out)
}
