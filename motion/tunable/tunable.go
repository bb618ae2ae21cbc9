// Package tunable makes a motion's numbers accessible by name, so that `gonao motion tune` and `gonao motion adapt` can change
// those of any engine.
package tunable

import (
	"fmt"
	"reflect"
	"strings"

	"gonao/internal/declared"
	"gonao/internal/wording"
)

// Field is one number of a motion's configuration.
type Field struct {
	Name     string   // as in a parameter file: lower case, words joined by _
	Value    *float64 // pointer into the configuration, which owns it
	Min, Max float64  // range, both included
	Unit     string   // "m", "rad", "s", "1" …
	Doc      string   // one line
}

// Config is a configuration whose numbers can be reached by name. Fields points into
// the configuration, in a fixed order.
type Config interface {
	Fields() []Field
}

// Of lists the float64 fields of a configuration, a pointer to a struct, whose tags declare a range; see [declared.About].
// It panics if a tag is wrong.
func Of(config any) []Field {
	all, err := declared.Fields(config)
	if err != nil {
		panic(err)
	}
	var numbers []Field
	for _, f := range all {
		if f.Range == nil || f.Hidden || f.Value.Type() != reflect.TypeFor[float64]() {
			continue
		}
		numbers = append(numbers, Field{
			Name: f.Name, Value: f.Value.Addr().Interface().(*float64), Min: f.Range.From, Max: f.Range.To, Unit: f.Unit, Doc: f.Description,
		})
	}
	return numbers
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

// Find returns the field with the given name.
func Find(fields []Field, name string) (Field, error) {
	names := make([]string, len(fields))
	for i, f := range fields {
		if f.Name == name {
			return f, nil
		}
		names[i] = f.Name
	}
	return Field{}, fmt.Errorf("%s: no such number%s: expected one of %s", name, wording.DidYouMean(name, names), strings.Join(names, ", "))
}
