// Package lab defines the commands that need the simulator. They are defined once and used by two programs, so that
// both print and check the same flags: gonao does not link the simulator and starts motion_lab, and motion_lab does
// the work.
package lab

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gonao/cmd/gonao/cli"
	"gonao/internal/seeds"
)

// Program is the name of the program that links the simulator.
const Program = "motion_lab"

// Profiles lists the profiles of the simulated body, RowNames the rows of the motion bench, and Acts the first
// words of the acts of a film. They are used for completion. A test of motion_lab compares them with the simulator.
var (
	Profiles = []string{"ideal", "paper", "real", "worn"}
	RowNames = []string{"forward", "sideways", "turn", "push_stand", "push_walk", "push_fast", "straight", "odometry", "odometry_at_once", "brake", "accelerate", "grid", "random", "slope", "physics", "pose", "far", "half_turn", "game", "get_up_front", "get_up_back", "get_up_left", "get_up_right", "get_up_weak_front", "get_up_weak_back", "get_up_worn_front", "get_up_worn_back", "get_up_beside", "slot_up_front", "slot_up_back", "sit", "goalkeeper", "sensors_foot", "sensors_feet", "sensors_cells", "sensors_gyroscope", "kick_forward", "kick_side", "kick_walk", "kick_walk_turned", "kick_ground", "kick_off", "kick_anywhere", "kick_45", "kick_90", "cpg_walk", "cpg_turn", "cpg_rotate", "omni_forward", "omni_side", "omni_turn", "tfs_joints", "tfs_joints_turn", "tfs_legs", "tfs_legs_turn", "gait_walk", "gait_goal_walk", "gait_cpg", "gait_goal_cpg", "gait_omni", "gait_goal_omni", "gait_tfs", "gait_goal_tfs", "kick_forward_slots", "kick_side_slots"}
	Acts     = []string{"stand", "walk", "walk_to", "kick", "push", "lie", "get_up", "posture", "play"}
)

// Runner runs a command. args is its command line; options holds its parsed flags.
type Runner func(ctx context.Context, args []string, options any) error

// run returns the RunE of a command. take stores its arguments.
func run(r Runner, name string, options any, take func(args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := take(args); err != nil {
			return err
		}
		return r(cmd.Context(), append(commandLine(name, cmd), args...), options)
	}
}

// commandLine returns the command line of motion_lab for a parsed command.
func commandLine(name string, cmd *cobra.Command) []string {
	return append(append(strings.Fields(name), cli.GivenFlags(cmd)...), "--")
}

// journalFlag adds the flag --journal of a command with many runs. See package journal.
func journalFlag(flags *pflag.FlagSet, file *string, command string) {
	flags.StringVar(file, "journal", command+".jsonl", "keep each finished run in this file, and skip the runs that it already has; if empty, keep none")
}

// seedsFlag adds the flag --seeds to a command that runs something once per seed.
func seedsFlag(flags *pflag.FlagSet, list *seeds.List, otherwise seeds.List, usage string) {
	*list = otherwise
	flags.Var(list, "seeds", usage+"; numbers and ranges such as 1-36,1001")
}

// Tune holds the options of tune.
type Tune struct {
	File, Output, Dir string
	Workers           int
	Anew              bool
}

// NewTune returns the command tune.
func NewTune(r Runner) *cobra.Command {
	var o Tune
	cmd := &cobra.Command{
		Use: "tune FILE", Short: "search for better numbers of a motion in the simulator", Args: cobra.ExactArgs(1),
		Long: `tune varies the numbers that a tune file names within their ranges (CMA-ES, or the
file's method: a genetic algorithm or a particle swarm), and tries each set in the
simulator with several seeds, on all cores. The best numbers go to a parameter file,
and a report with plots goes to a directory beside the tune file. Each trial is kept
there as soon as it has finished: if a search was ended or killed, the same command goes
on where it ended. The result does not depend on the number of cores.

gonao experiment compares methods of the search, with run: tune. docs/motion/tune.md describes tune files. gonao motion rows lists what can be measured.`,
		Example: `  gonao motion tune walk.tune.yaml
  gonao motion tune walk.tune.yaml -o walk.yaml --workers 1`,
		RunE: run(r, "tune", &o, func(args []string) error { o.File = args[0]; return nil }),
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.Output, "output", "o", "", "write the numbers to this file (default: FILE.found.yaml)")
	flags.StringVar(&o.Dir, "report", "", "write report and trials to this directory (default: FILE.report)")
	flags.IntVar(&o.Workers, "workers", 0, "trials at a time; 0 runs one on each processor")
	flags.BoolVar(&o.Anew, "anew", false, "start again, even if an earlier search could be continued")
	return cmd
}

