package studio

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/inproc"
	"gonao/studio/door"
	"gonao/studio/foxglove/foxglovetest"
)

// patience is how long a test waits for what must come. It is long: the computer may be busy with other work.
const patience = 2 * time.Minute

// stage is a studio that runs, and a robot's node on the same bus.
type stage struct {
	bus   *inproc.Bus
	robot *ros.Node
	keys  door.Keys
	port  int
	clock *ros.Clock // of leases
}

// newStage starts a studio on the loopback.
func newStage(t testing.TB, edit func(*Config)) *stage {
	t.Helper()
	s := &stage{bus: inproc.NewBus(), clock: ros.NewSimClock()}
	s.clock.Set(time.Unix(1000, 0))
	cfg := DefaultConfig()
	cfg.Address, cfg.Port, cfg.TokenFile = "127.0.0.1", freePort(t), filepath.Join(t.TempDir(), "studio.json")
	cfg.Directory = t.TempDir()
	if edit != nil {
		edit(&cfg)
	}
	s.port = cfg.Port
	ctx, cancel := context.WithCancel(context.Background())
	quiet := slog.New(slog.DiscardHandler)
	n, err := ros.NewNode(ctx, s.bus, "studio", ros.NodeOptions{Logger: quiet, Parameters: &cfg})
	require.NoError(t, err)
	s.robot, err = ros.NewNode(ctx, s.bus, "robot", ros.NodeOptions{Namespace: "/nao1", Logger: quiet})
	require.NoError(t, err)
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- run(n.Context(), n, cfg, s.clock, func() { close(ready) }) }()
	select {
	case <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	s.keys, err = door.ReadKeys(cfg.TokenFile)
	require.NoError(t, err)
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
		require.NoError(t, n.Close())
		require.NoError(t, s.robot.Close())
	})
	return s
}

// freePort returns a port that nobody has, below those that the system assigns during that time.
func freePort(t testing.TB) int {
	t.Helper()
	for port := 20000 + os.Getpid()%10000; ; port++ {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			l.Close()
			return port
		}
		require.Less(t, port, 32768, "no port: %v", err)
	}
}

func (s *stage) url(scheme string) string { return fmt.Sprintf("%s://127.0.0.1:%d", scheme, s.port) }

// dial connects with a token.
func (s *stage) dial(t *testing.T, token string) *foxglovetest.Client {
	t.Helper()
	c, err := foxglovetest.Dial(t.Context(), s.url("ws")+"/ws", http.Header{"Authorization": {"Bearer " + token}})
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// eventually waits for something that other goroutines do.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	require.Eventually(t, ok, patience, 2*time.Millisecond, what)
}

