// Package planner is the node that leads the robot to poses on the field, round robots, posts and the ball.
//
//	subscribes  world_model   gonao_msgs/WorldModel      pose, ball and robots, sensor data
//	            motion_state  gonao_msgs/MotionState     whether the robot can walk
//	            goal_pose     geometry_msgs/PoseStamped  a goal from rviz, in map; until it is reached
//	            field_goal    gonao_msgs/FieldGoal       a goal that comes anew 2 to 20 times a second; holds for 0.5 s
//	publishes   walk_path     geometry_msgs/PoseArray    in odom, 10 Hz while it leads; motion follows it for 0.5 s
//	            plan          nav_msgs/Path              in map, while subscribed
//	            plan_markers  visualization_msgs/MarkerArray  way and goal for rviz, while subscribed
//	            /diagnostics  diagnostic_msgs/DiagnosticArray  what it does, 1 Hz
//	serves      go_to         gonao_msgs/GoTo            to a pose in map; a goal replaces the one before it
//
// The newest goal counts, whichever way it came. Way points are in odom, so that a jump of the pose moves the robot's way and not
// the steps that are under way. Without a world_model for a second, or while the pose is not known, the robot stands.
package planner

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"gonao/internal/throttle"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/percepts"
	"gonao/percepts/plane"
	"gonao/planning"
	"gonao/ros"
	"gonao/ros/param"
	"gonao/worldmodel"
)

// Times of the planner.
const (
	period       = 100 * time.Millisecond
	goalTimeout  = 500 * time.Millisecond // of field_goal
	modelTimeout = time.Second
)

// planner is the running node. It belongs to one goroutine; handlers of go_to send to errands.
type planner struct {
	n     *ros.Node
	cfg   Config
	build Builder
	guide *planning.Guide
	out   *reporter

	world     worldmodel.Snapshot
	odometry  plane.Pose
	localized bool
	heard     time.Time // of world_model
	motion    msgs.MotionState

	errands chan *errand
	ended   chan *errand // canceled
	current *errand      // nil: none
	lead    planning.Lead
	refused throttle.Counter
	why     error
}

// A Builder returns the planner for the node's figures. The node calls it at the start and when parameters change.
type Builder func(c planning.Config) (planning.Planner, error)

// Run runs the node with our planner until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error { return RunWith(ctx, n, cfg, tangents) }

// RunWith runs the node with a planner of one's own until ctx ends.
func RunWith(ctx context.Context, n *ros.Node, cfg Config, build Builder) error {
	if err := param.Check(&cfg); err != nil {
		return err
	}
	p := &planner{n: n, cfg: cfg, build: build, errands: make(chan *errand), ended: make(chan *errand)}
	var err error
	if p.guide, err = cfg.guide(build); err != nil {
		return err
	}
	if p.out, err = newReporter(n, cfg.FramePrefix); err != nil {
		return err
	}
	d, err := ros.Diagnostics(n, "")
	if err != nil {
		return err
	}
	d.Add("way", p.out.diagnose)
	return p.run(ctx)
}

