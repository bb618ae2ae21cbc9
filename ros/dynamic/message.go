package dynamic

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"gonao/internal/rosidl"
	"gonao/internal/wording"
	"gonao/ros/cdr"
)

// Message is a message of a type known at run time; a Library makes it. It is a
// cdr.Message. It belongs to one goroutine.
type Message struct {
	typ    *messageType
	values []any // one per field: a plain value, *Message, or a slice of these
}

// TypeName is the name in ROS, such as "sensor_msgs/msg/Image".
func (m *Message) TypeName() string { return m.typ.name }

// TypeHash is the RIHS01 hash of the type.
func (m *Message) TypeHash() string { return m.typ.hash }

// New returns another message of the same type, with its defaults.
func (m *Message) New() *Message { return m.typ.fresh() }

// Fields lists the names of the fields in their order.
func (m *Message) Fields() []string { return m.typ.fieldNames() }

// MarshalCDR writes the fields.
func (m *Message) MarshalCDR(w *cdr.Writer) {
	if len(m.values) == 0 {
		w.Uint8(0)
	}
	for i := range m.values {
		m.typ.fields[i].marshal(w, m.values[i])
	}
}

func (f *field) marshal(w *cdr.Writer, v any) {
	switch f.Type.Shape {
	case rosidl.Bounded:
		w.BoundedCount(f.len(v), f.Type.Size)
	case rosidl.Unbounded:
		w.Count(f.len(v))
	case rosidl.Single, rosidl.Array:
	}
	switch v := v.(type) {
	case *Message:
		v.MarshalCDR(w)
	case []*Message:
		for _, item := range v {
			item.MarshalCDR(w)
		}
	default:
		if f.Type.Shape == rosidl.Single {
			f.codec.write(w, v)
		} else {
			f.codec.writeList(w, v)
		}
	}
}

// len is the length of a list.
func (f *field) len(v any) int {
	if list, ok := v.([]*Message); ok {
		return len(list)
	}
	return f.codec.count(v)
}

// UnmarshalCDR reads the fields, into the memory of existing lists. Data whose nested messages would need more memory than
// maxRead are an error.
func (m *Message) UnmarshalCDR(r *cdr.Reader) {
	room := maxRead
	m.unmarshal(r, &room)
}

// unmarshal subtracts the memory of new messages from room, bytes.
func (m *Message) unmarshal(r *cdr.Reader, room *int) {
	if len(m.values) == 0 {
		r.Uint8()
	}
	for i := range m.values {
		m.values[i] = m.typ.fields[i].unmarshal(r, m.values[i], room)
	}
}

func (f *field) unmarshal(r *cdr.Reader, old any, room *int) any {
	n := f.Type.Size
	switch f.Type.Shape {
	case rosidl.Single:
		if nested, ok := old.(*Message); ok {
			nested.unmarshal(r, room)
			return nested
		}
		return f.codec.read(r)
	case rosidl.Bounded:
		n = r.BoundedCount(f.smallest, f.Type.Size)
	case rosidl.Unbounded:
		n = r.Count(f.smallest)
	case rosidl.Array:
	}
	list, nested := old.([]*Message)
	if !nested {
		v := f.codec.list(old, n)
		f.codec.readList(r, v)
		return v
	}
	list = list[:min(n, len(list))]
	for i := range n {
		if i == len(list) {
			if *room -= f.nested.memory; *room < 0 {
				r.Fail(fmt.Errorf("field %s: the messages need more memory than is allowed", f.Name))
				break
			}
			list = append(list, f.nested.zero())
		}
		if list[i].unmarshal(r, room); r.Err() != nil {
			break // the rest would be made for nothing
		}
	}
	return list
}

// Field returns a part of the message by its path, such as "header.stamp" or "blobs[0].x": a bool, a number of its own
// size, a string, a *Message, or a slice of one of these. It is nil for an index beyond the end of a sequence. A path
// that no message of the type has is an error.
func (m *Message) Field(path string) (any, error) {
	_, v, err := m.find(path)
	return v, err
}

// find returns the field at the end of a path, and its value in the message.
func (m *Message) find(path string) (*part, any, error) {
	if path == "" {
		return &part{}, m, nil
	}
	var at *part
	var value any = m
	t := m.typ
	for step := range strings.SplitSeq(path, ".") {
		bad := func(text string, args ...any) error {
			return fmt.Errorf("field %q of %s: %s", path, m.typ.name, fmt.Sprintf(text, args...))
		}
		name, index, indexed := strings.Cut(step, "[")
		if t == nil {
			return nil, nil, bad("%q is below a value without fields", step)
		}
		i, ok := t.index[name]
		if !ok {
			return nil, nil, bad("no field %q%s; it has: %s", name, wording.DidYouMean(name, t.fieldNames()), strings.Join(t.fieldNames(), ", "))
		}
		f := &t.fields[i]
		if inner, ok := value.(*Message); ok {
			value = inner.values[i]
		} else {
			value = nil
		}
		at, t = &part{field: f}, f.nested
		if !indexed {
			if f.Type.Shape != rosidl.Single {
				t = nil
			}
			continue
		}
		if f.Type.Shape == rosidl.Single {
			return nil, nil, bad("%q is not a list", name)
		}
		text, closed := strings.CutSuffix(index, "]")
		k, err := strconv.Atoi(text)
		if err != nil || k < 0 || !closed {
			return nil, nil, bad("expected a number in brackets after %q", name)
		}
		if f.Type.Shape != rosidl.Unbounded && k >= f.Type.Size {
			return nil, nil, bad("%q has no element %d, but %d", name, k, f.Type.Size)
		}
		at.element = true
		value = f.element(value, k)
	}
	return at, value, nil
}

