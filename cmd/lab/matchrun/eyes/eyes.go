// Package eyes draws what a robot of a match sees, for spectators. Players do not use it.
//
// With simulated bodies it draws those. Robots of the kinematic world are drawn as bodies that stand, or lie, where they are.
package eyes

import (
	"bytes"
	"fmt"

	"gonao/nao"
	"gonao/nao/devices/camera"
	"gonao/robot/percepts/field"
	"gonao/sim"
	simcamera "gonao/sim/camera"
	"gonao/sim/mujoco"
	"gonao/soccer/match"
	"gonao/soccer/match/physics"
)

// Eyes are the top cameras of all robots, of which one is drawn at a time. Close must be called. They are not safe for concurrent use;
// Picture and Glance belong between two steps of the match.
type Eyes struct {
	match   *match.Match
	opening chan struct{} // closed when opened is set; nil before the first request
	opened  opened
	pose    mujoco.Pose
	image   simcamera.Image
	out     bytes.Buffer
}

// opened is what pictures are drawn with.
type opened struct {
	world    *sim.World // whose bodies are drawn
	stage    *stage     // of the kinematic world; nil: the bodies are the match's own
	renderer *simcamera.Renderer
	err      error
}

// New returns the eyes of a match. Nothing is opened before the first picture.
func New(m *match.Match) *Eyes { return &Eyes{match: m} }

// Size of a picture.
const (
	Width  = 320
	Height = 240
)

// Picture returns what a robot sees now, as JPEG. The first one takes a while: it opens the renderer.
func (e *Eyes) Picture(robot int) ([]byte, error) {
	e.open()
	<-e.opening
	return e.picture(robot)
}

// Glance returns what a robot sees now, as JPEG. It returns nil while the renderer is being opened, and does not wait.
func (e *Eyes) Glance(robot int) ([]byte, error) {
	e.open()
	select {
	case <-e.opening:
		return e.picture(robot)
	default:
		return nil, nil
	}
}

// picture draws what a robot sees. The renderer has been opened.
func (e *Eyes) picture(robot int) ([]byte, error) {
	o := &e.opened
	if o.err != nil {
		return nil, o.err
	}
	if o.stage != nil {
		o.stage.arrange(e.match.World)
	}
	if err := o.renderer.Follow(o.world.Model(), o.world.Bodies()[robot].Prefix()); err != nil {
		return nil, err
	}
	o.world.Data().CopyPose(&e.pose)
	if err := o.renderer.Image(nao.TopCamera, &e.pose, &e.image); err != nil {
		return nil, err
	}
	e.out.Reset()
	if err := camera.Encode(&e.out, &camera.Frame{Width: e.image.Width, Height: e.image.Height, YUYV: e.image.YUYV}, camera.JPEG); err != nil {
		return nil, fmt.Errorf("robot %d: %w", robot, err)
	}
	return bytes.Clone(e.out.Bytes()), nil
}

// open begins to open stage and renderer, in a goroutine that reads nothing of the match that a step changes.
func (e *Eyes) open() {
	if e.opening != nil {
		return
	}
	e.opening = make(chan struct{})
	cfg, field := e.match.BodiesConfig(), e.match.World.Field
	var own *sim.World
	if e.match.Bodies != nil {
		own = e.match.Bodies.Simulator()
	}
	go func() {
		defer close(e.opening)
		e.opened = openWorld(own, &cfg, field)
	}()
}

// openWorld opens what pictures are drawn with: of a world, or of a stage for it.
func openWorld(own *sim.World, cfg *physics.Config, on *field.Map) (o opened) {
	if o.world = own; own == nil {
		if o.stage, o.err = newStage(cfg, on); o.err != nil {
			return o
		}
		o.world = o.stage.sim
	}
	o.renderer, o.err = simcamera.NewRenderer(o.world.Model(), o.world.Bodies()[0].Prefix(), simcamera.Options{Width: Width, Height: Height})
	return o
}

// Close frees the renderer and what it draws.
func (e *Eyes) Close() {
	if e.opening == nil {
		return
	}
	<-e.opening
	if e.opened.renderer != nil {
		e.opened.renderer.Close()
	}
	if e.opened.stage != nil {
		e.opened.stage.sim.Close()
	}
	e.opening, e.opened = nil, opened{}
}
