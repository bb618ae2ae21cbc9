package motionlab

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/internal/journal"
	"gonao/lab/onfield"
	"gonao/sim/world"
)

// field lets robots play alone on the field, and writes the film of the first one.
func (p program) field(ctx context.Context, o *lab.Field) error {
	if o.Limit < time.Second || o.Limit > time.Hour {
		return fmt.Errorf("--limit %v: expected 1s to 1h", o.Limit)
	}
	cfg := onfield.DefaultConfig()
	cfg.World, cfg.Machine, cfg.Table, cfg.Limit = o.World, o.Machine, o.Table, o.Limit
	cfg.Rendered = o.Rendered
	if err := cli.CheckOutputs(o.Film); err != nil {
		return err
	}
	settings := fmt.Sprintf("field, %s, world %s, table %s, rendered %v, at most %v", journal.File(o.Machine), worldFiles(o.World), journal.File(o.Table), o.Rendered, o.Limit)
	keys := journal.Keys(filepath.Base(o.Machine), settings, o.Seeds)
	var first *onfield.Record // nil if it was not played now
	play := func(ctx context.Context, i int) (onfield.Outcome, error) {
		r, err := onfield.Play(ctx, cfg, keys[i].Seed)
		if err != nil {
			return onfield.Outcome{}, err
		}
		if i == 0 {
			first = r
		}
		return r.Outcome(), nil
	}
	fmt.Fprintln(p.Out, onfield.Header)
	all, err := journal.RunIn(ctx, o.Journal, keys, p.runs(1), play, func(_ int, r onfield.Outcome) { fmt.Fprintln(p.Out, r.Line()) })
	if err != nil {
		return err
	}
	fmt.Fprintln(p.Out, onfield.Summary(all))
	if o.Film == "" {
		return nil
	}
	if first == nil { // the journal has only the outcome
		if _, err := play(ctx, 0); err != nil {
			return err
		}
	}
	if err := os.WriteFile(o.Film, []byte(first.Film()), 0o666); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Out, "wrote %s: open it in a browser\n", o.Film)
	return err
}

// worldFiles returns a world and its field for the settings of a run.
func worldFiles(name string) string {
	files := journal.File(name)
	if w, err := world.Load(name); err == nil { // otherwise the run reports it
		files += " on " + journal.File(w.FieldName)
	}
	return files
}
