package tune

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"gonao/internal/journal"
	"gonao/internal/seeds"
	"gonao/lab/trial"
	"gonao/motion/tunable"
)

// Options are how a search is run, which does not change what it finds.
type Options struct {
	Workers  int       // trials at a time; 0: one a processor
	Journal  string    // the file that keeps each trial, see package journal; "": none
	Progress io.Writer // a line for each generation with trials that the journal did not have; nil: none
	Now      func() time.Time
}

// Candidate is one set of numbers with its cost.
type Candidate struct {
	Values []float64 // as the parameters
	Cost   float64   // mean over the seeds
	Failed int       // seeds in which the trial could not be run at all
}

// Generation is the result of one generation.
type Generation struct {
	Candidates []Candidate
	Mean       []float64 // of the search after it, as the parameters
	Sigma      float64   // of the search after it, as a share of the ranges
}

// Outcome is the result of a search.
type Outcome struct {
	File        *File
	Row         *trial.Row
	Start       []float64 // the parameters at the beginning
	Generations []Generation

	// On seeds that the search has not seen, twice as many:
	Before, Mean, Best trial.Measured
	BeforeCost         float64
	MeanCost, BestCost float64
	BestValues         []float64
	Found              []float64       // the better one of mean and best, or the start when neither is better
	Taken              *trial.Measured // of Found
	Cost               float64         // of Found
	Better             bool
}

// lastCost is the cost of a trial that could not be run; it is above all other costs.
const lastCost = 1e6

// firstFresh is the first seed that no search uses.
const firstFresh = 100_000

// Run runs the search. The row is the measure that the file names.
func Run(ctx context.Context, f *File, row *trial.Row, o Options) (*Outcome, error) {
	out := &Outcome{File: f, Row: row}
	if err := out.begin(); err != nil {
		return nil, err
	}
	kept, err := journal.Open(o.Journal)
	if err != nil {
		return nil, err
	}
	defer kept.Close()
	search := newSearch(f.Method, f.toUnit(out.Start), f.Sigma, f.Population, f.Seed)
	began, done := o.now(), 0
	for g := range f.Generations {
		points := search.Ask()
		gen := Generation{Candidates: make([]Candidate, len(points))}
		for i, u := range points {
			gen.Candidates[i].Values = f.fromUnit(u)
		}
		fresh, err := out.judge(ctx, kept, o, g, gen.Candidates)
		if err != nil {
			return nil, err
		}
		costs := make([]float64, len(points))
		for i, c := range gen.Candidates {
			costs[i] = c.Cost
		}
		if err := search.Tell(costs); err != nil {
			return nil, err
		}
		gen.Mean, gen.Sigma = f.fromUnit(search.Mean()), search.Sigma()
		out.Generations = append(out.Generations, gen)
		if fresh > 0 {
			done++
			out.report(o, began, done)
		}
	}
	return out, out.confirm(ctx, kept, o)
}

func (o *Options) now() time.Time {
	if o.Now == nil {
		return time.Time{}
	}
	return o.Now()
}

// begin finds the start, and checks every name against the row's fields.
func (out *Outcome) begin() error {
	f := out.File
	if out.Row.Fields == nil {
		return fmt.Errorf("%s: measure %q has nothing to tune", f.Path, out.Row.Name)
	}
	fields, err := out.Row.Fields(f.Motion)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	for _, p := range f.Parameters {
		field, err := tunable.Find(fields, p.Name)
		switch {
		case err != nil:
			return fmt.Errorf("%s:%d: %w", f.Path, p.Line, err)
		case p.Min < field.Min || p.Max > field.Max:
			return fmt.Errorf("%s:%d: %s: range %g to %g: the engine takes %g to %g %s", f.Path, p.Line, p.Name, p.Min, p.Max, field.Min, field.Max, field.Unit)
		}
		start := p.Start
		if math.IsNaN(start) {
			start = *field.Value
		}
		out.Start = append(out.Start, min(max(start, p.Min), p.Max))
	}
	for _, name := range slices.Sorted(maps.Keys(f.Fixed)) {
		if err := tunable.Set(fields, name, f.Fixed[name]); err != nil {
			return fmt.Errorf("%s: fixed: %w", f.Path, err)
		}
		if f.index(name) >= 0 {
			return fmt.Errorf("%s: %s is both fixed and a parameter", f.Path, name)
		}
	}
	return nil
}

// judge runs all candidates with all seeds. It returns the number of trials that the journal did not have.
func (out *Outcome) judge(ctx context.Context, kept *journal.Journal, o Options, g int, candidates []Candidate) (int, error) {
	f := out.File
	sets := make([]set, len(candidates))
	for i := range candidates {
		sets[i] = set{fmt.Sprintf("generation %d, candidate %d", g+1, i+1), candidates[i].Values}
	}
	all, fresh, err := out.try(ctx, kept, o, sets, seeds.Range(1, f.Seeds))
	if err != nil {
		return fresh, err
	}
	bad, first := 0, ""
	for i := range all {
		c := &candidates[i/f.Seeds]
		if c.Cost += out.cost(&all[i]) / float64(f.Seeds); math.IsNaN(c.Cost) {
			c.Cost = lastCost
		}
		if all[i].Failed != "" {
			c.Failed++
			bad++
			first = cmp.Or(first, all[i].Failed)
		}
	}
	if bad == len(all) {
		return fresh, fmt.Errorf("%s: no candidate of generation %d could be tried: %s", f.Path, g+1, first)
	}
	return fresh, nil
}

