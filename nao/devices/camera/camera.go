// Package camera reads images from the robot's cameras: from a device (package
// nao/devices/camera/v4l2) or from a recorded stream, through one interface.
//
// An image is YUYV (YUV 4:2:2, ROS "yuv422_yuy2"): four bytes Y0 U Y1 V for two pixels
// of a row, the top row first, without padding. A recorded stream is a YUV4MPEG2 file (.y4m) in 4:2:2, which
// ffmpeg, mpv and others play; each frame carries the time when it was taken. The lens is read from a file in
// the format of ROS's camera_calibration.
package camera

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gonao/internal/wording"
)

// Frame is one image. The caller owns its memory, and Next overwrites it.
type Frame struct {
	Width, Height int    // px; the width is even
	YUYV          []byte // 2·Width·Height bytes
	// Age is how long ago the image was taken when Next returned, 0 when the source does not report it. The caller
	// computes the stamp as its clock's now minus the age.
	Age      time.Duration
	Sequence uint32 // counted by the source; a gap means lost images
}

// Reader is a source of images.
type Reader interface {
	// Next waits for the next image and copies it into f. A reader that is too slow
	// gets the newest image. It allocates nothing once f has its size.
	//
	// After ErrGone the reader can only be closed. At the end of a recorded stream the error is io.EOF.
	Next(ctx context.Context, f *Frame) error
	// Controls returns the settings of the source, each with its present value. The methods on controls may be called
	// while another goroutine waits in Next.
	Controls() ([]Control, error)
	// Control returns the control with a name.
	Control(name string) (Control, error)
	// SetControl sets a control and returns the value that the source applied.
	SetControl(name string, value int64) (int64, error)
	// Close releases the source. It must not be called while Next runs.
	Close() error
}

// ErrGone is returned by a source that has disappeared or delivers no more images. It may come back: close the
// reader and open a new one.
var ErrGone = errors.New("the camera has gone")

// Control is a setting of a camera: brightness, exposure, …
type Control struct {
	Name           string // lower_snake, as v4l2-ctl shows it: "white_balance_automatic"
	Type           ControlType
	Min, Max, Step int64
	Default, Value int64
	Menu           []string // of Menu and IntegerMenu: the words of the values from 0; "" cannot be chosen
	ReadOnly       bool
	Inactive       bool // has no effect now, such as the exposure while it is automatic
}

// ControlType is the type of a control's values.
type ControlType uint8

// The types of controls.
const (
	Integer ControlType = iota
	Boolean
	Menu
	IntegerMenu
	Bitmask
	Button // accepts any value, holds none
)

var controlTypes = [...]string{"integer", "boolean", "menu", "integer_menu", "bitmask", "button"}

func (t ControlType) String() string {
	if int(t) < len(controlTypes) {
		return controlTypes[t]
	}
	return fmt.Sprintf("ControlType(%d)", t)
}

// Check returns an error if the control does not accept the value.
func (c *Control) Check(value int64) error {
	switch {
	case c.ReadOnly:
		return fmt.Errorf("control %s: it can be read only", c.Name)
	case c.Type == Button:
		return nil
	case value < c.Min || value > c.Max:
		return fmt.Errorf("control %s: %d: expected %d to %d", c.Name, value, c.Min, c.Max)
	case c.Step > 1 && (value-c.Min)%c.Step != 0:
		return fmt.Errorf("control %s: %d: expected %d and steps of %d from there", c.Name, value, c.Min, c.Step)
	case (c.Type == Menu || c.Type == IntegerMenu) && int(value) < len(c.Menu) && c.Menu[value] == "":
		return fmt.Errorf("control %s: %d: expected one of %s", c.Name, value, c.words())
	}
	return nil
}

// words returns a menu's entries, for errors.
func (c *Control) words() string {
	var out []string
	for i, word := range c.Menu {
		if word != "" {
			out = append(out, fmt.Sprintf("%d (%s)", i, word))
		}
	}
	return strings.Join(out, ", ")
}

// Find returns the control of a name.
func Find(controls []Control, name string) (Control, error) {
	i := slices.IndexFunc(controls, func(c Control) bool { return c.Name == name })
	if i >= 0 {
		return controls[i], nil
	}
	names := make([]string, len(controls))
	for i, c := range controls {
		names[i] = c.Name
	}
	if len(names) == 0 {
		return Control{}, fmt.Errorf("control %q: this camera has no controls", name)
	}
	return Control{}, fmt.Errorf("control %q: no such control; there are: %s%s", name, strings.Join(names, ", "), wording.DidYouMean(name, names))
}
