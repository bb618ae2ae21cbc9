package param

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Kind is the type of a parameter, by the numbers of rcl_interfaces/msg/ParameterType.
type Kind uint8

// The kinds. Any is that of a parameter without a type of its own.
const (
	Any Kind = iota
	Bool
	Integer
	Float
	String
	Bytes
	Bools
	Integers
	Floats
	Strings
)

// Entry is a parameter that a node has.
type Entry struct {
	About

	Name  string
	Type  string // "float", "list of strings", …
	Kind  Kind
	Value Value // what the struct held: the default, or what holds now
}

// Explainer is a Config with longer texts about its parameters; see [About].
type Explainer interface {
	Explain() map[string]string
}

// Node returns a configuration's text about the whole node; "" if it has none.
func Node(config any) string {
	if e, ok := config.(Explainer); ok {
		return lines(e.Explain()[""])
	}
	return ""
}

// Entries lists the parameters of a node by its configuration, a struct or a
// pointer to one, in the order of the fields; those of a map by name.
func Entries(config any) ([]Entry, error) {
	v := reflect.Indirect(reflect.ValueOf(config))
	if v.Kind() != reflect.Struct {
		return nil, fmt.Errorf("configuration %T: expected a struct", config)
	}
	var entries []Entry
	if err := collect(v, "", About{}, &entries); err != nil {
		return nil, err
	}
	return entries, explain(config, entries)
}

// explain puts the longer explanations into their places.
func explain(config any, entries []Entry) error {
	e, ok := config.(Explainer)
	if !ok {
		return nil
	}
	for name, text := range e.Explain() {
		i := slices.IndexFunc(entries, func(e Entry) bool { return e.Name == name })
		switch {
		case i >= 0:
			entries[i].Description = lines(text)
		case name != "":
			return fmt.Errorf("configuration %T explains %q, which it does not have", config, name)
		}
	}
	return nil
}

// lines removes the indentation of the source from a text.
func lines(text string) string {
	all := strings.Split(strings.TrimSpace(text), "\n")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return strings.Join(all, "\n")
}

// collect adds the parameters in v, whose names begin with prefix.
func collect(v reflect.Value, prefix string, about About, into *[]Entry) error {
	switch v.Kind() {
	case reflect.Struct:
		if numbers, ok := numbersOf(v); ok {
			for i := range numbers {
				n := &numbers[i]
				*into = append(*into, Entry{Name: joinName(prefix, n.Name), Type: "float", Kind: Float, Value: *n.Value, About: n.about(about)})
			}
			return nil
		}
		for i := range v.NumField() {
			field := v.Type().Field(i)
			name, inline, skip := tag(field)
			if skip {
				continue
			}
			below := joinName(prefix, name)
			if inline {
				below = prefix
			}
			own, err := aboutOf(field, about)
			if err != nil {
				return fmt.Errorf("configuration field %q: %w", below, err)
			}
			if err := collect(v.Field(i), below, own, into); err != nil {
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
			if err := collect(v.MapIndex(key), joinName(prefix, key.String()), about, into); err != nil {
				return err
			}
		}
		return nil
	default:
		t, err := typeText(v.Type())
		if err != nil {
			return fmt.Errorf("configuration field %q: %w", prefix, err)
		}
		*into = append(*into, Entry{Name: prefix, Type: t, Kind: kindOf(v.Type()), Value: valueOf(v), About: about})
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
	case reflect.Interface:
		return "value of any type", nil
	case reflect.Bool:
		return "bool", nil
	case reflect.String:
		return "string", nil
	case reflect.Float32, reflect.Float64:
		return "float", nil
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return "list of bytes", nil
		}
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

// kindOf returns the kind of a parameter in a field of that type, which must be one of typeText's.
func kindOf(t reflect.Type) Kind {
	switch t.Kind() {
	case reflect.Interface:
		return Any
	case reflect.Bool:
		return Bool
	case reflect.String:
		return String
	case reflect.Float32, reflect.Float64:
		return Float
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return Bytes
		}
		return kindOf(t.Elem()) + Bools - Bool
	default:
		return Integer
	}
}

// KindOf is the kind of a value; Any for an empty list, which fits every list, and nil.
func KindOf(v Value) Kind {
	switch v.(type) {
	case nil, []any:
		return Any
	case bool, string, float64, int64, []byte, []bool, []string, []float64, []int64:
		return kindOf(reflect.TypeOf(v))
	}
	return Any
}

// valueOf is a field as the value of a parameter.
func valueOf(v reflect.Value) Value {
	switch {
	case v.Kind() == reflect.Interface:
		return v.Interface()
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
	switch kindOf(v.Type()) {
	case Bytes:
		return sliceOf(v, func(e reflect.Value) byte { return byte(e.Uint()) })
	case Bools:
		return sliceOf(v, reflect.Value.Bool)
	case Strings:
		return sliceOf(v, reflect.Value.String)
	case Floats:
		return sliceOf(v, reflect.Value.Float)
	default:
		return sliceOf(v, func(e reflect.Value) int64 { return valueOf(e).(int64) })
	}
}

func sliceOf[T any](v reflect.Value, get func(reflect.Value) T) []T {
	out := make([]T, v.Len())
	for i := range out {
		out[i] = get(v.Index(i))
	}
	return out
}
