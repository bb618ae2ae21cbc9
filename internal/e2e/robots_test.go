package e2e

import (
	"context"
	"fmt"
	"math"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/ros"
)

// TestTwoSimulatedRobotsShareAGraph starts two robots. Each has its own simulator, time, namespace and LoLA server; one
// of them uses TCP.
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
			require.Zero(t, topic.Publishers, "no node publishes on the shared clock")
		}
	}
}

// TestTwoRobotsLiveInOneWorld runs two_robots.launch.yaml, which starts one simulator and a stack for each robot. Both
// robots stand. nao2 is placed in front of nao1, and each receives the other's messages.
func TestTwoRobotsLiveInOneWorld(t *testing.T) {
	s := newSandbox(t)
	s.observe()
	frames := followFrames(s)
	names := []string{"nao1", "nao2"}
	var truths []*ros.Subscription[msgs.GroundTruth]
	var states []*ros.Subscription[msgs.RobotState]
	for _, name := range names {
		truths = append(truths, subscribe[msgs.GroundTruth](s, "/"+name+"/ground_truth"))
		states = append(states, subscribe[msgs.RobotState](s, "/"+name+"/robot_state"))
	}
	balls := subscribe[msgs.CarrierState](s, "/carrier_state")
	stats := subscribe[msgs.SimulatorStats](s, "/simulator_stats")
	launch := s.start("gonao", "launch", "two_robots.launch.yaml", "world:=empty", "blind:=true", "machine:=dance",
		"socket1:="+s.socket+"1", "socket2:="+s.socket+"2")

	for i := range names {
		await(t, states[i], "stiff joints", func(m *msgs.RobotState) bool { return m.Stiffness[0] > 0.9 })
		await(t, truths[i], "standing beside the other robot", func(m *msgs.GroundTruth) bool {
			at := m.Poses[0].Position
			return m.Names[0] == "torso" && at.Z > 0.28 && math.Abs(at.Y-(0.5-float64(i))) < 0.1
		})
	}
	first := await(t, balls, "the balls", func(m *msgs.CarrierState) bool { return len(m.Angles) == 2 })
	await(t, balls, "moving balls", func(m *msgs.CarrierState) bool {
		return math.Abs(float64(m.Angles[0]-first.Angles[0])) > 0.05
	})

	client, err := ros.NewClient[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse](s.node, "/nao2/simulator/place")
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	require.NoError(t, client.WaitForServer(ctx))
	answer, err := client.Call(ctx, msgs.PlaceObjectRequest{
		Position: geometrymsgs.Point{X: 0.6, Y: 0.5}, Yaw: math.Pi,
	})
	require.NoError(t, err)
	require.True(t, answer.Success, answer.Message)
	for i, name := range names {
		await(t, states[i], name+" hears the other one", func(m *msgs.RobotState) bool {
			return m.Sonar[0] > 0.3 && m.Sonar[0] < 0.65
		})
		pose, err := frames.buffer.Wait(ctx, name+"/odom", name+"/l_sole", time.Time{})
		require.NoError(t, err, "the frames of each robot form one tree")
		require.Less(t, math.Abs(pose.P.Z), 0.1)
	}
	var speak []string
	for _, name := range names {
		for _, topic := range []string{"imu", "imu/torso", "sonar/left", "sonar/right", "battery", "odom", "phase", "ground_truth"} {
			speak = append(speak, "/"+name+"/"+topic)
		}
	}
	frames.resolve(speak)
	require.False(t, await(t, stats, "statistics", func(*msgs.SimulatorStats) bool { return true }).Reproducible, "on the clock")
	launch.signal(syscall.SIGINT)
	require.Zero(t, launch.exit())
}
