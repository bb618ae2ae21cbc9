package backendtest

import (
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

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

// lines receives a logger's records, one at a time.
type lines chan string

func (l lines) Write(text []byte) (int, error) {
	l <- string(text)
	return len(text), nil
}

// told tests a reader that requests more than the writer offers.
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
