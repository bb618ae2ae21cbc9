package dynamic

import (
	"fmt"

	"gonao/internal/rosidl"
)

// Definitions come from others, and a new message holds all its arrays. These limits are the memory, bytes, of a message with
// empty sequences and strings, and of the messages that are read into its sequences.
const maxEmpty, maxRead = 64 << 20, 256 << 20

// The memory of values besides the bytes of lists: a message itself, a field with its boxed value, a string in a list.
const messageMemory, fieldMemory, stringMemory = 48, 32, 16

// messageType is a type with all it contains, ready to make messages of.
type messageType struct {
	name, hash string
	fields     []field
	index      map[string]int
	smallest   int // bytes of an empty message, without padding
	memory     int // approximate bytes of one with empty sequences
}

type field struct {
	rosidl.Field
	nested   *messageType // of a nested message
	codec    codec
	smallest int // bytes of one value
}

// messageType finds or makes a type. mu is held.
func (l *Library) messageType(name string) (*messageType, error) {
	if t := l.types[name]; t != nil {
		return t, nil
	}
	if err := l.load(name); err != nil {
		return nil, err
	}
	m := l.set.Messages[name]
	if m == nil {
		return nil, fmt.Errorf("%s is not a message: expected one of its parts, such as %s", name, l.parts(name)[0].FullName())
	}
	t := &messageType{name: name, index: map[string]int{}, memory: messageMemory}
	for _, f := range m.Fields {
		typed := field{Field: f, codec: codecOf(f.Type)}
		if f.Type.Base == rosidl.Nested {
			var err error
			if typed.nested, err = l.messageType(f.Type.Nested); err != nil {
				return nil, err
			}
		}
		if err := t.add(typed); err != nil {
			return nil, fmt.Errorf("%s: field %s: %w", name, f.Name, err)
		}
	}
	t.smallest = max(t.smallest, 1)
	hash, err := l.set.Hash(name)
	if err != nil {
		return nil, err
	}
	t.hash = hash
	l.types[name] = t
	return t, nil
}

// add adds a field, if a message with it is not too large.
func (t *messageType) add(f field) error {
	f.smallest = f.codec.size
	each := f.codec.size
	switch {
	case f.nested != nil:
		f.smallest = f.nested.smallest
		each = f.nested.memory
	case f.Type.Base == rosidl.String || f.Type.Base == rosidl.WString:
		each = stringMemory
	}
	count := 1
	switch f.Type.Shape {
	case rosidl.Array:
		count = f.Type.Size
	case rosidl.Bounded, rosidl.Unbounded:
		t.smallest += 4 // the count
		count = 0
	case rosidl.Single:
	}
	if t.memory += fieldMemory; count > maxEmpty || t.memory+count*each > maxEmpty {
		return fmt.Errorf("the message needs more than %d bytes", maxEmpty)
	}
	t.smallest += count * f.smallest
	t.memory += count * each
	t.index[f.Name] = len(t.fields)
	t.fields = append(t.fields, f)
	return nil
}

// fieldNames lists the fields of a type.
func (t *messageType) fieldNames() []string {
	names := make([]string, len(t.fields))
	for i := range t.fields {
		names[i] = t.fields[i].Name
	}
	return names
}

// zero returns a message without defaults.
func (t *messageType) zero() *Message {
	m := &Message{typ: t, values: make([]any, len(t.fields))}
	for i := range t.fields {
		m.values[i] = t.fields[i].zero()
	}
	return m
}

// fresh returns a message with its defaults.
func (t *messageType) fresh() *Message {
	m := t.zero()
	m.setDefaults()
	return m
}

func (f *field) zero() any {
	n := 0
	switch f.Type.Shape {
	case rosidl.Single:
		if f.nested != nil {
			return f.nested.zero()
		}
		return f.codec.zero
	case rosidl.Array:
		n = f.Type.Size
	case rosidl.Bounded, rosidl.Unbounded:
	}
	return f.list(n)
}

// list makes n zero values.
func (f *field) list(n int) any {
	if f.nested == nil {
		return f.codec.list(nil, n)
	}
	list := make([]*Message, n)
	for i := range list {
		list[i] = f.nested.zero()
	}
	return list
}

func (m *Message) setDefaults() {
	for i := range m.typ.fields {
		f := &m.typ.fields[i]
		switch v := m.values[i].(type) {
		case *Message:
			v.setDefaults()
			continue
		case []*Message: // an array; sequences begin empty
			for _, item := range v {
				item.setDefaults()
			}
			continue
		}
		switch value := f.Default.(type) {
		case nil:
		case []any:
			list := f.codec.list(nil, len(value))
			for k, item := range value {
				f.codec.put(list, k, item)
			}
			m.values[i] = list
		default:
			list := f.codec.list(nil, 1)
			f.codec.put(list, 0, value)
			m.values[i] = f.codec.at(list, 0)
		}
	}
}
