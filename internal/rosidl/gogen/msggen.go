package gogen

// This part of the package is the program msggen: it finds the definitions of a directory and of
// what they refer to, and writes their Go with gogen.

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const usage = `usage: msggen [flags] DIRECTORY

msggen writes the Go (*_gen.go) of the ROS 2 interfaces in DIRECTORY: those of its own
package in msg, srv and action, those of others in definitions/<package>/{msg,srv,action}. They may refer to all of gonao/msgs.

`

// Run reads the command line of msggen and writes the Go code. It exits the process if the command line is wrong, and
// for --help.
func Run(args []string) error {
	flags := flag.NewFlagSet("msggen", flag.ExitOnError)
	module := flags.String("module", "", "import `path` of DIRECTORY (default: as its go.mod says)")
	own := flags.String("own", dirName, "ROS `package` of DIRECTORY itself, \"\" when there is none")
	var use []Tree
	flags.Func("use", "another `DIRECTORY=PATH:PACKAGE` whose messages are referred to", func(text string) error {
		dir, rest, ok := strings.Cut(text, "=")
		path, pkg, _ := strings.Cut(rest, ":")
		if !ok || dir == "" || path == "" {
			return errors.New("expected DIRECTORY=PATH:PACKAGE, such as ../msgs=gonao/msgs:gonao_msgs")
		}
		use = append(use, Tree{Dir: dir, Module: path, Own: pkg})
		return nil
	})
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage)
		flags.PrintDefaults()
	}
	_ = flags.Parse(args) // it ends the process instead
	if flags.NArg() != 1 {
		flags.Usage()
		os.Exit(2)
	}
	return write(flags.Arg(0), *module, *own, use)
}

// write sets the flags that are not given, and writes the Go code of a directory.
func write(dir, module, own string, use []Tree) error {
	tree := Tree{Dir: dir, Module: module, Own: own}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if _, err := os.Stat(abs); err != nil {
		return err
	}
	if own == dirName {
		tree.Own = filepath.Base(abs)
	}
	if module == "" {
		if tree.Module, err = importPath(abs); err != nil {
			return fmt.Errorf("%s: -module is not given: %w", dir, err)
		}
	}
	isOurs := func(t Tree) bool { return t.Module == ours }
	if !isOurs(tree) && !slices.ContainsFunc(use, isOurs) {
		standard, err := list(abs, "-m", "-f", "{{.Dir}}", path.Dir(ours))
		if err != nil {
			return fmt.Errorf("%s: gonao/msgs, whose messages may be referred to: %w; expected in go.mod: require gonao v0.0.0, and replace gonao => its directory", dir, err)
		}
		use = append(use, Tree{Dir: filepath.Join(standard, "msgs"), Module: ours, Own: "gonao_msgs"})
	}
	return Write(tree, use...)
}

// dirName stands for the name of DIRECTORY.
const dirName = "its name"

// ours is the import path of the messages that every definition may refer to.
const ours = "gonao/msgs"

// importPath returns the import path of a directory, which may not contain Go code yet.
func importPath(dir string) (string, error) {
	mod, err := list(dir, "-m", "-f", "{{.Path}}\n{{.Dir}}")
	if err != nil {
		return "", err
	}
	name, root, _ := strings.Cut(mod, "\n")
	if root == "" {
		return "", errors.New("no go.mod in it or above it; go mod init writes one")
	}
	rel, err := filepath.Rel(root, dir)
	if err != nil {
		return "", err
	}
	return path.Join(name, filepath.ToSlash(rel)), nil
}

// list runs go list in a directory.
func list(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly") // only the go.mod above dir counts
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return "", errors.New(string(bytes.TrimSpace(exit.Stderr)))
		}
		return "", err
	}
	return string(bytes.TrimSpace(out)), nil
}
