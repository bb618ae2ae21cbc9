// Package motionlab is the program motion_lab. It links the simulator and runs motions in
// it: it tunes their numbers, adapts them to the robot's limits, films them and measures
// them.
package motionlab

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/internal/journal"
	"gonao/lab/trial"
	"gonao/motion/tunable"
	"gonao/sim/mujoco"
)

// program does the work of the commands.
type program struct{ cli.Terminal }

// New returns the command motion_lab with all below it.
func New(t cli.Terminal) *cobra.Command {
	root := &cobra.Command{
		Use: lab.Program, Short: "try motions in the simulator",
		Version: cli.Version("MuJoCo " + mujoco.Version()), SilenceErrors: true, SilenceUsage: true,
	}
	root.SetOut(t.Out)
	root.SetErr(t.Errs)
	p := program{t}
	root.AddCommand(
		lab.NewExperiment(p.run), lab.NewTrial(lab.Do(p.trial)), lab.NewField(lab.Do(p.field)), lab.NewPlace(lab.Do(p.place)), lab.NewLesson(lab.Do(p.lesson)),
		lab.NewBench(lab.Do(p.bench)), lab.NewRows(lab.Do(p.rows)), lab.NewTune(lab.Do(p.tune)), lab.NewAdapt(lab.Do(p.adapt)), lab.NewKicks(lab.Do(p.kicks)),
		lab.NewFilm(lab.Do(p.film)), lab.NewPlot(lab.Do(p.plot)),
		lab.NewDataset(lab.Do(p.dataset)), lab.NewWindows(lab.Do(p.windows)), lab.NewMeasure(lab.Do(p.measure)), lab.NewSightScore(lab.Do(p.sightScore)),
	)
	return root
}

// run runs experiment or a command below it.
func (p program) run(ctx context.Context, _ []string, options any) error {
	switch o := options.(type) {
	case *lab.Experiment:
		return p.experiment(ctx, o)
	case *lab.ExperimentKinds:
		return p.experimentKinds(o)
	case *lab.Work:
		return p.experimentWork(ctx, o)
	}
	return fmt.Errorf("%T: no such command", options)
}

// runs returns the options of runs, each of which prints a line.
func (p program) runs(workers int) journal.Options {
	return journal.Options{Workers: workers, Log: p.Errs}
}

// write writes a table to the terminal, and to a file if there is one.
func (p program) write(file string, table func(io.Writer) error) error {
	if file != "" {
		if err := cli.CreateFile(file, table); err != nil {
			return err
		}
	}
	return table(p.Out)
}

// rows prints the rows, or the numbers of one row.
func (p program) rows(_ context.Context, o *lab.Rows) error {
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
