package tool

// This part of the package holds the command gonao run, which runs a program of a ROS package.

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/launcher"
)

// newRun returns the command. exec replaces the process by a program.
func newRun(exec func(program string, args, env []string) error) *cobra.Command {
	cmd := &cobra.Command{
		Use: "run PACKAGE PROGRAM [ARGUMENT …]", Short: "run a program of a ROS package",
		Long: `run runs a program of a package, as "ros2 run" does. It finds packages through AMENT_PREFIX_PATH, or in the
gonao source tree; gonao's programs are in the package gonao. All words after PROGRAM are passed to the program.`,
		Example: `  gonao run gonao vision --ros-args -p camera:=bottom
  gonao run gonao state_publisher --help`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return cli.Usagef("expected PACKAGE and PROGRAM; see gonao run --help")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			program, err := launcher.Executable(args[0], args[1])
			if err != nil {
				return fmt.Errorf("run: %w", err)
			}
			return exec(program, append([]string{program}, args[2:]...), os.Environ())
		},
	}
	cmd.Flags().SetInterspersed(false)
	return cmd
}
