package motion

import (
	"cmp"
	"embed"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

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

// Unplayable holds why the motions of files with errors cannot be played, by the motion's name.
type Unplayable map[string]error

// Err joins the errors in the order of the names. It is nil if every file is right.
func (u Unplayable) Err() error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(u)) {
		errs = append(errs, u[name])
	}
	return errors.Join(errs...)
}

// LoadMotions loads the built-in motions and those of a directory, *.xml and *.pos,
// which replace built-in ones of their name. An empty path means no
// directory. One file with an error is an error.
func LoadMotions(dir string) (slot.Library, error) {
	library, wrong, err := ReadMotions(dir, nil)
	if err := errors.Join(err, wrong.Err()); err != nil {
		return nil, fmt.Errorf("load motions: %w", err)
	}
	return library, nil
}

// ReadMotions loads what LoadMotions loads. A file with an error costs its own motion alone: the motion stays as it is in
// old, or as the built-in one of its name, and wrong holds the error. old may be nil. The error is one of the directory.
func ReadMotions(dir string, old slot.Library) (library slot.Library, wrong Unplayable, err error) {
	if library, err = Builtin(); err != nil || dir == "" {
		return library, nil, err
	}
	if info, err := os.Stat(dir); err != nil {
		return nil, nil, err
	} else if !info.IsDir() {
		return nil, nil, fmt.Errorf("%s: expected a directory", dir)
	}
	own, wrong, err := loadDir(os.DirFS(dir), dir, old)
	if err != nil {
		return nil, nil, err
	}
	if len(own) == 0 && len(wrong) == 0 {
		return nil, nil, fmt.Errorf("%s: no motion in it: expected *.xml or *.pos files", dir)
	}
	return library.With(own), wrong, nil
}

// Names returns the names that machines may play: of all motions that ReadMotions reads. A motion whose file has errors
// is one of them: it is refused when it is played, until the file is mended.
func Names(dir string) ([]string, error) {
	library, wrong, err := ReadMotions(dir, nil)
	names := slices.AppendSeq(library.Names(), maps.Keys(wrong))
	slices.Sort(names)
	return slices.Compact(names), err
}

// loadDir loads the files of a directory. root is put before their names.
func loadDir(dir fs.FS, root string, old slot.Library) (library slot.Library, wrong Unplayable, err error) {
	library, wrong = slot.Library{}, Unplayable{}
	for _, pattern := range []string{"*.xml", "*.pos"} {
		names, err := fs.Glob(dir, pattern)
		if err != nil {
			return nil, nil, err
		}
		for _, name := range names {
			file := path.Join(root, name)
			m, err := loadFile(dir, name, file)
			if err == nil && library[m.Name] != nil {
				err = fmt.Errorf("%s: motion %q is already in %s", file, m.Name, library[m.Name].File)
			}
			if err != nil {
				wanted := wantedName(dir, name)
				wrong[wanted] = errors.Join(wrong[wanted], err)
				m = oldOf(old, file)
			}
			if m != nil && library[m.Name] == nil {
				library[m.Name] = m
			}
		}
	}
	return library, wrong, nil
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

// wantedName returns the name of the motion of a file that may have errors: what is written in it, else the file's name.
func wantedName(dir fs.FS, name string) string {
	var motion struct {
		Name string `xml:"name,attr"`
	}
	if data, err := fs.ReadFile(dir, name); err == nil {
		_ = xml.Unmarshal(data, &motion) // the rest of the file may be anything
	}
	return cmp.Or(motion.Name, strings.TrimSuffix(name, path.Ext(name)))
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
