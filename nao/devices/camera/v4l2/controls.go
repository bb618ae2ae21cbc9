package v4l2

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"gonao/nao/devices/camera"
)

// kinds are the kernel's types of controls that we know; others are not listed.
var kinds = map[uint32]camera.ControlType{
	kindInteger: camera.Integer, kindBoolean: camera.Boolean, kindMenu: camera.Menu,
	kindIntegerMenu: camera.IntegerMenu, kindBitmask: camera.Bitmask, kindButton: camera.Button,
}

// mostControls limits the list of controls, whatever a driver reports.
const mostControls = 1024

// Controls lists the device's controls.
func (d *Device) Controls() ([]camera.Control, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []camera.Control
	err := d.eachControl(func(q *queryControl) { out = append(out, d.describe(q)) })
	return out, err
}

// Control returns the control of a name.
func (d *Device) Control(name string) (camera.Control, error) {
	c, _, err := d.find(name)
	return c, err
}

// SetControl sets a control and returns its value, which the driver may have rounded.
func (d *Device) SetControl(name string, value int64) (int64, error) {
	c, id, err := d.find(name)
	if err != nil {
		return 0, err
	}
	if err := c.Check(value); err != nil {
		return c.Value, fmt.Errorf("camera %s: %w", d.path, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	set := control{id: id, value: int32(uint32(value))}
	if err := d.ioctl(setControl, unsafe.Pointer(&set)); err != nil {
		hint := ""
		if c.Inactive {
			hint = "; it has no effect now: another control, such as an automatic one, stands above it"
		}
		return c.Value, fmt.Errorf("camera %s: set %s to %d: %w%s", d.path, name, value, err, hint)
	}
	if now, err := d.value(id); err == nil {
		return widen(now, c.Type), nil
	}
	return value, nil // a control that can only be written
}

// find returns the control of a name and its id.
func (d *Device) find(name string) (camera.Control, uint32, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var all []camera.Control
	var id uint32
	err := d.eachControl(func(q *queryControl) {
		c := d.describe(q)
		if c.Name == name {
			id = q.id
		}
		all = append(all, c)
	})
	if err != nil {
		return camera.Control{}, 0, err
	}
	c, err := camera.Find(all, name)
	if err != nil {
		return c, 0, fmt.Errorf("camera %s: %w", d.path, err)
	}
	return c, id, nil
}

// eachControl calls visit for one control after the other.
func (d *Device) eachControl(visit func(*queryControl)) error {
	if d.fd < 0 {
		return fmt.Errorf("camera %s: %w", d.path, camera.ErrGone)
	}
	var q queryControl
	for range mostControls {
		id := q.id
		q = queryControl{id: id | nextControl}
		if err := d.ioctl(askControl, unsafe.Pointer(&q)); err != nil || q.id <= id {
			return nil // no more controls
		}
		if _, known := kinds[q.kind]; known && q.flags&controlDisabled == 0 {
			visit(&q)
		}
	}
	return nil
}

// describe queries a control's range, value and menu.
func (d *Device) describe(q *queryControl) camera.Control {
	c := camera.Control{
		Name: controlName(word(q.name[:])), Type: kinds[q.kind],
		Step:     int64(q.step),
		ReadOnly: q.flags&(controlReadOnly|controlGrabbed) != 0,
		Inactive: q.flags&controlInactive != 0,
	}
	c.Min, c.Max, c.Default = widen(q.minimum, c.Type), widen(q.maximum, c.Type), widen(q.initial, c.Type)
	if c.Type != camera.Button && q.flags&controlWriteOnly == 0 {
		if v, err := d.value(q.id); err == nil {
			c.Value = widen(v, c.Type)
		}
	}
	if c.Type == camera.Menu || c.Type == camera.IntegerMenu {
		c.Menu = d.menu(q.id, c)
	}
	return c
}

// widen converts a value to 64 bits; that of a bit mask is unsigned.
func widen(v int32, t camera.ControlType) int64 {
	if t == camera.Bitmask {
		return int64(uint32(v))
	}
	return int64(v)
}

func (d *Device) value(id uint32) (int32, error) {
	get := control{id: id}
	err := d.ioctl(getControl, unsafe.Pointer(&get))
	return get.value, err
}

// menu queries the entries of a menu.
func (d *Device) menu(id uint32, c camera.Control) []string {
	const mostWords = 64
	words := make([]string, min(max(0, c.Max+1), mostWords))
	for i := range words {
		m := queryMenu{id: id, index: uint32(i)}
		if int64(i) < c.Min || d.ioctl(askMenu, unsafe.Pointer(&m)) != nil {
			continue
		}
		words[i] = word(m.name[:])
		if c.Type == camera.IntegerMenu {
			words[i] = strconv.FormatInt(int64(binary.LittleEndian.Uint64(m.name[:8])), 10)
		}
	}
	return words
}

// controlName returns the name of a title, as v4l2-ctl does: "Exposure, Auto" is exposure_auto.
func controlName(title string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(title) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteRune(r)
		} else {
			gap = true
		}
	}
	return b.String()
}

// The V6's cameras turn the sensor's image by these two, of 2 bytes each.
const (
	v6Unit           = 3
	v6FlipHorizontal = 12
	v6FlipVertical   = 13
)

// flip sets the camera's flips, or prepares to flip in the program.
func (d *Device) flip() error {
	wanted := d.opts.FlipHorizontal || d.opts.FlipVertical
	switch with := d.opts.FlipWith; with {
	case FlipProgram:
		d.program = wanted
		return nil
	case FlipExtensionUnit:
		for selector, on := range map[uint8]bool{v6FlipHorizontal: d.opts.FlipHorizontal, v6FlipVertical: d.opts.FlipVertical} {
			if err := d.extension(selector, on); err != nil {
				return fmt.Errorf("flip with the extension unit: %w; is it a V6's camera? Otherwise flip with auto", err)
			}
		}
		return nil
	case FlipAuto, FlipControls, "":
		err := errors.Join(d.setFlip(horizontalFlip, d.opts.FlipHorizontal), d.setFlip(verticalFlip, d.opts.FlipVertical))
		if err != nil && with == FlipControls {
			return fmt.Errorf("flip with the controls: %w; flip with auto", err)
		}
		if err != nil && wanted {
			_ = d.setFlip(horizontalFlip, false) // the device may have only one of the two
			_ = d.setFlip(verticalFlip, false)
			d.program = true
		}
		return nil
	default:
		return fmt.Errorf("flip with %q: expected auto, controls, extension_unit or program", with)
	}
}

func (d *Device) setFlip(id uint32, on bool) error {
	c := control{id: id}
	if on {
		c.value = 1
	}
	return d.ioctl(setControl, unsafe.Pointer(&c))
}

// extension sets one of the V6's two flips and reads it back.
func (d *Device) extension(selector uint8, on bool) error {
	const tries = 10 // the sensor may need several
	var want [2]byte
	if on {
		want[0] = 1
	}
	var err error
	for range tries {
		set, got := want, [2]byte{0xff, 0xff}
		q := extensionQuery{unit: v6Unit, selector: selector, query: uvcSetCurrent, size: 2, data: &set[0]}
		if err = d.ioctl(askExtension, unsafe.Pointer(&q)); err != nil {
			continue
		}
		q.query, q.data = uvcGetCurrent, &got[0]
		if err = d.ioctl(askExtension, unsafe.Pointer(&q)); err == nil && got == want {
			return nil
		}
	}
	if err == nil {
		err = errors.New("the camera does not accept it")
	}
	return err
}
