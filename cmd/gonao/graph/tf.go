package graph

// This part of the package holds the commands gonao tf: what tf2_echo, view_frames and static_transform_publisher are in ROS 2.

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/cmd/gonao/cli"
	"gonao/msgs/tf2_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/tf"
)

// NewTF returns the commands.
func NewTF(t Access) *cobra.Command {
	return cli.Group("tf", "show and publish frames", newTFEcho(t), newTFList(t), newTree(t), newStatic(t))
}

// source holds the topics that frames come from.
type source struct {
	robot string
	wait  time.Duration
}

func (s *source) add(t Access, cmd *cobra.Command) {
	t.RobotFlag(cmd, &s.robot, "", "listen to ROBOT/tf and ROBOT/tf_static, for a robot that was started with tf:=tf")
}

func (s *source) addWait(cmd *cobra.Command) {
	cmd.Flags().Var((*cli.Seconds)(&s.wait), "wait", "how long to listen")
	s.wait = 2 * time.Second
	cmd.Flags().Lookup("wait").DefValue = "2s"
}

// listen calls take for each transform.
func (s *source) listen(n *ros.Node, take func(pose tf.Stamped, static bool)) error {
	prefix := InRobot(s.robot)
	moving, err := ros.Subscribe[tf2msgs.TFMessage](n, prefix+tf.Topic, ros.BestEffort(), ros.Depth(100))
	if err != nil {
		return err
	}
	fixed, err := ros.Subscribe[tf2msgs.TFMessage](n, prefix+tf.StaticTopic, ros.Reliable(), ros.TransientLocal(), ros.Depth(100))
	if err != nil {
		return err
	}
	go func() {
		each := func(m tf2msgs.TFMessage, static bool) {
			for i := range m.Transforms {
				pose := tf.StampedFromMsg(&m.Transforms[i])
				pose.Parent, pose.Child = strings.TrimPrefix(pose.Parent, "/"), strings.TrimPrefix(pose.Child, "/")
				take(pose, static)
			}
		}
		for {
			select {
			case <-n.Context().Done():
				return
			case m := <-fixed.C():
				each(m, true)
			case m := <-moving.C():
				each(m, false)
			}
		}
	}()
	return nil
}

func newTFEcho(t Access) *cobra.Command {
	var from source
	var once bool
	var rate float64
	cmd := &cobra.Command{
		Use: "echo TARGET SOURCE", Short: "show where a frame is in another", Args: cobra.ExactArgs(2),
		Long: `echo shows again and again where the frame SOURCE is, seen from the frame TARGET, as tf2_echo does: it
takes points in SOURCE to points in TARGET. While they are not connected it reports why.`,
		Example: `  gonao tf echo odom CameraTop_optical_frame
  gonao tf echo nao1/l_sole nao1/r_sole --once
  gonao tf echo base_link l_sole --robot nao1     # of a robot that was started with tf:=tf`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cli.CheckRate(rate); err != nil {
				return err
			}
			return t.WithNode(cmd.Context(), func(n *ros.Node) error {
				var frames tf.Buffer
				err := from.listen(n, func(pose tf.Stamped, static bool) {
					if static {
						_ = frames.SetStatic(pose) // the nodes that use the pose report its errors
					} else {
						_ = frames.Set(pose)
					}
				})
				if err != nil {
					return err
				}
				return echo(cmd.Context(), t, &frames, args[0], args[1], time.Duration(float64(time.Second)/rate), once)
			})
		},
	}
	cmd.Flags().Float64VarP(&rate, "rate", "r", 1, "how often, Hz")
	cmd.Flags().BoolVar(&once, "once", false, "stop after the first")
	from.add(t, cmd)
	return cmd
}

// echo prints a pose every period.
func echo(ctx context.Context, t Access, frames *tf.Buffer, target, of string, every time.Duration, once bool) error {
	const patience = 2 * time.Second
	for {
		waiting, stop := context.WithTimeout(ctx, patience)
		_, err := frames.Wait(waiting, target, of, time.Time{})
		stop()
		if ctx.Err() != nil {
			return nil
		}
		if err == nil {
			var pose tf.Stamped
			if pose, err = frames.Lookup(target, of, time.Time{}); err == nil {
				showPose(t.Out, pose)
				if once {
					return nil
				}
			}
		}
		if err != nil {
			if once {
				return fmt.Errorf("tf echo: %w", err)
			}
			fmt.Fprintf(t.Errs, "%v\n", err)
		}
		if cli.Pause(ctx, every) != nil {
			return nil
		}
	}
}

