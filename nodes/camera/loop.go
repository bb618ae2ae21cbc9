package camera

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/nao/devices/camera"
	"gonao/nodes/internal/images"
	"gonao/ros"
)

// remembered is how many images are kept, since a detection arrives after its image.
const remembered = 8

// repeatAfter is the time until the same error is logged again.
const repeatAfter = 30 * time.Second

// loop is one camera and its loop. Only the loop uses the images and the fields that mu does not guard.
type loop struct {
	*images.Orders

	node  *ros.Node
	which nao.Camera
	name  string // top, bottom
	frame string // frame of the images
	open  func() (camera.Reader, error)
	Image *ros.Publisher[sensormsgs.Image]      `topic:"camera/{top|bottom}/image_raw" qos:"sensor data" doc:"yuv422_yuy2, 30 Hz, while subscribed"`
	Info  *ros.Publisher[sensormsgs.CameraInfo] `topic:"camera/{top|bottom}/camera_info" qos:"sensor data" doc:"the lens, with the image"`
	small *images.Compressed
	lens  sensormsgs.CameraInfo
	store *store
	blobs chan sighted // images with interesting objects, to be stored

	delay, retry atomic.Int64 // ns

	ring     [remembered]shot
	newest   int // newest index of ring
	lastNo   uint32
	logged   string // the last error
	loggedAt time.Time

	mu       sync.Mutex
	reader   camera.Reader // nil while the camera is absent
	settings []setting     // applied whenever it is opened
	health   health
}

// shot is an image and the time when it was taken.
type shot struct {
	frame camera.Frame
	taken time.Time
}

// health holds the figures of /diagnostics.
type health struct {
	images, lost uint64
	err          error
	frequency    ros.Frequency
}

func newLoop(n *ros.Node, which nao.Camera, cfg Config, open opener, s *store) (*loop, error) {
	e := &loop{
		Orders: images.NewOrders(images.Names[which], s.Store, n.Clock),
		frame:  cfg.FramePrefix.Frame(which.OpticalFrame()),
		node:   n, which: which, name: images.Names[which], store: s,
		open:  func() (camera.Reader, error) { return open(which) },
		blobs: make(chan sighted, 4),
	}
	e.applyParameters(cfg)
	if cfg.RateHz > 0 {
		e.health.frequency = ros.Frequency{MinHz: cfg.RateHz, Tolerance: 0.2}
	}
	lens, err := cfg.calibration(which)
	if err != nil {
		return nil, err
	}
	if cfg.of(which).Calibration == "" {
		n.Log.Info("camera "+e.name+": no calibration, taking the V6's nominal lens", "parameter", e.name+".calibration")
	}
	e.lens = cameraInfo(lens)
	if e.settings, err = cfg.of(which).settings(); err != nil {
		return nil, err
	}
	if err = ros.Open(n, e, "{top|bottom}", e.name); err != nil {
		return nil, err
	}
	e.small, err = images.NewCompressed(n, "", e.name, cfg.Compressed, ros.NewSystemClock(), func(err error) {
		n.Log.Error("camera "+e.name+": image not compressed", "error", err)
	})
	return e, err
}

func (e *loop) applyParameters(cfg Config) {
	e.delay.Store(int64(cfg.Delay))
	e.retry.Store(int64(cfg.RetryEvery))
	if e.small != nil {
		e.small.Tune(cfg.Compressed)
	}
}

// run reads the camera until ctx ends, and opens it again after an error.
func (e *loop) run(ctx context.Context) {
	for {
		err := e.read(ctx)
		if ctx.Err() != nil {
			e.fail(nil)
			e.refuse("the camera was closed")
			return
		}
		e.fail(err)
		e.refuse(err.Error())
		if e.node.Clock.Sleep(ctx, time.Duration(e.retry.Load())) != nil {
			return
		}
	}
}

// read opens the camera and reads images until an error.
func (e *loop) read(ctx context.Context) error {
	r, err := e.open()
	if err != nil {
		return err
	}
	e.set(r)
	defer func() {
		e.mu.Lock()
		e.reader = nil
		e.mu.Unlock()
		_ = r.Close() // fails for a camera that has disappeared
	}()
	for first := true; ; first = false {
		next := (e.newest + 1) % remembered
		s := &e.ring[next]
		s.taken = time.Time{}
		if err := r.Next(ctx, &s.frame); err != nil {
			return err
		}
		s.taken = e.node.Clock.Now().Add(-s.frame.Age - time.Duration(e.delay.Load()))
		e.newest = next
		if err := e.publish(s); err != nil {
			return err
		}
		e.count(s, first)
		e.keep(s)
	}
}

// set applies the settings to an opened camera and makes it available to the services.
func (e *loop) set(r camera.Reader) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range e.settings {
		if _, err := r.SetControl(s.name, s.value); err != nil {
			e.node.Log.Error("camera "+e.name+": control not set", "error", err)
		}
	}
	e.reader = r
}

// publish publishes an image and its camera_info while they are subscribed.
func (e *loop) publish(s *shot) error {
	if !e.small.Wanted() && e.Image.Subscribers()+e.Info.Subscribers() == 0 {
		return nil
	}
	f := &s.frame
	header := stdmsgs.Header{Stamp: ros.Stamp(s.taken), FrameId: e.frame}
	e.small.Offer(header, f.Width, f.Height, f.YUYV)
	err := e.Image.Publish(sensormsgs.Image{
		Header: header, Height: uint32(f.Height), Width: uint32(f.Width),
		Encoding: "yuv422_yuy2", Step: uint32(2 * f.Width), Data: f.YUYV,
	})
	if err != nil {
		return err
	}
	e.lens.Header = header
	return e.Info.Publish(e.lens)
}

// count updates the figures, and logs when the camera delivers its first image.
func (e *loop) count(s *shot, first bool) {
	e.mu.Lock()
	e.health.images++
	if gap := s.frame.Sequence - e.lastNo; !first && gap > 1 && gap < 1<<31 {
		e.health.lost += uint64(gap - 1)
	}
	e.health.err = nil
	e.health.frequency.Tick()
	e.mu.Unlock()
	e.lastNo = s.frame.Sequence
	if first {
		e.node.Log.Info("camera "+e.name+" gives images", "size", fmt.Sprintf("%dx%d", s.frame.Width, s.frame.Height))
		e.logged = ""
	}
}

// fail logs why there are no images, each reason once per repeatAfter.
func (e *loop) fail(err error) {
	e.mu.Lock()
	e.health.err = err
	e.mu.Unlock()
	if err == nil {
		return
	}
	now := e.node.Clock.Now()
	if text := err.Error(); text != e.logged || now.Sub(e.loggedAt) >= repeatAfter {
		e.logged, e.loggedAt = text, now
		e.node.Log.Error("camera "+e.name+": no images; trying again", "every", time.Duration(e.retry.Load()), "error", err)
	}
}

// diagnose reports the camera's health.
func (e *loop) diagnose(d *ros.Diagnosis) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.health.err != nil:
		d.Set(ros.HealthError, e.health.err.Error())
	case e.reader == nil:
		d.Set(ros.HealthStale, "closed")
	default:
		e.health.frequency.Check(d)
	}
	d.Add("images", e.health.images)
	d.Add("lost", e.health.lost)
}

// cameraInfo returns the message of a lens.
func cameraInfo(c camera.Calibration) sensormsgs.CameraInfo {
	return sensormsgs.CameraInfo{
		Width: uint32(c.Width), Height: uint32(c.Height),
		DistortionModel: c.DistortionModel, D: c.Distortion,
		K: c.Camera, R: c.Rectification, P: c.Projection,
	}
}
