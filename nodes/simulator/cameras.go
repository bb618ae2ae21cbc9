package simulator

import (
	"math"
	"sync"
	"sync/atomic"
	"time"

	builtininterfaces "gonao/msgs/builtin_interfaces"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	device "gonao/nao/devices/camera"
	"gonao/nodes/internal/images"
	"gonao/ros"
	"gonao/sim"
	"gonao/sim/camera"
)

// cameras draws and publishes the images of one robot's head, on a drawing thread.
type cameras struct {
	node   *ros.Node
	prefix string // of topics and services
	frames ros.FramePrefix
	last   atomic.Bool // the node ends: do not draw
	thread *camera.Thread
	out    [nao.NumCameras]cameraOutput
	small  [nao.NumCameras]*images.Compressed
	info   sensormsgs.CameraInfo

	heads   [nao.NumCameras]*images.Drawn // state that the services control
	mu      sync.Mutex                    // over options and the thread's
	options camera.Options
}

// cameraOutput is the topics of one camera.
type cameraOutput struct {
	Images *ros.Publisher[sensormsgs.Image]      `topic:"{robot}camera/{top|bottom}/image_raw" qos:"sensor data" doc:"yuv422_yuy2, 30 Hz, while subscribed"`
	Infos  *ros.Publisher[sensormsgs.CameraInfo] `topic:"{robot}camera/{top|bottom}/camera_info" qos:"sensor data" doc:"with each image"`
}

// exposureControl is the control of a drawn camera: its brightness in percent, besides the parameter.
var exposureControl = device.Control{Name: "exposure_percent", Min: 5, Max: 1000, Step: 1, Default: 100, Value: 100}

// startAllCameras opens the cameras of all robots; nothing is drawn without a
// subscription. They must be closed, also after an error.
func startAllCameras(n *ros.Node, w *sim.World, cfg Config, store *images.Store) (all []*cameras, err error) {
	options := cfg.cameraOptions(n.HoldsImages())
	if options.Width == 320 && cfg.Camera.Width == 0 {
		n.Log.Warn("the kernel's receive buffer is too small for 640x480 images, sending 320x240; "+
			"to cure: sudo sysctl -w net.core.rmem_max=4194304", "receive_buffer", n.ReceiveBuffer())
	}
	for _, b := range w.Bodies() {
		c, err := startCameras(n, w, b, options, cfg, store)
		if err != nil {
			return all, err
		}
		all = append(all, c)
	}
	return all, nil
}

// startCameras opens both cameras of one robot.
func startCameras(n *ros.Node, w *sim.World, b *sim.Body, options camera.Options, cfg Config, store *images.Store) (c *cameras, err error) {
	k, err := options.Intrinsics()
	if err != nil {
		return nil, err
	}
	failed := func(err error) { n.Log.Error("no image", "error", err) }
	c = &cameras{node: n, prefix: b.Prefix(), frames: cfg.framePrefix(b), info: cameraInfo(k, options.Effects.Distortion), options: options}
	for i, name := range images.Names {
		if err := ros.Open(n, &c.out[i], "{robot}", b.Prefix(), "{top|bottom}", name); err != nil {
			return nil, err
		}
	}
	c.thread, err = camera.StartThread(w.Model(), b.Prefix(), options, c.deliver, failed)
	if err != nil {
		return nil, err
	}
	for i := range c.small {
		if c.small[i], err = images.NewCompressed(n, b.Prefix(), images.Names[i], cfg.Compressed, ros.NewSystemClock(), failed); err != nil {
			c.close()
			return nil, err
		}
	}
	if err = c.serve(store); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// serve offers the services of a camera node. Wall time ends a call that gets no images.
func (c *cameras) serve(store *images.Store) error {
	served := images.Cameras{Select: func(word string) {
		for which, head := range c.heads {
			head.Select(images.Wants(word, nao.Camera(which)))
		}
	}}
	for which, name := range images.Names {
		orders := images.NewOrders(c.prefix+name, store, ros.NewSystemClock())
		c.heads[which] = images.NewDrawn("the simulator", orders, []device.Control{exposureControl}, func(_ string, percent int64) { c.expose(which, percent) })
		served.Each[which] = c.heads[which]
	}
	return images.Serve(c.node, c.prefix, served)
}

// expose sets a factor on the brightness of one camera.
func (c *cameras) expose(which int, percent int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.options.Exposures[which] = float64(percent) / 100
	if err := c.thread.Tune(c.options); err != nil {
		c.node.Log.Error("exposure not set", "error", err)
	}
}

func (c *cameras) close() {
	c.thread.Close()
	for _, s := range c.small {
		if s != nil {
			s.Close()
		}
	}
}

// end stops the drawing, so that close does not wait for an image.
func (c *cameras) end() {
	c.last.Store(true)
	c.want()
}

// tune sets other parameters of the images. The exposures that services have set stay.
func (c *cameras) tune(options camera.Options, cfg images.Compression) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	options.Exposures = c.options.Exposures
	c.options = options
	for _, s := range c.small {
		s.Tune(cfg)
	}
	return c.thread.Tune(options)
}

// want makes the thread draw the images of selected cameras that have a subscription or are to be stored.
func (c *cameras) want() {
	for i := range nao.Camera(nao.NumCameras) {
		wanted := c.heads[i].Wanted() || c.small[i].Wanted() || c.out[i].Images.Subscribers()+c.out[i].Infos.Subscribers() > 0
		c.thread.Want(i, wanted && c.heads[i].Open() && !c.last.Load())
	}
}

// deliver publishes one image; it runs on the drawing thread.
func (c *cameras) deliver(img *camera.Image) {
	header := stdmsgs.Header{Stamp: stampOf(img.TimeSec), FrameId: c.frames.Frame(img.Camera.OpticalFrame())}
	err := c.out[img.Camera].Images.Publish(sensormsgs.Image{
		Header: header, Height: uint32(img.Height), Width: uint32(img.Width),
		Encoding: "yuv422_yuy2", Step: uint32(2 * img.Width), Data: img.YUYV,
	})
	c.small[img.Camera].Offer(header, img.Width, img.Height, img.YUYV)
	frame := device.Frame{Width: img.Width, Height: img.Height, YUYV: img.YUYV}
	c.heads[img.Camera].Keep(&frame, ros.StampTime(header.Stamp))
	if err == nil {
		info := c.info
		info.Header = header
		err = c.out[img.Camera].Infos.Publish(info)
	}
	if err != nil {
		c.node.Log.Error("image not published", "error", err)
	}
}

// stampOf returns a simulated time as a stamp, to the microsecond: cycles are whole
// milliseconds, and a float's last digits are not.
func stampOf(sec float64) builtininterfaces.Time {
	return ros.EpochStamp(time.Duration(math.Round(sec*1e6)) * time.Microsecond)
}

// cameraInfo returns the description of a pinhole without distortion.
func cameraInfo(k camera.Intrinsics, k1 float64) sensormsgs.CameraInfo {
	return sensormsgs.CameraInfo{
		Width: uint32(k.Width), Height: uint32(k.Height),
		DistortionModel: "plumb_bob", D: []float64{k1, 0, 0, 0, 0},
		K: [9]float64{k.FX, 0, k.CX, 0, k.FY, k.CY, 0, 0, 1},
		R: [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1},
		P: [12]float64{k.FX, 0, k.CX, 0, 0, k.FY, k.CY, 0, 0, 0, 1, 0},
	}
}
