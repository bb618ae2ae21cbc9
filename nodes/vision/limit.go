package vision

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// named is how a Writer names its files: camera, time, label.
var named = regexp.MustCompile(`^[A-Za-z-]+_(\d{8}T\d{6}\.\d{6})(_[\w-]+)?\.(png|jpeg|jpg|y4m)$`)

// limit removes the oldest images that a Writer has written into a directory until the rest has at most so many bytes. Other files are
// neither counted nor removed.
func limit(directory string, bytes int64) error {
	entries, err := os.ReadDir(directory)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	type image struct {
		name, taken string
		size        int64
	}
	var all []image
	var sum int64
	for _, e := range entries {
		parts := named.FindStringSubmatch(e.Name())
		if parts == nil || e.IsDir() {
			continue
		}
		info, infoErr := e.Info()
		if infoErr != nil {
			continue // removed in the meantime
		}
		all = append(all, image{e.Name(), parts[1], info.Size()})
		sum += info.Size()
	}
	slices.SortFunc(all, func(a, b image) int { return strings.Compare(a.taken+a.name, b.taken+b.name) })
	for _, i := range all {
		if sum <= bytes {
			break
		}
		if removeErr := os.Remove(filepath.Join(directory, i.name)); removeErr != nil && !errors.Is(removeErr, fs.ErrNotExist) {
			err = errors.Join(err, removeErr)
			continue
		}
		sum -= i.size
	}
	return err
}
