package experiment

import (
	"fmt"
	"io"
	"strings"

	"gonao/internal/wording"
)

// Source describes the origin of a report.
type Source struct {
	Command string // the command line
	Program string // commit and versions of the program, lines
	Machine string // that made the runs
	Time    string // of the report
	Digest  string // of the experiment file
	Missing error  // runs without a result; nil if all runs have one
	Plots   []string
}

// WriteReport writes the report of an experiment in Markdown: the means with their 95 % intervals, the paired differences, the
// pictures and where the figures come from.
func (e *Experiment) WriteReport(w io.Writer, rows []Row, s *Source) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s of kind `%s`: %s, seeds %s.\n\n", e.Title, wording.Count(len(rows), "run"), e.Run, wording.Count(len(e.Cells), "combination"), &e.Seeds)
	if s.Missing != nil {
		fmt.Fprintf(&b, "**Not complete:** %v\n\n", s.Missing)
	}
	e.writeMeans(&b, rows)
	e.writeDifferences(&b, rows)
	for _, p := range s.Plots {
		fmt.Fprintf(&b, "![%s](%s)\n\n", strings.TrimSuffix(p, ".svg"), p)
	}
	e.writeSource(&b, s)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeMeans writes a table with a line for each cell.
func (e *Experiment) writeMeans(b *strings.Builder, rows []Row) {
	b.WriteString("Mean over the seeds with its 95 % interval.\n\n|")
	for _, f := range e.Factors {
		fmt.Fprintf(b, " %s |", f.Name)
	}
	for _, m := range e.Measures {
		fmt.Fprintf(b, " %s |", strings.TrimSpace(m.Name+" "+inUnit(m.Unit)))
	}
	fmt.Fprintf(b, "\n%s|\n", strings.Repeat("|-", len(e.Factors)+len(e.Measures)))
	for c, line := range e.Estimates(rows) {
		b.WriteString("|")
		for i, level := range e.Cells[c].Levels {
			fmt.Fprintf(b, " %s |", e.Factors[i].Levels[level].Name)
		}
		for _, x := range line {
			fmt.Fprintf(b, " %s |", x.Text(len(e.Seeds)))
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
}

func inUnit(unit string) string {
	if unit == "" {
		return ""
	}
	return "(" + unit + ")"
}

// writeDifferences writes a table with a line for each level that is compared with the first one, and each measure.
func (e *Experiment) writeDifferences(b *strings.Builder, rows []Row) {
	all := e.Differences(rows)
	if len(all) == 0 {
		return
	}
	factor := e.compared()
	f := &e.Factors[factor]
	fmt.Fprintf(b, "Paired differences from %s %s: the mean of the differences seed by seed, with its 95 %% interval, not corrected for several comparisons.\n\n", f.Name, f.Levels[0].Name)
	b.WriteString("| measure | level | difference | seeds | |\n|-|-|-|-|-|\n")
	for i := range all {
		d := &all[i]
		if d.N == 0 {
			continue // its cells do not have the measure
		}
		verdict := "not distinguished"
		if d.Certain() {
			verdict = "**differs**"
		}
		if d.N < 2 {
			verdict = "–"
		}
		level := f.Name + " " + f.Levels[e.Cells[d.Cell].Levels[factor]].Name
		if others := e.Label(&e.Cells[d.Cell], factor); others != "" {
			level += ", " + others
		}
		fmt.Fprintf(b, "| %s | %s | %s | %d | %s |\n", e.Measures[d.Measure].Name, level, d.Text(d.N), d.N, verdict)
	}
	b.WriteString("\n")
}

// writeSource writes where the figures come from.
func (e *Experiment) writeSource(b *strings.Builder, s *Source) {
	b.WriteString("Measures: ")
	for i, m := range e.Measures {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(b, "%s: %s", m.Name, m.Doc)
	}
	fmt.Fprintf(b, ".\n\n```text\n%s\nfile     %s, sha256 %s\nmachine  %s\ntime     %s\n%s\n```\n", s.Command, e.Path, s.Digest, s.Machine, s.Time, strings.TrimSpace(s.Program))
}
