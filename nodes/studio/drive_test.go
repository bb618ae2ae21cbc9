package studio

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
	"gonao/studio/foxglove/foxglovetest"
)

// robot is a robot of the test's: it remembers how it is moved.
type robot struct {
	mu       sync.Mutex
	velocity []geometrymsgs.Twist
	paused   int
	canceled int
	running  int
	posture  string
	machine  *ros.Publisher[geometrymsgs.Twist] // cmd_vel of its machine
}

// newRobot makes the stage's node a robot.
func newRobot(t *testing.T, s *stage) *robot {
	t.Helper()
	r := &robot{}
	_, err := ros.Advertise[msgs.MotionState](s.robot, "motion_state", ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	r.machine, err = ros.Advertise[geometrymsgs.Twist](s.robot, "cmd_vel", ros.Depth(1))
	require.NoError(t, err)
	sub, err := ros.Subscribe[geometrymsgs.Twist](s.robot, "cmd_vel", ros.Depth(100))
	require.NoError(t, err)
	go func() {
		for {
			select {
			case v := <-sub.C():
				r.mu.Lock()
				r.velocity = append(r.velocity, v)
				r.mu.Unlock()
			case <-s.robot.Context().Done():
				return
			}
		}
	}()
	_, err = ros.Serve(s.robot, "machine/pause", func(context.Context, stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.paused++
		return stdsrvs.TriggerResponse{Success: true}, nil
	})
	require.NoError(t, err)
	_, err = ros.ServeAction(s.robot, "walk_to", func(ctx context.Context, g msgs.WalkToGoal, feedback func(msgs.WalkToFeedback)) (msgs.WalkToResult, error) {
		r.mu.Lock()
		r.running++
		r.mu.Unlock()
		feedback(msgs.WalkToFeedback{})
		<-ctx.Done()
		r.mu.Lock()
		defer r.mu.Unlock()
		r.running--
		r.canceled++
		return msgs.WalkToResult{ErrorCode: msgs.WalkToResultCanceled, ErrorMsg: "canceled"}, context.Cause(ctx)
	})
	require.NoError(t, err)
	_, err = ros.ServeAction(s.robot, "set_posture", func(_ context.Context, g msgs.SetPostureGoal, _ func(msgs.SetPostureFeedback)) (msgs.SetPostureResult, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.posture = g.Posture
		return msgs.SetPostureResult{}, nil
	})
	require.NoError(t, err)
	return r
}

func (r *robot) last() (geometrymsgs.Twist, int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.velocity) == 0 {
		return geometrymsgs.Twist{}, 0
	}
	return r.velocity[len(r.velocity)-1], len(r.velocity)
}

func (r *robot) count(field *int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return *field
}

// call calls a JSON service.
func call(t *testing.T, c *foxglovetest.Client, name string, request any) error {
	t.Helper()
	return c.CallJSON(t.Context(), name, request, nil)
}

// see waits until a client sees all of the robot.
func see(t *testing.T, c *foxglovetest.Client) {
	t.Helper()
	_, err := c.Service(t.Context(), "/nao1/set_posture/_action/send_goal")
	require.NoError(t, err)
	_, err = c.Channel(t.Context(), "/nao1/motion_state")
	require.NoError(t, err)
}

// begin takes the robot, and lets the time pass in which the machine is heard.
func begin(t *testing.T, s *stage, c *foxglovetest.Client) {
	t.Helper()
	see(t, c)
	require.NoError(t, call(t, c, "studio/drive", DriveRequest{Op: TakeLease, Robot: "/nao1"}))
	s.clock.Set(s.clock.Now().Add(listenFirst))
}

func TestAPersonDrivesUntilTheLeaseIsLost(t *testing.T) {
	s := newStage(t, nil)
	r := newRobot(t, s)
	c := s.dial(t, s.keys.Driver)
	begin(t, s, c)
	require.NoError(t, call(t, c, "studio/twist", TwistRequest{Robot: "/nao1", X: 3, Yaw: -9}))
	eventually(t, "the robot walks", func() bool { _, n := r.last(); return n == 1 })
	v, _ := r.last()
	require.InDelta(t, 0.2, v.Linear.X, 1e-9, "within the limits")
	require.InDelta(t, -0.8727, v.Angular.Z, 1e-3)

	t.Run("nobody else may drive meanwhile", func(t *testing.T) {
		other := s.dial(t, s.keys.Driver)
		require.ErrorContains(t, call(t, other, "studio/drive", DriveRequest{Op: TakeLease, Robot: "/nao1"}), "is driven by")
		require.ErrorContains(t, call(t, other, "studio/twist", TwistRequest{Robot: "/nao1", X: 1}), "take it first")
		require.ErrorContains(t, call(t, other, "studio/action", ActionRequest{Op: SendGoal, Action: "/nao1/walk_to"}), "is driven by")
	})
	t.Run("a lease that is renewed stays", func(t *testing.T) {
		for range 5 {
			s.clock.Set(s.clock.Now().Add(leaseTime / 2))
			require.NoError(t, call(t, c, "studio/drive", DriveRequest{Op: RenewLease}))
		}
	})
	t.Run("one that is not renewed is lost, and the robot stops", func(t *testing.T) {
		s.clock.Set(s.clock.Now().Add(leaseTime))
		eventually(t, "the robot stops", func() bool { v, n := r.last(); return n >= 2 && v == geometrymsgs.Twist{} })
		require.ErrorContains(t, call(t, c, "studio/drive", DriveRequest{Op: RenewLease}), "drives no robot")
	})
}

