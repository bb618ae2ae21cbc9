package tune

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"time"

	"gonao/lab/trial"
	"gonao/motion/tunable"
)

// Options are how a search is run, which does not change what it finds.
type Options struct {
	Workers  int       // trials at a time; 0: one a processor
	State    string    // the file that is written after every generation, and taken up; "": none
	Progress io.Writer // a line a generation; nil: none
	Now      func() time.Time
}

// Candidate is one set of numbers and what it cost.
type Candidate struct {
	Values []float64 // as the parameters
	Cost   float64   // mean over the seeds
	Failed int       // seeds in which the trial could not be run at all
}

// Generation is what one generation gave.
type Generation struct {
	Candidates []Candidate
	Mean       []float64 // of the search after it, as the parameters
	Sigma      float64   // of the search after it, as a share of the ranges
}

// Outcome is what a search found.
type Outcome struct {
	File        *File
	Row         *trial.Row
	Start       []float64 // the parameters at the beginning
	Generations []Generation
	Resumed     int // generations that came from the state file

	// On seeds that the search has not seen, twice as many:
	Before, Mean, Best trial.Measured
	BeforeCost         float64
	MeanCost, BestCost float64
	BestValues         []float64
	Found              []float64 // the better one of mean and best, or the start when neither is better
	Better             bool
}

// lastCost is what a trial costs that could not be run: more than any that could.
const lastCost = 1e6

// firstFresh is the first seed that no search uses.
const firstFresh = 100_000

// Run runs the search. The row is the measure that the file names.
func Run(ctx context.Context, f *File, row *trial.Row, o Options) (*Outcome, error) {
	out := &Outcome{File: f, Row: row}
	if err := out.begin(); err != nil {
		return nil, err
	}
	state, err := openState(o.State, f)
	if err != nil {
		return nil, err
	}
	out.Resumed = len(state.Costs)
	search, err := newSearch(f.Method, f.toUnit(out.Start), f.Sigma, f.Population, f.Seed)
	if err != nil {
		return nil, err
	}
	defer search.Close()
	began := o.now()
	for g := range f.Generations {
		points := search.Ask()
		gen := Generation{Candidates: make([]Candidate, len(points))}
		for i, u := range points {
			gen.Candidates[i].Values = f.fromUnit(u)
		}
		if g < out.Resumed {
			state.restore(g, gen.Candidates)
		} else if err := out.judge(ctx, o, g, gen.Candidates); err != nil {
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
		if g >= out.Resumed {
			if err := state.add(gen.Candidates); err != nil {
				return nil, err
			}
			out.report(o, began)
		} else if g == out.Resumed-1 && o.Progress != nil {
			_, _ = fmt.Fprintf(o.Progress, "taken up after generation %d of %s\n", out.Resumed, o.State)
		}
	}
	return out, out.confirm(ctx, o)
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

// judge runs all candidates with all seeds.
func (out *Outcome) judge(ctx context.Context, o Options, g int, candidates []Candidate) error {
	f := out.File
	type answer struct {
		cost float64
		err  error
	}
	answers, err := trial.Each(ctx, len(candidates)*f.Seeds, o.Workers, func(i int) (answer, error) {
		res, err := out.try(candidates[i/f.Seeds].Values, uint64(i%f.Seeds)+1)
		if err != nil {
			return answer{lastCost, err}, nil // a candidate may ask for what cannot be
		}
		return answer{cost: out.Row.CostOf(res)}, nil
	}, nil)
	if err != nil {
		return err
	}
	bad := 0
	var first error
	for i, a := range answers {
		c := &candidates[i/f.Seeds]
		if c.Cost += a.cost / float64(f.Seeds); math.IsNaN(c.Cost) {
			c.Cost = lastCost
		}
		if a.err != nil {
			c.Failed++
			bad++
			if first == nil {
				first = a.err
			}
		}
	}
	if bad == len(answers) {
		return fmt.Errorf("%s: no candidate of generation %d could be tried: %w", f.Path, g+1, first)
	}
	return nil
}

// try runs one trial.
func (out *Outcome) try(values []float64, seed uint64) (trial.Result, error) {
	f := out.File
	set := maps.Clone(f.Fixed)
	if set == nil {
		set = map[string]float64{}
	}
	for i, p := range f.Parameters {
		set[p.Name] = values[i]
	}
	return out.Row.Run(trial.Setup{Profile: f.Profile, Seed: seed, Values: set, Seconds: f.Seconds, File: f.Motion})
}

// report writes a generation's line.
func (out *Outcome) report(o Options, began time.Time) {
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
	if done := n - out.Resumed; o.Now != nil && done > 0 {
		each := o.now().Sub(began) / time.Duration(done)
		left = fmt.Sprintf(", %v left", (each * time.Duration(out.File.Generations-n)).Round(time.Second))
	}
	_, _ = fmt.Fprintf(o.Progress, "generation %d of %d: cost %.4g at best, %.4g in the mean, spread %.3f%s\n",
		n, out.File.Generations, best, mean, g.Sigma, left)
}

// confirm compares start, best candidate and last mean on fresh seeds.
func (out *Outcome) confirm(ctx context.Context, o Options) error {
	best := Candidate{Cost: math.Inf(1)}
	for _, g := range out.Generations {
		for _, c := range g.Candidates {
			if c.Cost < best.Cost {
				best = c
			}
		}
	}
	out.BestValues = best.Values
	out.Found = out.Start
	found := math.Inf(1)
	for _, row := range []struct {
		values []float64
		at     *trial.Measured
		cost   *float64
	}{
		{out.Start, &out.Before, &out.BeforeCost},
		{out.Generations[len(out.Generations)-1].Mean, &out.Mean, &out.MeanCost},
		{best.Values, &out.Best, &out.BestCost},
	} {
		var err error
		*row.at, *row.cost, err = out.measure(ctx, o, row.values)
		if err != nil {
			return err
		}
		if *row.cost < found {
			found, out.Found = *row.cost, row.values
		}
	}
	out.Better = found < out.BeforeCost
	return nil
}

// measure tries values on seeds the search has not seen.
func (out *Outcome) measure(ctx context.Context, o Options, values []float64) (trial.Measured, float64, error) {
	n := 2 * out.File.Seeds
	m := trial.Measured{Row: out.Row, Profile: out.File.Profile}
	type answer struct {
		res  trial.Result
		cost float64
	}
	answers, err := trial.Each(ctx, n, o.Workers, func(i int) (answer, error) {
		res, err := out.try(values, firstFresh+uint64(i))
		if err != nil {
			res = trial.Result{Values: make([]float64, len(out.Row.Figures))}
			for k := range res.Values {
				res.Values[k] = math.NaN()
			}
			return answer{res, lastCost}, nil
		}
		return answer{res, out.Row.CostOf(res)}, nil
	}, nil)
	cost := 0.0
	for _, a := range answers {
		m.Results = append(m.Results, a.res)
		cost += a.cost / float64(n)
	}
	return m, cost, err
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
		fold := math.Abs(math.Remainder(u[i], 2))
		values[i] = p.Min + fold*(p.Max-p.Min)
	}
	return values
}
