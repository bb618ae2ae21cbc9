package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gonao/lab/trial"
	"gonao/lab/tune"
	"gonao/motion/tunable"
	"gonao/tool/lab"
)

// program is where it writes.
type program struct{ out, errs io.Writer }

// run does what a command asks for.
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

// rows lists what can be measured.
func (p program) rows(o *lab.Rows) error {
	if o.Name == "" {
		for _, row := range trial.Rows() {
			if _, err := fmt.Fprintf(p.out, "%-18s %s\n", row.Name, row.Title); err != nil {
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
		if _, err := fmt.Fprintf(p.out, "%-30s %10.5g  %g to %g %s: %s\n", f.Name, *f.Value, f.Min, f.Max, f.Unit, f.Doc); err != nil {
			return err
		}
	}
	return nil
}

// tune looks for better numbers.
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
	found, err := tune.Run(ctx, f, row, tune.Options{Workers: o.Workers, State: state, Progress: p.errs, Now: time.Now})
	if err != nil {
		return err
	}
	if err := found.WriteReport(dir); err != nil {
		return err
	}
	if err := p.write(output, found.WriteValues); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "%s: cost %.4g, was %.4g, on fresh seeds; report in %s\n", output, min(found.BeforeCost, found.MeanCost, found.BestCost), found.BeforeCost, filepath.Join(dir, "report.md"))
	return err
}

// write writes a file.
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
