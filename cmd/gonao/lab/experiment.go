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
	File  string
	Dir   string     `flag:"output,o" doc:"write the results to this directory (default: FILE with the ending .results)"`
	Seeds seeds.List `flag:"seeds" doc:"seeds to use instead of the file's"`
	Pool
	PNG   bool   `flag:"png" doc:"also write pictures as PNG"`
	Serve string `flag:"serve" doc:"distribute runs to other computers at this address, such as 0.0.0.0:4222"`
	Cluster
}

// ExperimentKinds holds the options of experiment kinds.
type ExperimentKinds struct{ Name string }

// Cluster holds the flags of a queue that is not a built-in one.
type Cluster struct {
	Queue       string `flag:"queue" doc:"use the JetStream of this NATS cluster, nats://HOST:PORT or tls://NAME:SECRET@HOST:PORT, instead of a built-in one"`
	Fingerprint string `flag:"fingerprint" doc:"with --queue: fingerprint of the cluster's certificate; without it, the system's authorities check the certificate"`
}

// Work holds the options of experiment work, and of match work.
type Work struct {
	URL         string
	Fingerprint string `flag:"fingerprint" doc:"fingerprint of the coordinator's certificate, which the coordinator prints; without it, the system's authorities check the certificate"`
	Pool
}

// NewExperiment returns the command experiment.
func NewExperiment(r Runner) *cobra.Command {
	var o Experiment
	cmd := command(r, "experiment", &o, &cobra.Command{
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
	}, func(args []string) error {
		o.File = args[0]
		if o.Serve != "" && o.Queue != "" {
			return cli.Usagef("--serve and --queue given; expected one of them")
		}
		return nil
	})
	cmd.AddCommand(newExperimentKinds(r), newExperimentWork(r))
	return cmd
}

// Kinds lists the kinds of runs, for completion and for checks before the simulator starts.
var Kinds = []string{"walk", "motion", "machine", "field", "localization", "vision", "match", "tune", "command"}

// newExperimentKinds returns the command experiment kinds.
func newExperimentKinds(r Runner) *cobra.Command {
	var o ExperimentKinds
	return command(r, "experiment kinds", &o, &cobra.Command{
		Use: "kinds [NAME]", Short: "list what an experiment can run, set and measure", Args: cobra.MaximumNArgs(1), ValidArgs: Kinds,
		Example: `  gonao experiment kinds
  gonao experiment kinds localization`,
	}, func(args []string) error {
		o.Name = strings.Join(args, "")
		if o.Name != "" && !slices.Contains(Kinds, o.Name) {
			return cli.Usagef("kind %q: expected one of %s%s", o.Name, strings.Join(Kinds, ", "), wording.DidYouMean(o.Name, Kinds))
		}
		return nil
	})
}

// newExperimentWork returns the command experiment work.
func newExperimentWork(r Runner) *cobra.Command {
	var o Work
	return command(r, "experiment work", &o, &cobra.Command{
		Use: "work URL", Short: "make runs for gonao experiment --serve on another computer", Args: cobra.ExactArgs(1),
		Long: `work makes the runs that a gonao experiment --serve distributes, until all are made. That command prints the command line for it.
gonao must be the same build on both computers, otherwise the worker is refused. A worker may be ended or killed at any
time; another one then makes its runs.`,
		Example: `  gonao experiment work nats://127.0.0.1:4222
  gonao experiment work tls://worker:SECRET@192.168.1.7:4222 --fingerprint 3f5c… --workers 8`,
	}, func(args []string) error { o.URL = args[0]; return nil })
}
