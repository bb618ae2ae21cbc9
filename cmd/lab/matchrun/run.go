// Package matchrun is the program match: it plays matches.
package matchrun

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"gonao/cmd/gonao/cli"
	command "gonao/cmd/gonao/lab"
	"gonao/cmd/lab/matchrun/eyes"
	"gonao/cmd/lab/matchrun/matchbag"
	"gonao/internal/wording"
	"gonao/sim"
	"gonao/soccer/match"
	"gonao/soccer/match/figures"
	"gonao/soccer/match/film"
	"gonao/soccer/team"
)

// program does the work of the commands.
type program struct{ cli.Terminal }

// New returns the command match with all below it.
func New(t cli.Terminal) *cobra.Command {
	p := program{t}
	root := command.NewMatch(p.run)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetOut(t.Out)
	root.SetErr(t.Errs)
	return root
}

// run runs a command.
func (p program) run(ctx context.Context, words []string, options any) error {
	switch o := options.(type) {
	case *command.Play:
		return p.play(ctx, o)
	case *command.Tournament:
		return p.tournament(ctx, o)
	case *command.MatchWork:
		return p.work(ctx, o)
	case *command.Calibrate:
		return p.calibrate(ctx, words, o)
	case *command.Elo:
		return p.elo(ctx, o)
	case *command.Env:
		return p.env(ctx, o)
	}
	return fmt.Errorf("%T: no such command", options)
}

// play plays one match, or many.
func (p program) play(ctx context.Context, o *command.Play) error {
	switch o.Film {
	case "goals", "calls", "all", "none":
	default:
		return cli.Usagef("--film %q: expected goals, calls, all or none", o.Film)
	}
	if !(o.Speed >= 0.5 && o.Speed <= 200) {
		return cli.Usagef("--speed %g: expected 0.5 to 200", o.Speed)
	}
	if len(o.Batch.Seeds) > 0 {
		if o.Bag != "" || o.Watch {
			return cli.Usagef("--bag and --watch are for one match: expected no --seeds")
		}
		return p.series(ctx, o)
	}
	for flag, value := range map[string]string{"--serve": o.Batch.Serve, "--store": o.Batch.Store, "--queue": o.Batch.Queue, "--until": o.Batch.Until} {
		if value != "" {
			return cli.Usagef("%s needs --seeds: one match is played here", flag)
		}
	}
	c := match.Config{
		Red: o.Red, Blue: o.Blue, Rules: o.Rules, Preset: o.Preset, Sight: o.Sight, Seed: o.Seed, Players: o.Players, Half: o.Half, Knockout: o.Knockout, Threads: o.Threads,
		WorldKind: o.World, Body: sim.Profile(o.Body),
		Link: &team.Link{Loss: o.Loss, MinDelay: 20 * time.Millisecond, MaxDelay: 150 * time.Millisecond},
	}
	return p.one(ctx, o, c)
}

// one plays one match.
func (p program) one(ctx context.Context, o *command.Play, c match.Config) error {
	var movie *film.Film
	var observers []func(*match.Match)
	if o.Out != "" && o.Film != "none" {
		movie = film.New()
		observers = append(observers, movie.Observe)
	}
	c.Observe = func(m *match.Match) {
		for _, observe := range observers {
			observe(m)
		}
	}
	if err := createOut(o); err != nil {
		return err
	}
	var looked *machines
	if o.Studio {
		var err error
		if looked, err = newMachines(ctx); err != nil {
			return err
		}
		defer looked.close()
		c.Player = looked.look
	}
	m, err := match.New(c)
	if err != nil {
		return err
	}
	defer m.Close()
	cameras := eyes.New(m)
	defer cameras.Close()
	recorded, err := record(m, cameras, o)
	if err != nil {
		return err
	}
	if recorded != nil {
		observers = append(observers, recorded.Observe)
	}
	runtime.LockOSThread() // the physics is metered by the processor time of its thread
	defer runtime.UnlockOSThread()
	if m.Bodies != nil {
		m.Bodies.Meter(threadTime)
	}
	began, cpu := time.Now(), cpuTime()
	if o.Watch || o.Studio {
		err = p.watch(ctx, m, cameras, looked, o)
	} else {
		_, err = m.Run(ctx)
	}
	if recorded != nil {
		err = errors.Join(err, recorded.Close(m))
	}
	if err != nil {
		return err
	}
	p.summary(m, time.Since(began), cpuTime()-cpu)
	if o.Out == "" {
		return nil
	}
	return p.report(ctx, m, movie, o)
}

// record returns the bag that the options want, and nil without one.
func record(m *match.Match, cameras *eyes.Eyes, o *command.Play) (*matchbag.Bag, error) {
	seeing, err := robots(m, o)
	if err != nil || o.Bag == "" {
		return nil, err
	}
	b, err := matchbag.Create(o.Bag)
	if err != nil {
		return nil, fmt.Errorf("--bag: %w", err)
	}
	b.Cameras, b.Picture = seeing, cameras.Picture
	return b, nil
}

