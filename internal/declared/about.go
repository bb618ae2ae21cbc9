// Package declared reads what the tags of a configuration's fields declare: a parameter's name, unit, range, words and
// description stand once, at the field of the room that uses it. A room checks its configuration by them, and ros/param
// makes the node's parameters of them.
package declared

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonao/internal/wording"
)

// About describes a field, from its tags:
//
//	MinPixels int           `yaml:"min_pixels" unit:"px" min:"1" max:"100000" desc:"fewer pixels are noise"`
//	Camera    string        `yaml:"camera" enum:"top|bottom" readonly:"true" desc:"which head camera is looked through"`
//	RateHz    float64       `yaml:"rate_hz" unit:"Hz" min:"0.5" max:"30" step:"0.5" desc:"how often a word is said"`
//	Silent    time.Duration `yaml:"silent_sec" min:"0.1" max:"60" desc:"without a word until it is said again"`
//	Stroke    Stroke        `yaml:",inline" prefix:"forward_"`
//	_         struct{}      `desc:"speech: texts -> sound."`
//
// min, max and step hold for every element of a list, as does enum. A time.Duration is a number of seconds. in:"rad" is a
// number in degrees whose field is in rad, in:"m" one in mm whose field is in m. heading is
// written above the parameter in its file; constraints is free text for what the other tags cannot express. The tags of a
// field that holds a struct are about the whole group: its desc is a heading, and only:"a|b" leaves out its other fields. The
// fields of an inline group stand in the group around it, their names behind prefix. A blank field's desc is about the
// struct itself.
//
// A field with yaml:"-" is not a parameter; its range and words are checked all the same. was is the name that the
// parameter had in the release before; see ros/param.
type About struct {
	Description string // what it does and why, no unit; may have several lines
	Group       string // description of the group it stands in
	Heading     string
	Unit        string // "" has none
	Range       *Range // of numbers; nil is every finite one
	Words       []string
	Constraints string // what else is expected, in words
	ReadOnly    bool   // it can only be set at the start

	factor float64 // the field's value by the parameter's; 0 is 1
}

// Outside returns the value of a parameter whose field is v: degrees of rad, rounded to 12 digits.
func (a *About) Outside(v float64) float64 {
	if a.factor != 0 {
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v/a.factor, 'g', 12, 64), 64)
	}
	return v
}

// Inside converts a field's value, a number or numbers, from the parameter's unit to the field's unit.
func (a *About) Inside(v reflect.Value) {
	switch {
	case a.factor == 0:
	case v.CanFloat():
		v.SetFloat(v.Float() * a.factor)
	default:
		for i := range v.Len() {
			a.Inside(v.Index(i))
		}
	}
}

// Range is the range of a number: From, From+Step, … To; any number between if Step is 0. A missing bound is the largest
// number of the type.
type Range struct{ From, To, Step float64 }

// RangeError is the error of a number that is out of its range or NaN.
type RangeError struct {
	Value any // int64 or float64
	Range *Range
	Unit  string
}

func (e *RangeError) Error() string {
	expected := "a number"
	if e.Range != nil {
		expected = e.Range.in(e.Unit)
	}
	return fmt.Sprintf("%s: expected %s", text(e.Value), expected)
}

// Beyond reports whether the number is outside the bounds, not between two steps.
func (e *RangeError) Beyond() bool {
	if e.Range == nil || e.Range.From == -math.MaxFloat64 || e.Range.To == math.MaxFloat64 {
		return false
	}
	bounds := Range{From: e.Range.From, To: e.Range.To}
	switch v := e.Value.(type) {
	case int64:
		return !bounds.holds(float64(v))
	case float64:
		return !math.IsNaN(v) && !bounds.holds(v)
	}
	return false
}

// Bounds returns the bounds, written as the parameter's type is written.
func (e *RangeError) Bounds() (from, to string) {
	if _, whole := e.Value.(int64); whole {
		return number(e.Range.From), number(e.Range.To)
	}
	return text(e.Range.From), text(e.Range.To)
}

// String returns the range for a person: "0.5 to 30 in steps of 0.5".
func (r *Range) String() string { return r.in("") }

