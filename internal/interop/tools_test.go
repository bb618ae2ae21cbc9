package interop

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	rclinterfaces "gonao/msgs/rcl_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/bag"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
	"gonao/ros/tf"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

func TestParametersOfARealROS(t *testing.T) {
	withROS2(t, "parameters: get and set by services, both ways", answering(), func(t *testing.T, p *peer) {
		n := openFullNode(t)
		require.Equal(t, "value 1.0", p.ask("get_parameter_of /nao1/full speed"))
		require.Equal(t, "value 'nao'", p.ask("get_parameter_of /nao1/full name"))
		require.Equal(t, "set True ", p.ask("set_parameter_of /nao1/full speed 1.5"))
		require.Equal(t, "value 1.5", p.ask("get_parameter_of /nao1/full speed"))
		for _, bad := range []string{"speed 3.0", "speed fast", "fixed 8", "name nobody", "nothing 1"} {
			answer := p.ask("set_parameter_of /nao1/full %s", bad)
			require.Regexp(t, "^set False .+", answer, bad)
			t.Log(bad, ":", answer)
		}
		require.Equal(t, "value 1.5", p.ask("get_parameter_of /nao1/full speed"))

		get, err := ros.NewClient[rclinterfaces.GetParametersRequest, rclinterfaces.GetParametersResponse](n, "/other/peer/get_parameters")
		require.NoError(t, err)
		set, err := ros.NewClient[rclinterfaces.SetParametersRequest, rclinterfaces.SetParametersResponse](n, "/other/peer/set_parameters")
		require.NoError(t, err)
		require.NoError(t, get.WaitForServer(within(t)))
		require.NoError(t, set.WaitForServer(within(t)))
		double := rclinterfaces.ParameterValue{Type: rclinterfaces.ParameterTypeParameterDouble, DoubleValue: 2.25}
		answer, err := set.Call(within(t), rclinterfaces.SetParametersRequest{Parameters: []rclinterfaces.Parameter{{Name: "speed", Value: double}}})
		require.NoError(t, err)
		require.True(t, answer.Results[0].Successful, answer.Results[0].Reason)
		values, err := get.Call(within(t), rclinterfaces.GetParametersRequest{Names: []string{"speed", "names"}})
		require.NoError(t, err)
		require.InDelta(t, 2.25, values.Values[0].DoubleValue, 0)
		require.Equal(t, []string{"a", "b"}, values.Values[1].StringArrayValue)
	})
}

// spinSec is how long ros2 searches for other nodes before it answers. Fast DDS may need more than 2 s on a busy
// machine.
const spinSec = "5"

// withTools calls a test of a feature with each kind of ros2 commands on this machine.
func withTools(t *testing.T, feature string, test func(t *testing.T, kind dds)) {
	for _, kind := range answering() {
		why, ok := kind.here()
		if !ok {
			notRun(string(kind), feature, why)
			continue
		}
		t.Run(string(kind), func(t *testing.T) {
			record(t, string(kind), feature)
			useOwnDomain(t)
			test(t, kind)
		})
	}
}

// TestTheToolsOfARealROS runs the ros2 commands that people type.
func TestTheToolsOfARealROS(t *testing.T) {
	withTools(t, "ros2 node info, topic list, param list, get, set, describe, dump on ours", func(t *testing.T, kind dds) {
		openFullNode(t)
		info := tool(t, kind, "node", "info", "/nao1/full", "--no-daemon", "--spin-time", spinSec)
		for _, line := range []string{
			"/nao1/add: example_interfaces/srv/AddTwoInts", "/rosout: rcl_interfaces/msg/Log",
			"/nao1/full/set_parameters_atomically: rcl_interfaces/srv/SetParametersAtomically",
			"/nao1/fibonacci: example_interfaces/action/Fibonacci",
		} {
			require.Contains(t, info, line)
		}
		require.Contains(t, tool(t, kind, "topic", "list", "-t", "--no-daemon", "--spin-time", spinSec), "/rosout [rcl_interfaces/msg/Log]")
		param := func(args ...string) string {
			return tool(t, kind, append([]string{"param", args[0], "/nao1/full", "--no-daemon", "--spin-time", spinSec}, args[1:]...)...)
		}
		list := param("list")
		for _, name := range []string{"speed", "name", "fixed", "use_sim_time"} {
			require.Contains(t, list, name)
		}
		require.Contains(t, param("get", "speed"), "Double value is: 1.0")
		require.Contains(t, param("set", "speed", "0.5"), "Set parameter successful")
		require.Contains(t, param("describe", "speed"), "how fast")
		require.Contains(t, param("dump"), "speed: 0.5")
	})
}

func TestServiceIntrospectionOfARealROS(t *testing.T) {
	withTools(t, "ros2 service echo shows a call of ros2 service call", func(t *testing.T, kind dds) {
		n := openFullNode(t)
		tool(t, kind, "param", "set", "/nao1/full", "service_introspection", "contents", "--no-daemon", "--spin-time", spinSec)
		cmd := toolCommand(kind, "service", "echo", "/nao1/add", "example_interfaces/srv/AddTwoInts")
		echo := startIn(t, kind, cmd.Env, cmd)
		t.Cleanup(echo.kill)
		eventually(t, "the echo listens", func() bool {
			g, err := n.Graph()
			require.NoError(t, err)
			return slices.ContainsFunc(g.Topics, func(t ros.TopicInfo) bool { return t.Name == "/nao1/add/_service_event" && t.Subscribers > 0 })
		})
		require.Contains(t, tool(t, kind, "service", "call", "/nao1/add", "example_interfaces/srv/AddTwoInts", "{a: 1, b: 2}"), "sum=3")
		for _, line := range []string{"event_type: REQUEST_RECEIVED", "a: 1", "event_type: RESPONSE_SENT", "sum: 3"} {
			for !strings.Contains(receive(t, echo.answers), line) {
				continue
			}
		}
	})
}

