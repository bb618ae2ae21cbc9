package label

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts/field"
	"gonao/sim/camera"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// Labeller computes the labels of the images of one robot. It belongs to one goroutine at a time.
type Labeller struct {
	model   *mujoco.Model
	gl      *mujoco.Renderer
	ids     [nao.NumCameras]int
	optics  *camera.Optics
	field   *world.Field
	marks   *field.Map
	owners  []owner
	objects []object

	pose   mujoco.Pose
	geoms  []int32 // per pixel of the pinhole
	alone  []int32 // the same, of one object
	source []int32 // per pixel of the image: that of the pinhole, −1: none
	show   []byte  // per geom
	counts []count // per object
}

// count holds the counted pixels of an object.
type count struct {
	box, full   Box
	seen, whole int
	cut         bool
}

// New opens a labeller for the cameras of the robot whose names in the model begin with self. w is the world of the
// model, and robots are all its robots, including self. The options are those of the drawing camera.
func New(m *mujoco.Model, w *world.World, self string, robots []Identity, o camera.Options) (*Labeller, error) {
	optics, err := o.Optics()
	if err != nil {
		return nil, err
	}
	l := &Labeller{model: m, optics: optics, field: w.Field, marks: w.Map}
	for c := range nao.Camera(nao.NumCameras) {
		if l.ids[c], err = m.ID(mujoco.Camera, self+c.OpticalFrame()); err != nil {
			return nil, fmt.Errorf("label: %w", err)
		}
	}
	if err := l.find(w, self, robots); err != nil {
		return nil, err
	}
	l.gl, err = mujoco.NewRenderer(m, mujoco.RenderOptions{
		MaxWidth: optics.Pinhole.Width, MaxHeight: optics.Pinhole.Height, Slices: o.Facets(),
	})
	if err != nil {
		return nil, fmt.Errorf("label: %w", err)
	}
	pixels := optics.Pinhole.Width * optics.Pinhole.Height
	l.geoms, l.alone = make([]int32, pixels), make([]int32, pixels)
	l.source = make([]int32, optics.Image.Width*optics.Image.Height)
	l.show, l.counts = make([]byte, len(l.owners)), make([]count, len(l.objects))
	return l, nil
}

// Close ends the labeller's drawing thread.
func (l *Labeller) Close() { l.gl.Close() }

// Label labels the camera's image in the state d, whose kinematics must match its positions, while the camera turns with
// turning, rad/s in its own frame. robot is the stance of the looking robot.
func (l *Labeller) Label(d *mujoco.Data, which nao.Camera, robot Stance, turning r3.Vec, out *Labels) error {
	d.CopyPose(&l.pose)
	view := l.optics.View(l.ids[which])
	k := &l.optics.Pinhole
	if err := l.gl.Segment(&l.pose, view, k.Width, k.Height, nil, l.geoms); err != nil {
		return fmt.Errorf("label: %w", err)
	}
	out.Camera = l.cameraOf(d, which, robot, turning)
	warp := l.optics.Warp(turning)
	out.reset(l.optics.Image.Width, l.optics.Image.Height)
	l.classify(&warp, out)
	if err := l.complete(view, out); err != nil {
		return err
	}
	l.things(d, &warp, out)
	l.lines(&warp, out)
	l.landmarks(&warp, out)
	l.boundary(&warp, out)
	return nil
}

// reset makes room for an image.
func (o *Labels) reset(width, height int) {
	n := width * height
	if cap(o.Classes) < n {
		o.Classes, o.Objects = make([]Class, n), make([]uint16, n)
	}
	if cap(o.Boundary) < width {
		o.Boundary = make([]float64, width)
	}
	o.Width, o.Height = width, height
	o.Classes, o.Objects, o.Boundary = o.Classes[:n], o.Objects[:n], o.Boundary[:width]
	o.Things, o.Lines, o.Circle, o.Landmarks = o.Things[:0], o.Lines[:0], o.Circle[:0], o.Landmarks[:0]
}

// Stance is how the robot that looks stands.
type Stance struct {
	Torso  nao.Pose // X_WT
	Joints nao.Joints
}

