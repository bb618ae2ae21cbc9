package chart

import "reflect"

// Equal reports whether two machines are the same, independent of the file. An empty list and a missing one are equal.
func Equal(a, b *Machine) bool {
	return same(reflect.ValueOf(a), reflect.ValueOf(b))
}

func same(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return same(a.Elem(), b.Elem())
	case reflect.Slice:
		for i := 0; i < a.Len() && i < b.Len(); i++ {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return a.Len() == b.Len()
	case reflect.Map:
		for _, key := range a.MapKeys() {
			if v := b.MapIndex(key); !v.IsValid() || !same(a.MapIndex(key), v) {
				return false
			}
		}
		return a.Len() == b.Len()
	case reflect.Struct:
		if a.Type() == reflect.TypeFor[Place]() {
			return true
		}
		for i := range a.NumField() {
			switch a.Type().Field(i).Name {
			case "File", "Unit", "places", "texts": // where it was read
				continue
			}
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	default:
		return a.Equal(b)
	}
}
