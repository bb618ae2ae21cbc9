package motionlab

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"gonao/lab/trial"
	"gonao/sim"
	"gonao/tool/cli"
	"gonao/tool/lab"
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
	jobs := len(all) * o.Seeds
	began, done := time.Now(), 0
	type answer struct {
		res trial.Result
		err error
	}
	// Seed by seed, so that all rows have results if the run is ended early.
	answers, err := trial.Each(ctx, jobs, o.Workers, func(i int) (answer, error) {
		m := &all[i%len(all)]
		res, err := m.Row.Run(trial.Setup{Profile: m.Profile, Seed: uint64(i/len(all) + o.FirstSeed), Values: values, Body: body, Seconds: o.Seconds})
		return answer{res, err}, nil
	}, func(i int, _ answer) {
		done++
		left := time.Since(began) / time.Duration(done) * time.Duration(jobs-done)
		_, _ = fmt.Fprintf(p.Errs, "%d of %d: %s, %s, seed %d; %v left\n",
			done, jobs, all[i%len(all)].Row.Name, all[i%len(all)].Profile, i/len(all)+o.FirstSeed, left.Round(time.Second))
	})
	if err != nil {
		return err
	}
	for i, a := range answers {
		m := &all[i%len(all)]
		if a.err != nil && m.Missing == nil {
			m.Missing = a.err
		}
		m.Results = append(m.Results, a.res)
	}
	if o.Output != "" {
		if err := cli.CreateFile(o.Output, func(w io.Writer) error { return writeTables(w, all) }); err != nil {
			return err
		}
	}
	return writeTables(p.Out, all)
}

// writeTables writes the figures, and what adapting had changed.
func writeTables(w io.Writer, all []trial.Measured) error {
	if err := trial.WriteTable(w, all); err != nil {
		return err
	}
	return trial.WriteChanges(w, all)
}

// chosen returns the rows and profiles that the flags select.
func chosen(o *lab.Bench) ([]trial.Measured, error) {
	if o.Seeds < 1 || o.Seeds > 10000 {
		return nil, fmt.Errorf("--seeds %d: expected 1 to 10000", o.Seeds)
	}
	if o.FirstSeed < 1 || o.FirstSeed > 1_000_000 {
		return nil, fmt.Errorf("--first-seed %d: expected 1 to 1000000", o.FirstSeed)
	}
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
