package gazebobridge

import (
	"cmp"
	"fmt"
	"sync"

	bridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	device "gonao/nao/devices/camera"
	"gonao/nodes/internal/images"
	"gonao/ros"
)

// cameras publishes the head's images. Gazebo renders only while subscribed, so this node subscribes there only while it
// has subscribers.
type cameras struct {
	node  *ros.Node
	gz    *transport.Node
	each  [nao.NumCameras]*camera
	store *images.Store
	stop  chan struct{}
	ended sync.WaitGroup
}

// camera is one camera of the head.
type camera struct {
	which  nao.Camera
	frame  string                                // frame of the images
	Images *ros.Publisher[sensormsgs.Image]      `topic:"camera/{top|bottom}/image_raw" qos:"sensor data" doc:"as the model's camera, while subscribed"`
	Infos  *ros.Publisher[sensormsgs.CameraInfo] `topic:"camera/{top|bottom}/camera_info" qos:"sensor data" doc:"with each image"`
	small  *images.Compressed
	head   *images.Drawn // state that the services control
	open   []*transport.Subscription
	next   chan transport.Message // the newest image
	logged string                 // the last error

	mu   sync.Mutex
	info *sensormsgs.CameraInfo
}

func newCameras(n *ros.Node, gz *transport.Node, cfg Config) (*cameras, error) {
	c := &cameras{node: n, gz: gz, stop: make(chan struct{}), store: images.NewStore(cfg.Store, nil)}
	for i, name := range images.Names {
		e := &camera{which: nao.Camera(i), frame: cfg.FramePrefix.Frame(nao.Camera(i).OpticalFrame()), next: make(chan transport.Message, 1)}
		if err := ros.Open(n, e, "{top|bottom}", name); err != nil {
			return nil, err
		}
		var err error
		if e.small, err = images.NewCompressed(n, "", name, cfg.Compressed, ros.NewSystemClock(), func(err error) {
			n.Log.Error("image not compressed", "error", err)
		}); err != nil {
			return nil, err
		}
		orders := images.NewOrders(images.Names[i], c.store, ros.NewSystemClock())
		e.head = images.NewDrawn("Gazebo", orders, nil, nil)
		c.each[i] = e
	}
	if err := c.serve(); err != nil {
		return nil, err
	}
	for _, e := range c.each {
		c.ended.Go(func() {
			for {
				select {
				case <-c.stop:
					return
				case m := <-e.next:
					if err := e.publish(m); err != nil && err.Error() != e.logged {
						e.logged = err.Error()
						n.Log.Error("image not passed on", "error", err)
					}
				}
			}
		})
	}
	return c, nil
}

// serve offers the services of a camera node. Nothing of a camera can be set while Gazebo runs.
func (c *cameras) serve() error {
	served := images.Cameras{Select: func(word string) {
		for which, e := range c.each {
			e.head.Select(images.Wants(word, nao.Camera(which)))
		}
	}}
	for which, e := range c.each {
		served.Each[which] = e.head
	}
	return images.Serve(c.node, "", served)
}

// look subscribes to Gazebo's images while ours have subscribers or are to be stored.
func (c *cameras) look(w bridge.World, names nao.GazeboNames) {
	for _, e := range c.each {
		wanted := e.head.Wanted() || e.small.Wanted() || e.Images.Subscribers()+e.Infos.Subscribers() > 0
		switch {
		case !wanted || !e.head.Open():
			e.close()
		case len(e.open) == 0:
			if err := e.subscribe(c.gz, w, names); err != nil {
				c.node.Log.Error("camera", "error", err)
			}
		}
	}
}

// tune sets other parameters of the images.
func (c *cameras) tune(cfg images.Compression, files images.Files) {
	c.store.Tune(files)
	for _, e := range c.each {
		e.small.Tune(cfg)
	}
}

func (c *cameras) close() {
	for _, e := range c.each {
		e.close()
	}
	close(c.stop)
	c.ended.Wait()
	for _, e := range c.each {
		e.small.Close()
	}
	c.store.Close()
}

func (e *camera) close() {
	for _, s := range e.open {
		s.Close()
	}
	e.open = nil
}

func (e *camera) subscribe(gz *transport.Node, w bridge.World, names nao.GazeboNames) error {
	info, err := gz.Subscribe(names.CameraInfo(e.which), w.Generation.Type(&gzmsgs.CameraInfo{}), e.receiveInfo)
	if err != nil {
		return err
	}
	images, err := gz.Subscribe(names.Image(e.which), w.Generation.Type(&gzmsgs.Image{}), e.receive)
	if err != nil {
		info.Close()
		return err
	}
	e.open = []*transport.Subscription{info, images}
	return nil
}

