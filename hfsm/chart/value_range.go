package chart

import (
	"fmt"
	"slices"
)

// Expected returns a description of the values that a declaration allows, or "" when v is
// one of them.
func (d *Declaration) Expected(v Value) string {
	if len(d.Enum) > 0 && !slices.Contains(d.Enum, v) {
		var all []string
		for _, e := range d.Enum {
			all = append(all, e.Text())
		}
		return "one of " + Listed(all)
	}
	x := v.Float
	if v.Type == Int {
		x = float64(v.Int)
	}
	if v.Type != Int && v.Type != Float || !(d.Min != nil && !(x >= *d.Min) || d.Max != nil && !(x <= *d.Max)) {
		return ""
	}
	switch {
	case d.Max == nil:
		return fmt.Sprintf("at least %g", *d.Min)
	case d.Min == nil:
		return fmt.Sprintf("at most %g", *d.Max)
	}
	return fmt.Sprintf("%g to %g", *d.Min, *d.Max)
}
