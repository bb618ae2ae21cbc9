package camera

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// Optics is how a camera's image comes about: a pinhole is drawn, and each pixel of the image is looked up in it, where
// the lens and the rolling shutter lead its ray. Without either, both are the same.
type Optics struct {
	Image   Intrinsics // of the image, without the lens
	Pinhole Intrinsics // of the drawing; wider than the image if rays are bent
	K1      float64    // of the lens
	Readout float64    // s, from the first row to the last
	Blur    float64    // s
	fovYDeg float64    // of the pinhole
}

// Optics returns the optics of both cameras.
func (o Options) Optics() (*Optics, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	k, err := o.Intrinsics()
	if err != nil {
		return nil, err
	}
	e := &o.Effects
	s := &Optics{Image: k, Pinhole: k, K1: e.Distortion, Readout: e.ReadoutSec, Blur: e.BlurSec}
	if e.moves() {
		s.widen()
	}
	s.fovYDeg = 2 * math.Atan(float64(s.Pinhole.Height)/2/k.FY) * 180 / math.Pi
	return s, nil
}

// widen makes the pinhole as large as the rays of the image need.
func (o *Optics) widen() {
	k := &o.Image
	turn := maxTurning * (o.Readout + o.Blur) / 2
	edge := func(half, other, f float64) int {
		most := 0.0
		for _, across := range []float64{0, other} { // the middle of the edge, and a corner
			x, _ := o.straight(half/f, across/f)
			most = max(most, math.Tan(min(1.4, math.Atan(math.Abs(x))+turn)))
		}
		return int(math.Ceil(most*f - half))
	}
	dx, dy := max(0, edge(float64(k.Width)/2, float64(k.Height)/2, k.FX)), max(0, edge(float64(k.Height)/2, float64(k.Width)/2, k.FY))
	o.Pinhole.Width, o.Pinhole.Height = k.Width+2*dx, k.Height+2*dy
	o.Pinhole.CX, o.Pinhole.CY = k.CX+float64(dx), k.CY+float64(dy)
}

// straight returns the ray, in the plane z = 1, that the lens shows at a point of that plane.
func (o *Optics) straight(x, y float64) (float64, float64) {
	if o.K1 == 0 {
		return x, y
	}
	// Newton's method for r·(1 + k1·r²) = rd.
	rd := math.Hypot(x, y)
	if rd == 0 {
		return x, y
	}
	r := rd
	for range 8 {
		step := (r*(1+o.K1*r*r) - rd) / (1 + 3*o.K1*r*r)
		r -= step
		if math.Abs(step) < 1e-12 {
			break
		}
	}
	return x * r / rd, y * r / rd
}

// bend returns where the lens shows a ray, both in the plane z = 1.
func (o *Optics) bend(x, y float64) (float64, float64) {
	f := 1 + o.K1*(x*x+y*y)
	return x * f, y * f
}

// View returns how the pinhole is drawn by a camera of the model.
func (o *Optics) View(id int) mujoco.View { return mujoco.View{Camera: id, FovYDeg: o.fovYDeg} }

// Warp maps from the pixels of an image to those of the pinhole, for one speed of the camera.
type Warp struct {
	optics  *Optics
	turning r3.Vec // rad/s, of the camera in its own frame
	later   float64
	plain   bool // both are the same
}

// Warp returns the warp of an image that is taken while the camera turns, rad/s in its own frame: the image's middle row
// is taken at the drawn pose, upper rows before it.
func (o *Optics) Warp(turning r3.Vec) Warp { return o.warp(turning, 0) }

// warp returns the warp of the image if it was taken later, s.
func (o *Optics) warp(turning r3.Vec, later float64) Warp {
	w := Warp{optics: o, turning: turning, later: later}
	if speed := r3.Norm(turning); !(speed <= maxTurning) {
		w.turning = r3.Scale(maxTurning/speed, turning)
		if math.IsNaN(speed) || math.IsInf(speed, 0) {
			w.turning = r3.Vec{}
		}
	}
	w.plain = o.Image == o.Pinhole
	return w
}

// turned returns the camera's rotation from the middle row to row v.
func (w *Warp) turned(v float64) nao.Pose {
	o := w.optics
	sec := w.later
	if o.Image.Height > 1 {
		sec += o.Readout * (v - o.Image.CY) / float64(o.Image.Height-1)
	}
	speed := r3.Norm(w.turning)
	if speed == 0 || sec == 0 {
		return nao.Identity()
	}
	return nao.Rotation(r3.Scale(1/speed, w.turning), speed*sec)
}

// Source returns the pinhole's pixel of an image's pixel.
func (w *Warp) Source(u, v float64) (float64, float64) {
	if w.plain {
		return u, v
	}
	x := w.turned(v)
	return w.source(&x, u, v)
}

// source is Source with the rotation of the row.
func (w *Warp) source(turned *nao.Pose, u, v float64) (float64, float64) {
	o := w.optics
	x, y := o.straight((u-o.Image.CX)/o.Image.FX, (v-o.Image.CY)/o.Image.FY)
	d := turned.Rotate(r3.Vec{X: x, Y: y, Z: 1})
	return o.Pinhole.FX*d.X/d.Z + o.Pinhole.CX, o.Pinhole.FY*d.Y/d.Z + o.Pinhole.CY
}

// Row returns Source for the pixels of one row, which costs less than asking for each.
func (w *Warp) Row(v float64) func(u float64) (float64, float64) {
	if w.plain {
		return func(u float64) (float64, float64) { return u, v }
	}
	turned := w.turned(v)
	return func(u float64) (float64, float64) { return w.source(&turned, u, v) }
}

// Shown returns the image's pixel of a pinhole's pixel: the inverse of Source.
func (w *Warp) Shown(u, v float64) (float64, float64) {
	if w.plain {
		return u, v
	}
	o := w.optics
	ray := o.Pinhole.Ray(u, v)
	// The row determines the time, and the time determines where the ray appears: a few iterations converge.
	row := v - o.Pinhole.CY + o.Image.CY
	for range 12 {
		x := w.turned(row)
		d := x.Inverse().Rotate(ray)
		bx, by := o.bend(d.X/d.Z, d.Y/d.Z)
		u, v = o.Image.FX*bx+o.Image.CX, o.Image.FY*by+o.Image.CY
		if math.Abs(v-row) < 1e-9 {
			break
		}
		row = v
	}
	return u, v
}

// Ray returns the direction in the optical frame of a pixel; z is 1.
func (k *Intrinsics) Ray(u, v float64) r3.Vec {
	return r3.Vec{X: (u - k.CX) / k.FX, Y: (v - k.CY) / k.FY, Z: 1}
}

// Project returns the pixel of a point in the optical frame; ok is false for one beside or behind the camera.
func (k *Intrinsics) Project(p_C r3.Vec) (u, v float64, ok bool) {
	if p_C.Z < 1e-6 {
		return 0, 0, false
	}
	return k.FX*p_C.X/p_C.Z + k.CX, k.FY*p_C.Y/p_C.Z + k.CY, true
}

// At returns the index of the pixel that holds a point; ok is false outside the image.
func (k *Intrinsics) At(u, v float64) (index int, ok bool) {
	x, y := math.Round(u), math.Round(v)
	if !(x >= 0 && y >= 0 && x < float64(k.Width) && y < float64(k.Height)) {
		return 0, false
	}
	return int(y)*k.Width + int(x), true
}
