// Package definitions has the types of messages as behaviours read them: what fields a
// message, a request or a goal has, and which type of hfsm a field is of.
package definitions

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/internal/wording"
	typedescription "gonao/msgs/type_description_interfaces"
	"gonao/ros/dynamic"
)

// Types holds the definitions of a library. It is a [gonao/behavior.Types].
type Types struct{ *dynamic.Library }

// Compiled returns the definitions that every program carries.
func Compiled() Types { return Types{dynamic.Compiled()} }

// kinds are the middle parts of the names of types.
var kinds = map[vocabulary.PortKind]string{
	vocabulary.TopicPort: "msg", vocabulary.ServicePort: "srv", vocabulary.ActionPort: "action",
}

// parts are the suffixes of a type's name in the name of the message that is sent.
var parts = map[vocabulary.PortKind]string{vocabulary.ServicePort: "_Request", vocabulary.ActionPort: "_Goal"}

// Known returns an error if a kind has no type with this name.
func (t Types) Known(kind vocabulary.PortKind, typeName string) error {
	words := strings.Split(typeName, "/")
	if len(words) != 3 || words[1] != kinds[kind] {
		return fmt.Errorf("the name of a type, such as package/%s/Name", kinds[kind])
	}
	if _, err := t.Description(typeName); err != nil {
		return fmt.Errorf("a known type%s", wording.DidYouMean(typeName, t.Names()))
	}
	return nil
}

// MessageName returns the name of the message that is sent to a port of a type.
func MessageName(kind vocabulary.PortKind, typeName string) string { return typeName + parts[kind] }

// Field returns the type of a field of what is sent to a port of a type, and what checks
// its values.
func (t Types) Field(kind vocabulary.PortKind, typeName, path string) (hfsm.Type, func(hfsm.Value) string, error) {
	d, err := t.Description(typeName)
	if err != nil {
		return 0, nil, err
	}
	all := map[string]*typedescription.IndividualTypeDescription{d.TypeDescription.TypeName_: &d.TypeDescription}
	for i := range d.ReferencedTypeDescriptions {
		all[d.ReferencedTypeDescriptions[i].TypeName_] = &d.ReferencedTypeDescriptions[i]
	}
	at := all[MessageName(kind, typeName)]
	words := strings.Split(path, ".")
	for i, word := range words {
		if at == nil {
			return 0, nil, fmt.Errorf("%s is not a message", strings.Join(words[:i], "."))
		}
		name, index, indexed := strings.Cut(word, "[")
		field := find(at, name)
		if field == nil {
			return 0, nil, fmt.Errorf("%s has no field %q%s", at.TypeName_, name, wording.DidYouMean(name, names(at)))
		}
		if err := checkIndex(field, index, indexed); err != nil {
			return 0, nil, fmt.Errorf("%s: %w", strings.Join(words[:i+1], "."), err)
		}
		if i == len(words)-1 {
			return scalar(field, path)
		}
		at = all[field.Type.NestedTypeName]
	}
	return 0, nil, fmt.Errorf("no path of a field")
}

// find returns a field of a message, or nil.
func find(d *typedescription.IndividualTypeDescription, name string) *typedescription.Field {
	for i := range d.Fields {
		if d.Fields[i].Name == name {
			return &d.Fields[i]
		}
	}
	return nil
}

// names returns the names of a message's fields.
func names(d *typedescription.IndividualTypeDescription) []string {
	all := make([]string, len(d.Fields))
	for i := range d.Fields {
		all[i] = d.Fields[i].Name
	}
	return all
}

// The ids of types count in groups: single values, arrays, bounded and unbounded lists.
const groupSize = 48

// checkIndex returns an error if a path indexes something that is not a list, or an element beyond its end.
func checkIndex(f *typedescription.Field, index string, indexed bool) error {
	list := f.Type.TypeId > groupSize
	if !indexed {
		if list {
			return fmt.Errorf("a list; expected an element, such as %s[0]", f.Name)
		}
		return nil
	}
	if !list {
		return fmt.Errorf("no list; expected %s alone", f.Name)
	}
	n, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
	const most = 1000
	limit := most
	if f.Type.TypeId < 3*groupSize {
		limit = min(most, int(f.Type.Capacity))
	}
	if err != nil || !strings.HasSuffix(index, "]") || n < 0 || n >= limit {
		return fmt.Errorf("index %q; expected 0 to %d", strings.TrimSuffix(index, "]"), limit-1)
	}
	return nil
}

// scalar returns the type of a single value, and the check of its range.
func scalar(f *typedescription.Field, path string) (hfsm.Type, func(hfsm.Value) string, error) {
	switch id := f.Type.TypeId % groupSize; id {
	case typedescription.FieldTypeFieldTypeBoolean:
		return hfsm.Bool, nil, nil
	case typedescription.FieldTypeFieldTypeFloat, typedescription.FieldTypeFieldTypeDouble:
		return hfsm.Float, nil, nil
	case typedescription.FieldTypeFieldTypeString, typedescription.FieldTypeFieldTypeWstring,
		typedescription.FieldTypeFieldTypeBoundedString, typedescription.FieldTypeFieldTypeBoundedWstring:
		return hfsm.String, longest(f.Type.StringCapacity), nil
	case typedescription.FieldTypeFieldTypeNestedType:
		return 0, nil, fmt.Errorf("%s is a message of type %s; expected one of its fields", path, f.Type.NestedTypeName)
	default:
		if low, high, ok := integers(id); ok {
			return hfsm.Int, between(low, high), nil
		}
		return 0, nil, fmt.Errorf("%s is of a type that machines do not have", path)
	}
}

// integers returns the range of an integer type, cut to the range of int64.
func integers(id uint8) (low, high int64, ok bool) {
	switch id {
	case typedescription.FieldTypeFieldTypeInt8:
		return math.MinInt8, math.MaxInt8, true
	case typedescription.FieldTypeFieldTypeUint8, typedescription.FieldTypeFieldTypeByte, typedescription.FieldTypeFieldTypeChar:
		return 0, math.MaxUint8, true
	case typedescription.FieldTypeFieldTypeInt16:
		return math.MinInt16, math.MaxInt16, true
	case typedescription.FieldTypeFieldTypeUint16:
		return 0, math.MaxUint16, true
	case typedescription.FieldTypeFieldTypeInt32:
		return math.MinInt32, math.MaxInt32, true
	case typedescription.FieldTypeFieldTypeUint32:
		return 0, math.MaxUint32, true
	case typedescription.FieldTypeFieldTypeInt64:
		return math.MinInt64, math.MaxInt64, true
	case typedescription.FieldTypeFieldTypeUint64:
		return 0, math.MaxInt64, true
	}
	return 0, 0, false
}

func between(low, high int64) func(hfsm.Value) string {
	return func(v hfsm.Value) string {
		if v.Int >= low && v.Int <= high {
			return ""
		}
		return fmt.Sprintf("%d to %d", low, high)
	}
}

func longest(capacity uint64) func(hfsm.Value) string {
	if capacity == 0 {
		return nil
	}
	return func(v hfsm.Value) string {
		if uint64(len(v.String)) <= capacity {
			return ""
		}
		return fmt.Sprintf("at most %d bytes", capacity)
	}
}
