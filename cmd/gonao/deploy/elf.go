package deploy

import (
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// needs holds what programs need from the machine they run on.
type needs struct {
	loader    string            // path of the dynamic loader
	libraries map[string]string // path of each library, by the name that programs use
	machine   elf.Machine
}

// systemLibraries are the directories that loaders search besides those of /etc/ld.so.conf.
var systemLibraries = []string{
	"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
	"/lib64", "/usr/lib64", "/lib", "/usr/lib",
}

// findNeeds returns what programs need, including the needs of their libraries.
func findNeeds(programs, directories []string) (needs, error) {
	n := needs{libraries: map[string]string{}}
	seen := map[string]bool{}
	todo := slices.Clone(programs)
	for len(todo) > 0 {
		path := todo[0]
		todo = todo[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		more, err := n.add(path, directories)
		if err != nil {
			return needs{}, err
		}
		todo = append(todo, more...)
	}
	if n.loader == "" && len(n.libraries) > 0 {
		return needs{}, fmt.Errorf("%s: it needs libraries but names no loader", programs[0])
	}
	if n.loader != "" {
		// The loader and the C library belong together. If a library also needs the loader, it gets the program's.
		delete(n.libraries, filepath.Base(n.loader))
	}
	return n, nil
}

// add adds what one file needs. It returns the paths of its libraries.
func (n *needs) add(path string, directories []string) (libraries []string, err error) {
	file, err := elf.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: expected a program for Linux: %w", path, err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	if n.machine == elf.EM_NONE {
		n.machine = file.Machine
	}
	if file.Machine != n.machine {
		return nil, fmt.Errorf("%s: it is for %s, the others for %s", path, file.Machine, n.machine)
	}
	if loader := interpreter(file); loader != "" {
		n.loader = loader
	}
	names, err := file.ImportedLibraries()
	if err != nil {
		return nil, fmt.Errorf("%s: the libraries it needs: %w", path, err)
	}
	own, err := runPaths(file, path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, name := range names {
		if _, known := n.libraries[name]; known {
			continue
		}
		found, ok := search(name, file.Machine, slices.Concat(own, directories))
		if !ok {
			return nil, fmt.Errorf("%s needs %s, which is not on this computer: build again (make build)", path, name)
		}
		n.libraries[name] = found
		libraries = append(libraries, found)
	}
	return libraries, nil
}

// interpreter returns the loader that a program names, or "".
func interpreter(file *elf.File) string {
	for _, p := range file.Progs {
		if p.Type != elf.PT_INTERP {
			continue
		}
		text := make([]byte, p.Filesz)
		if _, err := p.ReadAt(text, 0); err == nil {
			return strings.TrimRight(string(text), "\x00")
		}
	}
	return ""
}

// runPaths returns the directories that a file names for its libraries.
func runPaths(file *elf.File, path string) ([]string, error) {
	var all []string
	for _, tag := range []elf.DynTag{elf.DT_RPATH, elf.DT_RUNPATH} {
		lists, err := file.DynString(tag)
		if err != nil {
			return nil, err
		}
		for _, list := range lists {
			for _, dir := range filepath.SplitList(list) {
				all = append(all, strings.NewReplacer("${ORIGIN}", filepath.Dir(path), "$ORIGIN", filepath.Dir(path)).Replace(dir))
			}
		}
	}
	return all, nil
}

// search returns the path of a library for the machine.
func search(name string, machine elf.Machine, directories []string) (string, bool) {
	for _, dir := range directories {
		path := filepath.Join(dir, name)
		file, err := elf.Open(path)
		if err != nil {
			continue
		}
		fits := file.Machine == machine
		file.Close() //nolint:errcheck // it was only read
		if fits {
			return path, true
		}
	}
	return "", false
}

// libraryDirectories returns the directories that this computer's loader searches, in its
// order.
func libraryDirectories(getenv func(string) string) []string {
	all := filepath.SplitList(getenv("LD_LIBRARY_PATH"))
	return slices.Concat(all, configured("/etc/ld.so.conf", 0), systemLibraries)
}

// configured reads a list of directories with the files that it includes.
func configured(path string, depth int) []string {
	text, err := os.ReadFile(path)
	if err != nil || depth > 4 {
		return nil // some systems do not have this file
	}
	var all []string
	for line := range strings.SplitSeq(string(text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		pattern, isInclude := strings.CutPrefix(line, "include ")
		switch {
		case isInclude:
			files, _ := filepath.Glob(strings.TrimSpace(pattern)) // an invalid pattern includes nothing
			for _, file := range files {
				all = append(all, configured(file, depth+1)...)
			}
		case line != "":
			all = append(all, line)
		}
	}
	return all
}

// isProgram returns an error if a file cannot be executed.
func isProgram(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: no such program: run make build", path)
	case err != nil:
		return err
	case info.IsDir() || info.Mode()&0o111 == 0:
		return fmt.Errorf("%s: expected a program (%s)", path, info.Mode())
	}
	return nil
}
