package graph

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/ros"
	"gonao/ros/dynamic"
)

func TestEndpointsAreShownAsROSDoes(t *testing.T) {
	writer := ros.EndpointInfo{
		Node: "/nao1/talker", Type: "std_msgs/msg/String", Hash: "RIHS01_df", Writer: true,
		QoS: ros.QoS{Reliable: true, TransientLocal: true, Depth: 10, Deadline: 2e9}, GID: [16]byte{1, 15, 14: 0x14, 15: 3},
	}
	reader := ros.EndpointInfo{Type: "std_msgs/msg/String", QoS: ros.QoS{KeepAll: true, Deadline: 1e9, ManualLiveliness: true}}
	info := ros.TopicInfo{Name: "/chatter", Types: []string{"std_msgs/msg/String"}, Publishers: 1, Subscribers: 1, Endpoints: []ros.EndpointInfo{reader, writer}}
	var b strings.Builder
	showTopic(&b, info, true)
	require.Equal(t, `Type: std_msgs/msg/String

Publisher count: 1

Node name: talker
Node namespace: /nao1
Topic type: std_msgs/msg/String
Topic type hash: RIHS01_df
Endpoint type: PUBLISHER
GID: 01.0f.00.00.00.00.00.00.00.00.00.00.00.00.14.03
QoS profile:
  Reliability: RELIABLE
  History (Depth): KEEP_LAST (10)
  Durability: TRANSIENT_LOCAL
  Lifespan: Infinite
  Deadline: 2000000000 nanoseconds
  Liveliness: AUTOMATIC
  Liveliness lease duration: Infinite

Subscription count: 1

Node name: _NODE_NAME_UNKNOWN_
Node namespace: _NODE_NAMESPACE_UNKNOWN_
Topic type: std_msgs/msg/String
Topic type hash: INVALID
Endpoint type: SUBSCRIPTION
GID: 00.00.00.00.00.00.00.00.00.00.00.00.00.00.00.00
QoS profile:
  Reliability: BEST_EFFORT
  History (Depth): KEEP_ALL
  Durability: VOLATILE
  Lifespan: Infinite
  Deadline: 1000000000 nanoseconds
  Liveliness: MANUAL_BY_TOPIC
  Liveliness lease duration: Infinite

`, b.String())
	require.Equal(t, []string{
		"an unnamed node does not hear /nao1/talker: it requests deadline 1s, the publisher offers deadline 2s",
		"an unnamed node does not hear /nao1/talker: it requests manual by topic liveliness, lease infinite, the publisher offers automatic liveliness, lease infinite",
	}, mismatches(info))
}

func TestTheFieldsInTheHelpExist(t *testing.T) {
	lib := dynamic.Compiled()
	echo := newTopicEcho(Access{})
	fields := regexp.MustCompile(`robot_state --field (\S+)`).FindAllStringSubmatch(echo.Example, -1)
	require.NotEmpty(t, fields)
	for _, f := range fields {
		m, err := lib.Message("gonao_msgs/msg/RobotState")
		require.NoError(t, err)
		_, err = m.Field(f[1])
		require.NoError(t, err)
	}
	words := regexp.MustCompile(`such as (\S+) or (\S+)`).FindStringSubmatch(echo.Flag("field").Usage)
	require.Len(t, words, 3)
	for _, field := range words[1:] {
		m, err := lib.Message("gonao_msgs/msg/ColorBlobArray")
		require.NoError(t, err)
		_, err = m.Field(field)
		require.NoError(t, err)
	}
}
