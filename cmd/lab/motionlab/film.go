package motionlab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/lab/trial"
	"gonao/motion"
	"gonao/sim"
)

// film films a scene or a row.
func (p program) film(ctx context.Context, o *lab.Film) error {
	ending := strings.ToLower(filepath.Ext(o.Output))
	if ending != ".gif" && ending != ".mp4" {
		return cli.Usagef("-o %s: expected a file that ends in .gif or .mp4", o.Output)
	}
	if _, err := exec.LookPath("ffmpeg"); ending == ".mp4" && err != nil {
		return fmt.Errorf("-o %s: %w; a .gif needs no other program", o.Output, lab.ErrNoEncoder)
	}
	if err := cli.CheckOutputs(o.Output); err != nil {
		return err
	}
	options := trial.DefaultFilmOptions()
	options.Width, options.Height = o.Size.Width, o.Size.Height
	options.FPS, options.Speed, options.View = o.FPS, o.Speed, o.View
	options.From, options.Until, options.Trial = o.From, o.Until, o.Trial
	options.Caption, options.Plain = o.Caption, o.Plain
	f, err := trial.NewFilm(options)
	if err != nil {
		return err
	}
	if o.World == "" && o.Row == "" {
		dir, err := os.MkdirTemp("", "gonao-film-")
		if err != nil {
			return fmt.Errorf("film: %w", err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		if o.World, err = trial.FilmGround(dir); err != nil {
			return err
		}
	}
	err = play(ctx, &o.Scene, o.Seed, f.Watch)
	if f.Frames() == 0 && err != nil {
		return err
	}
	// A run that ended with an error is worth looking at too.
	var writeErr error
	if ending == ".mp4" {
		writeErr = lab.WriteMP4(ctx, o.Output, options.Width, options.Height, options.FPS, f.WriteRGB)
	} else {
		writeErr = cli.CreateFile(o.Output, f.WriteGIF)
	}
	if writeErr != nil {
		return errors.Join(err, writeErr)
	}
	info, statErr := os.Stat(o.Output)
	if statErr == nil {
		_, _ = fmt.Fprintf(p.Out, "%s: %d pictures, %d kB\n", o.Output, f.Frames(), (info.Size()+500)/1000)
	}
	return err
}

// play runs the acts or the row of a scene with a seed.
func play(ctx context.Context, o *lab.Scene, seed uint64, watch func(*trial.Stage)) error {
	setup := trial.Setup{
		World: o.World, Profile: sim.Profile(o.Profile), Seed: seed, Seconds: o.Seconds, File: o.Motion,
		Watch: func(s *trial.Stage) {
			watch(s)
			if ctx.Err() != nil {
				s.At(0, ctx.Err)
			}
		},
	}
	if o.Values != "" {
		var err error
		if setup.Values, err = readValues(o.Values); err != nil {
			return err
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
