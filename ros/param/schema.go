package param

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Entry is a parameter that a node has.
type Entry struct {
	Name    string
	Type    string // "float", "list of strings", …
	Default Value  // what the struct held
}

// Entries lists the parameters of a node by its configuration, a struct or a
// pointer to one, in the order of the fields; those of a map by name.
func Entries(config any) ([]Entry, error) {
	v := reflect.Indirect(reflect.ValueOf(config))
	if v.Kind() != reflect.Struct {
		return nil, fmt.Errorf("configuration %T: expected a struct", config)
	}
	var entries []Entry
	return entries, collect(v, "", &entries)
}

// collect adds the parameters in v, whose names begin with prefix.
func collect(v reflect.Value, prefix string, into *[]Entry) error {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			name, inline, skip := tag(v.Type().Field(i))
			if skip {
				continue
			}
			below := joinName(prefix, name)
			if inline {
				below = prefix
			}
			if err := collect(v.Field(i), below, into); err != nil {
				return err
			}
		}
		return nil
	case reflect.Map:
		if v.Type().Key().Kind() != reflect.String {
			return fmt.Errorf("configuration field %q: a map needs string keys", prefix)
		}
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			if err := collect(v.MapIndex(key), joinName(prefix, key.String()), into); err != nil {
				return err
			}
		}
		return nil
	default:
		t, err := typeText(v.Type())
		if err != nil {
			return fmt.Errorf("configuration field %q: %w", prefix, err)
		}
		*into = append(*into, Entry{Name: prefix, Type: t, Default: valueOf(v)})
		return nil
	}
}

// tag is the name of a field's parameter, from its yaml tag.
func tag(f reflect.StructField) (name string, inline, skip bool) {
	name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	embedded := f.Anonymous && f.Type.Kind() == reflect.Struct // settable even when its type is not exported
	if name == "-" || !f.IsExported() && !embedded {
		return "", false, true
	}
	if name == "" {
		name = strings.ToLower(f.Name)
	}
	return name, options == "inline", false
}

func joinName(prefix, name string) string {
	if prefix == "" {
		return name
	}
	return prefix + "." + name
}

// typeText names the type of a parameter for a person.
func typeText(t reflect.Type) (string, error) {
	switch t.Kind() {
	case reflect.Bool:
		return "bool", nil
	case reflect.String:
		return "string", nil
	case reflect.Float32, reflect.Float64:
		return "float", nil
	case reflect.Slice, reflect.Array:
		element, err := typeText(t.Elem())
		if err != nil || strings.HasPrefix(element, "list") {
			return "", fmt.Errorf("%s: parameters are bool, integer, float, string or lists of these", t)
		}
		if t.Kind() == reflect.Array {
			return fmt.Sprintf("list of %d %ss", t.Len(), element), nil
		}
		return "list of " + element + "s", nil
	default:
		if v := reflect.Zero(t); v.CanInt() || v.CanUint() {
			return "integer", nil
		}
		return "", fmt.Errorf("%s: parameters are bool, integer, float, string or lists of these", t)
	}
}

// valueOf is a field as the value of a parameter.
func valueOf(v reflect.Value) Value {
	switch {
	case v.Kind() == reflect.Bool:
		return v.Bool()
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanFloat():
		return v.Float()
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return int64(v.Uint())
	}
	items := make([]any, v.Len())
	for i := range items {
		items[i] = valueOf(v.Index(i))
	}
	out, err := list(items)
	if err != nil {
		return []any{}
	}
	return out
}

// errUnknown tells that no field has the name.
var errUnknown = errors.New("no such parameter")

// assign puts a value into the field of v that the parts name.
func assign(v reflect.Value, parts []string, value Value) error {
	switch v.Kind() {
	case reflect.Struct:
		if len(parts) == 0 {
			return errors.New("expected parameters below it")
		}
		for i := range v.NumField() {
			name, inline, skip := tag(v.Type().Field(i))
			if skip {
				continue
			}
			if inline {
				if err := assign(v.Field(i), parts, value); !errors.Is(err, errUnknown) {
					return err
				}
			} else if name == parts[0] {
				return assign(v.Field(i), parts[1:], value)
			}
		}
		return errUnknown
	case reflect.Map:
		if len(parts) == 0 {
			return errors.New("expected parameters below it")
		}
		key := reflect.ValueOf(parts[0]).Convert(v.Type().Key())
		element := reflect.New(v.Type().Elem()).Elem()
		if there := v.MapIndex(key); there.IsValid() {
			element.Set(there)
		}
		if err := assign(element, parts[1:], value); err != nil {
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
		return set(v, value)
	}
}
