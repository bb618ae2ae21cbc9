package tool_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	"gonao/ros"
)

func TestTheGraphIsShownAsROSDoes(t *testing.T) {
	g := tooltest.New(t)
	g.Speak()
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
			out, err := g.Gonao(strings.Fields(c.line)...)
			require.NoError(t, err)
			require.Equal(t, c.want, out)
		})
	}
}

func TestNodesOfOneNameAreTold(t *testing.T) {
	g := tooltest.New(t)
	twin, err := ros.NewNode(t.Context(), g.Bus, "talker", ros.NodeOptions{Namespace: "/nao1", Bare: true})
	require.NoError(t, err)
	defer twin.Close()
	out, err := g.Gonao("node", "list")
	require.NoError(t, err)
	require.Equal(t, "warning: several nodes have the same name; what is asked of one may be answered by another\n/nao1/talker\n/nao1/talker\n", out)
	out, err = g.Gonao("node", "info", "/nao1/talker")
	require.NoError(t, err)
	require.Contains(t, out, "warning: 2 nodes are named /nao1/talker; this is one of them\n")
}

func TestWordsAreCompleted(t *testing.T) {
	g := tooltest.New(t)
	g.Speak()
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
			out, err := g.Gonao(append([]string{"__completeNoDesc"}, strings.Split(c.line, " ")...)...)
			require.NoError(t, err)
			words, _, _ := strings.Cut(out, ":4\n")
			require.Equal(t, c.want, words)
		})
	}
}

func TestListsShowTheGraph(t *testing.T) {
	g := tooltest.New(t)
	g.Talk("hello")
	out, err := g.Gonao("topic", "list", "-t")
	require.NoError(t, err)
	require.Equal(t, "/nao1/chatter [std_msgs/msg/String]\n", out)
	out, err = g.Gonao("node", "list")
	require.NoError(t, err)
	require.Equal(t, "/nao1/talker\n", out)
}

func TestAnEmptyGraphIsTold(t *testing.T) {
	g := tooltest.New(t)
	require.NoError(t, g.Node.Close())
	for _, what := range []string{"topic", "node"} {
		out, err := g.Gonao(what, "list", "--timeout", "1ms")
		require.NoError(t, err)
		require.Equal(t, "no node found: start some with gonao launch sim.launch.yaml, or set ROS_DOMAIN_ID as where they run\n", out)
	}
}
