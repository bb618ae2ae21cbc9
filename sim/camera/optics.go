package camera

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/sim/mujoco"
)

// Optics is how a camera's image comes about: a pinhole is drawn, and each pixel of the image is looked up in it, where
// the lens and the rolling shutter lead its ray. Without either, both are the same.
type Optics struct {
	Image   Intrinsics // of the image, with the lens left out
	Pinhole Intrinsics // of what is drawn
	K1      float64    // of the lens
	Readout float64    // s, from the first row to the last
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
	return &Optics{Image: k, Pinhole: k, fovYDeg: o.fovYDeg()}, nil
}

// View returns how the pinhole is drawn by a camera of the model.
func (o *Optics) View(id int) mujoco.View { return mujoco.View{Camera: id, FovYDeg: o.fovYDeg} }

// Warp maps from the pixels of an image to those of the pinhole, for one speed of the camera.
type Warp struct {
	optics *Optics
	plain  bool // both are the same
}

// Warp returns the warp of an image that is taken while the camera turns, rad/s in its own frame.
func (o *Optics) Warp(turning r3.Vec) Warp { return Warp{optics: o, plain: true} }

// Source returns the pinhole's pixel of an image's pixel.
func (w *Warp) Source(u, v float64) (float64, float64) { return u, v }

// Shown returns the image's pixel of a pinhole's pixel: the inverse of Source.
func (w *Warp) Shown(u, v float64) (float64, float64) { return u, v }

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
