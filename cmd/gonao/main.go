// Command gonao is the tool for people: it starts launch files, looks into any
// ROS 2 graph and talks to it with the words of ros2, and writes the robot's models.
// It needs no ROS 2 and no simulator.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/spf13/cobra"

	"gonao/internal/interrupt"
	"gonao/internal/suggest"
	"gonao/ros/rmw"
)

func main() {
	ctx, stop := interrupt.Context()
	err := newRoot(tool{open: rmw.Open, out: os.Stdout, errs: os.Stderr, in: os.Stdin, patience: patient}).ExecuteContext(ctx)
	stop()
	if code := exitCode(err); code != 0 {
		fmt.Fprintf(os.Stderr, "gonao: %v\n", err)
		os.Exit(code)
	}
}

// The exit codes. Those of a goal are 3 and above.
const (
	exitFailed   = 1
	exitUsage    = 2
	exitRejected = 3
	exitCanceled = 4
	exitAborted  = 5
)

// coded is an error with its own exit code.
type coded struct {
	error
	code int
}

func (c coded) Unwrap() error { return c.error }

// usage marks an error of who typed the command, not of the graph.
func usage(format string, args ...any) error {
	return coded{fmt.Errorf(format, args...), exitUsage}
}

// exitCode is 0 for success, and for Ctrl-C, which ends most commands.
func exitCode(err error) int {
	var c coded
	switch {
	case err == nil:
		return 0
	case errors.As(err, &c):
		return c.code
	case errors.Is(err, context.Canceled):
		return 0
	}
	return exitFailed
}

// newRoot gives the command with all below it.
func newRoot(t tool) *cobra.Command {
	root := &cobra.Command{
		Use:   "gonao",
		Short: "start, watch and talk to a NAO on ROS 2",
		Long: `gonao starts launch files, and looks into any ROS 2 graph with the words of ros2;
neither needs a ROS 2 installation.

Which graph: ROS_DOMAIN_ID (0 to 232) chooses one, as for every ROS 2 program;
ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST keeps to this machine.

Exit codes: 0 done, 1 failed, 2 wrong command line; of action send-goal also
3 rejected, 4 canceled, 5 aborted.`,
		Example: `  gonao launch sim.launch.yaml world:=empty
  gonao topic list
  gonao topic echo /nao1/robot_state --field battery_charge
  gonao topic hz /nao1/camera/top/image_raw
  gonao topic pub --once /nao1/chatter std_msgs/msg/String 'data: hello'
  gonao node info /nao1/motion
  gonao param list /nao1/vision
  gonao bag record -a -o first_walk
  gonao action send-goal /nao1/play_motion gonao_msgs/action/PlayMotion '{name: dance_left}' --feedback
  gonao interface show gonao_msgs/msg/RobotState
  gonao hfsm graph machine.yaml -o machine.svg
  gonao model urdf > nao.urdf
  gonao motion play dance_left
  gonao tune walk.tune.yaml
  gonao robot deploy nao@nao.local`,
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetOut(t.out)
	root.SetErr(t.errs)
	t.definitions = root.PersistentFlags().StringArray("definitions", nil,
		"read definitions from this directory too (package/msg/Name.msg below it, or msg/Name.msg); may be repeated")
	root.AddCommand(
		newLaunch(t),
		newTopic(t),
		newNode(t),
		newService(t),
		newAction(t),
		newParam(t),
		newBag(t),
		newInterface(t),
		newHFSM(t),
		newModel(t),
		newMotion(t),
		newTune(t),
		newSim(t),
		newGazebo(t, syscall.Exec),
		newRobot(t),
		newLoLA(t),
	)
	root.InitDefaultCompletionCmd() // now, so that it is explained too
	explainGroups(root)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage("%w; see %s --help", err, cmd.CommandPath())
	})
	explainArgs(root)
	return root
}

// group makes a command that only has others below it.
func group(use, short string, below ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short}
	cmd.AddCommand(below...)
	return cmd
}

// newModel writes the robot's models.
func newModel(t tool) *cobra.Command {
	return group("model", "write the robot's model", newURDF(t), newMJCF(t), newSDF(t), newWorld(t))
}

// explainGroups lets each command that has others below it say which there are.
func explainGroups(cmd *cobra.Command) {
	if !cmd.HasSubCommands() {
		return
	}
	for _, c := range cmd.Commands() {
		explainGroups(c)
	}
	cmd.Args = cobra.ArbitraryArgs // which then are no commands
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		var names []string
		for _, c := range cmd.Commands() {
			names = append(names, c.Name())
		}
		return usage("unknown command %q for %q%s; see %s --help",
			args[0], cmd.CommandPath(), suggest.DidYouMean(args[0], names), cmd.CommandPath())
	}
}

// explainArgs lets each command without others below it say how it is used when it
// gets too few arguments or too many.
func explainArgs(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		explainArgs(c)
	}
	check := cmd.Args
	if check == nil || cmd.HasSubCommands() {
		return
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) != nil {
			return usage("%d arguments: expected %s", len(args), cmd.UseLine())
		}
		return nil
	}
}
