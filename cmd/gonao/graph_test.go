package main

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

// speak gives the graph under test a publisher, a subscriber on another node, a
// service and an action.
func (g *graphUnderTest) speak() {
	_, err := ros.Advertise[stdmsgs.String](g.node, "chatter")
	require.NoError(g.t, err)
	_, err = ros.Serve(g.node, "~/ping", func(context.Context, stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		return stdsrvs.TriggerResponse{Success: true}, nil
	})
	require.NoError(g.t, err)
	_, err = ros.ServeAction(g.node, "count", func(_ context.Context, goal exampleinterfaces.FibonacciGoal, _ func(exampleinterfaces.FibonacciFeedback)) (exampleinterfaces.FibonacciResult, error) {
		return exampleinterfaces.FibonacciResult{Sequence: []int32{goal.Order}}, nil
	})
	require.NoError(g.t, err)
	other, err := ros.NewNode(g.t.Context(), g.bus, "listener", ros.NodeOptions{Bare: true})
	require.NoError(g.t, err)
	g.t.Cleanup(func() { other.Close() })
	_, err = ros.Subscribe[stdmsgs.String](other, "/nao1/chatter")
	require.NoError(g.t, err)
	_, err = ros.NewActionClient[exampleinterfaces.FibonacciGoal, exampleinterfaces.FibonacciResult, exampleinterfaces.FibonacciFeedback](other, "/nao1/count")
	require.NoError(g.t, err)
}

func TestTheGraphIsShownAsROSDoes(t *testing.T) {
	g := newGraph(t)
	g.speak()
	for _, c := range []struct{ line, want string }{
		{"topic list", "/nao1/chatter\n"},
		{"topic list -t", "/nao1/chatter [std_msgs/msg/String]\n"},
		{"topic list -c", "1\n"},
		{"topic list -a", "/nao1/chatter\n/nao1/count/_action/feedback\n/nao1/count/_action/status\n"},
		{"topic list -v", "Published topics:\n * /nao1/chatter [std_msgs/msg/String] 1 publisher\n\n" +
			"Subscribed topics:\n * /nao1/chatter [std_msgs/msg/String] 1 subscriber\n\n"},
		{"topic info /nao1/chatter", "Type: std_msgs/msg/String\nPublisher count: 1\nSubscription count: 1\n"},
		{"topic type nao1/chatter", "std_msgs/msg/String\n"},
		{"topic find std_msgs/String", "/nao1/chatter\n"},
		{"topic find std_msgs/msg/Bool -c", "0\n"},
		{"node list", "/listener\n/nao1/talker\n"},
		{"node list -c", "2\n"},
		{"node info listener", `/listener
  Subscribers:
    /nao1/chatter: std_msgs/msg/String
  Publishers:

  Service Servers:

  Service Clients:

  Action Servers:

  Action Clients:
    /nao1/count: example_interfaces/action/Fibonacci
`},
		{"node info /nao1/talker -a", `/nao1/talker
  Subscribers:

  Publishers:
    /nao1/chatter: std_msgs/msg/String
    /nao1/count/_action/feedback: example_interfaces/action/Fibonacci_FeedbackMessage
    /nao1/count/_action/status: action_msgs/msg/GoalStatusArray
  Service Servers:
    /nao1/count/_action/cancel_goal: action_msgs/srv/CancelGoal
    /nao1/count/_action/get_result: example_interfaces/action/Fibonacci_GetResult
    /nao1/count/_action/send_goal: example_interfaces/action/Fibonacci_SendGoal
    /nao1/talker/ping: std_srvs/srv/Trigger
  Service Clients:

  Action Servers:
    /nao1/count: example_interfaces/action/Fibonacci
  Action Clients:

`},
		{"service list", "/nao1/talker/ping\n"},
		{"service list -t", "/nao1/talker/ping [std_srvs/srv/Trigger]\n"},
		{"service list -c -a", "4\n"},
		{"service type /nao1/talker/ping", "std_srvs/srv/Trigger\n"},
		{"service find std_srvs/Trigger", "/nao1/talker/ping\n"},
		{"service info /nao1/talker/ping", "Type: std_srvs/srv/Trigger\nClients count: 0\nServices count: 1\n"},
		{"action list -t", "/nao1/count [example_interfaces/action/Fibonacci]\n"},
		{"action list -c", "1\n"},
		{"action type /nao1/count", "example_interfaces/action/Fibonacci\n"},
		{"action find example_interfaces/Fibonacci", "/nao1/count\n"},
		{"action info /nao1/count", "Action: /nao1/count\nAction clients: 1\n    /listener\nAction servers: 1\n    /nao1/talker\n"},
		{"action info /nao1/count -c", "Action: /nao1/count\nAction clients: 1\nAction servers: 1\n"},
		{"action info /nao1/count -t", "Action: /nao1/count\nAction clients: 1\n    /listener [example_interfaces/action/Fibonacci]\n" +
			"Action servers: 1\n    /nao1/talker [example_interfaces/action/Fibonacci]\n"},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel() // most of the time is waiting
			out, err := g.gonao(strings.Fields(c.line)...)
			require.NoError(t, err)
			require.Equal(t, c.want, out)
		})
	}
}

func TestNodesOfOneNameAreTold(t *testing.T) {
	g := newGraph(t)
	twin, err := ros.NewNode(t.Context(), g.bus, "talker", ros.NodeOptions{Namespace: "/nao1", Bare: true})
	require.NoError(t, err)
	defer twin.Close()
	out, err := g.gonao("node", "list")
	require.NoError(t, err)
	require.Equal(t, "warning: several nodes have the same name; what is asked of one may be answered by another\n/nao1/talker\n/nao1/talker\n", out)
	out, err = g.gonao("node", "info", "/nao1/talker")
	require.NoError(t, err)
	require.Contains(t, out, "warning: 2 nodes are named /nao1/talker; this is one of them\n")
}

