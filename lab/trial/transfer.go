package trial

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonao/internal/journal"
	"gonao/sim"
)

// Transfer is one of the paper's behaviours on its way from the simulation to the robot.
type Transfer struct {
	Row *Row
	// The behaviour as in the paper's simulator, in the profiles ideal and real, and adapted, in the profile real.
	Ideal, Before, After Measured
}

// DocumentRows returns the rows that measure the paper's behaviours.
func DocumentRows() []*Row {
	var all []*Row
	rows := Rows()
	for i := range rows {
		if slices.Contains(rows[i].Profiles, sim.Paper) {
			all = append(all, &rows[i])
		}
	}
	return all
}

// MeasureTransfer measures behaviours before and after they were adapted, with each seed. file is that of the journal.
func MeasureTransfer(ctx context.Context, file string, rows []*Row, setup Setup, seeds []uint64, o journal.Options) ([]Transfer, error) {
	cases := []Setup{{Profile: sim.Ideal, Simulated: true}, {Profile: sim.Real, Simulated: true}, {Profile: sim.Real}}
	names := []string{"simulated, ideal", "simulated, real", "adapted, real"}
	var keys []journal.Key
	for _, row := range rows {
		for _, name := range names {
			keys = append(keys, journal.Keys(row.Name+", "+name, fmt.Sprintf("transfer, %g s", setup.Seconds), seeds)...)
		}
	}
	results, err := journal.RunIn(ctx, file, keys, o, func(_ context.Context, i int) (Result, error) {
		one, at := setup, cases[i/len(seeds)%len(cases)]
		one.Profile, one.Simulated, one.Seed = at.Profile, at.Simulated, keys[i].Seed
		return rows[i/len(seeds)/len(cases)].Run(one)
	}, nil)
	if err != nil {
		return nil, err
	}
	all := make([]Transfer, len(rows))
	for i, row := range rows {
		t := &all[i]
		t.Row = row
		for k, m := range []*Measured{&t.Ideal, &t.Before, &t.After} {
			from := (i*len(cases) + k) * len(seeds)
			*m = Measured{Row: row, Profile: cases[k].Profile, Results: results[from : from+len(seeds)]}
		}
	}
	return all, nil
}

// WriteTransfer writes the table: what each behaviour is about, and on how many robots it stays upright.
func WriteTransfer(w io.Writer, all []Transfer) error {
	var b strings.Builder
	b.WriteString("| | the paper, simulated / robot | before: `ideal` | before: `real` | after: `real` |\n|-|-|-|-|-|\n")
	for i := range all {
		t := &all[i]
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", t.Row.Title, t.Row.Paper, outcome(&t.Ideal), outcome(&t.Before), outcome(&t.After))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// outcome writes the first figure, and the last share, which is that of robots that did not fall.
func outcome(m *Measured) string {
	upright, ok := 0.0, false
	for i, f := range m.Row.Figures {
		if f.Over != Share {
			continue
		}
		sum := 0.0
		for _, r := range m.Results {
			if !math.IsNaN(r.Values[i]) {
				sum += r.Values[i]
			}
		}
		upright, ok = sum, true
	}
	text := m.Text(0)
	if ok {
		text += fmt.Sprintf("; %.0f of %d stand", upright, len(m.Results))
	}
	return text
}
