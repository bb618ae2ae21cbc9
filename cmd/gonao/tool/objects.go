package tool

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/internal/si"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
	"gonao/ros"
)

// simulator holds the flags that select a simulator.
type simulator struct {
	robot string
	wait  time.Duration
}

func (s *simulator) flags(t graph.Access, cmd *cobra.Command) *cobra.Command {
	t.RobotFlag(cmd, &s.robot, "", "robot of the simulator, such as nao2 (default: the only one)")
	cli.TimeoutFlag(cmd, &s.wait, "how long to wait for the simulator")
	return cmd
}

// service blocks until the simulator serves a service and returns its full name.
func (s *simulator) service(t graph.Access, n *ros.Node, name string) (string, error) {
	suffix := "/simulator/" + name
	offers := func(g ros.Graph) (found []string) {
		for _, x := range graph.Services().All(g) {
			if at, ok := strings.CutSuffix(x.Name, suffix); ok && (s.robot == "" || at == graph.InRobot(s.robot)) {
				found = append(found, x.Name)
			}
		}
		return found
	}
	g, _, err := t.Search(n, s.wait, func(g ros.Graph) bool { return len(offers(g)) > 0 })
	if err != nil {
		return "", err
	}
	switch found := offers(g); len(found) {
	case 0:
		where := ""
		if s.robot != "" {
			where = fmt.Sprintf(" in %q", graph.InRobot(s.robot))
		}
		return "", fmt.Errorf("no simulator found%s within %s: start one with gonao launch sim.launch.yaml", where, s.wait)
	case 1:
		return found[0], nil
	default:
		return "", fmt.Errorf("%d simulators run: choose one with --robot: %s", len(found), strings.Join(found, ", "))
	}
}

// command calls a service of the simulator. result returns the success and the message of a response.
func command[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](
	ctx context.Context, t graph.Access, s *simulator, name string, request Q, result func(A) (bool, string),
) error {
	return t.WithNode(ctx, func(n *ros.Node) error {
		full, err := s.service(t, n, name)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(n.Context(), s.wait)
		defer cancel()
		answer, err := ros.Call[Q, A, PQ, PA](ctx, n, full, request)
		if errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("service %s: no answer within %s", full, s.wait)
		}
		if err != nil {
			return err
		}
		if ok, why := result(answer); !ok {
			return errors.New(why)
		}
		return nil
	})
}

// numbers parses arguments as finite numbers. names are used in the error.
func numbers(args []string, names ...string) ([]float64, error) {
	values := make([]float64, len(args))
	for i, text := range args {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !si.IsFinite(v) {
			return nil, fmt.Errorf("%s %q: expected a number", names[i], text)
		}
		values[i] = v
	}
	return values, nil
}

func newPush(t graph.Access) *cobra.Command {
	var s simulator
	object, frame, up, lasts := "robot", "robot", 0.0, 0.1
	cmd := &cobra.Command{
		Use: "push N_S TOWARD", Short: "push the robot or a ball in a running simulator", Args: cobra.ExactArgs(2),
		Long: `push applies an impulse of N_S newton seconds to the robot's trunk, one of its links or a
free ball, at its centre of mass, as a constant force for --for seconds. TOWARD is
the direction in degrees: 0 is forward, 90 to the robot's left; with --frame world it is measured from the
world's x axis. 1.5 N s give a standing NAO of 5.3 kg a speed of 0.28 m/s.

For an unknown object, the error lists all objects.`,
		Example: `  gonao sim push 1.5 90                     # from its right side
  gonao sim push 0.05 180 --object ball --frame world
  gonao sim push 2 0 --object Head --for 0.05`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			v, err := numbers(args, "impulse", "direction")
			if err != nil {
				return err
			}
			sin, cos := math.Sincos(v[1] * si.Degree)
			return command(cmd.Context(), t, &s, "push", msgs.PushObjectRequest{
				Object: object, Frame: frame, DurationSec: lasts,
				Impulse: geometrymsgs.Vector3{X: v[0] * cos, Y: v[0] * sin, Z: up},
			}, func(a msgs.PushObjectResponse) (bool, string) { return a.Success, a.Message })
		},
	}
	cmd.Flags().StringVar(&object, "object", object, "robot, one of its links, or a free ball")
	cmd.Flags().StringVar(&frame, "frame", frame, "frame of TOWARD: robot or world")
	cmd.Flags().Float64Var(&up, "up", up, "additional impulse upwards, N s")
	cmd.Flags().Float64Var(&lasts, "for", lasts, "how long the force lasts, s")
	return cli.Signed(s.flags(t, cmd))
}

func newPull(t graph.Access) *cobra.Command {
	var s simulator
	object, frame, strength, lasts := "Head", "robot", 100.0, 3.0
	cmd := &cobra.Command{
		Use: "pull X Y Z", Short: "pull the robot or a ball to a point, as a hand would", Args: cobra.ExactArgs(3),
		Long: `pull pulls a link of the robot or a free ball to a point. X, Y and Z are in m,
relative to the ground under the robot's trunk or, with --frame world, in the world. It pulls
like a spring, with at most --strength newton, and ends after --for seconds. A NAO
weighs 52 N.

With the defaults it lifts the robot by its head.`,
		Example: `  gonao sim pull 0 0 0.8                    # up by the head, for 3 s
  gonao sim pull 0.5 0 0.4 --object l_wrist --strength 10
  gonao sim pull 1 0 0.3 --object ball --frame world --for 5`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			v, err := numbers(args, "x", "y", "z")
			if err != nil {
				return err
			}
			return command(cmd.Context(), t, &s, "pull", msgs.PullObjectRequest{
				Object: object, Frame: frame, Strength: strength, DurationSec: lasts,
				To: geometrymsgs.Point{X: v[0], Y: v[1], Z: v[2]},
			}, func(a msgs.PullObjectResponse) (bool, string) { return a.Success, a.Message })
		},
	}
	cmd.Flags().StringVar(&object, "object", object, "robot (its trunk), one of its links, or a free ball")
	cmd.Flags().StringVar(&frame, "frame", frame, "frame of the point: robot or world")
	cmd.Flags().Float64Var(&strength, "strength", strength, "largest force of the pull, N")
	cmd.Flags().Float64Var(&lasts, "for", lasts, "how long it pulls, s")
	return cli.Signed(s.flags(t, cmd))
}

