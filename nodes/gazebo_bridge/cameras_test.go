package gazebobridge

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/gazebo_bridge/gztest"
	"gonao/msgs"
	"gonao/ros"
)

func TestGazebosCamerasHaveTheServicesOfACameraNode(t *testing.T) {
	b := newBench(t, gztest.Options{}, func(c *Config) { c.Store.Directory = t.TempDir() })
	stores, err := ros.NewClient[msgs.StoreImagesRequest, msgs.StoreImagesResponse](b.tester, "store_images")
	require.NoError(t, err)
	selects, err := ros.NewClient[msgs.SelectCameraRequest, msgs.SelectCameraResponse](b.tester, "select_camera")
	require.NoError(t, err)
	sets, err := ros.NewClient[msgs.SetCameraControlRequest, msgs.SetCameraControlResponse](b.tester, "camera/bottom/set_control")
	require.NoError(t, err)
	gets, err := ros.NewClient[msgs.GetCameraControlsRequest, msgs.GetCameraControlsResponse](b.tester, "camera/top/get_controls")
	require.NoError(t, err)
	b.until("the first state", func(*msgs.RobotState) bool { return true })

	// Images are subscribed in Gazebo for the files alone: nobody subscribes here.
	var files []string
	require.Empty(t, call(b, stores, msgs.StoreImagesRequest{Camera: "bottom", Count: 2}, func(a msgs.StoreImagesResponse) string {
		files = a.Files
		return a.Message
	}))
	require.Len(t, files, 2)
	for _, file := range files {
		info, err := os.Stat(file)
		require.NoError(t, err)
		require.Positive(t, info.Size())
	}

	message := func(a msgs.SetCameraControlResponse) string { return a.Message }
	require.Equal(t, `control "gain": Gazebo draws this camera's images; nothing of it can be set here`,
		call(b, sets, msgs.SetCameraControlRequest{Name: "gain"}, message))
	require.Empty(t, call(b, gets, msgs.GetCameraControlsRequest{}, func(a msgs.GetCameraControlsResponse) string {
		require.True(t, a.Success)
		require.Empty(t, a.Controls)
		return a.Message
	}))
	require.Empty(t, call(b, selects, msgs.SelectCameraRequest{Camera: "top"}, func(a msgs.SelectCameraResponse) string { return a.Message }))
	require.Contains(t, call(b, stores, msgs.StoreImagesRequest{Camera: "bottom"}, func(a msgs.StoreImagesResponse) string { return a.Message }),
		"select_camera opens it")
	require.Contains(t, call(b, sets, msgs.SetCameraControlRequest{Name: "gain"}, message), "select_camera opens it")
}
