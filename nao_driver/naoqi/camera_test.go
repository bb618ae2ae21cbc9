package naoqi_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/lugu/qiloop/type/value"
	"github.com/stretchr/testify/require"

	"gonao/nao/body/drivertest"
	"gonao/nao/devices/camera"
	"gonao/nao_driver/naoqi"
	"gonao/nao_driver/naoqi/fake"
)

func openCamera(t *testing.T, robot *fake.Robot, which naoqi.CameraConfig) *naoqi.Camera {
	t.Helper()
	c, err := naoqi.OpenCamera(t.Context(), config(robot), which, drivertest.Wall{}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

func TestACameraGivesItsImages(t *testing.T) {
	robot := start(t, fake.Config{})
	c := openCamera(t, robot, naoqi.CameraConfig{Bottom: true, Width: 320, Rate: 30})
	var f camera.Frame
	begun := time.Now()
	for i := range uint32(5) {
		require.NoError(t, c.Next(t.Context(), &f))
		require.Equal(t, i+1, f.Sequence)
		require.Equal(t, []int{320, 240, 320 * 240 * 2}, []int{f.Width, f.Height, len(f.YUYV)})
		require.Equal(t, byte(i+1), f.YUYV[17])
		require.GreaterOrEqual(t, f.Age, time.Duration(0))
		require.Less(t, f.Age, 10*time.Second)
	}
	require.GreaterOrEqual(t, time.Since(begun), 4*time.Second/30, "no more often than asked for")
	require.NoError(t, c.Close())
	require.Equal(t, 1, robot.Calls("ALVideoDevice.unsubscribe"), "it takes few at a time")
}

func TestACamerasControlsAreReadAndSet(t *testing.T) {
	robot := start(t, fake.Config{})
	c := openCamera(t, robot, naoqi.CameraConfig{Width: 160, Rate: 10})
	got, err := c.SetControl("brightness", 100)
	require.NoError(t, err)
	require.EqualValues(t, 100, got)
	control, err := c.Control("brightness")
	require.NoError(t, err)
	require.EqualValues(t, 100, control.Value)
	all, err := c.Controls()
	require.NoError(t, err)
	require.Greater(t, len(all), 8)
	_, err = c.SetControl("brightness", 1000)
	require.ErrorContains(t, err, "expected 0 to 255")
	_, err = c.SetControl("beauty", 1)
	require.ErrorContains(t, err, "no such control; there are: brightness")
}

func TestACameraThatIsGoneSaysSo(t *testing.T) {
	robot := start(t, fake.Config{})
	c := openCamera(t, robot, naoqi.CameraConfig{Width: 160, Rate: 30})
	var f camera.Frame
	require.NoError(t, c.Next(t.Context(), &f))
	robot.Set("ALVideoDevice.getImageRemote", fake.Fault{Payload: fake.Any(value.Void())})
	require.ErrorIs(t, c.Next(t.Context(), &f), camera.ErrGone)
	robot.Drop()
	require.ErrorIs(t, c.Next(t.Context(), &f), camera.ErrGone)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, c.Next(ctx, &f), context.Canceled)
}

func TestACameraThatCannotBeOpenedSaysWhy(t *testing.T) {
	robot := start(t, fake.Config{Without: []string{"ALVideoDevice"}})
	for want, which := range map[string]naoqi.CameraConfig{
		"width 641: expected one of": {Width: 641, Rate: 10},
		"rate 31: expected 1 to 30":  {Width: 640, Rate: 31},
		"ALVideoDevice: not offered": {Width: 640, Rate: 30},
	} {
		_, err := naoqi.OpenCamera(t.Context(), config(robot), which, drivertest.Wall{}, slog.New(slog.DiscardHandler))
		require.ErrorContains(t, err, want)
	}
}