// Bench holds the options of bench.
type Bench struct {
	Rows, Profiles []string
	Seeds          seeds.List
	Workers        int
	Output, Values string
	Journal        string
	Body           string
	Seconds        float64
}

// NewBench returns the command bench.
func NewBench(r Runner) *cobra.Command {
	var o Bench
	cmd := &cobra.Command{
		Use: "bench", Short: "measure all motions and compare them with the paper's figures", Args: cobra.NoArgs,
		Long: `bench runs each row of the motion bench with each seed and profile, on all cores, and prints the measured figures beside the
required ones. Each trial is kept in a file as soon as it has finished, so that a second start goes on where the first ended. gonao motion
rows lists the rows.`,
		Example: `  gonao motion bench
  gonao motion bench --rows forward,turn --seeds 1-3 --profile real`,
		RunE: run(r, "bench", &o, func([]string) error { return nil }),
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&o.Rows, "rows", nil, "only rows whose names begin with one of these")
	flags.StringSliceVar(&o.Profiles, "profile", nil, "profiles of the simulated body (default: ideal and real, or paper and real for the paper's own motions)")
	seedsFlag(flags, &o.Seeds, seeds.Range(1, 20), "seeds of the trials of each row and profile: 1 to 1000 are for tuning, up to 5000 for inspection, from 5001 on for a single score")
	flags.Float64Var(&o.Seconds, "seconds", 0, "how long a trial takes, s, if the row allows a choice; 0: the row's own time")
	flags.StringVar(&o.Body, "body", "", "read figures of the body from this file instead of the profile; docs/motion/body.md lists its keys")
	flags.IntVar(&o.Workers, "workers", 0, "trials at a time; 0 runs one on each processor")
	journalFlag(flags, &o.Journal, "bench")
	flags.StringVarP(&o.Output, "output", "o", "", "write the table to this file too")
	flags.StringVar(&o.Values, "values", "", "read an engine's numbers from this file, which tune writes")
	return cmd
}

// NewRows returns the command rows.
func NewRows(r Runner) *cobra.Command {
	var o Rows
	cmd := &cobra.Command{
		Use: "rows [ROW]", Short: "list what can be measured, or the numbers of a row that can be tuned", Args: cobra.MaximumNArgs(1),
		Long: `rows lists the rows of the motion bench, which gonao motion bench measures, gonao motion tune improves and gonao sim film
shows. With a row's name it lists the numbers that can be tuned for it, with their ranges.`,
		Example: `  gonao motion rows
  gonao motion rows tfs_legs`,
		RunE: run(r, "rows", &o, func(args []string) error { o.Name = strings.Join(args, ""); return nil }),
	}
	return cmd
}

// Rows holds the options of rows.
type Rows struct{ Name string }

// Size is a flag value such as 480x360.
type Size struct{ Width, Height int }

// String returns the value.
func (s *Size) String() string { return fmt.Sprintf("%dx%d", s.Width, s.Height) }

// Type returns the word that --help shows for the value.
func (s *Size) Type() string { return "size" }

// Set parses text.
func (s *Size) Set(text string) error {
	w, h, ok := strings.Cut(text, "x")
	width, err := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if !ok || err != nil || err2 != nil || width < 16 || height < 16 || width > 4096 || height > 4096 {
		return fmt.Errorf("expected a size in pixels such as 480x360, 16 to 4096 each")
	}
	s.Width, s.Height = width, height
	return nil
}