func newSimPlace(t graph.Access) *cobra.Command {
	var s simulator
	var q msgs.PlaceObjectRequest
	var theta, thetaDeg float64
	var velocity []float64
	cmd := &cobra.Command{
		Use: "place OBJECT X Y [Z]", Short: "put the robot or a ball elsewhere", Args: cobra.RangeArgs(3, 4),
		Long: `place puts the robot or a free ball at a point of the world, in m. With
--frame robot the point is relative to the ground under the robot's trunk.

The robot is placed at rest, with its lowest point on the ground. Its motors hold the
posture until the next command; a running motion continues with its own posture. A ball may
get a velocity to roll with.`,
		Example: `  gonao sim place robot 0 0 --theta-deg 90
  gonao sim place robot 1 0 --lie back      # for a get-up
  gonao sim place ball 0.2 0.05 --frame robot
  gonao sim place ball 2 0 --velocity -1.2,0`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			v, err := numbers(args[1:], "x", "y", "z")
			if err != nil {
				return err
			}
			if len(velocity) != 0 && len(velocity) != 2 {
				return fmt.Errorf("--velocity %v: expected VX,VY in m/s", velocity)
			}
			q.Object, q.Yaw = args[0], theta+thetaDeg*si.Degree
			q.Position = geometrymsgs.Point{X: v[0], Y: v[1]}
			if len(v) == 3 {
				q.Position.Z = v[2]
			}
			if len(velocity) == 2 {
				q.Velocity = geometrymsgs.Vector3{X: velocity[0], Y: velocity[1]}
			}
			return command(cmd.Context(), t, &s, "place", q,
				func(a msgs.PlaceObjectResponse) (bool, string) { return a.Success, a.Message })
		},
	}
	cmd.Flags().StringVar(&q.Frame, "frame", "world", "frame of the point: world or robot")
	cmd.Flags().Float64Var(&theta, "theta", 0, "direction of the robot's face or, if it lies, of its head, rad")
	cmd.Flags().Float64Var(&thetaDeg, "theta-deg", 0, "the same in degrees")
	cmd.Flags().Float64Var(&thetaDeg, "yaw", 0, "the same in degrees")
	cmd.MarkFlagsMutuallyExclusive("theta", "theta-deg", "yaw")
	_ = cmd.Flags().MarkDeprecated("yaw", "use --theta-deg, or --theta in radians; the next release removes the old name")
	cmd.Flags().StringVar(&q.Lie, "lie", "upright", "upright, front, back, left or right")
	cmd.Flags().StringVar(&q.Posture, "posture", "stand", "stand, crouch, or keep (the present one)")
	cmd.Flags().Float64SliceVar(&velocity, "velocity", nil, "velocity of a ball, VX,VY in m/s")
	return cli.Signed(s.flags(t, cmd))
}

func newReset(t graph.Access) *cobra.Command {
	var s simulator
	return s.flags(t, &cobra.Command{
		Use: "reset", Short: "reset a simulator's world to its start", Args: cobra.NoArgs,
		Long: `reset puts the robot, balls and carriers back to their first places, with the charge and
the temperatures of the start. Time goes on; to reset it, restart the simulator.
The robot's motion is not informed and goes on.`,
		Example: `  gonao sim reset`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return command(cmd.Context(), t, &s, "reset", stdsrvs.TriggerRequest{},
				func(a stdsrvs.TriggerResponse) (bool, string) { return a.Success, a.Message })
		},
	})
}

func newPress(t graph.Access) *cobra.Command {
	var s simulator
	var q msgs.PressButtonRequest
	cmd := &cobra.Command{
		Use: "press BUTTON", Short: "press a button, a bumper or a touch pad of the robot", Args: cobra.ExactArgs(1),
		Long: `press presses a button of the simulated robot: the chest button, a pad of the head
or of a hand, a bumper of a foot. With --times it is pressed several times, with pauses as long
as the presses. Times are simulated.

After three presses of the chest button the driver lets the robot down; the next press allows commands again.`,
		Example: `  gonao sim press chest
  gonao sim press chest --times 3           # let down
  gonao sim press head_middle --for 2       # held`,
		ValidArgsFunction: cobra.FixedCompletions(nao.ButtonNames(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			q.Button = args[0]
			return command(cmd.Context(), t, &s, "press", q,
				func(a msgs.PressButtonResponse) (bool, string) { return a.Success, a.Message })
		},
	}
	cmd.Flags().Float64Var(&q.DurationSec, "for", 0.15, "how long a press lasts, s")
	cmd.Flags().Uint8Var(&q.Times, "times", 1, "how often")
	return s.flags(t, cmd)
}
