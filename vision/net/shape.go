// Package net evaluates small neural nets: 3×3 convolutions with a border of zeros, 2×2 maxima, dense layers. All
// layers but the last one cut negative numbers off. Nets come from package vision/train and are stored in files with
// their shape, the names of their outputs, and how they were trained.
//
// Images are rows of pixels, a pixel is its channels side by side. An input of 8-bit luma v is (v−128)/128, so that the
// border of zeros is a middle grey.
package net

import (
	"fmt"

	"gonao/vision/net/kernel"
)

// Limits of a shape, so that a damaged file cannot allocate much memory.
const (
	maxSide     = 1024
	maxChannels = 256
	maxLayers   = 16
	maxWeights  = 1 << 22
)

// Layer is one layer of a net.
type Layer struct {
	Kind string `json:"kind"`           // "conv": 3×3 of all channels; "dense": of all numbers
	Out  int    `json:"out"`            // channels or numbers; a multiple of 8 except in the last layer
	Pool bool   `json:"pool,omitempty"` // of a conv: the maximum of 2×2 pixels follows
}

// Shape is the structure of a net.
type Shape struct {
	Width    int     `json:"width"`  // pixels of the input
	Height   int     `json:"height"` // pixels
	Channels int     `json:"channels"`
	Layers   []Layer `json:"layers"`
}

// Plane is the size of a layer's input or output.
type Plane struct {
	Width, Height, Channels int
}

// Len returns the number of numbers.
func (p Plane) Len() int { return p.Width * p.Height * p.Channels }

// Check returns an error that names the part of the shape that no net can have.
func (s Shape) Check() error {
	switch {
	case s.Width < 4 || s.Width > maxSide || s.Height < 1 || s.Height > maxSide:
		return fmt.Errorf("input of %d×%d pixels: expected 4×1 to %d×%d", s.Width, s.Height, maxSide, maxSide)
	case s.Channels < 1 || s.Channels > maxChannels:
		return fmt.Errorf("input of %d channels: expected 1 to %d", s.Channels, maxChannels)
	case len(s.Layers) < 1 || len(s.Layers) > maxLayers:
		return fmt.Errorf("%d layers: expected 1 to %d", len(s.Layers), maxLayers)
	}
	in, weights := Plane{s.Width, s.Height, s.Channels}, 0
	for i, l := range s.Layers {
		if err := l.check(in, i == len(s.Layers)-1); err != nil {
			return fmt.Errorf("layer %d: %w", i, err)
		}
		weights += l.Terms(in) * l.Out
		in = l.Result(in)
		if weights > maxWeights {
			return fmt.Errorf("layer %d: more than %d weights", i, maxWeights)
		}
	}
	return nil
}

// check returns an error if the layer cannot follow a plane.
func (l Layer) check(in Plane, last bool) error {
	switch {
	case l.Kind != "conv" && l.Kind != "dense":
		return fmt.Errorf("kind %q: expected conv or dense", l.Kind)
	case l.Out < 1 || l.Out > maxChannels || !last && l.Out%kernel.Lanes != 0:
		return fmt.Errorf("out %d: expected at most %d, and a multiple of %d before the last layer", l.Out, maxChannels, kernel.Lanes)
	case l.Kind == "conv" && in.Width < 4:
		return fmt.Errorf("conv of an image %d pixels wide: expected at least 4", in.Width)
	case l.Pool && (l.Kind != "conv" || last):
		return fmt.Errorf("pool: only a conv before the last layer may have it")
	case l.Pool && (in.Width%2 != 0 || in.Height%2 != 0):
		return fmt.Errorf("pool of %d×%d pixels: expected even numbers", in.Width, in.Height)
	}
	return nil
}

// Terms returns the number of products in one sum of the layer.
func (l Layer) Terms(in Plane) int {
	if l.Kind == "dense" {
		return in.Len()
	}
	return 9 * in.Channels
}

// Result returns the size of the layer's output.
func (l Layer) Result(in Plane) Plane {
	switch {
	case l.Kind == "dense":
		return Plane{1, 1, l.Out}
	case l.Pool:
		return Plane{in.Width / 2, in.Height / 2, l.Out}
	}
	return Plane{in.Width, in.Height, l.Out}
}

// Planes returns the input of every layer, and at the end the net's output.
func (s Shape) Planes() []Plane {
	planes := []Plane{{s.Width, s.Height, s.Channels}}
	for i, l := range s.Layers {
		planes = append(planes, l.Result(planes[i]))
	}
	return planes
}

// Parameters returns the number of weights and biases.
func (s Shape) Parameters() (n int) {
	planes := s.Planes()
	for i, l := range s.Layers {
		n += (l.Terms(planes[i]) + 1) * l.Out
	}
	return n
}

// Products returns the number of multiplications for one input.
func (s Shape) Products() (n int) {
	planes := s.Planes()
	for i, l := range s.Layers {
		pixels := 1
		if l.Kind == "conv" {
			pixels = planes[i].Width * planes[i].Height
		}
		n += l.Terms(planes[i]) * l.Out * pixels
	}
	return n
}

// Equal reports whether both shapes are the same.
func (s Shape) Equal(other Shape) bool {
	if s.Width != other.Width || s.Height != other.Height || s.Channels != other.Channels || len(s.Layers) != len(other.Layers) {
		return false
	}
	for i, l := range s.Layers {
		if l != other.Layers[i] {
			return false
		}
	}
	return true
}

// Lanes returns n rounded up to whole calls of the kernel.
func Lanes(n int) int { return (n + kernel.Lanes - 1) / kernel.Lanes * kernel.Lanes }
