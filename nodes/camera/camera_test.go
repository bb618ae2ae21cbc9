package camera

import (
	"bytes"
	"errors"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/nao"
	"gonao/nao/devices/camera"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/camera.yaml", "/camera", DefaultConfig()))
}

func TestNamesTheParameterThatIsWrong(t *testing.T) {
	for want, spoil := range map[string]func(*Config){
		`cameras: "left": expected "both", "top", "bottom" or "none"`:               func(c *Config) { c.Cameras = "left" },
		`width: 7: expected 2 to 8192 px in steps of 2`:                             func(c *Config) { c.Width = 7 },
		`top.device: empty; expected a video device such as /dev/video-top`:         func(c *Config) { c.Top.Device = "" },
		`bottom.controls[0]: "gain=1": expected "name: value"`:                      func(c *Config) { c.Bottom.Controls = []string{"gain=1"} },
		`top.flip_with: "mirror": expected "auto", "controls", "extension_unit" or`: func(c *Config) { c.Top.FlipWith = "mirror" },
		`store.directory: empty; expected where the images of store.on_colors go`:   func(c *Config) { c.Store.Directory, c.Store.OnColors = "", []string{"red"} },
	} {
		cfg := DefaultConfig()
		spoil(&cfg)
		require.ErrorContains(t, param.Check(&cfg), want)
	}
}

func TestAWrongCalibrationStopsTheStart(t *testing.T) {
	cfg := testConfig()
	cfg.Top.Calibration = filepath.Join(t.TempDir(), "lens.yaml")
	require.NoError(t, os.WriteFile(cfg.Top.Calibration, []byte("image_width: wide"), 0o644))
	n, err := ros.NewNode(t.Context(), inproc.NewBus(), "camera", ros.NodeOptions{Parameters: &cfg})
	require.NoError(t, err)
	defer n.Close()
	err = Run(t.Context(), n, cfg)
	require.ErrorContains(t, err, "top.calibration: calibration: "+cfg.Top.Calibration+`:1: image_width: "wide": expected a whole number`)
}

func TestImagesCarryTheTimeWhenTheyWereTaken(t *testing.T) {
	cfg := testConfig()
	cfg.Delay = 10 * time.Millisecond
	f := newFake()
	onBus(t, cfg, one(f), func(t *testing.T, b *bench) {
		b.bus.Advance(10 * time.Second)
		b.give(f, image(3, 20*time.Millisecond))
		img, info := <-b.top.C(), <-b.info.C()
		require.Equal(t, time.Unix(9, 970_000_000), ros.StampTime(img.Header.Stamp))
		require.Equal(t, "CameraTop_optical_frame", img.Header.FrameId)
		require.Equal(t, "yuv422_yuy2", img.Encoding)
		require.Equal(t, [3]uint32{width, height, 2 * width}, [3]uint32{img.Width, img.Height, img.Step})
		require.Equal(t, image(3, 0).YUYV, img.Data)
		require.Equal(t, img.Header, info.Header)
		require.InDelta(t, (width-1)/2.0, info.K[2], 1e-9)
		require.Equal(t, "plumb_bob", info.DistortionModel)
		require.Empty(t, b.bottom.C())
	})
}

func TestImagesAreCompressedForWhoeverSubscribes(t *testing.T) {
	f := newFake()
	onBus(t, testConfig(), one(f), func(t *testing.T, b *bench) {
		small, err := ros.Subscribe[sensormsgs.CompressedImage](b.tester, "camera/top/image_raw/compressed", ros.SensorData())
		require.NoError(t, err)
		b.give(f, image(3, 0))
		m := <-small.C()
		require.Equal(t, (<-b.top.C()).Header, m.Header)
		require.Equal(t, "yuv422_yuy2; jpeg compressed bgr8", m.Format)
		decoded, err := jpeg.DecodeConfig(bytes.NewReader(m.Data))
		require.NoError(t, err)
		require.Equal(t, [2]int{width, height}, [2]int{decoded.Width, decoded.Height})
		b.give(f, image(4, 0))
		require.Empty(t, small.C(), "expected no second image in the same moment, as the limit is 15 a second")
	})
}

