package main

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// results holds the values of each benchmark, by unit. The name of a benchmark consists of its package and its name
// without "Benchmark" and the number of cores, as in "hfsm Tick/idle". A value that was measured several times (-count)
// has several entries.
type results map[string]map[string][]float64

var cores = regexp.MustCompile(`-\d+$`)

// parse parses the lines of go test -bench. It ignores lines that do not belong to a benchmark.
func parse(text io.Reader) (results, error) {
	all := make(results)
	var pkg string
	lines := bufio.NewScanner(text)
	for lines.Scan() {
		line := lines.Text()
		if name, ok := strings.CutPrefix(line, "pkg: "); ok {
			pkg = strings.TrimPrefix(name, "gonao/")
			continue
		}
		fields := strings.Fields(line)
		// A line with only a name, or with a log message, has no result.
		if len(fields) < 4 || len(fields)%2 != 0 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		if _, err := strconv.Atoi(fields[1]); err != nil {
			continue
		}
		name := pkg + " " + cores.ReplaceAllString(strings.TrimPrefix(fields[0], "Benchmark"), "")
		if all[name] == nil {
			all[name] = make(map[string][]float64)
		}
		for i := 2; i < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				return all, fmt.Errorf("%s: %q: expected a number before %q", name, fields[i], fields[i+1])
			}
			all[name][fields[i+1]] = append(all[name][fields[i+1]], value)
		}
	}
	return all, lines.Err()
}

// value returns the median of a benchmark's values in a unit.
func (r results) value(benchmark, unit string) (float64, bool) {
	values := slices.Clone(r[benchmark][unit])
	if len(values) == 0 {
		return 0, false
	}
	slices.Sort(values)
	return values[len(values)/2], true
}
