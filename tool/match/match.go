// Package match defines the commands gonao match. Two programs have them: gonao, which links no simulator and starts the
// program match, and match, which plays.
package match

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"gonao/tool/cli"
)

// Program is the name of the program that plays.
const Program = "match"

// A Runner runs a command. words is its command line, options are its parsed flags.
type Runner func(ctx context.Context, words []string, options any) error

// Play holds the options of gonao match.
type Play struct {
	Red, Blue, Rules, Preset, Sight string
	World, Body                     string
	Seed                            uint64
	Players, Threads                int
	Half                            time.Duration
	Loss                            float64
	Watch                           bool
	Speed                           float64
	Out, Film                       string
	Seeds, Workers                  int
}

// New returns the command match.
func New(r Runner) *cobra.Command {
	o := Play{Red: "ours", Blue: "luar", Rules: "spl2025", Preset: "nao", Sight: "nao", Seed: 1, Loss: 0.02, Speed: 4, Film: "goals"}
	cmd := &cobra.Command{
		Use: "match", Short: "play a match of two teams of robots, or many", Args: cobra.NoArgs,
		Long: `match plays two teams against each other in a world without physics, by a rule book and with
a referee, and prints score, calls and what was measured. The same seed returns the same
match, to the byte; the digest shows it.

Teams are ours, luar, luar_unrepaired, voronoi, clumsy, which commits offences, or a file:
a copy of one of them under behavior/machines/soccer/teams is a team of your own. With --out the report and clips of
the goals go to a directory. With --seeds each seed is played twice, with swapped sides,
and the difference of goals is reported with its 95 % interval. See docs/matches.md.`,
		Example: `  gonao match --red ours --blue luar --seed 3
  gonao match --watch --speed 10
  gonao match --out report --film calls
  gonao match --red ./mine.yaml --blue ours --seeds 50`,
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return r(cmd.Context(), cli.GivenFlags(cmd), &o) }
	f := cmd.Flags()
	f.StringVar(&o.Red, "red", o.Red, "the red team: a name or a file")
	f.StringVar(&o.Blue, "blue", o.Blue, "the blue team: a name or a file")
	f.StringVar(&o.Rules, "rules", o.Rules, "the rule book: spl2025, hsl2026, naoisis2010 or a file")
	f.StringVar(&o.Preset, "preset", o.Preset, "figures of the world: nao, naoisis2010 or a file")
	f.StringVar(&o.Sight, "sight", o.Sight, "what robots see of it: nao, ideal or a file")
	f.StringVar(&o.World, "world", "kinematic", "kinematic, or physics: simulated bodies that walk, kick and fall")
	f.StringVar(&o.Body, "body", "real", "with --world physics: bodies that are ideal, paper, real or worn")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "of the match, or the first of many")
	f.IntVar(&o.Players, "players", 0, "per team (default: as the book says)")
	f.DurationVar(&o.Half, "half", 0, "duration of a half (default: as the book says)")
	f.Float64Var(&o.Loss, "loss", o.Loss, "share of the team messages that is lost")
	f.IntVar(&o.Threads, "threads", 1, "that think for the robots of one match; the result is the same")
	f.BoolVar(&o.Watch, "watch", false, "show the match as text while it is played")
	f.Float64Var(&o.Speed, "speed", o.Speed, "of a match that is watched, in times real time")
	f.StringVarP(&o.Out, "out", "o", "", "write report.md and films to this directory")
	f.StringVar(&o.Film, "film", o.Film, "with --out: clips of goals, of calls, the whole match (all), or none")
	f.IntVar(&o.Seeds, "seeds", 0, "play so many seeds, each with both sides, and report the difference")
	f.IntVar(&o.Workers, "workers", 0, "matches at a time with --seeds; 0: one a processor")
	return cmd
}

// Start returns a runner that starts the program match, since gonao must not link the simulator.
func Start(t cli.Terminal) Runner {
	return func(ctx context.Context, words []string, _ any) error {
		return cli.RunProgram(ctx, t, Program, "match player", words)
	}
}
