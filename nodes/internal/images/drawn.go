package images

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"gonao/nao/devices/camera"
)

// Drawn is a camera of a simulated world: its images are drawn while they are requested. It implements [Camera] and is
// safe for concurrent use.
type Drawn struct {
	*Orders
	by     string                         // the program that draws it, for errors
	apply  func(name string, value int64) // sets a control
	closed atomic.Bool

	mu       sync.Mutex
	controls []camera.Control
}

// NewDrawn returns an open camera. by names the program that draws its images; apply is called with the controls that are
// set, and may be nil without controls.
func NewDrawn(by string, orders *Orders, controls []camera.Control, apply func(name string, value int64)) *Drawn {
	return &Drawn{Orders: orders, by: by, controls: controls, apply: apply}
}

// Open reports whether the camera is selected.
func (d *Drawn) Open() bool { return !d.closed.Load() }

// Select opens or closes the camera. A call that waits for images of a camera that is closed ends.
func (d *Drawn) Select(open bool) {
	if d.closed.Swap(!open); !open {
		d.Refuse("the camera was closed")
	}
}

// Controls returns the controls with their values.
func (d *Drawn) Controls() ([]camera.Control, error) {
	if !d.Open() {
		return nil, ErrClosed
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]camera.Control{}, d.controls...), nil
}

// SetControl sets a control. For an unknown control the error names the existing ones.
func (d *Drawn) SetControl(name string, value int64) (int64, error) {
	if !d.Open() {
		return 0, ErrClosed
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	names := make([]string, 0, len(d.controls))
	for i := range d.controls {
		c := &d.controls[i]
		if c.Name != name {
			names = append(names, c.Name)
			continue
		}
		if err := c.Check(value); err != nil {
			return c.Value, err
		}
		c.Value = value
		d.apply(name, value)
		return value, nil
	}
	what := "nothing of it can be set here"
	if len(names) > 0 {
		what = "what can be set of it: " + strings.Join(names, ", ")
	}
	return 0, fmt.Errorf("control %q: %s draws this camera's images; %s", name, d.by, what)
}

// Store blocks until the next images are stored.
func (d *Drawn) Store(ctx context.Context, count int, label string) ([]string, error) {
	if !d.Open() {
		return nil, fmt.Errorf("camera %s: %w", d.name, ErrClosed)
	}
	return d.Orders.Store(ctx, count, label)
}
