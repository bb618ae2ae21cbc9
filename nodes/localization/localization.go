// Package localization is the node that finds out where the robot is on the field.
//
//	subscribes  field_features    gonao_msgs/FieldFeatures   what an image shows of the field, sensor data
//	            odom              nav_msgs/Odometry          sensor data
//	            motion_state      gonao_msgs/MotionState     whether the robot lies
//	            initialpose       geometry_msgs/PoseWithCovarianceStamped  where it is, from rviz, in map
//	            world_model       gonao_msgs/WorldModel      the ball of the robot and that of its teammates, sensor data
//	            game_state        gonao_msgs/GameState       which goal the team defends
//	            game_phase        gonao_msgs/GamePhase       penalties, and the beginning of a half
//	publishes   pose              geometry_msgs/PoseWithCovarianceStamped  in map, with every odometry
//	            pose_estimate     gonao_msgs/PoseEstimate    with fit, reason of a jump and hypotheses, per image and at 2.5 Hz
//	            pose_hypotheses   geometry_msgs/PoseArray    all poses that it holds possible, while subscribed
//	            idle_head_command gonao_msgs/HeadCommand     where the head looks, per image, sensor data
//	            field_markers     visualization_msgs/MarkerArray  carpet, lines, goals and landmarks in world, once and when the field changes
//	            /tf               tf2_msgs/TFMessage         map to odom and world to map, with pose_estimate
//	            /diagnostics      diagnostic_msgs/DiagnosticArray  how sure the pose is, 1 Hz
//	serves      localization/anywhere        std_srvs/Trigger  it may be anywhere
//	            localization/penalty_return  std_srvs/Trigger  it comes back from a penalty
//	            localization/kick_off        std_srvs/Trigger  it stands where robots enter the field
//
// The frame map has +x towards the goal that the robot attacks. The parameter attack is where that is in the frame world until a
// game_state of a GameController names the goal that the team defends. When it changes, as at half-time, the pose is turned with it.
package localization

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonao/internal/convert/belief"
	"gonao/internal/convert/seen"
	"gonao/internal/throttle"
	"gonao/localization"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	navmsgs "gonao/msgs/nav_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/percepts"
	"gonao/percepts/field"
	"gonao/percepts/plane"
	"gonao/robot/sense"
	"gonao/ros"
	"gonao/ros/param"
	"gonao/worldmodel"
)

// localizer is the running node. It belongs to one goroutine.
type localizer struct {
	n        *ros.Node
	cfg      Config
	field    *field.Map // in map
	build    Builder
	attack   plane.Attack
	game     game
	gaze     gaze
	tracker  *localization.Tracker
	features percepts.FieldFeatures
	out      *reporter
	drawing  *ros.Publisher[visualizationmsgs.MarkerArray]
	world    worldmodel.Snapshot // the last that came
	starts   chan start
	refused  throttle.Counter // initial poses and images
	why      error            // of the last one
}

// start is a request to begin anew.
type start struct {
	start localization.Start
	done  chan<- struct{}
}

// inputs holds the subscriptions.
type inputs struct {
	features *ros.Subscription[msgs.FieldFeatures]
	odometry *ros.Subscription[navmsgs.Odometry]
	motion   *ros.Subscription[msgs.MotionState]
	initial  *ros.Subscription[geometrymsgs.PoseWithCovarianceStamped]
	states   *ros.Subscription[msgs.GameState]
	phases   *ros.Subscription[msgs.GamePhase]
	models   *ros.Subscription[msgs.WorldModel]
}

// A Builder returns the localizer for a field in the frame map. The node calls it at the start, when the direction of play
// changes, and when parameters change.
type Builder func(m *field.Map, c localization.Config) (localization.Localizer, error)

// Run runs the node with our filter until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	return RunWith(ctx, n, cfg, func(m *field.Map, c localization.Config) (localization.Localizer, error) {
		return localization.New(m, c)
	})
}

