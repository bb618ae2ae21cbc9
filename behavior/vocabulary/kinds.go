package vocabulary

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonao/hfsm"
)

// Vocabulary returns the vocabulary that hfsm checks machines against.
func (t *Table) Vocabulary() *hfsm.Vocabulary {
	words := &hfsm.Vocabulary{
		Inputs: map[string]hfsm.Type{}, Before: map[string]hfsm.Value{}, Interfaces: map[string]hfsm.Interface{}, Functions: t.Functions,
	}
	groups := map[string]*hfsm.Interface{}
	for _, g := range t.Groups {
		groups[g.Name] = &hfsm.Interface{Description: g.Description}
	}
	for _, in := range t.AllInputs() {
		words.Inputs[in.Name] = in.Type
		if in.Before != nil {
			words.Before[in.Name] = *in.Before
		}
		if g := groups[in.Group]; g != nil {
			g.Inputs = append(g.Inputs, in.Name)
		}
	}
	for i := range t.Actions {
		a := &t.Actions[i]
		words.Activities = append(words.Activities, a.Kind())
		if g := groups[a.Group]; g != nil {
			g.Activities = append(g.Activities, a.Name)
		}
	}
	for name, g := range groups {
		words.Interfaces[name] = *g
	}
	return words
}

// Kind returns hfsm's description of the action.
func (a *Action) Kind() hfsm.Kind {
	k := hfsm.Kind{Name: a.Name, Find: a.Find, Unused: a.Unused, External: a.External, Sets: slices.Clone(a.Sets)}
	for _, f := range a.Feedback {
		k.Sets = append(k.Sets, f.Input.Name)
	}
	for i := range a.Args {
		k.Params = append(k.Params, a.Args[i].param())
	}
	return k
}

// param returns hfsm's description of the argument.
func (a *Arg) param() hfsm.Param {
	p := hfsm.Param{Name: a.Name, Type: a.Type, Default: a.Default, Constant: a.Constant}
	if a.Min != nil || a.Max != nil || a.Enum != nil || a.Check != nil {
		p.Check = a.expected
	}
	return p
}

// expected returns what was expected instead of a value that the argument does not accept, or "".
func (a *Arg) expected(v hfsm.Value) string {
	if a.Enum != nil && !slices.Contains(a.Enum, v.String) {
		return "one of " + strings.Join(a.Enum, ", ")
	}
	if a.Min != nil || a.Max != nil {
		number := v.Float
		if v.Type == hfsm.Int {
			number = float64(v.Int)
		}
		if !a.inRange(number) {
			return strings.TrimSpace(a.rangeText()+" "+a.Unit) + a.inDegrees(number)
		}
	}
	if a.Check != nil {
		return a.Check(v)
	}
	return ""
}

// inDegrees returns the hint that a number out of the range of an angle may be in degrees.
func (a *Arg) inDegrees(v float64) string {
	rad := v * math.Pi / 180
	switch {
	case math.Abs(v) > 360 || !a.inRange(rad):
		return ""
	case a.Unit == "rad":
		return fmt.Sprintf(": angles are in radians, and %g degrees are %.4g", v, rad)
	case a.Unit == "rad/s":
		return fmt.Sprintf(": turns are in radians a second, and %g degrees a second are %.4g", v, rad)
	}
	return ""
}

// inRange reports whether a number is in the argument's range; NaN is not.
func (a *Arg) inRange(v float64) bool {
	return (a.Min == nil || v >= *a.Min) && (a.Max == nil || v <= *a.Max)
}

// rangeText returns the range for people, "" for any number.
func (a *Arg) rangeText() string {
	switch {
	case a.Min != nil && a.Max != nil:
		return fmt.Sprintf("%g to %g", *a.Min, *a.Max)
	case a.Min != nil:
		return fmt.Sprintf("at least %g", *a.Min)
	case a.Max != nil:
		return fmt.Sprintf("at most %g", *a.Max)
	}
	return ""
}

// Text is an argument that is a text and must not be empty.
func Text(name, description string) Arg {
	return Arg{Name: name, Description: description, Type: hfsm.String, Check: func(v hfsm.Value) string {
		if strings.TrimSpace(v.String) == "" {
			return description
		}
		return ""
	}}
}

// Word is an argument that is one of some words; the first one is the default.
func Word(name, description string, words ...string) Arg {
	v := hfsm.StringValue(words[0])
	return Arg{Name: name, Description: description, Type: hfsm.String, Default: &v, Enum: words}
}

// Number is an argument that is a number in a range.
func Number(name, description, unit string, low, high float64) Arg {
	return Arg{Name: name, Description: description, Type: hfsm.Float, Unit: unit, Min: &low, Max: &high}
}

// Whole is an argument that is a whole number in a range.
func Whole(name, description string, low, high int64) Arg {
	from, to := float64(low), float64(high)
	return Arg{Name: name, Description: description, Type: hfsm.Int, Min: &from, Max: &to}
}

// Or returns the argument with a default.
func (a Arg) Or(v hfsm.Value) Arg {
	a.Default = &v
	return a
}

// OrNumber returns the argument with a number as default.
func (a Arg) OrNumber(v float64) Arg { return a.Or(hfsm.FloatValue(v)) }

// Fixed returns the argument as one that accepts no expression.
func (a Arg) Fixed() Arg {
	a.Constant = true
	return a
}
