// Package tool is the command gonao. It runs launch files, reads any ROS 2 graph and sends
// to it with the commands of ros2, works on motions and state machines, and copies programs
// to a robot. Each package below it holds the commands of one noun.
package tool

import (
	"fmt"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/doctor"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/hfsm"
	"gonao/cmd/gonao/lab"
	"gonao/cmd/gonao/motion"
	"gonao/cmd/gonao/robot"
	"gonao/internal/wording"
)

// New returns the command gonao with all commands below it.
func New(t graph.Access) *cobra.Command {
	root := &cobra.Command{
		Use:   "gonao",
		Short: "start, watch and talk to a NAO on ROS 2",
		Long: `gonao starts launch files, and inspects any ROS 2 graph with the commands of ros2;
neither needs a ROS 2 installation.

ROS_DOMAIN_ID (0 to 232) chooses the graph, as for every ROS 2 program;
ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST limits it to this computer.

Exit codes: 0 done, 1 failed, 2 wrong command line; of action send-goal also
3 rejected, 4 canceled, 5 aborted.`,
		Example: `  gonao demo
  gonao launch sim.launch.yaml world:=empty
  gonao studio
  gonao topic list
  gonao topic echo /nao1/robot_state --field battery_charge
  gonao topic hz /nao1/camera/top/image_raw
  gonao topic pub --once /nao1/chatter std_msgs/msg/String 'data: hello'
  gonao node info /nao1/motion
  gonao param list /nao1/vision
  gonao bag record -a -o first_walk
  gonao action send-goal /nao1/play_motion gonao_msgs/action/PlayMotion '{name: dance_left}' --feedback
  gonao interface show gonao_msgs/msg/RobotState
  gonao hfsm graph dance -o dance.svg
  gonao motion play dance_left
  gonao experiment mine.yaml
  gonao match --watch
  gonao robot deploy nao@nao.local`,
		SilenceErrors: true, SilenceUsage: true,
	}
	version := newVersion(t.Terminal)
	var wanted bool
	root.Flags().BoolVar(&wanted, "version", false, "print what gonao was built from, as gonao version does")
	root.SetOut(t.Out)
	root.SetErr(t.Errs)
	t.Definitions = root.PersistentFlags().StringArray("definitions", nil,
		"read definitions from this directory too (package/msg/Name.msg below it, or msg/Name.msg); may be repeated")
	root.AddCommand(
		newLaunch(t.Terminal),
		lab.NewDemo(lab.StartDemo(t.Terminal)),
		lab.NewLesson(lab.Start(t.Terminal)),
		newStudio(t.Terminal),
		newSim(t),
		with(cli.Group("ros", "inspect any ROS 2 graph and send to it, with the commands of ros2: "+verbs), append(ros2(t), newKeys(t.Terminal))...),
		newScaffold(t.Terminal),
		hfsm.New(t),
		with(motion.New(t), lab.NewTune(lab.Start(t.Terminal)), lab.NewBench(lab.Start(t.Terminal)), lab.NewRows(lab.Start(t.Terminal))),
		newVision(t.Terminal),
		with(lab.NewExperiment(lab.Start(t.Terminal)), lab.NewTrial(lab.Start(t.Terminal)), lab.NewField(lab.Start(t.Terminal)), newLocalization(t)),
		with(lab.NewMatch(lab.StartMatch(t.Terminal)), newGame(t)),
		with(robot.New(t.Terminal), newModel(t.Terminal), newLoLA(t.Terminal)),
		doctor.New(t, builtFrom),
		version,
	)
	root.AddCommand(ros2(t)...)
	root.AddCommand(
		moved(t.Terminal, newGazebo(t.Terminal, syscall.Exec), "sim gazebo"),
		moved(t.Terminal, newKeys(t.Terminal), "ros keys"),
		moved(t.Terminal, lab.NewTune(lab.Start(t.Terminal)), "motion tune"),
		moved(t.Terminal, lab.NewTrial(lab.Start(t.Terminal)), "experiment trial"),
		moved(t.Terminal, newLocalization(t), "experiment localization"),
		moved(t.Terminal, newGame(t), "match game"),
		moved(t.Terminal, newModel(t.Terminal), "robot model"),
		moved(t.Terminal, newLoLA(t.Terminal), "robot lola"),
	)
	root.InitDefaultCompletionCmd() // InitDefaultCompletionCmd must come before explainGroups, which has to see its command
	group(root)
	explainGroups(root)
	completeValues(t, root)
	run := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if wanted {
			return version.RunE(cmd, args)
		}
		return run(cmd, args)
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if before := cmd.Flags().Args(); cmd.HasSubCommands() && len(before) > 0 && cmd.Annotations[takesWords] == "" {
			// The flags that follow are not those of the group.
			return unknownCommand(cmd, before[0])
		}
		return cli.Usagef("%w; see %s --help", err, cmd.CommandPath())
	})
	explainArgs(root)
	return root
}

