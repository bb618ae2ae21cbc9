// Package eyes draws what a robot of a match sees, for people who look on. Players do not use it.
//
// With simulated bodies it draws those. Robots of the kinematic world are drawn as bodies that stand, or lie, where they are.
package eyes

import (
	"bytes"
	"fmt"

	"gonao/devices/camera"
	"gonao/nao"
	"gonao/sim"
	simcamera "gonao/sim/camera"
	"gonao/sim/mujoco"
	"gonao/soccer/match"
)

// Eyes are the top cameras of all robots, of which one is drawn at a time. They belong to the goroutine that steps the match, which
// must stay on its thread.
type Eyes struct {
	match    *match.Match
	stage    *stage // of the kinematic world; nil before the first picture
	robot    int
	renderer *simcamera.Renderer // of the robot; nil: none yet
	pose     mujoco.Pose
	image    simcamera.Image
	out      bytes.Buffer
}

// New returns the eyes of a match.
func New(m *match.Match) *Eyes { return &Eyes{match: m, robot: -1} }

// Size of a picture.
const (
	Width  = 320
	Height = 240
)

// Picture returns what a robot sees now, as JPEG.
func (e *Eyes) Picture(robot int) ([]byte, error) {
	w, err := e.world()
	if err != nil {
		return nil, err
	}
	if robot != e.robot {
		e.closeRenderer()
		if e.renderer, err = simcamera.NewRenderer(w.Model(), w.Bodies()[robot].Prefix(), simcamera.Options{Width: Width, Height: Height}); err != nil {
			return nil, err
		}
		e.robot = robot
	}
	w.Data().CopyPose(&e.pose)
	if err := e.renderer.Image(nao.TopCamera, &e.pose, &e.image); err != nil {
		return nil, err
	}
	e.out.Reset()
	if err := camera.Encode(&e.out, &camera.Frame{Width: e.image.Width, Height: e.image.Height, YUYV: e.image.YUYV}, camera.JPEG); err != nil {
		return nil, fmt.Errorf("robot %d: %w", robot, err)
	}
	return bytes.Clone(e.out.Bytes()), nil
}

// world returns the world whose bodies are where the robots are now.
func (e *Eyes) world() (*sim.World, error) {
	if e.match.Bodies != nil {
		return e.match.Bodies.Simulator(), nil
	}
	if e.stage == nil {
		var err error
		if e.stage, err = newStage(e.match); err != nil {
			return nil, err
		}
	}
	e.stage.arrange(e.match.World)
	return e.stage.sim, nil
}

// Close frees the renderer and what it draws.
func (e *Eyes) Close() {
	e.closeRenderer()
	if e.stage != nil {
		e.stage.sim.Close()
		e.stage = nil
	}
}

func (e *Eyes) closeRenderer() {
	if e.renderer != nil {
		e.renderer.Close()
	}
	e.renderer, e.robot = nil, -1
}
