package look

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// Ticks puts labelled ticks at multiples of 1, 2 or 5 times a power of ten, with no more digits than these need: "-25", not "-25.00".
type Ticks struct{}

// wantedTicks is about how many ticks an axis has.
const wantedTicks = 6

// Ticks returns the ticks, see [plot.Ticker].
func (Ticks) Ticks(low, high float64) []plot.Tick {
	if !(high > low) {
		return nil
	}
	step := NiceStep((high - low) / wantedTicks)
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var ticks []plot.Tick
	for k := math.Ceil(low/step - 1e-9); k*step <= high+1e-9*step; k++ {
		ticks = append(ticks, plot.Tick{Value: k * step, Label: strconv.FormatFloat(k*step+0, 'f', decimals, 64)})
	}
	return ticks
}

// NiceStep returns the smallest of 1, 2 and 5 times a power of ten that is not below rough.
func NiceStep(rough float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(rough)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= rough*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// roundTicks sets Ticks on axes that have the plot library's own.
func roundTicks(p *plot.Plot) {
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		if _, own := axis.Tick.Marker.(plot.DefaultTicks); own {
			axis.Tick.Marker = Ticks{}
		}
	}
}

// Spread is a scale on which small values are readable beside large ones: linear about 0, up to about Linear, and logarithmic beyond.
type Spread struct{ Linear float64 }

// Normalize returns where x is between low (0) and high (1), see [plot.Normalizer].
func (s Spread) Normalize(low, high, x float64) float64 {
	at := func(v float64) float64 { return math.Asinh(v / s.Linear) }
	return (at(x) - at(low)) / (at(high) - at(low))
}

// Ticks returns ticks of 1, 2 and 5 times powers of ten on both sides of 0, from half of Linear on, see [plot.Ticker].
func (s Spread) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	add := func(v float64) {
		if v >= low && v <= high {
			ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', -1, 64)})
		}
	}
	add(0)
	for v := NiceStep(s.Linear / 2); v <= max(-low, high); v = NiceStep(1.01 * v) {
		add(-v)
		add(v)
	}
	return ticks
}
