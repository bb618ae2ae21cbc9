package foxglove_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/studio/foxglove"
	"gonao/studio/foxglove/foxglovetest"
)

// serve starts a server whose clients have the role in the query of the URL, or are drivers.
func serve(t *testing.T, opts foxglove.Options) (*foxglove.Server, string) {
	t.Helper()
	server := foxglove.NewServer(opts)
	ctx, cancel := context.WithCancel(context.Background())
	hs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		role := foxglove.Driver
		if text := r.URL.Query().Get("role"); text != "" {
			if err := role.UnmarshalText([]byte(text)); err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
		}
		_ = server.Accept(ctx, w, r, "test", role) // the tests look at what the client receives
	}))
	t.Cleanup(func() {
		cancel()
		hs.Close()
	})
	return server, strings.Replace(hs.URL, "http", "ws", 1)
}

func dial(t *testing.T, url string, subprotocols ...string) *foxglovetest.Client {
	t.Helper()
	c, err := foxglovetest.Dial(t.Context(), url, nil, subprotocols...)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

func echo(role foxglove.Role) foxglove.Service {
	return foxglove.Service{
		Name: "echo", Type: "echo", Role: role,
		Request: foxglove.Schema{Encoding: "json"}, Response: foxglove.Schema{Encoding: "json"},
		Call: func(_ context.Context, _ *foxglove.Session, request []byte) ([]byte, error) {
			if string(request) == `"bad"` {
				return nil, errors.New("it was bad")
			}
			return request, nil
		},
	}
}

func TestBothNamesOfTheProtocolCarryTopicsAndServices(t *testing.T) {
	for _, name := range foxglove.Subprotocols() {
		t.Run(name, func(t *testing.T) {
			server, url := serve(t, foxglove.Options{Name: "robot"})
			channel := server.AddChannel(foxglove.ChannelConfig{Topic: "/chatter", Encoding: "cdr", SchemaName: "std_msgs/msg/String", Latched: true})
			server.AddService(echo(foxglove.Viewer))
			channel.Publish(time.Unix(3, 5), []byte("hello"))
			c := dial(t, url, name)
			require.Equal(t, name, c.Subprotocol())
			_, err := c.Subscribe(t.Context(), "/chatter")
			require.NoError(t, err)
			m, err := c.Next(t.Context(), "/chatter")
			require.NoError(t, err)
			require.Equal(t, "hello", string(m.Data))
			require.Equal(t, time.Unix(3, 5), m.Stamp)
			answer, err := c.Call(t.Context(), "echo", []byte(`{"a":1}`))
			require.NoError(t, err)
			require.JSONEq(t, `{"a":1}`, string(answer))
			_, err = c.Call(t.Context(), "echo", []byte(`"bad"`))
			require.EqualError(t, err, "it was bad")
		})
	}
}

func TestAClientWithoutTheProtocolIsRefused(t *testing.T) {
	_, url := serve(t, foxglove.Options{})
	c := dial(t, url, "chat")
	<-c.Done()
	require.ErrorContains(t, c.Err(), "expected the subprotocol")
}

func TestARoleSeesOnlyWhatIsOfferedToIt(t *testing.T) {
	server, url := serve(t, foxglove.Options{})
	server.AddService(echo(foxglove.Editor))
	server.AddService(foxglove.Service{Name: "drive", Type: "drive", Role: foxglove.Driver, Call: echo(foxglove.Driver).Call})
	hidden := server.AddChannel(foxglove.ChannelConfig{Topic: "secret", Encoding: "json", Role: foxglove.Driver})
	all := server.AddChannel(foxglove.ChannelConfig{Topic: "all", Encoding: "json"})
	viewer := dial(t, url+"?role=viewer")
	_, err := viewer.Channel(t.Context(), "all") // the viewer is the first session
	require.NoError(t, err)
	editor := dial(t, url+"?role=editor")
	service, err := editor.Service(t.Context(), "echo")
	require.NoError(t, err)
	require.False(t, viewer.HasService("echo"))

	t.Run("an id that was not offered is refused", func(t *testing.T) {
		_, err := viewer.CallID(t.Context(), service.ID, "json", []byte("1"))
		require.ErrorContains(t, err, "no service")
	})
	t.Run("a session that loses its role loses the services", func(t *testing.T) {
		server.SetRole(server.Sessions()[1], foxglove.Viewer)
		require.NoError(t, editor.WithoutService(t.Context(), "echo"))
		_, err := editor.CallID(t.Context(), service.ID, "json", []byte("1"))
		require.ErrorContains(t, err, "no service")
	})
	t.Run("one that becomes an editor gains no more than an editor has", func(t *testing.T) {
		server.SetRole(server.Sessions()[0], foxglove.Editor)
		_, err := viewer.Service(t.Context(), "echo")
		require.NoError(t, err)
		require.False(t, viewer.HasService("drive"))
	})
	t.Run("one that gains a role gains channels", func(t *testing.T) {
		server.SetRole(server.Sessions()[0], foxglove.Driver)
		_, err := viewer.Channel(t.Context(), "secret")
		require.NoError(t, err)
		_, err = viewer.Service(t.Context(), "echo")
		require.NoError(t, err)
	})
	hidden.Remove()
	require.NoError(t, viewer.WithoutChannel(t.Context(), "secret"))
	require.Zero(t, all.Subscribers())
}

func TestSubscribersAreCountedUntilTheyLeave(t *testing.T) {
	server, url := serve(t, foxglove.Options{})
	changed := make(chan struct{}, 10)
	channel := server.AddChannel(foxglove.ChannelConfig{
		Topic: "x", Encoding: "json", OnSubscribers: func() { changed <- struct{}{} },
	})
	c := dial(t, url)
	id, err := c.Subscribe(t.Context(), "x")
	require.NoError(t, err)
	<-changed
	require.Equal(t, 1, channel.Subscribers())
	require.NoError(t, c.Unsubscribe(t.Context(), id))
	<-changed
	require.Zero(t, channel.Subscribers())
	_, err = c.Subscribe(t.Context(), "x")
	require.NoError(t, err)
	<-changed
	c.Close()
	<-changed
	require.Zero(t, channel.Subscribers())
}

func TestALatchedChannelKeepsItsHistory(t *testing.T) {
	server, url := serve(t, foxglove.Options{})
	channel := server.AddChannel(foxglove.ChannelConfig{Topic: "x", Encoding: "json", Latched: true, Keep: 3})
	for i := range 5 {
		channel.Publish(time.Unix(int64(i), 0), fmt.Append(nil, i))
	}
	c := dial(t, url)
	_, err := c.Subscribe(t.Context(), "x")
	require.NoError(t, err)
	for _, want := range []string{"2", "3", "4"} {
		m, err := c.Next(t.Context(), "x")
		require.NoError(t, err)
		require.Equal(t, want, string(m.Data))
	}
}
