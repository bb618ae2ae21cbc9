package motionlab

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/internal/journal"
	"gonao/internal/wording"
	"gonao/lab/experiment"
	"gonao/sim/mujoco"
)

// experiment makes the runs of an experiment file and writes table, report and pictures into a directory.
func (p program) experiment(ctx context.Context, o *lab.Experiment) error {
	e, err := experiment.Open(o.File)
	if err != nil {
		return err
	}
	if len(o.Seeds) > 0 {
		e.Seeds = o.Seeds
	}
	dir := o.Dir
	if dir == "" {
		dir = strings.TrimSuffix(o.File, filepath.Ext(o.File)) + ".results"
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	kept, err := journal.Open(filepath.Join(dir, "runs.jsonl"))
	if err != nil {
		return err
	}
	defer kept.Close()
	options := experiment.Options{Journal: kept, Runs: p.runs(o.Workers)}
	if o.Serve != "" || o.Queue != "" {
		shared, err := p.share(ctx, e, o, dir)
		if err != nil {
			return err
		}
		defer shared.Close()
		options.Elsewhere, options.Runs.Workers = shared.run, len(e.Cells)*len(e.Seeds)
	}
	options.Table = filepath.Join(dir, "runs.csv")
	rows, err := e.Execute(ctx, options)
	var missing *journal.Missing
	if err != nil && !errors.As(err, &missing) {
		return err
	}
	return errors.Join(p.results(e, rows, dir, o, missing), err)
}

// results writes pictures and report, and prints the report.
func (p program) results(e *experiment.Experiment, rows []experiment.Row, dir string, o *lab.Experiment, missing *journal.Missing) error {
	text, err := os.ReadFile(o.File)
	if err != nil {
		return err
	}
	source := experiment.Source{
		Command: "gonao experiment " + o.File, Program: cli.Version("MuJoCo " + mujoco.Version()), Machine: machine(),
		Time: time.Now().UTC().Format(time.RFC3339), Digest: fmt.Sprintf("%x", sha256.Sum256(text)),
	}
	if len(o.Seeds) > 0 {
		source.Command += " --seeds " + o.Seeds.String()
	}
	if missing != nil {
		source.Missing = missing
	}
	if len(rows) == 0 {
		return nil
	}
	formats := []string{"svg"}
	if o.PNG {
		formats = append(formats, "png")
	}
	for _, plot := range e.Drawn() {
		name := plot.Y + "_over_" + plot.X
		for _, format := range formats {
			if err := cli.CreateFile(filepath.Join(dir, name+"."+format), func(w io.Writer) error { return e.Draw(w, format, plot, rows) }); err != nil {
				return err
			}
		}
		source.Plots = append(source.Plots, name+".svg")
	}
	report := filepath.Join(dir, "report.md")
	write := func(w io.Writer) error { return e.WriteReport(w, rows, &source) }
	if err := p.write(report, write); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Out, "wrote %s, runs.csv (%s) and %s\n", report, wording.Count(len(rows), "row"), wording.Count(len(source.Plots), "picture"))
	return err
}

// machine describes this computer for a report.
func machine() string {
	model := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if _, after, ok := strings.Cut(string(text), "model name"); ok {
			line, _, _ := strings.Cut(after, "\n")
			model = strings.TrimSpace(strings.TrimLeft(line, "\t :"))
		}
	}
	return fmt.Sprintf("%s, %d processors, %s/%s", model, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
}

// experimentKinds prints the kinds of runs, or the settings and measures of one.
func (p program) experimentKinds(o *lab.ExperimentKinds) error {
	if o.Name == "" {
		for _, k := range experiment.Kinds() {
			fmt.Fprintf(p.Out, "%-13s %s\n", k.Name, k.Doc)
		}
		_, err := fmt.Fprintln(p.Out, "\ngonao experiment kinds NAME lists what can be set and measured.")
		return err
	}
	k, err := experiment.FindKind(o.Name)
	if err != nil {
		return err
	}
	known, measures := k.Describe()
	fmt.Fprintf(p.Out, "%s: %s\n\nsettings and factors\n", k.Name, k.Doc)
	for _, s := range known {
		text := s.Doc
		if s.Default != "" {
			text += " (" + s.Default + ")"
		}
		fmt.Fprintf(p.Out, "  %-24s %s\n", s.Name, text)
	}
	fmt.Fprintln(p.Out, "\nmeasures")
	for _, m := range measures {
		fmt.Fprintf(p.Out, "  %-24s %s\n", m.Name, strings.TrimSuffix(m.Doc+", "+m.Unit, ", "))
	}
	return nil
}
