package tool

// This part of the package holds the command gonao launch, which runs a ROS 2 YAML launch file.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/launcher"
)

// launch holds the flags of the command.
type launch struct {
	showArgs, print, check, noColor, force bool
	logDir                                 string
}

// newLaunch returns the command.
func newLaunch(t cli.Terminal) *cobra.Command {
	var l launch
	cmd := &cobra.Command{
		Use: "launch [PACKAGE] FILE [name:=value …]", Short: "run a ROS 2 YAML launch file", Args: cobra.MinimumNArgs(1),
		Long: `launch runs a ROS 2 YAML launch file (*.launch.yaml) as "ros2 launch" would, also without
ROS 2. FILE is a path, or the name of one of gonao's own launch files.

If nodes of the launch run already on this computer, launch refuses and names the process that has
started them: two robots on the same topics would both obey. --force starts them anyway.

Programs and files of packages are found through AMENT_PREFIX_PATH, or in the gonao
source tree. Ctrl-C stops everything: SIGINT, after 5 s SIGTERM, after 10 s SIGKILL;
a second Ctrl-C changes nothing, so that a driver can bring its robot down safely. The exit
code is 1 if a program could not be started, or failed and was not to be started
again, and 2 if an argument is wrong.

--check starts nothing. It reports whether the file would start with the given arguments, and with each choice
of the other arguments, one at a time. It also checks the parameters of gonao's nodes and the files that they name.`,
		Example: `  gonao launch sim.launch.yaml
  gonao launch sim.launch.yaml --show-args
  gonao launch sim.launch.yaml world:=field2010 look:=blocks
  gonao launch sim.launch.yaml --check world:=./my_world.yaml
  gonao launch gonao_bringup sim.launch.yaml --print   # show what would be started`,
		ValidArgsFunction: complete,
		RunE:              func(cmd *cobra.Command, args []string) error { return l.run(cmd.Context(), t, args) },
	}
	flags := cmd.Flags()
	flags.BoolVarP(&l.showArgs, "show-args", "s", false, "show the file's arguments instead")
	flags.BoolVarP(&l.print, "print", "p", false, "show what would be started instead")
	flags.BoolVarP(&l.check, "check", "c", false, "check the file, its arguments and all nodes instead")
	flags.BoolVar(&l.noColor, "no-color", false, "print no colours (as with NO_COLOR=1, or if the output is not a terminal)")
	flags.BoolVar(&l.force, "force", false, "start nodes even if they run already on this computer")
	flags.StringVar(&l.logDir, "log-dir", "", "keep the programs' output here (default: a directory in ROS_LOG_DIR or ~/.ros/log)")
	return cmd
}

// run runs the command.
func (l launch) run(ctx context.Context, t cli.Terminal, args []string) error {
	path, arguments, err := splitLaunchArgs(args)
	if err != nil {
		return err
	}
	if l.showArgs {
		declared, err := launcher.Arguments(path)
		if err != nil {
			return err
		}
		printArguments(t.Out, declared)
		return nil
	}
	plan, err := launcher.Load(path, arguments)
	var wrong *launcher.ArgumentError
	if errors.As(err, &wrong) {
		return cli.WithCode(err, cli.ExitUsage)
	}
	if l.check {
		return check(ctx, t.Out, path, arguments)
	}
	if err != nil {
		return err
	}
	for _, note := range plan.Notes {
		fmt.Fprintln(t.Errs, "note: "+note)
	}
	if l.print {
		_, err := fmt.Fprint(t.Out, plan)
		return err
	}
	if !l.force {
		if err := plan.Free(); err != nil {
			return err
		}
	}
	if l.logDir == "" {
		l.logDir = defaultLogDir(time.Now())
	}
	// The reader of the output has ended: stop as with Ctrl-C.
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGPIPE)
	defer stop()
	fmt.Fprintf(t.Out, "the whole output is kept in %s\n", l.logDir)
	return launcher.Run(ctx, plan, launcher.Options{
		Output: t.Out, Color: !l.noColor && cli.Colored(t.Out), LogDir: l.logDir, Force: l.force,
	})
}

