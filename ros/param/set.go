package param

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"

	"gonao/internal/declared"
)

// set puts a value into a field; the types must agree.
func set(v reflect.Value, value Value) error {
	switch kind := v.Kind(); {
	case declared.IsDuration(v.Type()):
		return mismatch(v, value)
	case kind == reflect.Interface && value == nil:
		v.SetZero()
		return nil
	case kind == reflect.Interface:
		v.Set(reflect.ValueOf(value))
		return nil
	case kind == reflect.Slice || kind == reflect.Array:
		return setList(v, value)
	}
	switch value := value.(type) {
	case byte:
		return set(v, int64(value))
	case bool:
		if v.Kind() == reflect.Bool {
			v.SetBool(value)
			return nil
		}
	case string:
		if v.Kind() == reflect.String {
			v.SetString(value)
			return nil
		}
	case float64:
		if v.CanFloat() {
			if v.OverflowFloat(value) {
				return fmt.Errorf("%s: too large", declared.FloatText(value))
			}
			v.SetFloat(value)
			return nil
		}
	case int64:
		if v.CanInt() && !v.OverflowInt(value) {
			v.SetInt(value)
			return nil
		}
		if v.CanUint() && value >= 0 && !v.OverflowUint(uint64(value)) {
			v.SetUint(uint64(value))
			return nil
		}
		if v.CanInt() || v.CanUint() {
			return fmt.Errorf("%d: expected a whole number that fits %s", value, v.Kind())
		}
	}
	return mismatch(v, value)
}

// mismatch returns an error that names the expected type and how to write the value.
func mismatch(v reflect.Value, value Value) error {
	expected, err := typeText(v.Type())
	if err != nil {
		return err
	}
	hint := ""
	switch value := value.(type) {
	case int64:
		if v.CanFloat() || declared.IsDuration(v.Type()) {
			hint = fmt.Sprintf(": write %d.0", value)
		} else if v.Kind() == reflect.String {
			hint = fmt.Sprintf(": write '%d'", value)
		}
	case float64:
		if v.Kind() == reflect.String {
			hint = fmt.Sprintf(": write '%v'", value)
		}
	case bool:
		if v.Kind() == reflect.String {
			hint = fmt.Sprintf(": write '%t'", value)
		}
	}
	return fmt.Errorf("expected %s, got %s%s", withArticle(expected), describe(value), hint)
}

func withArticle(noun string) string {
	if noun == "integer" {
		return "an " + noun
	}
	return "a " + noun
}

// setList puts a list into a slice or an array.
func setList(v reflect.Value, value Value) error {
	items := reflect.ValueOf(value)
	if items.Kind() != reflect.Slice {
		return mismatch(v, value)
	}
	if v.Kind() == reflect.Array && items.Len() != v.Len() {
		return fmt.Errorf("%d elements, expected %d", items.Len(), v.Len())
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), items.Len(), items.Len()))
	}
	for i := range items.Len() {
		if err := set(v.Index(i), items.Index(i).Interface()); err != nil {
			return fmt.Errorf("element %d: %w", i, err)
		}
	}
	return nil
}

// errUnknown is returned if no field has the name.
var errUnknown = errors.New("no such parameter")

// assign puts a value into the field of that name, and checks it.
func assign(fields map[string]*declared.Field, name string, value Value) error {
	f, known := fields[name]
	if !known {
		for below := range fields {
			if strings.HasPrefix(below, name+".") {
				return errors.New("expected parameters below it")
			}
		}
		return errUnknown
	}
	if seconds, ok := value.(float64); ok && declared.IsDuration(f.Value.Type()) {
		if err := f.Check(reflect.ValueOf(seconds)); err != nil {
			return err
		}
		f.Value.SetInt(int64(math.Round(seconds * float64(time.Second))))
		return nil
	}
	if n, whole := value.(int64); whole && f.Value.CanUint() { // -1 fits no uint
		if err := f.Check(reflect.ValueOf(n)); err != nil {
			return err
		}
	}
	if err := set(f.Value, value); err != nil {
		return err
	}
	f.Inside(f.Value)
	return f.Check(f.Value)
}
