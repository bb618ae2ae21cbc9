package motionlab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gonao/cmd/gonao/lab"
	"gonao/lab/look"
	"gonao/lab/trial"
)

// plot runs a scene or a row and plots it; with several runs it compares them.
func (p program) plot(ctx context.Context, o *lab.Plot) error {
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	var runs []look.Run
	var failed error
	for _, seed := range o.Seeds {
		record, err := p.record(ctx, o, seed)
		if len(record.Samples) == 0 && err != nil {
			return err
		}
		failed = errors.Join(failed, err)
		runs = append(runs, look.Run{Name: fmt.Sprintf("seed %d", seed), Record: record})
	}
	title, what := o.Title, strings.Trim(strings.Join(o.Acts, ", ")+o.Row, " ")
	if len(o.Seeds) > 1 {
		if title == "" {
			title = fmt.Sprintf("%s (%s, seeds %s)", what, o.Profile, &o.Seeds)
		}
		if err := look.DrawRuns(filepath.Join(o.Dir, "runs.png"), title, runs); err != nil {
			return errors.Join(failed, err)
		}
		_, _ = fmt.Fprintf(p.Out, "%s: runs.png\n", o.Dir)
		return failed
	}
	if title == "" {
		title = fmt.Sprintf("%s (%s, seed %s)", what, o.Profile, &o.Seeds)
	}
	if err := runs[0].Record.Draw(o.Dir, title); err != nil {
		return errors.Join(failed, err)
	}
	_, _ = fmt.Fprintf(p.Out, "%s: balance.png, feet.png, torques.png\n", o.Dir)
	return failed
}

// record runs the scene or the row with a seed. A run that ends with an error has a record, too.
func (p program) record(ctx context.Context, o *lab.Plot, seed uint64) (*look.Record, error) {
	record := &look.Record{}
	var stage *trial.Stage
	seen := 0
	err := play(ctx, &o.Scene, seed, func(s *trial.Stage) {
		if s != stage {
			stage = s
			seen++
		}
		if seen == o.Trial {
			torso := s.Torso()
			record.Add(&s.State, &torso)
		}
	})
	return record, err
}
