package hfsm

import "time"

// compareElapsed compares the time in a state with a constant, without making seconds
// of it in each tick; nil for == and !=, and for a constant that is not a number.
func compareElapsed(op string, a int, y float64) boolFunc {
	if y != y {
		return nil
	}
	switch op {
	case "<":
		limit, some := firstTime(func(s float64) bool { return s >= y })
		return func(m *Machine) bool { return !some || m.elapsed(a) < limit }
	case "<=":
		limit, some := firstTime(func(s float64) bool { return s > y })
		return func(m *Machine) bool { return !some || m.elapsed(a) < limit }
	case ">":
		limit, some := firstTime(func(s float64) bool { return s > y })
		return func(m *Machine) bool { return some && m.elapsed(a) >= limit }
	case ">=":
		limit, some := firstTime(func(s float64) bool { return s >= y })
		return func(m *Machine) bool { return some && m.elapsed(a) >= limit }
	}
	return nil
}

// firstTime returns the first time whose seconds fulfil a condition that all later ones fulfil as well; ok is false if
// there is none. The seconds grow with the time, so comparing times is the same as comparing their seconds.
func firstTime(holds func(seconds float64) bool) (time.Duration, bool) {
	if !holds(forever.Seconds()) {
		return 0, false
	}
	low, high := never, forever // holds(high), and all below low do not
	for low < high {
		middle := low + time.Duration(uint64(high-low)/2)
		if holds(middle.Seconds()) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return high, true
}
