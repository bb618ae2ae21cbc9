package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Type is the type of an input, a variable or an argument.
type Type uint8

// The types.
const (
	Bool Type = iota + 1
	Int
	Float
	String
)

// String returns the type's name as machines write it.
func (t Type) String() string {
	switch t {
	case Bool:
		return "bool"
	case Int:
		return "int"
	case Float:
		return "float"
	case String:
		return "string"
	}
	return "no type"
}

// ParseType reads a type's name.
func ParseType(name string) (Type, bool) {
	for _, t := range []Type{Bool, Int, Float, String} {
		if t.String() == name {
			return t, true
		}
	}
	return 0, false
}

// Value is one value of one of the four types. Only the field of its type is set.
type Value struct {
	Type   Type
	Bool   bool
	Int    int64
	Float  float64
	String string
}

// BoolValue makes a value of type bool.
func BoolValue(v bool) Value { return Value{Type: Bool, Bool: v} }

// IntValue makes a value of type int.
func IntValue(v int64) Value { return Value{Type: Int, Int: v} }

// FloatValue makes a value of type float.
func FloatValue(v float64) Value { return Value{Type: Float, Float: v} }

// StringValue makes a value of type string.
func StringValue(v string) Value { return Value{Type: String, String: v} }

// Text returns the value as a machine file would write it.
func (v Value) Text() string {
	switch v.Type {
	case Bool:
		return strconv.FormatBool(v.Bool)
	case Int:
		return strconv.FormatInt(v.Int, 10)
	case Float:
		return strconv.FormatFloat(v.Float, 'g', -1, 64)
	case String:
		return strconv.Quote(v.String)
	}
	return "nothing"
}

// Args are the arguments of one use of an activity, checked against its [Kind]:
// every parameter is there, with its type.
type Args map[string]Value

// Bool returns an argument of type bool.
func (a Args) Bool(name string) bool { return a.get(name, Bool).Bool }

// Int returns an argument of type int.
func (a Args) Int(name string) int64 { return a.get(name, Int).Int }

// Float returns an argument of type float.
func (a Args) Float(name string) float64 { return a.get(name, Float).Float }

// String returns an argument of type string.
func (a Args) String(name string) string { return a.get(name, String).String }

// get panics when the parameter is not the kind's: a bug of the host, not of a file.
func (a Args) get(name string, t Type) Value {
	v, ok := a[name]
	if !ok || v.Type != t {
		panic(fmt.Sprintf("chart: no argument %q of type %s", name, t))
	}
	return v
}

// Constant reads a text as a constant: true or false, 3, 0.5, 'text' or "text". Any
// other text is a string, its white space made single blanks; ok is false then.
func Constant(text string) (v Value, ok bool) {
	text = strings.TrimSpace(text)
	if text == "true" || text == "false" {
		return BoolValue(text == "true"), true
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return IntValue(i), true
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) {
		return FloatValue(x), true
	}
	if s, err := strconv.Unquote(text); err == nil && text[0] == '"' {
		return StringValue(s), true
	}
	if n := len(text); n >= 2 && (text[0] == '\'' || text[0] == '"') && text[n-1] == text[0] && !strings.ContainsAny(text[1:n-1], `\'"`) {
		return StringValue(text[1 : n-1]), true
	}
	return StringValue(strings.Join(strings.Fields(text), " ")), false
}

// Same reports whether two values have the same type and the same value. Unlike in
// comparisons of floats, NaN is the same as NaN.
func (v Value) Same(other Value) bool {
	return v == other || v.Type == Float && other.Type == Float && v.Float != v.Float && other.Float != other.Float
}
