package simulator

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nodes/executor"
	"gonao/ros"
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

func TestAMachineSelectsAndControlsTheCameras(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Camera.Width, c.Camera.Height = 64, 48 })
	cfg := executor.DefaultConfig()
	cfg.Machine = filepath.Join(t.TempDir(), "look_down.yaml")
	require.NoError(t, os.WriteFile(cfg.Machine, []byte(lookDown), 0o600))
	node, err := ros.NewNode(t.Context(), r.bus, "executor", ros.NodeOptions{Namespace: "/nao1", Parameters: &cfg})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- executor.Run(ctx, node, cfg) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
		require.NoError(t, node.Close())
	})
	robot, err := ros.Advertise[msgs.RobotState](r.observer, "robot_state", ros.BestEffort())
	require.NoError(t, err)
	exposure := func() int64 {
		a := callNamed[msgs.GetCameraControlsRequest, msgs.GetCameraControlsResponse](r, "camera/bottom/get_controls", msgs.GetCameraControlsRequest{})
		require.Len(t, a.Controls, 1)
		return a.Controls[0].Value
	}
	for deadline := time.Now().Add(patience); exposure() != 40; r.step(1, 0) {
		require.True(t, time.Now().Before(deadline), "the machine has not set the exposure")
		require.NoError(t, robot.Publish(msgs.RobotState{Stamp: r.now()})) // machines wait for a robot
		r.bus.Clock().Set(ros.StampTime(r.now()))                          // and tick by the world's time
	}
	require.Contains(t, callNamed[msgs.StoreImagesRequest, msgs.StoreImagesResponse](r, "store_images", msgs.StoreImagesRequest{}).Message, "camera top: it gives no images now")
}
