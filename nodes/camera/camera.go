// Package camera is the node of the robot's cameras. Where they are and how their
// images come is a device's business (V4L2) or a recorded stream's; the topics are the
// simulator's.
//
//	publishes   camera/top/image_raw        sensor_msgs/Image       yuv422_yuy2, while subscribed, sensor data
//	            camera/bottom/image_raw     sensor_msgs/Image
//	            camera/top/camera_info      sensor_msgs/CameraInfo  the lens, with the image's stamp
//	            camera/bottom/camera_info   sensor_msgs/CameraInfo
//	            /diagnostics                diagnostic_msgs/DiagnosticArray each camera: its rate, what was lost
//	subscribes  color_blobs                 gonao_msgs/ColorBlobArray       images of what is seen are stored, if wanted
//	serves      select_camera               gonao_msgs/SelectCamera         top, bottom, both or none
//	            store_images                gonao_msgs/StoreImages
//	            camera/top/get_controls     gonao_msgs/GetCameraControls    brightness, exposure, …
//	            camera/bottom/get_controls  gonao_msgs/GetCameraControls
//	            camera/top/set_control      gonao_msgs/SetCameraControl
//	            camera/bottom/set_control   gonao_msgs/SetCameraControl
//
// An image is stamped with the time when it was taken. A camera that is not there is
// said so, with what to do, and tried again until it comes; one that goes away is
// opened again, with the controls that were set. A reader who is too slow loses images,
// nobody waits for it.
package camera

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"gonao/devices/camera"
	"gonao/devices/camera/v4l2"
	"gonao/msgs"
	"gonao/nao"
	"gonao/nao_driver/naoqi"
	"gonao/ros"
	"gonao/ros/param"
)

// opener opens a camera; tests have one of their own.
type opener func(which nao.Camera) (camera.Reader, error)

// node is the running node.
type node struct {
	*ros.Node
	eyes  [nao.NumCameras]*eye
	store *store

	mu      sync.Mutex // over selecting
	running [nao.NumCameras]*run
	ctx     context.Context // of the eyes
}

// run is an eye that is open, or waits for its camera.
type run struct {
	cancel context.CancelFunc
	done   chan struct{}
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	return runWith(ctx, n, cfg, func(which nao.Camera) (camera.Reader, error) {
		device := cfg.of(which).Device
		if filepath.Ext(device) == ".y4m" {
			return openRecording(device, n, cfg)
		}
		if address, its := strings.CutPrefix(device, "naoqi:"); its {
			return openNAOqi(ctx, address, n, cfg, which)
		}
		return v4l2.Open(device, cfg.options(which))
	})
}

// openNAOqi opens a camera of a robot with the maker's own firmware, whose images stand
// upright whatever the flips say.
func openNAOqi(ctx context.Context, address string, n *ros.Node, cfg Config, which nao.Camera) (camera.Reader, error) {
	robot := naoqi.DefaultConfig()
	robot.Address = address
	if cfg.Height != cfg.Width*3/4 {
		return nil, fmt.Errorf("%s: height %d: expected three quarters of the width, %d", address, cfg.Height, cfg.Width*3/4)
	}
	rate := 30
	if cfg.RateHz > 0 {
		rate = int(min(max(cfg.RateHz, 1), 30))
	}
	return naoqi.OpenCamera(ctx, robot, naoqi.CameraConfig{Bottom: which == nao.BottomCamera, Width: cfg.Width, Rate: rate}, ros.NewSystemClock(), n.Log)
}

// openRecording opens a stream whose images must have the size that is wanted.
func openRecording(path string, n *ros.Node, cfg Config) (camera.Reader, error) {
	r, err := camera.OpenRecording(path, camera.RecordingOptions{Loop: true, Clock: n.Clock})
	if err != nil {
		return nil, err
	}
	if w, h := r.Size(); w != cfg.Width || h != cfg.Height {
		return nil, errors.Join(fmt.Errorf("recorded stream %s: it has %d×%d images, width and height say %d×%d", path, w, h, cfg.Width, cfg.Height), r.Close())
	}
	return r, nil
}

func runWith(ctx context.Context, n *ros.Node, cfg Config, open opener) error {
	if err := param.Check(&cfg); err != nil {
		return err
	}
	if !n.HoldsImages() && cfg.Width*cfg.Height > 320*240 {
		n.Log.Warn("the kernel's receive buffer is too small for images of this size: those who subscribe will lose some; "+
			"to cure, where they run: sudo sysctl -w net.core.rmem_max=4194304", "receive_buffer", n.ReceiveBuffer())
	}
	ctx, cancel := context.WithCancel(ctx)
	c := &node{Node: n, ctx: ctx, store: newStore(n, cfg.Store)}
	defer c.store.end()
	defer c.selectCameras("none")
	defer cancel()
	for which := range nao.Camera(nao.NumCameras) {
		var err error
		if c.eyes[which], err = newEye(n, which, cfg, open, c.store); err != nil {
			return err
		}
	}
	if err := c.serve(); err != nil {
		return err
	}
	if err := ros.OnReconfigure(n, func(changed Config) error { c.tune(changed); return nil }); err != nil {
		return err
	}
	blobs, err := ros.Subscribe[msgs.ColorBlobArray](n, "color_blobs", ros.SensorData())
	if err != nil {
		return err
	}
	c.selectCameras(cfg.Cameras)
	for {
		select {
		case <-ctx.Done():
			return nil
		case seen := <-blobs.C():
			c.store.seen(&seen, c.eyes[:])
		}
	}
}

// tune takes the parameters that may change while the node runs.
func (c *node) tune(cfg Config) {
	c.store.tune(cfg.Store)
	for _, e := range c.eyes {
		e.tune(cfg)
	}
}

// selectCameras opens the cameras of the word and closes the others; it waits until
// those are closed.
func (c *node) selectCameras(word string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for which, e := range c.eyes {
		r := c.running[which]
		switch wanted := wants(word, nao.Camera(which)); {
		case wanted && r == nil && c.ctx.Err() == nil:
			ctx, cancel := context.WithCancel(c.ctx)
			r = &run{cancel: cancel, done: make(chan struct{})}
			c.running[which] = r
			go func() {
				defer close(r.done)
				e.run(ctx)
			}()
		case !wanted && r != nil:
			r.cancel()
			<-r.done
			c.running[which] = nil
		}
	}
}

// eyeOf gives the camera of a word.
func (c *node) eyeOf(word string) (*eye, error) {
	for which, name := range names {
		if word == name {
			return c.eyes[which], nil
		}
	}
	return nil, fmt.Errorf("camera %q: expected top or bottom", word)
}
