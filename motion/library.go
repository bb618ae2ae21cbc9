package motion

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"

	"gonao/motion/slot"
)

//go:embed motions/*.xml
var files embed.FS

// Builtin loads the motions that are compiled into the program.
func Builtin() (slot.Library, error) {
	dir, err := fs.Sub(files, "motions")
	if err != nil {
		return nil, fmt.Errorf("load motions: %w", err)
	}
	return slot.Load(dir, "motion/motions")
}

// LoadMotions loads the built-in motions and those of a directory, *.xml and *.pos,
// which replace built-in ones of their name. An empty path means no
// directory.
func LoadMotions(dir string) (slot.Library, error) {
	library, errs := loadMotions(dir, nil)
	if len(errs) > 0 {
		return nil, fmt.Errorf("load motions: %w", errors.Join(errs...))
	}
	return library, nil
}

// ReloadMotions loads again what LoadMotions loaded. If a file has an error, its motion from old stays, and the error
// says why; the library is usable even then.
func ReloadMotions(dir string, old slot.Library) (slot.Library, error) {
	library, errs := loadMotions(dir, old)
	if library == nil {
		library = old
	}
	if len(errs) > 0 {
		return library, fmt.Errorf("reload motions: %w", errors.Join(errs...))
	}
	return library, nil
}

// loadMotions loads the files; those with errors are taken from old.
func loadMotions(dir string, old slot.Library) (slot.Library, []error) {
	library, err := Builtin()
	if err != nil {
		return nil, []error{err}
	}
	if dir == "" {
		return library, nil
	}
	if info, err := os.Stat(dir); err != nil {
		return nil, []error{err}
	} else if !info.IsDir() {
		return nil, []error{fmt.Errorf("%s: expected a directory", dir)}
	}
	own, errs := loadDir(os.DirFS(dir), dir, old)
	if len(own) == 0 && len(errs) == 0 {
		return nil, []error{fmt.Errorf("%s: no motion in it: expected *.xml or *.pos files", dir)}
	}
	return library.With(own), errs
}

// loadDir loads the files of a directory. root is put before their names.
func loadDir(dir fs.FS, root string, old slot.Library) (library slot.Library, errs []error) {
	library = slot.Library{}
	for _, pattern := range []string{"*.xml", "*.pos"} {
		names, err := fs.Glob(dir, pattern)
		if err != nil {
			return library, append(errs, err)
		}
		for _, name := range names {
			file := path.Join(root, name)
			m, err := loadFile(dir, name, file)
			if err == nil && library[m.Name] != nil {
				err = fmt.Errorf("%s: motion %q is already in %s", file, m.Name, library[m.Name].File)
			}
			if err != nil {
				errs = append(errs, err)
				m = oldOf(old, file)
			}
			if m != nil && library[m.Name] == nil {
				library[m.Name] = m
			}
		}
	}
	return library, errs
}

// loadFile reads one motion. A .pos file is fitted to the joints: see [slot.FitPos].
func loadFile(dir fs.FS, name, file string) (*slot.Motion, error) {
	data, err := fs.ReadFile(dir, name)
	if err != nil {
		return nil, err
	}
	if path.Ext(name) == ".pos" {
		m, _, err := slot.FitPos(file, data)
		return m, err
	}
	return slot.Parse(file, data)
}

// oldOf returns the motion that a library had from a file, or nil.
func oldOf(old slot.Library, file string) *slot.Motion {
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if old[name].File == file {
			return old[name]
		}
	}
	return nil
}
