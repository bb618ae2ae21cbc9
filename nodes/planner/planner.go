// Package planner is the node that leads the robot to poses on the field, round robots, posts and the ball.
//
//	subscribes  world_model   gonao_msgs/WorldModel            pose, ball and robots
//	            motion_state  gonao_msgs/MotionState           whether the robot can walk
//	            goal_pose     geometry_msgs/PoseStamped        a goal from rviz, in map; until it is reached
//	publishes   walk_path     geometry_msgs/PoseArray          in odom, 10 Hz while it leads; motion follows it for 0.5 s
//	            plan          nav_msgs/Path                    in map, while subscribed, 10 Hz, while it leads and subscribed
//	            plan_markers  visualization_msgs/MarkerArray   way and goal for rviz, while subscribed, 10 Hz, while it leads and subscribed
//	            /diagnostics  diagnostic_msgs/DiagnosticArray  what it does, 1 Hz
//	serves      go_to         gonao_msgs/GoTo                  to a pose in map; a goal replaces the one before it
//
// The newest goal counts, whichever way it came. Way points are in odom, so that a jump of the pose moves the robot's way and not
// the steps that are under way. Without a world_model for a second, or while the pose is not known, the robot stands.
package planner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonao/internal/convert"
	"gonao/internal/throttle"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
	"gonao/robot/worldmodel"
	"gonao/ros"
)

// modelTimeout is how long a world_model shows where the robot is.
const modelTimeout = time.Second

// planner is the running node. It belongs to one goroutine; handlers of go_to send to goals.
type planner struct {
	n     *ros.Node
	cfg   Config
	build Builder
	way   *planning.Errand
	out   *reporter

	world     worldmodel.Snapshot
	odometry  plane.Pose
	localized bool
	heard     time.Time // time of the last world_model
	motion    msgs.MotionState

	goals   chan *goal // goals of go_to
	ended   chan *goal // canceled
	current *goal      // present goal of go_to, which way follows; may be nil
	refused throttle.Counter
	why     error
}

// inputs are the node's inputs.
type inputs struct {
	Models  *ros.Subscription[msgs.WorldModel]                            `topic:"world_model" qos:"sensor data, depth 1" doc:"pose, ball and robots"`
	Motions *ros.Subscription[msgs.MotionState]                           `topic:"motion_state" qos:"reliable, transient local, depth 1" doc:"whether the robot can walk"`
	Goals   *ros.Subscription[geometrymsgs.PoseStamped]                   `topic:"goal_pose" qos:"depth 1" doc:"a goal from rviz, in map; until it is reached"`
	GoTo    ros.Action[msgs.GoToGoal, msgs.GoToResult, msgs.GoToFeedback] `action:"go_to" doc:"to a pose in map; a goal replaces the one before it"`
}

// A Builder returns the planner for the node's figures. The node calls it at the start and when parameters change.
type Builder func(c planning.Config) (planning.Planner, error)

// Run runs the node with our planner until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error { return RunWith(ctx, n, cfg, tangents) }

// RunWith runs the node with a planner of one's own until ctx ends.
func RunWith(ctx context.Context, n *ros.Node, cfg Config, build Builder) error {
	p := &planner{n: n, cfg: cfg, build: build, goals: make(chan *goal), ended: make(chan *goal)}
	guide, err := cfg.guide(build)
	if err != nil {
		return err
	}
	p.way = planning.NewErrand(guide, cfg.Patience)
	if p.out, err = newReporter(n, string(cfg.FramePrefix)); err != nil {
		return err
	}
	return p.run(ctx)
}

func (p *planner) run(ctx context.Context) error {
	changes, err := ros.WatchConfig[Config](p.n, nil)
	if err != nil {
		return err
	}
	var in inputs
	in.GoTo.Handle(p.goTo, ros.Accept(accept))
	if err := ros.Open(p.n, &in); err != nil {
		return err
	}
	next := p.n.Clock.After(planning.PlanEvery)
	for {
		select {
		case <-ctx.Done():
			return nil
		case m := <-in.Models.C():
			p.setWorld(&m)
		case m := <-in.Motions.C():
			p.motion = m
		case m := <-in.Goals.C():
			p.setGoalPose(&m)
		case g := <-p.goals:
			if err := p.begin(g.target, g); err != nil {
				g.send(update{code: msgs.GoToResultBadGoal, text: err.Error(), ended: true})
			}
		case g := <-p.ended:
			if g == p.current {
				p.end(msgs.GoToResultCanceled, "canceled")
			}
		case <-next:
			next = p.n.Clock.After(planning.PlanEvery)
			if changed, ok := changes.Next(); ok && changed != p.cfg {
				p.cfg, p.way.Patience = changed, changed.Patience
				if p.way.Guide, err = changed.guide(p.build); err != nil {
					return err
				}
			}
			if err := p.step(); err != nil {
				return err
			}
		}
	}
}

// setWorld keeps a message of the world model.
func (p *planner) setWorld(m *msgs.WorldModel) {
	odometry, ok := convert.FromModel(&p.world, m)
	if !ok {
		p.refuse(errors.New("world_model: a pose is not finite"))
		return
	}
	p.odometry, p.localized, p.heard = odometry, m.Localized, p.n.Clock.Now()
}

// setGoalPose follows a goal of rviz.
func (p *planner) setGoalPose(m *geometrymsgs.PoseStamped) {
	if f := m.Header.FrameId; f != "" && f != p.out.frame {
		p.refuse(fmt.Errorf("goal_pose: frame %q: expected %s", f, p.out.frame))
		return
	}
	if err := p.begin(planning.Target{Pose: convert.Planar(&m.Pose)}, nil); err != nil {
		p.refuse(fmt.Errorf("goal_pose: %w", err))
	}
}

func (p *planner) refuse(err error) {
	p.refused.Add(1)
	p.why = err
}

// step plans, and publishes the path for motion.
func (p *planner) step() error {
	now := p.n.Clock.Now()
	if times, due := p.refused.Due(now); due {
		p.n.Log.Warn("input not used", "count", times, "error", p.why)
	}
	if !p.way.Busy() {
		return nil
	}
	trip := planning.Trip{
		Now: ros.SinceEpoch(now), Known: p.localized && now.Sub(p.heard) < modelTimeout, Pose: p.world.Pose,
		Stands: p.motion.State == msgs.MotionStateStanding, Walks: p.motion.State == msgs.MotionStateWalking,
	}
	verdict, err := p.way.Step(&trip, &p.world)
	if verdict != planning.UnderWay {
		p.judge(verdict, err)
		return nil
	}
	if !trip.Known {
		return nil
	}
	if p.current != nil {
		p.current.send(update{feedback: p.feedback()})
	}
	return p.out.publish(p.way.Lead(), p.way.Guide.Plan(), p.world.Pose, p.odometry, p.world.Stamp)
}
