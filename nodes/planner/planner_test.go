package planner

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	navmsgs "gonao/msgs/nav_msgs"
	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/planner.yaml", "/planner", DefaultConfig()))
}

// walker is a robot that walks along walk_path at 0.3 m/s. Its odom began turned by 90°, one metre aside.
type walker struct {
	t      *testing.T
	n      *ros.Node
	bus    *inproc.Bus
	pose   plane.Pose // in map
	robots []msgs.ModelRobot
	silent bool // no world model
	lost   bool
	fixed  bool // it does not walk
	sent   bool // motion_state
	still  bool
	path   []plane.Pose // the last, in map
	paths  int

	models  *ros.Publisher[msgs.WorldModel]
	motions *ros.Publisher[msgs.MotionState]
	walk    *ros.Subscription[geometrymsgs.PoseArray]
	goTo    *ros.ActionClient[msgs.GoToGoal, msgs.GoToResult, msgs.GoToFeedback]
}

// x_MO is the pose of odom in map.
var x_MO = plane.Pose{X: 1, Y: 0, Theta: math.Pi / 2}

func onField(t *testing.T, test func(t *testing.T, w *walker)) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		ctx, cancel := context.WithCancel(t.Context())
		cfg := DefaultConfig()
		n, err := ros.NewNode(ctx, bus, "planner", ros.NodeOptions{Parameters: &cfg})
		require.NoError(t, err)
		defer n.Close()
		other, err := ros.NewNode(ctx, bus, "walker", ros.NodeOptions{})
		require.NoError(t, err)
		defer other.Close()
		w := &walker{t: t, n: other, bus: bus, pose: plane.Pose{X: -2}}
		var errs [4]error
		w.models, errs[0] = ros.Advertise[msgs.WorldModel](other, "world_model", ros.SensorData())
		w.motions, errs[1] = ros.Advertise[msgs.MotionState](other, "motion_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
		w.walk, errs[2] = ros.Subscribe[geometrymsgs.PoseArray](other, "walk_path", ros.Reliable(), ros.Depth(1))
		w.goTo, errs[3] = ros.NewActionClient[msgs.GoToGoal, msgs.GoToResult, msgs.GoToFeedback](other, "go_to")
		for _, err := range errs {
			require.NoError(t, err)
		}
		ended := make(chan error, 1)
		go func() { ended <- Run(ctx, n, cfg) }()
		synctest.Wait()
		test(t, w)
		cancel()
		require.NoError(t, <-ended)
	})
}

// step lets 0.1 s pass.
func (w *walker) step() {
	if !w.silent {
		o := x_MO.Inverse().Mul(w.pose)
		m := msgs.WorldModel{
			Localized: !w.lost, PoseX: w.pose.X, PoseY: w.pose.Y, PoseTheta: w.pose.Theta, OdomX: o.X, OdomY: o.Y, OdomTheta: o.Theta, Robots: w.robots,
		}
		m.Header.Stamp = ros.Stamp(w.n.Clock.Now())
		require.NoError(w.t, w.models.Publish(m))
	}
	w.bus.Advance(planning.PlanEvery)
	synctest.Wait()
	moved := false
	if len(w.walk.C()) > 0 {
		m := <-w.walk.C()
		w.paths++
		require.Equal(w.t, "odom", m.Header.FrameId)
		w.path = w.path[:0]
		for _, p := range m.Poses {
			w.path = append(w.path, x_MO.Mul(plane.Pose{X: p.Position.X, Y: p.Position.Y, Theta: 2 * math.Atan2(p.Orientation.Z, p.Orientation.W)}))
		}
		if !w.fixed {
			moved = w.advance(0.03)
		}
	}
	if state := msgs.MotionStateWalking; moved == w.still || !w.sent {
		if !moved {
			state = msgs.MotionStateStanding
		}
		w.still, w.sent = !moved, true
		require.NoError(w.t, w.motions.Publish(msgs.MotionState{State: state, CanWalk: true, Name: "standing"}))
		synctest.Wait()
	}
}

// advance walks along the path and reports whether the robot moved.
func (w *walker) advance(way float64) bool {
	for _, p := range w.path {
		d := w.pose.Distance(p)
		if d < 1e-3 {
			continue
		}
		share := min(1, way/d)
		w.pose.X, w.pose.Y = w.pose.X+share*(p.X-w.pose.X), w.pose.Y+share*(p.Y-w.pose.Y)
		if share < 1 {
			w.pose.Theta = math.Atan2(p.Y-w.pose.Y, p.X-w.pose.X)
			return true
		}
		way -= d
	}
	last := w.path[len(w.path)-1]
	turned := math.Abs(plane.Angle(last.Theta-w.pose.Theta)) > 1e-3
	w.pose.Theta = last.Theta
	return turned
}

