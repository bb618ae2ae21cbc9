package camera

import (
	"context"
	"fmt"
	"slices"

	"gonao/nao"
	"gonao/nao/devices/camera"
	"gonao/nodes/internal/images"
	"gonao/ros"
)

// serve offers the services and the diagnostics.
func (c *node) serve() error {
	served := images.Cameras{Select: c.selectCameras}
	for which, e := range c.loops {
		served.Each[which] = e
	}
	if err := images.Serve(c.Node, "", served); err != nil {
		return err
	}
	if err := ros.Open(c.Node, c); err != nil {
		return err
	}
	c.Health.SetHardware("nao cameras")
	for which := range nao.Camera(nao.NumCameras) {
		c.Health.Add("camera "+images.Names[which], c.loops[which].diagnose)
	}
	return nil
}

// source returns the open camera, or nil.
func (e *loop) source() camera.Reader {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.reader
}

// Controls returns all controls of the open camera.
func (e *loop) Controls() ([]camera.Control, error) {
	r := e.source()
	if r == nil {
		return nil, images.ErrClosed
	}
	return r.Controls()
}

// SetControl sets a control of the open camera. The node sets it again when the camera is opened again.
func (e *loop) SetControl(name string, value int64) (int64, error) {
	r := e.source()
	if r == nil {
		return 0, images.ErrClosed
	}
	now, err := r.SetControl(name, value)
	if err == nil {
		e.remember(setting{name, value})
	}
	return now, err
}

// Store blocks until the next images are stored, and returns their files.
func (e *loop) Store(ctx context.Context, count int, label string) ([]string, error) {
	if e.source() == nil {
		return nil, fmt.Errorf("camera %s: %w", e.name, images.ErrClosed)
	}
	return e.Orders.Store(ctx, count, label)
}

// remember stores a setting, which is applied again when the camera is opened again.
func (e *loop) remember(s setting) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.settings = append(slices.DeleteFunc(e.settings, func(old setting) bool { return old.name == s.name }), s)
}