// showPose prints a pose as tf2_echo does.
func showPose(out io.Writer, pose tf.Stamped) {
	roll, pitch, yaw := nao.FromQuat(pose.P, pose.Q).RollPitchYaw()
	for _, angle := range []*float64{&roll, &pitch, &yaw} {
		if math.Abs(*angle) < 5e-7 {
			*angle = 0 // so that -0 is not printed
		}
	}
	fmt.Fprintf(out, "At time %.9f\n- Translation: [%.3f, %.3f, %.3f]\n", float64(pose.Time.UnixNano())/1e9, pose.P.X, pose.P.Y, pose.P.Z)
	fmt.Fprintf(out, "- Rotation: in Quaternion (xyzw) [%.3f, %.3f, %.3f, %.3f]\n", pose.Q.Imag, pose.Q.Jmag, pose.Q.Kmag, pose.Q.Real)
	fmt.Fprintf(out, "- Rotation: in RPY (radian) [%.3f, %.3f, %.3f]\n", roll, pitch, yaw)
	const deg = 180 / math.Pi
	fmt.Fprintf(out, "- Rotation: in RPY (degree) [%.3f, %.3f, %.3f]\n", roll*deg, pitch*deg, yaw*deg)
}

// link is a frame below its parent.
type link struct {
	parent, child string
	static        bool
	count         int
}

// text returns what is known of how a frame moves.
func (l link) text(over time.Duration) string {
	if l.static {
		return "static"
	}
	return fmt.Sprintf("%.1f Hz", float64(l.count)/over.Seconds())
}

// gather listens for a time and returns the links by their children.
func (s *source) gather(ctx context.Context, t Access) (map[string]link, error) {
	links := map[string]link{}
	err := t.WithNode(ctx, func(n *ros.Node) error {
		type seen struct {
			pose   tf.Stamped
			static bool
		}
		poses := make(chan seen, 1000)
		err := s.listen(n, func(pose tf.Stamped, static bool) {
			select {
			case poses <- seen{pose, static}:
			case <-n.Context().Done():
			}
		})
		if err != nil {
			return err
		}
		end := time.After(s.wait)
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-end:
				return nil
			case p := <-poses:
				l := links[p.pose.Child]
				l.parent, l.child, l.static = p.pose.Parent, p.pose.Child, p.static
				l.count++
				links[l.child] = l
			}
		}
	})
	if err == nil && len(links) == 0 {
		topic := InRobot(s.robot) + tf.Topic
		err = fmt.Errorf("no frames on %s and %s_static within %v: start a robot with gonao launch sim.launch.yaml, or name it with --robot if it publishes in its namespace", topic, topic, s.wait)
	}
	return links, err
}

func newTFList(t Access) *cobra.Command {
	var from source
	cmd := &cobra.Command{
		Use: "list", Short: "list the frames", Args: cobra.NoArgs,
		Long:    "list listens for a while and prints each frame with its parent and how often it comes.",
		Example: "  gonao tf list\n  gonao tf list --robot nao1",
		RunE: func(cmd *cobra.Command, _ []string) error {
			links, err := from.gather(cmd.Context(), t)
			if err != nil {
				return err
			}
			for _, child := range slices.Sorted(maps.Keys(links)) {
				l := links[child]
				fmt.Fprintf(t.Out, "%s\t%s\t%s\n", l.child, l.parent, l.text(from.wait))
			}
			return nil
		},
	}
	from.add(t, cmd)
	from.addWait(cmd)
	return cmd
}

