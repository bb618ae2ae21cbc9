package simulator

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/nao/devices/camera"
)

// brightness returns the mean luma of packed pixels.
func brightness(yuyv []byte) float64 {
	sum := 0.0
	for i := 0; i < len(yuyv); i += 2 {
		sum += float64(yuyv[i])
	}
	return sum / float64(len(yuyv)/2)
}

func TestTheDrawnCamerasHaveTheServicesOfACameraNode(t *testing.T) {
	directory := filepath.Join(t.TempDir(), "made", "when needed")
	r := newRig(t, func(c *Config) {
		c.Camera.Width, c.Camera.Height, c.Camera.Noise = 64, 48, 0
		c.Store.Directory, c.Store.Format = directory, "y4m"
	})
	selects := func(word string) msgs.SelectCameraResponse {
		return callNamed[msgs.SelectCameraRequest, msgs.SelectCameraResponse](r, "select_camera", msgs.SelectCameraRequest{Camera: word})
	}
	store := func(q msgs.StoreImagesRequest) msgs.StoreImagesResponse {
		return callNamed[msgs.StoreImagesRequest, msgs.StoreImagesResponse](r, "store_images", q)
	}
	set := func(name string, value int64) msgs.SetCameraControlResponse {
		return callNamed[msgs.SetCameraControlRequest, msgs.SetCameraControlResponse](r, "camera/top/set_control", msgs.SetCameraControlRequest{Name: name, Value: value})
	}
	luma := func(file string) float64 {
		p, err := camera.OpenRecording(file, camera.RecordingOptions{})
		require.NoError(t, err)
		defer p.Close()
		var frame camera.Frame
		require.NoError(t, p.Next(t.Context(), &frame))
		require.Equal(t, [2]int{64, 48}, [2]int{frame.Width, frame.Height})
		return brightness(frame.YUYV)
	}

	// Images are drawn for the file alone: nobody subscribes.
	first := store(msgs.StoreImagesRequest{Count: 2, Label: "../a"})
	require.True(t, first.Success, first.Message)
	require.Len(t, first.Files, 1, "one stream")
	require.Equal(t, directory, filepath.Dir(first.Files[0]))

	controls := callNamed[msgs.GetCameraControlsRequest, msgs.GetCameraControlsResponse](r, "camera/top/get_controls", msgs.GetCameraControlsRequest{})
	require.Equal(t, []msgs.CameraControl{{Name: "exposure_percent", Minimum: 5, Maximum: 1000, Step: 1, DefaultValue: 100, Value: 100}}, controls.Controls)
	require.Equal(t, msgs.SetCameraControlResponse{Success: true, Value: 30}, set("exposure_percent", 30))
	require.Equal(t, "control exposure_percent: 4: expected 5 to 1000", set("exposure_percent", 4).Message)
	require.Equal(t, `control "gain": the simulator draws this camera's images; what can be set of it: exposure_percent`, set("gain", 1).Message)
	require.Empty(t, r.set("camera.exposure", 1.5), "a factor of both cameras: what was set of one stays")
	require.True(t, store(msgs.StoreImagesRequest{}).Success, "this image may have been drawn, in part, before the change")
	darker := store(msgs.StoreImagesRequest{})
	require.True(t, darker.Success, darker.Message)
	require.InDelta(t, 0.45*luma(first.Files[0]), luma(darker.Files[0]), 4)
	other := store(msgs.StoreImagesRequest{Camera: "bottom"})
	require.True(t, other.Success, other.Message)
	require.Greater(t, luma(other.Files[0]), luma(darker.Files[0]), "the other camera's exposure is its own")

	// A camera that is not selected draws nothing, whoever subscribes.
	images := subscribe[sensormsgs.Image](t, r.observer, "camera/top/image_raw")
	require.True(t, selects("bottom").Success)
	require.Contains(t, store(msgs.StoreImagesRequest{}).Message, "camera top: it gives no images now")
	require.Contains(t, set("exposure_percent", 30).Message, "select_camera opens it")
	require.Equal(t, `camera "left": expected top, bottom, both or none`, selects("left").Message)
	require.True(t, selects("both").Success)
	stepUntilOne(t, func() { r.step(1, 0) }, images)
	require.Contains(t, store(msgs.StoreImagesRequest{Camera: "left"}).Message, "expected top or bottom")
	require.Contains(t, store(msgs.StoreImagesRequest{Count: 1e6}).Message, "expected at most 1800")
	_, err := os.Stat(directory)
	require.NoError(t, err)
}
