package experiment

import (
	"context"
	"strings"

	"gonao/lab/trial"
	"gonao/lab/tune"
)

// tuneKind searches for better numbers of a motion, so that methods of the search and their settings can be compared.
var tuneKind = Kind{Name: "tune", Doc: "a search for better numbers of a motion, as gonao motion tune; the seed is that of the search", Here: []string{"file"}, New: newTune}

func newTune(v *Values) (*Trial, error) {
	path := v.Text("file", "", "the tune file")
	file := &tune.File{Method: tune.Methods[0], Measure: "forward", Population: 10, Generations: 30} // for the description of the kind
	if path != "" {
		var err error
		if file, err = tune.Read(path); err != nil {
			return nil, err
		}
	} else {
		v.fail("file", "missing; expected a tune file, such as ./walk.tune.yaml")
	}
	file.Method = v.Word("method", file.Method, "of the search, in place of the file's", tune.Methods...)
	file.Population = v.Whole("population", file.Population, tune.LeastPopulation, 1000, "candidates of a generation, in place of the file's")
	file.Generations = v.Whole("generations", file.Generations, 1, 10_000, "in place of the file's")
	row, err := trial.Find(file.Measure)
	if err != nil {
		return nil, err
	}
	t := &Trial{Measures: []Measure{
		{"start_cost", "", "cost of the numbers that the search begins with, on seeds that it does not use"},
		{"cost", "", "cost of the numbers that it takes, on the same seeds"},
		{"quarter_cost", "", "lowest cost of a candidate after a quarter of the trials"},
		{"half_cost", "", "after half of them"},
		{"best_cost", "", "after all"},
		{"spread", "", "of the last generation, as a share of the ranges"},
	}}
	for i := range row.Figures {
		f := &row.Figures[i]
		t.Measures = append(t.Measures, Measure{"taken_" + identifier(f), f.Unit, "of the numbers that it takes: " + strings.TrimSpace(f.Part+" "+f.Name)})
	}
	t.Run = func(ctx context.Context, seed uint64) (map[string]float64, error) {
		one := *file
		one.Seed = seed
		out, err := tune.Run(ctx, &one, row, tune.Options{Workers: 1})
		if err != nil {
			return nil, err
		}
		n := len(out.Generations)
		values := map[string]float64{
			"start_cost": out.BeforeCost, "cost": out.Cost, "quarter_cost": out.BestAfter((n + 3) / 4), "half_cost": out.BestAfter((n + 1) / 2),
			"best_cost": out.BestAfter(n), "spread": out.Generations[n-1].Sigma,
		}
		for i := range row.Figures {
			values["taken_"+identifier(&row.Figures[i])] = out.Taken.Sum(i).Value
		}
		return values, nil
	}
	return t, nil
}
