package camera

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
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
		b.tester = node("tester", &cfg)
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
