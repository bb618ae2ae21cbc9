package v4l2

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// openError is the error of a device that could not be opened. Its text says what to do.
type openError struct{ err error }

func (e *openError) Unwrap() error { return e.err }

func (e *openError) Error() string {
	advice := ""
	switch {
	case errors.Is(e.err, unix.ENOENT), errors.Is(e.err, unix.ENXIO), errors.Is(e.err, unix.ENODEV):
		advice = "no such device; a NAO's are /dev/video-top and /dev/video-bottom, v4l2-ctl --list-devices shows others"
	case errors.Is(e.err, unix.EACCES), errors.Is(e.err, unix.EPERM):
		advice = "not allowed; to be: sudo usermod -aG video $USER, and log in again"
	case errors.Is(e.err, unix.EBUSY):
		advice = "another program uses it; fuser -v shows which (on a NAO: NAOqi, or another team's software)"
	default:
		return e.err.Error()
	}
	return fmt.Sprintf("%v: %s", e.err, advice)
}

// most limits a list, whatever a driver reports.
const most = 64

// formats lists the device's pixel formats, for people.
func (d *Device) formats() string {
	var names []string
	for i := range uint32(most) {
		f := formatDescription{index: i, bufType: videoCapture}
		if d.ioctl(enumFormats, unsafe.Pointer(&f)) != nil {
			break
		}
		names = append(names, fourCC(f.pixelFormat))
	}
	return listed(names)
}

// sizes lists the device's sizes in YUYV, for people.
func (d *Device) sizes() string {
	var names []string
	for i := range uint32(most) {
		f := frameSize{index: i, pixelFormat: formatYUYV}
		if d.ioctl(enumFrameSizes, unsafe.Pointer(&f)) != nil {
			break
		}
		if f.kind != discreteSize {
			names = append(names, fmt.Sprintf("%d×%d to %d×%d", f.size[0], f.size[3], f.size[1], f.size[4]))
			break
		}
		names = append(names, fmt.Sprintf("%d×%d", f.size[0], f.size[1]))
	}
	return listed(names)
}

func listed(names []string) string {
	if len(names) == 0 {
		return "it does not report any"
	}
	return strings.Join(names, ", ")
}
