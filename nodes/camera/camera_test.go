package camera

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/camera"
	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
)

const width, height = 8, 4

// fake is a camera whose images come when the test gives them.
type fake struct {
	images chan camera.Frame
	broken chan error

	mu       sync.Mutex
	controls []camera.Control
	closed   bool
}

func newFake() *fake {
	return &fake{
		images: make(chan camera.Frame), broken: make(chan error),
		controls: []camera.Control{{Name: "gain", Max: 100, Step: 1, Value: 10}, {Name: "hue", Max: 9, Step: 1}},
	}
}

func (f *fake) Next(ctx context.Context, into *camera.Frame) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-f.broken:
		return err
	case image := <-f.images:
		yuyv := append(into.YUYV[:0], image.YUYV...)
		*into = image
		into.YUYV = yuyv
		return nil
	}
}

func (f *fake) Controls() ([]camera.Control, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]camera.Control{}, f.controls...), nil
}

func (f *fake) Control(name string) (camera.Control, error) {
	all, _ := f.Controls()
	return camera.Find(all, name)
}

func (f *fake) SetControl(name string, value int64) (int64, error) {
	c, err := f.Control(name)
	if err == nil {
		err = c.Check(value)
	}
	if err != nil {
		return c.Value, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.controls {
		if f.controls[i].Name == name {
			f.controls[i].Value = value
		}
	}
	return value, nil
}

func (f *fake) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	return nil
}

func (f *fake) value(name string) int64 { c, _ := f.Control(name); return c.Value }

func image(sequence uint32, age time.Duration) camera.Frame {
	return camera.Frame{
		Width: width, Height: height, Age: age, Sequence: sequence,
		YUYV: bytes.Repeat([]byte{byte(sequence), 128}, width*height),
	}
}

// bench is the node on a bus, with who looks at its images.
type bench struct {
	bus    *inproc.Bus
	tester *ros.Node
	top    *ros.Subscription[sensormsgs.Image]
	info   *ros.Subscription[sensormsgs.CameraInfo]
	bottom *ros.Subscription[sensormsgs.Image]
	log    *lines
}

// lines is what the node logs.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) count(part string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), part)
}

func testConfig() Config {
	cfg := DefaultConfig()
	cfg.Width, cfg.Height = width, height
	return cfg
}

// onBus runs the node; open nil is the real one.
func onBus(t *testing.T, cfg Config, open opener, test func(t *testing.T, b *bench)) {
	synctest.Test(t, func(t *testing.T) {
		b := &bench{bus: inproc.NewBus(), log: &lines{}}
		node := func(name string, config *Config) *ros.Node {
			n, err := ros.NewNode(context.Background(), b.bus, name, ros.NodeOptions{
				Namespace: "nao1", Parameters: config, Logger: slog.New(slog.NewTextHandler(b.log, nil)),
			})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, n.Close()) })
			return n
		}
		b.tester = node("tester", &Config{})
		var err error
		b.top, err = ros.Subscribe[sensormsgs.Image](b.tester, "camera/top/image_raw", ros.SensorData())
		require.NoError(t, err)
		b.info, err = ros.Subscribe[sensormsgs.CameraInfo](b.tester, "camera/top/camera_info", ros.SensorData())
		require.NoError(t, err)
		b.bottom, err = ros.Subscribe[sensormsgs.Image](b.tester, "camera/bottom/image_raw", ros.SensorData())
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		running := cfg
		n := node("camera", &running)
		go func() {
			if open == nil {
				ended <- Run(ctx, n, cfg)
			} else {
				ended <- runWith(ctx, n, cfg, open)
			}
		}()
		synctest.Wait()
		defer func() {
			cancel()
			require.NoError(t, <-ended)
		}()
		test(t, b)
	})
}

// one opens the same fake each time, for the top camera. Its channels belong to the
// bubble in which it is opened.
func one(f *fake) opener {
	return func(which nao.Camera) (camera.Reader, error) {
		if which == nao.TopCamera {
			f.images, f.broken = make(chan camera.Frame), make(chan error)
			return f, nil
		}
		return newFake(), nil
	}
}

func (b *bench) give(f *fake, image camera.Frame) {
	f.images <- image
	synctest.Wait()
}

func call[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](t *testing.T, b *bench, service string, q Q) A {
	t.Helper()
	client, err := ros.NewClient[Q, A, PQ, PA](b.tester, service)
	require.NoError(t, err)
	defer client.Close()
	a, err := client.Call(t.Context(), q)
	require.NoError(t, err)
	return a
}

// ask calls store_images, and gives the answer when it comes.
func (b *bench) ask(t *testing.T, q msgs.StoreImagesRequest) <-chan msgs.StoreImagesResponse {
	t.Helper()
	client, err := ros.NewClient[msgs.StoreImagesRequest, msgs.StoreImagesResponse](b.tester, "store_images")
	require.NoError(t, err)
	answers := make(chan msgs.StoreImagesResponse, 1)
	go func() {
		a, err := client.Call(context.Background(), q)
		if err != nil {
			a.Message = err.Error()
		}
		answers <- a
	}()
	synctest.Wait()
	return answers
}

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
	require.ErrorContains(t, err, "top.calibration: calibration "+cfg.Top.Calibration)
	require.ErrorContains(t, err, `image_width: "wide": expected 1 to 8192`)
}

