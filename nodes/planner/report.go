package planner

import (
	"cmp"
	"errors"
	"math"
	"sync"
	"time"

	"gonao/internal/convert"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	geometrymsgs "gonao/msgs/geometry_msgs"
	navmsgs "gonao/msgs/nav_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
	"gonao/ros"
)

// reporter publishes the way.
type reporter struct {
	Walk    *ros.Publisher[geometrymsgs.PoseArray]        `topic:"walk_path" qos:"reliable, depth 1" doc:"in odom, 10 Hz while it leads; motion follows it for 0.5 s"`
	Path    *ros.Publisher[navmsgs.Path]                  `topic:"plan" doc:"in map, while subscribed, 10 Hz, while it leads and subscribed"`
	Markers *ros.Publisher[visualizationmsgs.MarkerArray] `topic:"plan_markers" doc:"way and goal for rviz, while subscribed, 10 Hz, while it leads and subscribed"`
	Health  *ros.DiagnosticsUpdater                       `topic:"/diagnostics" doc:"what it does, 1 Hz"`
	frame   string                                        // map, with the prefix

	points geometrymsgs.PoseArray
	way    navmsgs.Path
	marks  visualizationmsgs.MarkerArray

	mu   sync.Mutex // guards the fields below
	text string     // end of the last goal; empty while one is followed
	left float64
	busy bool
}

// newReporter opens the topics; prefix stands before the names of the frames.
func newReporter(n *ros.Node, prefix string) (*reporter, error) {
	r := &reporter{frame: prefix + "map", text: "no goal yet"}
	r.points.Header.FrameId = prefix + "odom"
	if err := ros.Open(n, r); err != nil {
		return nil, err
	}
	r.Health.Add("way", r.diagnose)
	return r, nil
}

// publish publishes the path and the plan.
func (r *reporter) publish(l *planning.Lead, p *planning.Plan, pose, odometry plane.Pose, at time.Duration) error {
	r.mu.Lock()
	r.text, r.left, r.busy = "", l.Left, true
	r.mu.Unlock()
	x_OM := odometry.Mul(pose.Inverse())
	r.points.Header.Stamp, r.points.Poses = ros.EpochStamp(at), r.points.Poses[:0]
	for _, point := range l.Points[:l.Count] {
		r.points.Poses = append(r.points.Poses, convert.Spatial(x_OM.Mul(point)))
	}
	return errors.Join(r.Walk.Publish(r.points), r.publishPlan(p, pose), r.mark(p))
}

// stop makes motion stand where the robot is.
func (r *reporter) stop(odometry plane.Pose, at time.Duration) error {
	r.points.Header.Stamp = ros.EpochStamp(at)
	r.points.Poses = append(r.points.Poses[:0], convert.Spatial(odometry))
	return r.Walk.Publish(r.points)
}

// ended keeps how a goal ended.
func (r *reporter) ended(text string) {
	text = cmp.Or(text, "reached")
	r.mu.Lock()
	r.text, r.busy = text, false
	r.mu.Unlock()
}

// publishPlan publishes the whole way, a pose every 10 cm.
func (r *reporter) publishPlan(p *planning.Plan, pose plane.Pose) error {
	if r.Path.Subscribers() == 0 {
		return nil
	}
	const every = 0.1 // m
	r.way.Header = stdmsgs.Header{Stamp: r.points.Header.Stamp, FrameId: r.frame}
	r.way.Poses = r.way.Poses[:0]
	add := func(p plane.Pose) {
		r.way.Poses = append(r.way.Poses, geometrymsgs.PoseStamped{Header: r.way.Header, Pose: convert.Spatial(p)})
	}
	add(pose)
	before := pose
	for d := every; d < p.Length; d += every {
		x, y, _ := p.At(d)
		before = plane.Pose{X: x, Y: y, Theta: math.Atan2(y-before.Y, x-before.X)}
		add(before)
	}
	add(p.Goal)
	return r.Path.Publish(r.way)
}

// mark publishes way and goal for rviz.
func (r *reporter) mark(p *planning.Plan) error {
	if r.Markers.Subscribers() == 0 {
		return nil
	}
	arrow := visualizationmsgs.NewMarker()
	arrow.Header, arrow.FrameLocked = stdmsgs.Header{Stamp: r.points.Header.Stamp, FrameId: r.frame}, true
	arrow.Ns, arrow.Type, arrow.Action, arrow.Pose = "goal", visualizationmsgs.MarkerArrow, visualizationmsgs.MarkerAdd, convert.Spatial(p.Goal)
	arrow.Scale = geometrymsgs.Vector3{X: 0.3, Y: 0.05, Z: 0.05}
	arrow.Color, arrow.Lifetime = stdmsgs.ColorRGBA{G: 0.8, B: 1, A: 1}, builtininterfaces.Duration{Sec: 1}
	line := arrow
	line.Ns, line.Type, line.Scale, line.Pose = "way", visualizationmsgs.MarkerLineStrip, geometrymsgs.Vector3{X: 0.02}, convert.Spatial(plane.Pose{})
	const every = 0.1 // m
	for d := 0.0; d <= p.Length; d += every {
		x, y, _ := p.At(d)
		line.Points = append(line.Points, geometrymsgs.Point{X: x, Y: y, Z: 0.02})
	}
	line.Points = append(line.Points, geometrymsgs.Point{X: p.Goal.X, Y: p.Goal.Y, Z: 0.02})
	r.marks.Markers = append(r.marks.Markers[:0], arrow, line)
	return r.Markers.Publish(r.marks)
}

// diagnose reports the planner's state.
func (r *reporter) diagnose(d *ros.Diagnosis) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.busy {
		d.Set(ros.HealthOK, r.text)
		return
	}
	d.Set(ros.HealthOK, "leads")
	d.Addf("left", "%.2f m", r.left)
}