// send sends a goal, and returns a channel that has its result when it has ended.
func (w *walker) send(g msgs.GoToGoal, feedback func(msgs.GoToFeedback)) (*ros.GoalHandle[msgs.GoToResult], <-chan msgs.GoToResult) {
	ctx := w.t.Context()
	ended := make(chan msgs.GoToResult, 1)
	h, err := w.goTo.Send(ctx, g, feedback)
	require.NoError(w.t, err)
	go func() {
		r, _, err := h.Result(ctx)
		if err == nil {
			ended <- r
		}
	}()
	synctest.Wait()
	return h, ended
}

// until steps until a channel has a value.
func (w *walker) until(ended <-chan msgs.GoToResult, most int) msgs.GoToResult {
	for range most {
		select {
		case r := <-ended:
			return r
		default:
			w.step()
		}
	}
	w.t.Fatalf("no result after %d steps; it stands at %+v", most, w.pose)
	return msgs.GoToResult{}
}

func TestARobotIsLedRoundAnother(t *testing.T) {
	onField(t, func(t *testing.T, w *walker) {
		plans, err := ros.Subscribe[navmsgs.Path](w.n, "plan", ros.Depth(1))
		require.NoError(t, err)
		w.robots = []msgs.ModelRobot{{MapX: 0, MapY: 0.05}}
		var last msgs.GoToFeedback
		nearest := math.Inf(1)
		_, ended := w.send(msgs.GoToGoal{X: 2, Y: 0.5, Theta: 1}, func(f msgs.GoToFeedback) { last = f })
		for range 400 {
			w.step()
			nearest = min(nearest, math.Hypot(w.pose.X, w.pose.Y-0.05))
			if len(ended) > 0 {
				break
			}
		}
		r := <-ended
		require.Zero(t, r.ErrorCode, r.ErrorMsg)
		require.Less(t, w.pose.Distance(plane.Pose{X: 2, Y: 0.5}), 0.06)
		require.Greater(t, nearest, 0.44, "the middles stay apart")
		require.InDelta(t, 2, last.X, 0.2)
		p := <-plans.C()
		require.Equal(t, "map", p.Header.FrameId)
		before := w.paths
		for range 10 {
			w.step()
		}
		require.Equal(t, before, w.paths, "nothing is published after the goal")
	})
}

func TestAGoalEndsWithTheReasonWhyItWasNotReached(t *testing.T) {
	onField(t, func(t *testing.T, w *walker) {
		w.step()
		_, bad := w.send(msgs.GoToGoal{X: 50}, nil)
		require.Equal(t, msgs.GoToResultBadGoal, w.until(bad, 20).ErrorCode)

		_, first := w.send(msgs.GoToGoal{X: 1}, nil)
		w.step()
		handle, second := w.send(msgs.GoToGoal{X: 2}, nil)
		require.Equal(t, msgs.GoToResultPreempted, w.until(first, 20).ErrorCode)
		w.step()
		require.NoError(t, handle.Cancel(t.Context()))
		w.step()
		require.Len(t, w.path, 1, "it stops where it is")
		require.Less(t, w.path[0].Distance(w.pose), 0.1)
		require.Equal(t, msgs.GoToResultCanceled, w.until(second, 5).ErrorCode)

		w.fixed = true
		_, blocked := w.send(msgs.GoToGoal{X: 2}, nil)
		require.Equal(t, msgs.GoToResultBlocked, w.until(blocked, 400).ErrorCode)

		w.lost = true
		_, lost := w.send(msgs.GoToGoal{X: 2}, nil)
		before := w.paths
		r := w.until(lost, 400)
		require.Equal(t, msgs.GoToResultNotLocalized, r.ErrorCode)
		require.Equal(t, before+1, w.paths, "it does not walk without a pose, and is stopped once")
	})
}

func TestAGoalOfRvizIsWalkedTo(t *testing.T) {
	onField(t, func(t *testing.T, w *walker) {
		goals, err := ros.Advertise[geometrymsgs.PoseStamped](w.n, "goal_pose", ros.Depth(1))
		require.NoError(t, err)
		var m geometrymsgs.PoseStamped
		m.Header.FrameId, m.Pose.Position.X, m.Pose.Orientation.W = "base_link", 1, 1
		require.NoError(t, goals.Publish(m))
		w.step()
		w.step()
		require.Zero(t, w.paths, "another frame")
		m.Header.FrameId = "map"
		require.NoError(t, goals.Publish(m))
		for range 200 {
			w.step()
		}
		require.Less(t, w.pose.Distance(plane.Pose{X: 1}), 0.06)
		w.silent = true
		m.Pose.Position.X = -1
		require.NoError(t, goals.Publish(m))
		for range 12 {
			w.step()
		}
		at := w.paths
		w.step()
		require.Equal(t, at, w.paths, "the world model is older than a second")
	})
}

func TestPeriodsFitTheTimeoutOfMotion(t *testing.T) {
	require.Less(t, 2*planning.PlanEvery, 500*time.Millisecond)
}
