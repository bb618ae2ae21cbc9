package tournament

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"html/template"
	"io"
	"math"
	"strconv"

	"gonao/internal/estimate"
)

// Write writes the tables as text (Markdown).
func (t *Tournament) Write(w io.Writer) error {
	for i := range t.Stages {
		if err := t.Stages[i].write(w); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "winner: %s\n", t.Winner)
	return err
}

func (s *Stage) write(w io.Writer) error {
	fmt.Fprintf(w, "## %s\n\n", s.Name)
	if !s.Knockout {
		fmt.Fprint(w, "| | team | played | won | drawn | lost | goals | points | goals less those against, per match |\n|-|-|-|-|-|-|-|-|-|\n")
		for i, x := range s.Standings() {
			fmt.Fprintf(w, "| %d | %s | %d | %d | %d | %d | %d : %d | %d | %s |\n", i+1, x.Team, x.Played, x.Won, x.Drawn, x.Lost, x.For, x.Against, x.Points,
				interval(x.DifferencePerMatch))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "| match | goals | goals of the first less those of the second, per match | goes on |\n|-|-|-|-|\n")
	for i := range s.Meetings {
		m := &s.Meetings[i]
		a, b := m.Sum()
		fmt.Fprintf(w, "| %s – %s | %d : %d | %s | %s |\n", m.A, m.B, a, b, interval(m.Difference()), m.Winner)
	}
	_, err := fmt.Fprintln(w)
	return err
}

// Sum returns the goals of all matches.
func (m *Meeting) Sum() (a, b int) {
	for _, g := range m.Goals {
		a, b = a+g[0], b+g[1]
	}
	return a, b
}

// interval returns a mean with its 95 % interval as text.
func interval(e estimate.Estimate) string {
	if e.N < 2 {
		return fmt.Sprintf("%+.2f", e.Mean)
	}
	return fmt.Sprintf("%+.2f (%+.2f to %+.2f)", e.Mean, e.Low, e.High)
}

// WriteCSV writes a line for each team of each stage, which nodes/studio reads too. In a knock-out a team's line counts the matches of that round.
func (t *Tournament) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	number := func(v float64) string {
		if math.IsNaN(v) {
			return ""
		}
		return strconv.FormatFloat(v, 'f', 4, 64)
	}
	_ = out.Write([]string{"stage", "place", "team", "played", "won", "drawn", "lost", "goals_for", "goals_against", "points", "difference_per_match", "low_95", "high_95"})
	for i := range t.Stages {
		s := &t.Stages[i]
		for place, x := range s.Standings() {
			line := []string{s.Name, strconv.Itoa(place + 1), x.Team}
			for _, n := range []int{x.Played, x.Won, x.Drawn, x.Lost, x.For, x.Against, x.Points} {
				line = append(line, strconv.Itoa(n))
			}
			d := x.DifferencePerMatch
			_ = out.Write(append(line, number(d.Mean), number(d.Low), number(d.High)))
		}
	}
	out.Flush()
	return out.Error()
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{"interval": interval, "place": func(i int) int { return i + 1 }}).Parse(pageText))

// WritePage writes the tables as a page that needs no other file.
func (t *Tournament) WritePage(w io.Writer) error { return page.Execute(w, t) }
