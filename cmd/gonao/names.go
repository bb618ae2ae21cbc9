package main

import (
	"reflect"
	"strings"
	"unicode"
)

// rosName is the ROS name of a generated field: BatteryCharge is battery_charge,
// AccelX1 is accel_x1. Generated names have no runs of capitals, so this is exact;
// a test compares it with every definition.
func rosName(field string) string {
	field = strings.TrimSuffix(field, "_") // put behind names that are methods
	var b strings.Builder
	for i, r := range field {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// fieldByROSName finds a struct's field; the zero Value when there is none.
func fieldByROSName(v reflect.Value, name string) reflect.Value {
	for i := range v.NumField() {
		if rosName(v.Type().Field(i).Name) == name {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}

// rosNames lists the names of a struct's fields.
func rosNames(t reflect.Type) []string {
	names := make([]string, 0, t.NumField())
	for i := range t.NumField() {
		names = append(names, rosName(t.Field(i).Name))
	}
	return names
}