// Put sets the value that a path ends at, such as "target.point.x" or "names[0]", to a bool, an int64, a float64 or a string, whatever
// the size of the field's numbers is. A sequence grows up to the element; those before it that were not there have their defaults.
func (m *Message) Put(path string, v any) error {
	at, _, err := m.find(path)
	if err != nil {
		return err
	}
	if at.field == nil || at.field.nested != nil || at.field.Type.Shape != rosidl.Single && !at.element {
		return fmt.Errorf("field %q of %s: expected the path of a single value", path, m.typ.name)
	}
	value, ok := at.field.value(v)
	if !ok {
		return fmt.Errorf("field %q of %s: %v: expected %s", path, m.typ.name, v, baseName(at.field.Type))
	}
	for step := range strings.SplitSeq(path, ".") {
		name, index, indexed := strings.Cut(step, "[")
		i := m.typ.index[name]
		f := &m.typ.fields[i]
		if !indexed {
			if f.nested == nil {
				m.values[i] = value
				break
			}
			m = m.values[i].(*Message)
			continue
		}
		k, _ := strconv.Atoi(strings.TrimSuffix(index, "]")) // find has read it
		m.values[i] = f.grow(m.values[i], k+1)
		if f.nested == nil {
			f.codec.put(m.values[i], k, value)
			break
		}
		m = m.values[i].([]*Message)[k]
	}
	return nil
}

// value returns a value of the field's own size; false where it does not fit.
func (f *field) value(v any) (any, bool) {
	in, out := reflect.ValueOf(v), reflect.New(reflect.TypeOf(f.codec.zero)).Elem()
	switch {
	case in.Kind() == out.Kind():
		return v, true
	case in.CanInt() && out.CanInt() && !out.OverflowInt(in.Int()):
		out.SetInt(in.Int())
	case in.CanInt() && out.CanUint() && in.Int() >= 0 && !out.OverflowUint(uint64(in.Int())):
		out.SetUint(uint64(in.Int()))
	case in.CanFloat() && out.CanFloat() && (!out.OverflowFloat(in.Float()) || math.IsInf(in.Float(), 0)):
		out.SetFloat(in.Float())
	default:
		return nil, false
	}
	return out.Interface(), true
}

// grow returns a list with at least n values.
func (f *field) grow(old any, n int) any {
	count := f.len(old)
	if count >= n {
		return old
	}
	if list, ok := old.([]*Message); ok {
		for len(list) < n {
			list = append(list, f.nested.fresh())
		}
		return list
	}
	list := f.codec.list(nil, n)
	for i := range count {
		f.codec.put(list, i, f.codec.at(old, i))
	}
	return list
}

// Stamp sets the stamp of the field header; a message without one stays as it is.
func (m *Message) Stamp(now time.Time) {
	if i, ok := m.typ.index["header"]; ok {
		if header, ok := m.values[i].(*Message); ok {
			header.setHeader(now)
		}
	}
}

// setHeader sets the stamp of a std_msgs/Header; false where the message is another.
func (m *Message) setHeader(now time.Time) bool {
	if m.typ.name != "std_msgs/msg/Header" || len(m.values) == 0 {
		return false
	}
	stamp, ok := m.values[0].(*Message)
	return ok && stamp.setTime(now)
}

// setTime sets a builtin_interfaces/Time; false where the message is another.
func (m *Message) setTime(now time.Time) bool {
	if m.typ.name != "builtin_interfaces/msg/Time" || len(m.values) != 2 {
		return false
	}
	_, signed := m.values[0].(int32)
	_, unsigned := m.values[1].(uint32)
	if signed && unsigned {
		m.values[0], m.values[1] = int32(now.Unix()), uint32(now.Nanosecond())
	}
	return signed && unsigned
}

// part is a field, or an element of one.
type part struct {
	field   *field // nil: the message itself
	element bool
}

// element returns the k-th value of a list, nil if there is none.
func (f *field) element(list any, k int) any {
	switch {
	case list == nil || k >= f.len(list):
		return nil
	case f.nested != nil:
		return list.([]*Message)[k]
	}
	return f.codec.at(list, k)
}
