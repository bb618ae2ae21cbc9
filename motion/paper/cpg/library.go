package cpg

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"gonao/motion/slot"
)

//go:embed files/*.xml
var files embed.FS

// Simulated is the word that, behind a built-in behaviour's name, names the one before it was
// adapted to a robot: for the simulator of the paper.
const Simulated = "_simulated"

// Library holds behaviours by name.
type Library map[string]*Motion

// Builtin loads the behaviours that are compiled into the program.
func Builtin() (Library, error) {
	dir, err := fs.Sub(files, "files")
	if err != nil {
		return nil, fmt.Errorf("load cpg behaviours: %w", err)
	}
	return Load(dir, "motion/paper/cpg/files")
}

// Load reads every *.xml of the file system's root. root is put before the files' names
// in errors. Two behaviours of one name are an error.
func Load(dir fs.FS, root string) (Library, error) {
	names, err := fs.Glob(dir, "*.xml")
	if err != nil {
		return nil, fmt.Errorf("load cpg behaviours: %w", err)
	}
	library := Library{}
	for _, name := range names {
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, fmt.Errorf("load cpg behaviours: %w", err)
		}
		m, err := Parse(path.Join(root, name), data)
		if err != nil {
			return nil, fmt.Errorf("load cpg behaviours: %w", err)
		}
		if other, ok := library[m.Name]; ok {
			return nil, fmt.Errorf("load cpg behaviours: %s: %q is already in %s", m.File, m.Name, other.File)
		}
		library[m.Name] = m
	}
	return library, nil
}

// Names returns the behaviours' names, sorted.
func (l Library) Names() []string { return slices.Sorted(maps.Keys(l)) }

// Find returns the behaviour of a name, or, with @mirrored behind it, its mirror image.
func (l Library) Find(name string) (*Motion, bool) {
	plain, mirrored := strings.CutSuffix(name, "@"+slot.Mirrored)
	m, ok := l[plain]
	if ok && mirrored {
		m = m.Mirror()
	}
	return m, ok
}
