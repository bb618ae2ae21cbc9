// Package images holds what the nodes with cameras share: images compressed for viewers that are far
// away, encoded once for all of them.
//
//	publishes  camera/top/image_raw/compressed, camera/bottom/image_raw/compressed  sensor_msgs/CompressedImage   JPEG, ≤ 15 Hz of wall time, while subscribed
//	serves     select_camera                                                        gonao_msgs/SelectCamera       opens the cameras top, bottom, both or none
//	           store_images                                                         gonao_msgs/StoreImages        the next images as files
//	           camera/top/get_controls, camera/bottom/get_controls                  gonao_msgs/GetCameraControls  the controls of the camera, with ranges and values
//	           camera/top/set_control, camera/bottom/set_control                    gonao_msgs/SetCameraControl   sets one of them
package images

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"sync"
	"sync/atomic"
	"time"

	"gonao/internal/latest"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// format is the format string of image_transport for JPEG images of our encoding, decoded to colours.
const format = "yuv422_yuy2; jpeg compressed bgr8"

// Compression holds the parameters of compressed images.
type Compression struct {
	RateHz  float64 `yaml:"rate_hz" unit:"Hz" min:"0" max:"1000" desc:"images a second of wall time at most, of each camera; 0: all"`
	Quality int     `yaml:"quality" min:"1" max:"100" desc:"of the JPEG images"`
}

// Outputs holds the parameters of a node whose images are published as JPEG and kept as files.
type Outputs struct {
	Compressed Compression `yaml:"compressed" desc:"camera/…/image_raw/compressed: JPEG images, for viewers; encoded once for all who subscribe"`
	Store      Files       `yaml:"store" desc:"images that are kept as files"`
}

// DefaultOutputs returns the defaults of both.
func DefaultOutputs() Outputs {
	return Outputs{Compressed: DefaultCompression(), Store: DefaultFiles()}
}

// DefaultCompression is 15 images a second of some 35 kB.
func DefaultCompression() Compression { return Compression{RateHz: 15, Quality: 75} }

// Clock is wall time.
type Clock interface{ Now() time.Time }

// frame is an image that waits to be encoded.
type frame struct {
	header        stdmsgs.Header
	width, height int
	yuyv          []byte
}

// Compressed publishes images of one camera as JPEG on the topic compressed below that of the images.
// One goroutine encodes; an image that comes while the one before is being encoded replaces that which
// waits. Offer is for one goroutine, the other methods are safe for concurrent use.
type Compressed struct {
	Images  *ros.Publisher[sensormsgs.CompressedImage] `topic:"{robot}camera/{top|bottom}/image_raw/compressed" qos:"sensor data" doc:"JPEG, ≤ 15 Hz of wall time, while subscribed"`
	clock   Clock
	tuned   atomic.Pointer[Compression]
	next    latest.Value[frame]
	encoded atomic.Uint64
	failed  func(error)
	due     time.Time // of the next image

	stop chan struct{}
	done sync.WaitGroup
}

// NewCompressed advertises the compressed images of a camera, top or bottom, of a robot, whose prefix is empty or ends
// with a slash. failed receives errors of publishing. The caller must call Close.
func NewCompressed(n *ros.Node, robot, camera string, cfg Compression, clock Clock, failed func(error)) (*Compressed, error) {
	c := &Compressed{clock: clock, failed: failed, stop: make(chan struct{})}
	if err := ros.Open(n, c, "{robot}", robot, "{top|bottom}", camera); err != nil {
		return nil, err
	}
	c.Tune(cfg)
	updates := c.next.Updates()
	c.done.Go(func() { c.run(updates) })
	return c, nil
}

// Tune sets other parameters, from the next image on.
func (c *Compressed) Tune(cfg Compression) { c.tuned.Store(&cfg) }

// Wanted reports whether there is a subscriber.
func (c *Compressed) Wanted() bool { return c.Images.Subscribers() > 0 }

