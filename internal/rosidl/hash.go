package rosidl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// emptyMember is the field that a message without fields has on the wire and in
// its type description, one byte.
const emptyMember = "structure_needs_at_least_one_member"

// description is a type as its hash sees it: a name and fields.
type description struct {
	name   string
	fields []Field
}

// Hash returns the RIHS01 hash of a message, a service or an action by full name:
// SHA-256 over the JSON of its description and of all it refers to. The set must
// have passed Check.
func (s *Set) Hash(name string) (string, error) {
	root, err := s.describe(name)
	if err != nil {
		return "", err
	}
	referenced := map[string]description{}
	if err := s.collect(root, referenced); err != nil {
		return "", fmt.Errorf("hash %s: %w", name, err)
	}
	var text strings.Builder
	text.WriteString(`{"type_description": `)
	root.json(&text)
	text.WriteString(`, "referenced_type_descriptions": [`)
	for i, other := range Sorted(referenced) {
		if i > 0 {
			text.WriteString(", ")
		}
		referenced[other].json(&text)
	}
	text.WriteString("]}")
	sum := sha256.Sum256([]byte(text.String()))
	return "RIHS01_" + hex.EncodeToString(sum[:]), nil
}

// describe finds a type; services and actions are messages of their parts.
func (s *Set) describe(name string) (description, error) {
	part := func(field string, m *Message) Field { return derivedField(field, nested(m.FullName())) }
	if m, ok := s.Messages[name]; ok {
		fields := m.Fields
		if len(fields) == 0 {
			fields = []Field{derivedField(emptyMember, Type{Base: Uint8})}
		}
		return description{name, fields}, nil
	}
	if v, ok := s.Services[name]; ok {
		return description{name, []Field{
			part("request_message", v.Request), part("response_message", v.Response), part("event_message", v.Event),
		}}, nil
	}
	if a, ok := s.Actions[name]; ok {
		return description{name, []Field{
			part("goal", a.Goal), part("result", a.Result), part("feedback", a.Feedback),
			derivedField("send_goal_service", nested(a.SendGoal.FullName())),
			derivedField("get_result_service", nested(a.GetResult.FullName())),
			part("feedback_message", a.FeedbackMessage),
		}}, nil
	}
	return description{}, fmt.Errorf("no definition of %s", name)
}

func (s *Set) collect(d description, into map[string]description) error {
	for _, f := range d.fields {
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

// json writes the description. Names have no character that JSON escapes.
func (d description) json(text *strings.Builder) {
	fmt.Fprintf(text, `{"type_name": "%s", "fields": [`, d.name)
	for i, f := range d.fields {
		if i > 0 {
			text.WriteString(", ")
		}
		fmt.Fprintf(text, `{"name": "%s", "type": {"type_id": %d, "capacity": %d, "string_capacity": %d, "nested_type_name": "%s"}}`,
			f.Name, f.Type.id(), f.Type.Size, f.Type.StringBound, f.Type.Nested)
	}
	text.WriteString("]}")
}

// id is the number of the type in type_description_interfaces/msg/FieldType.
func (t Type) id() int {
	id := int(t.Base)
	if t.StringBound > 0 {
		id += boundedString
	}
	return id + 48*int(t.Shape)
}
