package ros_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
	"gonao/ros/inproc"
)

type (
	fibonacciGoal     = exampleinterfaces.FibonacciGoal
	fibonacciResult   = exampleinterfaces.FibonacciResult
	fibonacciFeedback = exampleinterfaces.FibonacciFeedback
)

// everyPort has a port of each kind.
type everyPort struct {
	Out      *ros.Publisher[stdmsgs.String]                                       `topic:"{side}/chatter" qos:"reliable, transient local, depth 2"`
	In       *ros.Subscription[stdmsgs.String]                                    `topic:"{side}/chatter"`
	Sent     *ros.Subscription[ros.From[stdmsgs.String]]                          `topic:"{side}/chatter"`
	Arrived  *ros.Subscription[ros.Arrival[stdmsgs.String]]                       `topic:"{side}/chatter"`
	Last     *ros.Watcher[stdmsgs.String]                                         `topic:"{side}/chatter" qos:"latest"`
	Ping     ros.Service[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse]         `service:"ping"`
	PingCall *ros.Client[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse]         `service:"ping"`
	Count    ros.Action[fibonacciGoal, fibonacciResult, fibonacciFeedback]        `action:"count"`
	Counter  *ros.ActionClient[fibonacciGoal, fibonacciResult, fibonacciFeedback] `action:"count"`
	Health   *ros.DiagnosticsUpdater                                              `topic:"/diagnostics"`
	other    int
}

