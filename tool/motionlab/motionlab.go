// Package motionlab is the program motion_lab. It links the simulator and runs motions in
// it: it tunes their numbers, adapts them to the robot's limits, films them and measures
// them.
package motionlab

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/lab/trial"
	"gonao/lab/tune"
	"gonao/motion/tunable"
	"gonao/tool/cli"
	"gonao/tool/lab"
)

// program does the work of the commands.
type program struct{ cli.Terminal }

// New returns the command motion_lab with all below it.
func New(t cli.Terminal) *cobra.Command {
	root := &cobra.Command{
		Use: lab.Program, Short: "try motions in the simulator",
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetOut(t.Out)
	root.SetErr(t.Errs)
	p := program{t}
	root.AddCommand(lab.NewTune(p.run), lab.NewAdapt(p.run), lab.NewFilm(p.run), lab.NewPlot(p.run), lab.NewBench(p.run), lab.NewRows(p.run))
	return root
}

// run runs a command. It is a lab.Runner.
func (p program) run(ctx context.Context, _ []string, options any) error {
	switch o := options.(type) {
	case *lab.Tune:
		return p.tune(ctx, o)
	case *lab.Adapt:
		return p.adapt(ctx, o)
	case *lab.Plot:
		return p.plot(ctx, o)
	case *lab.Film:
		return p.film(ctx, o)
	case *lab.Bench:
		return p.bench(ctx, o)
	case *lab.Rows:
		return p.rows(o)
	}
	return fmt.Errorf("%T: no such command", options)
}

// rows prints the rows, or the numbers of one row.
func (p program) rows(o *lab.Rows) error {
	if o.Name == "" {
		for _, row := range trial.Rows() {
			if _, err := fmt.Fprintf(p.Out, "%-18s %s\n", row.Name, row.Title); err != nil {
				return err
			}
		}
		return nil
	}
	row, err := trial.Find(o.Name)
	if err != nil {
		return err
	}
	var fields []tunable.Field
	if row.Fields != nil {
		if fields, err = row.Fields(""); err != nil {
			return err
		}
	}
	for _, f := range fields {
		if _, err := fmt.Fprintf(p.Out, "%-30s %10.5g  %g to %g %s: %s\n", f.Name, *f.Value, f.Min, f.Max, f.Unit, f.Doc); err != nil {
			return err
		}
	}
	return nil
}

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
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	state := filepath.Join(dir, "state.json")
	if o.Anew {
		if err := os.RemoveAll(state); err != nil {
			return fmt.Errorf("tune: %w", err)
		}
	}
	found, err := tune.Run(ctx, f, row, tune.Options{Workers: o.Workers, State: state, Progress: p.Errs, Now: time.Now})
	if err != nil {
		return err
	}
	if err := found.WriteReport(dir); err != nil {
		return err
	}
	if err := p.write(output, found.WriteValues); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Out, "%s: cost %.4g, was %.4g, on fresh seeds; report in %s\n", output, min(found.BeforeCost, found.MeanCost, found.BestCost), found.BeforeCost, filepath.Join(dir, "report.md"))
	return err
}

// write creates a file and writes it with f.
func (p program) write(file string, f func(io.Writer) error) (err error) {
	out, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	defer func() {
		if closeErr := out.Close(); err == nil {
			err = closeErr
		}
	}()
	return f(out)
}
