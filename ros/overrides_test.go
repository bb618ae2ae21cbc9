package ros_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
)

// overridden advertises and subscribes /nao1/chatter with what a command line says.
func overridden(t *testing.T, opts []ros.Option, args ...string) (pub, sub ros.QoS, err error) {
	t.Helper()
	a, err := param.ParseArgs(append([]string{"--ros-args", "-r", "__ns:=/nao1"}, args...))
	require.NoError(t, err)
	o, err := ros.Configure(a, "talker", nil)
	require.NoError(t, err)
	n, err := ros.NewNode(t.Context(), inproc.NewBus(), "talker", o)
	require.NoError(t, err)
	defer n.Close()
	if _, err = ros.Advertise[stdmsgs.String](n, "chatter", opts...); err != nil {
		return pub, sub, err
	}
	if _, err = ros.Subscribe[stdmsgs.String](n, "chatter", opts...); err != nil {
		return pub, sub, err
	}
	g, err := n.Graph()
	require.NoError(t, err)
	for _, topic := range g.Topics {
		for _, e := range topic.Endpoints {
			switch {
			case topic.Name != "/nao1/chatter":
			case e.Writer:
				pub = e.QoS
			default:
				sub = e.QoS
			}
		}
	}
	return pub, sub, nil
}

func TestParametersChangeTheQoSOfEndpointsThatAllowIt(t *testing.T) {
	args := []string{
		"-p", "qos_overrides./nao1/chatter.publisher.reliability:=best_effort",
		"-p", "qos_overrides./nao1/chatter.publisher.depth:=3",
		"-p", "qos_overrides./nao1/chatter.publisher.deadline:=1000000",
		"-p", "qos_overrides./nao1/chatter.subscription.history:=keep_all",
		"-p", "qos_overrides./nao1/another.publisher.depth:=7",
	}
	pub, sub, err := overridden(t, []ros.Option{ros.AllowQoSOverrides()}, args...)
	require.NoError(t, err)
	require.Equal(t, ros.QoS{Depth: 3, Deadline: time.Millisecond}, pub)
	require.Equal(t, ros.QoS{Reliable: true, KeepAll: true, Depth: 10}, sub)

	pub, _, err = overridden(t, nil, args...)
	require.NoError(t, err)
	require.Equal(t, ros.QoS{Reliable: true, Depth: 10}, pub, "it did not allow it")
}

func TestAnOverrideForNoEndpointIsWarnedOf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "p.yaml")
		require.NoError(t, os.WriteFile(file, []byte(`
/talker:
  ros__parameters:
    qos_overrides:
      /chatter: {publisher: {depth: 3}}
      /other: {publisher: {depth: 3}}
/**:
  ros__parameters:
    qos_overrides:
      /third: {publisher: {depth: 3}}
`), 0o600))
		a, err := param.ParseArgs([]string{"--ros-args", "--params-file", file})
		require.NoError(t, err)
		o, err := ros.Configure(a, "talker", nil)
		require.NoError(t, err)
		var log bytes.Buffer
		o.Logger = slog.New(slog.NewTextHandler(&log, nil))
		n, err := ros.NewNode(t.Context(), inproc.NewBus(), "talker", o)
		require.NoError(t, err)
		_, err = ros.Advertise[stdmsgs.String](n, "chatter", ros.AllowQoSOverrides())
		require.NoError(t, err)
		time.Sleep(6 * time.Second)
		synctest.Wait()
		require.NoError(t, n.Close())
		require.Contains(t, log.String(), "qos_overrides./other.publisher.depth")
		require.Equal(t, 1, strings.Count(log.String(), "fits no endpoint"), log.String())
	})
}

func TestAWrongOverrideSaysWhatWasExpected(t *testing.T) {
	for arg, want := range map[string]string{
		"reliability:=often": `qos_overrides./nao1/chatter.publisher.reliability": is often, expected best_effort or reliable`,
		"depth:=-1":          "is -1, expected a whole number of at least 0",
		"depht:=1":           "no such policy: expected history, depth",
	} {
		_, _, err := overridden(t, []ros.Option{ros.AllowQoSOverrides()}, "-p", "qos_overrides./nao1/chatter.publisher."+arg)
		require.ErrorContains(t, err, want)
	}
}
