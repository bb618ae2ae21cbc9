package experiment

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"

	"gonao/internal/journal"
)

// table writes each row as CSV as soon as it is added.
type table struct {
	e      *Experiment
	file   io.Closer
	out    *csv.Writer // nil if no table is wanted
	stored int         // rows that were there when it was opened
	err    error
}

// openTable replaces a file by the table of the runs that a journal has, and opens it for further rows.
func (e *Experiment) openTable(file string, j *journal.Journal, keys []journal.Key) (*table, error) {
	t := &table{e: e}
	var rows []Row
	for i, k := range keys {
		m := measured{}
		ok, err := j.Get(k, &m)
		if err != nil {
			return nil, err
		}
		if ok {
			rows = append(rows, e.row(i%len(e.Cells), k.Seed, m))
		}
	}
	t.stored = len(rows)
	if file == "" {
		return t, nil
	}
	if err := e.replaceTable(file, rows); err != nil {
		return nil, err
	}
	out, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	t.file, t.out = out, csv.NewWriter(out)
	return t, nil
}

func (t *table) close() {
	if t.file != nil {
		_ = t.file.Close() // each write has reported its error
	}
}

// replaceTable replaces a file by the table of some rows; a reader never sees a part of it.
func (e *Experiment) replaceTable(file string, rows []Row) error {
	if file == "" {
		return nil
	}
	whole := file + ".new"
	out, err := os.Create(whole)
	if err != nil {
		return fmt.Errorf("table: %w", err)
	}
	if err := errors.Join(e.WriteTable(out, rows), out.Sync(), out.Close(), os.Rename(whole, file)); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	return nil
}

// WriteTable writes rows as CSV: the levels of the factors, the seed and the measures.
func (e *Experiment) WriteTable(w io.Writer, rows []Row) error {
	t := &table{e: e, out: csv.NewWriter(w)}
	var head []string
	for _, f := range e.Factors {
		head = append(head, f.Name)
	}
	t.write(append(append(head, "seed"), e.names()...))
	for i := range rows {
		t.add(&rows[i])
	}
	return t.err
}

func (t *table) write(line []string) {
	if t.out == nil || t.err != nil {
		return
	}
	t.err = t.out.Write(line)
	if t.out.Flush(); t.err == nil {
		t.err = t.out.Error()
	}
}

// add writes a row; a measure without a value is an empty field.
func (t *table) add(r *Row) {
	var line []string
	for i, level := range t.e.Cells[r.Cell].Levels {
		line = append(line, t.e.Factors[i].Levels[level].Name)
	}
	line = append(line, strconv.FormatUint(r.Seed, 10))
	for _, v := range r.Values {
		text := ""
		if !math.IsNaN(v) {
			text = strconv.FormatFloat(v, 'g', 8, 64)
		}
		line = append(line, text)
	}
	t.write(line)
}
