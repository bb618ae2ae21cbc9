package camera

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gonao/devices/camera"
	"gonao/msgs"
	"gonao/ros"
)

// mostImages limits the images of one call: a minute at 30 Hz.
const mostImages = 1800

// storePatience is how long a call waits for its images, in addition to 200 ms for each.
const storePatience = 10 * time.Second

var errClosed = errors.New("it gives no images now: it is closed, or not there (see the node's log); select_camera opens it")

// serve offers the services.
func (c *node) serve() error {
	if _, err := ros.Serve(c.Node, "select_camera", c.selectCamera, ros.Concurrent()); err != nil {
		return err
	}
	if _, err := ros.Serve(c.Node, "store_images", c.storeImages, ros.Concurrent()); err != nil {
		return err
	}
	health, err := ros.Diagnostics(c.Node, "nao cameras")
	if err != nil {
		return err
	}
	for _, e := range c.loops {
		health.Add("camera "+e.name, e.diagnose)
		if _, err := ros.Serve(c.Node, "camera/"+e.name+"/get_controls", e.getControls); err != nil {
			return err
		}
		if _, err := ros.Serve(c.Node, "camera/"+e.name+"/set_control", e.setControl); err != nil {
			return err
		}
	}
	return nil
}

func (c *node) selectCamera(_ context.Context, q msgs.SelectCameraRequest) (msgs.SelectCameraResponse, error) {
	if !slices.Contains([]string{"top", "bottom", "both", "none"}, q.Camera) {
		return msgs.SelectCameraResponse{Message: fmt.Sprintf("camera %q: expected top, bottom, both or none", q.Camera)}, nil
	}
	c.selectCameras(q.Camera)
	return msgs.SelectCameraResponse{Success: true}, nil
}

func (c *node) storeImages(ctx context.Context, q msgs.StoreImagesRequest) (msgs.StoreImagesResponse, error) {
	files, err := c.take(ctx, q)
	if err != nil {
		return msgs.StoreImagesResponse{Message: err.Error(), Files: files}, nil //nolint:nilerr // the reply says it
	}
	return msgs.StoreImagesResponse{Success: true, Files: files}, nil
}

// take orders the next images of a camera and blocks until they are stored.
func (c *node) take(ctx context.Context, q msgs.StoreImagesRequest) ([]string, error) {
	if q.Camera == "" {
		q.Camera = "top"
	}
	e, err := c.loopOf(q.Camera)
	if err != nil {
		return nil, err
	}
	if q.Count > mostImages {
		return nil, fmt.Errorf("count: %d: expected at most %d", q.Count, mostImages)
	}
	if e.source() == nil {
		return nil, fmt.Errorf("camera %s: %w", e.name, errClosed)
	}
	o := newOrder(max(int(q.Count), 1), q.Label)
	tooLate := c.Clock.After(storePatience + time.Duration(o.count)*time.Second/5)
	select {
	case e.orders <- o:
	default:
		return nil, fmt.Errorf("camera %s: too many calls wait for images", e.name)
	}
	select {
	case err = <-o.done:
	case <-ctx.Done():
		o.end(ctx.Err())
	case <-tooLate:
		o.end(fmt.Errorf("camera %s: the images did not come in time", e.name))
	}
	if err == nil {
		select {
		case err = <-o.done:
		default:
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.files, err
}

// source returns the open camera, or nil.
func (e *loop) source() camera.Reader {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.reader
}

func (e *loop) getControls(_ context.Context, q msgs.GetCameraControlsRequest) (a msgs.GetCameraControlsResponse, _ error) {
	controls, err := e.controls(q.Names)
	if err != nil {
		a.Message = err.Error()
		return a, nil
	}
	for _, c := range controls {
		a.Controls = append(a.Controls, msgs.CameraControl{
			Name: c.Name, Type: uint8(c.Type), Minimum: c.Min, Maximum: c.Max, Step: c.Step,
			DefaultValue: c.Default, Value: c.Value, Menu: c.Menu, ReadOnly: c.ReadOnly, Inactive: c.Inactive,
		})
	}
	a.Success = true
	return a, nil
}

// controls returns the camera's controls of these names; all for an empty list.
func (e *loop) controls(wanted []string) ([]camera.Control, error) {
	r := e.source()
	if r == nil {
		return nil, fmt.Errorf("camera %s: %w", e.name, errClosed)
	}
	all, err := r.Controls()
	if err != nil || len(wanted) == 0 {
		return all, err
	}
	var out []camera.Control
	for _, name := range wanted {
		c, err := camera.Find(all, name)
		if err != nil {
			return nil, fmt.Errorf("camera %s: %w", e.name, err)
		}
		out = append(out, c)
	}
	return out, nil
}

func (e *loop) setControl(_ context.Context, q msgs.SetCameraControlRequest) (a msgs.SetCameraControlResponse, _ error) {
	r := e.source()
	if r == nil {
		a.Message = fmt.Sprintf("camera %s: %v", e.name, errClosed)
		return a, nil
	}
	value, err := r.SetControl(q.Name, q.Value)
	a.Value = value
	if err != nil {
		a.Message = err.Error()
		return a, nil
	}
	a.Success = true
	e.remember(setting{q.Name, q.Value})
	return a, nil
}

// remember stores a setting, which is applied again when the camera is opened again.
func (e *loop) remember(s setting) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.settings = append(slices.DeleteFunc(e.settings, func(old setting) bool { return old.name == s.name }), s)
}
