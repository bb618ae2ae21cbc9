package segment

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// TableSize is the number of entries of a table: 6 bits of each channel.
const TableSize = 1 << 18

// maxClasses is the largest number of classes of a table: bits of a byte.
const maxClasses = 8

// Table maps colours to classes. Entry U/4 · 4096 + V/4 · 64 + Y/4 has a bit for each class that the colour may belong
// to: the luma varies most from pixel to pixel, and all of one chroma is in one line of the processor's cache. A file of
// a table has Luar's order, Y/4 · 4096 + U/4 · 64 + V/4.
type Table struct {
	Names []string // of the classes, by bit
	Of    [TableSize]uint8
}

// Index returns the entry of a colour.
func Index(y, u, v uint8) int { return int(u>>2)<<12 | int(v>>2)<<6 | int(y>>2) }

// Class returns the bit of a class by its name, 0 if there is no such class.
func (t *Table) Class(name string) uint8 {
	for i, n := range t.Names {
		if n == name {
			return 1 << i
		}
	}
	return 0
}

// Label writes the classes of the pixels of a row, len(row)/2 of them.
func (t *Table) Label(row, labels []byte) {
	done := labelEights(t, row, labels)
	t.labelPairs(row[2*done:], labels[done:])
}

// labelPairs is Label without assembler.
func (t *Table) labelPairs(row, labels []byte) {
	for len(row) >= 4 && len(labels) >= 2 {
		at := int(row[1]>>2)<<12 | int(row[3]>>2)<<6
		labels[0], labels[1] = t.Of[at|int(row[0]>>2)], t.Of[at|int(row[2]>>2)]
		row, labels = row[4:], labels[2:]
	}
}

// magic is the first line of a table's file.
const magic = "gonao colour table 1\n"

// Marshal returns the table as a file: a line with its kind, a line with the classes' names, 262144 bytes.
func (t *Table) Marshal() []byte {
	file := []byte(magic + strings.Join(t.Names, " ") + "\n")
	for at := range t.luar() {
		file = append(file, t.Of[at])
	}
	return file
}

// luar returns the entries' indices in the order of a file.
func (t *Table) luar() iter.Seq[int] {
	return func(yield func(int) bool) {
		for y := range 64 {
			for uv := range 64 * 64 {
				if !yield(uv<<6 | y) {
					return
				}
			}
		}
	}
}

// errTable is in the chain of every error about a table's file.
var errTable = errors.New("colour table")

// UnmarshalTable reads a table's file.
func UnmarshalTable(data []byte) (*Table, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, fmt.Errorf("%w: the first line is not %q", errTable, strings.TrimSpace(magic))
	}
	line, rest, ok := bytes.Cut(rest, []byte("\n"))
	names := strings.Fields(string(line))
	switch {
	case !ok:
		return nil, fmt.Errorf("%w: no line with the classes' names", errTable)
	case len(names) == 0 || len(names) > maxClasses:
		return nil, fmt.Errorf("%w: %d classes: expected 1 to %d", errTable, len(names), maxClasses)
	case len(rest) != TableSize:
		return nil, fmt.Errorf("%w: %d entries: expected %d", errTable, len(rest), TableSize)
	}
	t := &Table{Names: names}
	for at := range t.luar() {
		t.Of[at], rest = rest[0], rest[1:]
	}
	return t, nil
}
