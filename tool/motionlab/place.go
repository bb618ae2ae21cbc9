package motionlab

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"gonao/lab/place"
	"gonao/lab/trial"
	"gonao/tool/cli"
	"gonao/tool/lab"
)

// placeRun is one run of a row.
type placeRun struct {
	row  int
	seed uint64
}

// place measures the rows of localization and the world model, and writes their table.
func (p program) place(ctx context.Context, o *lab.Place) error {
	all, err := chosenPlaces(o)
	if err != nil {
		return err
	}
	var store *place.Store
	if o.Keep != "" {
		if store, err = place.OpenStore(o.Keep); err != nil {
			return fmt.Errorf("--keep: %w", err)
		}
		defer store.Close() //nolint:errcheck // each line was written with its own error
	}
	if err := p.placeRuns(ctx, all, store, o.Workers); err != nil {
		return err
	}
	var times []place.Timed
	if o.Times {
		if times, err = measureTimes(); err != nil {
			return err
		}
	}
	write := func(w io.Writer) error {
		if err := place.WriteTable(w, all); err != nil {
			return err
		}
		return place.WriteTimes(w, times)
	}
	if o.Output != "" {
		if err := cli.CreateFile(o.Output, write); err != nil {
			return err
		}
	}
	return write(p.Out)
}

// chosenPlaces returns the rows that the flags select.
func chosenPlaces(o *lab.Place) ([]place.Measured, error) {
	switch {
	case o.Seeds < 0 || o.Seeds > 10000:
		return nil, fmt.Errorf("--seeds %d: expected 0 to 10000", o.Seeds)
	case o.First < 1 || o.First > 1_000_000:
		return nil, fmt.Errorf("--first-seed %d: expected 1 to 1000000", o.First)
	case o.Duration < 0:
		return nil, fmt.Errorf("--duration %v: expected none or a positive one", o.Duration)
	}
	if slices.Equal(o.Rows, []string{"none"}) {
		return nil, nil
	}
	rows, err := place.Find(o.Rows)
	if err != nil {
		return nil, fmt.Errorf("--rows: %w", err)
	}
	var all []place.Measured
	for i := range rows {
		m := place.Measured{Row: &rows[i], First: uint64(o.First), Lasts: rows[i].Lasts, Samples: make([]place.Sample, rows[i].Runs)}
		if o.Duration > 0 {
			m.Lasts = o.Duration
		}
		if o.Seeds > 0 {
			m.Samples = make([]place.Sample, o.Seeds)
		}
		all = append(all, m)
	}
	return all, nil
}

// placeRuns fills the samples, from the store where it has them. Seed by seed, so that all rows have results early.
func (p program) placeRuns(ctx context.Context, all []place.Measured, store *place.Store, workers int) error {
	var jobs []placeRun
	most := 0
	for i := range all {
		most = max(most, len(all[i].Samples))
	}
	for n := range most {
		for i := range all {
			m := &all[i]
			if n >= len(m.Samples) {
				continue
			}
			seed := m.First + uint64(n)
			if store != nil {
				if v, ok := store.Get(m.Row.Name, seed, m.Lasts); ok {
					m.Samples[n] = v
					continue
				}
			}
			jobs = append(jobs, placeRun{i, seed})
		}
	}
	began, done := time.Now(), 0
	var unkept error
	_, err := trial.Each(ctx, len(jobs), workers, func(i int) (place.Sample, error) {
		m := &all[jobs[i].row]
		return m.Row.Run(jobs[i].seed, m.Lasts)
	}, func(i int, v place.Sample) {
		m := &all[jobs[i].row]
		m.Samples[jobs[i].seed-m.First] = v
		if store != nil && unkept == nil {
			unkept = store.Put(m.Row.Name, jobs[i].seed, m.Lasts, v)
		}
		done++
		left := time.Since(began) / time.Duration(done) * time.Duration(len(jobs)-done)
		_, _ = fmt.Fprintf(p.Errs, "%d of %d: %s, seed %d; %v left\n", done, len(jobs), m.Row.Name, jobs[i].seed, left.Round(time.Second))
	})
	if err != nil {
		return err
	}
	return unkept
}

// measureTimes runs each load for a while and counts its allocations.
func measureTimes() ([]place.Timed, error) {
	loads, err := place.Loads()
	if err != nil {
		return nil, err
	}
	var all []place.Timed
	for _, l := range loads {
		rounds := cmp.Or(l.Rounds, 20000)
		each := make([]time.Duration, rounds)
		for range rounds / 10 {
			l.Step() // warm
		}
		allocations := place.Allocations(l.Step)
		for i := range each {
			from := time.Now()
			l.Step()
			each[i] = time.Since(from)
		}
		slices.Sort(each)
		all = append(all, place.Timed{Load: l, Median: each[rounds/2], P99: each[rounds*99/100], Allocations: allocations})
	}
	return all, nil
}