func TestImagesCarryTheTimeWhenTheyWereTaken(t *testing.T) {
	cfg := testConfig()
	cfg.DelaySec = 0.01
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

func TestControlsAreReadAndSetByServices(t *testing.T) {
	f := newFake()
	onBus(t, testConfig(), one(f), func(t *testing.T, b *bench) {
		all := call[msgs.GetCameraControlsRequest, msgs.GetCameraControlsResponse](t, b, "camera/top/get_controls", msgs.GetCameraControlsRequest{})
		require.True(t, all.Success)
		require.Len(t, all.Controls, 2)
		require.Equal(t, msgs.CameraControl{Name: "gain", Maximum: 100, Step: 1, Value: 10}, all.Controls[0])
		some := call[msgs.GetCameraControlsRequest, msgs.GetCameraControlsResponse](t, b, "camera/top/get_controls", msgs.GetCameraControlsRequest{Names: []string{"hue", "hew"}})
		require.Equal(t, `camera top: control "hew": no such control; there are: gain, hue`, some.Message)
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

func TestImagesAreStoredOnRequest(t *testing.T) {
	cfg := testConfig()
	cfg.Store.Directory = filepath.Join(t.TempDir(), "made", "when needed")
	f := newFake()
	for _, format := range []string{"png", "jpeg", "y4m"} {
		cfg.Store.Format = format
		onBus(t, cfg, one(f), func(t *testing.T, b *bench) {
			answers := b.ask(t, msgs.StoreImagesRequest{Count: 3, Label: "../a b"})
			for i := range uint32(5) {
				b.bus.Advance(33 * time.Millisecond)
				b.give(f, image(i, 0))
			}
			a := <-answers
			require.True(t, a.Success, a.Message)
			want := 3
			if format == "y4m" {
				want = 1
				r, err := camera.OpenRecording(a.Files[0], camera.RecordingOptions{})
				require.NoError(t, err)
				defer r.Close()
				var got camera.Frame
				for i := range uint32(3) {
					require.NoError(t, r.Next(t.Context(), &got))
					require.Equal(t, image(i, 0).YUYV, got.YUYV)
				}
			}
			require.Len(t, a.Files, want)
			require.Equal(t, filepath.Join(cfg.Store.Directory, "top_19700101T000000.033000_---a-b."+format), a.Files[0])
			for _, file := range a.Files {
				info, err := os.Stat(file)
				require.NoError(t, err)
				require.Positive(t, info.Size())
			}
		})
	}
	cfg.Store.Directory = filepath.Join("/proc", "no")
	onBus(t, cfg, one(f), func(t *testing.T, b *bench) {
		answers := b.ask(t, msgs.StoreImagesRequest{})
		b.give(f, image(0, 0))
		require.Contains(t, (<-answers).Message, "store.directory: mkdir /proc/no")
		require.Contains(t, call[msgs.StoreImagesRequest, msgs.StoreImagesResponse](t, b, "store_images", msgs.StoreImagesRequest{Camera: "left"}).Message, "expected top or bottom")
		require.Contains(t, call[msgs.StoreImagesRequest, msgs.StoreImagesResponse](t, b, "store_images", msgs.StoreImagesRequest{Count: 1e6}).Message, "expected at most 1800")
		answers = b.ask(t, msgs.StoreImagesRequest{})
		f.broken <- camera.ErrGone
		require.Equal(t, "camera top: the camera has gone", (<-answers).Message)
	})
}

func TestTheImageInWhichAColorWasSeenIsStored(t *testing.T) {
	cfg := testConfig()
	cfg.Store.Directory, cfg.Store.OnColors, cfg.Store.EverySec, cfg.Store.MaxImages = t.TempDir(), []string{"red"}, 0.1, 2
	cfg.Store.Format = "y4m"
	f := newFake()
	onBus(t, cfg, one(f), func(t *testing.T, b *bench) {
		blobs, err := ros.Advertise[msgs.ColorBlobArray](b.tester, "color_blobs", ros.SensorData())
		require.NoError(t, err)
		see := func(at time.Duration, colors ...string) {
			m := msgs.ColorBlobArray{Header: stdmsgs.Header{Stamp: ros.Stamp(time.Unix(0, 0).Add(at)), FrameId: "CameraTop_optical_frame"}}
			for _, color := range colors {
				m.Blobs = append(m.Blobs, msgs.ColorBlob{Color: color})
			}
			require.NoError(t, blobs.Publish(m))
			synctest.Wait()
		}
		for i := range uint32(40) { // one image each 33 ms
			at := time.Duration(i+1) * 33 * time.Millisecond
			b.bus.Advance(33 * time.Millisecond)
			b.give(f, image(i, 0))
			switch i {
			case 3:
				see(at-33*time.Millisecond, "green", "red") // of the image before
			case 4:
				see(at, "red") // too soon after the last
			case 10:
				see(at, "green")
			case 20, 30:
				see(at, "red") // 30: more than two
			case 35:
				see(0, "red") // forgotten
			}
		}
		files, err := filepath.Glob(filepath.Join(cfg.Store.Directory, "*"))
		require.NoError(t, err)
		for i := range files {
			files[i] = filepath.Base(files[i])
		}
		require.Equal(t, []string{"top_19700101T000000.099000_red.y4m", "top_19700101T000000.693000_red.y4m"}, files)
		require.Equal(t, 1, b.log.count("no more images are stored"))
		r, err := camera.OpenRecording(filepath.Join(cfg.Store.Directory, files[0]), camera.RecordingOptions{})
		require.NoError(t, err)
		defer r.Close()
		var got camera.Frame
		require.NoError(t, r.Next(t.Context(), &got))
		require.Equal(t, image(2, 0).YUYV, got.YUYV)
	})
}