func node(t *testing.T) *ros.Node {
	n, err := ros.NewNode(t.Context(), inproc.NewBus(), "talker", ros.NodeOptions{Namespace: "/nao1", Bare: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n
}

func TestOpenOpensEveryPort(t *testing.T) {
	n, p := node(t), everyPort{other: 7}
	p.Ping.Handle(func(context.Context, stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		return stdsrvs.TriggerResponse{Success: true}, nil
	})
	p.Count.Handle(func(_ context.Context, g fibonacciGoal, feedback func(fibonacciFeedback)) (fibonacciResult, error) {
		feedback(fibonacciFeedback{Sequence: []int32{1}})
		return fibonacciResult{Sequence: []int32{1, g.Order}}, nil
	})
	require.NoError(t, ros.Open(n, &p, "{side}", "left"))
	require.Equal(t, "/nao1/left/chatter", p.Out.Topic())
	require.NoError(t, p.Out.Publish(stdmsgs.String{Data: "hello"}))
	require.Equal(t, "hello", (<-p.In.C()).Data)
	require.Equal(t, "hello", (<-p.Sent.C()).Message.Data)
	require.False(t, (<-p.Arrived.C()).At.IsZero())
	<-p.Last.Updates()
	last, _ := p.Last.Get()
	require.Equal(t, "hello", last.Data)
	answer, err := p.PingCall.Call(t.Context(), stdsrvs.TriggerRequest{})
	require.NoError(t, err)
	require.True(t, answer.Success)
	steps := make(chan int32, 1)
	h, err := p.Counter.Send(t.Context(), fibonacciGoal{Order: 5}, func(f fibonacciFeedback) { steps <- f.Sequence[0] })
	require.NoError(t, err)
	result, status, err := h.Result(t.Context())
	require.NoError(t, err)
	require.Equal(t, ros.StatusSucceeded, status)
	require.Equal(t, []int32{1, 5}, result.Sequence)
	require.EqualValues(t, 1, <-steps)
	require.Equal(t, 7, p.other)
	late, err := ros.Subscribe[stdmsgs.String](n, "left/chatter", ros.TransientLocal())
	require.NoError(t, err)
	require.Equal(t, "hello", (<-late.C()).Data, "the tag qos is used")
}

func TestOpenNamesThePortThatIsWrong(t *testing.T) {
	n := node(t)
	for want, ports := range map[string]any{
		"open int: expected a pointer to a struct": 3,
		"port out: expected an exported field": &struct {
			out *ros.Publisher[stdmsgs.String] `topic:"chatter"`
		}{},
		"port Out: int: expected a Port": &struct {
			Out int `topic:"chatter"`
		}{},
		"port Out: advertise chatter: *int: expected a pointer to a generated message, and the request or goal first": &struct {
			Out *ros.Publisher[int] `topic:"chatter"`
		}{},
		"port Ping: serve ping: expected a call of Handle before Open": &struct {
			Ping ros.Service[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse] `service:"ping"`
		}{},
		`port Out: qos "fast": "fast": expected default, sensor data, latest, reliable, best effort, transient local, keep all or depth with a number`: &struct {
			Out *ros.Publisher[stdmsgs.String] `topic:"chatter" qos:"fast"`
		}{},
	} {
		require.EqualError(t, ros.Open(n, ports), want)
	}
	err := ros.Open(n, &struct {
		Out *ros.Publisher[stdmsgs.String] `topic:"two words"`
	}{})
	require.ErrorContains(t, err, "port Out: ")
	require.ErrorContains(t, err, "two words")
}

func TestParseQoSReadsWhatTheTablesSay(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "reliable, depth 10",
		"sensor data":                        "best effort, depth 5",
		"sensor data, depth 16":              "best effort, depth 16",
		"latest":                             "best effort, depth 1",
		"reliable, transient local, depth 1": "reliable, transient local, depth 1",
		"best effort, depth 20":              "best effort, depth 20",
		"keep all":                           "reliable, keep all",
	} {
		if text == "" {
			text = "default"
		}
		q, err := ros.ParseQoS(text)
		require.NoError(t, err)
		require.Equal(t, want, q.String(), text)
	}
	for _, text := range []string{"depth 0", "depth", "depth x", "", "reliable,"} {
		_, err := ros.ParseQoS(text)
		require.Error(t, err, text)
	}
}

// A robot's state with a stranger's messages between would be a body that jumps.
func TestOnePublisherIsFollowedUntilItIsGone(t *testing.T) {
	bus := inproc.NewBus()
	open := func(name string) *ros.Node {
		n, err := ros.NewNode(t.Context(), bus, name, ros.NodeOptions{Bare: true})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, n.Close()) })
		return n
	}
	listener, talker, stranger := open("listener"), open("talker"), open("stranger")
	var p struct {
		In *ros.Subscription[stdmsgs.String] `topic:"chatter" from:"one publisher"`
	}
	require.NoError(t, ros.Open(listener, &p))
	say := func(n *ros.Node) *ros.Publisher[stdmsgs.String] {
		out, err := ros.Advertise[stdmsgs.String](n, "chatter")
		require.NoError(t, err)
		return out
	}
	first, second := say(talker), say(stranger)
	require.NoError(t, first.Publish(stdmsgs.String{Data: "1"}))
	require.NoError(t, second.Publish(stdmsgs.String{Data: "2"}))
	require.NoError(t, first.Publish(stdmsgs.String{Data: "3"}))
	require.Equal(t, "1", (<-p.In.C()).Data)
	require.Equal(t, "3", (<-p.In.C()).Data)
	require.NoError(t, first.Close())
	require.NoError(t, second.Publish(stdmsgs.String{Data: "4"}))
	require.Equal(t, "4", (<-p.In.C()).Data, "the first is gone")

	var short struct {
		In *ros.Subscription[stdmsgs.String] `topic:"chatter" from:"one publisher, silent after 1ns"`
	}
	require.NoError(t, ros.Open(listener, &short))
	third := say(talker)
	require.NoError(t, second.Publish(stdmsgs.String{Data: "5"}))
	require.NoError(t, third.Publish(stdmsgs.String{Data: "6"}))
	require.Equal(t, "5", (<-short.In.C()).Data)
	require.Equal(t, "6", (<-short.In.C()).Data, "the other one was silent")

	var wrong struct {
		In *ros.Subscription[stdmsgs.String] `topic:"chatter" from:"one publisher, silent after all"`
	}
	require.ErrorContains(t, ros.Open(listener, &wrong), `from "one publisher, silent after all": expected one publisher`)
}