func TestARecordedStreamIsPlayedAsItWasTaken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "top.y4m")
	file, err := os.Create(path)
	require.NoError(t, err)
	w := camera.NewStreamWriter(file, 30)
	for i := range uint32(3) {
		f := image(i, 0)
		require.NoError(t, w.Write(&f, time.Duration(i)*40*time.Millisecond))
	}
	require.NoError(t, file.Close())
	cfg := testConfig()
	cfg.Top.Device, cfg.Cameras = path, "top"
	onBus(t, cfg, nil, func(t *testing.T, b *bench) {
		require.Equal(t, image(0, 0).YUYV, (<-b.top.C()).Data)
		require.Empty(t, b.top.C())
		b.bus.Advance(40 * time.Millisecond)
		synctest.Wait()
		second := <-b.top.C()
		require.Equal(t, image(1, 0).YUYV, second.Data)
		require.Equal(t, time.Unix(0, 40_000_000), ros.StampTime(second.Header.Stamp))
		for range 5 {
			b.bus.Advance(40 * time.Millisecond)
			synctest.Wait()
		}
		require.Len(t, b.top.C(), 5, "it begins again at its end")
	})

	cfg.Width = 16
	onBus(t, cfg, nil, func(_ *testing.T, b *bench) {
		require.Equal(t, 1, b.log.count("it has 8×4 images, width and height say 16×4"))
	})
}

func TestACameraThatIsNotThereIsWaitedFor(t *testing.T) {
	cfg := testConfig()
	cfg.Top.Device, cfg.Bottom.Device = "/dev/no-camera-here", "/dev/nor-here"
	onBus(t, cfg, nil, func(t *testing.T, b *bench) {
		for range 20 {
			b.bus.Advance(time.Second)
			synctest.Wait()
		}
		require.Equal(t, 1, b.log.count("/dev/no-camera-here: no such file or directory: no such device; a NAO's are"), "not again and again")
		b.bus.Advance(11 * time.Second)
		synctest.Wait()
		require.Equal(t, 2, b.log.count("/dev/no-camera-here"))
		a := call[msgs.StoreImagesRequest, msgs.StoreImagesResponse](t, b, "store_images", msgs.StoreImagesRequest{})
		require.False(t, a.Success)
		require.Contains(t, a.Message, "camera top: it gives no images now")
	})
}

func TestACameraThatGoesIsOpenedAgainAsItWasSet(t *testing.T) {
	cfg := testConfig()
	cfg.Top.Controls = []string{"gain: 20", "zoom: 1"}
	var opened []*fake
	open := func(which nao.Camera) (camera.Reader, error) {
		if which == nao.BottomCamera {
			return newFake(), nil
		}
		if len(opened) == 1 {
			opened = append(opened, nil)
			return nil, errors.New("unplugged")
		}
		opened = append(opened, newFake())
		return opened[len(opened)-1], nil
	}
	onBus(t, cfg, open, func(t *testing.T, b *bench) {
		require.Equal(t, int64(20), opened[0].value("gain"))
		require.Equal(t, 1, b.log.count("control not set"))
		set := call[msgs.SetCameraControlRequest, msgs.SetCameraControlResponse](t, b, "camera/top/set_control", msgs.SetCameraControlRequest{Name: "hue", Value: 4})
		require.Equal(t, msgs.SetCameraControlResponse{Success: true, Value: 4}, set)
		opened[0].broken <- camera.ErrGone
		synctest.Wait()
		require.True(t, opened[0].closed)
		require.Equal(t, 1, b.log.count("the camera has gone"))
		for range 2 {
			b.bus.Advance(time.Second)
			synctest.Wait()
		}
		require.Len(t, opened, 3)
		require.Equal(t, int64(20), opened[2].value("gain"))
		require.Equal(t, int64(4), opened[2].value("hue"))
		b.give(opened[2], image(1, 0))
		require.Len(t, b.top.C(), 1)
	})
}
