package transport_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
)

func TestTwoNodesTalkBothWays(t *testing.T) {
	p := partition(t)
	a, b := open(t, p), open(t, p)
	heard, _ := numbers(t, b, "/number")
	publisher, err := a.Advertise("/number", "gz.msgs.Double") // of the other generation
	require.NoError(t, err)
	longer, err := a.Advertise("/number/of_others", double)
	require.NoError(t, err)
	require.NoError(t, publisher.AwaitSubscriber(within(t)))
	const burst = 100 // far from what a socket holds for a slow reader before it drops
	for i := range 1000 {
		require.NoError(t, longer.Publish(encode(-1))) // ZeroMQ lets it through
		require.NoError(t, publisher.Publish(encode(float64(i))))
		if i%burst == burst-1 {
			for k := i + 1 - burst; k <= i; k++ {
				require.InDelta(t, k, receive(t, heard), 0)
			}
		}
	}
	_, err = a.Serve("/twice", double, double, twice)
	require.NoError(t, err)
	var answer gzmsgs.Double
	require.NoError(t, b.Ask(within(t), gzmsgs.Gz, "/twice", &gzmsgs.Double{Data: 3}, &answer))
	require.InDelta(t, 6, answer.GetData(), 0)
}

func TestPartitionsDoNotSeeEachOther(t *testing.T) {
	p := partition(t)
	a, b := open(t, p), open(t, p+"2")
	_, err := a.Advertise("/number", double)
	require.NoError(t, err)
	require.NoError(t, b.Settle(within(t)))
	require.NoError(t, a.Settle(within(t)))
	require.Empty(t, b.Topics())
	require.Empty(t, a.Topics(), "a node does not hear itself")
}

func TestTheEnvironmentIsReadAsGazeboDoes(t *testing.T) {
	env := map[string]string{}
	read := func() transport.Options {
		return transport.Environment(func(k string) string { return env[k] }, "host", "me")
	}
	require.Equal(t, transport.Options{Partition: "host:me"}, read())
	env["IGN_PARTITION"], env["IGN_IP"], env["IGN_RELAY"] = "old", "127.0.0.1", "10.0.0.1:10.0.0.2"
	require.Equal(t, transport.Options{Partition: "old", IP: "127.0.0.1", Relays: []string{"10.0.0.1", "10.0.0.2"}}, read())
	env["GZ_PARTITION"] = "new"
	require.Equal(t, "new", read().Partition)
}

func TestWhatIsNoNameOrAddressIsRefused(t *testing.T) {
	for want, o := range map[string]transport.Options{
		`partition ""`:            {},
		`partition "a@b"`:         {Partition: "a@b"},
		`address "localhost"`:     {Partition: "p", IP: "localhost"},
		`no interface of this`:    {Partition: "p", IP: "203.0.113.77"},
		`address "nowhere": expe`: {Partition: "p", Relays: []string{"nowhere"}},
	} {
		_, err := transport.Open(o)
		require.ErrorContains(t, err, want)
	}
	n := open(t, partition(t))
	for _, topic := range []string{"", "/", "number", "/a@b", "/a b", "/a//b", "/a:=b", "/" + strings.Repeat("x", 70000)} {
		_, err := n.Advertise(topic, double)
		require.ErrorContains(t, err, "topic", "%.20q", topic)
		_, err = n.Subscribe(topic, double, nil)
		require.Error(t, err)
		_, err = n.Serve(topic, double, double, nil)
		require.Error(t, err)
	}
	_, err := n.Advertise("/twice", double)
	require.NoError(t, err)
	_, err = n.Advertise("/twice", double)
	require.ErrorContains(t, err, "publishes it already")
}