func TestATopicIsSubscribedOnlyWhileSomebodyLooks(t *testing.T) {
	s := newStage(t, nil)
	chatter, err := ros.Advertise[stdmsgs.String](s.robot, "chatter", ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	require.NoError(t, chatter.Publish(stdmsgs.String{Data: "hello"}))
	a, b := s.dial(t, s.keys.Driver), s.dial(t, s.keys.Viewer)
	ch, err := a.Channel(t.Context(), "/nao1/chatter")
	require.NoError(t, err)
	require.Equal(t, "std_msgs/msg/String", ch.SchemaName)
	require.Equal(t, "ros2msg", ch.SchemaEncoding)
	require.Contains(t, ch.Schema, "string data")
	require.Zero(t, chatter.Subscribers(), "nobody looks")

	for _, c := range []*foxglovetest.Client{a, b} {
		_, err := c.Subscribe(t.Context(), "/nao1/chatter")
		require.NoError(t, err)
		m, err := c.Next(t.Context(), "/nao1/chatter")
		require.NoError(t, err, "the second viewer receives the latched message too")
		var got stdmsgs.String
		require.NoError(t, cdr.Unmarshal(m.Data, &got))
		require.Equal(t, "hello", got.Data)
	}
	require.Equal(t, 1, chatter.Subscribers(), "one subscription for all viewers")
	a.Close()
	b.Close()
	eventually(t, "the subscription ends", func() bool { return chatter.Subscribers() == 0 })
}

func TestAServiceIsCalledForADriverOnly(t *testing.T) {
	s := newStage(t, nil)
	_, err := ros.Serve(s.robot, "machine/pause", func(context.Context, stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		return stdsrvs.TriggerResponse{Success: true, Message: "paused"}, nil
	})
	require.NoError(t, err)
	driver, viewer := s.dial(t, s.keys.Driver), s.dial(t, s.keys.Viewer)
	answer, err := driver.Call(t.Context(), "/nao1/machine/pause", cdr.Marshal(&stdsrvs.TriggerRequest{}))
	require.NoError(t, err)
	var got stdsrvs.TriggerResponse
	require.NoError(t, cdr.Unmarshal(answer, &got))
	require.Equal(t, "paused", got.Message)

	_, err = viewer.Service(t.Context(), "/nao1/robot/get_parameters")
	require.NoError(t, err, "what only reads is offered to all")
	require.False(t, viewer.HasService("/nao1/machine/pause"))
	service, err := driver.Service(t.Context(), "/nao1/machine/pause")
	require.NoError(t, err)
	_, err = viewer.CallID(t.Context(), service.ID, "cdr", cdr.Marshal(&stdsrvs.TriggerRequest{}))
	require.ErrorContains(t, err, "no service")
}

func TestARobotThatGoesAwayComesBack(t *testing.T) {
	s := newStage(t, nil)
	c := s.dial(t, s.keys.Driver)
	for range 2 {
		n, err := ros.NewNode(t.Context(), s.bus, "speaker", ros.NodeOptions{Namespace: "/nao2", Logger: slog.New(slog.DiscardHandler)})
		require.NoError(t, err)
		p, err := ros.Advertise[stdmsgs.String](n, "chatter", ros.TransientLocal(), ros.Depth(1))
		require.NoError(t, err)
		require.NoError(t, p.Publish(stdmsgs.String{Data: "here"}))
		_, err = c.Subscribe(t.Context(), "/nao2/chatter")
		require.NoError(t, err)
		_, err = c.Next(t.Context(), "/nao2/chatter")
		require.NoError(t, err)
		require.NoError(t, n.Close())
		require.NoError(t, c.WithoutChannel(t.Context(), "/nao2/chatter"))
	}
}

func TestParametersOfAllNodesAreReadSetAndFollowed(t *testing.T) {
	s := newStage(t, nil)
	type config struct {
		Gain float64 `yaml:"gain" min:"0" max:"2" desc:"how much"`
		Name string  `yaml:"name" desc:"of it"`
	}
	cfg := config{Gain: 1, Name: "a"}
	n, err := ros.NewNode(t.Context(), s.bus, "tuned", ros.NodeOptions{Namespace: "/nao1", Logger: slog.New(slog.DiscardHandler), Parameters: &cfg})
	require.NoError(t, err)
	defer n.Close()
	require.NoError(t, ros.OnReconfigure(n, func(config) error { return nil }))
	driver, viewer := s.dial(t, s.keys.Driver), s.dial(t, s.keys.Viewer)
	_, err = viewer.Service(t.Context(), "/nao1/tuned/list_parameters")
	require.NoError(t, err)

	require.NoError(t, viewer.SendJSON(t.Context(), map[string]any{"op": "getParameters", "parameterNames": []string{}, "id": "all"}))
	e, err := viewer.NextEvent(t.Context(), "parameterValues")
	require.NoError(t, err)
	require.Contains(t, string(e.Text), `{"name":"/nao1/tuned.gain","value":1,"type":"float64"}`)
	require.Contains(t, string(e.Text), `"id":"all"`)

	require.NoError(t, viewer.SendJSON(t.Context(), map[string]any{"op": "subscribeParameterUpdates", "parameterNames": []string{"/nao1/tuned.gain"}}))
	eventually(t, "the changes are followed", func() bool {
		g, err := s.bus.Graph()
		require.NoError(t, err)
		for _, topic := range g.Topics {
			if topic.Name == "/parameter_events" {
				return topic.Subscribers > 0
			}
		}
		return false
	})
	set := func(value any) map[string]any {
		return map[string]any{"op": "setParameters", "id": "set", "parameters": []map[string]any{{"name": "/nao1/tuned.gain", "value": value}}}
	}
	require.NoError(t, driver.SendJSON(t.Context(), set(2)), "an integer for a float")
	e, err = driver.NextEvent(t.Context(), "parameterValues")
	require.NoError(t, err)
	require.Contains(t, string(e.Text), `"value":2`)
	e, err = viewer.NextEvent(t.Context(), "parameterValues")
	require.NoError(t, err)
	require.Contains(t, string(e.Text), `"value":2`)

	for value, reason := range map[any]string{3.0: "out of range", "fast": "expected"} {
		require.NoError(t, driver.SendJSON(t.Context(), set(value)))
		e, err = driver.NextEvent(t.Context(), "status")
		require.NoError(t, err)
		require.Contains(t, string(e.Text), reason)
	}
	require.NoError(t, viewer.SendJSON(t.Context(), set(1)))
	e, err = viewer.NextEvent(t.Context(), "status")
	require.NoError(t, err)
	require.Contains(t, string(e.Text), "needs the role driver")
}

func TestAnotherAddressIsServedByTLS(t *testing.T) {
	s := newStage(t, func(c *Config) { c.Address = "0.0.0.0" })
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // its certificate is its own
	get := func(url string) (int, error) {
		response, err := client.Get(url) //nolint:noctx // a test
		if err != nil {
			return 0, err
		}
		return response.StatusCode, response.Body.Close()
	}
	status, err := get(s.url("https") + "/")
	require.NoError(t, err)
	require.Equal(t, http.StatusForbidden, status, "without a token")
	status, err = get(s.url("http") + "/")
	require.NoError(t, err)
	require.Equal(t, http.StatusBadRequest, status, "without TLS")
}