// check reports which variants of a launch would not start: the one with the given arguments, and one for each
// choice of the other arguments.
func check(ctx context.Context, out io.Writer, path string, arguments []string) error {
	declared, err := launcher.Arguments(path)
	if err != nil {
		return err
	}
	given, err := launcher.ParseArgs(arguments)
	if err != nil {
		return err
	}
	var checker launcher.Checker
	launches, wrong := 0, 0
	try := func(more ...string) {
		plan, err := launcher.Load(path, slices.Concat(arguments, more))
		if err == nil {
			err = checker.Check(ctx, plan)
		}
		launches++
		if err != nil {
			wrong++
			fmt.Fprintf(out, "%s: %v\n", strings.Join(append([]string{filepath.Base(path)}, slices.Concat(arguments, more)...), " "), err)
		}
	}
	try()
	for _, a := range declared {
		if _, ok := given[a.Name]; ok {
			continue
		}
		for _, choice := range a.Choices {
			if choice != a.Default && ctx.Err() == nil {
				try(a.Name + ":=" + choice)
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if wrong > 0 {
		return fmt.Errorf("%s: %d of %s would not start", filepath.Base(path), wrong, cli.Count(launches, "variant"))
	}
	fmt.Fprintf(out, "%s: %s checked, all would start\n", filepath.Base(path), cli.Count(launches, "variant"))
	return nil
}

// splitLaunchArgs splits [PACKAGE] FILE name:=value… into the path of the file and the
// arguments.
func splitLaunchArgs(args []string) (path string, arguments []string, err error) {
	var names []string
	for _, arg := range args {
		if strings.Contains(arg, ":=") {
			arguments = append(arguments, arg)
		} else {
			names = append(names, arg)
		}
	}
	switch len(names) {
	case 1:
		path, err = launcher.Find("", names[0])
	case 2:
		if strings.Contains(names[0], "/") || strings.HasSuffix(names[0], ".yaml") { // it is not the name of a package
			return "", nil, cli.Usagef("launch %s: argument %q: expected name:=value", names[0], names[1])
		}
		path, err = launcher.Find(names[0], names[1])
	default:
		err = cli.Usagef("launch %s: expected [PACKAGE] FILE and arguments of the form name:=value", strings.Join(names, " "))
	}
	return path, arguments, err
}

// printArguments prints the arguments of a launch file.
func printArguments(out io.Writer, arguments []launcher.Argument) {
	fmt.Fprintln(out, "Arguments (name:=value):")
	if len(arguments) == 0 {
		fmt.Fprintln(out, "\n  none")
	}
	conditional := false
	for _, a := range arguments {
		star := ""
		if a.Conditional {
			star, conditional = "*", true
		}
		fmt.Fprintf(out, "\n  %s%s\n", a.Name, star)
		if a.Description != "" {
			fmt.Fprintf(out, "      %s\n", a.Description)
		}
		if len(a.Choices) > 0 {
			fmt.Fprintf(out, "      one of: %s\n", strings.Join(a.Choices, ", "))
		}
		if a.HasDefault {
			fmt.Fprintf(out, "      default: %s\n", a.Default)
		} else {
			fmt.Fprintln(out, "      required")
		}
	}
	if conditional {
		fmt.Fprintln(out, "\n* used only under a condition")
	}
}

// defaultLogDir returns a directory for this launch, in the place where ROS 2 keeps its logs.
func defaultLogDir(now time.Time) string {
	dir := os.Getenv("ROS_LOG_DIR")
	if home := os.Getenv("ROS_HOME"); dir == "" && home != "" {
		dir = filepath.Join(home, "log")
	}
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			home = os.TempDir()
		}
		dir = filepath.Join(home, ".ros", "log")
	}
	return filepath.Join(dir, fmt.Sprintf("gonao-%s-%d", now.Format("2006-01-02-15-04-05"), os.Getpid()))
}