// cameraOf returns the camera's pose.
func (l *Labeller) cameraOf(d *mujoco.Data, which nao.Camera, robot Stance, turning r3.Vec) Camera {
	c := Camera{
		Which: which, Stamp: l.pose.TimeSec, World: cameraPose(d, l.ids[which]),
		Torso: robot.Torso, Joints: robot.Joints, Turning: turning,
		FX: l.optics.Image.FX, FY: l.optics.Image.FY, CX: l.optics.Image.CX, CY: l.optics.Image.CY, K1: l.optics.K1,
	}
	var yaw float64
	c.Roll, c.Pitch, yaw = robot.Torso.RollPitchYaw()
	left := robot.Torso.Apply(nao.SoleInTorso(nao.LeftLeg, &robot.Joints).P)
	right := robot.Torso.Apply(nao.SoleInTorso(nao.RightLeg, &robot.Joints).P)
	x_WR := nao.Rotation(r3.Vec{Z: 1}, yaw)
	x_WR.P = r3.Vec{X: (left.X + right.X) / 2, Y: (left.Y + right.Y) / 2}
	c.Ground = x_WR.Inverse().Mul(c.World)
	return c
}

// cameraPose returns X_WC of a camera's optical frame. MuJoCo's camera looks along −z with y up.
func cameraPose(d *mujoco.Data, id int) nao.Pose {
	p, r := d.CameraPosition[3*id:], d.CameraMatrix[9*id:]
	x := nao.Pose{P: r3.Vec{X: p[0], Y: p[1], Z: p[2]}}
	for row := range 3 {
		x.R[3*row], x.R[3*row+1], x.R[3*row+2] = r[3*row], -r[3*row+1], -r[3*row+2]
	}
	return x
}

// classify fills in the classes and objects of all pixels, and counts the objects' pixels.
func (l *Labeller) classify(warp *camera.Warp, out *Labels) {
	clear(l.counts)
	k := &l.optics.Pinhole
	x_WC := &out.Camera.World
	for v := range out.Height {
		source := warp.Row(float64(v))
		for u := range out.Width {
			i := v*out.Width + u
			out.Classes[i], out.Objects[i], l.source[i] = Background, 0, -1
			pu, pv := source(float64(u))
			at, ok := k.At(pu, pv)
			if !ok {
				continue
			}
			l.source[i] = int32(at)
			if l.geoms[at] < 0 {
				continue
			}
			own := l.owners[l.geoms[at]]
			out.Classes[i] = own.class
			if own.class == Carpet {
				if x, y, ok := onGround(x_WC, k.Ray(pu, pv)); ok && l.field.OnLine(x, y) {
					out.Classes[i] = Line
				}
			}
			if own.object >= 0 {
				out.Objects[i] = uint16(own.object) + 1 // renumbered by things
				c := &l.counts[own.object]
				c.box.add(u, v)
				c.seen++
			}
		}
	}
}

// complete counts, object by object, the pixels that would show it if it was alone.
func (l *Labeller) complete(view mujoco.View, out *Labels) error {
	k := &l.optics.Pinhole
	for n := range l.objects {
		c := &l.counts[n]
		if c.seen == 0 {
			continue
		}
		clear(l.show)
		for _, g := range l.objects[n].geoms {
			l.show[g] = 1
		}
		if err := l.gl.Segment(&l.pose, view, k.Width, k.Height, l.show, l.alone); err != nil {
			return fmt.Errorf("label %s: %w", l.objects[n].name, err)
		}
		for i, at := range l.source {
			if at >= 0 && l.alone[at] >= 0 {
				c.full.add(i%out.Width, i/out.Width)
				c.whole++
			}
		}
		c.cut = c.full.Left == 0 || c.full.Top == 0 || c.full.Right == out.Width || c.full.Bottom == out.Height
	}
	return nil
}

// onGround returns where a ray of the camera meets the ground, m in world; ok is false when it does not.
func onGround(x_WC *nao.Pose, ray r3.Vec) (x, y float64, ok bool) {
	d := x_WC.Rotate(ray)
	if d.Z >= -1e-9 {
		return 0, 0, false
	}
	t := -x_WC.P.Z / d.Z
	return x_WC.P.X + t*d.X, x_WC.P.Y + t*d.Y, true
}
