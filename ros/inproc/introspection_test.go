package inproc_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"gonao/ros"
	"gonao/ros/dynamic"
	"gonao/ros/inproc"
)

func TestServicesAndClientsPublishTheirCallsOnceTheyAreAskedTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		server, err := ros.NewNode(t.Context(), bus, "server", ros.NodeOptions{})
		require.NoError(t, err)
		defer server.Close()
		client, err := ros.NewNode(t.Context(), bus, "client", ros.NodeOptions{})
		require.NoError(t, err)
		defer client.Close()
		_, err = ros.Serve(server, "add", func(_ context.Context, q addRequest) (addResponse, error) {
			return addResponse{Sum: q.A + q.B}, nil
		})
		require.NoError(t, err)
		c, err := ros.NewClient[addRequest, addResponse](client, "add")
		require.NoError(t, err)

		event, err := dynamic.Compiled().Message("example_interfaces/srv/AddTwoInts_Event")
		require.NoError(t, err)
		var events []string
		_, err = ros.SubscribeDynamic(newNode(t, bus, "echo"), "/add/_service_event", event, func(m *dynamic.Message) {
			value := func(path string) any {
				v, err := m.Field(path)
				require.NoError(t, err)
				return v
			}
			text := []string{"sent", "received", "answered", "answer received"}[value("info.event_type").(uint8)]
			if request := value("request").([]*dynamic.Message); len(request) == 1 {
				text += fmt.Sprint(" a ", value("request[0].a"))
			}
			if response := value("response").([]*dynamic.Message); len(response) == 1 {
				text += fmt.Sprint(" sum ", value("response[0].sum"))
			}
			require.NotZero(t, value("info.client_gid[0]"), "both sides name the client")
			require.NotZero(t, value("info.sequence_number"))
			events = append(events, text)
		})
		require.NoError(t, err)
		call := func() []string {
			events = nil
			_, err := c.Call(t.Context(), addRequest{A: 1 << 40, B: 2})
			require.NoError(t, err)
			synctest.Wait()
			return events
		}
		set := func(n *ros.Node, mode string) { require.NoError(t, ros.SetParameter(n, "service_introspection", mode)) }

		require.Empty(t, call(), "disabled is the default")
		set(server, "metadata")
		require.Equal(t, []string{"received", "answered"}, call())
		set(client, "contents")
		require.Equal(t, []string{"sent a 1099511627776", "received", "answered", "answer received sum 1099511627778"}, call())
		set(server, "disabled")
		set(client, "metadata")
		require.Equal(t, []string{"sent", "answer received"}, call())
		require.ErrorContains(t, ros.SetParameter(server, "service_introspection", "all"), "disabled")
		require.NoError(t, c.Close())
		g, err := server.Graph()
		require.NoError(t, err)
		for _, topic := range g.Topics {
			require.True(t, topic.Name != "/add/_service_event" || topic.Publishers == 0, "what is closed publishes no longer")
		}
	})
}

func TestAServiceEventHasTheTypeOfItsService(t *testing.T) {
	bus := inproc.NewBus()
	n, err := ros.NewNode(t.Context(), bus, "server", ros.NodeOptions{ServiceIntrospection: "metadata"})
	require.NoError(t, err)
	defer n.Close()
	_, err = ros.Serve(n, "add", func(context.Context, addRequest) (addResponse, error) { return addResponse{}, nil })
	require.NoError(t, err)
	hash, err := dynamic.Compiled().Hash("example_interfaces/srv/AddTwoInts_Event")
	require.NoError(t, err)
	g, err := n.Graph()
	require.NoError(t, err)
	var found []string
	for _, topic := range g.Topics {
		for _, e := range topic.Endpoints {
			if e.Type == "example_interfaces/srv/AddTwoInts_Event" {
				found = append(found, topic.Name)
				require.Equal(t, hash, e.Hash)
				require.True(t, e.QoS.Reliable, "ros2 service echo asks for reliable")
			}
		}
	}
	require.Equal(t, []string{"/add/_service_event"}, found, "and not of the services that every node has")
}
