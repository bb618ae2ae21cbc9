package camera

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"gonao/devices/camera"
	"gonao/internal/si"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/ros"
)

// remembered is how many images are kept for a detection that comes after them.
const remembered = 8

// sayAgain is how long after the same error it is said again.
const sayAgain = 30 * time.Second

// eye is one camera. Its loop alone touches the images and what is not under mu.
type eye struct {
	node   *ros.Node
	which  nao.Camera
	name   string // top, bottom
	open   func() (camera.Reader, error)
	image  *ros.Publisher[sensormsgs.Image]
	info   *ros.Publisher[sensormsgs.CameraInfo]
	lens   sensormsgs.CameraInfo
	store  *store
	orders chan *order  // images to be stored, from services
	blobs  chan sighted // images to be stored for what is seen in them

	delay, retry atomic.Int64 // ns

	ring    [remembered]shot
	newest  int // of ring
	pending *order
	lastNo  uint32
	said    string // the last error
	saidAt  time.Time

	mu       sync.Mutex
	reader   camera.Reader // nil while there is none
	settings []setting     // that are set whenever it is opened
	health   health
}

// shot is an image and when it was taken.
type shot struct {
	frame camera.Frame
	taken time.Time
}

// health is what diagnostics tell.
type health struct {
	images, lost uint64
	err          error
	frequency    ros.Frequency
}

func newEye(n *ros.Node, which nao.Camera, cfg Config, open opener, s *store) (*eye, error) {
	e := &eye{
		node: n, which: which, name: names[which], store: s,
		open:   func() (camera.Reader, error) { return open(which) },
		orders: make(chan *order, 4), blobs: make(chan sighted, 4),
	}
	e.tune(cfg)
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
	if e.image, err = ros.Advertise[sensormsgs.Image](n, "camera/"+e.name+"/image_raw", ros.SensorData()); err != nil {
		return nil, err
	}
	e.info, err = ros.Advertise[sensormsgs.CameraInfo](n, "camera/"+e.name+"/camera_info", ros.SensorData())
	return e, err
}

func (e *eye) tune(cfg Config) {
	e.delay.Store(int64(si.Seconds(cfg.DelaySec)))
	e.retry.Store(int64(si.Seconds(cfg.RetryEverySec)))
}

// run reads the camera until ctx ends, and opens it anew when it goes.
func (e *eye) run(ctx context.Context) {
	for {
		err := e.look(ctx)
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

// look opens the camera and reads it until an error.
func (e *eye) look(ctx context.Context) error {
	r, err := e.open()
	if err != nil {
		return err
	}
	e.set(r)
	defer func() {
		e.mu.Lock()
		e.reader = nil
		e.mu.Unlock()
		_ = r.Close() // of a camera that has gone this fails, as it should
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

// set gives an opened camera its controls and lets the services have it.
func (e *eye) set(r camera.Reader) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range e.settings {
		if _, err := r.SetControl(s.name, s.value); err != nil {
			e.node.Log.Error("camera "+e.name+": control not set", "error", err)
		}
	}
	e.reader = r
}

// publish sends an image and its lens to who wants them.
func (e *eye) publish(s *shot) error {
	if e.image.Subscribers()+e.info.Subscribers() == 0 {
		return nil
	}
	f := &s.frame
	header := stdmsgs.Header{Stamp: ros.Stamp(s.taken), FrameId: e.which.OpticalFrame()}
	err := e.image.Publish(sensormsgs.Image{
		Header: header, Height: uint32(f.Height), Width: uint32(f.Width),
		Encoding: "yuv422_yuy2", Step: uint32(2 * f.Width), Data: f.YUYV,
	})
	if err != nil {
		return err
	}
	e.lens.Header = header
	return e.info.Publish(e.lens)
}

// count keeps the figures, and says when the camera has come.
func (e *eye) count(s *shot, first bool) {
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
		e.said = ""
	}
}

// fail says why there are no images, the same thing not too often.
func (e *eye) fail(err error) {
	e.mu.Lock()
	e.health.err = err
	e.mu.Unlock()
	if err == nil {
		return
	}
	now := e.node.Clock.Now()
	if text := err.Error(); text != e.said || now.Sub(e.saidAt) >= sayAgain {
		e.said, e.saidAt = text, now
		e.node.Log.Error("camera "+e.name+": no images; trying again", "every", time.Duration(e.retry.Load()), "error", err)
	}
}

// diagnose tells how the camera is.
func (e *eye) diagnose(d *ros.Diagnosis) {
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

// cameraInfo is a lens as a message.
func cameraInfo(c camera.Calibration) sensormsgs.CameraInfo {
	return sensormsgs.CameraInfo{
		Width: uint32(c.Width), Height: uint32(c.Height),
		DistortionModel: c.DistortionModel, D: c.Distortion,
		K: c.Camera, R: c.Rectification, P: c.Projection,
	}
}
