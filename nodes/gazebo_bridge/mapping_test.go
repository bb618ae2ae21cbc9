package gazebobridge

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

func pairs() []Pair {
	return []Pair{{"std_msgs/msg/Bool", "Boolean"}, {"geometry_msgs/msg/Pose", "Pose"}, {"geometry_msgs/msg/Transform", "Pose"}}
}

func TestReadsWhatRosGzBridgeReads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bridge.yaml")
	require.NoError(t, os.WriteFile(path, []byte(`# Two topics
- ros_topic_name: "door"
  gz_topic_name: "/world/door"
  ros_type_name: "std_msgs/msg/Bool"
  gz_type_name: "gz.msgs.Boolean"
  direction: ROS_TO_GZ
  subscriber_queue: 5
  publisher_queue: 6
  lazy: true
- topic_name: "place"
  ros_type_name: "geometry_msgs/msg/Pose"
  gz_type_name: "ignition.msgs.Pose"
`), 0o600))
	entries, err := load(path, pairs())
	require.NoError(t, err)
	require.Equal(t, []Entry{
		{
			Line: 2, ROSTopic: "door", GzTopic: "/world/door", Pair: pairs()[0], GzType: "gz.msgs.Boolean",
			Direction: ToGz, SubscriberQueue: 5, PublisherQueue: 6, Lazy: true,
		},
		{
			Line: 10, ROSTopic: "place", GzTopic: "/place", Pair: pairs()[1], GzType: "ignition.msgs.Pose",
			Direction: Both, SubscriberQueue: 10, PublisherQueue: 10,
		},
	}, entries)
	none, err := Parse([]byte("[]"), pairs())
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestOneNameOfATopicServesForBothSides(t *testing.T) {
	for _, key := range []string{"topic_name", "ros_topic_name", "gz_topic_name"} {
		entries, err := Parse([]byte("- "+key+": /door\n  ros_type_name: std_msgs/msg/Bool\n  gz_type_name: gz.msgs.Boolean\n"), pairs())
		require.NoError(t, err)
		require.Equal(t, "/door", entries[0].ROSTopic)
		require.Equal(t, "/door", entries[0].GzTopic)
	}
}

func TestBadFilesSayWhereAndWhatWasExpected(t *testing.T) {
	const types = "\n  ros_type_name: std_msgs/msg/Bool\n  gz_type_name: gz.msgs.Boolean"
	for text, want := range map[string]string{
		"":                                 "the file is empty; expected a list",
		"topic_name: a":                    "line 1: keys with values: expected a list",
		"- [a]":                            "line 1: [0]: a list: expected the keys topic_name",
		"- topic_name: a\n\tb: c":          "line 2: not YAML: the line is indented with a tab",
		"- topic: a" + types:               `line 1: [0].topic: no such key; expected one of topic_name, ros_topic_name`,
		"- topic_name: [a]":                "line 1: [0].topic_name: a list: expected a text",
		"- topic_name: a\n  topic_name: b": "line 2: [0].topic_name: the key is there twice, first in line 1",
		"- lazy: true" + types:             "line 1: [0].topic_name: missing; expected it, or ros_topic_name and gz_topic_name",
		"- topic_name: a b" + types:        `line 1: [0].gz_topic_name: topic "/a b": expected no @`,
		"- topic_name: a\n  gz_topic_name: /b" + types:                                   "line 1: [0].topic_name: it names the topic on both sides",
		"- topic_name: a\n  ros_type_name: std_msgs/msg/Bool":                            "line 1: [0].gz_type_name: missing",
		"- topic_name: a\n  gz_type_name: gz.msgs.Boolean":                               "line 1: [0].ros_type_name: missing",
		"- topic_name: a\n  ros_type_name: std_msgs/msg/Bool\n  gz_type_name: Boolean":   `line 3: [0].gz_type_name: "Boolean": expected a name such as gz.msgs.Boolean`,
		"- topic_name: a\n  ros_type_name: x/msg/Y\n  gz_type_name: gz.msgs.Pose":        "expected one of geometry_msgs/msg/Pose with Pose, geometry_msgs/msg/Transform with Pose",
		"- topic_name: a\n  ros_type_name: x/msg/Y\n  gz_type_name: gz.msgs.Z":           "line 2: [0].ros_type_name: x/msg/Y with gz_type_name gz.msgs.Z: these cannot be bridged: expected one of std_msgs/msg/Bool with Boolean, geometry",
		"- topic_name: a\n  direction: ROS_TO_IGN" + types:                               `line 2: [0].direction: "ROS_TO_IGN": expected "ROS_TO_GZ", "GZ_TO_ROS" or "BIDIRECTIONAL"`,
		"- topic_name: a\n  subscriber_queue: 0" + types:                                 `line 2: [0].subscriber_queue: 0: expected 1 to 10000 messages`,
		"- topic_name: a\n  publisher_queue: many" + types:                               `line 2: [0].publisher_queue: "many": expected a whole number`,
		"- topic_name: a\n  lazy: perhaps" + types:                                       `line 2: [0].lazy: "perhaps": expected true or false`,
		"- topic_name: a" + types + "\n- topic_name: /a" + types:                         "line 4: [1].gz_topic_name: /a: the entry in line 1 publishes it already",
		"- topic_name: a" + types + "\n- ros_topic_name: a\n  gz_topic_name: /b" + types: "line 4: [1].ros_topic_name: a: the entry in line 1 publishes it already",
	} {
		_, err := Parse([]byte(text), pairs())
		require.ErrorContains(t, err, want, text)
	}
	_, err := load(filepath.Join(t.TempDir(), "none.yaml"), pairs())
	require.ErrorContains(t, err, "bridge file: open")
	path := filepath.Join(t.TempDir(), "bad.yaml")
	require.NoError(t, os.WriteFile(path, []byte("a: b"), 0o600))
	_, err = load(path, pairs())
	require.ErrorContains(t, err, "bad.yaml:1: ")
}

func TestRandomFilesAreReadOrRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	good := []byte("- ros_topic_name: a\n  gz_topic_name: /b\n  ros_type_name: std_msgs/msg/Bool\n  gz_type_name: gz.msgs.Boolean\n" +
		"  direction: BIDIRECTIONAL\n  subscriber_queue: 5\n  publisher_queue: 6\n  lazy: true\n")
	var data []byte
	for range fuzzn.N(t) / 20 {
		data = fuzzn.Mutate(rng, data, good)
		entries, err := Parse(data, pairs())
		for _, e := range entries {
			require.NoError(t, err)
			require.Contains(t, pairs(), e.Pair)
			require.NotEmpty(t, e.ROSTopic)
			require.NotEmpty(t, e.GzTopic)
			require.Positive(t, e.PublisherQueue)
			require.Positive(t, e.SubscriberQueue)
		}
	}
}
