package transport_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
)

func TestGazebosToolsListWhatWeOffer(t *testing.T) {
	p := partition(t)
	n := open(t, p)
	_, err := n.Advertise("/model/nao/number", double)
	require.NoError(t, err)
	_, err = n.Serve("/twice", double, double, twice)
	require.NoError(t, err)
	require.Equal(t, "/model/nao/number", list(t, p, topicTool))
	info := describe(t, p, topicTool, double, "-i", "-t", "/model/nao/number")
	require.Contains(t, info, "tcp://127.0.0.1:")
	require.Contains(t, info, double)
	require.Equal(t, "/twice", list(t, p, serviceTool))
	require.Contains(t, describe(t, p, serviceTool, double, "-i", "-s", "/twice"), double+", "+double)
	require.Empty(t, strings.TrimSpace(run(t, "another", topicTool, "-l")), "another partition's do not")
}

func twice(_ context.Context, request []byte) ([]byte, bool) {
	m := transport.Message{Type: double, Data: request}
	var d gzmsgs.Double
	if err := m.Into(&d); err != nil {
		return nil, false
	}
	return encode(2 * d.GetData()), d.GetData() >= 0
}

func TestGazebosToolEchoesAThousandMessagesInOrder(t *testing.T) {
	p := partition(t)
	n := open(t, p)
	publisher, err := n.Advertise("/number", double)
	require.NoError(t, err)
	echo := start(t, p, topicTool, "-e", "-t", "/number", "-n", "1000")
	require.NoError(t, publisher.AwaitSubscriber(within(t)))
	for i := range 1000 {
		require.NoError(t, publisher.Send(&gzmsgs.Double{Data: float64(i + 1)}))
	}
	for i := range 1000 {
		line := echo.line()
		for line == "" {
			line = echo.line() // between two messages
		}
		require.Equal(t, "data: "+strconv.Itoa(i+1), line)
	}
}

func TestWhatGazebosToolPublishesIsHeard(t *testing.T) {
	p := partition(t)
	n := open(t, p)
	heard, _ := numbers(t, n, "/number")
	for end := time.Now().Add(patience); time.Now().Before(end); { // a tool that ends at once loses some of its messages, whoever listens
		run(t, p, topicTool, "-t", "/number", "-m", double, "-p", "data: 0.5")
		if len(heard) > 0 {
			break
		}
	}
	require.InDelta(t, 0.5, receive(t, heard), 0)
}

func TestGazebosToolCallsOurService(t *testing.T) {
	p := partition(t)
	n := open(t, p)
	_, err := n.Serve("/twice", double, double, twice)
	require.NoError(t, err)
	ask := func(question string) (answer string) {
		for range 20 { // the tool asks a moment after it began to connect, ready or not: on a busy machine that is lost
			answer = run(t, p, serviceTool, "-s", "/twice", "--reqtype", double, "--reptype", double, "--timeout", "5000", "-r", question)
			if !strings.Contains(answer, "timed out") {
				break
			}
		}
		return answer
	}
	require.Contains(t, ask("data: 21"), "data: 42")
	require.Contains(t, ask("data: 0.5"), "data: 1")
	require.Contains(t, ask("data: -1"), "failed", "a refusal is one there")
}

func TestAThousandMessagesOfGazebosLibraryAreHeardInOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("12 s of processor time: make nightly STEPS=tests")
	}
	p := partition(t)
	n := open(t, p)
	heard, _ := numbers(t, n, "/number")
	peer := startPeer(t, p, "publish", "/number", "1000")
	require.InDelta(t, -1, receive(t, heard), 0)
	topics := n.Topics()
	require.Len(t, topics, 1)
	require.Equal(t, "/number", topics[0].Name)
	require.Equal(t, double, topics[0].Type)
	for i := range 1000 {
		if i%100 == 0 {
			_, err := peer.in.Write([]byte("go\n"))
			require.NoError(t, err)
		}
		next := receive(t, heard)
		for i == 0 && next == -1 {
			next = receive(t, heard)
		}
		require.InDelta(t, float64(i), next, 0)
	}
}

func TestGazebosLibraryHearsAThousandMessagesInOrder(t *testing.T) {
	p := partition(t)
	n := open(t, p)
	publisher, err := n.Advertise("/number", double)
	require.NoError(t, err)
	peer := startPeer(t, p, "echo", "/number")
	require.NoError(t, publisher.AwaitSubscriber(within(t)))
	const burst = 100
	for i := range 1000 {
		require.NoError(t, publisher.Send(&gzmsgs.Double{Data: float64(i)}))
		for k := i + 1 - burst; i%burst == burst-1 && k <= i; k++ {
			require.Equal(t, strconv.Itoa(k), peer.line())
		}
	}
}

func TestWeCallAServiceOfGazebosLibrary(t *testing.T) {
	p := partition(t)
	n := open(t, p)
	startPeer(t, p, "serve", "/twice")
	var answer gzmsgs.Double
	for i := range 100 {
		require.NoError(t, n.Ask(within(t), gzmsgs.Ignition, "/twice", &gzmsgs.Double{Data: float64(i + 1)}, &answer))
		require.InDelta(t, 2*(i+1), answer.GetData(), 0)
	}
	err := n.Ask(within(t), gzmsgs.Ignition, "/twice", &gzmsgs.Double{Data: -1}, &answer)
	require.ErrorIs(t, err, transport.ErrRefused)
	require.Len(t, n.Services(), 1)
}

// A server that is killed sends no farewell; the next one is another process in the protocol.
func TestAServerThatIsStartedAgainIsFoundAgain(t *testing.T) {
	p := partition(t)
	n := open(t, p)
	heard, _ := numbers(t, n, "/number")
	ours, err := n.Advertise("/echo", double)
	require.NoError(t, err)
	for range 3 {
		publishing := startPeer(t, p, "publish", "/number", "0")
		serving := startPeer(t, p, "serve", "/twice")
		listening := startPeer(t, p, "echo", "/echo")
		require.InDelta(t, -1, receive(t, heard), 0)
		var answer gzmsgs.Double
		require.Eventually(t, func() bool { // until the killed one is forgotten it may be asked
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			return n.Ask(ctx, gzmsgs.Ignition, "/twice", &gzmsgs.Double{Data: 4}, &answer) == nil
		}, patience, time.Millisecond)
		require.InDelta(t, 8, answer.GetData(), 0)
		require.NoError(t, ours.AwaitSubscriber(within(t)))
		require.NoError(t, ours.Send(&gzmsgs.Double{Data: 5}))
		require.Equal(t, "5", listening.line())
		for _, p := range []*program{publishing, serving, listening} {
			require.NoError(t, p.cmd.Process.Kill())
		}
		require.Eventually(t, func() bool { return !ours.Subscribed() }, patience, time.Millisecond)
		for len(heard) > 0 {
			<-heard
		}
	}
}

func encode(v float64) []byte {
	data, err := proto.Marshal(&gzmsgs.Double{Data: v})
	if err != nil {
		panic(err)
	}
	return data
}
