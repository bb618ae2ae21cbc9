package studiotest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
)

// lookDown is a machine that selects the bottom camera and sets its exposure.
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

// A machine of the executor selects a camera of the simulator and sets its exposure. The test opens no page.
func TestAMachineSelectsAndControlsTheCameras(t *testing.T) {
	if testing.Short() {
		t.Skip("a simulated world with its driver")
	}
	s := NewWorld(t, Options{Machine: "look_down.yaml", Files: map[string]string{"look_down.yaml": lookDown}})
	controls, err := ros.NewClient[msgs.GetCameraControlsRequest, msgs.GetCameraControlsResponse](s.Robot, "camera/bottom/get_controls")
	require.NoError(t, err)
	require.NoError(t, controls.WaitForServer(t.Context()))
	require.Eventually(t, func() bool {
		a, err := controls.Call(t.Context(), msgs.GetCameraControlsRequest{})
		return err == nil && len(a.Controls) == 1 && a.Controls[0].Value == 40
	}, patience, cycle, "the machine has not set the exposure")
	store, err := ros.NewClient[msgs.StoreImagesRequest, msgs.StoreImagesResponse](s.Robot, "store_images")
	require.NoError(t, err)
	a, err := store.Call(t.Context(), msgs.StoreImagesRequest{})
	require.NoError(t, err)
	require.Contains(t, a.Message, "camera top: it gives no images now")
}