func TestACallSaysWhyItHasNoAnswer(t *testing.T) {
	p := partition(t)
	a, b := open(t, p), open(t, p)
	brief, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := b.Call(brief, "/nothing", double, double, nil)
	require.ErrorContains(t, err, "service /nothing: nobody serves it in the partition "+p)
	require.ErrorIs(t, err, context.DeadlineExceeded)

	asked := make(chan struct{}, 1)
	_, err = a.Serve("/never", double, double, func(ctx context.Context, _ []byte) ([]byte, bool) {
		asked <- struct{}{}
		<-ctx.Done()
		return nil, false
	})
	require.NoError(t, err)
	failed := make(chan error, 1)
	go func() {
		_, err := b.Call(within(t), "/never", double, double, nil)
		failed <- err
	}()
	receive(t, asked)
	require.NoError(t, a.Close())
	var gone *transport.GoneError
	require.ErrorAs(t, receive(t, failed), &gone)
	require.Equal(t, "it said good-bye", gone.Why)

	c := open(t, p)
	_, err = c.Serve("/number", double, "ignition.msgs.Boolean", twice)
	require.NoError(t, err)
	require.NoError(t, b.Settle(within(t)))
	require.Eventually(t, func() bool { return len(b.Services()) == 1 }, patience, time.Millisecond)
	brief, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = b.Call(brief, "/number", double, double, nil)
	require.ErrorContains(t, err, "it takes ignition.msgs.Double and answers ignition.msgs.Boolean: expected")
}

func TestCloseEndsWhoWaits(t *testing.T) {
	p := partition(t)
	n := open(t, p)
	publisher, err := n.Advertise("/number", double)
	require.NoError(t, err)
	_, s := numbers(t, n, "/other")
	ended := make(chan error, 3)
	go func() { ended <- publisher.AwaitSubscriber(context.Background()) }()
	go func() { ended <- s.AwaitPublisher(context.Background()) }()
	go func() {
		_, err := n.Call(context.Background(), "/nothing", double, double, nil)
		ended <- err
	}()
	require.NoError(t, n.Close())
	require.NoError(t, n.Close())
	for range 3 {
		require.ErrorIs(t, receive(t, ended), transport.ErrClosed)
	}
	require.ErrorIs(t, publisher.Publish(nil), transport.ErrClosed)
	_, err = n.Subscribe("/x", double, nil)
	require.ErrorIs(t, err, transport.ErrClosed)
	require.ErrorIs(t, n.Settle(context.Background()), transport.ErrClosed)
}

func TestNothingIsLeftRunningAfterClose(t *testing.T) {
	before := runtime.NumGoroutine()
	p := partition(t)
	for range 20 {
		a, err := transport.Open(transport.Options{Partition: p, IP: "127.0.0.1"})
		require.NoError(t, err)
		b, err := transport.Open(transport.Options{Partition: p, IP: "127.0.0.1"})
		require.NoError(t, err)
		_, err = a.Serve("/twice", double, double, twice)
		require.NoError(t, err)
		_, err = b.Call(within(t), "/twice", double, double, encode(1))
		require.NoError(t, err)
		require.NoError(t, a.Close())
		require.NoError(t, b.Close())
	}
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+1 }, patience, time.Millisecond,
		"%d goroutines, before %d", runtime.NumGoroutine(), before)
}

func TestASubscriptionEnds(t *testing.T) {
	p := partition(t)
	a, b := open(t, p), open(t, p)
	heard, s := numbers(t, b, "/number")
	publisher, err := a.Advertise("/number", double)
	require.NoError(t, err)
	require.NoError(t, s.AwaitPublisher(within(t)))
	require.NoError(t, publisher.AwaitSubscriber(within(t)))
	require.NoError(t, publisher.Publish(encode(1)))
	require.InDelta(t, 1, receive(t, heard), 0)
	s.Close()
	s.Close()
	require.Eventually(t, func() bool { return !publisher.Subscribed() }, patience, time.Millisecond)
	publisher.Close()
	require.Eventually(t, func() bool { return len(b.Topics()) == 0 }, patience, time.Millisecond)
}
