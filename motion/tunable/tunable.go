// Package tunable makes a motion's numbers accessible by name, so that
// `gonao tune` and `gonao motion adapt` can change those of any engine, and a
// node can show them as parameters.
package tunable

import (
	"fmt"
	"strings"

	"gonao/internal/suggest"
)

// Field is one number of a motion's configuration.
type Field struct {
	Name     string   // as in a parameter file: lower case, words joined by _
	Value    *float64 // where it is; the configuration owns it
	Min, Max float64  // what makes sense, both included
	Unit     string   // "m", "rad", "s", "1" …
	Doc      string   // one line
}

// Of makes a field.
func Of(name string, value *float64, least, most float64, unit, doc string) Field {
	return Field{Name: name, Value: value, Min: least, Max: most, Unit: unit, Doc: doc}
}

// Config is a configuration whose numbers can be reached by name. Fields points into
// the configuration, in a fixed order.
type Config interface {
	Fields() []Field
}

// Check returns an error that names the first number outside its range, if any.
func Check(fields []Field) error {
	for _, f := range fields {
		if !(*f.Value >= f.Min && *f.Value <= f.Max) {
			return fmt.Errorf("%s %g: expected %g to %g %s", f.Name, *f.Value, f.Min, f.Max, f.Unit)
		}
	}
	return nil
}

// Set sets the named number to a value within its range.
func Set(fields []Field, name string, value float64) error {
	f, err := Find(fields, name)
	if err != nil {
		return err
	}
	if !(value >= f.Min && value <= f.Max) {
		return fmt.Errorf("%s %g: expected %g to %g %s", name, value, f.Min, f.Max, f.Unit)
	}
	*f.Value = value
	return nil
}

// Find returns the field of a name.
func Find(fields []Field, name string) (Field, error) {
	names := make([]string, len(fields))
	for i, f := range fields {
		if f.Name == name {
			return f, nil
		}
		names[i] = f.Name
	}
	return Field{}, fmt.Errorf("%s: no such number%s: expected one of %s", name, suggest.DidYouMean(name, names), strings.Join(names, ", "))
}
