// Package lab defines the commands that need the simulator. They are defined once and used by two programs, so that
// both print and check the same flags: gonao does not link the simulator and starts motion_lab, and motion_lab does
// the work.
package lab

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"time"

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
	RowNames = []string{"forward", "sideways", "turn", "push_stand", "push_walk", "push_fast", "straight", "odometry", "odometry_at_once", "brake", "accelerate", "grid", "random", "slope", "physics", "pose", "far", "half_turn", "stand_still", "game", "get_up_front", "get_up_back", "get_up_left", "get_up_right", "get_up_weak_front", "get_up_weak_back", "get_up_worn_front", "get_up_worn_back", "get_up_beside", "slot_up_front", "slot_up_back", "sit", "goalkeeper", "sensors_foot", "sensors_feet", "sensors_cells", "sensors_gyroscope", "kick_forward", "kick_side", "kick_walk", "kick_walk_turned", "kick_ground", "kick_off", "kick_anywhere", "kick_45", "kick_90", "cpg_walk", "cpg_turn", "cpg_rotate", "omni_forward", "omni_side", "omni_turn", "tfs_joints", "tfs_joints_turn", "tfs_legs", "tfs_legs_turn", "gait_walk", "gait_goal_walk", "gait_cpg", "gait_goal_cpg", "gait_omni", "gait_goal_omni", "gait_tfs", "gait_goal_tfs", "kick_forward_slots", "kick_side_slots"}
	Acts     = []string{"stand", "walk", "walk_to", "kick", "push", "lie", "get_up", "posture", "play"}
)

// Runner runs a command. args is its command line; options holds its parsed flags.
type Runner func(ctx context.Context, args []string, options any) error

// Do returns the runner of a command whose options are a *T.
func Do[T any](f func(ctx context.Context, options *T) error) Runner {
	return func(ctx context.Context, _ []string, options any) error { return f(ctx, options.(*T)) }
}

// command returns a command of a program: cmd with a flag for each field of options that has the tag flag. take, if not nil, stores the arguments.
func command(r Runner, name string, options any, cmd *cobra.Command, take func(args []string) error) *cobra.Command {
	flags := cmd.Flags()
	declare(flags, reflect.ValueOf(options).Elem())
	if f := flags.Lookup("journal"); f != nil {
		setDefault(f, cmd.Name()+".jsonl")
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if n, err := flags.GetInt("workers"); err == nil && (n < 0 || n > 4096) {
			return cli.Usagef("--workers %d: expected 0 to 4096", n)
		}
		if take != nil {
			if err := take(args); err != nil {
				return err
			}
		}
		words := append(strings.Fields(name), cli.GivenFlags(cmd)...)
		if len(args) > 0 {
			words = append(append(words, "--"), args...)
		}
		return r(cmd.Context(), words, options)
	}
	return cmd
}

// declare adds the flags of the fields of options, and of structs in it. The tag flag is the name, with a letter after a comma if there is a
// short form; doc is the help, default the default value.
func declare(flags *pflag.FlagSet, options reflect.Value) {
	for i := range options.NumField() {
		field, at := options.Type().Field(i), options.Field(i)
		tag, ok := field.Tag.Lookup("flag")
		if !ok {
			if at.Kind() == reflect.Struct {
				declare(flags, at)
			}
			continue
		}
		name, short, _ := strings.Cut(tag, ",")
		doc := field.Tag.Get("doc")
		switch p := at.Addr().Interface().(type) {
		case *string:
			flags.StringVarP(p, name, short, "", doc)
		case *bool:
			flags.BoolVarP(p, name, short, false, doc)
		case *int:
			flags.IntVarP(p, name, short, 0, doc)
		case *uint64:
			flags.Uint64VarP(p, name, short, 0, doc)
		case *float64:
			flags.Float64VarP(p, name, short, 0, doc)
		case *time.Duration:
			flags.DurationVarP(p, name, short, 0, doc)
		case *[]string:
			flags.StringSliceVarP(p, name, short, nil, doc)
		case *seeds.List:
			flags.VarP(p, name, short, doc+"; numbers and ranges such as 1-36,1001")
		case pflag.Value:
			flags.VarP(p, name, short, doc)
		}
		if otherwise := field.Tag.Get("default"); otherwise != "" {
			setDefault(flags.Lookup(name), otherwise)
		}
	}
}

