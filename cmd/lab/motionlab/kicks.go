package motionlab

import (
	"context"
	"fmt"
	"io"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/lab/trial"
	"gonao/sim"
)

// kicks fits the table of kicks.
func (p program) kicks(ctx context.Context, o *lab.Kicks) error {
	if err := sim.Profile(o.Profile).Validate(); err != nil {
		return fmt.Errorf("--profile: %w", err)
	}
	if err := cli.CheckOutputs(o.Output); err != nil {
		return err
	}
	table, err := trial.FitKicks(ctx, o.Journal, sim.Profile(o.Profile), o.Seeds, p.runs(o.Workers))
	if err != nil {
		return err
	}
	commit := o.Commit
	if commit == "" {
		commit = "not named"
	}
	remarks := []string{
		"What kicks did in the simulator: written by the command below. Do not edit.",
		fmt.Sprintf("gonao motion kicks --profile %s --seeds %s", o.Profile, &o.Seeds),
		fmt.Sprintf("profile %s, seeds %s, commit %s", o.Profile, &o.Seeds, commit),
	}
	write := func(w io.Writer) error { return table.Write(w, remarks) }
	if o.Output != "" {
		return cli.CreateFile(o.Output, write)
	}
	return write(p.Out)
}
