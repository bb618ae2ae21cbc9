package rosidl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Description is the type description of one type: its name and its fields.
type Description struct {
	Name   string
	Fields []Field
}

// Hash returns the RIHS01 hash of a message, a service or an action, found by full name. It is the SHA-256 of the JSON
// of its description and of all descriptions that it refers to. The set must have passed Check.
func (s *Set) Hash(name string) (string, error) {
	root, referenced, err := s.Describe(name)
	if err != nil {
		return "", fmt.Errorf("hash %s: %w", name, err)
	}
	var text strings.Builder
	text.WriteString(`{"type_description": `)
	root.json(&text)
	text.WriteString(`, "referenced_type_descriptions": [`)
	for i, other := range referenced {
		if i > 0 {
			text.WriteString(", ")
		}
		other.json(&text)
	}
	text.WriteString("]}")
	sum := sha256.Sum256([]byte(text.String()))
	return "RIHS01_" + hex.EncodeToString(sum[:]), nil
}

// Describe returns the description of a message, a service or an action, found by full name, and those of all types
// that it refers to, sorted by name.
func (s *Set) Describe(name string) (Description, []Description, error) {
	root, err := s.describe(name)
	if err != nil {
		return root, nil, err
	}
	all := map[string]Description{}
	if err := s.collect(root, all); err != nil {
		return root, nil, err
	}
	referenced := make([]Description, 0, len(all))
	for _, other := range Sorted(all) {
		referenced = append(referenced, all[other])
	}
	return root, referenced, nil
}

// describe returns a type's fields. Services and actions are described as messages of their parts.
func (s *Set) describe(name string) (Description, error) {
	part := func(field string, m *Message) Field { return derivedField(field, nested(m.FullName())) }
	if m, ok := s.Messages[name]; ok {
		fields := m.Fields
		if len(fields) == 0 {
			fields = []Field{derivedField(EmptyMember, Type{Base: Uint8})}
		}
		return Description{name, fields}, nil
	}
	if v, ok := s.Services[name]; ok {
		return Description{name, []Field{
			part("request_message", v.Request), part("response_message", v.Response), part("event_message", v.Event),
		}}, nil
	}
	if a, ok := s.Actions[name]; ok {
		return Description{name, []Field{
			part("goal", a.Goal), part("result", a.Result), part("feedback", a.Feedback),
			derivedField("send_goal_service", nested(a.SendGoal.FullName())),
			derivedField("get_result_service", nested(a.GetResult.FullName())),
			part("feedback_message", a.FeedbackMessage),
		}}, nil
	}
	return Description{}, fmt.Errorf("no definition of %s", name)
}

func (s *Set) collect(d Description, into map[string]Description) error {
	for _, f := range d.Fields {
		name := f.Type.Nested
		if _, done := into[name]; done || name == "" {
			continue
		}
		inner, err := s.describe(name)
		if err != nil {
			return err
		}
		into[name] = inner
		if err := s.collect(inner, into); err != nil {
			return err
		}
	}
	return nil
}

// json writes the description. Names contain no characters that JSON escapes.
func (d Description) json(text *strings.Builder) {
	fmt.Fprintf(text, `{"type_name": "%s", "fields": [`, d.Name)
	for i, f := range d.Fields {
		if i > 0 {
			text.WriteString(", ")
		}
		fmt.Fprintf(text, `{"name": "%s", "type": {"type_id": %d, "capacity": %d, "string_capacity": %d, "nested_type_name": "%s"}}`,
			f.Name, f.Type.ID(), f.Type.Size, f.Type.StringBound, f.Type.Nested)
	}
	text.WriteString("]}")
}

// ID returns the number of the type in type_description_interfaces/msg/FieldType.
func (t Type) ID() int {
	id := int(t.Base)
	if t.StringBound > 0 {
		id += boundedString
	}
	return id + 48*int(t.Shape)
}

// TypeOf returns the type for a number of FieldType and its sizes; nested is the full name of a nested message. It
// returns an error for types that ROS 2 messages do not have: long double, wide characters and strings of fixed length.
func TypeOf(id int, capacity, stringCapacity uint64, nested string) (Type, error) {
	t := Type{Base: Base(id % 48), Shape: Shape(id / 48)}
	bounded := t.Base == String+boundedString || t.Base == WString+boundedString
	if bounded {
		t.Base -= boundedString
		if stringCapacity == 0 || stringCapacity > maxSize {
			return t, fmt.Errorf("string of at most %d characters: expected 1 to %d", stringCapacity, maxSize)
		}
		t.StringBound = int(stringCapacity)
	}
	known := t.Base == Nested || t.Base == Char
	for _, b := range primitives() {
		known = known || b == t.Base
	}
	if id < 0 || !known || t.Shape > Unbounded {
		return t, fmt.Errorf("field type %d is not known", id)
	}
	if t.Base == Nested {
		t.Nested = nested
	}
	if t.Shape == Array || t.Shape == Bounded {
		if capacity == 0 || capacity > maxSize {
			return t, fmt.Errorf("array or sequence of %d: expected 1 to %d", capacity, maxSize)
		}
		t.Size = int(capacity)
	}
	return t, nil
}
