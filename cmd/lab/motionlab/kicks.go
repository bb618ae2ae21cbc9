package motionlab

import (
	"context"
	"fmt"
	"io"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/internal/journal"
	"gonao/lab/trial"
	"gonao/sim"
)

// kicks fits the table of kicks.
func (p program) kicks(ctx context.Context, o *lab.Kicks) error {
	switch err := sim.Profile(o.Profile).Validate(); {
	case err != nil:
		return fmt.Errorf("--profile: %w", err)
	case o.Seeds < 1 || o.Seeds > 1000:
		return fmt.Errorf("--seeds %d: expected 1 to 1000", o.Seeds)
	case o.FirstSeed < 1 || o.FirstSeed > 1_000_000:
		return fmt.Errorf("--first-seed %d: expected 1 to 1000000", o.FirstSeed)
	}
	seeds := make([]uint64, o.Seeds)
	for i := range seeds {
		seeds[i] = uint64(o.FirstSeed + i)
	}
	if err := cli.CheckOutputs(o.Output); err != nil {
		return err
	}
	runs, err := journal.Open(o.Journal)
	if err != nil {
		return err
	}
	defer runs.Close()
	table, err := trial.FitKicks(ctx, runs, sim.Profile(o.Profile), seeds, p.runs(o.Workers))
	if err != nil {
		return err
	}
	commit := o.Commit
	if commit == "" {
		commit = "not named"
	}
	remarks := []string{
		"What kicks did in the simulator: written by the command below. Do not edit.",
		fmt.Sprintf("gonao motion kicks --profile %s --first-seed %d --seeds %d", o.Profile, o.FirstSeed, o.Seeds),
		fmt.Sprintf("profile %s, seeds %d to %d, commit %s", o.Profile, o.FirstSeed, o.FirstSeed+o.Seeds-1, commit),
	}
	write := func(w io.Writer) error { return table.Write(w, remarks) }
	if o.Output != "" {
		return cli.CreateFile(o.Output, write)
	}
	return write(p.Out)
}
