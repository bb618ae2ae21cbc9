package robot

import (
	"fmt"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot"
	"gonao/robot/percepts/field"
	"gonao/sim/camera"
	"gonao/sim/mujoco"
	"gonao/vision"
	"gonao/vision/lines"
	"gonao/vision/objects"
	"gonao/vision/view"
)

// fieldCamera draws the images of the head's cameras, one after the other, and finds field, balls and robots in them, as
// the node vision does.
type fieldCamera struct {
	renderer   *camera.Renderer
	lens       nao.Intrinsics
	size       view.Size
	distortion float64
	pose       mujoco.Pose
	img        camera.Image
	next       nao.Camera

	lines   [nao.NumCameras]*lines.Finder
	objects [nao.NumCameras]objects.Finder
}

// newFieldCamera opens the cameras of a robot on a field.
func newFieldCamera(o camera.Options, f field.Field, m *mujoco.Model) (*fieldCamera, error) {
	k, err := o.Intrinsics()
	if err != nil {
		return nil, err
	}
	c := &fieldCamera{
		// A pixel's centre is at half in vision's coordinates.
		lens: nao.Intrinsics{Fx: k.FX, Fy: k.FY, Cx: k.CX + 0.5, Cy: k.CY + 0.5},
		size: view.Size{Width: k.Width, Height: k.Height}, distortion: o.Effects.Distortion,
	}
	for i := range c.lines {
		c.lines[i] = lines.New(f)
		if c.objects[i], err = objects.Default(f.Ball.Diameter / 2); err != nil {
			return nil, err
		}
	}
	c.renderer, err = camera.NewRenderer(m, "", o)
	return c, err
}

func (c *fieldCamera) close() {
	if c != nil && c.renderer != nil {
		c.renderer.Close()
	}
}

// look draws the image of the next camera and processes it. It returns false for a lying robot, whose cameras see no
// horizon.
func (c *fieldCamera) look(r *Robot, now time.Duration, i *robot.FieldImage) (bool, error) {
	cam := c.next
	c.next = (c.next + 1) % nao.NumCameras
	p := view.Of(&r.state)
	v, err := view.New(c.lens, c.size, cam, &p)
	if err != nil {
		return false, nil //nolint:nilerr // it lies, or its joints are unknown: no image this time
	}
	v.K1 = c.distortion
	d := r.sim.Data()
	d.CopyPose(&c.pose)
	w := d.CameraTurning(c.renderer.ID(cam))
	if err := c.renderer.Capture(cam, &c.pose, r3.Vec{X: w[0], Y: w[1], Z: w[2]}, &c.img); err != nil {
		return false, fmt.Errorf("image of camera %d: %w", cam, err)
	}
	if err := c.find(cam, &v, i); err != nil {
		return false, err
	}
	i.Features.Stamp, i.Camera = now, v.Percept()
	return true, nil
}

// find finds field, balls and robots in the image.
func (c *fieldCamera) find(cam nao.Camera, v *view.View, i *robot.FieldImage) error {
	img := vision.Image{Width: c.img.Width, Height: c.img.Height, Step: 2 * c.img.Width, Encoding: vision.EncodingYUYV, Data: c.img.YUYV}
	finder := c.lines[cam]
	if _, err := finder.Find(img, v, &i.Features); err != nil {
		return err
	}
	balls, found, err := c.objects[cam].Find(img, v, finder)
	if err != nil {
		return err
	}
	i.Balls, i.Robots = i.Balls[:0], i.Robots[:0]
	for k := range balls {
		i.Balls = append(i.Balls, balls[k].Seen)
	}
	for k := range found {
		i.Robots = append(i.Robots, found[k].Seen)
	}
	return nil
}
