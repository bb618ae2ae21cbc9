// Package v4l2 reads a camera through Video for Linux 2: images in YUYV through mapped
// memory, each with the time when it was taken, and every control of the device.
//
// It speaks to the kernel itself, in Go: docs/decisions/0024-v4l2.md says why.
package v4l2

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"gonao/nao/devices/camera"
)

// Options holds how a device is opened.
type Options struct {
	Images
	Flip
}

// Images holds the size and rate of a device's images.
type Images struct {
	Width  int           `yaml:"width" unit:"px" min:"2" max:"8192" step:"2" readonly:"true" desc:"of the images of both cameras"`
	Height int           `yaml:"height" unit:"px" min:"1" max:"8192" readonly:"true" desc:"of the images of both cameras"`
	RateHz float64       `yaml:"rate_hz" unit:"Hz" min:"0" max:"1000" readonly:"true" desc:"images per second; 0: the camera's own rate"`
	Silent time.Duration `yaml:"silent_for_sec" min:"0.1" max:"60" readonly:"true" desc:"time without an image until the camera is closed and opened again"` // Next returns ErrGone; 0 is 2 s
}

// Flip holds how a camera is mounted.
type Flip struct {
	FlipHorizontal bool     `yaml:"flip_horizontal" readonly:"true" desc:"exchange left and right; both flips: the camera is mounted upside down"`
	FlipVertical   bool     `yaml:"flip_vertical" readonly:"true" desc:"exchange top and bottom"`
	FlipWith       FlipWith `yaml:"flip_with" enum:"auto|controls|extension_unit|program" readonly:"true" desc:"what flips the images: the camera's controls, the extension unit of a V6's camera, this program; auto: the controls if the camera has them, otherwise the program"`
}

// FlipWith is what flips the images.
type FlipWith string

// Values of FlipWith. Where the camera has flip controls they are always set, also to off.
const (
	FlipAuto          FlipWith = "auto"           // the controls if the camera has them, otherwise the program
	FlipControls      FlipWith = "controls"       // the device's horizontal_flip and vertical_flip
	FlipExtensionUnit FlipWith = "extension_unit" // the sensor, through unit 3 of a V6's camera
	FlipProgram       FlipWith = "program"        // this program; 0.2 ms an image of 640×480
)

const (
	buffers     = 4                      // buffers that the driver fills in turn
	patience    = 100 * time.Millisecond // longest wait in the kernel, so also the longest reaction to the end of a context
	silentAfter = 2 * time.Second
)

// Device is an open camera. It is a camera.Reader.
type Device struct {
	kernel  kernel
	path    string
	fd      int
	opts    Options
	card    string
	driver  string
	rateHz  float64
	stride  int // bytes from one row to the next
	mapped  [][]byte
	program bool // flips the images itself

	mu       sync.Mutex // over controls
	buf, old buffer     // the newest image, and the one before it
	broken   uint64     // images that came damaged
}

var _ camera.Reader = (*Device)(nil)

// Open opens a camera and starts it. Errors say what to do.
func Open(path string, opts Options) (*Device, error) { return open(&linux{}, path, opts) }

func open(k kernel, path string, opts Options) (*Device, error) {
	if opts.Silent <= 0 {
		opts.Silent = silentAfter
	}
	d := &Device{kernel: k, path: path, fd: -1, opts: opts}
	if err := d.start(); err != nil {
		_ = d.Close() // err is the more useful error
		return nil, err
	}
	return d, nil
}

func (d *Device) start() (err error) {
	if d.fd, err = d.kernel.open(d.path); err != nil {
		d.fd = -1
		return fmt.Errorf("camera %s: %w", d.path, &openError{err})
	}
	for _, step := range []func() error{d.identify, d.setFormat, d.setRate, d.flip, d.mapBuffers} {
		if err := step(); err != nil {
			return fmt.Errorf("camera %s: %w", d.path, err)
		}
	}
	kind := uint32(videoCapture)
	if err := d.ioctl(streamOn, unsafe.Pointer(&kind)); err != nil {
		return fmt.Errorf("camera %s: start: %w", d.path, &openError{err})
	}
	return nil
}

