package tool

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/internal/proc"
	"gonao/ros/rmw"
)

// newVersion returns the command version.
func newVersion(t cli.Terminal) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print what gonao was built from", Args: cobra.NoArgs,
		Long: `version prints the commit and whether files differed from it, the version of Go, how gonao
speaks ROS 2, and the version of MuJoCo that the simulator beside it uses. Add it to bug reports.
gonao --version prints the same.`,
		Example: "  gonao version",
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(t.Out, cli.Version(rmw.Version, simulatorVersion(cmd.Context())))
			return err
		},
	}
}

// simulatorVersion returns the version of MuJoCo. The program for experiments links MuJoCo; gonao does not.
func simulatorVersion(ctx context.Context) string {
	program, err := proc.Sibling(lab.Program, "simulator")
	if err != nil {
		return err.Error()
	}
	out, err := exec.CommandContext(ctx, program, "--version").Output()
	if err != nil {
		return fmt.Sprintf("%s --version: %v", lab.Program, err)
	}
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "MuJoCo") {
			return line
		}
	}
	return lab.Program + " has no MuJoCo"
}

// builtFrom returns what gonao was built from, as one line.
func builtFrom() string { return strings.ReplaceAll(cli.Version(rmw.Version), "\n", ", ") }
