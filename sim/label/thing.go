package label

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts/field"
	"gonao/sim/camera"
	"gonao/sim/mujoco"
)

// root returns the square root, 0 for a number that rounding has made negative.
func root(v float64) float64 { return math.Sqrt(max(0, v)) }

// things fills in the objects that can be seen, and renumbers the pixels.
func (l *Labeller) things(d *mujoco.Data, warp *camera.Warp, out *Labels) {
	number := make([]uint16, len(l.objects)+1)
	for n := range l.objects {
		c, o := &l.counts[n], &l.objects[n]
		if c.seen == 0 {
			continue
		}
		t := Thing{
			Class: o.class, Name: o.name, Look: o.look, Box: c.box, Full: c.full, Count: c.seen, Whole: max(c.whole, c.seen),
			Cut: c.cut, Place: o.at, Size: o.size, Color: o.color,
		}
		t.Share = float64(t.Count) / float64(t.Whole)
		if o.body >= 0 {
			t.Place = r3.Vec{X: d.BodyPosition[3*o.body], Y: d.BodyPosition[3*o.body+1], Z: d.BodyPosition[3*o.body+2]}
		}
		if o.class == Robot || o.class == Self {
			r := d.BodyMatrix[9*o.body:]
			t.Look.Fallen = r[8] < math.Cos(lyingRad) // of a puppet too: its body is its torso
			t.Look.Yaw = math.Atan2(r[3], r[0])
		}
		l.middle(&t, warp, &out.Camera)
		out.Things = append(out.Things, t)
		number[n+1] = uint16(len(out.Things))
	}
	for i, n := range out.Objects {
		out.Objects[i] = number[n]
	}
}

// lyingRad is the tilt of a robot's torso from which on it counts as fallen, rad.
const lyingRad = 50 * math.Pi / 180

// middle sets the middle of a thing's image.
func (l *Labeller) middle(t *Thing, warp *camera.Warp, cam *Camera) {
	p := cam.World.Inverse().Apply(t.Place)
	k := &l.optics.Pinhole
	if t.Class != Ball && t.Class != Carried {
		if u, v, ok := k.Project(p); ok {
			t.U, t.V = warp.Shown(u, v)
			return
		}
		t.U, t.V = float64(t.Box.Left+t.Box.Right-1)/2, float64(t.Box.Top+t.Box.Bottom-1)/2
		return
	}
	// A sphere appears as an ellipse with its centre at f·X·Z/(Z²−r²) and the area
	// π f² r² √(X²+Y²+Z²−r²) / (Z²−r²)^1.5.
	radius := t.Size / 2
	over := p.Z*p.Z - radius*radius
	if p.Z <= radius {
		return // the camera is beside or in the ball
	}
	t.U, t.V = warp.Shown(k.FX*p.X*p.Z/over+k.CX, k.FY*p.Y*p.Z/over+k.CY)
	t.Radius = k.FX * radius * math.Sqrt(root(r3.Norm2(p)-radius*radius)) / math.Pow(over, 0.75)
}

// shows reports whether the pixel is of one of the classes.
func (l *Labeller) shows(out *Labels, u, v float64, classes ...Class) bool {
	k := &l.optics.Image
	at, ok := k.At(u, v)
	if !ok {
		return false
	}
	for _, c := range classes {
		if out.Classes[at] == c {
			return true
		}
	}
	return false
}

// postNearM is how far a landmark of the map is at most from the post that stands there, m.
const postNearM = 0.3

// Shows reports whether a landmark can be seen: the pixel at its place belongs to it. At a post's place it may belong to
// another post, which hides it.
func (l *Labels) Shows(m *Mark) bool {
	at := int(math.Round(m.V))*l.Width + int(math.Round(m.U))
	if !m.Seen || m.Kind != field.Post || at < 0 || at >= len(l.Objects) || l.Objects[at] == 0 {
		return m.Seen
	}
	t := &l.Things[l.Objects[at]-1]
	return math.Hypot(t.Place.X-m.X, t.Place.Y-m.Y) < postNearM
}

// project returns the image's pixel of a point in the world; ok is false outside of the image.
func (l *Labeller) project(warp *camera.Warp, x_CW *nao.Pose, p_W r3.Vec) (u, v float64, ok bool) {
	if u, v, ok = l.beside(warp, x_CW, p_W); !ok {
		return u, v, false
	}
	_, ok = l.optics.Image.At(u, v)
	return u, v, ok
}

// beside is project for points up to half an image outside of the image: farther out the lens's distortion, which is
// known inside the image only, may lead back into it.
func (l *Labeller) beside(warp *camera.Warp, x_CW *nao.Pose, p_W r3.Vec) (u, v float64, ok bool) {
	u, v, ok = l.optics.Pinhole.Project(x_CW.Apply(p_W))
	if !ok {
		return 0, 0, false
	}
	k := &l.optics.Pinhole
	if u < -0.5*float64(k.Width) || u > 1.5*float64(k.Width) || v < -0.5*float64(k.Height) || v > 1.5*float64(k.Height) {
		return u, v, false
	}
	u, v = warp.Shown(u, v)
	return u, v, true
}
