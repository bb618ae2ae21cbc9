package tool_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/doctor"
	"gonao/cmd/gonao/tooltest"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// good returns the facts of a computer with nothing wrong.
func good() doctor.Facts {
	return doctor.Facts{
		Env:           func(string) string { return "" },
		Interfaces:    []doctor.Interface{{Name: "lo", Loopback: true, Addresses: []string{"127.0.0.1"}}, {Name: "eth0", Multicast: true, Addresses: []string{"10.0.24.5"}}},
		ReceiveBuffer: 4 << 20, Processors: 4, Load: 0.5, ClockSynced: true, ClockKnown: true, ClockErrorSec: 0.01,
		Realtime: 30, MemoryLock: 1 << 40,
		Disks: []doctor.Disk{{Path: ".", For: "recordings here", FreeBytes: 50e9}},
	}
}

func TestAGoodComputerHasNoWarning(t *testing.T) {
	for _, f := range doctor.Judge(good()) {
		require.Equal(t, doctor.OK, f.Level, f.Text)
		require.Empty(t, f.Do)
	}
}

func TestEachFaultIsNamedWithWhatToDo(t *testing.T) {
	env := func(key, value string) func(*doctor.Facts) {
		return func(f *doctor.Facts) {
			f.Env = func(k string) string {
				if k == key {
					return value
				}
				return ""
			}
		}
	}
	for _, c := range []struct {
		name   string
		spoil  func(*doctor.Facts)
		level  doctor.Level
		about  string
		has    string
		advice string
	}{
		{"no network", func(f *doctor.Facts) { f.Interfaces = f.Interfaces[:1] }, doctor.Warning, "network", "no network but the loopback", "connect"},
		{"no multicast", func(f *doctor.Facts) { f.Interfaces[1].Multicast = false }, doctor.Warning, "network", "no multicast", "ROS_STATIC_PEERS"},
		{"two networks", func(f *doctor.Facts) {
			f.Interfaces = append(f.Interfaces, doctor.Interface{Name: "wlan0", Multicast: true, Addresses: []string{"10.1.0.2"}})
		}, doctor.Warning, "network", "2 networks", "CYCLONEDDS_URI"},
		{"this computer only", env("ROS_AUTOMATIC_DISCOVERY_RANGE", "localhost"), doctor.Warning, "network", "only this computer", "SUBNET"},
		{"the old variable", env("ROS_LOCALHOST_ONLY", "1"), doctor.Warning, "network", "only this computer", "SUBNET"},
		{"off", env("ROS_AUTOMATIC_DISCOVERY_RANGE", "OFF"), doctor.Error, "network", "find no other programs", "unset"},
		{"no range", env("ROS_AUTOMATIC_DISCOVERY_RANGE", "far"), doctor.Error, "network", `"FAR" is not a range`, "SUBNET"},
		{"a small buffer", func(f *doctor.Facts) { f.ReceiveBuffer = 212992 }, doctor.Warning, "buffers", "at most 212992 bytes", "sudo sysctl -w net.core.rmem_max=4194304"},
		{"no domain", env("ROS_DOMAIN_ID", "233"), doctor.Error, "domain", `"233" is not a domain`, "0 to 232"},
		{"a word for a domain", env("ROS_DOMAIN_ID", "7b"), doctor.Error, "domain", `"7b" is not a domain`, "0 to 232"},
		{"a free clock", func(f *doctor.Facts) { f.ClockSynced = false }, doctor.Warning, "clock", "no time server", "timedatectl"},
		{"a wrong clock", func(f *doctor.Facts) { f.ClockErrorSec = 3 }, doctor.Warning, "clock", "wrong by 3.0 s", "time server"},
		{"no priority", func(f *doctor.Facts) { f.Realtime = 0 }, doctor.Warning, "real time", "priority 0 of 20", "rtprio"},
		{"little locked memory", func(f *doctor.Facts) { f.MemoryLock = 8 << 20 }, doctor.Warning, "real time", "8192 kB", "memlock"},
		{"a busy computer", func(f *doctor.Facts) { f.Load = 9 }, doctor.Warning, "processor", "load 9.0: busy", "end other programs"},
		{"one processor", func(f *doctor.Facts) { f.Processors = 1 }, doctor.Warning, "processor", "1 processor,", "two"},
		{"a full disk", func(f *doctor.Facts) { f.Disks[0].FreeBytes = 1e9 }, doctor.Warning, "disk", "1.0 GB free for recordings", "make room"},
		{"a disk that is not there", func(f *doctor.Facts) { f.Disks[0].Err = errors.New("no such file") }, doctor.Warning, "disk", "no such file", ""},
		{"not built", func(f *doctor.Facts) { f.Missing = []string{"motion"} }, doctor.Warning, "programs", "motion", "make build"},
		{"no speech", func(f *doctor.Facts) {
			f.Without = []doctor.Helper{{Program: "espeak-ng", Package: "espeak-ng", For: "speech"}}
		}, doctor.Warning, "programs", "no espeak-ng: speech", "apt install espeak-ng"},
	} {
		t.Run(c.name, func(t *testing.T) {
			facts := good()
			c.spoil(&facts)
			var wrong []doctor.Finding
			for _, f := range doctor.Judge(facts) {
				if f.Level != doctor.OK {
					wrong = append(wrong, f)
				}
			}
			require.Len(t, wrong, 1, "%v", wrong)
			require.Equal(t, c.level, wrong[0].Level)
			require.Equal(t, c.about, wrong[0].About)
			require.Contains(t, wrong[0].Text, c.has)
			require.Contains(t, wrong[0].Do, c.advice)
		})
	}
}

