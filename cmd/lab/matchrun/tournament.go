package matchrun

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"gonao/cmd/gonao/cli"
	command "gonao/cmd/gonao/lab"
	"gonao/soccer/match"
	"gonao/soccer/match/tournament"
)

// tournament plays a tournament and writes its tables.
func (p program) tournament(ctx context.Context, o *command.Tournament) error {
	if err := tournament.Check(o.Form, o.Groups, o.Teams); err != nil {
		return cli.Usagef("%v", err)
	}
	play := &command.Play{Conditions: o.Conditions, Out: o.Out, Batch: command.Batch{Seeds: o.Seeds, Pool: o.Pool, Store: o.Store}}
	r, err := p.newRun(play)
	if err != nil {
		return err
	}
	if err := createOut(play); err != nil {
		return err
	}
	if o.Studio {
		var cancel func()
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
		go p.endWithInput(cancel)
	}
	c, err := open(ctx, play)
	if err != nil {
		return err
	}
	defer c.Close()
	for _, name := range o.Teams { // what is wrong with a team is reported before the first match
		if _, err := c.Team(ctx, name); err != nil {
			return err
		}
	}
	t, err := tournament.Run(ctx, o.Form, o.Groups, o.Teams, func(ctx context.Context, a, b string) (*match.Series, error) {
		run := *r
		if run.A, err = c.Team(ctx, a); err != nil {
			return nil, err
		}
		if run.B, err = c.Team(ctx, b); err != nil {
			return nil, err
		}
		fmt.Fprintf(p.Errs, "%s – %s\n", a, b)
		progress := &reporter{out: p.Errs, began: time.Now()}
		run.Each = progress.report
		played, err := c.Play(ctx, &run)
		if err != nil {
			return nil, err
		}
		return played.Series(), nil
	})
	if err != nil {
		return err
	}
	if err := t.Write(p.Out); err != nil {
		return err
	}
	if o.Out == "" {
		return nil
	}
	for name, write := range map[string]func(io.Writer) error{"tournament.md": t.Write, "tournament.csv": t.WriteCSV, "tournament.html": t.WritePage} {
		if err := cli.CreateFile(filepath.Join(o.Out, name), write); err != nil {
			return err
		}
	}
	fmt.Fprintln(p.Out, filepath.Join(o.Out, "tournament.html"))
	return nil
}
