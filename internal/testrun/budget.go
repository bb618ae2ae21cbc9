package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// budgetFile holds the allowed cost of the tests.
const budgetFile = "internal/testrun/budget.txt"

// slack is the fraction by which a package or the whole run may exceed its line, for computers with slower cores.
const slack = 1.3

// sums returns the processor time of all runs of a package's tests, by package.
func sums(records []record) map[string]time.Duration {
	found := map[string]time.Duration{}
	for _, r := range records {
		found[r.Package] += r.CPU
	}
	return found
}

// ranked returns the keys in descending order of their values.
func ranked(costs map[string]time.Duration) []string {
	return slices.SortedFunc(maps.Keys(costs), func(a, b string) int {
		return cmp.Or(cmp.Compare(costs[b], costs[a]), strings.Compare(a, b))
	})
}

func readRecords(dir string) ([]record, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	records := make([]record, len(files))
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &records[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return records, nil
}

// report prints the cost of the run, with the most expensive packages and tests.
func report(w io.Writer, records []record, r runner) {
	if len(records) == 0 {
		fmt.Fprintln(w, "every result came from the test cache")
		return
	}
	costs := sums(records)
	raced := map[string]bool{}
	tests := map[string]time.Duration{}
	var running time.Duration
	for _, rec := range records {
		raced[rec.Package] = raced[rec.Package] || rec.Race
		running += rec.CPU
		for name, cost := range rec.Tests {
			tests[rec.Package+" "+name] += cost
		}
	}
	fmt.Fprintf(w, "\nthe most expensive packages, in seconds of processor time (* with the race detector):\n")
	most := 20
	if r.times {
		most = len(costs)
	}
	for _, name := range ranked(costs)[:min(most, len(costs))] {
		mark := ""
		if raced[name] {
			mark = " *"
		}
		fmt.Fprintf(w, "%8.1f  %s%s\n", costs[name].Seconds(), name, mark)
	}
	if len(tests) > 0 {
		fmt.Fprintf(w, "the most expensive tests:\n")
		for _, name := range ranked(tests) {
			if tests[name] < time.Second/5 {
				break
			}
			fmt.Fprintf(w, "%8.1f  %s\n", tests[name].Seconds(), name)
		}
	}
	fmt.Fprintf(w, "%8.1f  running %d test binaries\n%8.1f  compiling and linking\n%8.1f  wall time\n",
		running.Seconds(), len(records), (r.total - running).Seconds(), r.wall.Seconds())
}

// limits holds the allowed cost of the tests, in seconds of processor time.
type limits struct {
	total    float64            // for all packages together
	other    float64            // for a package without a line
	packages map[string]float64 // by package
}

// readBudget reads lines with a name and seconds; # begins a comment.
func readBudget(file string) (limits, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return limits{}, err
	}
	l := limits{packages: map[string]float64{}}
	scanner := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; scanner.Scan(); n++ {
		line, _, _ := strings.Cut(scanner.Text(), "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 2 {
			return limits{}, fmt.Errorf("%s:%d: %q: expected a package and its seconds", file, n, line)
		}
		seconds, err := strconv.ParseFloat(fields[1], 64)
		if err != nil || seconds <= 0 {
			return limits{}, fmt.Errorf("%s:%d: %q: expected seconds above 0", file, n, fields[1])
		}
		switch fields[0] {
		case "total":
			l.total = seconds
		case "other":
			l.other = seconds
		default:
			l.packages[fields[0]] = seconds
		}
	}
	if l.total == 0 || l.other == 0 {
		return limits{}, fmt.Errorf("%s: expected a line for total and one for other", file)
	}
	for _, name := range slices.Sorted(maps.Keys(l.packages)) {
		if l.packages[name] <= l.other {
			return limits{}, fmt.Errorf("%s: %s: %g s is not above the %g s that a package without a line may cost: expected no line", file, name, l.packages[name], l.other)
		}
	}
	return l, nil
}

// check returns an error for each limit that a run exceeded.
func (l limits) check(records []record) error {
	var errs []error
	costs := sums(records)
	var sum float64
	for _, name := range ranked(costs) {
		seconds := costs[name].Seconds()
		sum += seconds
		limit := max(l.other, l.packages[name])
		if seconds > limit*slack {
			errs = append(errs, fmt.Errorf("%s: its tests cost %.1f s of processor time, %s allows %.1f s and %.0f %%", name, seconds, budgetFile, limit, slack*100-100))
		}
	}
	if sum > l.total*slack {
		errs = append(errs, fmt.Errorf("all tests cost %.0f s of processor time, expected at most %.0f s and %.0f %%", sum, l.total, slack*100-100))
	}
	return errors.Join(errs...)
}

// Limits that writeBudget writes: a package may cost half as much again as was measured, because some computers are
// slower, plus one second.
const (
	budgetTotal = 750 // s; the aim is 600
	budgetOther = 6   // s
)

// writeBudget writes a line for each package that costs more than a package without a line may.
func writeBudget(file string, records []record) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# What the tests may cost: seconds of processor time, compiling not counted. Written by make test TESTRUN=-write; each line\n"+
		"# is half more than was measured, and above other. A change that makes a line larger says why in its commit.\n")
	fmt.Fprintf(&out, "%-32s %d\n%-32s %d\n", "total", budgetTotal, "other", budgetOther)
	costs := sums(records)
	for _, name := range slices.Sorted(maps.Keys(costs)) {
		if limit := costs[name].Seconds()*1.5 + 1; limit > budgetOther {
			fmt.Fprintf(&out, "%-32s %.0f\n", name, limit)
		}
	}
	return os.WriteFile(file, out.Bytes(), 0o644)
}
