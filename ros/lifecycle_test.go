package ros_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	lifecyclemsgs "gonao/msgs/lifecycle_msgs"
	rclinterfaces "gonao/msgs/rcl_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

type managedConfig struct {
	Rate          int `yaml:"rate" min:"1" max:"100" desc:"what the work is given"`
	ros.Lifecycle `yaml:",inline"`
}

// managed is a managed node, and one that asks it.
type managed struct {
	t      *testing.T
	bus    *inproc.Bus
	asker  *ros.Node
	events *ros.Subscription[lifecyclemsgs.TransitionEvent]
	given  []int // what each run of the work was given
	fails  error // of the next activation
	last   error // of the work when it is asked to end; nil: that of its context
	ends   chan error
	result chan error // of the node
	stop   context.CancelFunc
}

func (m *managed) work(ctx context.Context, n *ros.Node, cfg managedConfig) error {
	m.given = append(m.given, cfg.Rate)
	if m.fails != nil {
		return m.fails
	}
	if _, err := ros.Advertise[stdmsgs.String](n, "work"); err != nil {
		return err
	}
	if err := ros.OnReconfigure(n, func(managedConfig) error { return errors.New("not while it works") }); err != nil {
		return err
	}
	n.Ready()
	select {
	case <-ctx.Done():
		return cmp.Or(m.last, ctx.Err())
	case err := <-m.ends:
		return err
	}
}

func startManaged(t *testing.T, autostart bool) *managed {
	m := &managed{t: t, bus: inproc.NewBus(), ends: make(chan error), result: make(chan error, 1)}
	var err error
	m.asker, err = ros.NewNode(t.Context(), m.bus, "asker", ros.NodeOptions{Bare: true})
	require.NoError(t, err)
	m.events, err = ros.Subscribe[lifecyclemsgs.TransitionEvent](m.asker, "/worker/transition_event", ros.Reliable(), ros.Depth(100))
	require.NoError(t, err)
	cfg := managedConfig{Rate: 7, Lifecycle: ros.Lifecycle{Autostart: autostart}}
	n, err := ros.NewNode(t.Context(), m.bus, "worker", ros.NodeOptions{Parameters: &cfg})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(n.Context())
	m.stop = func() { stop(); <-m.result; require.NoError(t, n.Close()); require.NoError(t, m.asker.Close()) }
	go func() { m.result <- ros.Managed(m.work)(ctx, n, cfg) }()
	synctest.Wait()
	return m
}

func ask[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](m *managed, service string, q Q) A {
	m.t.Helper()
	c, err := ros.NewClient[Q, A, PQ, PA](m.asker, "/worker/"+service)
	require.NoError(m.t, err)
	a, err := c.Call(m.t.Context(), q)
	require.NoError(m.t, err)
	return a
}

func (m *managed) set(label string) bool {
	return ask[lifecyclemsgs.ChangeStateRequest, lifecyclemsgs.ChangeStateResponse](m, "change_state",
		lifecyclemsgs.ChangeStateRequest{Transition: lifecyclemsgs.Transition{Label: label}}).Success
}

func (m *managed) state() string {
	return ask[lifecyclemsgs.GetStateRequest, lifecyclemsgs.GetStateResponse](m, "get_state", lifecyclemsgs.GetStateRequest{}).CurrentState.Label
}

// works reports whether the topic of the work is there.
func (m *managed) works() bool {
	g, err := m.asker.Graph()
	require.NoError(m.t, err)
	return slices.ContainsFunc(g.Topics, func(x ros.TopicInfo) bool { return x.Name == "/work" })
}

