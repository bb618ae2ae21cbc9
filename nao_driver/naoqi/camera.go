package naoqi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"time"

	"github.com/lugu/qiloop/type/value"

	"gonao/nao/body"
	"gonao/nao/devices/camera"
	"gonao/nao_driver/naoqi/qi"
)

// CameraConfig selects the images to request.
type CameraConfig struct {
	Bottom bool // the camera in the mouth; otherwise the one in the forehead
	Width  int  // 160, 320, 640 or 1280 px; the height is three quarters
	Rate   int  // images per second, 1 to 30; a network rarely carries more than 10 images of 640 px
}

// Camera reads images of ALVideoDevice over its own connection, because an image of 640 × 480 has 600 kB and would
// delay the joints. It is a [camera.Reader].
type Camera struct {
	cfg     CameraConfig
	clock   body.Clock
	within  time.Duration // longest time of a call for an image
	silent  time.Duration // time without a new image after which the camera is lost
	session *session
	video   qi.ALVideoDeviceProxy
	handle  string

	sequence uint32
	taken    time.Duration // stamp of the previous image, by the robot's clock
	next     time.Time     // time of the next call
	offset   time.Duration // smallest difference seen between our clock and the robot's
	known    bool          // offset has been measured
}

// These are numbers of ALVideoDevice.
const (
	yuv422  = 9 // YUV 4:2:2, Y0 U Y1 V
	members = 7 // number of an image's members up to its pixels: width, height, layers, colour space, s, µs, pixels
)

// sizes lists the widths of ALVideoDevice's resolutions.
var sizes = []int{160, 320, 640, 1280}

