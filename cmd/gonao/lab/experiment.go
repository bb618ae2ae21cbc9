package lab

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/seeds"
	"gonao/internal/wording"
)

// Experiment holds the options of experiment.
type Experiment struct {
	File, Dir                 string
	Seeds                     seeds.List
	Workers                   int
	PNG                       bool
	Serve, Queue, Fingerprint string
}

// ExperimentKinds holds the options of experiment kinds.
type ExperimentKinds struct{ Name string }

// ExperimentWork holds the options of experiment work.
type ExperimentWork struct {
	URL, Fingerprint string
	Workers          int
}

// NewExperiment returns the command experiment.
func NewExperiment(r Runner) *cobra.Command {
	var o Experiment
	cmd := &cobra.Command{
		Use: "experiment FILE", Short: "run factors times seeds, and report means, intervals and differences", Args: cobra.ExactArgs(1),
		Long: `experiment makes the runs that a file names: each combination of the levels of its factors with each seed, on all cores.
Each run becomes a row of runs.csv as soon as it has finished. After Ctrl-C, a kill or a power cut, the same
command makes only the missing runs. The report, report.md, contains means with 95 % intervals, paired differences,
pictures, the commit, the computer and the file.

Most questions need a file of at most 15 lines: see docs/laboratory.md and lab/experiments. experiment kinds lists what can be
run, set and measured. With --serve other computers help: the command prints the command line to start on them.`,
		Example: `  gonao experiment lab/experiments/friction.yaml
  gonao experiment mine.yaml --seeds 1-5 -o mine
  gonao experiment mine.yaml --serve 0.0.0.0:4222
  gonao experiment kinds walk`,
		RunE: run(r, "experiment", &o, func(args []string) error {
			o.File = args[0]
			if o.Workers < 0 || o.Workers > 4096 {
				return cli.Usagef("--workers %d: expected 0 to 4096", o.Workers)
			}
			if o.Serve != "" && o.Queue != "" {
				return cli.Usagef("--serve and --queue given; expected one of them")
			}
			return nil
		}),
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.Dir, "output", "o", "", "write the results to this directory (default: FILE with the ending .results)")
	seedsFlag(flags, &o.Seeds, nil, "seeds to use instead of the file's")
	flags.IntVar(&o.Workers, "workers", 0, "runs at a time on this computer; 0 makes one on each processor")
	flags.BoolVar(&o.PNG, "png", false, "also write pictures as PNG")
	flags.StringVar(&o.Serve, "serve", "", "distribute runs to other computers at this address, such as 0.0.0.0:4222")
	flags.StringVar(&o.Queue, "queue", "", "use the JetStream of this NATS cluster, nats://HOST:PORT or tls://NAME:SECRET@HOST:PORT, instead of a built-in one")
	flags.StringVar(&o.Fingerprint, "fingerprint", "", "with --queue: fingerprint of the cluster's certificate; without it, the system's authorities check the certificate")
	cmd.AddCommand(newExperimentKinds(r), newExperimentWork(r))
	return cmd
}

// Kinds lists the kinds of runs, for completion and for checks before the simulator starts.
var Kinds = []string{"walk", "motion", "machine", "field", "localization", "vision", "match", "tune", "command"}

// newExperimentKinds returns the command experiment kinds.
func newExperimentKinds(r Runner) *cobra.Command {
	var o ExperimentKinds
	return &cobra.Command{
		Use: "kinds [NAME]", Short: "list what an experiment can run, set and measure", Args: cobra.MaximumNArgs(1), ValidArgs: Kinds,
		Example: `  gonao experiment kinds
  gonao experiment kinds localization`,
		RunE: run(r, "experiment kinds", &o, func(args []string) error {
			o.Name = strings.Join(args, "")
			if o.Name != "" && !slices.Contains(Kinds, o.Name) {
				return cli.Usagef("kind %q: expected one of %s%s", o.Name, strings.Join(Kinds, ", "), wording.DidYouMean(o.Name, Kinds))
			}
			return nil
		}),
	}
}

// newExperimentWork returns the command experiment work.
func newExperimentWork(r Runner) *cobra.Command {
	var o ExperimentWork
	cmd := &cobra.Command{
		Use: "work URL", Short: "make runs for gonao experiment --serve on another computer", Args: cobra.ExactArgs(1),
		Long: `work makes the runs that a gonao experiment --serve distributes, until all are made. That command prints the command line for it.
gonao must be the same build on both computers, otherwise the worker is refused. A worker may be ended or killed at any
time; another one then makes its runs.`,
		Example: `  gonao experiment work nats://127.0.0.1:4222
  gonao experiment work tls://worker:SECRET@192.168.1.7:4222 --fingerprint 3f5c… --workers 8`,
		RunE: run(r, "experiment work", &o, func(args []string) error { o.URL = args[0]; return nil }),
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Fingerprint, "fingerprint", "", "fingerprint of the coordinator's certificate, which the coordinator prints; without it, the system's authorities check the certificate")
	flags.IntVar(&o.Workers, "workers", 0, "runs at a time; 0 makes one on each processor")
	return cmd
}
