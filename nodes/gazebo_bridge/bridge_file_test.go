package gazebobridge

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/gztest"
	"gonao/gazebo_bridge/transport"
	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	tf2msgs "gonao/msgs/tf2_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

func bridgeFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bridge.yaml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// Whatever generation the file was written for, the server gets its own.
func TestTopicsOfTheBridgeFilePassBesideTheRobots(t *testing.T) {
	const file = `
- ros_topic_name: things
  gz_topic_name: /world/field/dynamic_pose/info
  ros_type_name: tf2_msgs/msg/TFMessage
  gz_type_name: ignition.msgs.Pose_V
  direction: GZ_TO_ROS
- topic_name: /door
  ros_type_name: std_msgs/msg/Bool
  gz_type_name: ignition.msgs.Boolean
  direction: ROS_TO_GZ
`
	b := newBench(t, gztest.Options{Balls: []string{"ball"}, Generation: gzmsgs.Gz}, func(c *Config) { c.BridgeFile = bridgeFile(t, file) })
	things, err := ros.Subscribe[tf2msgs.TFMessage](b.tester, "things")
	require.NoError(t, err)
	doors := make(chan transport.Message, 1000)
	_, err = b.world.Node().Subscribe("/door", "", func(m transport.Message) { doors <- m })
	require.NoError(t, err)
	door, err := ros.Advertise[stdmsgs.Bool](b.tester, "/door")
	require.NoError(t, err)
	var last transport.Message
	b.until("the door in the server's generation, and the things", func(*msgs.RobotState) bool {
		require.NoError(t, door.Publish(stdmsgs.Bool{Data: true}))
		for len(doors) > 0 {
			last = <-doors
		}
		return last.Type == "gz.msgs.Boolean" && len(things.C()) > 0
	})
	var names []string
	for _, x := range receive(t, things.C()).Transforms {
		names = append(names, x.ChildFrameId)
	}
	require.Contains(t, names, "ball")
}

func TestBadBridgeFilesEndTheNode(t *testing.T) {
	const types = "\n  ros_type_name: std_msgs/msg/Float64\n  gz_type_name: gz.msgs.Double\n"
	for text, want := range map[string]string{
		"- topic: a": `:1: [0].topic: no such key`,
		"- ros_topic_name: a-b" + types + "  gz_topic_name: /a":                                         "entry in line 1: ",
		"- topic_name: /model/nao/joint/HeadYaw/0/cmd_pos" + types:                                      "line 1: gz_topic_name /model/nao/joint/HeadYaw/0/cmd_pos: the robot's joints are commanded by joint_command",
		"- topic_name: /clock\n  ros_type_name: rosgraph_msgs/msg/Clock\n  gz_type_name: gz.msgs.Clock": "line 1: ros_topic_name /clock: the node publishes the time itself",
	} {
		cfg := DefaultConfig()
		cfg.Partition, cfg.Address, cfg.BridgeFile = "bad", "127.0.0.1", bridgeFile(t, text)
		b := &bench{t: t, bus: inproc.NewBus()}
		err := Run(t.Context(), b.node("gazebo_bridge", &cfg), cfg)
		require.ErrorContains(t, err, "bridge file")
		require.ErrorContains(t, err, want)
	}
}