// OpenCamera connects to a robot's camera.
func OpenCamera(ctx context.Context, cfg Config, which CameraConfig, clock body.Clock, log *slog.Logger) (*Camera, error) {
	resolution := slices.Index(sizes, which.Width)
	if resolution < 0 {
		return nil, fmt.Errorf("camera: width %d: expected one of %v", which.Width, sizes)
	}
	if which.Rate < 1 || which.Rate > 30 {
		return nil, fmt.Errorf("camera: rate %d: expected 1 to 30", which.Rate)
	}
	a, err := parseAddress(cfg.Address)
	if err != nil {
		return nil, fmt.Errorf("camera: %w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, cfg.ConnectWithin, fmt.Errorf("no answer within %s", cfg.ConnectWithin))
	defer cancel()
	s, err := connect(ctx, a, cfg.User, cfg.Password, cfg.CallWithin)
	if err != nil {
		return nil, fmt.Errorf("camera: %w", err)
	}
	stop := context.AfterFunc(ctx, s.close)
	c := &Camera{cfg: which, clock: clock, within: max(cfg.CallWithin, time.Second), silent: cfg.SilentFor, session: s}
	index := int32(0)
	if which.Bottom {
		index = 1
	}
	err = guarded(func() (err error) {
		if c.video, err = qi.ALVideoDevice(s); err != nil {
			return err
		}
		c.handle, err = c.video.SubscribeCamera(clientName, index, int32(resolution), yuv422, int32(which.Rate))
		return err
	})
	if err == nil && c.handle == "" {
		err = errors.New("ALVideoDevice accepts no further client (at most 8): restart NAOqi")
	}
	if !stop() {
		err = context.Cause(ctx)
	}
	if err != nil {
		s.close()
		return nil, fmt.Errorf("camera: %w", err)
	}
	log.Info("camera opened", "address", a.String(), "bottom", which.Bottom, "width", which.Width, "rate", which.Rate)
	return c, nil
}

// Next blocks until the next image comes.
func (c *Camera) Next(ctx context.Context, f *camera.Frame) error {
	period := time.Second / time.Duration(c.cfg.Rate)
	for begun := c.clock.Now(); ; {
		now := c.clock.Now()
		if wait := c.next.Sub(now); wait > 0 {
			if err := c.clock.Sleep(ctx, wait); err != nil {
				return err
			}
		}
		if now = c.clock.Now(); c.next.Add(period).Before(now) {
			c.next = now
		}
		c.next = c.next.Add(period)
		taken, err := c.fetch(ctx, f)
		if err != nil {
			return err
		}
		if taken != c.taken { // otherwise there is no new image yet
			c.taken = taken
			c.sequence++
			f.Sequence, f.Age = c.sequence, c.age(taken)
			return nil
		}
		if c.clock.Now().Sub(begun) >= c.silent {
			return fmt.Errorf("%w: no new image for %s", camera.ErrGone, c.silent)
		}
	}
}

// fetch returns the newest image, and when it was taken by the robot's clock.
func (c *Camera) fetch(ctx context.Context, f *camera.Frame) (taken time.Duration, err error) {
	call, cancel := context.WithTimeout(ctx, c.within)
	defer cancel()
	err = guarded(func() error {
		image, err := c.video.WithContext(call).GetImageRemote(c.handle)
		if err == nil {
			taken, err = readImage(image, f)
		}
		return err
	})
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil {
		return 0, fmt.Errorf("%w: %w", camera.ErrGone, err)
	}
	return taken, nil
}

// readImage returns the pixels of an image, and when it was taken.
func readImage(v value.Value, f *camera.Frame) (taken time.Duration, err error) {
	parts, err := list(v)
	if err != nil {
		return 0, fmt.Errorf("an image: %w", err)
	}
	if len(parts) < members {
		return 0, fmt.Errorf("an image of %d parts; expected %d", len(parts), members)
	}
	var head [6]float64
	for i := range head {
		head[i] = number(parts[i])
		if !(head[i] >= 0 && head[i] <= math.MaxInt32) {
			return 0, fmt.Errorf("an image whose part %d is %s", i, text(parts[i]))
		}
	}
	pixels, isRaw := parts[6].(value.RawValue)
	width, height := int(head[0]), int(head[1])
	if !isRaw || head[3] != yuv422 || !slices.Contains(sizes, width) || height > width || len(pixels) != 2*width*height {
		return 0, fmt.Errorf("an image of %d × %d px in colour space %g with %s; expected YUV 4:2:2", width, height, head[3], text(parts[6]))
	}
	f.Width, f.Height = width, height
	f.YUYV = append(f.YUYV[:0], pixels...)
	return time.Duration(head[4])*time.Second + time.Duration(head[5])*time.Microsecond, nil
}

// age returns the time since an image was taken. The robot's clock differs from ours. The smallest difference ever
// seen counts as 0, so the age is too small by at most the least delay of the network.
func (c *Camera) age(taken time.Duration) time.Duration {
	ours := time.Duration(c.clock.Now().UnixNano())
	if d := ours - taken; !c.known || d < c.offset {
		c.offset, c.known = d, true
	}
	return ours - taken - c.offset
}

// cameraControls lists the controls of ALVideoDevice: their numbers, and their ranges for the cameras of V4 and V5.
var cameraControls = []struct {
	number  int32
	control camera.Control
}{
	{0, camera.Control{Name: "brightness", Max: 255, Default: 55}},
	{1, camera.Control{Name: "contrast", Min: 16, Max: 64, Default: 32}},
	{2, camera.Control{Name: "saturation", Max: 255, Default: 128}},
	{3, camera.Control{Name: "hue", Min: -180, Max: 180}},
	{6, camera.Control{Name: "gain", Min: 32, Max: 255, Default: 32}},
	{7, camera.Control{Name: "horizontal_flip", Type: camera.Boolean, Max: 1}},
	{8, camera.Control{Name: "vertical_flip", Type: camera.Boolean, Max: 1}},
	{11, camera.Control{Name: "auto_exposure", Type: camera.Boolean, Max: 1, Default: 1}},
	{12, camera.Control{Name: "white_balance_automatic", Type: camera.Boolean, Max: 1, Default: 1}},
	{17, camera.Control{Name: "exposure", Max: 1000}},
	{24, camera.Control{Name: "sharpness", Min: -1, Max: 7}},
	{33, camera.Control{Name: "white_balance_temperature", Min: 2500, Max: 6500}},
}

// Controls returns the controls that the camera has.
func (c *Camera) Controls() ([]camera.Control, error) {
	var controls []camera.Control
	var last error
	for i := range cameraControls {
		control, err := c.control(i)
		if err != nil {
			last = err // not every camera has every control
			continue
		}
		controls = append(controls, control)
	}
	if controls == nil {
		return nil, last
	}
	return controls, nil
}

// Control returns a control by its name.
func (c *Camera) Control(name string) (camera.Control, error) {
	i, err := findControl(name)
	if err != nil {
		return camera.Control{}, err
	}
	return c.control(i)
}

func findControl(name string) (int, error) {
	all := make([]camera.Control, len(cameraControls))
	for i, known := range cameraControls {
		if all[i] = known.control; all[i].Name == name {
			return i, nil
		}
	}
	_, err := camera.Find(all, name)
	return 0, err
}

func (c *Camera) control(i int) (camera.Control, error) {
	control := cameraControls[i].control
	control.Step = 1
	ctx, cancel := context.WithTimeout(context.Background(), c.within)
	defer cancel()
	err := guarded(func() error {
		v, err := c.video.WithContext(ctx).GetCameraParameter(c.handle, cameraControls[i].number)
		control.Value = int64(v)
		return err
	})
	if err != nil {
		return control, fmt.Errorf("control %s: %w", control.Name, err)
	}
	return control, nil
}

// SetControl sets a control, and returns the value that the camera has afterwards.
func (c *Camera) SetControl(name string, to int64) (int64, error) {
	i, err := findControl(name)
	if err != nil {
		return 0, err
	}
	control := cameraControls[i].control
	if err := control.Check(to); err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), c.within)
	defer cancel()
	err = guarded(func() error {
		done, err := c.video.WithContext(ctx).SetCameraParameter(c.handle, cameraControls[i].number, int32(to))
		if err == nil && !done {
			err = errors.New("the robot did not accept it")
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("control %s: %w", name, err)
	}
	now, err := c.control(i)
	return now.Value, err
}

// Close closes the camera.
func (c *Camera) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), c.within)
	defer cancel()
	guarded(func() error { //nolint:errcheck // the robot may be gone
		_, err := c.video.WithContext(ctx).Unsubscribe(c.handle)
		return err
	})
	c.session.close()
	return nil
}

var _ camera.Reader = (*Camera)(nil)
