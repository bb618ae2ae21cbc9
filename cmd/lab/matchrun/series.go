package matchrun

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"gonao/cmd/gonao/cli"
	command "gonao/cmd/gonao/lab"
	"gonao/soccer/match"
	"gonao/soccer/match/batch"
	"gonao/soccer/match/bundle"
	"gonao/soccer/match/rating"
)

// EqualBits executes the program once more with an environment in which every x86-64 computes the same bits, unless it has
// that environment.
func EqualBits() error {
	env, is := batch.EqualBits(os.Environ())
	if is {
		return nil
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("the program's own file: %w", err)
	}
	return fmt.Errorf("execute %s: %w", program, syscall.Exec(program, os.Args, env))
}

// series plays many matches, with all workers that help.
func (p program) series(ctx context.Context, o *command.Play) error {
	r, err := p.newRun(o)
	if err != nil {
		return err
	}
	if err := createOut(o); err != nil {
		return err
	}
	c, err := open(ctx, o)
	if err != nil {
		return err
	}
	defer c.Close()
	for _, side := range []struct {
		name string
		at   *bundle.Bundle
	}{{o.Red, &r.A}, {o.Blue, &r.B}} {
		if *side.at, err = c.Team(ctx, side.name); err != nil {
			return err
		}
	}
	if c.Line != "" {
		fmt.Fprintf(p.Errs, "on other computers, with the same program:\n")
		fmt.Fprintf(p.Out, "gonao match work %s\n", c.Line)
	}
	if c.ViewLine != "" {
		fmt.Fprintf(p.Errs, "to read the ratings: gonao match elo --queue %s\n", c.ViewLine)
	}
	began := time.Now()
	progress := &reporter{out: p.Errs, began: began}
	r.Each = progress.report
	played, err := c.Play(ctx, r)
	if err != nil {
		return err
	}
	return p.outcome(ctx, c, o, played, time.Since(began))
}

// newRun returns the run that the options describe, without its teams.
func (p program) newRun(o *command.Play) (*batch.Run, error) {
	if o.Batch.QueueOnly && o.Batch.Serve == "" && o.Batch.Queue == "" {
		return nil, cli.Usagef("--queue-only needs --serve or --queue: nobody would play")
	}
	if o.Batch.Serve != "" && o.Batch.Queue != "" {
		return nil, cli.Usagef("--serve and --queue given; expected one of them")
	}
	r := &batch.Run{
		Kind: o.World, Body: o.Body, Players: o.Players, Half: o.Half, Knockout: o.Knockout, Loss: o.Loss, Seeds: o.Batch.Seeds, Workers: o.Batch.Slots(),
		Notice: func(text string) { fmt.Fprintln(p.Errs, text) },
	}
	if o.Batch.QueueOnly {
		r.Workers = 0
	}
	var err error
	if o.Batch.Until != "" {
		if r.Until, err = rating.ParseSigmas(o.Batch.Until); err != nil {
			return nil, cli.Usagef("--until %v", err)
		}
	}
	if r.World, err = bundle.OfWorld(o.Rules, o.Preset, o.Sight); err != nil {
		return nil, err
	}
	r.Identity, err = batch.Identify()
	return r, err
}

// open opens the queue that the options name.
func open(ctx context.Context, o *command.Play) (*batch.Coordinator, error) {
	store := o.Batch.Store
	if store == "" && o.Batch.Serve != "" {
		var err error
		if store, err = batch.DefaultStore(); err != nil {
			return nil, err
		}
	}
	return batch.Open(ctx, store, o.Batch.Serve, o.Batch.Queue, o.Batch.Fingerprint)
}

// A reporter prints the progress of a run: a line every few seconds, and the table after each tenth of the run.
type reporter struct {
	out    io.Writer
	began  time.Time
	last   time.Time
	tenths int
	done   bool // the last line is written
}

// betweenLines is the shortest time between two lines of progress.
const betweenLines = 5 * time.Second

func (r *reporter) report(p *batch.Progress) {
	done, jobs := p.Done(), p.Jobs()
	if time.Since(r.last) < betweenLines && done < jobs || r.done {
		return
	}
	r.done = done == jobs
	r.last = time.Now()
	s := p.Series()
	rate := float64(done-p.Stored) / max(time.Since(r.began).Seconds(), 1e-3)
	left := time.Duration(float64(jobs-done) / max(rate, 1e-3) * float64(time.Second)).Round(time.Second)
	fmt.Fprintf(r.out, "%d of %d matches, %s, %.1f a second, %v left: %s\n", done, jobs,
		cli.Count(len(p.Workers()), "worker"), rate, left, soFar(s))
	if tenths := 10 * done / jobs; tenths > r.tenths && tenths < 10 && len(s.Differences()) > 1 {
		r.tenths = tenths
		_ = s.Write(r.out)
	}
}

