package robot

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/deploy"
)

func newStatus(t cli.Terminal) *cobra.Command {
	var r reach
	var team string
	cmd := &cobra.Command{
		Use: "status HOST", Short: "show the state of a robot, and whether the nodes run there", Args: hostOrTeam(&team, cobra.ExactArgs(1), cobra.NoArgs),
		Long: `status prints the steps from a stock robot to nodes that run on it: network, key, firmware, body, ids (serial numbers
and ROS_DOMAIN_ID), version, nodes. A step that is not done shows what to do next. For a robot that does not answer,
it prints what the lamps mean. With --team FILE it prints one table of all robots of a team. The exit code is 1
if the nodes do not run.`,
		Example: "  gonao robot status nao@nao.local\n  gonao robot status --team robots.yaml",
		RunE: func(cmd *cobra.Command, args []string) error {
			if team != "" {
				return r.teamStatus(cmd.Context(), t, team)
			}
			err := r.robot(cmd.Context(), args[0], func(robot *deploy.Robot) error {
				return showStatus(cmd.Context(), t, robot, args[0])
			})
			if deploy.LampsHelp(err) {
				fmt.Fprintf(t.Out, "  next  network   it cannot be reached; docs/first-frame.md describes all steps from a stock robot\n%s\n", deploy.Lamps)
			}
			return err
		},
	}
	r.add(cmd)
	cmd.Flags().StringVar(&team, "team", "", "a team's file, to show a table of all its robots instead of HOST")
	return cmd
}

// showStatus prints the state of the robot, and returns an error if the nodes do not run.
func showStatus(ctx context.Context, t cli.Terminal, robot *deploy.Robot, target string) error {
	facts, err := robot.Probe(ctx, deploy.DefaultSocket)
	if err != nil {
		return err
	}
	var next *deploy.Step
	for _, step := range facts.Steps(target, robot.HasKey(ctx)) {
		mark := "ok  "
		if !step.Done {
			mark = "todo"
			if next == nil {
				mark, next = "next", &step
			}
		}
		fmt.Fprintf(t.Out, "  %s  %-9s %s\n", mark, step.Name, step.Text)
		if step.Name == "version" && facts.Previous != "" {
			fmt.Fprintf(t.Out, "        before    %s\n", facts.Previous)
		}
	}
	if next != nil {
		fmt.Fprintf(t.Out, "next: %s\n", next.Next)
	}
	if facts.Current == "" {
		return fmt.Errorf("%s: gonao is not installed there: gonao robot deploy %s", target, target)
	}
	if !facts.Runs {
		return fmt.Errorf("%s: the nodes do not run: gonao robot logs %s shows why, gonao robot deploy %s starts them", target, target, target)
	}
	return nil
}

func newLogs(t cli.Terminal) *cobra.Command {
	var r reach
	lines, follow := 50, false
	cmd := &cobra.Command{
		Use: "logs HOST", Short: "show the log of the nodes on the robot", Args: cobra.ExactArgs(1),
		Long: `logs prints the last lines of the log of the version that runs or ran last. With --follow it
then prints new lines until Ctrl-C.`,
		Example: "  gonao robot logs -f nao@nao.local",
		RunE: func(cmd *cobra.Command, args []string) error {
			if lines < 0 {
				return cli.Usagef("--lines %d: expected 0 or more", lines)
			}
			return r.robot(cmd.Context(), args[0], func(robot *deploy.Robot) error {
				return robot.Logs(cmd.Context(), lines, follow, t.Out)
			})
		},
	}
	r.add(cmd)
	cmd.Flags().IntVarP(&lines, "lines", "n", lines, "number of lines to print")
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "then print new lines until Ctrl-C")
	return cmd
}

func newStop(t cli.Terminal) *cobra.Command {
	var r reach
	cmd := &cobra.Command{
		Use: "stop HOST", Short: "stop the nodes on the robot; the driver lets it down", Args: cobra.ExactArgs(1),
		Long:    "stop stops the nodes and returns when they have ended. The driver lets the robot down, which takes up to 4 s.",
		Example: "  gonao robot stop nao@nao.local",
		RunE: func(cmd *cobra.Command, args []string) error {
			return r.robot(cmd.Context(), args[0], func(robot *deploy.Robot) error {
				if err := robot.Stop(cmd.Context()); err != nil {
					return err
				}
				fmt.Fprintf(t.Out, "%s: stopped\n", args[0])
				return nil
			})
		},
	}
	r.add(cmd)
	return cmd
}

func newRollback(t cli.Terminal) *cobra.Command {
	var r reach
	cmd := &cobra.Command{
		Use: "rollback HOST", Short: "go back to the previous version, and start it", Args: cobra.ExactArgs(1),
		Long: `rollback stops the nodes and starts the version that ran before the current one. A second
rollback goes forward again. The robot stands up: hold it.`,
		Example: "  gonao robot rollback nao@nao.local",
		RunE: func(cmd *cobra.Command, args []string) error {
			return r.robot(cmd.Context(), args[0], func(robot *deploy.Robot) error {
				if err := robot.Rollback(cmd.Context()); err != nil {
					return err
				}
				facts, err := robot.Probe(cmd.Context(), "")
				if err != nil {
					return err
				}
				fmt.Fprintf(t.Out, "%s: version %s runs: %s\n", args[0], facts.Current, facts.Launch)
				return nil
			})
		},
	}
	r.add(cmd)
	return cmd
}

// progressBar prints the progress of a copy: on one line of a terminal, elsewhere at each tenth.
type progressBar struct {
	out   io.Writer
	live  bool
	shown int64
}

// show prints the progress. It is a deploy.Progress.
func (p *progressBar) show(done, total int64) {
	const steps = 100
	step := int64(steps)
	if total > 0 {
		step = done * steps / total
	}
	if step == p.shown && done < total || !p.live && step/10 == p.shown/10 {
		return
	}
	p.shown = step
	line := fmt.Sprintf("copied %.1f of %.1f MB", float64(done)/1e6, float64(total)/1e6)
	if !p.live {
		fmt.Fprintln(p.out, line)
		return
	}
	fmt.Fprintf(p.out, "\r%s", line)
	if done >= total {
		fmt.Fprintln(p.out)
	}
}
