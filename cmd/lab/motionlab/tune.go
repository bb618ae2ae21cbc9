package motionlab

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/lab/trial"
	"gonao/lab/tune"
)

// tune searches for better numbers.
func (p program) tune(ctx context.Context, o *lab.Tune) error {
	f, err := tune.Read(o.File)
	if err != nil {
		return err
	}
	row, err := trial.Find(f.Measure)
	if err != nil {
		return fmt.Errorf("%s: measure: %w", o.File, err)
	}
	base := strings.TrimSuffix(o.File, filepath.Ext(o.File))
	output, dir := base+".found.yaml", base+".report"
	if o.Output != "" {
		output = o.Output
	}
	if o.Dir != "" {
		dir = o.Dir
	}
	if err := cli.CheckOutputs(output); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	options := tune.Options{Workers: o.Workers, Journal: filepath.Join(dir, "trials.jsonl"), Progress: p.Errs, Now: time.Now}
	if o.Anew {
		if err := os.RemoveAll(options.Journal); err != nil {
			return fmt.Errorf("tune: %w", err)
		}
	}
	found, err := tune.Run(ctx, f, row, options)
	if err != nil {
		return err
	}
	if err := found.WriteReport(dir); err != nil {
		return err
	}
	if err := cli.CreateFile(output, found.WriteValues); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Out, "%s: cost %.4g, was %.4g, on fresh seeds; report in %s\n", output, found.Cost, found.BeforeCost, filepath.Join(dir, "report.md"))
	return err
}
