package e2e

import (
	"fmt"
	"net"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
)

// TestTwoSimulatedRobotsShareAGraph: each has a simulator, a time, a namespace and a
// LoLA of its own, one of them over TCP.
func TestTwoSimulatedRobotsShareAGraph(t *testing.T) {
	s := newSandbox(t)
	s.observe()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l.Close()
	for i, socket := range []string{s.socket, "tcp://" + l.Addr().String()} {
		robot := fmt.Sprintf("/robot%d", i)
		own := []string{"--ros-args", "-r", "__ns:=" + robot, "-r", "/clock:=clock", "-p", "socket:=" + socket}
		s.start("simulator", append(own, "-p", "world:=empty", "-p", fmt.Sprintf("battery_charge:=0.%d", i+5))...).says("simulating")
		s.start("nao_driver", append(own, "-p", "use_sim_time:=true")...)
	}
	for i := range 2 {
		robot := fmt.Sprintf("/robot%d", i)
		clock := subscribe[rosgraphmsgs.Clock](s, robot+"/clock")
		await(t, subscribe[msgs.RobotState](s, robot+"/robot_state"), "its state", func(m *msgs.RobotState) bool {
			return m.BatteryCharge > float32(i)/10+0.4 && m.BatteryCharge < float32(i)/10+0.55 && m.Stamp.Sec < 3600
		})
		await(t, clock, "its time", func(*rosgraphmsgs.Clock) bool { return true })
	}
	graph, err := s.node.Graph()
	require.NoError(t, err)
	for _, topic := range graph.Topics {
		if topic.Name == "/clock" {
			require.Zero(t, topic.Publishers, "nobody speaks on the clock of all")
		}
	}
}