// RunWith runs the node with a localizer of one's own until ctx ends.
func RunWith(ctx context.Context, n *ros.Node, cfg Config, build Builder) error {
	if err := param.Check(&cfg); err != nil {
		return err
	}
	l := &localizer{n: n, cfg: cfg, starts: make(chan start), build: build, attack: cfg.attack()}
	var err error
	if l.drawing, err = advertiseField(n); err != nil {
		return err
	}
	filter, err := l.filter(cfg)
	if err != nil {
		return err
	}
	l.tracker = localization.NewTracker(filter)
	if cfg.Start == "kick_off" {
		l.tracker.Reset(localization.KickOff(l.field))
	}
	if err := l.gaze.open(n); err != nil {
		return err
	}
	if l.out, err = newReporter(n, cfg.FramePrefix); err != nil {
		return err
	}
	l.out.setAttack(l.attack)
	return l.run(ctx)
}

// filter returns a filter for the configuration, sets the field and publishes its markers.
func (l *localizer) filter(cfg Config) (localization.Localizer, error) {
	f, err := field.Load(cfg.Field)
	if err != nil {
		return nil, err
	}
	if err := l.drawing.Publish(fieldMarkers(f)); err != nil {
		return nil, err
	}
	l.field = f.Map()
	if l.attack == plane.NegativeX {
		l.field = l.field.Turned()
	}
	l.gaze.room.Field = l.field
	return l.build(l.field, cfg.room())
}

func (l *localizer) run(ctx context.Context) error {
	in, err := subscribe(l.n)
	if err != nil {
		return err
	}
	if err := l.serve(ctx); err != nil {
		return err
	}
	changes, err := ros.WatchConfig[Config](l.n, nil)
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case m := <-in.odometry.C():
			if changed, ok := changes.Next(); ok {
				err = l.reconfigure(changed)
			}
			err = errors.Join(err, l.odometry(&m))
		case m := <-in.features.C():
			err = l.image(&m)
		case m := <-in.motion.C():
			l.tracker.SetFallen(m.State == msgs.MotionStateFalling || m.State == msgs.MotionStateFallen || m.State == msgs.MotionStateGettingUp)
		case m := <-in.models.C():
			l.setBalls(&m)
		case m := <-in.initial.C():
			l.initialPose(&m)
		case m := <-in.states.C():
			err = l.gameState(&m)
		case m := <-in.phases.C():
			l.gamePhase(&m)
		case s := <-l.starts:
			l.tracker.Reset(s.start)
			close(s.done)
		}
		if err != nil {
			return err
		}
		if times, due := l.refused.Due(l.n.Clock.Now()); due {
			l.n.Log.Warn("input not used", "count", times, "error", l.why)
		}
	}
}

