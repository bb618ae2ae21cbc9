package chart

import (
	"fmt"
	"slices"
	"strings"
)

// Severity specifies how grave a finding is.
type Severity uint8

// The severities.
const (
	Error   Severity = iota // the machine cannot run
	Warning                 // it can run, but probably does not do what was meant
	Note                    // worth knowing: something was repaired or kept aside
)

// String returns the severity as reports write it.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Note:
		return "note"
	}
	return "no severity"
}

// Finding is one thing found in a machine file.
type Finding struct {
	Severity Severity
	File     string
	Line     int    // from 1; 0 when it concerns the whole file
	Column   int    // from 1
	Key      string // place in the document: states.red.transitions[0].to
	Text     string // what is wrong, and what was expected
	// Code names the kind of finding, such as "unreachable-state": for editors,
	// which may group or silence by it.
	Code string
}

// String returns the finding on one line: file:line:column: key: text, with the severity unless it is an error.
func (f Finding) String() string {
	var b strings.Builder
	b.WriteString(f.File)
	if f.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", f.Line, f.Column)
	}
	b.WriteString(": ")
	if f.Severity != Error {
		b.WriteString(f.Severity.String() + ": ")
	}
	if f.Key != "" {
		b.WriteString(f.Key + ": ")
	}
	b.WriteString(f.Text)
	return b.String()
}

// Error returns the same: a language reports one finding as an error.
func (f Finding) Error() string { return f.String() }

// Findings are all findings of a file, in the order of its lines.
type Findings []Finding

// Error returns one line per finding.
func (f Findings) Error() string {
	lines := make([]string, len(f))
	for i, finding := range f {
		lines[i] = finding.String()
	}
	return strings.Join(lines, "\n")
}

// Sorted sorts the findings by their place in the file.
func (f Findings) Sorted() Findings {
	slices.SortStableFunc(f, func(a, b Finding) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return f
}

// Listed returns names as "a, b, c", shortened when there are many.
func Listed(names []string) string {
	const many = 12
	if len(names) == 0 {
		return "none"
	}
	if len(names) > many {
		return strings.Join(names[:many], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// Errors returns the findings that keep the machine from running.
func (f Findings) Errors() Findings { return f.of(Error) }

// Warnings returns the findings that do not.
func (f Findings) Warnings() Findings {
	return append(f.of(Warning), f.of(Note)...).Sorted()
}

func (f Findings) of(s Severity) Findings {
	var some Findings
	for _, finding := range f {
		if finding.Severity == s {
			some = append(some, finding)
		}
	}
	return some
}
