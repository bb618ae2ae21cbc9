package motionlab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/internal/journal"
	"gonao/lab/trial"
	"gonao/sim"
)

// bench measures rows and writes their table.
func (p program) bench(ctx context.Context, o *lab.Bench) error {
	all, err := chosen(o)
	if err != nil {
		return err
	}
	var values map[string]float64
	if o.Values != "" {
		if values, err = readValues(o.Values); err != nil {
			return err
		}
	}
	var body *sim.Figures
	if o.Body != "" {
		if body, err = sim.LoadFigures(o.Body); err != nil {
			return fmt.Errorf("--body: %w", err)
		}
	}
	if err := cli.CheckOutputs(o.Output); err != nil {
		return err
	}
	settings := fmt.Sprintf("bench, %g s, values %q, body %q", o.Seconds, journal.File(o.Values), journal.File(o.Body))
	var keys []journal.Key
	for _, seed := range o.Seeds { // seed by seed, so that all rows have results early
		for i := range all {
			keys = append(keys, journal.Key{Name: all[i].Row.Name + ", " + string(all[i].Profile), Seed: seed, Settings: settings})
		}
	}
	results, err := journal.RunIn(ctx, o.Journal, keys, p.runs(o.Workers), func(_ context.Context, i int) (trial.Result, error) {
		m := &all[i%len(all)]
		return m.Row.Run(trial.Setup{Profile: m.Profile, Seed: keys[i].Seed, Values: values, Body: body, Seconds: o.Seconds})
	}, nil)
	// A row that cannot be measured has a line in the table; an interrupted row has none.
	var missing *journal.Missing
	if err != nil && (!errors.As(err, &missing) || missing.Interrupted) {
		return err
	}
	for i, r := range results {
		m := &all[i%len(all)]
		if missing != nil && m.Missing == nil {
			m.Missing = missing.Errs[i]
		}
		m.Results = append(m.Results, r)
	}
	return errors.Join(p.write(o.Output, func(w io.Writer) error { return trial.WriteTable(w, all) }), err)
}

// chosen returns the rows and profiles that the flags select.
func chosen(o *lab.Bench) ([]trial.Measured, error) {
	if !(o.Seconds >= 0 && o.Seconds <= 3600) {
		return nil, fmt.Errorf("--seconds %g: expected 0 to 3600", o.Seconds)
	}
	for _, profile := range o.Profiles {
		if err := sim.Profile(profile).Validate(); err != nil {
			return nil, fmt.Errorf("--profile: %w", err)
		}
	}
	rows := trial.Rows()
	for _, name := range o.Rows {
		if !slices.ContainsFunc(rows, func(r trial.Row) bool { return strings.HasPrefix(r.Name, name) }) {
			_, err := trial.Find(name)
			return nil, fmt.Errorf("--rows: %w", err)
		}
	}
	var all []trial.Measured
	for i := range rows {
		begins := func(name string) bool { return strings.HasPrefix(rows[i].Name, name) }
		if len(o.Rows) > 0 && !slices.ContainsFunc(o.Rows, begins) {
			continue
		}
		profiles := rows[i].Profiles
		if profiles == nil {
			profiles = []sim.Profile{sim.Ideal, sim.Real}
		}
		if len(o.Profiles) > 0 {
			profiles = nil
			for _, name := range o.Profiles {
				profiles = append(profiles, sim.Profile(name))
			}
		}
		for _, profile := range profiles {
			all = append(all, trial.Measured{Row: &rows[i], Profile: profile})
		}
	}
	return all, nil
}
