package lab

// This part of the package defines the commands gonao match. They are used by two programs: gonao links no
// simulator and starts the program match, and match plays.

import (
	"context"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gonao/cmd/gonao/cli"
	"gonao/internal/seeds"
)

// MatchProgram is the name of the program that plays.
const MatchProgram = "match"

// MatchRunner runs a command. words is its command line; options holds its parsed flags.
type MatchRunner func(ctx context.Context, words []string, options any) error

// Play holds the options of gonao match.
type Play struct {
	Red, Blue, Rules, Preset, Sight string
	World, Body                     string
	Seed                            uint64
	Players, Threads                int
	Half                            time.Duration
	Loss                            float64
	Watch, NoPage, Knockout, Studio bool
	Page                            string
	Speed                           float64
	Out, Film, Bag                  string
	Cameras                         []string
	Batch                           Batch
}

// Batch holds the options for playing many matches.
type Batch struct {
	Seeds               seeds.List
	Workers             int
	Serve, Store, Queue string
	Fingerprint, Until  string
	QueueOnly           bool
}

// Work holds the options of gonao match work.
type Work struct {
	URL, Fingerprint, Cache string
	Workers                 int
}

// Elo holds the options of gonao match elo.
type Elo struct{ Store, Queue, Fingerprint string }

// NewMatch returns the command match.
func NewMatch(r MatchRunner) *cobra.Command {
	o := Play{Red: "ours", Blue: "luar", Seed: 1, Loss: 0.02, Speed: 4, Film: "goals"}
	cmd := &cobra.Command{
		Use: "match", Short: "play a match of two teams of robots, or many", Args: cobra.NoArgs,
		Long: `match plays two teams against each other by a rule book and with a referee, and prints the score,
the referee's calls and measured figures. They play in the kinematic world, which is fast, or with simulated
bodies (--world physics). The same seed always plays the same match, to the byte; equal digests show that.

A team is ours, luar, luar_unrepaired, voronoi, clumsy (which commits offences), or a file:
gonao new team writes one. The file of a single machine is a team, too: it plays as ours, with that machine as the
body of its field players. With --out
the report and clips of the goals go to a directory. With --seeds each seed is played twice, with swapped sides,
and the difference of goals is reported with its 95 % interval. With --serve other
computers help: the command prints the command line to start on them, and matches that are
stored are not played again after a new start. See docs/matches.md.`,
		Example: `  gonao match --red ours --blue luar --seed 3
  gonao match --watch --speed 10
  gonao match --out report --film calls
  gonao match --red ./mine.yaml --blue ours --seeds 1-50
  gonao match --red ./striker.yaml --blue ours
  gonao match --red ./mine.yaml --blue ours --seeds 1-1000 --until 2s
  gonao match --red ours --blue luar --seeds 1-1000 --serve 0.0.0.0:4222`,
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return r(cmd.Context(), cli.GivenFlags(cmd), &o) }
	f := cmd.Flags()
	f.StringVar(&o.Red, "red", o.Red, "the red team: a name, a file, or the file of a machine, which is the body of its field players")
	f.StringVar(&o.Blue, "blue", o.Blue, "the blue team: a name or a file")
	conditionFlags(f, &o)
	f.Uint64Var(&o.Seed, "seed", o.Seed, "seed of the match")
	f.BoolVar(&o.Knockout, "knockout", false, "after a draw, play extra time if the rule book has it, and a penalty shoot-out")
	f.IntVar(&o.Threads, "threads", 1, "threads that run the robots' programs; the result does not depend on it")
	f.BoolVar(&o.Watch, "watch", false, "show the match while it is played: on a page, whose address is printed, and as text while no browser shows the page")
	f.BoolVar(&o.NoPage, "no-page", false, "with --watch: show the match as text only")
	f.StringVar(&o.Page, "page", "", "with --watch: directory of a page to use instead of the built-in one")
	f.BoolVar(&o.Studio, "studio", false, "serve the match and its machines to the studio that has started this program: file descriptor 3 is the socket, and the end of the input ends the match")
	_ = f.MarkHidden("studio") // for the studio
	f.Float64Var(&o.Speed, "speed", o.Speed, "speed of a match that is watched, as a multiple of real time")
	f.StringVarP(&o.Out, "out", "o", "", "write report.md and films to this directory")
	f.StringVar(&o.Film, "film", o.Film, "with --out: clips of goals, of calls, the whole match (all; an MP4 if ffmpeg is installed), or none")
	f.StringVar(&o.Bag, "bag", "", "record the match as a bag in this new directory: MCAP, which rviz2, Foxglove and gonao bag play")
	f.StringSliceVar(&o.Cameras, "camera", nil, "with --bag: record what the cameras of these robots see, such as red1,blue3")
	f.Var(&o.Batch.Seeds, "seeds", "play these seeds, each twice with swapped sides, and report the difference; numbers and ranges such as 1-36,1001")
	f.IntVar(&o.Batch.Workers, "workers", 0, "matches at a time with --seeds; 0 plays one on each processor")
	f.StringVar(&o.Batch.Serve, "serve", "", "with --seeds: distribute matches to other computers at this address, such as 0.0.0.0:4222")
	f.StringVar(&o.Batch.Store, "store", "", "with --seeds: keep queue, results, reports and versions of teams in this directory (default: with --serve, gonao/matches in the user's data; otherwise nothing is kept)")
	f.StringVar(&o.Batch.Queue, "queue", "", "with --seeds: use the JetStream of this NATS cluster, nats://HOST:PORT or tls://NAME:SECRET@HOST:PORT, instead of a built-in one")
	f.StringVar(&o.Batch.Fingerprint, "fingerprint", "", "with --queue: fingerprint of the cluster's certificate; without it, the system's authorities check the certificate")
	f.BoolVar(&o.Batch.QueueOnly, "queue-only", false, "with --serve or --queue: play no matches here")
	f.StringVar(&o.Batch.Until, "until", "", "with --seeds: end as soon as a sequential test decides, at this many standard deviations, such as 2s")
	cmd.AddCommand(newTournament(r), newWork(r), newElo(r), newEnv(r), newCalibrate(r))
	return cmd
}

