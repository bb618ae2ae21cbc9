// Package localization is the node that finds out where the robot is on the field.
//
//	subscribes  world_model                  gonao_msgs/WorldModel                    the ball of the robot and that of its teammates
//	            game_state                   gonao_msgs/GameState                     which goal the team defends
//	            game_phase                   gonao_msgs/GamePhase                     penalties, and the beginning of a half
//	            field_features               gonao_msgs/FieldFeatures                 what an image shows of the field
//	            odom                         nav_msgs/Odometry                        how the robot walked
//	            motion_state                 gonao_msgs/MotionState                   whether the robot lies
//	            initialpose                  geometry_msgs/PoseWithCovarianceStamped  where it is, from rviz, in map
//	publishes   idle_head_command            gonao_msgs/HeadCommand                   where the head looks, per image
//	            field_markers                visualization_msgs/MarkerArray           carpet, lines, goals and landmarks in world, once, when the field changes, and every 5 s while subscribed
//	            pose                         geometry_msgs/PoseWithCovarianceStamped  in map, with every odometry
//	            pose_estimate                gonao_msgs/PoseEstimate                  with fit, reason of a jump and hypotheses, per image and at 2.5 Hz
//	            pose_hypotheses              geometry_msgs/PoseArray                  all poses that it holds possible, while subscribed, as pose_estimate
//	            /tf                          tf2_msgs/TFMessage                       map to odom and world to map, with pose_estimate, ≤ 50 Hz
//	            /diagnostics                 diagnostic_msgs/DiagnosticArray          how sure the pose is, 1 Hz
//	serves      localization/anywhere        std_srvs/Trigger                         it may be anywhere
//	            localization/penalty_return  std_srvs/Trigger                         it comes back from a penalty
//	            localization/kick_off        std_srvs/Trigger                         it stands where robots enter the field
//
// The frame map has +x towards the goal that the robot attacks. The parameter attack is where that is in the frame world until a
// game_state of a GameController names the goal that the team defends. When it changes, as at half-time, the pose is turned with it.
package localization

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonao/internal/convert"
	"gonao/internal/throttle"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	navmsgs "gonao/msgs/nav_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/sense"
	"gonao/robot/worldmodel"
	"gonao/ros"
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
	Drawing  *ros.Publisher[visualizationmsgs.MarkerArray] `topic:"field_markers" qos:"reliable, transient local, depth 1" doc:"carpet, lines, goals and landmarks in world, once, when the field changes, and every 5 s while subscribed"`
	drawing  visualizationmsgs.MarkerArray                 // the field
	drawn    time.Duration                                 // stamp of the odometry when the drawing was published again
	world    worldmodel.Snapshot                           // the last that came
	starts   chan start
	refused  throttle.Counter // initial poses and images
	why      error            // of the last refused input
}

// start is a request to restart.
type start struct {
	start localization.Start
	done  chan<- struct{}
}

