package segment

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// TableSize is the number of entries of a table: 6 bits of each channel.
const TableSize = 1 << 18

// MaxClasses is the largest number of classes of a table: bits of a byte.
const MaxClasses = 8

// Table maps colours to classes. Entry Y/4 · 4096 + U/4 · 64 + V/4 has a bit for each class that the colour may belong to.
type Table struct {
	Names []string // of the classes, by bit
	Of    [TableSize]uint8
}

// Index returns the entry of a colour.
func Index(y, u, v uint8) int { return int(y>>2)<<12 | int(u>>2)<<6 | int(v>>2) }

// Class returns the bit of a class by its name, 0 if there is none of that name.
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
	for len(row) >= 8 && len(labels) >= 4 {
		w := binary.LittleEndian.Uint64(row)
		a := uint32(w)>>10&0x3f<<6 | uint32(w)>>26
		b := uint32(w>>42)&0x3f<<6 | uint32(w>>58)
		const y = 0x3f << 12
		l := labels[:4:4]
		l[0] = t.Of[(uint32(w)<<10&y|a)&(TableSize-1)]
		l[1] = t.Of[(uint32(w>>6)&y|a)&(TableSize-1)]
		l[2] = t.Of[(uint32(w>>22)&y|b)&(TableSize-1)]
		l[3] = t.Of[(uint32(w>>38)&y|b)&(TableSize-1)]
		row, labels = row[8:], labels[4:]
	}
	for i := 0; i+3 < len(row) && i/2+1 < len(labels); i += 4 {
		labels[i/2] = t.Of[Index(row[i], row[i+1], row[i+3])]
		labels[i/2+1] = t.Of[Index(row[i+2], row[i+1], row[i+3])]
	}
}

// magic is the first line of a table's file.
const magic = "gonao colour table 1\n"

// Marshal returns the table as a file: a line with its kind, a line with the classes' names, 262144 bytes.
func (t *Table) Marshal() []byte {
	return append([]byte(magic+strings.Join(t.Names, " ")+"\n"), t.Of[:]...)
}

// ErrTable is in the chain of every error about a table's file.
var ErrTable = errors.New("colour table")

// UnmarshalTable reads a table's file.
func UnmarshalTable(data []byte) (*Table, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, fmt.Errorf("%w: the first line is not %q", ErrTable, strings.TrimSpace(magic))
	}
	line, rest, ok := bytes.Cut(rest, []byte("\n"))
	names := strings.Fields(string(line))
	switch {
	case !ok:
		return nil, fmt.Errorf("%w: no line with the classes' names", ErrTable)
	case len(names) == 0 || len(names) > MaxClasses:
		return nil, fmt.Errorf("%w: %d classes: expected 1 to %d", ErrTable, len(names), MaxClasses)
	case len(rest) != TableSize:
		return nil, fmt.Errorf("%w: %d entries: expected %d", ErrTable, len(rest), TableSize)
	}
	t := &Table{Names: names}
	copy(t.Of[:], rest)
	return t, nil
}
