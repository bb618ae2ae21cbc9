package motionlab

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/internal/journal"
	"gonao/lab/trial"
	"gonao/lab/tune"
	"gonao/sim"
)

// adapt adapts a behaviour to the robot's limits.
func (p program) adapt(ctx context.Context, o *lab.Adapt) error {
	b, err := tune.OpenBehaviour(o.File, o.Row, o.Lie)
	if err != nil {
		return err
	}
	profile := sim.Profile(o.Profile)
	if err := profile.Validate(); err != nil {
		return fmt.Errorf("--profile: %w", err)
	}
	ext := filepath.Ext(o.File)
	base := strings.TrimSuffix(o.File, ext) + ".adapted"
	output, table := base+ext, base+".md"
	if o.Output != "" {
		output = o.Output
	}
	if o.Table != "" {
		table = o.Table
	}
	if err := cli.CheckOutputs(output, table); err != nil {
		return err
	}
	out, err := tune.Adapt(ctx, b, tune.AdaptOptions{
		Setup:   trial.Setup{Profile: profile, Seconds: o.Seconds},
		Journal: base + ".jsonl", Settings: fmt.Sprintf("%s, row %q, lie %q", journal.File(o.File), o.Row, o.Lie),
		Seeds: o.Seeds, Workers: o.Workers, MaxLoad: o.MaxLoad,
		Progress: func(a tune.Adaptation) {
			_, _ = fmt.Fprintf(p.Errs, "%s: durations × %.3g, amplitudes × %.3g: stable with %d of %d, %.3g %s\n",
				a.Step, a.Duration, a.Amplitude, a.Stable, a.Seeds, a.Value, b.Unit())
		},
	})
	if err != nil {
		return err
	}
	if err := cli.CreateFile(output, func(w io.Writer) error { return b.Write(w, out.Found, out.Comment(b)) }); err != nil {
		return err
	}
	if err := cli.CreateFile(table, func(w io.Writer) error { return out.WriteTable(w, b) }); err != nil {
		return err
	}
	if err := out.WriteTable(p.Out, b); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Out, "\n%s, %s\n", output, table)
	return err
}
