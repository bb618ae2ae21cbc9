// Package eyes draws what a robot of a physical match sees, for people who look on. Players do not use it.
package eyes

import (
	"bytes"
	"fmt"

	"gonao/devices/camera"
	"gonao/nao"
	simcamera "gonao/sim/camera"
	"gonao/sim/mujoco"
	"gonao/soccer/match/physics"
)

// Eyes are the top cameras of all robots, of which one is drawn at a time. They belong to the goroutine that steps the world, which
// must stay on its thread.
type Eyes struct {
	world    *physics.World
	robot    int
	renderer *simcamera.Renderer // of the robot; nil: none yet
	pose     mujoco.Pose
	image    simcamera.Image
	out      bytes.Buffer
}

// New returns the eyes of a world.
func New(w *physics.World) *Eyes { return &Eyes{world: w, robot: -1} }

// Size of a picture.
const (
	width  = 320
	height = 240
)

// Picture returns what a robot sees now, as JPEG.
func (e *Eyes) Picture(robot int) ([]byte, error) {
	if robot != e.robot {
		e.Close()
		o := simcamera.Options{Width: width, Height: height}
		var err error
		if e.renderer, err = simcamera.NewRenderer(e.world.Simulator().Model(), e.world.Prefix(robot), o); err != nil {
			return nil, err
		}
		e.robot = robot
	}
	e.world.Simulator().Data().CopyPose(&e.pose)
	if err := e.renderer.Image(nao.TopCamera, &e.pose, &e.image); err != nil {
		return nil, err
	}
	e.out.Reset()
	if err := camera.Encode(&e.out, &camera.Frame{Width: e.image.Width, Height: e.image.Height, YUYV: e.image.YUYV}, camera.JPEG); err != nil {
		return nil, fmt.Errorf("robot %d: %w", robot, err)
	}
	return bytes.Clone(e.out.Bytes()), nil
}

// Close frees the renderer.
func (e *Eyes) Close() {
	if e.renderer != nil {
		e.renderer.Close()
	}
	e.renderer, e.robot = nil, -1
}
