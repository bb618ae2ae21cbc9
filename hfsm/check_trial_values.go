package hfsm

import (
	"math"
	"slices"
)

// prepare chooses the values to try of each.
func (w *trial) prepare() {
	for i := range w.unknowns {
		u := &w.unknowns[i]
		switch u.typ {
		case Bool:
			u.tries = []Value{BoolValue(true), BoolValue(false)}
			if u.function == "" && !w.ends && (u.name == "final" || u.name == "failed") {
				u.tries = u.tries[1:]
			}
		case Int:
			u.ints()
		case Float:
			u.floats()
		case String:
			u.strings(w.events)
		}
		u.now = u.tries[0]
	}
}

// numbers gives the constants as numbers.
func (u *unknown) numbers() []float64 {
	var all []float64
	for _, v := range u.constants {
		switch v.Type {
		case Int:
			all = append(all, float64(v.Int))
		case Float:
			all = append(all, v.Float)
		case Bool, String:
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
	return all
}

// allow keeps the values that may be; all of an enum if there is one.
func (u *unknown) allow(all []Value) {
	if u.declared != nil && len(u.declared.Enum) > 0 {
		all = u.declared.Enum
	}
	for _, v := range all {
		if (u.declared == nil || u.declared.Expected(v) == "") && (v.Type != Float || v.Float >= u.least) && !slices.Contains(u.tries, v) {
			u.tries = append(u.tries, v)
		}
	}
	if len(u.tries) == 0 { // bounds that hold nothing
		u.tries = []Value{{Type: u.typ}}
	}
}

// ints tries each constant and its neighbours.
func (u *unknown) ints() {
	all := []Value{}
	for _, x := range u.numbers() {
		if math.Abs(x) < 1<<62 {
			for _, y := range []float64{math.Floor(x) - 1, math.Floor(x), math.Floor(x) + 1, math.Ceil(x) + 1} {
				all = append(all, IntValue(int64(y)))
			}
		}
	}
	u.allow(append(all, IntValue(0), IntValue(1)))
}

// floats tries each constant, and one between, below and above them.
func (u *unknown) floats() {
	xs := append(u.numbers(), 0)
	slices.Sort(xs)
	xs = slices.Compact(xs)
	all := []Value{FloatValue(xs[0] - 1)}
	for i, x := range xs {
		all = append(all, FloatValue(x))
		if i+1 < len(xs) {
			all = append(all, FloatValue(x/2+xs[i+1]/2))
		}
	}
	u.allow(append(all, FloatValue(xs[len(xs)-1]+1)))
}

// strings tries each constant, and a text that is none of them. The event can only
// be what the transition waits for.
func (u *unknown) strings(events []string) {
	all := []Value{}
	ofEvents := u.name == "event" // no value is called so
	for _, v := range u.constants {
		if v.Type == String && (!ofEvents || matches(events, v.String)) {
			all = append(all, v)
			if !ofEvents {
				all = append(all, StringValue(v.String+"'"))
			}
		}
	}
	for _, e := range events {
		if ofEvents {
			all = append(all, StringValue(e))
		}
	}
	if len(all) == 0 || !ofEvents {
		all = append(all, StringValue(""))
	}
	u.allow(all)
}