// set is a set of numbers with its name.
type set struct {
	name   string
	values []float64
}

// tried is one trial of a set. A trial that could not be run is kept too, since a set may ask for something impossible.
type tried struct {
	Result trial.Result
	Failed string `json:",omitempty"`
}

// cost returns the cost of a trial.
func (out *Outcome) cost(a *tried) float64 {
	if a.Failed != "" {
		return lastCost
	}
	return out.Row.CostOf(a.Result)
}

// try runs sets with seeds, and returns the trials, set by set, and how many the journal did not have.
func (out *Outcome) try(ctx context.Context, kept *journal.Journal, o Options, sets []set, seeds []uint64) ([]tried, int, error) {
	f := out.File
	setups := make([]trial.Setup, len(sets))
	var keys []journal.Key
	for i, s := range sets {
		values := maps.Clone(f.Fixed)
		if values == nil {
			values = map[string]float64{}
		}
		for k, p := range f.Parameters {
			values[p.Name] = s.values[k]
		}
		setups[i] = trial.Setup{Profile: f.Profile, Values: values, Seconds: f.Seconds, File: f.Motion}
		settings := fmt.Sprintf("tune %s, %s, %g s, motion %q, %v", f.Measure, f.Profile, f.Seconds, journal.File(f.Motion), values)
		keys = append(keys, journal.Keys(s.name, settings, seeds)...)
	}
	var fresh atomic.Int64
	all, err := journal.Run(ctx, kept, keys, journal.Options{Workers: o.Workers}, func(_ context.Context, i int) (tried, error) {
		fresh.Add(1)
		setup := setups[i/len(seeds)]
		setup.Seed = keys[i].Seed
		result, err := out.Row.Run(setup)
		if err != nil {
			result.Values = make([]float64, len(out.Row.Figures))
			for k := range result.Values {
				result.Values[k] = math.NaN()
			}
			return tried{result, err.Error()}, nil
		}
		return tried{Result: result}, nil
	}, nil)
	return all, int(fresh.Load()), err
}

// report writes a generation's line; done is how many have been made since began.
func (out *Outcome) report(o Options, began time.Time, done int) {
	if o.Progress == nil {
		return
	}
	n := len(out.Generations)
	g := &out.Generations[n-1]
	best, mean := math.Inf(1), 0.0
	for _, c := range g.Candidates {
		best, mean = min(best, c.Cost), mean+c.Cost/float64(len(g.Candidates))
	}
	left := ""
	if o.Now != nil {
		each := o.now().Sub(began) / time.Duration(done)
		left = fmt.Sprintf(", %v left", (each * time.Duration(out.File.Generations-n)).Round(time.Second))
	}
	_, _ = fmt.Fprintf(o.Progress, "generation %d of %d: cost %.4g at best, %.4g in the mean, spread %.3f%s\n",
		n, out.File.Generations, best, mean, g.Sigma, left)
}

// confirm compares start, best candidate and last mean on fresh seeds.
func (out *Outcome) confirm(ctx context.Context, kept *journal.Journal, o Options) error {
	best := Candidate{Cost: math.Inf(1)}
	for _, g := range out.Generations {
		for _, c := range g.Candidates {
			if c.Cost < best.Cost {
				best = c
			}
		}
	}
	out.BestValues = best.Values
	sets := []set{{"start", out.Start}, {"mean", out.Generations[len(out.Generations)-1].Mean}, {"best", best.Values}}
	n := 2 * out.File.Seeds // that the search has not seen
	all, _, err := out.try(ctx, kept, o, sets, seeds.Range(firstFresh, n))
	if err != nil {
		return err
	}
	measured, costs := []*trial.Measured{&out.Before, &out.Mean, &out.Best}, []*float64{&out.BeforeCost, &out.MeanCost, &out.BestCost}
	for i := range sets {
		*measured[i] = trial.Measured{Row: out.Row, Profile: out.File.Profile}
		for k := range all[i*n : (i+1)*n] {
			a := &all[i*n+k]
			measured[i].Results = append(measured[i].Results, a.Result)
			*costs[i] += out.cost(a) / float64(n)
		}
		if i == 0 || *costs[i] < out.Cost {
			out.Found, out.Taken, out.Cost = sets[i].values, measured[i], *costs[i]
		}
	}
	out.Better = out.Cost < out.BeforeCost
	return nil
}

// BestAfter returns the lowest cost of the first generations.
func (out *Outcome) BestAfter(generations int) float64 {
	best := math.Inf(1)
	for _, g := range out.Generations[:generations] {
		for _, c := range g.Candidates {
			best = min(best, c.Cost)
		}
	}
	return best
}

// toUnit maps the parameters to a box from 0 to 1.
func (f *File) toUnit(values []float64) []float64 {
	u := make([]float64, len(values))
	for i, p := range f.Parameters {
		u[i] = (values[i] - p.Min) / (p.Max - p.Min)
	}
	return u
}

// fromUnit maps a point back; one outside the box is folded into it, so that the cost is continuous at the border.
func (f *File) fromUnit(u []float64) []float64 {
	values := make([]float64, len(u))
	for i, p := range f.Parameters {
		values[i] = p.Min + folded(u[i])*(p.Max-p.Min)
	}
	return values
}