func TestEndpointsAreShownAsROSDoes(t *testing.T) {
	writer := ros.EndpointInfo{
		Node: "/nao1/talker", Type: "std_msgs/msg/String", Hash: "RIHS01_df", Writer: true,
		QoS: ros.QoS{Reliable: true, TransientLocal: true, Depth: 10, Deadline: 2e9}, GID: [16]byte{1, 15, 14: 0x14, 15: 3},
	}
	reader := ros.EndpointInfo{Type: "std_msgs/msg/String", QoS: ros.QoS{KeepAll: true, Deadline: 1e9, ManualLiveliness: true}}
	info := ros.TopicInfo{Name: "/chatter", Types: []string{"std_msgs/msg/String"}, Publishers: 1, Subscribers: 1, Endpoints: []ros.EndpointInfo{reader, writer}}
	var b strings.Builder
	showTopic(&b, info, true)
	require.Equal(t, `Type: std_msgs/msg/String

Publisher count: 1

Node name: talker
Node namespace: /nao1
Topic type: std_msgs/msg/String
Topic type hash: RIHS01_df
Endpoint type: PUBLISHER
GID: 01.0f.00.00.00.00.00.00.00.00.00.00.00.00.14.03
QoS profile:
  Reliability: RELIABLE
  History (Depth): KEEP_LAST (10)
  Durability: TRANSIENT_LOCAL
  Lifespan: Infinite
  Deadline: 2000000000 nanoseconds
  Liveliness: AUTOMATIC
  Liveliness lease duration: Infinite

Subscription count: 1

Node name: _NODE_NAME_UNKNOWN_
Node namespace: _NODE_NAMESPACE_UNKNOWN_
Topic type: std_msgs/msg/String
Topic type hash: INVALID
Endpoint type: SUBSCRIPTION
GID: 00.00.00.00.00.00.00.00.00.00.00.00.00.00.00.00
QoS profile:
  Reliability: BEST_EFFORT
  History (Depth): KEEP_ALL
  Durability: VOLATILE
  Lifespan: Infinite
  Deadline: 1000000000 nanoseconds
  Liveliness: MANUAL_BY_TOPIC
  Liveliness lease duration: Infinite

`, b.String())
	require.Equal(t, []string{
		"an unnamed node does not hear /nao1/talker: it requests deadline 1s, the publisher offers deadline 2s",
		"an unnamed node does not hear /nao1/talker: it requests manual by topic liveliness, lease infinite, the publisher offers automatic liveliness, lease infinite",
	}, misfits(info))
}

func TestASubscriptionAsksForWhatAllPublishersOffer(t *testing.T) {
	reliable := ros.EndpointInfo{QoS: ros.QoS{Reliable: true}}
	latched := ros.EndpointInfo{QoS: ros.QoS{Reliable: true, TransientLocal: true}}
	bestEffort := ros.EndpointInfo{}
	for _, c := range []struct {
		name    string
		flags   qosFlags
		writers []ros.EndpointInfo
		want    ros.QoS
		note    string
	}{
		{"nobody is known", qosFlags{}, nil, ros.QoS{Depth: listenDepth}, ""},
		{"all are reliable", qosFlags{}, []ros.EndpointInfo{reliable, reliable}, ros.QoS{Reliable: true, Depth: listenDepth}, ""},
		{"all keep their last", qosFlags{}, []ros.EndpointInfo{latched}, ros.QoS{Reliable: true, TransientLocal: true, Depth: listenDepth}, ""},
		{"one is best effort", qosFlags{}, []ros.EndpointInfo{reliable, bestEffort}, ros.QoS{Depth: listenDepth}, "1 of 2 publishers are reliable"},
		{"one keeps its last", qosFlags{}, []ros.EndpointInfo{reliable, latched}, ros.QoS{Reliable: true, Depth: listenDepth}, "1 of 2 publishers are transient local"},
		{
			"what was asked for goes before",
			qosFlags{reliability: "best_effort", durability: "volatile", depth: 3, history: "keep_all"},
			[]ros.EndpointInfo{latched},
			ros.QoS{Depth: 3, KeepAll: true},
			"",
		},
		{"a profile replaces all", qosFlags{profile: "sensor_data"}, []ros.EndpointInfo{latched}, ros.QoS{Depth: 5}, ""},
		{"short words", qosFlags{transientLocal: true}, nil, ros.QoS{Reliable: true, TransientLocal: true, Depth: listenDepth}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var notes strings.Builder
			require.Equal(t, c.want, c.flags.subscription("/chatter", c.writers, &notes))
			if c.note == "" {
				require.Empty(t, notes.String())
			}
			require.Contains(t, notes.String(), c.note)
		})
	}
}

func TestWordsAreCompleted(t *testing.T) {
	g := newGraph(t)
	g.speak()
	for _, c := range []struct{ line, want string }{
		{"topic echo /nao", "/nao1/chatter\n"},
		{"topic echo /nao1/count/_", "/nao1/count/_action/feedback\n/nao1/count/_action/status\n"},
		{"node info /", "/listener\n/nao1/talker\n"},
		{"service type ", "/nao1/talker/ping\n"},
		{"action info ", "/nao1/count\n"},
		{"action info /nao1/count ", ""},
		{"topic info /imu", ""},
		{"topic echo /x --qos-reliability ", "reliable\nbest_effort\n"},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel() // most of the time is waiting
			out, err := g.gonao(append([]string{"__completeNoDesc"}, strings.Split(c.line, " ")...)...)
			require.NoError(t, err)
			words, _, _ := strings.Cut(out, ":4\n")
			require.Equal(t, c.want, words)
		})
	}
}