func TestTheRobotStopsWhenTheBrowserOfItsDriverIsClosed(t *testing.T) {
	s := newStage(t, nil)
	r := newRobot(t, s)
	c := s.dial(t, s.keys.Driver)
	begin(t, s, c)
	require.NoError(t, call(t, c, "studio/twist", TwistRequest{Robot: "/nao1", X: 0.1}))
	eventually(t, "the robot walks", func() bool { _, n := r.last(); return n == 1 })
	c.Close() // the clock stands: no lease expires
	eventually(t, "the robot stops", func() bool { v, n := r.last(); return n == 2 && v == geometrymsgs.Twist{} })
}

func TestTheMachineDrivesUnlessItsLegsAreTaken(t *testing.T) {
	s := newStage(t, nil)
	r := newRobot(t, s)
	c := s.dial(t, s.keys.Driver)
	begin(t, s, c)
	machine := geometrymsgs.Twist{Linear: geometrymsgs.Vector3{X: 0.05}}
	require.NoError(t, r.machine.Publish(machine))
	eventually(t, "the machine is heard", func() bool {
		err := call(t, c, "studio/twist", TwistRequest{Robot: "/nao1", X: 0.1})
		return err != nil && err.Error() == "the machine drives /nao1: take the legs to drive yourself"
	})
	require.Zero(t, r.count(&r.paused))
	require.NoError(t, call(t, c, "studio/twist", TwistRequest{Robot: "/nao1", X: 0.1, Legs: true}))
	require.Equal(t, 1, r.count(&r.paused), "the machine is paused")
	eventually(t, "the person drives", func() bool { v, _ := r.last(); return v.Linear.X == 0.1 })
}

// goalsOf returns the newest goals that a client sees.
func goalsOf(t *testing.T, c *foxglovetest.Client, ok func([]Goal) bool) {
	t.Helper()
	for {
		m, err := c.Next(t.Context(), "studio/actions")
		require.NoError(t, err)
		var a Actions
		require.NoError(t, json.Unmarshal(m.Data, &a))
		if ok(a.Goals) {
			return
		}
	}
}

func TestAGoalDiesWithItsBrowserUnlessItKeepsGoing(t *testing.T) {
	s := newStage(t, nil)
	r := newRobot(t, s)
	for _, keep := range []bool{false, true} {
		c := s.dial(t, s.keys.Driver)
		_, err := c.Subscribe(t.Context(), "studio/actions")
		require.NoError(t, err)
		see(t, c)
		var sent ActionResponse
		require.NoError(t, c.CallJSON(t.Context(), "studio/action", ActionRequest{
			Op: SendGoal, Action: "/nao1/walk_to", Goal: json.RawMessage(`{"x": 1.5}`), KeepGoing: keep,
		}, &sent))
		goalsOf(t, c, func(list []Goal) bool {
			if len(list) == 0 {
				return false
			}
			last := list[len(list)-1]
			return last.ID == sent.ID && last.Status == GoalExecuting && last.Mine && last.Robot == "/nao1"
		})
		c.Close()
		if !keep {
			eventually(t, "the goal is canceled", func() bool { return r.count(&r.canceled) == 1 })
		}
	}
	watcher := s.dial(t, s.keys.Driver)
	_, err := watcher.Subscribe(t.Context(), "studio/actions")
	require.NoError(t, err)
	goalsOf(t, watcher, func(list []Goal) bool {
		return len(list) == 2 && list[0].Status == GoalCanceled && list[0].Message == "canceled" && list[1].Status == GoalExecuting
	})
	require.Equal(t, 1, r.count(&r.running), "the second keeps going")
}

func TestAGoalOfALostDriverIsCanceled(t *testing.T) {
	s := newStage(t, nil)
	r := newRobot(t, s)
	c := s.dial(t, s.keys.Driver)
	see(t, c)
	require.NoError(t, call(t, c, "studio/action", ActionRequest{Op: SendGoal, Action: "/nao1/walk_to"}))
	eventually(t, "the goal runs", func() bool { return r.count(&r.running) == 1 })
	s.clock.Set(s.clock.Now().Add(leaseTime)) // a hidden tab: its socket lives, its heartbeat does not
	eventually(t, "the goal is canceled", func() bool { return r.count(&r.canceled) == 1 })
}

