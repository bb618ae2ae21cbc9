// Package built provides the programs of cmd and examples that tests start. They are built once for a whole test run,
// with the flags of a release and without the race detector.
package built

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Bin is the environment variable with the directory of programs that are already built. If it is not set, the first
// test of a process that needs a program builds them in build/test-bin.
const Bin = "GONAO_TEST_BIN"

// Program returns the path of a program. If the program changes, the go command runs the test again.
func Program(t testing.TB, name string) string {
	t.Helper()
	dir, err := Dir()
	require.NoError(t, err)
	path := filepath.Join(dir, name)
	require.FileExists(t, path)
	return path
}

// Dir returns the directory of all programs. If one of the programs changes, the go command runs the test again.
func Dir() (string, error) {
	dir := os.Getenv(Bin)
	if dir == "" {
		var err error
		if dir, err = programs(); err != nil {
			return "", err
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	for _, file := range files {
		if _, err := os.Stat(filepath.Join(dir, file.Name())); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// programs builds all programs in build/test-bin.
var programs = sync.OnceValues(func() (string, error) {
	root, err := os.Getwd()
	for ; err == nil; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		} else if root == filepath.Dir(root) {
			return "", errors.New("expected go.mod in a directory above the test")
		}
	}
	if err != nil {
		return "", err
	}
	dir := filepath.Join(root, "build", "test-bin")
	return dir, Build(context.Background(), root, dir)
})

// Build builds all programs of the module at root into a directory, with links to the programs that hold several, as in
// a release. A program that does not change keeps its time. Several processes may build into the same directory.
func Build(ctx context.Context, root, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	lock, err := os.Create(dir + ".lock")
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX); err != nil {
		return fmt.Errorf("lock %s: %w", lock.Name(), err)
	}
	before, err := builds(dir)
	if err != nil {
		return err
	}
	of, err := packages(root)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", append([]string{"build", "-ldflags=-s -w", "-o", dir + string(filepath.Separator)}, of...)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build the programs: %w\n%s", err, out)
	}
	if err := link(ctx, root, dir); err != nil {
		return err
	}
	after, err := builds(dir)
	if err != nil {
		return err
	}
	for name, b := range before {
		if bytes.Equal(b.id, after[name].id) { // go build has changed its time
			if err := os.Chtimes(filepath.Join(dir, name), b.at, b.at); err != nil {
				return err
			}
		}
	}
	return nil
}

// packages returns the packages of all programs.
func packages(root string) (all []string, err error) {
	for _, parent := range []string{"cmd", "examples"} {
		mains, err := filepath.Glob(filepath.Join(root, parent, "*", "main.go"))
		if err != nil {
			return nil, err
		}
		for _, file := range mains {
			all = append(all, "./"+parent+"/"+filepath.Base(filepath.Dir(file)))
		}
	}
	return all, nil
}

// link creates the missing links to programs that hold several, as in a release.
func link(ctx context.Context, root, dir string) error {
	script := filepath.Join(root, "internal", "scripts", "links.sh")
	out, err := exec.CommandContext(ctx, script).Output()
	if err != nil {
		return fmt.Errorf("%s: %w", script, err)
	}
	line := []string{dir}
	for pair := range strings.Lines(string(out)) {
		name, several, _ := strings.Cut(strings.TrimSpace(pair), " ")
		if to, _ := os.Readlink(filepath.Join(dir, name)); to != several { // it does not exist, or is a program
			line = append(line, name)
		}
	}
	if len(line) == 1 {
		return nil
	}
	if out, err := exec.CommandContext(ctx, script, line...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", script, err, out)
	}
	return nil
}

// A build is a built program: the hash of its inputs, and the time.
type build struct {
	id []byte
	at time.Time
}

// builds returns the programs in a directory, except links and files that have no hash.
func builds(dir string) (map[string]build, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	all := map[string]build{}
	for _, file := range files {
		info, err := file.Info()
		if file.Type()&fs.ModeSymlink != 0 || errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return nil, err
		}
		if id := buildID(filepath.Join(dir, file.Name())); id != nil {
			all[file.Name()] = build{id, info.ModTime()}
		}
	}
	return all, nil
}

// buildID returns the hash that the go command wrote into a program, or nil if there is none.
func buildID(file string) []byte {
	f, err := elf.Open(file)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }() // the file was only read
	note := f.Section(".note.go.buildid")
	if note == nil {
		return nil
	}
	id, err := note.Data()
	if err != nil {
		return nil
	}
	return id
}
