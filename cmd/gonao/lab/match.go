package lab

// This part of the package defines the commands gonao match. They are used by two programs: gonao links no
// simulator and starts the program match, and match plays.

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/seeds"
)

// MatchProgram is the name of the program that plays.
const MatchProgram = "match"

// Play holds the options of gonao match.
type Play struct {
	Red  string `flag:"red" default:"ours" doc:"the red team: a name, a file, or the file of a machine, which is the body of its field players"`
	Blue string `flag:"blue" default:"luar" doc:"the blue team: a name or a file"`
	Conditions
	Seed     uint64   `flag:"seed" default:"1" doc:"seed of the match"`
	Knockout bool     `flag:"knockout" doc:"after a draw, play extra time if the rule book has it, and a penalty shoot-out"`
	Threads  int      `flag:"threads" default:"1" doc:"threads that run the robots' programs; the result does not depend on it"`
	Watch    bool     `flag:"watch" doc:"show the match while it is played: on a page, whose address is printed, and as text while no browser shows the page"`
	NoPage   bool     `flag:"no-page" doc:"with --watch: show the match as text only"`
	Page     string   `flag:"page" doc:"with --watch: directory of a page to use instead of the built-in one"`
	Studio   bool     `flag:"studio" doc:"serve the match and its machines to the studio that has started this program: file descriptor 3 is the socket, and the end of the input ends the match"`
	Speed    float64  `flag:"speed" default:"4" doc:"speed of a match that is watched, as a multiple of real time"`
	Out      string   `flag:"out,o" doc:"write report.md and films to this directory"`
	Film     string   `flag:"film" default:"goals" doc:"with --out: clips of goals, of calls, the whole match (all; an MP4 if ffmpeg is installed), or none"`
	Bag      string   `flag:"bag" doc:"record the match as a bag in this new directory: MCAP, which rviz2, Foxglove and gonao bag play"`
	Cameras  []string `flag:"camera" doc:"with --bag: record what the cameras of these robots see, such as red1,blue3"`
	Batch    Batch
}

// Conditions are what a match is played under.
type Conditions struct {
	Rules   string        `flag:"rules" default:"spl2025" doc:"the rule book: spl2025, hsl2026, naoisis2010 or a file"`
	Preset  string        `flag:"preset" default:"nao" doc:"figures of the kinematic world: nao, naoisis2010, physics or a file"`
	Sight   string        `flag:"sight" default:"measured" doc:"errors of what the robots see: measured (by gonao vision measure), nao (set by hand), ideal or a file"`
	World   string        `flag:"world" default:"kinematic" doc:"kinematic, or physics: simulated bodies that walk, kick and fall"`
	Body    string        `flag:"body" default:"real" doc:"with --world physics: profile of the bodies: ideal, paper, real or worn"`
	Players int           `flag:"players" doc:"robots per team (default: as in the rule book)"`
	Half    time.Duration `flag:"half" doc:"duration of a half (default: as in the rule book)"`
	Loss    float64       `flag:"loss" default:"0.02" doc:"share of the team messages that are lost, 0 to 1"`
}

// Batch holds the options for playing many matches.
type Batch struct {
	Seeds seeds.List `flag:"seeds" doc:"play these seeds, each twice with swapped sides, and report the difference"`
	Pool
	Serve string `flag:"serve" doc:"with --seeds: distribute matches to other computers at this address, such as 0.0.0.0:4222"`
	Store string `flag:"store" doc:"with --seeds: keep queue, results, reports and versions of teams in this directory (default: with --serve, gonao/matches in the user's data; otherwise nothing is kept)"`
	Cluster
	QueueOnly bool   `flag:"queue-only" doc:"with --serve or --queue: play no matches here"`
	Until     string `flag:"until" doc:"with --seeds: end as soon as a sequential test decides, at this many standard deviations, such as 2s"`
}

// MatchWork holds the options of gonao match work.
type MatchWork struct {
	Work
	Cache string `flag:"cache" doc:"keep teams and worlds in this directory (default: a temporary one)"`
}

// Elo holds the options of gonao match elo.
type Elo struct {
	Store string `flag:"store" doc:"directory of a coordinator (default: gonao/matches in the user's data)"`
	Cluster
}

// NewMatch returns the command match.
func NewMatch(r Runner) *cobra.Command {
	var o Play
	cmd := command(r, "", &o, &cobra.Command{
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
	}, nil)
	_ = cmd.Flags().MarkHidden("studio") // for the studio
	cmd.AddCommand(newTournament(r), newWork(r), newElo(r), newEnv(r), newCalibrate(r))
	return cmd
}