// robots returns the robots whose cameras are recorded.
func robots(m *match.Match, o *command.Play) ([]int, error) {
	if len(o.Cameras) > 0 && o.Bag == "" {
		return nil, cli.Usagef("--camera needs --bag: nothing else records pictures")
	}
	var names []string
	for _, r := range m.BodiesConfig().Robots {
		names = append(names, r.Name)
	}
	var out []int
	for _, name := range o.Cameras {
		i := slices.Index(names, name)
		if i < 0 {
			return nil, cli.Usagef("--camera %s: no such robot; expected some of %s%s", name, strings.Join(names, ", "), wording.DidYouMean(name, names))
		}
		out = append(out, i)
	}
	return out, nil
}

// createOut creates the directory of reports before the first match, so that an error is reported at once and not after the matches.
func createOut(o *command.Play) error {
	if o.Out == "" {
		return nil
	}
	if err := os.MkdirAll(o.Out, 0o777); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}

// summary prints score, calls and figures.
func (p program) summary(m *match.Match, wall, cpu time.Duration) {
	r := m.Result()
	fmt.Fprintf(p.Out, "%s %d : %d %s\n\n", r.Red, r.Score[0], r.Score[1], r.Blue)
	for i := range m.Calls {
		if c := &m.Calls[i]; c.Rule != "ball_free" {
			fmt.Fprintf(p.Out, "%-11s %s\n", strings.ReplaceAll(c.Phase.String(), "_", " "), c.String())
		}
	}
	fmt.Fprintf(p.Out, "\npossession %.0f : %.0f %%, kicks %d : %d, shots %d : %d, passes %d : %d, falls %d : %d, messages %d : %d\n", 100*r.Possession[0], 100*r.Possession[1],
		r.Kicks[0], r.Kicks[1], r.Shots[0], r.Shots[1], r.Passes[0], r.Passes[1], r.Falls[0], r.Falls[1], r.Messages[0], r.Messages[1])
	fmt.Fprintf(p.Out, "%s simulated in %.1f s, %.0f × real time, %.2f ms of CPU per simulated second\ndigest %s\n", r.Time.Round(time.Second), wall.Seconds(),
		r.Time.Seconds()/max(wall.Seconds(), 1e-9), 1000*cpu.Seconds()/r.Time.Seconds(), r.Digest)
	if m.Bodies != nil {
		fmt.Fprintf(p.Out, "CPU %.2f × that of MuJoCo's own steps; %.2f falls per robot and minute\n", cpu.Seconds()/m.Bodies.Spent().Seconds(),
			float64(r.Falls[0]+r.Falls[1])/float64(len(m.Players))/r.Time.Minutes())
	}
}

// report writes report.md and the films.
func (p program) report(ctx context.Context, m *match.Match, movie *film.Film, o *command.Play) error {
	films := map[time.Duration]string{}
	clip := func(name string, from, until time.Duration, speed int) error {
		return cli.CreateFile(filepath.Join(o.Out, name), func(w io.Writer) error { return movie.WriteGIF(w, from, until, speed) })
	}
	if movie != nil && o.Film == "all" {
		made, err := p.mp4(ctx, movie, filepath.Join(o.Out, "match.mp4"), m.Now())
		if err != nil {
			return err
		}
		if !made {
			if err := clip("match.gif", 0, m.Now(), 10); err != nil {
				return err
			}
		}
	}
	if movie != nil {
		const most = 40
		for i, c := range m.Moments(o.Film == "calls") {
			if i == most {
				fmt.Fprintf(p.Errs, "clips of the first %d moments only\n", most)
				break
			}
			name := fmt.Sprintf("%02d_%s.gif", i+1, c.Rule)
			if err := clip(name, c.Time-7*time.Second, c.Time+3*time.Second, 1); err != nil {
				return err
			}
			films[c.Time] = name
		}
	}
	beside := match.Attachments{Films: films}
	for _, f := range figures.All() {
		if err := cli.CreateFile(filepath.Join(o.Out, f.File), func(w io.Writer) error { return f.Write(w, m) }); err != nil {
			return err
		}
		beside.Figures = append(beside.Figures, match.Attached{File: f.File, Title: f.Title})
	}
	file := filepath.Join(o.Out, "report.md")
	if err := cli.CreateFile(file, func(w io.Writer) error { return m.WriteReport(w, beside) }); err != nil {
		return err
	}
	fmt.Fprintln(p.Out, file)
	return nil
}

// threadTime returns the processor time that the calling thread has used.
func threadTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_THREAD, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// cpuTime returns the CPU time of this process.
func cpuTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
