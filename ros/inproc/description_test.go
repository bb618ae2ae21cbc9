package inproc_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	typedescription "gonao/msgs/type_description_interfaces"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
	"gonao/ros/inproc"
)

const stringHash = "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18"

// fullNode is a node with its standard parts.
func fullNode(t *testing.T, bus *inproc.Bus, name string) *ros.Node {
	t.Helper()
	n, err := ros.NewNode(context.Background(), bus, name, ros.NodeOptions{Namespace: "nao1"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n
}

func TestEveryNodeDescribesItsTypes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		fullNode(t, bus, "server")
		n := newNode(t, bus, "client")
		d, err := ros.GetTypeDescription(t.Context(), n, "/nao1/server", "gonao_msgs/msg/RobotState", "")
		require.NoError(t, err)
		require.Equal(t, "gonao_msgs/msg/RobotState", d.TypeDescription.TypeName_)
		require.NotEmpty(t, d.ReferencedTypeDescriptions)
		_, err = ros.GetTypeDescription(t.Context(), n, "/nao1/server", "std_msgs/msg/String", stringHash)
		require.NoError(t, err)

		other := "RIHS01_" + strings.Repeat("0", 64)
		_, err = ros.GetTypeDescription(t.Context(), n, "/nao1/server", "std_msgs/msg/String", other)
		require.ErrorContains(t, err, "description of std_msgs/msg/String from /nao1/server: refused: type std_msgs/msg/String has hash "+stringHash+" here, but "+other+" was requested")
		_, err = ros.GetTypeDescription(t.Context(), n, "/nao1/server", "std_msgs/msg/Strin", "")
		require.ErrorContains(t, err, `did you mean "std_msgs/msg/String"?`)

		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		_, err = ros.GetTypeDescription(ctx, n, "/nowhere", "std_msgs/msg/String", "")
		require.ErrorContains(t, err, "/nowhere/get_type_description: no server")
	})
}

func TestSourcesComeWhenAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		n := fullNode(t, bus, "server")
		c, err := ros.NewClient[typedescription.GetTypeDescriptionRequest, typedescription.GetTypeDescriptionResponse](n, "~/get_type_description")
		require.NoError(t, err)
		q := typedescription.NewGetTypeDescriptionRequest()
		require.True(t, q.IncludeTypeSources, "the default of the definition")
		q.TypeName_ = "std_msgs/msg/String"
		a, err := c.Call(t.Context(), q)
		require.NoError(t, err)
		require.Equal(t, []typedescription.TypeSource{{TypeName_: "std_msgs/msg/String", Encoding: "msg", RawFileContents: "string data\n"}}, a.TypeSources)
		q.IncludeTypeSources = false
		a, err = c.Call(t.Context(), q)
		require.NoError(t, err)
		require.True(t, a.Successful)
		require.Empty(t, a.TypeSources)
	})
}

func TestANodeNeedNotDescribeItsTypes(t *testing.T) {
	bus := inproc.NewBus()
	n, err := ros.NewNode(t.Context(), bus, "silent", ros.NodeOptions{NoTypeDescription: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, n.Close()) }()
	g, err := n.Graph()
	require.NoError(t, err)
	require.NotContains(t, g.Nodes[0].Serves, "/silent/get_type_description")
}

// stranger is a node that publishes a type nobody else knows, and describes it.
func stranger(t *testing.T, bus *inproc.Bus, text string) (ros.RawPublisher, *dynamic.Message) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "far_msgs", "msg"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "far_msgs", "msg", "Thing.msg"), []byte(text), 0o600))
	lib := dynamic.Compiled()
	require.NoError(t, lib.AddDir(dir))
	m, err := lib.Message("far_msgs/msg/Thing")
	require.NoError(t, err)
	n, err := ros.NewNode(t.Context(), bus, "stranger", ros.NodeOptions{NoTypeDescription: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	_, err = ros.Serve(n, "~/get_type_description", func(_ context.Context, q typedescription.GetTypeDescriptionRequest) (a typedescription.GetTypeDescriptionResponse, err error) {
		a.Successful = true
		a.TypeDescription, err = lib.Description(q.TypeName_)
		return a, err
	})
	require.NoError(t, err)
	pub, err := ros.AdvertiseRaw(n, "/things", m.TypeName(), m.TypeHash())
	require.NoError(t, err)
	return pub, m
}

func TestATypeIsLearntFromItsPublisher(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		pub, m := stranger(t, bus, "std_msgs/Header header\nfloat32[<=3] sizes\nstring<=5 word\n")
		n := newNode(t, bus, "listener")
		like, err := ros.TopicMessage(t.Context(), n, dynamic.Compiled(), "/things")
		require.NoError(t, err)
		require.Equal(t, m.TypeHash(), like.TypeHash())
		var heard []string
		_, err = ros.SubscribeDynamic(n, "/things", like, func(m *dynamic.Message) {
			heard = append(heard, string(m.YAML(dynamic.Style{Flow: true})))
		})
		require.NoError(t, err)
		require.NoError(t, m.SetText("{sizes: [1, 2], word: hello}", time.Time{}))
		require.NoError(t, pub.Publish(cdr.Marshal(m)))
		require.Equal(t, []string{"{header: {stamp: {sec: 0, nanosec: 0}, frame_id: ''}, sizes: [1.0, 2.0], word: hello}\n"}, heard)

		_, err = ros.TopicMessage(t.Context(), n, dynamic.Compiled(), "/nothing")
		require.ErrorContains(t, err, "topic /nothing: it has no publishers or subscribers")
	})
}