func subscribe(n *ros.Node) (in inputs, err error) {
	var errs [7]error
	in.models, errs[6] = ros.Subscribe[msgs.WorldModel](n, "world_model", ros.SensorData(), ros.Depth(1))
	in.states, errs[4] = ros.Subscribe[msgs.GameState](n, "game_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	in.phases, errs[5] = ros.Subscribe[msgs.GamePhase](n, "game_phase", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	in.features, errs[0] = ros.Subscribe[msgs.FieldFeatures](n, "field_features", ros.SensorData())
	in.odometry, errs[1] = ros.Subscribe[navmsgs.Odometry](n, "odom", ros.SensorData(), ros.Depth(16))
	in.motion, errs[2] = ros.Subscribe[msgs.MotionState](n, "motion_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	in.initial, errs[3] = ros.Subscribe[geometrymsgs.PoseWithCovarianceStamped](n, "initialpose", ros.Depth(1))
	return in, errors.Join(errs[:]...)
}

// serve offers the services that begin anew. Marks and touchlines lie alike in both directions of play.
func (l *localizer) serve(ctx context.Context) error {
	var errs [3]error
	_, errs[0] = ros.Serve(l.n, "localization/anywhere", l.begin(ctx, localization.Anywhere()))
	_, errs[1] = ros.Serve(l.n, "localization/penalty_return", l.begin(ctx, localization.PenaltyReturn(l.field)))
	_, errs[2] = ros.Serve(l.n, "localization/kick_off", l.begin(ctx, localization.KickOff(l.field)))
	return errors.Join(errs[:]...)
}

// begin returns the handler of a service that begins anew.
func (l *localizer) begin(ctx context.Context, from localization.Start) func(context.Context, stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
	return func(call context.Context, _ stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		done := make(chan struct{})
		select {
		case l.starts <- start{from, done}:
			<-done
			return stdsrvs.TriggerResponse{Success: true}, nil
		case <-ctx.Done():
		case <-call.Done():
		}
		return stdsrvs.TriggerResponse{Message: "localization ends"}, nil
	}
}

// reconfigure applies changed parameters. When the direction of play changes, the pose is turned.
func (l *localizer) reconfigure(cfg Config) error {
	if cfg == l.cfg {
		return nil
	}
	attack := l.attack
	if cfg.Attack != l.cfg.Attack {
		attack = cfg.attack()
	}
	return l.renew(cfg, attack)
}

// renew makes a new localizer. A robot that knows where it is stays there: when the direction of play changes, its pose in map is
// turned.
func (l *localizer) renew(cfg Config, attack plane.Attack) error {
	pose, _, _, known := l.tracker.Now()
	pose = plane.Convert(attack, plane.Convert(l.attack, pose))
	l.attack = attack
	filter, err := l.filter(cfg)
	if err != nil {
		return err
	}
	if e, ok := l.tracker.Estimate(); known && ok && e.Localized {
		filter.Reset(localization.At(pose, 0.1, 0.1))
	}
	l.tracker.Replace(filter)
	l.out.setAttack(attack)
	l.cfg = cfg
	return nil
}

// odometry uses an odometry message and publishes the pose.
func (l *localizer) odometry(m *navmsgs.Odometry) error {
	p := belief.Planar(&m.Pose.Pose)
	if !p.Finite() {
		l.refuse(errors.New("odom: a pose that is not finite"))
	}
	stepped := l.tracker.Odometry(percepts.Odometry{Stamp: ros.StampSinceEpoch(m.Header.Stamp), X: p.X, Y: p.Y, Theta: p.Theta})
	if stepped {
		if err := l.out.estimate(l.tracker); err != nil {
			return err
		}
	}
	return l.out.pose(l.tracker)
}

// image uses the features of an image.
func (l *localizer) image(m *msgs.FieldFeatures) error {
	if m.Header.FrameId != seen.Frame && m.Header.FrameId != l.cfg.FramePrefix+seen.Frame {
		l.refuse(fmt.Errorf("field_features: frame %q: expected %s", m.Header.FrameId, seen.Frame))
		return nil
	}
	seen.SetFeatures(&l.features, m)
	if !l.tracker.Image(&l.features) {
		l.refuse(fmt.Errorf("field_features: no odometry of the image's moment, %v", l.features.Stamp.Round(time.Millisecond)))
		return nil
	}
	if err := l.look(); err != nil {
		return err
	}
	return l.out.estimate(l.tracker)
}

// setBalls sets the balls that show the side.
func (l *localizer) setBalls(m *msgs.WorldModel) {
	if odometry, ok := belief.FromModel(&l.world, m); ok {
		l.tracker.SetBalls(sense.ShownSide(l.world.Stamp, odometry, &l.world))
	}
}

// initialPose begins anew at a pose.
func (l *localizer) initialPose(m *geometrymsgs.PoseWithCovarianceStamped) {
	s, err := startAt(m, l.cfg.FramePrefix)
	if err != nil {
		l.refuse(err)
		return
	}
	l.tracker.Reset(s)
	l.n.Log.Info("begins anew at initialpose")
}

func (l *localizer) refuse(err error) {
	l.refused.Add(1)
	l.why = err
}
