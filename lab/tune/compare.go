package tune

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonao/lab/trial"
)

// checkMethods returns nil when every name is that of a method and none is there twice.
func checkMethods(names []string) error {
	for i, name := range names {
		if !slices.Contains(methods, name) {
			return unknownMethod(name)
		}
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("method %q is there twice", name)
		}
	}
	return nil
}

// Compare runs a tune file with several methods, each with the same start, the same seeds and as many trials.
func Compare(ctx context.Context, f *File, row *trial.Row, names []string, o Options) ([]*Outcome, error) {
	if err := checkMethods(names); err != nil {
		return nil, err
	}
	all := make([]*Outcome, 0, len(names))
	for _, name := range names {
		one := *f
		one.Method = name
		if o.Progress != nil {
			_, _ = fmt.Fprintf(o.Progress, "method %s\n", name)
		}
		found, err := Run(ctx, &one, row, o)
		if err != nil {
			return all, fmt.Errorf("method %s: %w", name, err)
		}
		all = append(all, found)
	}
	return all, nil
}

// WriteComparison writes one table of several methods, in Markdown: what each found after a quarter, a half and all of its
// trials, and what that is worth on seeds that no search has seen.
func WriteComparison(w io.Writer, all []*Outcome) error {
	if len(all) == 0 {
		return nil
	}
	var b strings.Builder
	f, row := all[0].File, all[0].Row
	fmt.Fprintf(&b, "Measure `%s` (%s) in the profile %s; each method %d generations of %d candidates with %d seeds: %d trials; search seed %d.\n\n",
		f.Measure, row.Title, f.Profile, f.Generations, f.Population, f.Seeds, f.Generations*f.Population*f.Seeds, f.Seed)
	b.WriteString("| method | best cost after 1/4 | 1/2 | all trials | spread at the end | on fresh seeds: cost of its best | cost of its mean | taken | cost")
	for i := range row.Figures {
		fmt.Fprintf(&b, " | %s", row.Figures[i].Name)
	}
	b.WriteString(" |\n|-|-|-|-|-|-|-|-|-" + strings.Repeat("|-", len(row.Figures)) + "|\n")
	line := func(name, cells string, cost float64, m *trial.Measured) {
		fmt.Fprintf(&b, "| %s | %s | %.3f", name, cells, cost)
		for i := range row.Figures {
			fmt.Fprintf(&b, " | %s", m.Text(i))
		}
		b.WriteString(" |\n")
	}
	line("start", "– | – | – | – | – | – | start", all[0].BeforeCost, &all[0].Before)
	for _, out := range all {
		n := len(out.Generations)
		what, m, cost := out.found()
		line(out.File.Method, fmt.Sprintf("%.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %s",
			out.bestAfter((n+3)/4), out.bestAfter((n+1)/2), out.bestAfter(n), out.Generations[n-1].Sigma, out.BestCost, out.MeanCost, what), cost, m)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// found returns which numbers were taken, and what they are worth on fresh seeds.
func (out *Outcome) found() (what string, m *trial.Measured, cost float64) {
	switch {
	case !out.Better:
		return "start", &out.Before, out.BeforeCost
	case slices.Equal(out.Found, out.BestValues) && out.BestCost <= out.MeanCost:
		return "best", &out.Best, out.BestCost
	}
	return "mean", &out.Mean, out.MeanCost
}

// bestAfter returns the lowest cost of the first generations.
func (out *Outcome) bestAfter(generations int) float64 {
	best := math.Inf(1)
	for _, g := range out.Generations[:generations] {
		for _, c := range g.Candidates {
			best = min(best, c.Cost)
		}
	}
	return best
}