func newTree(t Access) *cobra.Command {
	var from source
	var dot bool
	cmd := &cobra.Command{
		Use: "tree", Short: "show the frames as a tree", Args: cobra.NoArgs,
		Long: `tree listens for a while and prints the frames below their parents, with how often each comes, as
view_frames draws them. Frames that are not connected are trees of their own.`,
		Example: "  gonao tf tree\n  gonao tf tree --dot | dot -Tpdf > frames.pdf",
		RunE: func(cmd *cobra.Command, _ []string) error {
			links, err := from.gather(cmd.Context(), t)
			if err != nil {
				return err
			}
			if dot {
				showDot(t.Out, links, from.wait)
			} else {
				showTree(t.Out, links, from.wait)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&dot, "dot", false, "print a drawing for Graphviz")
	from.add(t, cmd)
	from.addWait(cmd)
	return cmd
}

// showTree prints each root with what is below it.
func showTree(out io.Writer, links map[string]link, over time.Duration) {
	below := map[string][]string{}
	roots := map[string]bool{}
	for child, l := range links {
		below[l.parent] = append(below[l.parent], child)
		if _, ok := links[l.parent]; !ok {
			roots[l.parent] = true
		}
	}
	shown := map[string]bool{}
	var show func(frame string, depth int)
	show = func(frame string, depth int) {
		text := ""
		if l, ok := links[frame]; ok {
			text = "  (" + l.text(over) + ")"
		}
		fmt.Fprintf(out, "%s%s%s\n", strings.Repeat("  ", depth), frame, text)
		if shown[frame] { // a loop
			return
		}
		shown[frame] = true
		slices.Sort(below[frame])
		for _, child := range below[frame] {
			show(child, depth+1)
		}
	}
	for _, root := range slices.Sorted(maps.Keys(roots)) {
		show(root, 0)
	}
	for _, frame := range slices.Sorted(maps.Keys(links)) { // frames that are each other's parents have no root
		if !shown[frame] {
			show(frame, 0)
		}
	}
}

// showDot prints the frames as a graph.
func showDot(out io.Writer, links map[string]link, over time.Duration) {
	fmt.Fprintln(out, "digraph frames {")
	for _, child := range slices.Sorted(maps.Keys(links)) {
		fmt.Fprintf(out, "\t%q -> %q [label=%q];\n", links[child].parent, child, links[child].text(over))
	}
	fmt.Fprintln(out, "}")
}

// static holds the flags of tf static, which are those of static_transform_publisher.
type static struct {
	parent, child             string
	x, y, z, roll, pitch, yaw float64
	q                         quat.Number
}

func newStatic(t Access) *cobra.Command {
	var s static
	cmd := &cobra.Command{
		Use: "static --frame-id PARENT --child-frame-id CHILD", Short: "publish a frame that does not move", Args: cobra.NoArgs,
		Long: `static publishes on /tf_static where the frame CHILD is in the frame PARENT, until Ctrl-C, as
static_transform_publisher does. The rotation is given as roll, pitch and yaw, or as a quaternion.`,
		Example: `  gonao tf static --frame-id base_link --child-frame-id camera_mount --z 0.1 --pitch 0.2
  gonao tf static --frame-id world --child-frame-id odom --x -1.5 --yaw 3.14159`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			pose, err := s.pose(cmd)
			if err != nil {
				return err
			}
			return t.WithNode(cmd.Context(), func(n *ros.Node) error {
				out, err := tf.NewStaticBroadcaster(n)
				if err != nil {
					return err
				}
				pose.Time = n.Clock.Now()
				if err := out.Send(pose); err != nil {
					return err
				}
				fmt.Fprintf(t.Errs, "%s in %s is published; Ctrl-C ends it\n", s.child, s.parent)
				<-cmd.Context().Done()
				return nil
			})
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&s.parent, "frame-id", "", "the frame above")
	flags.StringVar(&s.child, "child-frame-id", "", "the frame that is published")
	for _, f := range []struct {
		name, text string
		to         *float64
	}{
		{"x", "m", &s.x},
		{"y", "m", &s.y},
		{"z", "m", &s.z},
		{"roll", "rad", &s.roll},
		{"pitch", "rad", &s.pitch},
		{"yaw", "rad", &s.yaw},
		{"qx", "of a quaternion", &s.q.Imag},
		{"qy", "of a quaternion", &s.q.Jmag},
		{"qz", "of a quaternion", &s.q.Kmag},
		{"qw", "of a quaternion", &s.q.Real},
	} {
		flags.Float64Var(f.to, f.name, 0, f.text)
	}
	cmd.MarkFlagsRequiredTogether("qx", "qy", "qz", "qw")
	for _, angle := range []string{"roll", "pitch", "yaw"} {
		cmd.MarkFlagsMutuallyExclusive("qw", angle)
	}
	return cmd
}

// pose returns the pose that the flags describe.
func (s *static) pose(cmd *cobra.Command) (tf.Stamped, error) {
	if s.parent == "" || s.child == "" {
		return tf.Stamped{}, cli.Usagef("expected --frame-id and --child-frame-id; see gonao tf static --help")
	}
	if err := cmp.Or(checkFrame("frame-id", s.parent), checkFrame("child-frame-id", s.child)); err != nil {
		return tf.Stamped{}, err
	}
	x := tf.RollPitchYaw(s.roll, s.pitch, s.yaw)
	if cmd.Flags().Changed("qw") {
		size := quat.Abs(s.q)
		if !(math.Abs(size-1) < 0.01) {
			return tf.Stamped{}, cli.Usagef("--qx, --qy, --qz, --qw: the length is %g: expected 1", size)
		}
		x.Q = quat.Scale(1/size, s.q)
	}
	x.P = r3.Vec{X: s.x, Y: s.y, Z: s.z}
	return tf.Stamped{Parent: s.parent, Child: s.child, Transform: x}, nil
}

func checkFrame(flag, name string) error {
	if strings.HasPrefix(name, "/") {
		return cli.Usagef("--%s %s: expected no slash at the beginning, frames are not topics", flag, name)
	}
	return nil
}
