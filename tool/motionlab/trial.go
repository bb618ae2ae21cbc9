package motionlab

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"gonao/lab/machine"
	"gonao/sim"
	"gonao/tool/cli"
	"gonao/tool/lab"
)

// trial tries a machine on one robot a seed. What was measured until an error or Ctrl-C is written.
func (p program) trial(ctx context.Context, o *lab.Trial) error {
	cfg := machine.Config{Machine: o.Machine, World: o.World, Profile: sim.Profile(o.Profile), Limit: o.Limit, Field: o.Field, Table: o.Table}
	if err := cfg.Profile.Validate(); err != nil {
		return cli.Usagef("--profile: %w", err)
	}
	var runs []*machine.Run
	var failed error
	for seed := range uint64(o.Seeds) {
		one, err := machine.Try(ctx, cfg, uint64(o.First)+seed)
		if err != nil {
			failed = err
			break
		}
		runs = append(runs, one)
		fmt.Fprintf(p.Out, "seed %d: %s after %.1f s, %s, %s, %.2f m\n", one.Seed, one.Outcome, one.Seconds,
			cli.Count(one.Transitions, "transition"), cli.Count(one.Falls, "fall"), one.WalkedM)
	}
	if len(runs) == 0 {
		return failed
	}
	fmt.Fprintln(p.Out, machine.Summary(runs))
	if err := cli.CreateFile(o.CSV, func(w io.Writer) error { return machine.WriteCSV(w, runs) }); err != nil {
		return err
	}
	wrote := o.CSV
	if o.Plot != "" {
		title := fmt.Sprintf("%s, profile %s", filepath.Base(o.Machine), o.Profile)
		if err := cli.CreateFile(o.Plot, func(w io.Writer) error {
			_, err := io.WriteString(w, machine.Plot(title, runs))
			return err
		}); err != nil {
			return err
		}
		wrote += " and " + o.Plot
	}
	fmt.Fprintf(p.Out, "wrote %s\n", wrote)
	return failed
}