func (d *Device) ioctl(request uint, arg unsafe.Pointer) error {
	return d.kernel.ioctl(d.fd, request, arg)
}

// identify checks that the device captures video, and reads its name.
func (d *Device) identify() error {
	var c capability
	if err := d.ioctl(queryCapability, unsafe.Pointer(&c)); err != nil {
		return fmt.Errorf("it is not a video device (%w); v4l2-ctl --list-devices shows which there are", err)
	}
	d.card, d.driver = word(c.card[:]), word(c.driver[:])
	can := c.capabilities
	if can&hasDeviceCaps != 0 {
		can = c.deviceCaps
	}
	if can&canCapture == 0 || can&canStream == 0 {
		return fmt.Errorf("%s (%s) delivers no images; a camera often has several devices, only one of which does: "+
			"v4l2-ctl --list-devices shows them", d.card, d.driver)
	}
	return nil
}

// setFormat sets YUYV of the configured size; any other format is an error.
func (d *Device) setFormat() error {
	f := format{
		bufType: videoCapture,
		width:   uint32(d.opts.Width), height: uint32(d.opts.Height),
		pixelFormat: formatYUYV, field: fieldNone,
	}
	if err := d.ioctl(setFormat, unsafe.Pointer(&f)); err != nil {
		return fmt.Errorf("set %d×%d YUYV: %w", d.opts.Width, d.opts.Height, &openError{err})
	}
	switch {
	case f.pixelFormat != formatYUYV:
		return fmt.Errorf("it has no YUYV; its formats: %s", d.formats())
	case int(f.width) != d.opts.Width || int(f.height) != d.opts.Height:
		return fmt.Errorf("it delivers %d×%d, expected %d×%d; its sizes: %s", f.width, f.height, d.opts.Width, d.opts.Height, d.sizes())
	}
	d.stride = max(int(f.bytesPerLine), 2*d.opts.Width)
	return nil
}

// setRate requests a rate. A driver that cannot choose keeps its own.
func (d *Device) setRate() error {
	p := streamParameters{bufType: videoCapture}
	if d.opts.RateHz > 0 {
		p.numerator, p.denominator = 1000, uint32(d.opts.RateHz*1000+0.5)
	}
	if err := d.ioctl(setParameters, unsafe.Pointer(&p)); err == nil && p.numerator > 0 {
		d.rateHz = float64(p.denominator) / float64(p.numerator)
	}
	return nil
}

// mapBuffers maps the driver's buffers and queues them.
func (d *Device) mapBuffers() error {
	r := requestBuffers{count: buffers, bufType: videoCapture, memory: memoryMap}
	if err := d.ioctl(requestBufs, unsafe.Pointer(&r)); err != nil {
		return fmt.Errorf("request buffers: %w", &openError{err})
	}
	if r.count == 0 {
		return errors.New("request buffers: the driver has none")
	}
	for i := range r.count {
		d.buf = buffer{index: i, bufType: videoCapture, memory: memoryMap}
		if err := d.ioctl(queryBuffer, unsafe.Pointer(&d.buf)); err != nil {
			return fmt.Errorf("buffer %d: %w", i, err)
		}
		b, err := d.kernel.mmap(d.fd, int64(uint32(d.buf.offset)), int(d.buf.length))
		if err != nil {
			return fmt.Errorf("map buffer %d: %w", i, err)
		}
		d.mapped = append(d.mapped, b)
		if err := d.ioctl(enqueueBuffer, unsafe.Pointer(&d.buf)); err != nil {
			return fmt.Errorf("queue buffer %d: %w", i, err)
		}
	}
	return nil
}

