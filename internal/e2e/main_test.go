package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gonao/internal/built"
)

// patience is the time after which anything that has not happened counts as hanging.
const patience = 90 * time.Second

// installed is the prefix under which the programs and launch files are installed. It does not change after TestMain
// has set it.
var installed string

func TestMain(m *testing.M) {
	if socket := os.Getenv(externalSocket); socket != "" {
		fmt.Fprintln(os.Stderr, "external robot:", runExternal(socket))
		return
	}
	code, err := testAll(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		code = 1
	}
	os.Exit(code)
}

func testAll(m *testing.M) (code int, err error) {
	if installed, err = os.MkdirTemp("", "gonao-e2e-"); err != nil {
		return 1, err
	}
	defer os.RemoveAll(installed)
	if err := install(installed); err != nil {
		return 1, err
	}
	return m.Run(), nil
}

// install does what `colcon build` would do: it puts programs and launch files under a prefix.
func install(prefix string) error {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return err
	}
	programs, err := built.Dir()
	if err != nil {
		return err
	}
	index := filepath.Join(prefix, "share", "ament_index", "resource_index", "packages")
	for _, dir := range []string{filepath.Join(prefix, "lib"), index} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	if err := os.Symlink(programs, filepath.Join(prefix, "lib", "gonao")); err != nil {
		return err
	}
	for _, name := range []string{"gonao", "gonao_bringup"} {
		if err := os.WriteFile(filepath.Join(index, name), nil, 0o644); err != nil {
			return err
		}
	}
	// The files are copied, so that editing them does not change a running test.
	return os.CopyFS(filepath.Join(prefix, "share", "gonao_bringup"), os.DirFS(filepath.Join(root, "launch")))
}

// program returns the path of an installed program.
func program(name string) string { return filepath.Join(installed, "lib", "gonao", name) }

// launchFile returns the path of an installed launch file.
func launchFile(name string) string { return filepath.Join(installed, "share", "gonao_bringup", name) }
