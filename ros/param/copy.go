package param

import "reflect"

// Copy copies a configuration, a pointer to a struct; neither shares slices
// with the other.
func Copy(config any) any {
	return copyOf(reflect.Indirect(reflect.ValueOf(config))).Addr().Interface()
}

// copyOf copies a configuration far enough that assigning to the copy leaves it alone.
func copyOf(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	detach(c)
	return c
}

// detach replaces v's slices by copies.
func detach(v reflect.Value) {
	switch {
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			detach(v.Field(i))
		}
		return
	case !v.CanSet():
		return
	case v.Kind() == reflect.Slice && !v.IsNil():
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(own, v)
		v.Set(own)
	}
}
