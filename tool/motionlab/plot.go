package motionlab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"gonao/lab/look"
	"gonao/lab/trial"
	"gonao/sim"
	"gonao/tool/lab"
)

// plot runs a scene or a row and plots it.
func (p program) plot(ctx context.Context, o *lab.Plot) error {
	var record look.Record
	var stage *trial.Stage
	seen := 0
	setup := trial.Setup{
		World: o.World, Profile: sim.Profile(o.Profile), Seed: o.Seed, Seconds: o.Seconds, File: o.Motion,
		Watch: func(s *trial.Stage) {
			if s != stage {
				stage = s
				seen++
			}
			if seen == o.Trial {
				torso := s.Torso()
				record.Add(&s.State, &torso)
			}
		},
	}
	if o.Values != "" {
		var err error
		if setup.Values, err = readValues(o.Values); err != nil {
			return err
		}
	}
	err := play(ctx, &lab.Film{Acts: o.What, Row: o.Row, Motions: o.Motions}, setup)
	if len(record.Samples) == 0 && err != nil {
		return err
	}
	if o.Title == "" {
		o.Title = strings.Trim(strings.Join(o.What, ", ")+o.Row, " ") + fmt.Sprintf(" (%s, seed %d)", o.Profile, o.Seed)
	}
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	if drawErr := record.Draw(o.Dir, o.Title); drawErr != nil {
		return errors.Join(err, drawErr)
	}
	_, _ = fmt.Fprintf(p.Out, "%s: balance.png, feet.png, torques.png\n", o.Dir)
	return err
}
