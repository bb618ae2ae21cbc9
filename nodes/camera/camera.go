// Package camera is the node of the robot's cameras. It reads V4L2 devices, recorded streams or
// a robot with NAOqi, and publishes the same topics as the simulator.
//
//	subscribes  color_blobs                                        gonao_msgs/ColorBlobArray        images of what is seen are stored, if wanted
//	publishes   /diagnostics                                       diagnostic_msgs/DiagnosticArray  each camera: its rate, what was lost, 1 Hz
//	            camera/top/image_raw, camera/bottom/image_raw      sensor_msgs/Image                yuv422_yuy2, 30 Hz, while subscribed
//	            camera/top/camera_info, camera/bottom/camera_info  sensor_msgs/CameraInfo           the lens, with the image
//
// An image is stamped with the time when it was taken. If a camera is missing, the node logs what to
// do and tries again until the camera is there. A camera that disappears is opened again, with the
// controls that were set. A slow reader loses images and delays nobody.
package camera

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"gonao/msgs"
	"gonao/nao"
	"gonao/nao/devices/camera"
	"gonao/nao/devices/camera/v4l2"
	"gonao/nao_driver/naoqi"
	"gonao/nodes/internal/images"
	"gonao/ros"
)

// opener opens a camera. Tests have their own.
type opener func(which nao.Camera) (camera.Reader, error)

// node is the running node.
type node struct {
	*ros.Node
	Health *ros.DiagnosticsUpdater                `topic:"/diagnostics" doc:"each camera: its rate, what was lost, 1 Hz"`
	Blobs  *ros.Subscription[msgs.ColorBlobArray] `topic:"color_blobs" qos:"sensor data" doc:"images of what is seen are stored, if wanted"`
	loops  [nao.NumCameras]*loop
	store  *store

	mu      sync.Mutex // over selecting
	running [nao.NumCameras]*run
	ctx     context.Context // context of the camera loops
}

// run is a camera loop that runs.
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
		return v4l2.Open(device, v4l2.Options{Images: cfg.Images, Flip: cfg.of(which).Flip})
	})
}

// openNAOqi opens a camera of a robot with NAOqi. Its images are upright: the flips are ignored.
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

// openRecording opens a recorded stream. Its images must have the configured size.
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
	if !n.HoldsImages() && cfg.Width*cfg.Height > 320*240 {
		n.Log.Warn("the kernel's receive buffer is too small for images of this size: those who subscribe will lose some; "+
			"to cure, where they run: sudo sysctl -w net.core.rmem_max=4194304", "receive_buffer", n.ReceiveBuffer())
	}
	ctx, cancel := context.WithCancel(ctx)
	c := &node{Node: n, ctx: ctx, store: newStore(n, cfg.Store)}
	defer c.store.Close()
	defer c.selectCameras("none")
	defer cancel()
	for which := range nao.Camera(nao.NumCameras) {
		var err error
		if c.loops[which], err = newLoop(n, which, cfg, open, c.store); err != nil {
			return err
		}
		defer c.loops[which].small.Close()
	}
	if err := c.serve(); err != nil {
		return err
	}
	if err := ros.OnReconfigure(n, func(changed Config) error { c.applyParameters(changed); return nil }); err != nil {
		return err
	}
	c.selectCameras(cfg.Cameras)
	n.Ready()
	for {
		select {
		case <-ctx.Done():
			return nil
		case seen := <-c.Blobs.C():
			c.store.seen(&seen, c.loops[:])
		}
	}
}

// applyParameters applies the parameters that may change while the node runs.
func (c *node) applyParameters(cfg Config) {
	c.store.applyParameters(cfg.Store)
	for _, e := range c.loops {
		e.applyParameters(cfg)
	}
}

// selectCameras opens the cameras that a word names (top, bottom, both, none) and closes the others. It blocks until
// those are closed.
func (c *node) selectCameras(word string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for which, e := range c.loops {
		r := c.running[which]
		switch wanted := images.Wants(word, nao.Camera(which)); {
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