func TestAManagedNodeGoesThroughItsStates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := startManaged(t, false)
		defer m.stop()
		require.Equal(t, "unconfigured", m.state())
		require.False(t, m.set("activate"), "before it is configured")
		require.True(t, m.set("configure"))
		require.False(t, m.works())
		require.Empty(t, m.given)
		require.True(t, m.set("activate"))
		require.Equal(t, "active", m.state())
		require.True(t, m.works())
		require.False(t, m.set("cleanup"), "while it is active")
		require.True(t, m.set("deactivate"))
		require.Equal(t, "inactive", m.state())
		require.False(t, m.works(), "what the work has opened is closed")

		// A parameter that is set during that time counts from the next activation on.
		results := ask[rclinterfaces.SetParametersRequest, rclinterfaces.SetParametersResponse](m, "set_parameters", rclinterfaces.SetParametersRequest{
			Parameters: []rclinterfaces.Parameter{{Name: "rate", Value: rclinterfaces.ParameterValue{Type: rclinterfaces.ParameterTypeParameterInteger, IntegerValue: 9}}},
		}).Results
		require.True(t, results[0].Successful, results[0].Reason)
		require.True(t, m.set("activate"))
		require.True(t, m.works())
		require.Equal(t, []int{7, 9}, m.given)

		available := ask[lifecyclemsgs.GetAvailableTransitionsRequest, lifecyclemsgs.GetAvailableTransitionsResponse](m, "get_available_transitions", lifecyclemsgs.GetAvailableTransitionsRequest{})
		require.Len(t, available.AvailableTransitions, 2, "deactivate, shutdown")
		graph := ask[lifecyclemsgs.GetAvailableTransitionsRequest, lifecyclemsgs.GetAvailableTransitionsResponse](m, "get_transition_graph", lifecyclemsgs.GetAvailableTransitionsRequest{})
		require.Len(t, graph.AvailableTransitions, 7)
		states := ask[lifecyclemsgs.GetAvailableStatesRequest, lifecyclemsgs.GetAvailableStatesResponse](m, "get_available_states", lifecyclemsgs.GetAvailableStatesRequest{})
		require.Len(t, states.AvailableStates, 11)

		require.True(t, m.set("shutdown"))
		require.Equal(t, "finalized", m.state())
		require.False(t, m.works())
		require.False(t, m.set("configure"))
		var way []string
		for range 10 {
			e := <-m.events.C()
			way = append(way, e.StartState.Label+" "+e.Transition.Label+" "+e.GoalState.Label)
		}
		require.Equal(t, []string{
			"unconfigured configure configuring", "configuring transition_success inactive",
			"inactive activate activating", "activating transition_success active",
			"active deactivate deactivating", "deactivating transition_success inactive",
			"inactive activate activating", "activating transition_success active",
			"active shutdown shuttingdown", "shuttingdown transition_success finalized",
		}, way)
	})
}

func TestAManagedNodeStartsByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := startManaged(t, true)
		require.Equal(t, "active", m.state())
		require.True(t, m.works())
		m.stop()
		require.Equal(t, []int{7}, m.given)
	})
}

func TestAFailedActivationLeavesANodeInactive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := startManaged(t, false)
		defer m.stop()
		require.True(t, m.set("configure"))
		m.fails = errors.New("no robot")
		require.False(t, m.set("activate"))
		require.Equal(t, "inactive", m.state())
		m.fails = nil
		require.True(t, m.set("activate"))
		require.Equal(t, "active", m.state())
	})
}

func TestWorkThatFailsWhenItIsStoppedIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := startManaged(t, true)
		m.last = errors.New("the robot did not answer")
		require.True(t, m.set("deactivate"))
		require.Equal(t, "inactive", m.state())
		require.False(t, m.works())
		m.last = nil
		require.True(t, m.set("activate"), "the node goes on")
		require.True(t, m.works())
		m.stop()
	})
}

func TestParametersOfActiveNodesAreTheWorks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := startManaged(t, true)
		defer m.stop()
		result := ask[rclinterfaces.SetParametersRequest, rclinterfaces.SetParametersResponse](m, "set_parameters", rclinterfaces.SetParametersRequest{
			Parameters: []rclinterfaces.Parameter{{Name: "rate", Value: rclinterfaces.ParameterValue{Type: rclinterfaces.ParameterTypeParameterInteger, IntegerValue: 9}}},
		}).Results[0]
		require.False(t, result.Successful)
		require.Contains(t, result.Reason, "not while it works")
	})
}

func TestWorkThatEndsEndsItsNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := startManaged(t, true)
		m.ends <- errors.New("the robot is gone")
		err := <-m.result
		require.EqualError(t, err, "the robot is gone")
		m.result <- nil
		m.stop()
	})
}

func TestTheLevelOfTheLogIsSetByService(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := startManaged(t, false)
		defer m.stop()
		set := func(name string, level uint32) rclinterfaces.SetLoggerLevelsResult {
			return ask[rclinterfaces.SetLoggerLevelsRequest, rclinterfaces.SetLoggerLevelsResponse](m, "set_logger_levels",
				rclinterfaces.SetLoggerLevelsRequest{Levels: []rclinterfaces.LoggerLevel{{Name: name, Level: level}}}).Results[0]
		}
		require.True(t, set("worker", 10).Successful)
		got := ask[rclinterfaces.GetLoggerLevelsRequest, rclinterfaces.GetLoggerLevelsResponse](m, "get_logger_levels", rclinterfaces.GetLoggerLevelsRequest{Names: []string{"worker", "rcl"}})
		require.Equal(t, []rclinterfaces.LoggerLevel{{Name: "worker", Level: 10}, {Name: "rcl", Level: 0}}, got.Levels)
		require.Contains(t, set("rcl", 10).Reason, `expected "worker"`)
		require.Contains(t, set("worker", 11).Reason, "expected 10 (debug)")
	})
}
