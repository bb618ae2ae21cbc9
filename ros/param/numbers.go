package param

import "reflect"

// Number is a parameter of a group whose parameters are known at run time; see [Numbered].
type Number struct {
	Name     string
	Value    *float64 // where it is; the group owns it
	Min, Max float64  // both included
	Unit     string
	Desc     string
	Was      string // former names, as the tag was has them
}

// Numbered is what the pointer to a group may be, in place of fields with tags: a struct of
// numbers that are named, bounded and explained elsewhere, such as those of a room. Numbers
// points into the group.
type Numbered interface{ Numbers() []Number }

// numbersOf returns the numbers of a Numbered group; ok is false for other groups. They point into v if it can be changed,
// otherwise into a copy.
func numbersOf(v reflect.Value) (numbers []Number, ok bool) {
	if v.Kind() != reflect.Struct || !reflect.PointerTo(v.Type()).Implements(reflect.TypeFor[Numbered]()) {
		return nil, false
	}
	if !v.CanAddr() || !v.CanSet() {
		v = copyOf(v)
	}
	return v.Addr().Interface().(Numbered).Numbers(), true
}

// about is what is known of a number in a group.
func (n *Number) about(group About) About {
	return About{
		Description: n.Desc, Group: group.Group, Unit: n.Unit, ReadOnly: group.ReadOnly,
		Range: &Range{From: n.Min, To: n.Max},
	}
}

// assignNumber sets the named number of a group.
func assignNumber(numbers []Number, parts []string, value Value, group About) error {
	if len(parts) != 1 {
		return errUnknown
	}
	for i := range numbers {
		if n := &numbers[i]; n.Name == parts[0] {
			return assign(reflect.ValueOf(n.Value).Elem(), nil, value, n.about(group))
		}
	}
	return errUnknown
}
