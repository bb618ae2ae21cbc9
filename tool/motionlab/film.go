package motionlab

import (
	"context"
	"errors"
	"fmt"
	"os"

	"gonao/lab/film"
	"gonao/lab/trial"
	"gonao/motion"
	"gonao/sim"
	"gonao/tool/cli"
	"gonao/tool/lab"
)

// film films a scene or a row.
func (p program) film(ctx context.Context, o *lab.Film) error {
	options := film.DefaultOptions()
	options.Width, options.Height = o.Size.Width, o.Size.Height
	options.FPS, options.Speed, options.View = o.FPS, o.Speed, o.View
	options.From, options.Until, options.Trial = o.From, o.Until, o.Trial
	options.Caption, options.Plain = o.Caption, o.Plain
	f, err := film.New(options)
	if err != nil {
		return err
	}
	setup := trial.Setup{
		World: o.World, Profile: sim.Profile(o.Profile), Seed: o.Seed, Seconds: o.Seconds, File: o.Motion,
		Watch: f.Watch,
	}
	if o.Values != "" {
		if setup.Values, err = readValues(o.Values); err != nil {
			return err
		}
	}
	err = play(ctx, o, setup)
	if f.Frames() == 0 && err != nil {
		return err
	}
	// A run that ended with an error is worth looking at too.
	if writeErr := cli.CreateFile(o.Output, f.WriteGIF); writeErr != nil {
		return errors.Join(err, writeErr)
	}
	info, statErr := os.Stat(o.Output)
	if statErr == nil {
		_, _ = fmt.Fprintf(p.Out, "%s: %d pictures, %d kB\n", o.Output, f.Frames(), (info.Size()+500)/1000)
	}
	return err
}

// play runs the scene or the row of a film or a plot.
func play(ctx context.Context, o *lab.Film, setup trial.Setup) error {
	watch := setup.Watch
	setup.Watch = func(s *trial.Stage) {
		watch(s)
		if ctx.Err() != nil {
			s.At(0, ctx.Err)
		}
	}
	switch {
	case o.Row != "" && len(o.Acts) > 0:
		return errors.New("both acts and --row: expected one of them")
	case o.Row != "":
		row, err := trial.Find(o.Row)
		if err != nil {
			return err
		}
		_, err = row.Run(setup)
		return err
	}
	scene, err := trial.ParseScene(o.Acts)
	if err != nil {
		return err
	}
	return scene.Play(setup, motion.DefaultConfig(), o.Motions)
}
