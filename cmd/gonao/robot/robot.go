// Package robot holds the commands gonao robot: they copy programs to a robot over ssh,
// start and stop them, and show their logs.
package robot

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/deploy"
	"gonao/cmd/gonao/launcher"
)

// New returns the commands.
func New(t cli.Terminal) *cobra.Command {
	cmd := cli.Group("robot", "copy gonao to a robot, and start and stop it there",
		newDeploy(t), newStatus(t), newLogs(t), newStop(t), newRollback(t))
	cmd.Long = `robot copies gonao to a robot over ssh, and starts, stops and inspects it there. Nothing
has to be installed on the robot: programs come with their own loader and libraries.

HOST is user@host or a name of ~/.ssh/config, as for ssh. ssh asks for passwords and for
hosts it does not know.`
	return cmd
}

// reach holds the flags of the ssh connection.
type reach struct{ options []string }

func (r *reach) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&r.options, "ssh-option", nil, "an option of ssh, such as Port=2222; may be repeated")
}

// robot logs in to target and calls f with the connection.
func (r *reach) robot(ctx context.Context, target string, f func(*deploy.Robot) error) (err error) {
	robot, err := deploy.Dial(ctx, deploy.Login{Target: target, Options: r.options})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, robot.Close()) }()
	return f(robot)
}

// deployment holds the flags of robot deploy.
type deployment struct {
	reach
	launch          string
	noStart, atBoot bool
	dryRun          bool
	watch           time.Duration
	team            string // file that describes a team
}

func newDeploy(t cli.Terminal) *cobra.Command {
	d := deployment{watch: 10 * time.Second}
	cmd := &cobra.Command{
		Use: "deploy HOST [name:=value …]", Short: "copy programs and parameters to a robot and start them there",
		Args: hostOrTeam(&d.team, cobra.MinimumNArgs(1), cobra.ArbitraryArgs),
		Long: `deploy checks the robot. It copies the programs that robot.launch.yaml starts, with
their loader and libraries, the launch files and the parameters, and tries them there. It stops the old
nodes (the robot is let down), and starts the new ones as a user service. The
previous version is kept for gonao robot rollback.

THE ROBOT MOVES when the nodes start: it stands up. Hold it. Without machine:= no machine
runs; --no-start only copies.

Arguments are those of the launch file. A value that is a file of this computer, such as
machine:=./mine.yaml, is copied too; a missing file is reported before anything
else happens. ROS_DOMAIN_ID and the other variables for the
network that are set here are used on the robot too.

With --team FILE instead of HOST it deploys to all robots of a team at once. The file contains the team's number and
colour and, for each robot, host, number, role, colour, calibration of the cameras and launch arguments. Values for which
the launch file has arguments are passed on. Each line of the output begins with the robot's number and host.`,
		Example: `  gonao robot deploy nao@nao.local
  gonao robot deploy nao@10.0.24.31 machine:=dance
  gonao robot deploy nao@10.0.24.31 machine:=dance --dry-run
  gonao robot deploy nao@nao.local --no-start
  gonao robot deploy nao@nao.local --at-boot machine:=./mine.yaml
  gonao robot deploy --team robots.yaml game:=network`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if d.team != "" {
				return d.deployTeam(cmd.Context(), t, d.team, args)
			}
			return d.run(cmd.Context(), t, args[0], args[1:])
		},
	}
	d.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&d.team, "team", "", "a team's file, to deploy to all its robots instead of HOST")
	flags.StringVar(&d.launch, "launch", "robot.launch.yaml", "the launch file: one of gonao's, or the path of one of yours")
	flags.BoolVar(&d.noStart, "no-start", false, "only copy: stop what runs on the robot, and start nothing")
	flags.BoolVar(&d.dryRun, "dry-run", false, "check everything, print what would be copied, stopped and started, and change nothing on the robot")
	flags.BoolVar(&d.atBoot, "at-boot", false, "start now, and whenever the robot boots")
	flags.Var((*cli.Seconds)(&d.watch), "watch", "show the log for this time after the start")
	return cmd
}

// hostOrTeam returns the check of arguments for a command that accepts a team's file instead of a host.
func hostOrTeam(team *string, host, others cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if *team == "" {
			return host(cmd, args)
		}
		return others(cmd, args)
	}
}

