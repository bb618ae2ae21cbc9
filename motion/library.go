package motion

import (
	"embed"
	"fmt"
	"io/fs"
	"os"

	"gonao/motion/slot"
)

//go:embed motions/*.xml
var files embed.FS

// Builtin loads the motions the program brings with it: dance_left, dance_right, stand.
func Builtin() (slot.Library, error) {
	dir, err := fs.Sub(files, "motions")
	if err != nil {
		return nil, fmt.Errorf("load motions: %w", err)
	}
	return slot.Load(dir, "motion/motions")
}

// LoadMotions loads the built-in motions and those of a directory, which take the
// place of built-in ones of their name. An empty path means no directory.
func LoadMotions(dir string) (slot.Library, error) {
	library, err := Builtin()
	if err != nil || dir == "" {
		return library, err
	}
	if info, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("load motions: %w", err)
	} else if !info.IsDir() {
		return nil, fmt.Errorf("load motions: %s: expected a directory", dir)
	}
	own, err := slot.Load(os.DirFS(dir), dir)
	if err != nil {
		return nil, err
	}
	if len(own) == 0 {
		return nil, fmt.Errorf("load motions: %s: no motion in it: expected *.xml files", dir)
	}
	return library.With(own), nil
}
