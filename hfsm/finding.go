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