func TestEverybodyWhoMayDriveMayStopAndLetDown(t *testing.T) {
	s := newStage(t, nil)
	r := newRobot(t, s)
	driver, other, viewer := s.dial(t, s.keys.Driver), s.dial(t, s.keys.Driver), s.dial(t, s.keys.Viewer)
	begin(t, s, driver)
	require.NoError(t, call(t, driver, "studio/action", ActionRequest{Op: SendGoal, Action: "/nao1/walk_to"}))
	require.NoError(t, call(t, driver, "studio/twist", TwistRequest{Robot: "/nao1", X: 0.1}))
	require.NoError(t, call(t, other, "studio/stop", RobotRequest{Robot: "/nao1"}), "without the lease")
	require.Equal(t, 1, r.count(&r.paused))
	eventually(t, "it stands", func() bool {
		v, n := r.last()
		return n > 1 && v == geometrymsgs.Twist{} && r.count(&r.running) == 0
	})
	require.NoError(t, call(t, other, "studio/let_down", RobotRequest{Robot: "/nao1"}))
	r.mu.Lock()
	require.Equal(t, "rest", r.posture)
	r.mu.Unlock()

	_, err := viewer.Channel(t.Context(), "studio/session")
	require.NoError(t, err)
	for _, name := range []string{"studio/stop", "studio/let_down", "studio/drive", "studio/twist", "studio/action"} {
		require.False(t, viewer.HasService(name), name)
		service, err := driver.Service(t.Context(), name)
		require.NoError(t, err)
		_, err = viewer.CallID(t.Context(), service.ID, "json", []byte(`{"robot":"/nao1"}`))
		require.ErrorContains(t, err, "no service")
	}
}

func TestASessionSeesItselfItsRobotsAndTheOthers(t *testing.T) {
	s := newStage(t, nil)
	newRobot(t, s)
	c := s.dial(t, s.keys.Driver)
	begin(t, s, c)
	_, err := c.Subscribe(t.Context(), "studio/session")
	require.NoError(t, err)
	m, err := c.Next(t.Context(), "studio/session")
	require.NoError(t, err)
	var me Session
	require.NoError(t, json.Unmarshal(m.Data, &me))
	require.True(t, me.Driver)
	require.Equal(t, []string{"/nao1"}, me.Drives)
	require.Equal(t, []Robot{{Name: "/nao1", Driver: me.Author}}, me.Robots)

	viewer := s.dial(t, s.keys.Viewer)
	_, err = viewer.Subscribe(t.Context(), "studio/presence")
	require.NoError(t, err)
	m, err = viewer.Next(t.Context(), "studio/presence")
	require.NoError(t, err)
	var all Presence
	require.NoError(t, json.Unmarshal(m.Data, &all))
	require.Len(t, all.Sessions, 2)
}

func TestAProgramThatPublishesCmdVelIsStoppedWhenItLeaves(t *testing.T) {
	s := newStage(t, nil)
	r := newRobot(t, s)
	c, driver := s.dial(t, s.keys.Driver), s.dial(t, s.keys.Driver)
	advertise := map[string]any{"op": "advertise", "channels": []map[string]any{
		{"id": 1, "topic": "/nao1/cmd_vel", "encoding": "json", "schemaName": "geometry_msgs/Twist"},
	}}
	require.NoError(t, c.SendJSON(t.Context(), advertise))
	require.NoError(t, c.Publish(t.Context(), 1, []byte(`{"linear": {"x": 0.07}}`)))
	eventually(t, "it walks", func() bool { v, _ := r.last(); return v.Linear.X == 0.07 })
	begin(t, s, driver)
	require.NoError(t, c.Publish(t.Context(), 1, []byte(`{"linear": {"x": 0.09}}`)))
	e, err := c.NextEvent(t.Context(), "status")
	require.NoError(t, err)
	require.Contains(t, string(e.Text), "is driven by")
	require.NoError(t, call(t, driver, "studio/drive", DriveRequest{Op: ReleaseLease, Robot: "/nao1"}))
	c.Close()
	eventually(t, "it stops", func() bool { v, _ := r.last(); return v == geometrymsgs.Twist{} })

	viewer := s.dial(t, s.keys.Viewer)
	require.NoError(t, viewer.SendJSON(t.Context(), advertise))
	e, err = viewer.NextEvent(t.Context(), "status")
	require.NoError(t, err)
	require.Contains(t, string(e.Text), "needs the role driver")
}
