// Package backendtest holds the tests that every way to ROS must pass, so that no node
// can tell one from another: each backend's own tests run them.
package backendtest

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// UseOwnDomain keeps the test apart from others on this host and network.
func UseOwnDomain(t testing.TB, n int) {
	t.Helper()
	t.Setenv("ROS_DOMAIN_ID", fmt.Sprint((os.Getpid()*7+n)%101))
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	t.Setenv("ROS_LOCALHOST_ONLY", "")
}

// CallEnds is the test that a bus without goroutines of its own cannot pass: there the
// caller itself runs the handler.
const CallEnds = "a call ends with its context"

// Run runs all but those named in without; open is called once for each node.
func Run(t *testing.T, open ros.Opener, without ...string) {
	for name, test := range map[string]func(*testing.T, ros.Opener){
		"messages arrive in order":                        inOrder,
		"a message of any size arrives whole":             anySize,
		"a late reader gets what was kept":                lateReader,
		"a best-effort writer has no reliable reader":     misfit,
		"a closed endpoint is left alone":                 closing,
		"a service answers several clients":               service,
		CallEnds:                                          callEnds,
		"a handler may call another service":              nested,
		"an action runs, is refused, and is cancelled":    action,
		"the graph shows nodes, topics and services":      graph,
		"endpoints may be made while messages are coming": busy,
		"what was sent before the end arrives":            lastWords,
		"who is kept apart by QoS is told":                told,
		"a message says when it was sent":                 sent,
	} {
		if !slices.Contains(without, name) {
			t.Run(name, func(t *testing.T) { test(t, open) })
		}
	}
}