// inputs are the node's inputs. Marks and touchlines, where it may restart, are the same in both directions of play.
type inputs struct {
	Models        *ros.Subscription[msgs.WorldModel]                           `topic:"world_model" qos:"sensor data, depth 1" doc:"the ball of the robot and that of its teammates"`
	States        *ros.Subscription[msgs.GameState]                            `topic:"game_state" qos:"reliable, transient local, depth 1" doc:"which goal the team defends"`
	Phases        *ros.Subscription[msgs.GamePhase]                            `topic:"game_phase" qos:"reliable, transient local, depth 1" doc:"penalties, and the beginning of a half"`
	Features      *ros.Subscription[msgs.FieldFeatures]                        `topic:"field_features" qos:"sensor data" doc:"what an image shows of the field"`
	Odometry      *ros.Subscription[navmsgs.Odometry]                          `topic:"odom" qos:"sensor data, depth 16" doc:"how the robot walked"`
	Motion        *ros.Subscription[msgs.MotionState]                          `topic:"motion_state" qos:"reliable, transient local, depth 1" doc:"whether the robot lies"`
	Initial       *ros.Subscription[geometrymsgs.PoseWithCovarianceStamped]    `topic:"initialpose" qos:"depth 1" doc:"where it is, from rviz, in map"`
	Anywhere      ros.Service[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse] `service:"localization/anywhere" doc:"it may be anywhere"`
	PenaltyReturn ros.Service[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse] `service:"localization/penalty_return" doc:"it comes back from a penalty"`
	KickOff       ros.Service[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse] `service:"localization/kick_off" doc:"it stands where robots enter the field"`
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
	l := &localizer{n: n, cfg: cfg, starts: make(chan start), build: build, attack: cfg.attack()}
	var err error
	if err = ros.Open(n, l); err != nil {
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
	if l.out, err = newReporter(n, string(cfg.FramePrefix)); err != nil {
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
	l.drawing = fieldMarkers(f)
	if err := l.Drawing.Publish(l.drawing); err != nil {
		return nil, err
	}
	l.field = f.Map()
	if l.attack == plane.NegativeX {
		l.field = l.field.Turned()
	}
	l.gaze.room.Field = l.field
	return l.build(l.field, cfg.Filter)
}

func (l *localizer) run(ctx context.Context) error {
	var in inputs
	in.Anywhere.Handle(l.begin(ctx, localization.Anywhere()))
	in.PenaltyReturn.Handle(l.begin(ctx, localization.PenaltyReturn(l.field)))
	in.KickOff.Handle(l.begin(ctx, localization.KickOff(l.field)))
	if err := ros.Open(l.n, &in); err != nil {
		return err
	}
	changes, err := ros.WatchConfig[Config](l.n, nil)
	if err != nil {
		return err
	}
	l.n.Ready()
	for {
		select {
		case <-ctx.Done():
			return nil
		case m := <-in.Odometry.C():
			if changed, ok := changes.Next(); ok {
				err = l.reconfigure(changed)
			}
			err = errors.Join(err, l.odometry(&m))
		case m := <-in.Features.C():
			err = l.image(&m)
		case m := <-in.Motion.C():
			l.tracker.SetFallen(m.State == msgs.MotionStateFalling || m.State == msgs.MotionStateFallen || m.State == msgs.MotionStateGettingUp)
		case m := <-in.Models.C():
			l.setBalls(&m)
		case m := <-in.Initial.C():
			l.initialPose(&m)
		case m := <-in.States.C():
			err = l.gameState(&m)
		case m := <-in.Phases.C():
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

// begin returns the handler of a service that restarts localization.
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

// renew creates a new localizer. A robot that knows its pose keeps it: when the direction of play changes, its pose in
// map is turned.
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
	p := convert.Planar(&m.Pose.Pose)
	if !p.Finite() {
		l.refuse(errors.New("odom: a pose that is not finite"))
	}
	stepped := l.tracker.Odometry(percepts.Odometry{Stamp: ros.StampSinceEpoch(m.Header.Stamp), X: p.X, Y: p.Y, Theta: p.Theta})
	if stepped {
		if err := l.out.estimate(l.tracker); err != nil {
			return err
		}
	}
	return errors.Join(l.out.pose(l.tracker), l.redraw(ros.StampSinceEpoch(m.Header.Stamp)))
}

// image uses the features of an image.
func (l *localizer) image(m *msgs.FieldFeatures) error {
	if m.Header.FrameId != convert.GroundFrame && m.Header.FrameId != string(l.cfg.FramePrefix)+convert.GroundFrame {
		l.refuse(fmt.Errorf("field_features: frame %q: expected %s", m.Header.FrameId, convert.GroundFrame))
		return nil
	}
	convert.SetFeatures(&l.features, m)
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
	if odometry, ok := convert.FromModel(&l.world, m); ok {
		l.tracker.SetBalls(sense.ShownSide(l.world.Stamp, odometry, &l.world))
	}
}

// initialPose restarts localization at a pose.
func (l *localizer) initialPose(m *geometrymsgs.PoseWithCovarianceStamped) {
	s, err := startAt(m, string(l.cfg.FramePrefix))
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
