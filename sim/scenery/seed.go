package scenery

import "math/rand/v2"

// Purpose is the permitted use of a seed's world.
type Purpose uint8

// The purposes, and their seeds.
const (
	Tuning  Purpose = iota // 1 to 1000: training, and choosing numbers
	Looking                // 1001 to 5000: may be looked at as often as wanted
	HeldOut                // from 5001 on: each set is scored once
)

// String returns the purpose's name.
func (p Purpose) String() string { return [...]string{"tuning", "looking", "held out"}[p] }

// purposeOf returns the purpose of a seed.
func purposeOf(seed uint64) Purpose {
	switch {
	case seed <= 1000:
		return Tuning
	case seed <= 5000:
		return Looking
	}
	return HeldOut
}

// scenerySlices is into how many slices the range of a number is cut. Of five in a row, three are for tuning, one is for
// looking and one is held out.
const scenerySlices = 15

// sliceOwner returns the purpose of each slice.
func sliceOwner(slice int) Purpose {
	return [5]Purpose{Tuning, Looking, Tuning, HeldOut, Tuning}[slice%5]
}

// dice draws the numbers of a world. Light, camera, and the looks of carpet and walls are drawn by within, everything
// else by the generator itself.
type dice struct {
	*rand.Rand
	purpose Purpose
	drawn   []float64 // all that within has drawn, 0 to 1
}

func newDice(seed uint64, purpose Purpose) *dice {
	return &dice{Rand: rand.New(rand.NewPCG(seed, 0x7363656e657279)), purpose: purpose}
}

// share returns a number from 0 to 1 out of the slices of the purpose.
func (d *dice) share() float64 {
	var own []int
	for s := range scenerySlices {
		if sliceOwner(s) == d.purpose {
			own = append(own, s)
		}
	}
	v := (float64(own[d.IntN(len(own))]) + d.Float64()) / scenerySlices
	d.drawn = append(d.drawn, v)
	return v
}

// within returns a number from low to high out of the slices of the purpose.
func (d *dice) within(low, high float64) float64 { return low + d.share()*(high-low) }

// between returns a number from low to high.
func between(r *rand.Rand, low, high float64) float64 { return low + r.Float64()*(high-low) }
