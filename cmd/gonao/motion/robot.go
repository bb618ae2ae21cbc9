package motion

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/motion/slot"
	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

// robot is the robot that plays motions.
type robot struct {
	n    *ros.Node
	name string
	wait time.Duration // longest time to wait for an answer

	// limper makes joints limp. It is called every second, so its client is kept; it is nil before the first call.
	limper *ros.Client[msgs.SetLimpRequest, msgs.SetLimpResponse]
}

// robotFlags select the robot.
type robotFlags struct {
	robot string
	wait  time.Duration
}

func (f *robotFlags) add(t graph.Access, cmd *cobra.Command) {
	f.wait = 5 * time.Second
	t.RobotFlag(cmd, &f.robot, "nao1", "the robot's namespace")
	cli.TimeoutFlag(cmd, &f.wait, "how long to wait for the robot's answers")
}

// withRobot calls f with a robot. The node outlives Ctrl-C, because the robot must still be brought into a safe
// state.
func withRobot(ctx context.Context, t graph.Access, flags *robotFlags, f func(r *robot) error) error {
	return t.WithNode(context.WithoutCancel(ctx), func(n *ros.Node) (err error) {
		r := &robot{n: n, name: strings.Trim(flags.robot, "/"), wait: flags.wait}
		defer func() {
			if r.limper != nil {
				err = errors.Join(err, r.limper.Close())
			}
		}()
		return f(r)
	})
}

func (r *robot) full(name string) string { return graph.Absolute(r.name + "/" + name) }

// callRobot calls a service of the robot.
func callRobot[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](r *robot, service string, request Q) (answer A, err error) {
	client, err := ros.NewClient[Q, A, PQ, PA](r.n, r.full(service))
	if err != nil {
		return answer, err
	}
	defer func() { err = errors.Join(err, client.Close()) }()
	return callKept(r, client, service, request)
}

// callKept calls a service with a client that stays open.
func callKept[Q, A any](r *robot, client *ros.Client[Q, A], service string, request Q) (answer A, err error) {
	ctx, cancel := context.WithTimeout(r.n.Context(), r.wait)
	defer cancel()
	if err := client.WaitForServer(ctx); err != nil {
		return answer, fmt.Errorf("no node has served %s within %s: start a robot with gonao launch sim.launch.yaml, or name a running one with --robot", r.full(service), r.wait)
	}
	return client.Call(ctx, request)
}

// load sends a motion to the robot.
func (r *robot) load(file, text string) (msgs.LoadMotionResponse, error) {
	a, err := callRobot[msgs.LoadMotionRequest, msgs.LoadMotionResponse](r, "load_motion", msgs.LoadMotionRequest{File: file, Text: text})
	if err == nil && !a.Success {
		err = errors.New(a.Message)
	}
	return a, err
}

// limp makes joints limp for sec seconds. Without names it makes all joints stiff.
func (r *robot) limp(sec float64, names ...string) error {
	if r.limper == nil {
		var err error
		if r.limper, err = ros.NewClient[msgs.SetLimpRequest, msgs.SetLimpResponse](r.n, r.full("set_limp")); err != nil {
			return err
		}
	}
	a, err := callKept(r, r.limper, "set_limp", msgs.SetLimpRequest{Names: names, Seconds: sec})
	if err == nil && !a.Success {
		err = errors.New(a.Message)
	}
	return err
}

// play plays one of the robot's motions. It cancels the motion when ctx ends.
func (r *robot) play(ctx context.Context, name string, feedback func(msgs.PlayMotionFeedback)) error {
	client, err := ros.NewActionClient[msgs.PlayMotionGoal, msgs.PlayMotionResult, msgs.PlayMotionFeedback](r.n, r.full("play_motion"))
	if err != nil {
		return err
	}
	result, status, err := runGoal(ctx, r, client, "play_motion", msgs.PlayMotionGoal{Name: name}, feedback)
	if err == nil && status != ros.StatusSucceeded {
		err = cli.WithCode(errors.New(result.ErrorMsg), cli.ExitAborted)
	}
	return err
}

// runGoal sends a goal and waits for its end. When ctx ends, it cancels the goal, even if the goal has not been
// answered yet.
func runGoal[G, R, F any](
	ctx context.Context, r *robot, client *ros.ActionClient[G, R, F], action string, goal G, feedback func(F),
) (result R, status ros.Status, err error) {
	bounded, cancel := context.WithTimeout(ctx, r.wait)
	defer cancel()
	if err := client.WaitForServer(bounded); err != nil {
		return result, status, fmt.Errorf("no node has served %s within %s: start a robot with gonao launch sim.launch.yaml, or name a running one with --robot", r.full(action), r.wait)
	}
	sending, sent := context.WithTimeout(context.WithoutCancel(ctx), r.wait)
	defer sent()
	handle, err := client.Send(sending, goal, feedback)
	if err != nil {
		return result, status, err
	}
	result, status, err = handle.Result(ctx)
	if ctx.Err() != nil {
		late, stop := context.WithTimeout(context.WithoutCancel(ctx), r.wait)
		defer stop()
		err = errors.Join(cli.WithCode(ctx.Err(), cli.ExitCanceled), handle.Cancel(late))
	}
	return result, status, err
}