// groups lists the parts of the list of commands, in the order in which a person needs them. Commands in no group
// are not listed: version, the old names of moved commands, and the commands of ros2, which are listed below ros
// and also work without that word.
var groups = []struct{ title, commands string }{
	{"Start", "launch demo lesson studio sim"},
	{"Look", "ros doctor"},
	{"Build", "new hfsm motion vision"},
	{"Measure", "experiment match"},
	{"Maintain", "robot completion"},
}

// group puts the commands into their groups.
func group(root *cobra.Command) {
	of := map[string]string{}
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for name := range strings.FieldsSeq(g.commands) {
			of[name] = g.title
		}
	}
	for _, c := range root.Commands() {
		c.GroupID = of[c.Name()]
	}
	before, rest, _ := strings.Cut(root.UsageTemplate(), "{{if not .AllChildCommandsHaveGroup}}")
	_, after, _ := strings.Cut(rest, "{{end}}{{end}}{{end}}") // omits the commands that are in no group
	root.SetUsageTemplate(before + after)
}

// verbs lists the commands of ros2 that gonao has.
const verbs = "topic, node, service, action, param, interface, bag, tf, lifecycle, run"

// ros2 returns the commands of ros2.
func ros2(t graph.Access) []*cobra.Command {
	return []*cobra.Command{
		graph.NewTopic(t),
		graph.NewNode(t),
		graph.NewService(t),
		graph.NewAction(t),
		graph.NewParam(t),
		graph.NewInterface(t),
		graph.NewBag(t),
		graph.NewTF(t),
		graph.NewLifecycle(t),
		newRun(syscall.Exec),
	}
}

// with returns a command with more commands below it.
func with(cmd *cobra.Command, below ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(below...)
	return cmd
}

// moved returns a command that still works under its old name. It prints a hint with the present name on the
// standard error.
func moved(t cli.Terminal, cmd *cobra.Command, now string) *cobra.Command {
	name := cmd.Name()
	cmd.Hidden = true
	cmd.PersistentPreRun = func(*cobra.Command, []string) {
		fmt.Fprintf(t.Errs, "gonao: gonao %s is now gonao %s; the next release removes the old name\n", name, now)
	}
	return cmd
}

// takesWords annotates a command with subcommands that also accepts other words, such as experiment.
const takesWords = "takes words"

// explainGroups makes each command with subcommands print its help, or an error that names the nearest subcommand.
// A command that also runs without a subcommand, such as match, still runs.
func explainGroups(cmd *cobra.Command) {
	if !cmd.HasSubCommands() {
		return
	}
	for _, c := range cmd.Commands() {
		explainGroups(c)
	}
	itself, check := cmd.RunE, cmd.Args
	if itself != nil && check != nil && check(cmd, []string{"FILE"}) == nil {
		cmd.Annotations = map[string]string{takesWords: "yes"}
	}
	cmd.Args = cobra.ArbitraryArgs // RunE reports them as unknown commands
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 && itself == nil {
			return cmd.Help()
		}
		if itself != nil && (check == nil || check(cmd, args) == nil) {
			return itself(cmd, args)
		}
		if len(args) == 0 {
			return cli.Usagef("0 arguments: expected %s", cmd.UseLine())
		}
		return unknownCommand(cmd, args[0])
	}
}

// unknownCommand returns the error for a word that is not a command of the group. The error suggests the commands
// with that name in other groups, or else the nearest command of the group.
func unknownCommand(group *cobra.Command, word string) error {
	var names, elsewhere []string
	for _, c := range group.Commands() {
		names = append(names, c.Name())
	}
	var find func(c *cobra.Command)
	find = func(c *cobra.Command) {
		if c.Name() == word && !strings.HasPrefix(c.CommandPath(), "gonao ros ") {
			elsewhere = append(elsewhere, c.CommandPath())
		}
		for _, inner := range c.Commands() {
			if inner.IsAvailableCommand() { // not an old name
				find(inner)
			}
		}
	}
	find(group.Root())
	hint := wording.DidYouMean(word, names)
	if len(elsewhere) > 0 {
		hint = fmt.Sprintf(" (there is %s)", strings.Join(elsewhere, ", "))
	}
	return cli.Usagef("unknown command %q for %q%s; see %s --help", word, group.CommandPath(), hint, group.CommandPath())
}

// explainArgs makes each command without subcommands report its usage if the number of arguments is wrong.
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
			return cli.Usagef("%s: expected %s", cli.Count(len(args), "argument"), cmd.UseLine())
		}
		return nil
	}
}
