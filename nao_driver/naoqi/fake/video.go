package fake

import (
	"errors"
	"fmt"
	"sync"

	"github.com/lugu/qiloop/bus"
	"github.com/lugu/qiloop/type/value"

	"gonao/nao_driver/naoqi/qi"
)

// video returns images whose bytes contain the number of the image.
type video struct {
	mu      sync.Mutex
	handles map[string]*camera
	next    int
}

type camera struct {
	index, width, height int32
	count                byte
	parameters           map[int32]int32
}

func newVideo() *video { return &video{handles: map[string]*camera{}} }

func (v *video) Activate(bus.Activation, qi.ALVideoDeviceSignalHelper) error { return nil }
func (v *video) OnTerminate()                                                {}

func (v *video) SubscribeCamera(name string, index, resolution, colorSpace, fps int32) (string, error) {
	sizes := map[int32][2]int32{0: {160, 120}, 1: {320, 240}, 2: {640, 480}, 3: {1280, 960}}
	size, known := sizes[resolution]
	if !known || index < 0 || index > 1 || colorSpace != 9 || fps < 1 || fps > 30 {
		return "", errors.New("ALVideoDevice::subscribeCamera: wrong parameters")
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.next++
	handle := fmt.Sprintf("%s_%d", name, v.next)
	v.handles[handle] = &camera{index: index, width: size[0], height: size[1], parameters: map[int32]int32{}}
	return handle, nil
}

func (v *video) Unsubscribe(handle string) (bool, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	_, known := v.handles[handle]
	delete(v.handles, handle)
	return known, nil
}

func (v *video) GetImageRemote(handle string) (value.Value, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	c, known := v.handles[handle]
	if !known {
		return value.Void(), nil // as in NAOqi
	}
	c.count++
	pixels := make([]byte, 2*c.width*c.height)
	for i := range pixels {
		pixels[i] = c.count
	}
	now := wall()
	return value.List([]value.Value{
		value.Int(c.width), value.Int(c.height), value.Int(2), value.Int(9),
		value.Int(int32(now.Unix())), value.Int(int32(now.Nanosecond() / 1000)), value.Raw(pixels), value.Int(c.index),
	}), nil
}

func (v *video) SetCameraParameter(handle string, parameter, to int32) (bool, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	c, known := v.handles[handle]
	if known {
		c.parameters[parameter] = to
	}
	return known, nil
}

func (v *video) GetCameraParameter(handle string, parameter int32) (int32, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	c, known := v.handles[handle]
	if !known {
		return 0, fmt.Errorf("ALVideoDevice::getCameraParameter: no camera %q", handle)
	}
	return c.parameters[parameter], nil
}
