package setup

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tree copies the scripts into a new directory, with a go.mod, and returns it with a directory for programs that come first
// in PATH. Its go is as new as needed and runs a script for all that it is asked besides.
func tree(t *testing.T, goScript string) (root, bin string) {
	t.Helper()
	root, bin = t.TempDir(), t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(root, "internal", "scripts"), os.DirFS("../scripts")))
	for _, several := range []string{"nodes", "lab"} {
		require.NoError(t, os.CopyFS(filepath.Join(root, "cmd", several), os.DirFS("../../cmd/"+several)))
	}
	require.NoError(t, os.WriteFile(filepath.Join(root, "go.mod"), []byte("go 1.20\ntoolchain go1.20\n"), 0o644))
	fake(t, bin, "go", `
case "$*" in
"env GOVERSION") echo go9.9; exit ;;
"env GOPROXY") echo https://proxy.example; exit ;;
esac
`+goScript)
	return root, bin
}

func TestABuildSaysHowFarItIs(t *testing.T) {
	// Only calls of sleep make time pass; go ends after 60 of them.
	calls := filepath.Join(t.TempDir(), "calls")
	root, bin := tree(t, `
case "$1" in
list) printf 'a/b\na/c\na/d\n'; exit ;;
esac
echo "$@" >>`+calls+`.go
echo a/b >&2
: >build/bin/nodes; : >build/bin/lab
until [ "$(wc -c <`+calls+`)" -ge 60 ]; do :; done
echo a/c >&2`)
	fake(t, bin, "sleep", `printf . >>`+calls)
	require.NoError(t, os.WriteFile(calls, nil, 0o644))
	out, code := run(t, bin, filepath.Join(root, "internal", "scripts", "build.sh"), "demo", "motion", "vision")
	require.Zero(t, code, out)
	require.Regexp(t, `(?s)^build: packages compiled: 1, 5 s\nbuild: packages compiled: 1, 10 s\n`, out)
	asked, err := os.ReadFile(calls + ".go")
	require.NoError(t, err)
	require.Equal(t, "build -v -ldflags=-s -w -o build/bin/ ./cmd/lab ./cmd/nodes\n", string(asked))
	for name, to := range map[string]string{"motion": "nodes", "vision": "nodes", "demo": "lab"} {
		link, err := os.Readlink(filepath.Join(root, "build", "bin", name))
		require.NoError(t, err)
		require.Equal(t, to, link)
	}
	require.NoFileExists(t, filepath.Join(root, "build", "bin", "speech"), "it was not asked for")
}

func TestABuildThatFailsSaysWhy(t *testing.T) {
	for name, row := range map[string]struct{ prints, says string }{
		"no network": {
			"go: downloading a.b/c v1.0.0\ngo: a.b/c@v1.0.0: Get \"https://proxy.example/a.b/c\": dial tcp: lookup proxy.example: no such host",
			"build: no network: could not fetch Go modules from https://proxy.example. What is fetched once stays; all messages: build/build.log\n",
		},
		"an error": {"gonao/hfsm\n# gonao/nao\nnao/nao.go:3:1: undefined: x", "# gonao/nao\nnao/nao.go:3:1: undefined: x\n"},
	} {
		root, bin := tree(t, "cat <<'END' >&2\n"+row.prints+"\nEND\n[ \"$1\" = list ] || exit 1")
		out, code := run(t, bin, filepath.Join(root, "internal", "scripts", "build.sh"))
		require.Equal(t, 1, code, name)
		require.Equal(t, row.says, out, name)
	}
}

func TestAUserWithoutRootIsAskedForOneLine(t *testing.T) {
	root, bin := tree(t, "exit 1")
	require.NoError(t, os.Remove(filepath.Join(bin, "go")))
	fake(t, bin, "id", "echo 1000")
	fake(t, bin, "sudo", "exit 1")
	fake(t, bin, "apt-get", "echo apt-get was called")
	fake(t, bin, "dpkg-query", `case "$*" in *libmujoco-dev|*chromium) exit 1;; *) printf installed;; esac`)
	out, code := run(t, bin, filepath.Join(root, "internal", "scripts", "deps.sh"), "--test")
	require.Equal(t, 1, code)
	require.NotContains(t, out, "was called")
	require.Equal(t, 1, strings.Count(out, "as root"), out)
	require.Regexp(t, `deps: as root, run once: apt-get update && apt-get install -y libmujoco-dev .*chromium `, out)
}

// What make demo builds is what its launch file can start, and what gonao lesson, match and experiment start.
func TestTheDemoBuildsWhatItStarts(t *testing.T) {
	text, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	built := regexp.MustCompile(`(?m)^DEMO = (.*\\\n.*)$`).FindStringSubmatch(string(text))
	require.NotNil(t, built)
	starts := []string{"demo", "gonao", "match", "match_player", "motion_lab"}
	for _, file := range []string{"sim", "mujoco", "mujoco_driver"} {
		text, err := os.ReadFile("../../launch/" + file + ".launch.yaml")
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`pkg: gonao\n *exec: ([a-z_]+)`).FindAllStringSubmatch(string(text), -1) {
			starts = append(starts, m[1])
		}
	}
	slices.Sort(starts)
	programs := strings.Fields(strings.ReplaceAll(built[1], `\`, " "))
	slices.Sort(programs)
	require.Equal(t, slices.Compact(starts), programs)
}