func newNode(t testing.TB, open ros.Opener, name string) *ros.Node {
	t.Helper()
	b, err := open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	n, err := ros.NewNode(context.Background(), b, name, ros.NodeOptions{Namespace: "/nao1"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n
}

// pair gives two nodes with their own backends.
func pair(t *testing.T, open ros.Opener) (a, b *ros.Node) {
	t.Helper()
	return newNode(t, open, "alpha"), newNode(t, open, "beta")
}

func receive[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		require.Fail(t, "nothing arrived", "after %v", patience)
		panic("unreachable")
	}
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	require.Eventually(t, ok, patience, 5*time.Millisecond, what)
}

func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

func inOrder(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	const count = 50
	sub, err := ros.Subscribe[stdmsgs.String](b, "chatter", ros.Depth(count))
	require.NoError(t, err)
	pub, err := ros.Advertise[stdmsgs.String](a, "chatter", ros.Depth(count))
	require.NoError(t, err)
	eventually(t, "the two match", func() bool { return pub.Subscribers() == 1 && sub.Publishers() == 1 })
	for i := range count {
		require.NoError(t, pub.Publish(stdmsgs.String{Data: fmt.Sprint("hello ", i)}))
	}
	for i := range count {
		require.Equal(t, fmt.Sprint("hello ", i), receive(t, sub.C()).Data)
	}
	require.Zero(t, pub.Dropped())
}

func anySize(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	sub, err := ros.Subscribe[sensormsgs.Image](b, "image")
	require.NoError(t, err)
	pub, err := ros.Advertise[sensormsgs.Image](a, "image")
	require.NoError(t, err)
	eventually(t, "the two match", func() bool { return pub.Subscribers() == 1 && sub.Publishers() == 1 })
	for _, size := range []int{0, 1, 3, 640 * 480 * 2} {
		sent := sensormsgs.Image{Encoding: "yuv422_yuy2", Data: make([]byte, size)}
		for i := range sent.Data {
			sent.Data[i] = byte(i * 7)
		}
		require.NoError(t, pub.Publish(sent))
		got := receive(t, sub.C())
		require.Equal(t, sent.Encoding, got.Encoding)
		require.Len(t, got.Data, size)
		if size > 0 {
			require.Equal(t, sent.Data, got.Data)
		}
	}
}

func lateReader(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	pub, err := ros.Advertise[stdmsgs.String](a, "state", ros.TransientLocal(), ros.Depth(2))
	require.NoError(t, err)
	for _, text := range []string{"a", "b", "c"} {
		require.NoError(t, pub.Publish(stdmsgs.String{Data: text}))
	}
	late, err := ros.Subscribe[stdmsgs.String](b, "state", ros.TransientLocal(), ros.Depth(5))
	require.NoError(t, err)
	require.Equal(t, "b", receive(t, late.C()).Data)
	require.Equal(t, "c", receive(t, late.C()).Data)
}

func misfit(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	pub, err := ros.Advertise[stdmsgs.String](a, "chatter", ros.BestEffort())
	require.NoError(t, err)
	demanding, err := ros.Subscribe[stdmsgs.String](b, "chatter", ros.Reliable())
	require.NoError(t, err)
	modest, err := ros.Subscribe[stdmsgs.String](b, "chatter", ros.BestEffort())
	require.NoError(t, err)
	eventually(t, "the modest one matches", func() bool { return modest.Publishers() == 1 && pub.Subscribers() == 1 })
	require.Zero(t, demanding.Publishers())
}

func closing(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	pub, err := ros.Advertise[stdmsgs.String](a, "chatter")
	require.NoError(t, err)
	for range 3 {
		sub, err := ros.Subscribe[stdmsgs.String](b, "chatter")
		require.NoError(t, err)
		eventually(t, "they match", func() bool { return pub.Subscribers() == 1 && sub.Publishers() == 1 })
		require.NoError(t, pub.Publish(stdmsgs.String{Data: "once"}))
		require.Equal(t, "once", receive(t, sub.C()).Data)
		require.NoError(t, sub.Close())
		eventually(t, "it has gone", func() bool { return pub.Subscribers() == 0 })
		require.NoError(t, pub.Publish(stdmsgs.String{Data: "to nobody"}))
	}
	require.NoError(t, pub.Close())
	require.NoError(t, pub.Close(), "a second Close does nothing")
}

func add(_ context.Context, q exampleinterfaces.AddTwoIntsRequest) (exampleinterfaces.AddTwoIntsResponse, error) {
	return exampleinterfaces.AddTwoIntsResponse{Sum: q.A + q.B}, nil
}

func service(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	_, err := ros.Serve(a, "add", add)
	require.NoError(t, err)
	_, err = ros.Serve(a, "ping", func(context.Context, stdsrvs.EmptyRequest) (stdsrvs.EmptyResponse, error) {
		return stdsrvs.EmptyResponse{}, nil
	})
	require.NoError(t, err)
	_, err = ros.Serve(a, "echo", func(_ context.Context, q stdsrvs.SetBoolRequest) (stdsrvs.SetBoolResponse, error) {
		return stdsrvs.SetBoolResponse{Success: q.Data, Message: "it is so"}, nil
	})
	require.NoError(t, err)

	ctx := within(t)
	for k := range 2 {
		c, err := ros.NewClient[exampleinterfaces.AddTwoIntsRequest, exampleinterfaces.AddTwoIntsResponse](b, "add")
		require.NoError(t, err)
		require.NoError(t, c.WaitForServer(ctx))
		for i := range int64(10) {
			answer, err := c.Call(ctx, exampleinterfaces.AddTwoIntsRequest{A: i, B: int64(k) * 1000})
			require.NoError(t, err)
			require.Equal(t, i+int64(k)*1000, answer.Sum)
		}
	}
	ping, err := ros.NewClient[stdsrvs.EmptyRequest, stdsrvs.EmptyResponse](b, "ping")
	require.NoError(t, err)
	require.NoError(t, ping.WaitForServer(ctx))
	_, err = ping.Call(ctx, stdsrvs.EmptyRequest{})
	require.NoError(t, err)
	echo, err := ros.NewClient[stdsrvs.SetBoolRequest, stdsrvs.SetBoolResponse](b, "echo")
	require.NoError(t, err)
	require.NoError(t, echo.WaitForServer(ctx))
	answer, err := echo.Call(ctx, stdsrvs.SetBoolRequest{Data: true})
	require.NoError(t, err)
	require.Equal(t, stdsrvs.SetBoolResponse{Success: true, Message: "it is so"}, answer)
}

func callEnds(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	asked := make(chan struct{}, 1)
	release := make(chan struct{})
	_, err := ros.Serve(a, "slow", func(ctx context.Context, _ stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		asked <- struct{}{}
		select {
		case <-release:
		case <-ctx.Done():
		}
		return stdsrvs.TriggerResponse{}, nil
	})
	require.NoError(t, err)
	c, err := ros.NewClient[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](b, "slow")
	require.NoError(t, err)
	require.NoError(t, c.WaitForServer(within(t)))
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-asked
		cancel()
	}()
	_, err = c.Call(ctx, stdsrvs.TriggerRequest{})
	require.ErrorIs(t, err, context.Canceled)
	close(release)
}