// Tournament holds the options of gonao match tournament.
type Tournament struct {
	Teams  []string
	Form   string
	Groups int
	Play   Play
}

// newTournament returns the command match tournament.
func newTournament(r MatchRunner) *cobra.Command {
	o := Tournament{Form: "round_robin", Groups: 2, Play: Play{Loss: 0.02, Batch: Batch{Seeds: seeds.List{1, 2, 3}}}}
	cmd := &cobra.Command{
		Use: "tournament TEAM TEAM...", Short: "play a tournament of teams, and write its tables", Args: cobra.MinimumNArgs(2),
		Long: `tournament plays teams against each other: all against all (round_robin), all against all in groups and
then a knock-out of the first two of each (groups), or a knock-out. Two teams meet once with each seed on each
side. Its tables have points (three for a match won, one for a draw), goals, and the difference of goals per
match with a 95 % interval. A knock-out is won by goals, then by matches won, then by the team that is named first;
teams that are named first also meet last. With --out there are
tournament.md, tournament.csv and tournament.html, a page; with --store a match that was played is not played again.`,
		Example: `  gonao match tournament ours luar voronoi --seeds 1-2 --half 1m
  gonao match tournament ours luar ./mine.yaml ./yours.yaml --form knockout --seeds 1-5 --out cup --store results`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Teams = args
			return r(cmd.Context(), append(append([]string{"tournament"}, cli.GivenFlags(cmd)...), append([]string{"--"}, args...)...), &o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Form, "form", o.Form, "round_robin, groups or knockout")
	f.IntVar(&o.Groups, "groups", o.Groups, "number of groups, with --form groups")
	conditionFlags(f, &o.Play)
	f.StringVarP(&o.Play.Out, "out", "o", "", "write tournament.md, tournament.csv and tournament.html to this directory")
	f.Var(&o.Play.Batch.Seeds, "seeds", "seeds of each two teams, each played twice with swapped sides")
	f.IntVar(&o.Play.Batch.Workers, "workers", 0, "matches at a time; 0 plays one on each processor")
	f.StringVar(&o.Play.Batch.Store, "store", "", "keep results, reports and versions of teams in this directory (default: nothing is kept)")
	return cmd
}

// conditionFlags adds the flags of what a match is played under.
func conditionFlags(f *pflag.FlagSet, o *Play) {
	f.StringVar(&o.Rules, "rules", "spl2025", "the rule book: spl2025, hsl2026, naoisis2010 or a file")
	f.StringVar(&o.Preset, "preset", "nao", "figures of the kinematic world: nao, naoisis2010, physics or a file")
	f.StringVar(&o.Sight, "sight", "measured", "errors of what the robots see: measured (by gonao vision measure), nao (set by hand), ideal or a file")
	f.StringVar(&o.World, "world", "kinematic", "kinematic, or physics: simulated bodies that walk, kick and fall")
	f.StringVar(&o.Body, "body", "real", "with --world physics: profile of the bodies: ideal, paper, real or worn")
	f.IntVar(&o.Players, "players", 0, "robots per team (default: as in the rule book)")
	f.DurationVar(&o.Half, "half", 0, "duration of a half (default: as in the rule book)")
	f.Float64Var(&o.Loss, "loss", o.Loss, "share of the team messages that are lost, 0 to 1")
}

// newWork returns the command match work.
func newWork(r MatchRunner) *cobra.Command {
	var o Work
	cmd := &cobra.Command{
		Use: "work URL", Short: "play matches for gonao match --serve on another computer", Args: cobra.ExactArgs(1),
		Long: `work plays the matches that a gonao match --serve distributes, until all are played. The
coordinator prints the command line for it. The program match must be the same build on
both computers, otherwise the worker is refused. A worker may be ended or killed at any time;
another one then plays its matches.`,
		Example: `  gonao match work nats://127.0.0.1:4222
  gonao match work tls://worker:SECRET@192.168.1.7:4222 --fingerprint 3f5c… --workers 8`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.URL = args[0]
			return r(cmd.Context(), append(append([]string{"work"}, cli.GivenFlags(cmd)...), "--", o.URL), &o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Fingerprint, "fingerprint", "", "fingerprint of the coordinator's certificate, which the coordinator prints; without it, the system's authorities check the certificate")
	f.IntVar(&o.Workers, "workers", 0, "matches at a time; 0 plays one on each processor")
	f.StringVar(&o.Cache, "cache", "", "keep teams and worlds in this directory (default: a temporary one)")
	return cmd
}

// Env holds the options of gonao match env.
type Env struct{ Socket string }

// newEnv returns the command match env.
func newEnv(r MatchRunner) *cobra.Command {
	var o Env
	cmd := &cobra.Command{
		Use: "env", Short: "serve environments in the form of Gymnasium to local programs", Args: cobra.NoArgs,
		Long: `env serves environments over matches, kinematic or with simulated bodies, at a Unix socket until Ctrl-C:
a program in any language resets them with a seed, moves one or more robots, and receives
percepts, rewards and truth. Each connection has its own environment. The client in plain
Python is examples/python/gonao.py; see docs/laboratory.md.`,
		Example: `  gonao match env --socket /tmp/gonao_env
  python3 examples/python/score.py /tmp/gonao_env`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return r(cmd.Context(), append([]string{"env"}, cli.GivenFlags(cmd)...), &o)
		},
	}
	cmd.Flags().StringVar(&o.Socket, "socket", "/tmp/gonao_env", "path of the Unix socket")
	return cmd
}

// newElo returns the command match elo.
func newElo(r MatchRunner) *cobra.Command {
	var o Elo
	cmd := &cobra.Command{
		Use: "elo", Short: "rate all stored versions of teams by their stored matches", Args: cobra.NoArgs,
		Long: `elo prints ratings of all versions of teams whose matches are stored, by the model of
Bradley and Terry: a lead of 400 points means odds of ten to one, and the mean is 0. An old version
plays again as --red NAME@HASH of gonao match.`,
		Example: `  gonao match elo --store results`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return r(cmd.Context(), append([]string{"elo"}, cli.GivenFlags(cmd)...), &o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Store, "store", "", "directory of a coordinator (default: gonao/matches in the user's data)")
	f.StringVar(&o.Queue, "queue", "", "use the JetStream of this NATS cluster")
	f.StringVar(&o.Fingerprint, "fingerprint", "", "with --queue: fingerprint of the cluster's certificate")
	return cmd
}

// StartMatch returns a runner that starts the program match, since gonao must not link the simulator.
func StartMatch(t cli.Terminal) MatchRunner {
	return func(ctx context.Context, words []string, _ any) error {
		return cli.RunProgram(ctx, t, MatchProgram, "match player", words)
	}
}
