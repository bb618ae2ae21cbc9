package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the module's directory.
var root = filepath.Join("..", "..")

// inputs are the files that the program reads. The go command runs the test again when one of them, or the code, has
// changed.
var inputs = []string{"bytes", "machines", "../../behavior/machines"}

// flags are the build flags of a release (internal/scripts/dist.sh), except those that leave out paths. Those do not
// change the code, and with them all packages would be compiled a second time.
var flags = []string{"-buildvcs=false", "-ldflags=-s -w"}

func TestWhatGonaoDoesIsWhatItDid(t *testing.T) {
	file := "digests_" + runtime.GOARCH + ".txt"
	want, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) && os.Getenv("GOLDEN") != "write" {
		t.Skipf("internal/guard/%s does not exist: make guard writes it; run it on a commit whose digests on another processor are right", file)
	}
	got := digests(t)
	if os.Getenv("GOLDEN") == "write" {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o600))
		return
	}
	require.NoError(t, err)
	if d := differences(parse(string(want)), parse(got)); len(d) > 0 {
		t.Errorf("%d of the digests in internal/guard/%s differ:\n%s\n"+
			"The robot behaves differently after this change. If this is intended, run make guard to write the digests, and add a line to CHANGELOG.md that says what is different. "+
			"Other versions of MuJoCo, Mesa or the C library also change digests.", len(d), file, strings.Join(d, "\n"))
	}
}

// digests builds and runs the program, and returns the lines that it prints.
func digests(t *testing.T) string {
	t.Helper()
	for _, dir := range inputs {
		require.NoError(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err == nil {
				_, err = os.Stat(path)
			}
			return err
		}))
	}
	program := filepath.Join(t.TempDir(), "guard")
	build := exec.CommandContext(t.Context(), "go", slices.Concat([]string{"build", "-o", program}, flags, []string{"./internal/guard"})...)
	build.Dir = root
	build.Env = append(os.Environ(), "GOAMD64=v1")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))

	run := exec.CommandContext(t.Context(), program)
	run.Dir = root
	var errs strings.Builder
	run.Stderr = &errs
	stdout, err := run.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, run.Start())
	var lines strings.Builder
	for s := bufio.NewScanner(stdout); s.Scan(); {
		t.Log(s.Text())
		fmt.Fprintln(&lines, s.Text())
	}
	require.NoError(t, run.Wait(), "%s", &errs)
	return lines.String()
}

// parse returns the digests by name. A name may contain spaces.
func parse(text string) map[string]string {
	digests := map[string]string{}
	for line := range strings.Lines(text) {
		if at := strings.LastIndexByte(line, ' '); at > 0 {
			digests[line[:at]] = strings.TrimSpace(line[at+1:])
		}
	}
	return digests
}

// differences returns a line for each name whose digests differ.
func differences(want, got map[string]string) (lines []string) {
	names := slices.Collect(maps.Keys(want))
	for name := range got {
		if _, ok := want[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if w, g := want[name], got[name]; w != g {
			lines = append(lines, fmt.Sprintf("  %s: expected %s, got %s", name, orNone(w), orNone(g)))
		}
	}
	return lines
}

func orNone(digest string) string {
	if digest == "" {
		return "no such line"
	}
	return digest
}

func TestDifferencesNameTheLines(t *testing.T) {
	want := parse("slot/sit 1\nkick/left foot/far 2\ngone 3\n")
	got := parse("slot/sit 1\nkick/left foot/far 9\nnew 4\n")
	require.Equal(t, []string{
		"  gone: expected 3, got no such line", "  kick/left foot/far: expected 2, got 9", "  new: expected no such line, got 4",
	}, differences(want, got))
}