// run runs the command deploy.
func (d deployment) run(ctx context.Context, t cli.Terminal, target string, arguments []string) error {
	start := deploy.StartNow
	switch {
	case d.noStart && d.atBoot:
		return cli.Usagef("--no-start and --at-boot: expected one of them")
	case d.noStart:
		start = deploy.StartNot
	case d.atBoot:
		start = deploy.StartAtBoot
	}
	if !slices.ContainsFunc(arguments, isArgument("machine")) {
		arguments = append(slices.Clone(arguments), "machine:=none")
	}
	contents, err := robotContents(d.launch, arguments)
	if err != nil {
		return err
	}
	bundle, err := deploy.Collect(contents, time.Now(), os.Getenv)
	if err != nil {
		return err
	}
	return d.robot(ctx, target, func(r *deploy.Robot) error {
		facts, err := r.Probe(ctx, lolaSocket(arguments))
		if err != nil {
			return err
		}
		fmt.Fprintf(t.Out, "%s: %s\n", target, &facts)
		if d.dryRun {
			return printPlan(t, r, facts, bundle, start)
		}
		bar := &progressBar{out: t.Out, live: cli.Colored(t.Out)}
		if err := r.Deploy(ctx, facts, bundle, start, bar.show); err != nil {
			return err
		}
		if start == deploy.StartNot {
			fmt.Fprintf(t.Out, "version %s is on the robot, but not started\n", bundle.Name)
			return nil
		}
		fmt.Fprintf(t.Out, "version %s runs: %s\n", bundle.Name, bundle.Launch)
		return watchStart(ctx, t, r, target, d.watch)
	})
}

// watchStart prints the log for some time, and then returns an error if the nodes do not run.
func watchStart(ctx context.Context, t cli.Terminal, r *deploy.Robot, target string, so time.Duration) error {
	bounded, cancel := context.WithTimeout(ctx, so)
	defer cancel()
	if err := r.Logs(bounded, 5, true, t.Out); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	facts, err := r.Probe(ctx, "")
	if err != nil {
		return err
	}
	if !facts.Runs {
		return fmt.Errorf("%s: the nodes have ended: the log above shows why; gonao robot rollback %s goes back to the previous version", target, target)
	}
	fmt.Fprintf(t.Out, "the nodes run. gonao robot logs -f %s shows more of the log; gonao robot stop %s stops them\n", target, target)
	return nil
}

// robotContents returns the programs that a launch file starts, and what they need.
func robotContents(launch string, arguments []string) (deploy.Contents, error) {
	for _, argument := range arguments {
		if !strings.Contains(argument, ":=") {
			return deploy.Contents{}, cli.Usagef("argument %q: expected name:=value", argument)
		}
	}
	if err := missingFile(arguments); err != nil {
		return deploy.Contents{}, err
	}
	path, err := launcher.Find("", launch)
	if err != nil {
		return deploy.Contents{}, err
	}
	plan, err := launcher.Load(path, arguments)
	if err != nil {
		return deploy.Contents{}, err
	}
	var programs []string
	for _, p := range plan.Processes() {
		if _, err := os.Stat(filepath.Join(filepath.Dir(p.Program), "nao_driver")); err != nil {
			return deploy.Contents{}, fmt.Errorf("%s: %s is not a program of gonao, and deploy copies only these: start it on this computer", launch, filepath.Base(p.Program))
		}
		if !slices.Contains(programs, p.Program) {
			programs = append(programs, p.Program)
		}
	}
	if len(programs) == 0 {
		return deploy.Contents{}, fmt.Errorf("%s: it starts nothing", launch)
	}
	programs = append(programs, filepath.Join(filepath.Dir(programs[0]), "gonao"))
	ours, err := launcher.Find("gonao_bringup", "robot.launch.yaml")
	if err != nil {
		return deploy.Contents{}, err
	}
	if filepath.Dir(path) == filepath.Dir(ours) {
		path = filepath.Base(path)
	} else if path, err = filepath.Abs(path); err != nil {
		return deploy.Contents{}, err
	}
	return deploy.Contents{
		Programs: programs, Share: filepath.Dir(ours), Launch: path, Arguments: arguments, Env: networkSettings(os.LookupEnv),
	}, nil
}

// networkSettings returns the set variables that configure discovery, as NAME=value.
func networkSettings(lookup func(string) (string, bool)) []string {
	var env []string
	for _, name := range []string{
		"ROS_DOMAIN_ID", "ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_STATIC_PEERS", "ROS_LOCALHOST_ONLY", "ROS_DISTRO", "CYCLONEDDS_URI",
	} {
		value, set := lookup(name)
		if set && value != "" && !strings.HasPrefix(value, "file:") { // a file of this computer does not exist on the robot
			env = append(env, name+"="+value)
		}
	}
	return env
}

// isArgument returns a function that reports whether a launch argument has that name.
func isArgument(name string) func(string) bool {
	return func(argument string) bool { return strings.HasPrefix(argument, name+":=") }
}

// lolaSocket returns the LoLA socket of the launch file's driver, or "" if the driver does
// not use a socket on the robot.
func lolaSocket(arguments []string) string {
	socket := deploy.DefaultSocket
	for _, argument := range arguments {
		name, value, _ := strings.Cut(argument, ":=")
		switch {
		case name == "protocol" && value != "lola":
			return ""
		case name == "socket":
			socket = value
		}
	}
	if strings.Contains(socket, "://") {
		return ""
	}
	return socket
}