// nested has a handler of one service make a client and call another of the same node.
func nested(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	_, err := ros.Serve(a, "add", add)
	require.NoError(t, err)
	_, err = ros.Serve(a, "three", func(ctx context.Context, _ stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		c, err := ros.NewClient[exampleinterfaces.AddTwoIntsRequest, exampleinterfaces.AddTwoIntsResponse](a, "add")
		if err != nil {
			return stdsrvs.TriggerResponse{}, err
		}
		if err := c.WaitForServer(ctx); err != nil {
			return stdsrvs.TriggerResponse{}, err
		}
		sum, err := c.Call(ctx, exampleinterfaces.AddTwoIntsRequest{A: 1, B: 2})
		return stdsrvs.TriggerResponse{Success: sum.Sum == 3}, err
	})
	require.NoError(t, err)
	c, err := ros.NewClient[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](b, "three")
	require.NoError(t, err)
	ctx := within(t)
	require.NoError(t, c.WaitForServer(ctx))
	answer, err := c.Call(ctx, stdsrvs.TriggerRequest{})
	require.NoError(t, err)
	require.True(t, answer.Success)
}

type (
	goal     = exampleinterfaces.FibonacciGoal
	result   = exampleinterfaces.FibonacciResult
	feedback = exampleinterfaces.FibonacciFeedback
)

// fibonacci counts up; an order over 20 it does for ever.
func fibonacci(ctx context.Context, g goal, say func(feedback)) (result, error) {
	sequence := []int32{0, 1}
	for i := int32(1); i < g.Order; i++ {
		sequence = append(sequence, sequence[i]+sequence[i-1])
		say(feedback{Sequence: sequence})
	}
	if g.Order > 20 {
		<-ctx.Done()
		return result{Sequence: sequence}, context.Cause(ctx)
	}
	return result{Sequence: sequence}, nil
}

func action(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	_, err := ros.ServeAction(a, "fibonacci", fibonacci, ros.Accept(func(g goal) error {
		if g.Order < 0 {
			return fmt.Errorf("order %d: expected 0 or more", g.Order)
		}
		return nil
	}))
	require.NoError(t, err)
	c, err := ros.NewActionClient[goal, result, feedback](b, "fibonacci")
	require.NoError(t, err)
	ctx := within(t)
	require.NoError(t, c.WaitForServer(ctx))

	long, err := c.Send(ctx, goal{Order: 30}, nil)
	require.NoError(t, err)
	heard := make(chan feedback, 100)
	short, err := c.Send(ctx, goal{Order: 5}, func(f feedback) { heard <- f })
	require.NoError(t, err)
	got, status, err := short.Result(ctx)
	require.NoError(t, err)
	require.Equal(t, ros.StatusSucceeded, status)
	require.Equal(t, []int32{0, 1, 1, 2, 3, 5}, got.Sequence)

	_, err = c.Send(ctx, goal{Order: -1}, nil)
	require.ErrorIs(t, err, ros.ErrRejected)
	require.NoError(t, long.Cancel(ctx))
	_, status, err = long.Result(ctx)
	require.NoError(t, err)
	require.Equal(t, ros.StatusCanceled, status)
}

func graph(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	_, err := ros.Advertise[stdmsgs.String](a, "chatter", ros.TransientLocal(), ros.Depth(7))
	require.NoError(t, err)
	_, err = ros.Subscribe[stdmsgs.String](b, "chatter", ros.SensorData())
	require.NoError(t, err)
	_, err = ros.Serve(a, "add", add)
	require.NoError(t, err)
	changed := b.GraphChanged()
	_, err = ros.NewClient[exampleinterfaces.AddTwoIntsRequest, exampleinterfaces.AddTwoIntsResponse](b, "add")
	require.NoError(t, err)
	receive(t, changed)

	info := func(list []ros.TopicInfo, name string) ros.TopicInfo {
		for _, i := range list {
			if i.Name == name {
				return i
			}
		}
		return ros.TopicInfo{}
	}
	nodes := func(g ros.Graph) (names []string) {
		for _, n := range g.Nodes {
			names = append(names, n.FullName())
		}
		return names
	}
	var g ros.Graph
	eventually(t, "all is known", func() bool {
		g, err = b.Graph()
		topic, service := info(g.Topics, "/nao1/chatter"), info(g.Services, "/nao1/add")
		return err == nil && topic.Publishers == 1 && topic.Subscribers == 1 &&
			service.Publishers == 1 && service.Subscribers == 1 && len(nodes(g)) >= 2
	})
	require.Subset(t, nodes(g), []string{"/nao1/alpha", "/nao1/beta"})
	require.Equal(t, []string{"example_interfaces/srv/AddTwoInts"}, info(g.Services, "/nao1/add").Types)
	topic := info(g.Topics, "/nao1/chatter")
	require.Equal(t, []string{"std_msgs/msg/String"}, topic.Types)
	require.Len(t, topic.Endpoints, 2)
	for _, e := range topic.Endpoints {
		require.Equal(t, "std_msgs/msg/String", e.Type)
		require.Equal(t, e.Writer, e.QoS.Reliable)
		require.Equal(t, e.Writer, e.QoS.TransientLocal)
		want := map[bool]string{true: "/nao1/alpha", false: "/nao1/beta"}[e.Writer]
		require.Equal(t, want, e.Node)
	}
	for _, n := range g.Nodes {
		if n.Name == "alpha" {
			require.Contains(t, n.Publishes, "/nao1/chatter")
			require.Contains(t, n.Serves, "/nao1/add")
		}
	}
}

