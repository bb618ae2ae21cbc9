package check

import (
	"math"
	"slices"

	"gonao/hfsm/chart"
)

// prepare chooses the values to try of each unknown.
func (w *search) prepare() {
	for i := range w.unknowns {
		u := &w.unknowns[i]
		switch u.typ {
		case chart.Bool:
			u.tries = append(u.tries, chart.BoolValue(true), chart.BoolValue(false))
			if u.function == "" && !w.ends && u.declared == nil && (u.name == "final" || u.name == "failed") {
				u.tries = u.tries[1:]
			}
		case chart.Int:
			w.ints(u)
		case chart.Float:
			w.floats(u)
			if w.entered && u.function == "" && u.declared == nil { // elapsed
				u.tries = append(u.tries[:0], chart.FloatValue(0))
			}
		case chart.String:
			w.strings(u)
		}
		u.now = u.tries[0]
	}
}

// numbersOf returns the constants and bounds of an unknown as numbers, until it is called again.
func (w *search) numbersOf(u *unknown) []float64 {
	all := w.numbers[:0]
	for _, v := range u.constants {
		switch v.Type {
		case chart.Int:
			all = append(all, float64(v.Int))
		case chart.Float:
			all = append(all, v.Float)
		case chart.Bool, chart.String:
		}
	}
	if u.declared != nil {
		for _, bound := range []*float64{u.declared.Min, u.declared.Max} {
			if bound != nil {
				all = append(all, *bound)
			}
		}
	}
	if !math.IsInf(u.least, 0) {
		all = append(all, u.least)
	}
	w.numbers = all
	return all
}

// allow keeps the values that the declaration of an unknown permits; for an enum, all of its values.
func (w *search) allow(u *unknown, all []chart.Value) {
	w.values = all
	if u.declared != nil && len(u.declared.Enum) > 0 {
		all = u.declared.Enum
	}
	for _, v := range all {
		if (u.declared == nil || u.declared.Expected(v) == "") && (v.Type != chart.Float || v.Float >= u.least || math.IsInf(u.least, -1)) && !slices.Contains(u.tries, v) {
			u.tries = append(u.tries, v)
		}
	}
	if len(u.tries) == 0 { // bounds that hold nothing
		u.tries = append(u.tries, chart.Value{Type: u.typ})
	}
}

// ints chooses each constant and its neighbours.
func (w *search) ints(u *unknown) {
	all := w.values[:0]
	for _, x := range w.numbersOf(u) {
		if math.Abs(x) < 1<<53 {
			for _, y := range [...]float64{math.Floor(x) - 1, math.Floor(x), math.Floor(x) + 1, math.Ceil(x) + 1} {
				all = append(all, chart.IntValue(int64(y)))
			}
			continue
		}
		// Beyond 2^53 numbers are integers, and their neighbours no float64 has.
		if math.Abs(x) < 1<<63 {
			all = append(all, chart.IntValue(int64(x)-1), chart.IntValue(int64(x)), chart.IntValue(int64(x)+1))
		}
		all = append(all, chart.IntValue(math.MinInt64), chart.IntValue(math.MaxInt64))
	}
	w.allow(u, append(all, chart.IntValue(0), chart.IntValue(1)))
}

// floats chooses each constant, values between, below and above them, and NaN, at which
// every comparison but != is false.
func (w *search) floats(u *unknown) {
	xs := append(w.numbersOf(u), 0)
	slices.Sort(xs)
	xs = slices.Compact(xs)
	all := append(w.values[:0], chart.FloatValue(min(xs[0]-1, math.Nextafter(xs[0], math.Inf(-1))))) // a large number less 1 is itself
	for i, x := range xs {
		all = append(all, chart.FloatValue(x))
		if i+1 < len(xs) {
			all = append(all, chart.FloatValue(x/2+xs[i+1]/2))
		}
	}
	// NaN comes last, so that findings name it only where no number does.
	last := xs[len(xs)-1]
	w.allow(u, append(all, chart.FloatValue(max(last+1, math.Nextafter(last, math.Inf(1)))), chart.FloatValue(math.NaN())))
}

// strings tries each constant, and texts that differ from all of them. The event can only be one that the transition
// awaits.
func (w *search) strings(u *unknown) {
	all := w.values[:0]
	ofEvents := u.name == "event" // no value is called so
	for _, v := range u.constants {
		if v.Type == chart.String && (!ofEvents || chart.MatchesEvent(w.events, v.String)) {
			all = append(all, v)
			if !ofEvents {
				all = append(all, chart.StringValue(v.String+"'"))
			}
		}
	}
	for _, e := range w.events {
		if ofEvents {
			all = append(all, chart.StringValue(e))
		}
	}
	if len(all) == 0 || !ofEvents {
		all = append(all, chart.StringValue(""))
	}
	w.allow(u, all)
}