// setDefault sets a flag and its default value, which a test of all commands has tried.
func setDefault(f *pflag.Flag, value string) {
	_ = f.Value.Set(value)
	f.DefValue = f.Value.String()
}

// Pool is the flag of a command with many runs at a time.
type Pool struct {
	Workers int `flag:"workers" doc:"runs at a time; 0 makes one on each processor"`
}

// Slots returns the number of runs at a time.
func (p Pool) Slots() int { return cmp.Or(p.Workers, runtime.GOMAXPROCS(0)) }

// Kept is the flag of a command that keeps each finished run, see package journal. Its default has the name of the command.
type Kept struct {
	Journal string `flag:"journal" doc:"keep each finished run in this file, and skip the runs that it already has; if empty, keep none"`
}

// Tune holds the options of tune.
type Tune struct {
	File   string
	Output string `flag:"output,o" doc:"write the numbers to this file (default: FILE.found.yaml)"`
	Dir    string `flag:"report" doc:"write report and trials to this directory (default: FILE.report)"`
	Pool
	Anew bool `flag:"anew" doc:"start again, even if an earlier search could be continued"`
}

// NewTune returns the command tune.
func NewTune(r Runner) *cobra.Command {
	var o Tune
	return command(r, "tune", &o, &cobra.Command{
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
	}, func(args []string) error { o.File = args[0]; return nil })
}

// Bench holds the options of bench.
type Bench struct {
	Rows     []string   `flag:"rows" doc:"only rows whose names begin with one of these"`
	Profiles []string   `flag:"profile" doc:"profiles of the simulated body (default: ideal and real, or paper and real for the paper's own motions)"`
	Seeds    seeds.List `flag:"seeds" default:"1-20" doc:"seeds of the trials of each row and profile: 1 to 1000 are for tuning, up to 5000 for inspection, from 5001 on for a single score"`
	Seconds  float64    `flag:"seconds" doc:"how long a trial takes, s, if the row allows a choice; 0: the row's own time"`
	Body     string     `flag:"body" doc:"read figures of the body from this file instead of the profile; docs/motion/body.md lists its keys"`
	Pool
	Kept
	Output string `flag:"output,o" doc:"write the table to this file too"`
	Values string `flag:"values" doc:"read an engine's numbers from this file, which tune writes"`
}

// NewBench returns the command bench.
func NewBench(r Runner) *cobra.Command {
	var o Bench
	return command(r, "bench", &o, &cobra.Command{
		Use: "bench", Short: "measure all motions and compare them with the paper's figures", Args: cobra.NoArgs,
		Long: `bench runs each row of the motion bench with each seed and profile, on all cores, and prints the measured figures beside the
required ones. Each trial is kept in a file as soon as it has finished, so that a second start goes on where the first ended. gonao motion
rows lists the rows.`,
		Example: `  gonao motion bench
  gonao motion bench --rows forward,turn --seeds 1-3 --profile real`,
	}, nil)
}

// NewRows returns the command rows.
func NewRows(r Runner) *cobra.Command {
	var o Rows
	return command(r, "rows", &o, &cobra.Command{
		Use: "rows [ROW]", Short: "list what can be measured, or the numbers of a row that can be tuned", Args: cobra.MaximumNArgs(1),
		Long: `rows lists the rows of the motion bench, which gonao motion bench measures, gonao motion tune improves and gonao sim film
shows. With a row's name it lists the numbers that can be tuned for it, with their ranges.`,
		Example: `  gonao motion rows
  gonao motion rows tfs_legs`,
	}, func(args []string) error { o.Name = strings.Join(args, ""); return nil })
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
