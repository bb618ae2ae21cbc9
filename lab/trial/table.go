package trial

import (
	"fmt"
	"io"
	"math"
	"strings"

	"gonao/internal/estimate"
	"gonao/sim"
)

// Measured is a row in one profile, over its seeds.
type Measured struct {
	Row     *Row
	Profile sim.Profile
	Results []Result // by seed
	Missing error    // why there are no results
}

// Sum is one figure over the seeds.
type Sum struct {
	Value, Spread float64 // mean and standard deviation (NaN of one value), share, or the worst
	Low, High     float64
	N             int // seeds with a value that is not NaN
}

// Sum returns figure i combined over the seeds.
func (m *Measured) Sum(i int) Sum {
	f := m.Row.Figures[i]
	values := make([]float64, len(m.Results))
	low, high := math.Inf(1), math.Inf(-1)
	for k, r := range m.Results {
		if values[k] = r.Values[i]; !math.IsNaN(values[k]) {
			low, high = min(low, values[k]), max(high, values[k])
		}
	}
	e := estimate.Mean(values)
	s := Sum{N: e.N, Value: e.Mean, Spread: e.Spread, Low: low, High: high}
	switch {
	case s.N == 0:
	case f.Over == Worst && f.Less:
		s.Value = s.High
	case f.Over == Worst:
		s.Value = s.Low
	}
	return s
}

// Verdict is a figure compared with its limits.
type Verdict uint8

// The verdicts, the best first.
const (
	Goal Verdict = iota
	Must
	Below
	Unasked // nothing is required
)

// String returns the verdict's word in a table.
func (v Verdict) String() string { return [...]string{"goal", "must", "**below**", "–"}[v] }

// Verdict returns the verdict of figure i.
func (m *Measured) Verdict(i int) Verdict {
	f, s := m.Row.Figures[i], m.Sum(i)
	reaches := func(limit float64) bool {
		if f.Less {
			return s.Value <= limit
		}
		return s.Value >= limit
	}
	switch {
	case math.IsNaN(f.Must) && math.IsNaN(f.Goal):
		return Unasked
	case !math.IsNaN(f.Goal) && reaches(f.Goal):
		return Goal
	case !math.IsNaN(f.Must) && reaches(f.Must):
		return Must
	case math.IsNaN(f.Must):
		return Unasked
	}
	return Below
}

// Text writes figure i over the seeds, with the spread of a mean.
func (m *Measured) Text(i int) string {
	f, s := &m.Row.Figures[i], m.Sum(i)
	if f.Over == Mean && s.N > 1 {
		return fmt.Sprintf("%s ± %s", f.text(s.Value), number(s.Spread))
	}
	return f.text(s.Value)
}

// text writes a value with its unit; shares as per cent.
func (f *Figure) text(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case f.Over == Share:
		return fmt.Sprintf("%.0f %%", 100*v)
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s", number(v), f.Unit))
}

// number writes three figures.
func number(v float64) string {
	switch a := math.Abs(v); {
	case a >= 100 || a == 0:
		return fmt.Sprintf("%.0f", v)
	case a >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// WriteTable writes a table in Markdown: a line a row, figure and profile.
func WriteTable(w io.Writer, all []Measured) error {
	var b strings.Builder
	b.WriteString("| | profile | the paper | ours | spread | must | goal | verdict |\n|-|-|-|-|-|-|-|-|\n")
	for k := range all {
		m := &all[k]
		if m.Missing != nil {
			fmt.Fprintf(&b, "| **%s** | %s | %s | not measured: %v | | | | |\n", m.Row.Title, m.Profile, m.Row.Paper, m.Missing)
			continue
		}
		for i := 0; i < len(m.Row.Figures); {
			i += m.writeLines(&b, i)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeLines writes figure i, or all parts that begin with it, and returns how many.
func (m *Measured) writeLines(b *strings.Builder, i int) int {
	figures := m.Row.Figures
	if figures[i].Part == "" {
		m.writeLine(b, i)
		return 1
	}
	var parts []string
	worst, n := Unasked, 0
	for ; i+n < len(figures) && figures[i+n].Part == figures[i].Part; n++ {
		f, s, v := &figures[i+n], m.Sum(i+n), m.Verdict(i+n)
		parts = append(parts, f.Name+" "+f.text(s.Value))
		if n == 0 || v == Below || v > worst && worst != Below {
			worst = v // one figure below its limit is enough; otherwise one without a limit
		}
	}
	f := &figures[i]
	fmt.Fprintf(b, "| … %s each: %s | %s | | | | %s | %s | %s |\n", f.Part, strings.Join(parts, ", "), m.Profile, f.text(f.Must), f.text(f.Goal), worst)
	return n
}

func (m *Measured) writeLine(b *strings.Builder, i int) {
	f, s := &m.Row.Figures[i], m.Sum(i)
	title, paper := "", ""
	if i == 0 {
		title, paper = "**"+m.Row.Title+"**, ", m.Row.Paper
	}
	spread := ""
	switch {
	case f.Over == Share:
		spread = fmt.Sprintf("%d of %d", int(math.Round(s.Value*float64(s.N))), s.N)
		if math.IsNaN(s.Value) {
			spread = "0 of 0"
		}
	case s.N > 1:
		spread = fmt.Sprintf("%s to %s", number(s.Low), number(s.High))
	}
	if f.Over != Share && s.N < len(m.Results) {
		spread += fmt.Sprintf(" (%d of %d seeds)", s.N, len(m.Results))
	}
	fmt.Fprintf(b, "| %s%s | %s | %s | %s | %s | %s | %s | %s |\n",
		title, f.Name, m.Profile, paper, f.text(s.Value), strings.TrimSpace(spread), f.text(f.Must), f.text(f.Goal), m.Verdict(i))
}