func TestThisComputerIsLookedAt(t *testing.T) {
	f := doctor.Gather()
	require.Positive(t, f.Processors)
	require.NotEmpty(t, f.Disks)
	require.Positive(t, f.Disks[0].FreeBytes)
	require.NoError(t, f.Disks[0].Err)
}

func TestTopicsThatDoNotConnectAreNamed(t *testing.T) {
	writer := ros.EndpointInfo{Node: "/a", Type: "std_msgs/msg/String", Writer: true, Hash: "RIHS01_1", RMW: "rmw_connextdds"}
	reader := ros.EndpointInfo{Node: "/b", Type: "std_msgs/msg/String", QoS: ros.QoS{Reliable: true}, Hash: "RIHS01_1", RMW: "rmw_cyclonedds_cpp"}
	other := reader
	other.QoS, other.Hash, other.Node = ros.QoS{}, "RIHS01_2", "/c"
	found := doctor.JudgeGraph(ros.Graph{
		Nodes: []ros.NodeInfo{{Namespace: "/", Name: "a"}, {Namespace: "/", Name: "b"}, {Namespace: "/", Name: "b"}},
		Topics: []ros.TopicInfo{
			{Name: "/clock", Publishers: 2, Types: []string{"rosgraph_msgs/msg/Clock"}},
			{Name: "/image", Types: []string{"a/msg/A", "b/msg/B"}},
			{Name: "/text", Types: []string{"std_msgs/msg/String"}, Endpoints: []ros.EndpointInfo{writer, reader, other}},
		},
	})
	var texts []string
	for _, f := range found {
		if f.Level != doctor.OK {
			texts = append(texts, f.Text)
			require.NotEmpty(t, f.Do, f.Text)
		}
	}
	require.Equal(t, []string{
		"several nodes are named /b",
		"1 program on rmw_connextdds: topics work, services, actions and parameters do not",
		"2 programs publish /clock: time jumps",
		"/image has several types: a/msg/A, b/msg/B",
		"/text: /a publishes best effort, /b wants reliable: nothing arrives",
		"/text: /a and /c have different definitions of std_msgs/msg/String",
	}, texts)
}

func TestTheCommandJoinsTheGraph(t *testing.T) {
	g := tooltest.New(t)
	out, _ := g.Gonao("doctor", "--json") // an error only if this computer has a fault
	var found []doctor.Finding
	require.NoError(t, json.Unmarshal([]byte(out), &found))
	abouts := map[string]string{}
	for _, f := range found {
		abouts[f.About] = f.Text
	}
	for _, about := range []string{"network", "buffers", "domain", "clock", "real time", "processor", "disk", "programs", "graph", "version"} {
		require.Contains(t, abouts, about)
	}
	require.Equal(t, "1 node: /nao1/talker", abouts["graph"])
}

func TestAMismatchOnABusEndsWithOne(t *testing.T) {
	g := tooltest.New(t)
	_, err := ros.Advertise[stdmsgs.String](g.Node, "x")
	require.NoError(t, err)
	twin, err := ros.NewNode(t.Context(), g.Bus, "talker", ros.NodeOptions{Namespace: "/nao1", Bare: true})
	require.NoError(t, err)
	defer twin.Close()
	out, err := g.Gonao("doctor")
	require.Contains(t, out, "several nodes are named /nao1/talker")
	require.ErrorContains(t, err, "error")
}