func (p *planner) run(ctx context.Context) error {
	var errs [6]error
	models, err := ros.Subscribe[msgs.WorldModel](p.n, "world_model", ros.SensorData(), ros.Depth(1))
	errs[0] = err
	motions, err := ros.Subscribe[msgs.MotionState](p.n, "motion_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	errs[1] = err
	goals, err := ros.Subscribe[geometrymsgs.PoseStamped](p.n, "goal_pose", ros.Depth(1))
	errs[2] = err
	fed, err := ros.Subscribe[msgs.FieldGoal](p.n, "field_goal", ros.Reliable(), ros.Depth(1))
	errs[3] = err
	changes, err := ros.WatchConfig[Config](p.n, nil)
	errs[4] = err
	_, errs[5] = ros.ServeAction(p.n, "go_to", p.goTo, ros.Accept(accept))
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	next := p.n.Clock.After(period)
	for {
		select {
		case <-ctx.Done():
			return nil
		case m := <-models.C():
			p.setWorld(&m)
		case m := <-motions.C():
			p.motion = m
		case m := <-goals.C():
			p.setGoalPose(&m)
		case m := <-fed.C():
			p.setFieldGoal(&m)
		case e := <-p.errands:
			p.begin(e)
		case e := <-p.ended:
			if e == p.current {
				p.end(msgs.GoToResultCanceled, "canceled")
			}
		case <-next:
			next = p.n.Clock.After(period)
			if changed, ok := changes.Next(); ok && changed != p.cfg {
				p.cfg = changed
				if p.guide, err = changed.guide(p.build); err != nil {
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
	s := &p.world
	pose, odometry := plane.Pose{X: m.PoseX, Y: m.PoseY, Theta: m.PoseTheta}, plane.Pose{X: m.OdomX, Y: m.OdomY, Theta: m.OdomTheta}
	if !pose.Finite() || !odometry.Finite() {
		p.refuse(errors.New("world_model: a pose is not finite"))
		return
	}
	p.odometry, p.localized, p.heard = odometry, m.Localized, p.n.Clock.Now()
	s.Stamp, s.Pose = ros.StampSinceEpoch(m.Header.Stamp), pose
	b := &m.Ball
	s.Ball = worldmodel.Ball{Known: b.Known && plane.Finite(b.MapX, b.MapY), X: b.X, Y: b.Y, MapX: b.MapX, MapY: b.MapY}
	s.Count = 0
	for i := range m.Robots {
		r := &m.Robots[i]
		if s.Count == worldmodel.MaxRobots || !plane.Finite(r.MapX, r.MapY, r.Vx, r.Vy) {
			continue
		}
		s.Robots[s.Count] = worldmodel.Robot{
			X: r.X, Y: r.Y, VX: r.Vx, VY: r.Vy, MapX: r.MapX, MapY: r.MapY, Side: percepts.RobotSide(r.Team), Fallen: r.Fallen,
		}
		s.Count++
	}
}

// setGoalPose begins an errand to a goal of rviz.
func (p *planner) setGoalPose(m *geometrymsgs.PoseStamped) {
	q := &m.Pose.Orientation
	goal := plane.Pose{X: m.Pose.Position.X, Y: m.Pose.Position.Y, Theta: math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z))}
	if f := m.Header.FrameId; f != "" && f != p.out.frame {
		p.refuse(fmt.Errorf("goal_pose: frame %q: expected %s", f, p.out.frame))
		return
	}
	if err := p.check(goal); err != nil {
		p.refuse(fmt.Errorf("goal_pose: %w", err))
		return
	}
	p.begin(&errand{target: planning.Target{Pose: goal}})
}

// setFieldGoal follows a goal that comes anew again and again.
func (p *planner) setFieldGoal(m *msgs.FieldGoal) {
	goal := plane.Pose{X: m.X, Y: m.Y, Theta: m.Theta}
	if err := p.check(goal); err != nil {
		p.refuse(fmt.Errorf("field_goal: %w", err))
		return
	}
	until := p.n.Clock.Now().Add(goalTimeout)
	if e := p.current; e != nil && !e.until.IsZero() {
		e.target, e.until = planning.Target{Pose: goal, AroundBall: m.AroundBall}, until
		return
	}
	p.begin(&errand{target: planning.Target{Pose: goal, AroundBall: m.AroundBall}, until: until})
}

// check returns what is wrong with a goal.
func (p *planner) check(goal plane.Pose) error {
	if !goal.Finite() {
		return errors.New("expected finite numbers")
	}
	if x, y := p.guide.Bounds(); math.Abs(goal.X) > x || math.Abs(goal.Y) > y {
		return fmt.Errorf("(%.2f m, %.2f m): expected a place on the carpet, ±%.2f m, ±%.2f m", goal.X, goal.Y, x, y)
	}
	return nil
}

func (p *planner) refuse(err error) {
	p.refused.Add(1)
	p.why = err
}

// step plans, and publishes what motion walks along.
func (p *planner) step() error {
	now := p.n.Clock.Now()
	if times, due := p.refused.Due(now); due {
		p.n.Log.Warn("input not used", "count", times, "error", p.why)
	}
	e := p.current
	if e == nil {
		return nil
	}
	if !e.until.IsZero() && now.After(e.until) {
		p.end(msgs.GoToResultCanceled, "no field_goal for 0.5 s")
		return nil
	}
	known := p.localized && now.Sub(p.heard) < modelTimeout
	p.judge(e, now, known)
	if p.current == nil || !known {
		return nil
	}
	if err := p.guide.Step(p.world.Pose, e.target, &p.world, &p.lead); err != nil {
		return err
	}
	return p.out.publish(&p.lead, p.guide.Plan(), p.world.Pose, p.odometry, p.world.Stamp)
}