// lastWords has a node end as soon as it has spoken.
func lastWords(t *testing.T, open ros.Opener) {
	listener := newNode(t, open, "listener")
	const count = 20
	image, err := ros.Subscribe[sensormsgs.Image](listener, "image", ros.Depth(count))
	require.NoError(t, err)
	b, err := open()
	require.NoError(t, err)
	n, err := ros.NewNode(context.Background(), b, "brief", ros.NodeOptions{Namespace: "/nao1"})
	require.NoError(t, err)
	pub, err := ros.Advertise[sensormsgs.Image](n, "image", ros.Depth(count))
	require.NoError(t, err)
	eventually(t, "the two match", func() bool { return pub.Subscribers() == 1 && image.Publishers() == 1 })
	for i := range count {
		require.NoError(t, pub.Publish(sensormsgs.Image{Width: uint32(i), Data: make([]byte, 20_000)}))
	}
	require.NoError(t, n.Close())
	require.NoError(t, b.Close())
	for i := range count {
		require.EqualValues(t, i, receive(t, image.C()).Width)
	}
	require.Zero(t, pub.Dropped())
}

// lines takes what a logger writes, a record at a time.
type lines chan string

func (l lines) Write(text []byte) (int, error) {
	l <- string(text)
	return len(text), nil
}

// told has a reader that asks for more than the writer offers.
func told(t *testing.T, open ros.Opener) {
	a := newNode(t, open, "alpha")
	_, err := ros.Advertise[stdmsgs.String](a, "chatter", ros.BestEffort())
	require.NoError(t, err)
	b, err := open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	log := make(lines, 100)
	n, err := ros.NewNode(context.Background(), b, "beta", ros.NodeOptions{
		Namespace: "/nao1", Logger: slog.New(slog.NewTextHandler(log, nil)),
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	_, err = ros.Subscribe[stdmsgs.String](n, "chatter", ros.Reliable())
	require.NoError(t, err)
	text := receive(t, log)
	for _, part := range []string{
		"level=WARN", "the QoS does not fit", "topic=/nao1/chatter", "publisher=/nao1/alpha", "subscriber=/nao1/beta",
		"offered best effort, requested reliable",
	} {
		require.Contains(t, text, part)
	}
}

func busy(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	const count = 200
	sub, err := ros.Subscribe[stdmsgs.String](b, "chatter", ros.Depth(count))
	require.NoError(t, err)
	pub, err := ros.Advertise[stdmsgs.String](a, "chatter", ros.Depth(count))
	require.NoError(t, err)
	eventually(t, "the two match", func() bool { return pub.Subscribers() == 1 && sub.Publishers() == 1 })
	sent := make(chan error, 1)
	go func() {
		for i := range count {
			if err := pub.Publish(stdmsgs.String{Data: fmt.Sprint(i)}); err != nil {
				sent <- err
				return
			}
			time.Sleep(time.Millisecond) // about as long as the others take to be made
		}
		sent <- nil
	}()
	for i := range 10 {
		other, err := ros.Subscribe[stdmsgs.String](b, fmt.Sprint("other", i))
		require.NoError(t, err)
		require.NoError(t, other.Close())
	}
	require.NoError(t, receive(t, sent))
	for i := range count {
		require.Equal(t, fmt.Sprint(i), receive(t, sub.C()).Data)
	}
}

func sent(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	times := make(chan time.Time, 10)
	var m stdmsgs.String
	sub, err := ros.SubscribeRaw(b, "chatter", m.TypeName(), m.TypeHash(), func(_ []byte, sent time.Time) { times <- sent })
	require.NoError(t, err)
	pub, err := ros.Advertise[stdmsgs.String](a, "chatter")
	require.NoError(t, err)
	eventually(t, "both sides match", func() bool { return pub.Subscribers() == 1 && sub.Publishers() == 1 })
	before := a.Clock.Now()
	require.NoError(t, pub.Publish(stdmsgs.String{Data: "now"}))
	at, after := receive(t, times), a.Clock.Now()
	require.False(t, at.Before(before) || at.After(after), "sent at %v, expected %v to %v", at, before, after)
}
