package motionlab

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/internal/journal"
	"gonao/lab/onfield"
	"gonao/sim"
)

// trial tries a machine on one robot a seed.
func (p program) trial(ctx context.Context, o *lab.Trial) error {
	cfg := onfield.MachineConfig{Machine: o.Machine, World: o.World, Profile: sim.Profile(o.Profile), Limit: o.Limit, Field: o.Field, Table: o.Table}
	if err := cfg.Profile.Validate(); err != nil {
		return cli.Usagef("--profile: %w", err)
	}
	if err := cli.CheckOutputs(o.CSV, o.Plot); err != nil {
		return err
	}
	settings := fmt.Sprintf("trial, %s, world %s, profile %s, at most %v, field %v, table %s",
		journal.File(o.Machine), worldFiles(o.World), o.Profile, o.Limit, o.Field, journal.File(o.Table))
	keys := journal.Keys(filepath.Base(o.Machine), settings, o.Seeds)
	runs, err := journal.RunIn(ctx, o.Journal, keys, p.runs(1), func(ctx context.Context, i int) (*onfield.MachineRun, error) {
		return onfield.TryMachine(ctx, cfg, keys[i].Seed)
	}, func(_ int, one *onfield.MachineRun) {
		fmt.Fprintf(p.Out, "seed %d: %s after %.1f s, %s, %s, %.2f m\n", one.Seed, one.Outcome, one.Seconds,
			cli.Count(one.Transitions, "transition"), cli.Count(one.Falls, "fall"), one.WalkedM)
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(p.Out, onfield.MachineSummary(runs))
	if err := cli.CreateFile(o.CSV, func(w io.Writer) error { return onfield.WriteMachineCSV(w, runs) }); err != nil {
		return err
	}
	wrote := o.CSV
	if o.Plot != "" {
		title := fmt.Sprintf("%s, profile %s", filepath.Base(o.Machine), o.Profile)
		if err := os.WriteFile(o.Plot, []byte(onfield.PlotMachine(title, runs)), 0o666); err != nil {
			return err
		}
		wrote += " and " + o.Plot
	}
	fmt.Fprintf(p.Out, "wrote %s\n", wrote)
	return nil
}