// in returns the range with its unit: "0 to 640 px in steps of 2".
func (r *Range) in(unit string) string {
	text := ""
	switch {
	case r.To == math.MaxFloat64:
		text = number(r.From) + " or more"
	case r.From == -math.MaxFloat64:
		text = number(r.To) + " or less"
	default:
		text = number(r.From) + " to " + number(r.To)
	}
	if unit != "" {
		text += " " + unit
	}
	if r.Step != 0 {
		text += " in steps of " + number(r.Step)
	}
	return text
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// FloatText returns a float as text that is read as a float again: 1 as 1.0.
func FloatText(v float64) string {
	text := number(v)
	if !strings.ContainsAny(text, ".eIN") {
		text += ".0"
	}
	return text
}

// text returns an int64 or a float64 as text.
func text(v any) string {
	if f, ok := v.(float64); ok {
		return FloatText(f)
	}
	return fmt.Sprint(v)
}

// Integers returns the bounds as integers.
func (r *Range) Integers() (from, to, step int64) {
	from, to = math.MinInt64, math.MaxInt64
	if r.From > math.MinInt64 {
		from = int64(math.Ceil(r.From))
	}
	if r.To < math.MaxInt64 {
		to = int64(math.Floor(r.To))
	}
	return from, to, int64(r.Step)
}

// holds reports whether the number is in the range. Steps are compared with the tolerance of floats.
func (r *Range) holds(v float64) bool {
	if !(v >= r.From && v <= r.To) {
		return false
	}
	if r.Step == 0 || v == r.To {
		return true
	}
	steps := (v - r.From) / r.Step
	return math.Abs(steps-math.Round(steps)) <= 1e-9*max(1, math.Abs(steps))
}

// Check returns an error if a value is not an expected one, or its type's Validate() error refuses it.
func (a *About) Check(v reflect.Value) error {
	switch {
	case v.Type() == durationType:
		return a.checkFloat(time.Duration(v.Int()).Seconds())
	case v.CanFloat():
		return a.checkFloat(a.Outside(v.Float()))
	case v.CanInt():
		return a.checkInteger(v.Int())
	case v.CanUint():
		return a.checkInteger(int64(v.Uint()))
	case v.Kind() == reflect.String:
		if a.Words != nil && !slices.Contains(a.Words, v.String()) {
			return fmt.Errorf("%q: expected %s%s", v.String(), choice(a.Words), wording.DidYouMean(v.String(), a.Words))
		}
	case v.Kind() == reflect.Interface && !v.IsNil():
		return a.Check(v.Elem())
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		for i := range v.Len() {
			if err := a.Check(v.Index(i)); err != nil {
				return fmt.Errorf("element %d: %w", i, err)
			}
		}
	}
	if checked, ok := v.Interface().(validator); ok {
		return checked.Validate()
	}
	return nil
}

func (a *About) checkFloat(v float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) || a.Range != nil && !a.Range.holds(v) {
		return &RangeError{v, a.Range, a.Unit}
	}
	return nil
}

func (a *About) checkInteger(v int64) error {
	if a.Range != nil && !a.Range.holds(float64(v)) {
		return &RangeError{v, a.Range, a.Unit}
	}
	return nil
}

// choice lists words: "top or bottom".
func choice(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(w)
	}
	if len(quoted) < 2 {
		return strings.Join(quoted, "")
	}
	last := len(quoted) - 1
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}

// Expected returns what a value must be, without its type: "px, 1 to 100000".
func (a *About) Expected() string {
	var parts []string
	if a.Unit != "" {
		parts = append(parts, a.Unit)
	}
	if a.Range != nil {
		parts = append(parts, a.Range.String())
	}
	if a.Words != nil {
		parts = append(parts, strings.ReplaceAll(choice(a.Words), `"`, ""))
	}
	if a.Constraints != "" {
		parts = append(parts, a.Constraints)
	}
	return strings.Join(parts, ", ")
}

// Text returns the description with the unit and the group, as other programs see it.
func (a *About) Text() string {
	text := a.Description
	if a.Group != "" {
		text = strings.TrimSpace(text + " (" + a.Group + ")")
	}
	if a.Unit != "" {
		text = strings.TrimSpace(text + " [" + a.Unit + "]")
	}
	return text
}

// Of reads the tags of a field that stands in no group.
func Of(f reflect.StructField) (About, error) { return of(f, About{}) }

// of reads the tags of a field; what stands in the group holds too.
func of(f reflect.StructField, group About) (About, error) {
	a := About{
		Description: f.Tag.Get("desc"), Group: group.Group, Heading: f.Tag.Get("heading"),
		Unit: f.Tag.Get("unit"), Constraints: f.Tag.Get("constraints"), ReadOnly: group.ReadOnly,
	}
	if f.Type == durationType {
		a.Unit = "s"
	}
	switch text, given := f.Tag.Lookup("readonly"); {
	case given && text != "true":
		return a, fmt.Errorf("readonly:%q: expected \"true\"", text)
	case given:
		a.ReadOnly = true
	}
	if f.Type.Kind() == reflect.Struct {
		if !strings.Contains(f.Tag.Get("yaml"), ",inline") {
			a.Group = a.Description
		}
		a.Heading, a.Description = "", ""
		return a, nil
	}
	if unit, given := f.Tag.Lookup("in"); given {
		switch unit {
		case "rad":
			a.factor = math.Pi / 180
		case "m":
			a.factor = 1e-3
		default:
			return a, fmt.Errorf("in:%q: expected \"rad\" or \"m\"", unit)
		}
	}
	if words, given := f.Tag.Lookup("enum"); given {
		a.Words = strings.Split(words, "|")
	}
	r := Range{From: -math.MaxFloat64, To: math.MaxFloat64}
	for _, bound := range []struct {
		name string
		into *float64
	}{{"min", &r.From}, {"max", &r.To}, {"step", &r.Step}} {
		text, given := f.Tag.Lookup(bound.name)
		if !given {
			continue
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return a, fmt.Errorf("%s:%q: expected a number", bound.name, text)
		}
		*bound.into, a.Range = v, &r
	}
	return a, a.fits(f.Type)
}

// fits returns an error if the tags do not match the type of the field.
func (a *About) fits(t reflect.Type) error {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	v := reflect.Zero(t)
	numeric := v.IsValid() && (v.CanInt() || v.CanUint() || v.CanFloat())
	switch {
	case a.Words != nil && t.Kind() != reflect.String:
		return fmt.Errorf("enum on a %s: expected a string", t)
	case a.factor != 0 && (!v.IsValid() || !v.CanFloat()):
		return fmt.Errorf("in on a %s: expected a float", t)
	case a.Range != nil && !numeric:
		return fmt.Errorf("min, max or step on a %s: expected a number", t)
	case a.Range != nil && a.Range.From > a.Range.To:
		return fmt.Errorf("min %s is above max %s", number(a.Range.From), number(a.Range.To))
	case a.Range != nil && a.Range.Step < 0:
		return errors.New("step is negative")
	}
	return nil
}