// soFar returns the mean difference of the pairs played so far.
func soFar(s *match.Series) string {
	d := s.Differences()
	if len(d) < 2 {
		return "no two pairs yet"
	}
	mean, low, high := match.Interval(d)
	return fmt.Sprintf("%s by %+.2f goals, %+.2f to %+.2f", s.A, mean, low, high)
}

// outcome prints and writes the results of a run.
func (p program) outcome(ctx context.Context, c *batch.Coordinator, o *command.Play, played *batch.Progress, took time.Duration) error {
	s := played.Series()
	if err := s.Write(p.Out); err != nil {
		return err
	}
	if played.Stored > 0 {
		fmt.Fprintf(p.Out, "%s were stored before\n", cli.Count(played.Stored, "result"))
	}
	if n, ok := played.Decided(); ok {
		q, _ := rating.ParseSigmas(o.Batch.Until)
		mean, low, high := q.Interval(s.Differences())
		fmt.Fprintf(p.Out, "decided after %d pairs: %+.2f goals, %+.2f to %+.2f with %s at every pair\n", n, mean, low, high, o.Batch.Until)
	} else if o.Batch.Until != "" {
		fmt.Fprintf(p.Out, "not decided at %s\n", o.Batch.Until)
	}
	if err := p.worst(ctx, c, o, played); err != nil {
		return err
	}
	if o.Batch.Store != "" || o.Batch.Serve != "" || o.Batch.Queue != "" {
		if err := p.ratings(ctx, c); err != nil {
			return err
		}
	}
	fmt.Fprintf(p.Out, "matches played now: %d, in %v\n", played.Done()-played.Stored, took.Round(time.Millisecond))
	if len(played.Differ) > 0 {
		return cli.WithCode(fmt.Errorf("the same match has returned different bytes: %s", strings.Join(played.Differ, "; ")), cli.ExitFailed)
	}
	fmt.Fprintf(p.Out, "matches played twice with equal digests: %d\n", played.Checked)
	return nil
}

// worst prints the five matches that were worst for the red team, and with --out writes their reports.
func (p program) worst(ctx context.Context, c *batch.Coordinator, o *command.Play, played *batch.Progress) error {
	fmt.Fprintf(p.Out, "\nthe worst for %s:\n", played.Series().A)
	for i, r := range played.Worst(5) {
		x := &r.Result
		fmt.Fprintf(p.Out, "  seed %-6d %s %d : %d %s, digest %s\n", x.Seed, x.Red, x.Score[0], x.Score[1], x.Blue, x.Digest)
		if o.Out == "" {
			continue
		}
		text, err := c.Log(ctx, r)
		if err != nil {
			return err
		}
		file := filepath.Join(o.Out, fmt.Sprintf("worst_%d_seed_%d.md", i+1, x.Seed))
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
		fmt.Fprintf(p.Out, "    %s\n", file)
	}
	return nil
}

// ratings prints the ratings of all stored versions.
func (p program) ratings(ctx context.Context, c *batch.Coordinator) error {
	all, err := c.Elo(ctx)
	if err != nil || len(all) == 0 {
		return err
	}
	fmt.Fprintf(p.Out, "\n| version | Elo | ± 95 %% | matches | points |\n|-|-|-|-|-|\n")
	for _, r := range all {
		fmt.Fprintf(p.Out, "| %s | %+.0f | %.0f | %d | %.0f %% |\n", r.Team, r.Elo, r.Error, r.Games, 100*r.Score)
	}
	fmt.Fprintln(p.Out)
	return nil
}

// elo prints the ratings of a store.
func (p program) elo(ctx context.Context, o *command.Elo) error {
	if o.Queue != "" {
		c, err := batch.View(ctx, o.Queue, o.Fingerprint)
		if err != nil {
			return err
		}
		defer c.Close()
		return p.ratings(ctx, c)
	}
	store := o.Store
	if store == "" {
		var err error
		if store, err = batch.DefaultStore(); err != nil {
			return err
		}
	}
	if _, err := os.Stat(store); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	c, err := batch.Open(ctx, store, "", "", "")
	if err != nil {
		return err
	}
	defer c.Close()
	return p.ratings(ctx, c)
}

// work plays the matches of a coordinator.
func (p program) work(ctx context.Context, o *command.MatchWork) error {
	w := batch.Worker{Slots: o.Slots(), Cache: o.Cache, Notice: func(text string) { fmt.Fprintln(p.Errs, text) }}
	var err error
	if w.Identity, err = batch.Identify(); err != nil {
		return err
	}
	return w.Work(ctx, o.URL, o.Fingerprint)
}
