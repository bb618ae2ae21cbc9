package main

import (
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"time"
)

// usage is what a process uses.
type usage struct {
	memoryKB, threads, sockets, descriptors float64
}

// values returns the numbers in the order of the variable names.
func (u usage) values() [4]float64 {
	return [4]float64{u.memoryKB / 1024, u.threads, u.sockets, u.descriptors}
}

// names are the names of the measured values.
var names = [4]string{"memory, MB", "threads", "sockets", "descriptors"}

// reading is what a process uses at one time.
type reading struct {
	at  time.Duration
	pid int
	usage
}

// table collects the readings of each program and writes them to a file.
type table struct {
	readings map[string][]reading
	last     time.Duration
	file     *os.File
	csv      *csv.Writer
}

// columns are the columns of the samples file.
var columns = []string{"at_s", "program", "pid", "memory_kb", "threads", "sockets", "descriptors"}

// newTable returns a table that writes to a new file.
func newTable(file string) (*table, error) {
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	t := &table{readings: map[string][]reading{}, file: f, csv: csv.NewWriter(f)}
	t.write(columns)
	return t, nil
}

// readTable reads a table from a file.
func readTable(file string) (*table, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(lines) == 0 || !slices.Equal(lines[0], columns) {
		return nil, fmt.Errorf("%s:1: expected the columns %v", file, columns)
	}
	t := &table{readings: map[string][]reading{}}
	for i, line := range lines[1:] {
		var v [6]float64 // all columns except the program
		for j, text := range slices.Delete(slices.Clone(line), 1, 2) {
			if v[j], err = strconv.ParseFloat(text, 64); err != nil {
				return nil, fmt.Errorf("%s:%d: expected numbers: %w", file, i+2, err)
			}
		}
		t.add(line[1], reading{time.Duration(v[0] * float64(time.Second)), int(v[1]), usage{v[2], v[3], v[4], v[5]}})
	}
	return t, nil
}

// add adds a reading of a program.
func (t *table) add(program string, r reading) {
	t.readings[program] = append(t.readings[program], r)
	t.last = max(t.last, r.at)
	if t.csv != nil {
		text := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
		t.write([]string{strconv.FormatFloat(r.at.Seconds(), 'f', 1, 64), program, strconv.Itoa(r.pid), text(r.memoryKB), text(r.threads), text(r.sockets), text(r.descriptors)})
	}
}

// write writes a line at once, so that an interrupted run leaves all its samples.
func (t *table) write(line []string) {
	t.csv.Write(line) //nolint:errcheck // close reports it
	t.csv.Flush()
}

// close closes the file, and prints the error of an earlier write if there was one.
func (t *table) close() {
	if err := t.csv.Error(); err != nil {
		fmt.Fprintf(os.Stderr, "soak: samples: %v\n", err)
	}
	t.file.Close()
}

// length returns the time of the last reading.
func (t *table) length() time.Duration { return t.last }

// rows returns a row for each program that ran both early and late. The first eighth of the time is left out, since
// everything starts in it; "early" is the second eighth, "late" the last. Programs are killed between a quarter and
// three quarters of the time.
func (t *table) rows() []row {
	var all []row
	for _, program := range slices.Sorted(maps.Keys(t.readings)) {
		early, ok := t.median(program, t.last/8, t.last/4)
		late, alsoOK := t.median(program, t.last*7/8, t.last+1)
		if ok && alsoOK {
			all = append(all, row{program, early, late, t.growth(program)})
		}
	}
	return all
}

// median returns the medians of a program's readings between two times.
func (t *table) median(program string, from, to time.Duration) (out [4]float64, ok bool) {
	var columns [4][]float64
	for _, r := range t.readings[program] {
		if r.at >= from && r.at < to {
			for i, v := range r.values() {
				columns[i] = append(columns[i], v)
			}
		}
	}
	for i, c := range columns {
		if len(c) == 0 {
			return out, false
		}
		slices.Sort(c)
		out[i] = c[len(c)/2]
	}
	return out, true
}