// Tournament holds the options of gonao match tournament.
type Tournament struct {
	Teams  []string
	Form   string `flag:"form" default:"round_robin" doc:"round_robin, groups or knockout"`
	Groups int    `flag:"groups" default:"2" doc:"number of groups, with --form groups"`
	Conditions
	Out   string     `flag:"out,o" doc:"write tournament.md, tournament.csv and tournament.html to this directory"`
	Seeds seeds.List `flag:"seeds" default:"1-3" doc:"seeds of each two teams, each played twice with swapped sides"`
	Pool
	Store  string `flag:"store" doc:"keep results, reports and versions of teams in this directory (default: nothing is kept)"`
	Studio bool   `flag:"studio" doc:"end with the input, for the studio that has started this program"`
}

// newTournament returns the command match tournament.
func newTournament(r Runner) *cobra.Command {
	var o Tournament
	cmd := command(r, "tournament", &o, &cobra.Command{
		Use: "tournament TEAM TEAM...", Short: "play a tournament of teams, and write its tables", Args: cobra.MinimumNArgs(2),
		Long: `tournament plays teams against each other: all against all (round_robin), all against all in groups and
then a knock-out of the first two of each (groups), or a knock-out. Two teams meet once with each seed on each
side. Its tables have points (three for a match won, one for a draw), goals, and the difference of goals per
match with a 95 % interval. A knock-out is won by goals, then by matches won, then by the team that is named first;
teams that are named first also meet last. With --out there are
tournament.md, tournament.csv and tournament.html, a page; with --store a match that was played is not played again.`,
		Example: `  gonao match tournament ours luar voronoi --seeds 1-2 --half 1m
  gonao match tournament ours luar ./mine.yaml ./yours.yaml --form knockout --seeds 1-5 --out cup --store results`,
	}, func(args []string) error { o.Teams = args; return nil })
	_ = cmd.Flags().MarkHidden("studio") // for the studio
	return cmd
}

// newWork returns the command match work.
func newWork(r Runner) *cobra.Command {
	var o MatchWork
	return command(r, "work", &o, &cobra.Command{
		Use: "work URL", Short: "play matches for gonao match --serve on another computer", Args: cobra.ExactArgs(1),
		Long: `work plays the matches that a gonao match --serve distributes, until all are played. The
coordinator prints the command line for it. The program match must be the same build on
both computers, otherwise the worker is refused. A worker may be ended or killed at any time;
another one then plays its matches.`,
		Example: `  gonao match work nats://127.0.0.1:4222
  gonao match work tls://worker:SECRET@192.168.1.7:4222 --fingerprint 3f5c… --workers 8`,
	}, func(args []string) error { o.URL = args[0]; return nil })
}

// Env holds the options of gonao match env.
type Env struct {
	Socket string `flag:"socket" default:"/tmp/gonao_env" doc:"path of the Unix socket"`
}

// newEnv returns the command match env.
func newEnv(r Runner) *cobra.Command {
	var o Env
	return command(r, "env", &o, &cobra.Command{
		Use: "env", Short: "serve environments in the form of Gymnasium to local programs", Args: cobra.NoArgs,
		Long: `env serves environments over matches, kinematic or with simulated bodies, at a Unix socket until Ctrl-C:
a program in any language resets them with a seed, moves one or more robots, and receives
percepts, rewards and truth. Each connection has its own environment. The client in plain
Python is examples/python/gonao.py; see docs/laboratory.md.`,
		Example: `  gonao match env --socket /tmp/gonao_env
  python3 examples/python/score.py /tmp/gonao_env`,
	}, nil)
}

// newElo returns the command match elo.
func newElo(r Runner) *cobra.Command {
	var o Elo
	return command(r, "elo", &o, &cobra.Command{
		Use: "elo", Short: "rate all stored versions of teams by their stored matches", Args: cobra.NoArgs,
		Long: `elo prints ratings of all versions of teams whose matches are stored, by the model of
Bradley and Terry: a lead of 400 points means odds of ten to one, and the mean is 0. An old version
plays again as --red NAME@HASH of gonao match.`,
		Example: `  gonao match elo --store results`,
	}, nil)
}

// StartMatch returns a runner that starts the program match, since gonao must not link the simulator.
func StartMatch(t cli.Terminal) Runner {
	return func(ctx context.Context, words []string, _ any) error {
		return cli.RunProgram(ctx, t, MatchProgram, "match player", words)
	}
}
