package vision

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"gonao/msgs"
	"gonao/vision/segment"
)

// maxClicks is the largest number of pixels of a request.
const maxClicks = 100_000

// mostReach is the farthest that a pixel spreads.
const mostReach = 8

// tableName matches the file names that a request may use.
var tableName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// learnColors makes the table of a request, and stores it.
func learnColors(q *msgs.LearnColorsRequest, directory string, a *msgs.LearnColorsResponse) error {
	table, err := tableOf(q)
	if err != nil {
		return err
	}
	file := table.Marshal()
	a.Table = file[len(file)-segment.TableSize:]
	if q.File == "" {
		return nil
	}
	if !tableName.MatchString(q.File) {
		return fmt.Errorf("file %q: expected up to 64 letters, digits, - and _", q.File)
	}
	a.Path = filepath.Join(directory, q.File+".table")
	return storeTable(a.Path, file)
}

// tableOf returns the table of a request's pixels.
func tableOf(q *msgs.LearnColorsRequest) (*segment.Table, error) {
	n := len(q.Classes)
	switch {
	case len(q.Y) != n || len(q.U) != n || len(q.V) != n:
		return nil, fmt.Errorf("%d classes, %d y, %d u and %d v: expected as many of each", n, len(q.Y), len(q.U), len(q.V))
	case n == 0 || n > maxClicks:
		return nil, fmt.Errorf("%d pixels: expected 1 to %d", n, maxClicks)
	case q.Reach > mostReach:
		return nil, fmt.Errorf("reach %d: expected 0 to %d", q.Reach, mostReach)
	}
	for _, name := range q.Names {
		if !tableName.MatchString(name) {
			return nil, fmt.Errorf("class %q: expected letters, digits, - and _", name)
		}
	}
	l, err := segment.NewLearner(q.Names)
	if err != nil {
		return nil, err
	}
	for i, c := range q.Classes {
		class := int(c)
		if class == 255 {
			class = segment.None
		} else if class >= len(q.Names) {
			return nil, fmt.Errorf("classes[%d]: %d: expected a number below %d, or 255", i, c, len(q.Names))
		}
		l.Spread(class, q.Y[i], q.U[i], q.V[i], int(q.Reach))
	}
	table := l.Table(0)
	var all uint8
	for _, bits := range table.Of {
		all |= bits
	}
	for i, name := range q.Names {
		if all>>i&1 == 0 {
			return nil, fmt.Errorf("class %q: no colour is of it: expected pixels of it that are not mostly another class's", name)
		}
	}
	return table, nil
}

// storeTable writes a file in one step: a reader sees the old table or the new one.
func storeTable(path string, file []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	next := path + ".new"
	return errors.Join(os.WriteFile(next, file, 0o644), os.Rename(next, path))
}

// loadTable returns the table of a file, nil without a file.
func loadTable(path string) (*segment.Table, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("color_table: %w", err)
	}
	t, err := segment.UnmarshalTable(data)
	if err != nil {
		return nil, fmt.Errorf("color_table: %s: %w", path, err)
	}
	return t, nil
}
