package camera

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/nao/devices/camera"
)

func TestControlsAreReadAndSetByServices(t *testing.T) {
	f := newFake()
	onBus(t, testConfig(), one(f), func(t *testing.T, b *bench) {
		all := call[msgs.GetCameraControlsRequest, msgs.GetCameraControlsResponse](t, b, "camera/top/get_controls", msgs.GetCameraControlsRequest{})
		require.True(t, all.Success)
		require.Len(t, all.Controls, 2)
		require.Equal(t, msgs.CameraControl{Name: "gain", Maximum: 100, Step: 1, Value: 10}, all.Controls[0])
		some := call[msgs.GetCameraControlsRequest, msgs.GetCameraControlsResponse](t, b, "camera/top/get_controls", msgs.GetCameraControlsRequest{Names: []string{"hue", "hew"}})
		require.Equal(t, `camera top: control "hew": no such control; there are: gain, hue (did you mean "hue"?)`, some.Message)
		set := call[msgs.SetCameraControlRequest, msgs.SetCameraControlResponse](t, b, "camera/top/set_control", msgs.SetCameraControlRequest{Name: "gain", Value: 101})
		require.Equal(t, msgs.SetCameraControlResponse{Message: "control gain: 101: expected 0 to 100", Value: 10}, set)
	})
}

func TestOneCameraOrBothAreSelected(t *testing.T) {
	count := [2]int{}
	var last [2]*fake
	open := func(which nao.Camera) (camera.Reader, error) {
		count[which]++
		last[which] = newFake()
		return last[which], nil
	}
	cfg := testConfig()
	cfg.Cameras = "top"
	onBus(t, cfg, open, func(t *testing.T, b *bench) {
		sel := func(word string) msgs.SelectCameraResponse {
			a := call[msgs.SelectCameraRequest, msgs.SelectCameraResponse](t, b, "select_camera", msgs.SelectCameraRequest{Camera: word})
			synctest.Wait()
			return a
		}
		require.Equal(t, [2]int{1, 0}, count)
		require.True(t, sel("bottom").Success)
		require.Equal(t, [2]int{1, 1}, count)
		require.True(t, last[0].closed)
		b.give(last[1], image(0, 0))
		require.Equal(t, "CameraBottom_optical_frame", (<-b.bottom.C()).Header.FrameId)
		require.True(t, sel("both").Success)
		require.Equal(t, [2]int{2, 1}, count)
		require.True(t, sel("none").Success)
		require.True(t, last[0].closed && last[1].closed)
		require.Equal(t, `camera "left": expected top, bottom, both or none`, sel("left").Message)
	})
}
