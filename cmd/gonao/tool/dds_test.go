package tool_test

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/tool"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/rmw"
)

// TestTheToolSeesANodeOverDDS runs the tool beside a node with all its standard parts,
// each in a participant of its own.
func TestTheToolSeesANodeOverDDS(t *testing.T) {
	t.Setenv("ROS_DOMAIN_ID", strconv.Itoa(101+os.Getpid()%100)) // others test beside us
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	t.Setenv("CYCLONEDDS_URI", fmt.Sprintf("<CycloneDDS><Domain><Discovery><Tag>gonao_%d</Tag></Discovery></Domain></CycloneDDS>", os.Getpid()))
	backend, err := rmw.Open()
	require.NoError(t, err)
	defer backend.Close()
	config := struct {
		Gain float64 `yaml:"gain"`
	}{1.5}
	n, err := ros.NewNode(t.Context(), backend, "talker", ros.NodeOptions{Namespace: "/nao1", Parameters: &config})
	require.NoError(t, err)
	defer n.Close()
	p, err := ros.Advertise[stdmsgs.String](n, "chatter", ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	require.NoError(t, p.Publish(stdmsgs.String{Data: "kept"}))

	gonao := func(args ...string) string {
		var out, errs bytes.Buffer
		root := tool.New(graph.Access{Terminal: cli.Terminal{Out: &out, Errs: &errs}, Open: rmw.Open, Patience: graph.DefaultPatience})
		root.SetArgs(append(args, "--timeout", "20s"))
		require.NoError(t, root.ExecuteContext(t.Context()), "%s", &errs)
		return out.String()
	}
	require.Equal(t, "data: kept\n---\n", gonao("topic", "echo", "/nao1/chatter", "--once"), "QoS is as the publisher offers")
	info := gonao("topic", "info", "/nao1/chatter", "-v")
	for _, line := range []string{
		"Publisher count: 1", "Node name: talker", "Node namespace: /nao1", "Endpoint type: PUBLISHER", "  Reliability: RELIABLE",
		"Topic type hash: " + new(stdmsgs.String).TypeHash(), "  Durability: TRANSIENT_LOCAL",
	} {
		require.Contains(t, info, line+"\n")
	}
	node := gonao("node", "info", "/nao1/talker")
	require.True(t, strings.HasPrefix(node, "/nao1/talker\n  Subscribers:\n"), node)
	require.Contains(t, node, "    /nao1/talker/set_parameters: rcl_interfaces/srv/SetParameters\n")
	require.Equal(t, "Double value is: 1.5\n", gonao("param", "get", "/nao1/talker", "gain"))
	require.Contains(t, gonao("param", "dump", "/nao1/talker"), "/nao1/talker:\n  ros__parameters:\n    gain: 1.5\n")
	require.Equal(t, "string data\n", gonao("interface", "show", "std_msgs/msg/String", "--node", "/nao1/talker"))
	require.Contains(t, gonao("service", "call", "/nao1/talker/get_parameters", "rcl_interfaces/srv/GetParameters", "names: [gain]"), "double_value=1.5")
}
