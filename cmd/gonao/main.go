// Command gonao is the tool for people: it starts launch files, looks into any
// ROS 2 graph, and writes the robot's models. It needs no ROS 2 and no simulator.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"gonao/internal/interrupt"
	"gonao/internal/suggest"
	"gonao/ros/rmw"
)

func main() {
	ctx, stop := interrupt.Context()
	err := newRoot(tool{open: rmw.Open, out: os.Stdout, errs: os.Stderr}).ExecuteContext(ctx)
	stop()
	if err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintf(os.Stderr, "gonao: %v\n", err)
		os.Exit(1)
	}
}

// newRoot gives the command with all below it.
func newRoot(t tool) *cobra.Command {
	root := &cobra.Command{
		Use:   "gonao",
		Short: "start, watch and talk to a NAO on ROS 2",
		Long: `gonao starts launch files and looks into any ROS 2 graph; neither needs a ROS 2
installation.

Which graph: ROS_DOMAIN_ID (0 to 232) chooses one, as for every ROS 2 program;
ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST keeps to this machine.`,
		Example: `  gonao launch sim.launch.yaml world:=empty
  gonao topic list
  gonao topic echo /nao1/robot_state --field battery_charge
  gonao topic hz /nao1/camera/top/image_raw
  gonao topic pub --once /nao1/chatter std_msgs/msg/String 'data: hello'
  gonao model urdf > nao.urdf`,
		SilenceErrors: true, SilenceUsage: true,
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetOut(t.out)
	root.SetErr(t.errs)
	topic := &cobra.Command{Use: "topic", Short: "list, show, measure and publish topics"}
	topic.AddCommand(newTopicList(t), newEcho(t), newHz(t), newPub(t))
	node := &cobra.Command{Use: "node", Short: "list nodes"}
	node.AddCommand(newNodeList(t))
	model := &cobra.Command{Use: "model", Short: "write the robot's model"}
	model.AddCommand(newURDF(t), newMJCF(t))
	root.AddCommand(newLaunch(t), topic, node, model)
	for _, group := range []*cobra.Command{root, topic, node, model} {
		group.Args = cobra.ArbitraryArgs // which then are no commands
		group.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				var names []string
				for _, c := range cmd.Commands() {
					names = append(names, c.Name())
				}
				return fmt.Errorf("unknown command %q for %q%s; see %s --help",
					args[0], cmd.CommandPath(), suggest.DidYouMean(args[0], names), cmd.CommandPath())
			}
			return cmd.Help()
		}
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
	})
	explainArgs(root)
	return root
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
			return fmt.Errorf("%d arguments: expected %s", len(args), cmd.UseLine())
		}
		return nil
	}
}