// Encoded returns the number of images that were encoded.
func (c *Compressed) Encoded() uint64 { return c.encoded.Load() }

// Close ends the goroutine and blocks until the image that is being encoded is done.
func (c *Compressed) Close() {
	close(c.stop)
	c.done.Wait()
}

// Offer encodes an image of packed YUV 4:2:2 if it is due and there is a subscriber. It copies the image and never waits.
func (c *Compressed) Offer(header stdmsgs.Header, width, height int, yuyv []byte) {
	if !c.Wanted() || !c.isDue() {
		return
	}
	f := c.next.Slot()
	f.header, f.width, f.height = header, width, height
	f.yuyv = append(f.yuyv[:0], yuyv...)
	c.next.Publish()
}

// isDue reports whether the rate allows an image now, and counts it. An image may come a quarter of a
// period early: those of a camera have jitter.
func (c *Compressed) isDue() bool {
	rate := c.tuned.Load().RateHz
	if rate <= 0 {
		return true
	}
	period := time.Duration(float64(time.Second) / rate)
	now := c.clock.Now()
	if c.due.Sub(now) > period { // the rate was raised, or the clock was set back
		c.due = now
	}
	if now.Before(c.due.Add(-period / 4)) {
		return false
	}
	if c.due.Before(now.Add(-period)) {
		c.due = now
	}
	c.due = c.due.Add(period)
	return true
}

// run encodes and publishes the images that were offered.
func (c *Compressed) run(updates <-chan struct{}) {
	var e encoder
	message := sensormsgs.CompressedImage{Format: format}
	for {
		select {
		case <-c.stop:
			return
		case <-updates:
		}
		f, isNew := c.next.Get()
		if !isNew {
			continue
		}
		data, err := e.encode(f, c.tuned.Load().Quality)
		c.encoded.Add(1)
		if err == nil {
			message.Header, message.Data = f.header, data
			err = c.Images.Publish(message)
		}
		if err != nil {
			c.failed(err)
		}
	}
}

// encoder turns images into JPEG; its buffers are used again.
type encoder struct {
	planes image.YCbCr
	out    buffer
}

// buffer is a bytes.Buffer to which image/jpeg writes without its own buffer.
type buffer struct{ bytes.Buffer }

// Flush does nothing.
func (buffer) Flush() error { return nil }

// encode returns the image as JPEG, valid until the next call. Luma and chroma are taken as they are:
// those of the cameras and of JPEG are both full range by BT.601.
func (e *encoder) encode(f *frame, quality int) ([]byte, error) {
	if f.width < 2 || f.width%2 != 0 || f.height < 1 || len(f.yuyv) < 2*f.width*f.height {
		return nil, fmt.Errorf("image of %d x %d in %d bytes: expected packed YUV 4:2:2 of an even width", f.width, f.height, len(f.yuyv))
	}
	e.split(f)
	e.out.Reset()
	if err := jpeg.Encode(&e.out, &e.planes, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("compress image: %w", err)
	}
	return e.out.Bytes(), nil
}

// split sorts packed pixels Y0 U Y1 V into planes.
func (e *encoder) split(f *frame) {
	p, pixels := &e.planes, f.width*f.height
	if size := (image.Point{X: f.width, Y: f.height}); p.Rect.Max != size {
		*p = image.YCbCr{
			Y: make([]byte, pixels), Cb: make([]byte, pixels/2), Cr: make([]byte, pixels/2),
			YStride: f.width, CStride: f.width / 2, SubsampleRatio: image.YCbCrSubsampleRatio422,
			Rect: image.Rectangle{Max: size},
		}
	}
	for i := range pixels / 2 {
		pair := f.yuyv[4*i:][:4]
		p.Y[2*i], p.Cb[i], p.Y[2*i+1], p.Cr[i] = pair[0], pair[1], pair[2], pair[3]
	}
}
