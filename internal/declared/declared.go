package declared

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Field is a field of a configuration.
type Field struct {
	About

	Name   string        // its full name; groups are joined by dots
	Value  reflect.Value // settable if the configuration was given by a pointer
	Hidden bool          // yaml:"-": it is checked but is not a parameter; Name ends in the field's own name
}

// validator is a value or a group that checks what tags cannot. The error begins with the name of the field in the group.
type validator interface{ Validate() error }

var durationType = reflect.TypeFor[time.Duration]()

// IsDuration reports whether a field of the type is a number of seconds.
func IsDuration(t reflect.Type) bool { return t == durationType }

// Fields lists the fields of a configuration, a struct or a pointer to one, in their order; those of groups in the place of
// the group.
func Fields(config any) ([]Field, error) {
	v := reflect.Indirect(reflect.ValueOf(config))
	if v.Kind() != reflect.Struct {
		return nil, fmt.Errorf("configuration %T: expected a struct", config)
	}
	var all []Field
	return all, walk(v, "", About{}, &all)
}

// walk adds the fields of a group, whose names begin with prefix.
func walk(v reflect.Value, prefix string, group About, into *[]Field) error {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, below, ok := Names(field, prefix)
		hidden := !ok && field.IsExported() && (field.Tag.Get("min")+field.Tag.Get("max")+field.Tag.Get("enum")) != ""
		if !ok && !hidden {
			continue
		}
		about, err := of(field, group)
		switch {
		case err != nil:
			return fmt.Errorf("configuration field %q: %w", name, err)
		case field.Type.Kind() != reflect.Struct:
			*into = append(*into, Field{About: about, Name: name, Value: v.Field(i), Hidden: hidden})
		default:
			first := len(*into)
			err = walkSome(v.Field(i), below, field.Tag.Get("only"), about, into)
			if heading, given := field.Tag.Lookup("heading"); given && len(*into) > first {
				(*into)[first].Heading = heading
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// walkSome adds the named fields of a group, all if only is empty.
func walkSome(v reflect.Value, prefix, only string, group About, into *[]Field) error {
	if only == "" {
		return walk(v, prefix, group, into)
	}
	var all []Field
	if err := walk(v, prefix, group, &all); err != nil {
		return err
	}
	for name := range strings.SplitSeq(only, "|") {
		i := slices.IndexFunc(all, func(f Field) bool { return f.Name == prefix+name })
		if i < 0 {
			return fmt.Errorf("configuration field %q: only:%q: no such field", prefix, name)
		}
		*into = append(*into, all[i])
	}
	return nil
}

// Names returns a field's full name in a group whose names begin with prefix, and the prefix of the names of the fields
// below it; ok is false for a field that is not a parameter.
func Names(f reflect.StructField, prefix string) (name, below string, ok bool) {
	name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	embedded := f.Anonymous && f.Type.Kind() == reflect.Struct // settable even when its type is not exported
	switch {
	case name == "-" || !f.IsExported() && !embedded:
		return prefix + f.Name, "", false
	case options == "inline":
		return strings.TrimSuffix(prefix, "."), prefix + f.Tag.Get("prefix"), true
	case name == "":
		name = strings.ToLower(f.Name)
	}
	return prefix + name, prefix + name + ".", true
}

// Check checks a configuration, a pointer to a struct: every field by its tags, and every value and group by its
// Validate() error if it has one. The error begins with the full name of the field.
func Check(config any) error {
	fields, err := Fields(config)
	if err != nil {
		return err
	}
	for i := range fields {
		if err := fields[i].Check(fields[i].Value); err != nil {
			return fmt.Errorf("%s: %w", fields[i].Name, err)
		}
	}
	return validate(reflect.ValueOf(config).Elem(), "")
}

// validate calls Validate of the groups in a group, and then of the group itself.
func validate(v reflect.Value, prefix string) error {
	for i := range v.NumField() {
		if _, below, ok := Names(v.Type().Field(i), prefix); ok && v.Field(i).Kind() == reflect.Struct {
			if err := validate(v.Field(i), below); err != nil {
				return err
			}
		}
	}
	if !v.Addr().CanInterface() {
		return nil
	}
	if group, ok := v.Addr().Interface().(validator); ok {
		if err := group.Validate(); err != nil {
			return fmt.Errorf("%s%w", prefix, err)
		}
	}
	return nil
}

// Text returns what a configuration's blank field says about the whole, or "" if it says nothing.
func Text(config any) string {
	t := reflect.Indirect(reflect.ValueOf(config)).Type()
	for i := range t.NumField() {
		if f := t.Field(i); f.Name == "_" && f.Tag.Get("was") == "" {
			return f.Tag.Get("desc")
		}
	}
	return ""
}