// Next waits for an image and copies the newest one.
func (d *Device) Next(ctx context.Context, f *camera.Frame) error {
	since := d.kernel.monotonic()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		ok, err := d.kernel.ready(d.fd, patience)
		if ok && err == nil {
			ok, err = d.newest()
		}
		if err != nil {
			return d.gone(err)
		}
		if ok {
			return d.take(f)
		}
		if quiet := d.kernel.monotonic() - since; quiet >= d.opts.Silent {
			return fmt.Errorf("camera %s: no image for %.1f s: %w", d.path, quiet.Seconds(), camera.ErrGone)
		}
	}
}

// newest dequeues all complete images and keeps the last, in d.buf.
func (d *Device) newest() (found bool, err error) {
	for {
		next := &d.old
		*next = buffer{bufType: videoCapture, memory: memoryMap}
		err := d.ioctl(dequeueBuffer, unsafe.Pointer(next))
		if errors.Is(err, unix.EAGAIN) {
			return found, nil
		}
		if err != nil {
			return false, err
		}
		if !d.whole(next) {
			d.broken++
			if err := d.ioctl(enqueueBuffer, unsafe.Pointer(next)); err != nil {
				return false, err
			}
			continue
		}
		d.buf, d.old = d.old, d.buf
		if found {
			if err := d.ioctl(enqueueBuffer, unsafe.Pointer(&d.old)); err != nil {
				return false, err
			}
		}
		found = true
	}
}

// whole reports whether an image is undamaged.
func (d *Device) whole(b *buffer) bool {
	need := d.stride*(d.opts.Height-1) + 2*d.opts.Width
	return b.flags&flagError == 0 && int(b.index) < len(d.mapped) &&
		int(b.bytesUsed) >= need && len(d.mapped[b.index]) >= need
}

// take copies the newest image and gives its buffer back to the driver.
func (d *Device) take(f *camera.Frame) error {
	width, height := d.opts.Width, d.opts.Height
	f.Width, f.Height, f.Sequence = width, height, d.buf.sequence
	if size := 2 * width * height; cap(f.YUYV) < size {
		f.YUYV = make([]byte, size)
	} else {
		f.YUYV = f.YUYV[:size]
	}
	from := d.mapped[d.buf.index]
	if d.stride == 2*width {
		copy(f.YUYV, from)
	} else {
		for y := range height {
			copy(f.YUYV[2*width*y:2*width*(y+1)], from[d.stride*y:])
		}
	}
	f.Age = 0
	if d.buf.flags&clockMask == clockMonotonic {
		taken := time.Duration(d.buf.sec)*time.Second + time.Duration(d.buf.microsec)*time.Microsecond
		f.Age = min(max(0, d.kernel.monotonic()-taken), d.opts.Silent)
	}
	if err := d.ioctl(enqueueBuffer, unsafe.Pointer(&d.buf)); err != nil {
		return d.gone(err)
	}
	if d.program {
		camera.Flip(f.YUYV, width, height, d.opts.FlipHorizontal, d.opts.FlipVertical)
	}
	return nil
}

func (d *Device) gone(err error) error {
	return fmt.Errorf("camera %s: %w (%w)", d.path, camera.ErrGone, err)
}

// Broken returns the number of damaged images, which were dropped.
func (d *Device) Broken() uint64 { return d.broken }

// Card returns the device's name.
func (d *Device) Card() string { return d.card }

// RateHz returns the driver's rate, 0 if it does not report one.
func (d *Device) RateHz() float64 { return d.rateHz }

// Close stops and closes the device.
func (d *Device) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fd < 0 {
		return nil
	}
	kind := uint32(videoCapture)
	_ = d.ioctl(streamOff, unsafe.Pointer(&kind)) // fails for a device that has disappeared
	for _, b := range d.mapped {
		_ = d.kernel.munmap(b)
	}
	fd := d.fd
	d.mapped, d.fd = nil, -1
	return d.kernel.close(fd)
}
