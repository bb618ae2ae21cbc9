package tool

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// modulePath is the path of the module that this program is built from: the first line of its go.mod.
var modulePath = strings.TrimSuffix(reflect.TypeFor[values]().PkgPath(), "/cmd/gonao/tool")

// goLine matches the line of a go.mod with the version of Go.
var goLine = regexp.MustCompile(`(?m)^go (\S+)$`)

// withModule adds the values that the go.mod of a project needs to import gonao from its source tree.
func withModule(v values, gonao, project string) (values, error) {
	root, err := sourceTree(gonao)
	if err != nil {
		return v, err
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return v, err
	}
	version := goLine.FindSubmatch(text)
	if version == nil {
		return v, fmt.Errorf("new project: %s: it has no line with the version of Go", filepath.Join(root, "go.mod"))
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return v, err
	}
	v.Go, v.Sums = string(version[1]), string(sums)
	if v.Requires, err = clientRequires(root); err != nil {
		return v, err
	}
	v.Gonao, err = relative(project, root)
	return v, err
}

// clientRequires returns a line of a go.mod for each module that a user's node needs, except gonao.
func clientRequires(root string) (string, error) {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}\t{{.Path}} {{.Version}} // indirect{{end}}{{end}}", "./ros/rmw", "./msgs")
	list.Dir, list.Env = root, append(os.Environ(), "GOWORK=off")
	var stderr strings.Builder
	list.Stderr = &stderr
	out, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("new project: go list in %s: %w %s", root, err, strings.TrimSpace(stderr.String()))
	}
	lines := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n"), nil
}

// relative returns the path of a directory relative to another one, as a go.mod needs it. The other directory need
// not exist yet.
func relative(from, to string) (string, error) {
	from, err := filepath.Abs(from)
	if err != nil {
		return "", err
	}
	rest := "" // part of the path that does not exist yet
	for {
		if real, err := filepath.EvalSymlinks(from); err == nil {
			from = filepath.Join(real, rest)
			break
		}
		from, rest = filepath.Dir(from), filepath.Join(filepath.Base(from), rest)
	}
	if to, err = filepath.EvalSymlinks(to); err != nil {
		return "", err
	}
	path, err := filepath.Rel(from, to)
	if path = filepath.ToSlash(path); !strings.HasPrefix(path, "../") && path != ".." {
		path = "./" + path
	}
	return path, err
}

// sourceTree returns the absolute path of gonao's source tree: dir if it is set, else the nearest one above this
// program or the working directory.
func sourceTree(dir string) (string, error) {
	if dir != "" {
		dir, err := filepath.Abs(dir)
		if err == nil && !isGonao(dir) {
			err = fmt.Errorf("new project: --gonao %s: expected the directory of gonao's source tree, with its go.mod", dir)
		}
		return dir, err
	}
	var from []string
	if self, err := os.Executable(); err == nil {
		from = append(from, filepath.Dir(self))
	}
	if here, err := os.Getwd(); err == nil {
		from = append(from, here)
	}
	for _, dir := range from {
		for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			if isGonao(dir) {
				return dir, nil
			}
		}
	}
	return "", errors.New("new project: neither this program nor this directory is in a source tree of gonao: name it with --gonao DIR")
}

// isGonao reports whether a directory is the root of gonao's source tree.
func isGonao(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && strings.HasPrefix(string(text), "module "+modulePath+"\n")
}

// importsGonao reports whether the module around a directory, or its workspace, is gonao or requires it.
func importsGonao(dir string) bool {
	dir, err := filepath.Abs(dir)
	for ; err == nil; dir = filepath.Dir(dir) {
		text, missing := os.ReadFile(filepath.Join(dir, "go.mod"))
		if missing == nil {
			return isGonao(dir) || requiresGonao.Match(text)
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
	return false
}

// requiresGonao matches the line of a go.mod that requires gonao.
var requiresGonao = regexp.MustCompile(`(?m)^(?:require )?\s*` + regexp.QuoteMeta(modulePath) + ` v`)
