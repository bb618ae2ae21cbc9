package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// usage is what a process uses.
type usage struct {
	memoryKB, threads, sockets, descriptors float64
}

// values returns the numbers in the order of names.
func (u usage) values() [4]float64 {
	return [4]float64{u.memoryKB / 1024, u.threads, u.sockets, u.descriptors}
}

// names are what is measured.
var names = [4]string{"memory, MB", "threads", "sockets", "descriptors"}

// slack is what each may change by besides the share: a Go program's heap is collected in steps, and a thread more is none that leaks.
var slack = [4]float64{4, 2, 2, 2}

// share is how much each may grow.
const share = 0.05

// reading is the use of a program at a time.
type reading struct {
	at time.Duration
	usage
}

// table collects readings, a program.
type table struct{ readings map[string][]reading }

func newTable() *table { return &table{map[string][]reading{}} }

// add adds a reading.
func (t *table) add(program string, at time.Duration, u usage) {
	t.readings[program] = append(t.readings[program], reading{at, u})
}

// row is what a program used early and late.
type row struct {
	program     string
	early, late [4]float64 // medians of the second eighth of the time and of the last
}

// rows returns a row for each program that was there in both. In the first eighth everything starts, and is left out. Programs are killed
// between a quarter and three quarters of the time.
func (t *table) rows(length time.Duration) []row {
	var all []row
	for _, program := range slices.Sorted(maps.Keys(t.readings)) {
		early, ok := t.median(program, length/8, length/4)
		late, alsoOK := t.median(program, length*7/8, length)
		if ok && alsoOK {
			all = append(all, row{program, early, late})
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

// grew reports whether a value of a row grew by more than it may.
func (r row) grew(i int) bool { return r.late[i]-r.early[i] > max(share*r.early[i], slack[i]) }

// flat reports whether nothing grew, and something was measured.
func flat(rows []row) bool {
	for _, r := range rows {
		for i := range names {
			if r.grew(i) {
				return false
			}
		}
	}
	return len(rows) > 0
}

// render returns the table as Markdown.
func render(rows []row, killed int, received uint64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n| program | %s |\n|-|-|-|-|-|\n", strings.Join(names[:], " | "))
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s |", r.program)
		for i := range names {
			change := 0.0
			if r.early[i] > 0 {
				change = 100 * (r.late[i]/r.early[i] - 1)
			}
			mark := ""
			if r.grew(i) {
				mark = " **grew**"
			}
			fmt.Fprintf(&b, " %s → %s (%+.1f %%)%s |", number(r.early[i]), number(r.late[i]), change, mark)
		}
		b.WriteString("\n")
	}
	verdict := "flat within 5 %"
	if !flat(rows) {
		verdict = "not flat"
	}
	fmt.Fprintf(&b, "\n%d nodes were killed; a viewer of the studio received %d messages; %s\n", killed, received, verdict)
	return b.String()
}

// number returns a value with a decimal only where it has one.
func number(v float64) string {
	if v == math.Trunc(v) {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.1f", v)
}
