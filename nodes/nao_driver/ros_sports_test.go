package naodriver

import (
	"context"
	"encoding/binary"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/rmw"
	"gonao/sim/lolaserver"
)

// Two programs of ros-sports stand against the driver as they are seen from outside:
// names of topics and types, hashes, QoS and bytes, written down here and not taken from our
// messages. With ROS 2 installed, the programs themselves would do the same; here there is none.
const (
	fsrHash         = "RIHS01_11933930680124e07c158c2bc6969ffee9a7447a50fc45112cf681a209938dc7"
	positionsHash   = "RIHS01_442e58f12f91f602ca5f9cc273e590983cbe28540039884bd3630ea233a29c48"
	effectorsHash   = "RIHS01_53ca5c300b2161efbdb1d7dffdafac0aa72e74b9805486887e6969221ad9862c"
	stiffnessesHash = "RIHS01_0d16f22fcde66384ad49eb25f1ab92bb6e4b57b85684c87bcf351aa6238735da"
)

func TestProgramsOfRosSportsRunOnABus(t *testing.T) {
	bus := inproc.NewBus()
	runRosSports(t, func() ros.Backend { return bus })
}

func TestProgramsOfRosSportsRunOverDDS(t *testing.T) {
	t.Setenv("ROS_DOMAIN_ID", strconv.Itoa(101+os.Getpid()%100)) // others test beside us
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	t.Setenv("CYCLONEDDS_URI", fmt.Sprintf("<CycloneDDS><Domain><Discovery><Tag>gonao_%d</Tag></Discovery></Domain></CycloneDDS>", os.Getpid()))
	runRosSports(t, func() ros.Backend {
		backend, err := rmw.Open()
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, backend.Close()) })
		return backend
	})
}

func runRosSports(t *testing.T, open func() ros.Backend) {
	path := filepath.Join(t.TempDir(), "lola")
	robot := &motors{}
	robot.state.Position = nao.StandPosture()
	robot.state.FSR[nao.LFrontLeft] = 20
	server, err := lolaserver.Listen(lolaserver.Config{Path: path})
	require.NoError(t, err)
	serving, stopServer := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- server.Run(serving, robot, func(lolaserver.Cycle) {}) }()
	defer func() {
		stopServer()
		require.NoError(t, <-served)
	}()

	node := func(name string) *ros.Node {
		n, err := ros.NewNode(context.Background(), open(), name, ros.NodeOptions{Namespace: "/nao1", Logger: slog.New(slog.DiscardHandler)})
		require.NoError(t, err)
		t.Cleanup(func() { n.Close() })
		return n
	}
	cfg := DefaultConfig()
	cfg.LoLA.Path, cfg.LoLA.RetryEvery, cfg.RealtimePriority = path, time.Millisecond, 0
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	driver := node("nao_driver")
	go func() { done <- run(ctx, driver, cfg, patience) }()
	defer func() {
		stop()
		require.NoError(t, <-done)
	}()

	left := phaseProvider(t, node("nao_phase_provider"))
	require.True(t, receive(t, left), "the weight is on the left foot")
	robot.mu.Lock()
	robot.state.FSR = [nao.NumFSR]float64{nao.RRearRight: 20}
	robot.mu.Unlock()
	for receive(t, left) { // until the news is there
	}

	playsPositions(t, node("nao_pos_action_server"))
	require.Eventually(t, func() bool {
		robot.mu.Lock()
		defer robot.mu.Unlock()
		return math.Abs(robot.state.Position[nao.HeadYaw]-0.25) < 1e-3 && robot.state.Stiffness[nao.HeadYaw] > 0.79
	}, patience, time.Millisecond, "the head goes where the program wants it")
	require.Zero(t, robot.stiffness()[nao.LKneePitch], "and nothing else is stiff")
}

// phaseProvider is ijnek/nao_phase_provider (2023-09-11), its topic fsr remapped as in its
// launch files: the foot that carries more is the stance foot. True is left.
func phaseProvider(t *testing.T, n *ros.Node) <-chan bool {
	t.Helper()
	phases := make(chan bool, 1000)
	_, err := ros.SubscribeRaw(n, "sensors/fsr", "nao_lola_sensor_msgs/msg/FSR", fsrHash, func(data []byte, _ time.Time) {
		var foot [2]float32
		for i := range 8 {
			foot[i/4] += math.Float32frombits(binary.LittleEndian.Uint32(data[4+4*i:]))
		}
		select {
		case phases <- foot[0] >= foot[1]:
		default:
		}
	}, ros.Reliable(), ros.Depth(10))
	require.NoError(t, err)
	return phases
}

// playsPositions does what ijnek/naosoccer_pos_action and walks do: at every measured
// posture a command for some joints, and at the beginning the stiffness. It begins every
// second: on a busy machine the driver may pause so long that earlier messages no longer count.
func playsPositions(t *testing.T, n *ros.Node) {
	t.Helper()
	positions, err := ros.AdvertiseRaw(n, "effectors/joint_positions", "nao_lola_command_msgs/msg/JointPositions", effectorsHash, ros.Reliable(), ros.Depth(10))
	require.NoError(t, err)
	stiffnesses, err := ros.AdvertiseRaw(n, "effectors/joint_stiffnesses", "nao_lola_command_msgs/msg/JointStiffnesses", stiffnessesHash, ros.Reliable(), ros.Depth(10))
	require.NoError(t, err)
	// Both messages: the number of indexes, the index of HeadYaw, padding, the number of values, the value.
	message := func(value float32) []byte {
		data := []byte{0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}
		return binary.LittleEndian.AppendUint32(data, math.Float32bits(value))
	}
	heard := 0
	_, err = ros.SubscribeRaw(n, "sensors/joint_positions", "nao_lola_sensor_msgs/msg/JointPositions", positionsHash, func([]byte, time.Time) {
		if heard%83 == 0 {
			_ = stiffnesses.Publish(message(0.8))
		}
		heard++
		_ = positions.Publish(message(0.25))
	}, ros.Reliable(), ros.Depth(10))
	require.NoError(t, err)
}
