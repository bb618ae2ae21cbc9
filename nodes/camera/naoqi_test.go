package camera

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sensormsgs "gonao/msgs/sensor_msgs"
	naoqifake "gonao/nao_driver/naoqi/fake"
	"gonao/ros"
	"gonao/ros/inproc"
)

func TestImagesOfARobotWithTheMakersFirmware(t *testing.T) {
	robot, err := naoqifake.Start(naoqifake.Config{})
	require.NoError(t, err)
	defer robot.Close()
	n, err := ros.NewNode(t.Context(), inproc.NewBus(), "camera", ros.NodeOptions{Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	defer n.Close()
	images, err := ros.Subscribe[sensormsgs.Image](n, "camera/bottom/image_raw", ros.SensorData(), ros.Depth(1))
	require.NoError(t, err)

	cfg := DefaultConfig()
	cfg.Cameras, cfg.Width, cfg.Height, cfg.Bottom.Device = "bottom", 320, 240, "naoqi:"+robot.Address()
	require.NoError(t, cfg.Validate())
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Run(ctx, n, cfg) }()
	select {
	case image := <-images.C():
		require.EqualValues(t, 320, image.Width)
		require.Len(t, image.Data, 320*240*2)
		require.Equal(t, "yuv422_yuy2", image.Encoding)
	case <-time.After(2 * time.Minute):
		require.Fail(t, "no image comes")
	}
	cancel()
	require.NoError(t, <-done)
	require.Equal(t, 1, robot.Calls("ALVideoDevice.unsubscribe"))
}
