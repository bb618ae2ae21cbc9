package images

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"gonao/msgs"
	"gonao/nao"
	"gonao/nao/devices/camera"
	"gonao/ros"
)

// ErrClosed is the error of a camera that has no images now.
var ErrClosed = errors.New("it gives no images now: it is closed, or not there (see the node's log); select_camera opens it")

// Names are the cameras' names in topics, services and parameters.
var Names = [nao.NumCameras]string{nao.TopCamera: "top", nao.BottomCamera: "bottom"}

// Wants reports whether a word (top, bottom, both, none) names a camera.
func Wants(word string, which nao.Camera) bool { return word == "both" || word == Names[which] }

// Camera is one camera as its services see it.
type Camera interface {
	// Controls returns all controls with their values; the error says why there are none now.
	Controls() ([]camera.Control, error)
	// SetControl sets a control and returns the value that it has now.
	SetControl(name string, value int64) (int64, error)
	// Store blocks until the next images are stored, and returns their files.
	Store(ctx context.Context, count int, label string) ([]string, error)
}

// Cameras are the cameras of one head.
type Cameras struct {
	Each [nao.NumCameras]Camera
	// Select opens the cameras that a word names (top, bottom, both, none) and closes the others.
	Select func(word string)
}

// Serve offers the services of a head's cameras, below a prefix that is empty or ends with a slash.
func Serve(n *ros.Node, prefix string, c Cameras) error {
	var p headPorts
	p.Select.Handle(ros.Outcome(c.selectCamera), ros.Concurrent())
	p.Store.Handle(ros.Outcome(c.storeImages), ros.Concurrent())
	if err := ros.Open(n, &p, "{robot}", prefix); err != nil {
		return err
	}
	for which, name := range Names {
		var p cameraPorts
		one := served{name, c.Each[which]}
		p.Get.Handle(ros.Outcome(one.getControls))
		p.Set.Handle(ros.Outcome(one.setControl))
		if err := ros.Open(n, &p, "{robot}", prefix, "{top|bottom}", name); err != nil {
			return err
		}
	}
	return nil
}

// headPorts are the services of a head.
type headPorts struct {
	Select ros.Service[msgs.SelectCameraRequest, msgs.SelectCameraResponse] `service:"{robot}select_camera" doc:"opens the cameras top, bottom, both or none"`
	Store  ros.Service[msgs.StoreImagesRequest, msgs.StoreImagesResponse]   `service:"{robot}store_images" doc:"the next images as files"`
}

// cameraPorts are the services of one camera.
type cameraPorts struct {
	Get ros.Service[msgs.GetCameraControlsRequest, msgs.GetCameraControlsResponse] `service:"{robot}camera/{top|bottom}/get_controls" doc:"the controls of the camera, with ranges and values"`
	Set ros.Service[msgs.SetCameraControlRequest, msgs.SetCameraControlResponse]   `service:"{robot}camera/{top|bottom}/set_control" doc:"sets one of them"`
}

func (c *Cameras) selectCamera(_ context.Context, q msgs.SelectCameraRequest) (a msgs.SelectCameraResponse, _ error) {
	if !slices.Contains([]string{"top", "bottom", "both", "none"}, q.Camera) {
		return a, fmt.Errorf("camera %q: expected top, bottom, both or none", q.Camera)
	}
	c.Select(q.Camera)
	return a, nil
}

func (c *Cameras) storeImages(ctx context.Context, q msgs.StoreImagesRequest) (a msgs.StoreImagesResponse, err error) {
	q.Camera = cmp.Or(q.Camera, Names[nao.TopCamera])
	which := slices.Index(Names[:], q.Camera)
	if which < 0 {
		return a, fmt.Errorf("camera %q: expected top or bottom", q.Camera)
	}
	a.Files, err = c.Each[which].Store(ctx, int(q.Count), q.Label)
	return a, err
}

// served is a camera with the name of its services.
type served struct {
	name string
	Camera
}

func (s served) getControls(_ context.Context, q msgs.GetCameraControlsRequest) (a msgs.GetCameraControlsResponse, _ error) {
	controls, err := s.controls(q.Names)
	if err != nil {
		return a, err
	}
	for _, c := range controls {
		a.Controls = append(a.Controls, msgs.CameraControl{
			Name: c.Name, Type: uint8(c.Type), Minimum: c.Min, Maximum: c.Max, Step: c.Step,
			DefaultValue: c.Default, Value: c.Value, Menu: c.Menu, ReadOnly: c.ReadOnly, Inactive: c.Inactive,
		})
	}
	return a, nil
}

// controls returns the camera's controls of these names; all for an empty list.
func (s served) controls(wanted []string) ([]camera.Control, error) {
	all, err := s.Controls()
	if err != nil {
		return nil, fmt.Errorf("camera %s: %w", s.name, err)
	}
	if len(wanted) == 0 {
		return all, nil
	}
	var out []camera.Control
	for _, name := range wanted {
		c, err := camera.Find(all, name)
		if err != nil {
			return nil, fmt.Errorf("camera %s: %w", s.name, err)
		}
		out = append(out, c)
	}
	return out, nil
}

func (s served) setControl(_ context.Context, q msgs.SetCameraControlRequest) (a msgs.SetCameraControlResponse, _ error) {
	value, err := s.SetControl(q.Name, q.Value)
	a.Value = value
	if errors.Is(err, ErrClosed) {
		err = fmt.Errorf("camera %s: %w", s.name, err)
	}
	return a, err
}
