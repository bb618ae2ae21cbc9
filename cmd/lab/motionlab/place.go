package motionlab

import (
	"context"
	"fmt"
	"io"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/internal/journal"
	"gonao/internal/seeds"
	"gonao/lab/place"
	"gonao/robot/localization"
)

// place measures the rows of localization and the world model, and writes their table.
func (p program) place(ctx context.Context, o *lab.Place) error {
	all, err := chosenPlaces(o)
	if err != nil {
		return err
	}
	if err := cli.CheckOutputs(o.Output); err != nil {
		return err
	}
	if err := p.placeRuns(ctx, all, o.Journal, o.Workers); err != nil {
		return err
	}
	return p.write(o.Output, func(w io.Writer) error { return place.WriteTable(w, all) })
}

// chosenPlaces returns the rows that the flags select.
func chosenPlaces(o *lab.Place) ([]place.Measured, error) {
	if o.Duration < 0 {
		return nil, fmt.Errorf("--duration %v: expected none or a positive one", o.Duration)
	}
	rows, err := place.Find(o.Rows)
	if err != nil {
		return nil, fmt.Errorf("--rows: %w", err)
	}
	var all []place.Measured
	for i := range rows {
		m := place.Measured{Row: &rows[i], Lasts: rows[i].Lasts, Seeds: o.Seeds}
		if o.Duration > 0 {
			m.Lasts = o.Duration
		}
		if m.Seeds == nil {
			m.Seeds = seeds.Range(1001, rows[i].Runs)
		}
		m.Samples = make([]place.Sample, len(m.Seeds))
		all = append(all, m)
	}
	return all, nil
}

// placeRuns fills the samples seed by seed, so that all rows have results early.
func (p program) placeRuns(ctx context.Context, all []place.Measured, file string, workers int) error {
	var samples []*place.Sample // sample of each key
	var rows []*place.Measured
	var keys []journal.Key
	most := 0
	for i := range all {
		most = max(most, len(all[i].Samples))
	}
	for n := range most {
		for i := range all {
			if m := &all[i]; n < len(m.Samples) {
				samples, rows = append(samples, &m.Samples[n]), append(rows, m)
				keys = append(keys, journal.Key{Name: m.Row.Name, Seed: m.Seeds[n], Settings: "localization, " + m.Lasts.String()})
			}
		}
	}
	_, err := journal.RunIn(ctx, file, keys, p.runs(workers), func(_ context.Context, i int) (place.Sample, error) {
		return rows[i].Row.Run(place.Setup{Seed: keys[i].Seed, Lasts: rows[i].Lasts, Localization: localization.DefaultConfig()})
	}, func(i int, v place.Sample) { *samples[i] = v })
	return err
}
