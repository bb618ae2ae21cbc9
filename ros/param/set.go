package param

import (
	"errors"
	"fmt"
	"reflect"
)

// set puts a value into a field; the types must agree.
func set(v reflect.Value, value Value) error {
	switch kind := v.Kind(); {
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
				return fmt.Errorf("%s: too large", floatText(value))
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
		if v.CanFloat() {
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

// assign puts a value into the field of v that the parts name; about is what is known
// of it so far.
func assign(v reflect.Value, parts []string, value Value, about About) error {
	switch v.Kind() {
	case reflect.Struct:
		return assignField(v, parts, value, about)
	case reflect.Map:
		if len(parts) == 0 {
			return errors.New("expected parameters below it")
		}
		key := reflect.ValueOf(parts[0]).Convert(v.Type().Key())
		element := reflect.New(v.Type().Elem()).Elem()
		if there := v.MapIndex(key); there.IsValid() {
			element.Set(there)
		}
		if err := assign(element, parts[1:], value, about); err != nil {
			return err
		}
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		v.SetMapIndex(key, element)
		return nil
	default:
		if len(parts) > 0 {
			return errUnknown
		}
		if err := set(v, value); err != nil {
			return err
		}
		return about.check(valueOf(v))
	}
}

func assignField(v reflect.Value, parts []string, value Value, about About) error {
	if len(parts) == 0 {
		return errors.New("expected parameters below it")
	}
	if numbers, ok := numbersOf(v); ok {
		return assignNumber(numbers, parts, value, about)
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, inline, skip := tag(field)
		if skip || !inline && name != parts[0] {
			continue
		}
		own, err := aboutOf(field, about)
		if err != nil {
			return err
		}
		if !inline {
			return assign(v.Field(i), parts[1:], value, own)
		}
		if err := assign(v.Field(i), parts, value, own); !errors.Is(err, errUnknown) {
			return err
		}
	}
	return errUnknown
}