// receive keeps the newest image for the goroutine that publishes it.
func (e *camera) receive(m transport.Message) {
	for {
		select {
		case e.next <- m:
			return
		default:
		}
		select {
		case <-e.next:
		default:
		}
	}
}

// receiveInfo keeps the newest description of the lens.
func (e *camera) receiveInfo(m transport.Message) {
	var g gzmsgs.CameraInfo
	if m.Into(&g) != nil {
		return // the next one comes with the next image
	}
	info := cameraInfo(&g)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.info = &info
}

// publish publishes an image in the encoding of the robot's cameras, with the lens.
func (e *camera) publish(m transport.Message) error {
	var g gzmsgs.Image
	if err := m.Into(&g); err != nil {
		return err
	}
	header := stdmsgs.Header{Stamp: ros.EpochStamp(g.GetHeader().GetStamp().Duration()), FrameId: e.frame}
	data, err := yuyv(&g)
	if err != nil {
		return fmt.Errorf("camera %s: %w", e.which, err)
	}
	e.small.Offer(header, int(g.GetWidth()), int(g.GetHeight()), data)
	frame := device.Frame{Width: int(g.GetWidth()), Height: int(g.GetHeight()), YUYV: data}
	e.head.Keep(&frame, ros.StampTime(header.Stamp))
	err = e.Images.Publish(sensormsgs.Image{
		Header: header, Height: g.GetHeight(), Width: g.GetWidth(), Encoding: "yuv422_yuy2", Step: 2 * g.GetWidth(), Data: data,
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	if err == nil && e.info != nil {
		info := *e.info
		info.Header = header
		err = e.Infos.Publish(info)
	}
	return err
}

// cameraInfo returns a lens as ROS has it: ROS counts pixels from the middle of the first one,
// Gazebo from its corner.
func cameraInfo(g *gzmsgs.CameraInfo) sensormsgs.CameraInfo {
	c := sensormsgs.CameraInfo{
		Width: g.GetWidth(), Height: g.GetHeight(), DistortionModel: "plumb_bob", D: make([]float64, 5),
		R: [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1},
	}
	copy(c.D, g.GetDistortion().GetK())
	copy(c.K[:], g.GetIntrinsics().GetK())
	if p := g.GetProjection().GetP(); len(p) == len(c.P) {
		copy(c.P[:], p)
	} else {
		k := c.K
		c.P = [12]float64{k[0], k[1], k[2], 0, k[3], k[4], k[5], 0, k[6], k[7], k[8], 0}
	}
	for _, i := range [2]int{2, 5} {
		c.K[i] -= 0.5
	}
	for _, i := range [2]int{2, 6} {
		c.P[i] -= 0.5
	}
	return c
}

// yuyv converts an RGB image to YUV 4:2:2, full range BT.601, the encoding of the robot's cameras.
func yuyv(g *gzmsgs.Image) ([]byte, error) {
	width, height, step := int(g.GetWidth()), int(g.GetHeight()), int(g.GetStep())
	step = cmp.Or(step, 3*width)
	switch {
	case g.GetPixelFormatType() != gzmsgs.PixelFormatType_RGB_INT8:
		return nil, fmt.Errorf("image of format %v: expected RGB_INT8 (R8G8B8 in the SDF)", g.GetPixelFormatType())
	case width <= 0 || height <= 0 || width%2 != 0 || width > 1<<14 || height > 1<<14:
		return nil, fmt.Errorf("image of %d x %d: expected an even width", width, height)
	case step < 3*width || len(g.GetData()) < step*(height-1)+3*width:
		return nil, fmt.Errorf("image of %d x %d in %d bytes: too few", width, height, len(g.GetData()))
	}
	out := make([]byte, 0, 2*width*height)
	for row := range height {
		line := g.GetData()[row*step:][:3*width]
		for i := 0; i < len(line); i += 6 {
			r0, g0, b0 := int(line[i]), int(line[i+1]), int(line[i+2])
			r1, g1, b1 := int(line[i+3]), int(line[i+4]), int(line[i+5])
			r, gr, b := r0+r1, g0+g1, b0+b1
			// In 16.16 fixed point; chroma of both pixels together.
			u := (-11059*r - 21709*gr + 32768*b + 257<<16) >> 17
			v := (32768*r - 27439*gr - 5329*b + 257<<16) >> 17
			out = append(out, luma(r0, g0, b0), byte(min(max(u, 0), 255)), luma(r1, g1, b1), byte(min(max(v, 0), 255)))
		}
	}
	return out, nil
}

func luma(r, g, b int) byte { return byte((19595*r + 38470*g + 7471*b + 1<<15) >> 16) }
