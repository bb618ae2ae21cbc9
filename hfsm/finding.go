package hfsm

import (
	"fmt"
	"slices"
	"strings"
)

// Finding is one fault of a machine file.
type Finding struct {
	File   string
	Line   int    // from 1; 0 when it concerns the whole file
	Column int    // from 1
	Key    string // where in the document: states.red.transitions[0].to
	Text   string // what is wrong and what was expected
}

// String gives the finding on one line: file:line:column: key: text.
func (f Finding) String() string {
	var b strings.Builder
	b.WriteString(f.File)
	if f.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", f.Line, f.Column)
	}
	b.WriteString(": ")
	if f.Key != "" {
		b.WriteString(f.Key + ": ")
	}
	b.WriteString(f.Text)
	return b.String()
}

// Findings is the error of [Load]: everything that is wrong with a file, in the
// order of its lines.
type Findings []Finding

// Error gives one line per finding.
func (f Findings) Error() string {
	lines := make([]string, len(f))
	for i, finding := range f {
		lines[i] = finding.String()
	}
	return strings.Join(lines, "\n")
}

// sorted orders the findings by their place in the file.
func (f Findings) sorted() Findings {
	slices.SortStableFunc(f, func(a, b Finding) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return f
}

// nearest gives " (did you mean …?)" when one of the names is close to the word.
func nearest(word string, names []string) string {
	best, near := 1+len(word)/3, ""
	for _, name := range names {
		if d := distance(strings.ToLower(word), strings.ToLower(name)); d <= best && d < len(word) {
			best, near = d-1, name
		}
	}
	if near == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", near)
}

// distance is the Levenshtein distance of two words, bytewise. Words longer than
// any sensible name are not compared.
func distance(a, b string) int {
	const long = 64
	if len(a) > long || len(b) > long {
		return long
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// listed gives names as "a, b, c", shortened when there are many.
func listed(names []string) string {
	const many = 12
	if len(names) == 0 {
		return "none"
	}
	if len(names) > many {
		return strings.Join(names[:many], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}