func TestTheFramesOfARealROS(t *testing.T) {
	withROS2(t, "tf: static and moving frames, both ways", theRMWs(), func(t *testing.T, p *peer) {
		n := openFullNode(t)
		var b tf.Buffer
		require.NoError(t, b.Listen(n))
		p.ask("tf_static map odom 1 2 3")
		eventually(t, "we know their frame", func() bool { return b.CanTransform("map", "odom", time.Time{}) })
		got, err := b.Lookup("map", "odom", time.Time{})
		require.NoError(t, err)
		require.Equal(t, r3.Vec{X: 1, Y: 2, Z: 3}, got.P)

		static, err := tf.NewStaticBroadcaster(n)
		require.NoError(t, err)
		moving, err := tf.NewBroadcaster(n)
		require.NoError(t, err)
		require.NoError(t, static.Send(tf.Stamped{Parent: "base_link", Child: "head", Time: n.Clock.Now(), Transform: tf.Translation(r3.Vec{Z: 0.5})}))
		p.ask("tf_listen")
		eventually(t, "they know the chain of all three", func() bool {
			require.NoError(t, moving.Send(tf.Stamped{Parent: "odom", Child: "base_link", Time: n.Clock.Now(), Transform: tf.Translation(r3.Vec{X: 10})}))
			return p.ask("tf_lookup map head") == "at 11.0 2.0 3.5"
		})
	}, "tf2_ros")
}

func TestBagsOfARealROS(t *testing.T) {
	for _, kind := range theRMWs() {
		const feature = "bags: theirs plays ours, ours reads theirs"
		why, ok := kind.here()
		if ok && !hasBags() {
			why, ok = "ros2 bag is not installed", false
		}
		if !ok {
			notRun(string(kind), feature, why)
			continue
		}
		t.Run(string(kind), func(t *testing.T) {
			record(t, string(kind), feature)
			useOwnDomain(t)
			ours, theirs := filepath.Join(t.TempDir(), "ours"), filepath.Join(t.TempDir(), "theirs")
			writeBag(t, ours)
			require.Contains(t, tool(t, kind, "bag", "info", ours), "std_msgs/msg/String")

			n := openNode(t, "listener")
			sub, err := ros.Subscribe[stdmsgs.String](n, "/chatter", ros.TransientLocal(), ros.Depth(10))
			require.NoError(t, err)
			tool(t, kind, "bag", "play", ours, "--delay", "5", "--disable-keyboard-controls")
			for i := range 5 {
				require.Equal(t, fmt.Sprint("text ", i), receive(t, sub.C()).Data)
			}
			tool(t, kind, "bag", "convert", "-i", ours, "-o", convertTo(t, theirs))
			r, err := bag.Open(theirs)
			require.NoError(t, err)
			defer r.Close()
			count := 0
			for m, err := range r.Messages(bag.Query{}) {
				require.NoError(t, err)
				var s stdmsgs.String
				require.NoError(t, cdr.Unmarshal(m.Data, &s))
				require.Equal(t, fmt.Sprint("text ", count), s.Data)
				count++
			}
			require.Equal(t, 5, count)
		})
	}
}

// convertTo writes the options that make rosbag2 convert a bag to one of its own.
func convertTo(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "convert.yaml")
	text := fmt.Sprintf("output_bags:\n- uri: %s\n  storage_id: mcap\n  all_topics: true\n", dir)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func hasBags() bool {
	for _, v := range ros2.env {
		if list, ok := strings.CutPrefix(v, "AMENT_PREFIX_PATH="); ok {
			for _, prefix := range filepath.SplitList(list) {
				if _, err := os.Stat(filepath.Join(prefix, "share", "ros2bag")); err == nil {
					return true
				}
			}
		}
	}
	return false
}

// writeBag writes five texts to a bag.
func writeBag(t *testing.T, dir string) {
	t.Helper()
	const name = "std_msgs/msg/String"
	definition, err := dynamic.Compiled().DefinitionWithReferences(name)
	require.NoError(t, err)
	w, err := bag.Create(dir, bag.Options{})
	require.NoError(t, err)
	require.NoError(t, w.AddTopic(bag.Topic{
		Name: "/chatter", Type: name, Hash: newMessage(name).TypeHash(), Definition: definition,
		QoS: []ros.QoS{{Reliable: true, TransientLocal: true, Depth: 10}},
	}))
	for i := range 5 {
		at := time.Unix(1700000000, int64(i)*10_000_000)
		require.NoError(t, w.Write("/chatter", at, at, cdr.Marshal(&stdmsgs.String{Data: fmt.Sprint("text ", i)})))
	}
	require.NoError(t, w.Close())
}
