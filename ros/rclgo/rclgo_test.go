//go:build rclgo

package rclgo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
	"gonao/ros/backendtest"
	"gonao/ros/cdr"
)

func TestItIsAWayToROSAsAnyOther(t *testing.T) {
	_, err := newServiceSupport("example_interfaces/srv/AddTwoInts_Request", "example_interfaces/srv/AddTwoInts_Response")
	require.NoError(t, err, "install ros-$ROS_DISTRO-example-interfaces")
	backendtest.UseOwnDomain(t, 1)
	backendtest.Run(t, Open)
}

func openNode(t testing.TB, name string) (*backend, *ros.Node) {
	t.Helper()
	b, err := Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	n, err := ros.NewNode(context.Background(), b, name, ros.NodeOptions{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return b.(*backend), n
}

// TestWhatRCLKnowsOfAnEndpointIsPassedOn also looks inside rclgo, so that another
// version of it cannot go unnoticed.
func TestWhatRCLKnowsOfAnEndpointIsPassedOn(t *testing.T) {
	backendtest.UseOwnDomain(t, 2)
	_, n := openNode(t, "teller")
	_, err := ros.Advertise[stdmsgs.String](n, "chatter", ros.Deadline(time.Second))
	require.NoError(t, err)
	var g ros.Graph
	var e ros.EndpointInfo
	require.Eventually(t, func() bool { // even one's own takes its time
		g, err = n.Graph()
		require.NoError(t, err)
		i := slices.IndexFunc(g.Topics, func(t ros.TopicInfo) bool { return t.Name == "/chatter" })
		if i < 0 || len(g.Topics[i].Endpoints) == 0 {
			return false
		}
		e = g.Topics[i].Endpoints[0]
		return e.Node != "" && len(g.Nodes) == 1
	}, 20*time.Second, 5*time.Millisecond)
	require.Equal(t, new(stdmsgs.String).TypeHash(), e.Hash)
	require.Equal(t, time.Second, e.QoS.Deadline)
	require.Zero(t, e.QoS.Lease)
	require.NotZero(t, e.Participant)
	require.Equal(t, e.Participant, g.Nodes[0].Participant)
}

func TestWaitingForAServerOfATypeThatIsNotInstalledEndsAtOnce(t *testing.T) {
	backendtest.UseOwnDomain(t, 6)
	_, n := openNode(t, "asker")
	request, response := cdr.Type{Name: "nobody_msgs/srv/Nothing_Request"}, cdr.Type{Name: "nobody_msgs/srv/Nothing_Response"}
	part := cdr.ServiceType{Request: request, Response: response}
	service, err := ros.NewRawClient(n, "nothing", part)
	require.NoError(t, err)
	require.ErrorContains(t, service.WaitForServer(t.Context()), "libnobody_msgs__rosidl_typesupport_c.so")
	_, err = service.Call(t.Context(), cdr.Marshal(&stdsrvs.EmptyRequest{}))
	require.ErrorIs(t, err, errNoSupport)
	message := cdr.Type{Name: "nobody_msgs/action/Nothing_FeedbackMessage"}
	action, err := ros.NewRawActionClient(n, "nothing", cdr.ActionType{SendGoal: part, GetResult: part, FeedbackMessage: message})
	require.NoError(t, err)
	require.ErrorIs(t, action.WaitForServer(t.Context()), errNoSupport)
}

func TestRequestsWithoutAReplyAreForgottenInTheEnd(t *testing.T) {
	backendtest.UseOwnDomain(t, 3)
	backend, _ := openNode(t, "node")
	a, err := backend.CreateNode("/", "server")
	require.NoError(t, err)
	b, err := backend.CreateNode("/", "client")
	require.NoError(t, err)
	handled := make(chan int64, 1)
	spec := ros.ServiceSpec{Name: "/silent", RequestType: "std_srvs/srv/Empty_Request", ResponseType: "std_srvs/srv/Empty_Response"}
	serve, err := a.Server(spec, func(id ros.RequestID, _ []byte) { handled <- id.Sequence })
	require.NoError(t, err)
	ask, err := b.Client(spec, func(int64, []byte) {})
	require.NoError(t, err)
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	for !ask.Ready() {
		require.NoError(t, ctx.Err())
		time.Sleep(time.Millisecond)
	}
	request := cdr.Marshal(&stdsrvs.EmptyRequest{})
	for range maxOpen + 20 {
		require.NoError(t, ask.Request(request, func(int64) {}))
		<-handled
	}
	require.Len(t, serve.(*server).waiting, maxOpen)
	require.Eventually(t, func() bool {
		c := ask.(*client)
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.open) == maxOpen
	}, 20*time.Second, time.Millisecond)
	require.ErrorIs(t, serve.Reply(ros.RequestID{Handle: 1}, request), errForgotten)
	require.NoError(t, serve.Close())
	require.ErrorIs(t, serve.Reply(ros.RequestID{Handle: maxOpen}, request), errClosed)
	require.NoError(t, ask.Close())
	require.ErrorIs(t, ask.Request(request, func(int64) {}), errClosed)
}

func TestTheBoxKeepsOrderAndMakesRoom(t *testing.T) {
	first, release := make(chan int, 1), make(chan struct{})
	var got []int
	b := newMailbox(3, func(i int) {
		if i == 0 {
			first <- i
			<-release
		}
		got = append(got, i)
	})
	b.put(0)
	<-first
	for i := 1; i <= 5; i++ {
		b.put(i) // 1 and 2 make room
	}
	require.False(t, b.offer(6), "it is full")
	close(release)
	require.True(t, b.finish(20*time.Second))
	b.put(7) // too late
	require.Equal(t, []int{0, 3, 4, 5}, got)
}

// BenchmarkEndpoints makes a node with 30 subscriptions while it waits for them.
func BenchmarkEndpoints(b *testing.B) {
	backendtest.UseOwnDomain(b, 4)
	_, n := openNode(b, "many")
	for b.Loop() {
		var subs []*ros.Subscription[stdmsgs.String]
		for i := range 30 {
			s, err := ros.Subscribe[stdmsgs.String](n, fmt.Sprint("topic", i))
			require.NoError(b, err)
			subs = append(subs, s)
		}
		var errs []error
		for _, s := range subs {
			errs = append(errs, s.Close())
		}
		require.NoError(b, errors.Join(errs...))
	}
}

func BenchmarkRoundTrip(b *testing.B) {
	backendtest.UseOwnDomain(b, 5)
	backendtest.RoundTrip(b, Open)
}
