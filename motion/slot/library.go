package slot

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
)

// Library holds motions by name.
type Library map[string]*Motion

// Load reads every *.xml of the file system's root. root is put before the
// files' names in errors. Two motions of one name are an error.
func Load(dir fs.FS, root string) (Library, error) {
	files, err := fs.Glob(dir, "*.xml")
	if err != nil {
		return nil, fmt.Errorf("load motions: %w", err)
	}
	library := Library{}
	for _, file := range files {
		data, err := fs.ReadFile(dir, file)
		if err != nil {
			return nil, fmt.Errorf("load motions: %w", err)
		}
		m, err := Parse(path.Join(root, file), data)
		if err != nil {
			return nil, fmt.Errorf("load motions: %w", err)
		}
		if other, ok := library[m.Name]; ok {
			return nil, fmt.Errorf("load motions: %s: motion %q is already in %s", m.File, m.Name, other.File)
		}
		library[m.Name] = m
	}
	return library, nil
}

// Names returns the motions' names, sorted.
func (l Library) Names() []string { return slices.Sorted(maps.Keys(l)) }

// With returns a library of both; where names are equal, with the other's motion.
func (l Library) With(other Library) Library {
	both := maps.Clone(l)
	maps.Copy(both, other)
	return both
}
