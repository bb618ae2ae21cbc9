package e2e

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nodes/executor"
	simulatornode "gonao/nodes/simulator"
	"gonao/ros"
	"gonao/ros/inproc"
)

// lookDown selects the bottom camera and sets its exposure.
const lookDown = `machine: look_down
rate_hz: 20
initial: choose
states:
  choose:
    do: {call: {service: select_camera, type: gonao_msgs/srv/SelectCamera, request: {camera: bottom}}}
    transitions: [{if: final, to: expose}, {if: failed, to: FAILED}]
  expose:
    do: {call: {service: camera/bottom/set_control, type: gonao_msgs/srv/SetCameraControl, request: {name: exposure_percent, value: 40}}}
    transitions: [{if: final, to: FINAL}, {if: failed, to: FAILED}]
`

// The executor and the simulator meet on a bus of one process.
func TestAMachineSelectsAndControlsTheCameras(t *testing.T) {
	bus := inproc.NewBus()
	simulated, driven := simulatornode.DefaultConfig(), executor.DefaultConfig()
	simulated.World, simulated.Socket, simulated.RealtimePriority = "empty", filepath.Join(t.TempDir(), "robocup"), 0
	simulated.Camera.Width, simulated.Camera.Height = 64, 48
	driven.Machine = filepath.Join(t.TempDir(), "look_down.yaml")
	require.NoError(t, os.WriteFile(driven.Machine, []byte(lookDown), 0o600))
	start(t, bus, "simulator", &simulated, func(ctx context.Context, n *ros.Node) error { return simulatornode.Run(ctx, n, simulated) })
	start(t, bus, "executor", &driven, func(ctx context.Context, n *ros.Node) error { return executor.Run(ctx, n, driven) })

	observer, err := ros.NewNode(t.Context(), bus, "observer", ros.NodeOptions{Namespace: "/nao1"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, observer.Close()) })
	robot, err := ros.Advertise[msgs.RobotState](observer, "robot_state", ros.BestEffort())
	require.NoError(t, err)
	controls, err := ros.NewClient[msgs.GetCameraControlsRequest, msgs.GetCameraControlsResponse](observer, "camera/bottom/get_controls")
	require.NoError(t, err)
	store, err := ros.NewClient[msgs.StoreImagesRequest, msgs.StoreImagesResponse](observer, "store_images")
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	require.NoError(t, controls.WaitForServer(ctx))
	require.NoError(t, store.WaitForServer(ctx))
	for exposed := int64(0); exposed != 40; {
		bus.Advance(50 * time.Millisecond)
		require.NoError(t, robot.Publish(msgs.RobotState{Stamp: ros.Stamp(bus.Clock().Now())})) // machines wait for a robot
		a, err := controls.Call(ctx, msgs.GetCameraControlsRequest{})
		require.NoError(t, err, "the machine has not set the exposure")
		require.Len(t, a.Controls, 1)
		exposed = a.Controls[0].Value
	}
	a, err := store.Call(ctx, msgs.StoreImagesRequest{})
	require.NoError(t, err)
	require.Contains(t, a.Message, "camera top: it gives no images now")
}

// start runs a node until the test ends.
func start[C any](t *testing.T, bus *inproc.Bus, name string, cfg *C, run func(context.Context, *ros.Node) error) {
	t.Helper()
	n, err := ros.NewNode(t.Context(), bus, name, ros.NodeOptions{Namespace: "/nao1", Parameters: cfg})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, n) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
		require.NoError(t, n.Close())
	})
}