// playMotion sends a motion to the robot and plays it.
func (r *robot) playMotion(ctx context.Context, m *slot.Motion, feedback func(msgs.PlayMotionFeedback)) error {
	if _, err := r.load(m.Name+".xml", string(m.XML(""))); err != nil {
		return err
	}
	return r.play(ctx, m.Name, feedback)
}

func newPlay(t graph.Access) *cobra.Command {
	var f robotFlags
	var mirrored bool
	slower, sec := 1.0, 5.0
	cmd := &cobra.Command{
		Use: "play MOTION|FILE", Short: "play a motion on the robot, or in the simulator", Args: cobra.ExactArgs(1),
		Long: `play plays one of the motions of the robot, or a file, which it first sends to the robot. A file that the
robot cannot play is refused, and the robot does not move. Ctrl-C stops the joints where they are.

A CPG behaviour, a built-in one or a file, is played for --seconds between its start and its stop. Then the
robot goes to the stand.

Exit codes: 0 played, 1 failed, 2 wrong command line, 4 stopped by Ctrl-C, 5 ended early.`,
		Example:           "  gonao motion play dance_left\n  gonao motion play dance_left --mirrored\n  gonao motion play motion/motions/stand.xml --slower 2\n  gonao motion play cpg_walk --seconds 10",
		ValidArgsFunction: completeMotion,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(slower >= 0.1 && slower <= 100) {
				return cli.Usagef("--slower %g: expected 0.1 to 100", slower)
			}
			if !(sec >= leastPlaySec && sec <= mostPlaySec) {
				return cli.Usagef("--seconds %g: expected %g to %g", sec, leastPlaySec, mostPlaySec)
			}
			return withRobot(cmd.Context(), t, &f, func(r *robot) error {
				name := args[0]
				if m, findings, ok := readCPG(name); ok {
					return runCPG(cmd.Context(), t, r, m, findings, mirrored, slower, sec)
				}
				if isMotionFile(name) {
					loaded, err := sendFile(t, r, name, slower)
					if err != nil {
						return err
					}
					name = loaded
				} else if slower != 1 {
					return cli.Usagef("--slower: expected a file; the robot's own motions keep their times")
				}
				if mirrored {
					name += "@" + slot.Mirrored
				}
				reached := uint32(0)
				err := r.play(cmd.Context(), name, func(f msgs.PlayMotionFeedback) {
					if f.PositionsReached > reached {
						reached = f.PositionsReached
						fmt.Fprintf(t.Out, "slot %d of %d\n", reached, f.Slots)
					}
				})
				if err == nil {
					fmt.Fprintf(t.Out, "played %s\n", name)
				}
				return err
			})
		},
	}
	f.add(t, cmd)
	cmd.Flags().BoolVar(&mirrored, "mirrored", false, "exchange left and right")
	cmd.Flags().Float64Var(&sec, "seconds", 5, "how long a CPG behaviour is played")
	cmd.Flags().Float64Var(&slower, "slower", 1, "play a file this many times slower; below 1 it is faster, as far as the joints allow")
	return cmd
}

// sendFile sends the motion in a file to the robot, stretched by the factor slower. It returns the name of the
// motion.
func sendFile(t graph.Access, r *robot, file string, slower float64) (name string, err error) {
	m, err := readMotion(t, "", file)
	if err != nil {
		return "", err
	}
	if slower != 1 {
		m = m.Slower(slower)
	}
	a, err := r.load(filepath.Base(file)+".xml", string(m.XML("")))
	return a.Name, err
}

func newReload(t graph.Access) *cobra.Command {
	var f robotFlags
	cmd := &cobra.Command{
		Use: "reload", Short: "reload the motions of the robot", Args: cobra.NoArgs,
		Long: `reload makes the robot read the directory of its parameter motion_dir again. A motion that is being played
goes on unchanged. A file with errors is reported, and its motion stays as it was.`,
		Example: "  gonao motion reload",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withRobot(cmd.Context(), t, &f, func(r *robot) error {
				a, err := callRobot[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](r, "reload_motions", stdsrvs.TriggerRequest{})
				if err == nil && !a.Success {
					err = errors.New(a.Message)
				}
				return err
			})
		},
	}
	f.add(t, cmd)
	return cmd
}
