package tool

// This part of the package holds the commands gonao sim gazebo, which check the installed Gazebo and start its
// server.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/gazebo_bridge/server"
	"gonao/nao"
)

// Exec replaces this process by another program, as syscall.Exec does.
type Exec func(program string, args, env []string) error

// newGazebo returns the commands; exec replaces the process by Gazebo.
func newGazebo(t cli.Terminal, exec Exec) *cobra.Command {
	return cli.Group("gazebo", "check the installed Gazebo, and serve a world with the robot", newCheck(t), newGazeboServe(t, exec))
}

func newCheck(t cli.Terminal) *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: "show which Gazebo is installed, or what to install", Args: cobra.NoArgs,
		Long: `check prints the version and the generation of the installed Gazebo. The exit code is 1 if
Gazebo is missing, or gonao cannot use it. The error then names the package to install.`,
		Example: "  gonao sim gazebo check",
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := server.Find(cmd.Context())
			if err != nil {
				return err
			}
			fmt.Fprintln(t.Out, s)
			if warning := s.Warning(); warning != "" {
				fmt.Fprintln(t.Errs, "gonao: warning:", warning)
			}
			return nil
		},
	}
}

func newGazeboServe(t cli.Terminal, exec Exec) *cobra.Command {
	var g gazeboWorld
	var gui bool
	cmd := &cobra.Command{
		Use: "serve", Short: "start Gazebo's server with a world and the robot in it", Args: cobra.NoArgs,
		Long: `serve writes the world for the installed Gazebo into the user's cache
directory, and replaces itself by Gazebo's server: signals and the exit code are Gazebo's. The
node gazebo_bridge connects it to ROS; gonao launch sim.launch.yaml simulator:=gazebo
starts both.`,
		Example: `  gonao sim gazebo serve --world spl
  gonao sim gazebo serve --world empty --gui`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			// Wrong flags are reported even if Gazebo is not installed.
			if _, err := g.Write(nao.Fortress); err != nil {
				return err
			}
			s, err := server.Find(cmd.Context())
			if err != nil {
				return err
			}
			if warning := s.Warning(); warning != "" {
				fmt.Fprintln(t.Errs, "gonao: warning:", warning)
			}
			text, err := g.Write(s.Generation)
			if err != nil {
				return err
			}
			file, err := keepWorld(g, text)
			if err != nil {
				return fmt.Errorf("keep the world for Gazebo: %w", err)
			}
			command := s.Command(file, gui)
			fmt.Fprintf(t.Errs, "%s\n%s\n", s, strings.Join(command, " "))
			return fmt.Errorf("start %s: %w", command[0], exec(command[0], command, os.Environ()))
		},
	}
	g.Flags(cmd)
	cmd.Flags().BoolVar(&gui, "gui", false, "show Gazebo's window too")
	return cmd
}

// keepWorld writes a world into the user's cache directory and returns its path. Gazebo reads the file after it has
// replaced this process, so no process could remove a temporary file.
func keepWorld(g gazeboWorld, text string) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir() // services may have no home directory
	}
	dir = filepath.Join(dir, "gonao")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	file := filepath.Join(dir, g.Names.World+"_"+g.Names.Model+".sdf")
	return file, os.WriteFile(file, []byte(text), 0o644)
}
